// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/figure_dialog.h"

#include "core/base/json_text.h"
#include "widgets/common/icons.h"
#include "widgets/figures/render.h"
#include "widgets/figures/write_figure.h"

#include <nlohmann/json.hpp>

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFontComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QSpinBox>
#include <QToolButton>

namespace bam::figures {
namespace {

using Json = nlohmann::ordered_json;

QDoubleSpinBox* number(QWidget* parent, const char* name, double least, double most, double step, const QString& suffix, const QString& tip)
{
    auto* box = new QDoubleSpinBox(parent);
    box->setObjectName(QLatin1String(name));
    box->setRange(least, most);
    box->setDecimals(2);
    box->setSingleStep(step);
    box->setSuffix(suffix);
    box->setToolTip(tip);
    box->setKeyboardTracking(false);
    return box;
}

QCheckBox* check(QWidget* parent, const char* name, const QString& text, const QString& tip)
{
    auto* box = new QCheckBox(text, parent);
    box->setObjectName(QLatin1String(name));
    box->setToolTip(tip);
    return box;
}

QComboBox* choice(QWidget* parent, const char* name, const QString& tip)
{
    auto* box = new QComboBox(parent);
    box->setObjectName(QLatin1String(name));
    box->setToolTip(tip);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(14);
    return box;
}

}  // namespace

FigureDialog::FigureDialog(Figure figure, const QString& folder, QWidget* parent)
    : QDialog(parent)
    , m_figure(std::move(figure))
    , m_banners(new ui::BannerArea(this))
{
    setObjectName(QStringLiteral("figureDialog"));
    setWindowTitle(tr("Save figure"));
    setSizeGripEnabled(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_banners);
    auto* columns = new QHBoxLayout;
    layout->addLayout(columns, 1);
    columns->addWidget(makePreview(), 1);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_form = makeForm();
    scroll->setWidget(m_form);
    scroll->setMinimumWidth(m_form->minimumSizeHint().width() + 24);
    columns->addWidget(scroll);
    layout->addWidget(makeTarget(this));
    m_problem = new QLabel(this);
    m_problem->setObjectName(QStringLiteral("figureProblem"));
    m_problem->setWordWrap(true);
    layout->addWidget(m_problem);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_copy = buttons->addButton(tr("&Copy as image"), QDialogButtonBox::ActionRole);
    m_copy->setObjectName(QStringLiteral("figureCopy"));
    m_copy->setIcon(ui::icon(QStringLiteral("copy")));
    m_copy->setToolTip(tr("Put the picture with the chosen dots per inch on the clipboard"));
    m_save = buttons->addButton(tr("&Save"), QDialogButtonBox::AcceptRole);
    m_save->setObjectName(QStringLiteral("figureSave"));
    m_save->setToolTip(tr("Write the chosen files"));
    m_save->setDefault(true);
    layout->addWidget(buttons);
    connect(m_save, &QPushButton::clicked, this, [this] { Q_EMIT saveRequested(file(), this->folder(), name(), false); });
    connect(m_copy, &QPushButton::clicked, this, [this] { Q_EMIT copyRequested(imageOf(m_figure, style())); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_folder->setText(folder);
    m_name->setText(fileNameFor(m_figure));
    m_later.setSingleShot(true);
    m_later.setInterval(80);
    connect(&m_later, &QTimer::timeout, this, &FigureDialog::drawPreview);
    connectControls();
    setWidth(m_millimetres.width());
    resize(QSize(1120, 680).boundedTo(screen()->availableSize() - QSize(60, 90)));
}

QWidget* FigureDialog::makePreview()
{
    auto* side = new QWidget(this);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    m_area = new QScrollArea(side);
    m_area->setObjectName(QStringLiteral("figurePreview"));
    m_area->setAlignment(Qt::AlignCenter);
    m_area->setBackgroundRole(QPalette::Mid);
    m_area->setMinimumSize(240, 200);
    m_area->setAccessibleName(tr("Preview of the figure"));
    m_picture = new QLabel;
    m_picture->setObjectName(QStringLiteral("figurePicture"));
    m_area->setWidget(m_picture);
    layout->addWidget(m_area, 1);
    auto* row = new QHBoxLayout;
    layout->addLayout(row);
    m_fit = check(side, "figureFit", tr("&Fit into the window"), tr("Without it the preview is as large as it will be on paper, by what the screen says of its size"));
    row->addWidget(m_fit);
    row->addStretch(1);
    m_sizeText = new QLabel(side);
    m_sizeText->setObjectName(QStringLiteral("figureSizeText"));
    row->addWidget(m_sizeText);
    return side;
}

QWidget* FigureDialog::makeFormats(QWidget* parent)
{
    auto* row = new QWidget(parent);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    const QString tips[]{tr("Vector, exact size, fonts embedded: for papers"), tr("Vector, for the web and for drawing programs"), tr("Pixels, with the dots per inch below"),
        tr("pgfplots: text that follows the paper's fonts, with the data as CSV beside it")};
    const QString texts[]{tr("PDF"), tr("SVG"), tr("PNG"), tr("TeX")};
    for (int i = 0; i < 4; ++i) {
        m_formats[i] = check(row, "", texts[i], tips[i]);
        m_formats[i]->setObjectName(QStringLiteral("figureFormat_") + allFormats()[i]);
        m_formats[i]->setChecked(i == 0);
        layout->addWidget(m_formats[i]);
    }
    layout->addStretch(1);
    return row;
}

QWidget* FigureDialog::makeSize(QWidget* parent)
{
    auto* row = new QWidget(parent);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    m_width = number(row, "figureWidth", 0.1, 3000, 1, {}, tr("Width of the figure on paper"));
    m_height = number(row, "figureHeight", 0.1, 3000, 1, {}, tr("Height of the figure on paper"));
    m_width->setAccessibleName(tr("Width"));
    m_height->setAccessibleName(tr("Height"));
    m_unit = choice(row, "figureUnit", tr("Unit of width and height; a point is 1/72 inch"));
    m_unit->setMinimumContentsLength(3);
    for (const auto unit : {LengthUnit::Millimetre, LengthUnit::Point, LengthUnit::Inch})
        m_unit->addItem(unitName(unit));
    m_unit->setAccessibleName(tr("Unit"));
    layout->addWidget(m_width, 1);
    layout->addWidget(new QLabel(QStringLiteral("×"), row));
    layout->addWidget(m_height, 1);
    layout->addWidget(m_unit);
    return row;
}

QWidget* FigureDialog::makeForm()
{
    auto* form = new QWidget(this);
    auto* rows = new QFormLayout(form);
    rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    rows->setRowWrapPolicy(QFormLayout::WrapLongRows);
    const auto add = [&](const QString& label, QWidget* field) {
        rows->addRow(label, field);
        if (field->accessibleName().isEmpty())
            field->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    };
    add(tr("Files"), makeFormats(form));
    m_preset = choice(form, "figurePreset", tr("Widths of columns and pages of conferences and journals"));
    for (const auto& preset : widthPresets())
        m_preset->addItem(preset.title, preset.id);
    m_preset->addItem(tr("Another width"), QString());
    add(tr("&Width for"), m_preset);
    add(tr("Size"), makeSize(form));
    m_proportions = check(form, "figureProportions", tr("Keep &proportions"), tr("The height follows the width"));
    m_proportions->setChecked(true);
    rows->addRow(QString(), m_proportions);
    m_font = new QFontComboBox(form);
    m_font->setObjectName(QStringLiteral("figureFont"));
    m_font->setFontFilters(QFontComboBox::ScalableFonts);
    m_font->setCurrentFont(QFont(FigureStyle().fontFamily));
    m_font->setMinimumContentsLength(14);
    m_font->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_font->setToolTip(tr("Font of all texts; it is embedded into PDF files"));
    add(tr("F&ont"), m_font);
    const FigureStyle start;
    m_fontSize = number(form, "figureFontSize", 3, 72, 0.5, tr(" pt"), tr("Size of labels on paper; captions of papers have 8 to 10 points"));
    m_fontSize->setValue(start.fontPoints);
    add(tr("Text si&ze"), m_fontSize);
    m_line = number(form, "figureLine", 0.1, 20, 0.1, tr(" pt"), tr("Width of curves"));
    m_line->setValue(start.linePoints);
    add(tr("&Lines"), m_line);
    m_marker = number(form, "figureMarker", 0.1, 40, 0.5, tr(" pt"), tr("Size of markers"));
    m_marker->setValue(start.markerPoints);
    add(tr("&Markers"), m_marker);
    m_palette = choice(form, "figurePalette", tr("Grey tells curves apart by lightness, dashes and markers alone"));
    m_palette->addItem(tr("Colours of the encodings"), QStringLiteral("encoding"));
    m_palette->addItem(tr("Grey, safe to print"), QStringLiteral("grey"));
    add(tr("Colo&urs"), m_palette);
    m_legend = choice(form, "figureLegend", tr("Where the names of curves stand"));
    const QString places[]{tr("Where there is room"), tr("Inside the axes"), tr("In a column of its own"), tr("Below"), tr("None")};
    for (int i = 0; i < 5; ++i)
        m_legend->addItem(places[i], legendPlaceNames()[i]);
    add(tr("L&egend"), m_legend);
    m_title = check(form, "figureTitle", tr("&Title"), tr("Papers put it into the caption instead"));
    m_grid = check(form, "figureGrid", tr("&Grid"), tr("Thin lines at the ticks"));
    m_title->setChecked(true);
    m_grid->setChecked(true);
    auto* both = new QWidget(form);
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_title);
    row->addWidget(m_grid);
    row->addStretch(1);
    add(tr("Show"), both);
    m_dots = new QSpinBox(form);
    m_dots->setObjectName(QStringLiteral("figureDots"));
    m_dots->setRange(36, 2400);
    m_dots->setSingleStep(50);
    m_dots->setValue(start.dotsPerInch);
    m_dots->setSuffix(tr(" dpi"));
    m_dots->setKeyboardTracking(false);
    m_dots->setToolTip(tr("Dots per inch of PNG files and of copied images"));
    add(tr("&Resolution"), m_dots);
    return form;
}

QWidget* FigureDialog::makeTarget(QWidget* parent)
{
    auto* target = new QWidget(parent);
    auto* rows = new QFormLayout(target);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    auto* row = new QWidget(target);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    m_folder = new QLineEdit(row);
    m_folder->setObjectName(QStringLiteral("figureFolder"));
    m_folder->setToolTip(tr("Folder that the files are written to"));
    m_folder->setAccessibleName(tr("Folder"));
    auto* browse = new QToolButton(row);
    browse->setObjectName(QStringLiteral("figureBrowse"));
    browse->setIcon(ui::icon(QStringLiteral("folder")));
    browse->setToolTip(tr("Choose the folder"));
    browse->setAccessibleName(tr("Choose the folder"));
    connect(browse, &QToolButton::clicked, this, [this] {
        if (const auto chosen = QFileDialog::getExistingDirectory(this, tr("Choose a folder"), m_folder->text()); !chosen.isEmpty())
            m_folder->setText(chosen);
    });
    m_name = new QLineEdit(row);
    m_name->setObjectName(QStringLiteral("figureName"));
    m_name->setToolTip(tr("Name of the files, without ending"));
    m_name->setAccessibleName(tr("Name"));
    layout->addWidget(m_folder, 2);
    layout->addWidget(browse);
    layout->addWidget(new QLabel(tr("Name"), row));
    layout->addWidget(m_name, 1);
    auto* label = new QLabel(tr("Fol&der"), target);
    label->setBuddy(m_folder);
    rows->addRow(label, row);
    m_files = new QLabel(target);
    m_files->setObjectName(QStringLiteral("figureFiles"));
    m_files->setWordWrap(true);
    m_files->setToolTip(tr("The .json file holds the figure itself: bamscope --batch figure makes the other files from it again"));
    rows->addRow(QString(), m_files);
    return target;
}

void FigureDialog::connectControls()
{
    for (auto* box : m_formats)
        connect(box, &QCheckBox::toggled, this, &FigureDialog::update);
    for (auto* box : {m_title, m_grid})
        connect(box, &QCheckBox::toggled, this, &FigureDialog::update);
    connect(m_fit, &QCheckBox::toggled, this, &FigureDialog::drawPreview);
    connect(m_preset, &QComboBox::activated, this, &FigureDialog::applyPreset);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &FigureDialog::setUnit);
    connect(m_width, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        if (!m_changing)
            setWidth(toMillimetres(value, LengthUnit(m_unit->currentIndex())));
    });
    connect(m_height, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        if (m_changing)
            return;
        m_millimetres.setHeight(toMillimetres(value, LengthUnit(m_unit->currentIndex())));
        update();
    });
    for (auto* box : {m_fontSize, m_line, m_marker})
        connect(box, &QDoubleSpinBox::valueChanged, this, &FigureDialog::update);
    for (auto* box : {m_palette, m_legend})
        connect(box, &QComboBox::currentIndexChanged, this, &FigureDialog::update);
    connect(m_font, &QFontComboBox::currentFontChanged, this, &FigureDialog::update);
    connect(m_dots, &QSpinBox::valueChanged, this, &FigureDialog::update);
    for (auto* edit : {m_folder, m_name})
        connect(edit, &QLineEdit::textChanged, this, &FigureDialog::update);
}

void FigureDialog::applyPreset(int index)
{
    if (const auto* preset = presetNamed(m_preset->itemData(index).toString()))
        setWidth(preset->millimetres);
    // Two presets are of one width: the one that was chosen stays named.
    m_preset->setCurrentIndex(index);
}

void FigureDialog::setUnit() { setWidth(m_millimetres.width()); }

/// Shows the size in the chosen unit, the height in proportion.
void FigureDialog::setWidth(double millimetres)
{
    const auto unit = LengthUnit(m_unit->currentIndex());
    if (m_proportions->isChecked() && m_millimetres.width() > 0)
        m_millimetres.setHeight(m_millimetres.height() * millimetres / m_millimetres.width());
    m_millimetres.setWidth(millimetres);
    m_changing = true;
    for (auto* box : {m_width, m_height}) {
        box->setDecimals(unit == LengthUnit::Inch ? 3 : 2);
        box->setSingleStep(unit == LengthUnit::Inch ? 0.1 : 1);
    }
    m_width->setValue(fromMillimetres(m_millimetres.width(), unit));
    m_height->setValue(fromMillimetres(m_millimetres.height(), unit));
    const auto* current = presetNamed(m_preset->currentData().toString());
    if (!current || std::abs(current->millimetres - millimetres) > 0.05) {
        const auto* preset = presetOf(millimetres);
        m_preset->setCurrentIndex(m_preset->findData(preset ? preset->id : QString()));
    }
    m_changing = false;
    update();
}

FigureStyle FigureDialog::style() const
{
    FigureStyle style;
    style.millimetres = m_millimetres;
    style.fontFamily = m_font->currentFont().family();
    style.fontPoints = m_fontSize->value();
    style.linePoints = m_line->value();
    style.markerPoints = m_marker->value();
    style.palette = m_palette->currentData().toString();
    style.legend = legendPlaceFrom(m_legend->currentData().toString()).value_or(LegendPlace::Automatic);
    style.title = m_title->isChecked();
    style.grid = m_grid->isChecked();
    style.dotsPerInch = m_dots->value();
    return style;
}

FigureFile FigureDialog::file() const
{
    FigureFile file{m_figure, style()};
    for (int i = 0; i < 4; ++i)
        if (m_formats[i]->isChecked())
            file.formats << allFormats()[i];
    return file;
}

QString FigureDialog::folder() const { return m_folder->text().trimmed(); }
QString FigureDialog::name() const { return m_name->text().trimmed(); }
QStringList FigureDialog::fileNames() const { return namesOfFiles(file(), name()); }

void FigureDialog::update()
{
    QString problem = problemOf(style());
    if (problem.isEmpty() && file().formats.isEmpty())
        problem = tr("Choose at least one kind of file.");
    if (problem.isEmpty() && (name().isEmpty() || name().contains(QLatin1Char('/'))))
        problem = tr("The name is needed, without folders.");
    if (problem.isEmpty() && folder().isEmpty())
        problem = tr("Choose the folder that the files go to.");
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_save->setEnabled(problem.isEmpty());
    m_copy->setEnabled(problemOf(style()).isEmpty());
    const auto names = fileNames();
    m_files->setText(problem.isEmpty() ? tr("Writes %1.").arg(names.mid(0, 8).join(QStringLiteral(", ")) + (names.size() > 8 ? QStringLiteral("…") : QString())) : QString());
    m_later.start();
}

void FigureDialog::drawPreview()
{
    if (!isVisible() || !problemOf(style()).isEmpty())
        return;
    // The screen tells how large its pixels are; some tell nonsense.
    const double ratio = devicePixelRatioF();
    double dots = screen()->physicalDotsPerInch();
    if (!(dots > 40 && dots < 500))
        dots = screen()->logicalDotsPerInch();
    if (m_fit->isChecked()) {
        const auto room = m_area->maximumViewportSize() - QSize(8, 8);
        dots = std::min(room.width() / m_millimetres.width(), room.height() / m_millimetres.height()) * 25.4;
    }
    auto image = imageOf(m_figure, style(), std::max(10.0, dots * ratio));
    image.setDevicePixelRatio(ratio);
    m_picture->setPixmap(QPixmap::fromImage(image));
    m_picture->resize(m_picture->pixmap().deviceIndependentSize().toSize());
    m_picture->setAccessibleName(m_figure.title);
    m_sizeText->setText(tr("%1 × %2 mm").arg(locale().toString(m_millimetres.width(), 'f', 1), locale().toString(m_millimetres.height(), 'f', 1)));
}

void FigureDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    drawPreview();
}

void FigureDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    if (m_fit->isChecked())
        m_later.start();
}

void FigureDialog::setBusy(bool busy)
{
    for (QWidget* widget : std::initializer_list<QWidget*>{m_form, m_save, m_copy, m_folder, m_name})
        widget->setEnabled(!busy);
    if (!busy)
        update();
}

QByteArray FigureDialog::saveSettings() const
{
    FigureFile file = this->file();
    file.figure = {};
    Json json{{"style", QString::fromUtf8(toJson(file)).toStdString()}, {"unit", m_unit->currentIndex()}, {"preset", m_preset->currentData().toString().toStdString()},
        {"proportions", m_proportions->isChecked()}, {"fit", m_fit->isChecked()}, {"folder", folder().toStdString()}};
    return QByteArray::fromStdString(json.dump());
}

void FigureDialog::restoreSettings(const QByteArray& settings)
{
    const auto json = jsonOrDiscarded<Json>(settings.toStdString());
    if (!json.is_object())
        return;
    try {
        const auto file = fromJson(QByteArray::fromStdString(json.value("style", std::string())), QStringLiteral("settings"));
        m_changing = true;
        m_font->setCurrentFont(QFont(file.style.fontFamily));
        m_fontSize->setValue(file.style.fontPoints);
        m_line->setValue(file.style.linePoints);
        m_marker->setValue(file.style.markerPoints);
        m_palette->setCurrentIndex(std::max(0, m_palette->findData(file.style.palette)));
        m_legend->setCurrentIndex(int(file.style.legend));
        m_title->setChecked(file.style.title);
        m_grid->setChecked(file.style.grid);
        m_dots->setValue(file.style.dotsPerInch);
        for (int i = 0; i < 4; ++i)
            m_formats[i]->setChecked(file.formats.contains(allFormats()[i]));
        m_unit->setCurrentIndex(std::clamp(json.value("unit", 0), 0, 2));
        m_fit->setChecked(json.value("fit", false));
        m_proportions->setChecked(json.value("proportions", true));
        m_preset->setCurrentIndex(std::max(0, m_preset->findData(QString::fromStdString(json.value("preset", std::string())))));
        if (const auto folder = json.value("folder", std::string()); !folder.empty())
            m_folder->setText(QString::fromStdString(folder));
        m_millimetres = file.style.millimetres;
    } catch (const std::exception&) {
        // Settings of another version: those that were not reached keep their defaults.
    }
    m_changing = false;
    setWidth(m_millimetres.width());
}

}  // namespace bam::figures
