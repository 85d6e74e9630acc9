// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/setup/sweep_dialog.h"

#include "core/base/error.h"
#include "core/spec/model_sizes.h"
#include "widgets/common/core_text.h"
#include "widgets/common/format.h"
#include "widgets/plots/palette.h"
#include "widgets/views/setup/field_text.h"
#include "widgets/views/setup/time_estimate.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QTableWidget>

#include <cmath>

namespace bam::views {
namespace {

constexpr int kMostRuns = 1000;

/// A short stroke as the curve will be drawn: dashed for Scalable-Softmax.
QIcon strokeIcon(const QString& encoding)
{
    const auto style = plots::styleOf(encoding);
    QPixmap pixmap(44, 28);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QPen pen(style.color, 6);
    if (style.dashed)
        pen.setDashPattern({1.6, 1.1});
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.drawLine(2, 14, 42, 14);
    return QIcon(pixmap);
}

std::vector<std::string> checkedNames(const QVector<QCheckBox*>& boxes)
{
    std::vector<std::string> names;
    for (const auto* box : boxes)
        if (box->isChecked())
            names.push_back(box->property("name").toString().toStdString());
    return names;
}

QTableWidgetItem* cell(const QString& text, bool number = false)
{
    auto* item = new QTableWidgetItem(text);
    item->setFlags(Qt::ItemIsSelectable | Qt::ItemIsEnabled);
    if (number)
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

}  // namespace

SweepDialog::SweepDialog(const spec::RunSpec& base, const QVector<DeviceRow>& devices, const QVector<MeasuredSpeed>& speeds, double datasetTokens, QWidget* parent)
    : QDialog(parent)
    , m_base(base)
    , m_devices(devices)
    , m_speeds(speeds)
    , m_datasetTokens(datasetTokens)
    , m_seeds(new QLineEdit(this))
    , m_field(new QComboBox(this))
    , m_values(new QLineEdit(this))
    , m_table(new QTableWidget(this))
    , m_note(new QLabel(this))
{
    setObjectName(QStringLiteral("sweepDialog"));
    setWindowTitle(tr("Sweep"));
    auto* grid = new QGridLayout(this);
    grid->addWidget(encodingBox(), 0, 0);
    grid->addWidget(sizeBox(), 0, 1);
    grid->addWidget(valueBox(), 1, 0, 1, 2);
    m_table->setObjectName(QStringLiteral("sweepTable"));
    m_table->setAccessibleName(tr("The runs of this sweep"));
    m_table->setColumnCount(6);
    m_table->setHorizontalHeaderLabels({tr("Encoding"), tr("Size"), tr("Value"), tr("Seed"), tr("Memory"), tr("Time")});
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->verticalHeader()->hide();
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->setMinimumHeight(fontMetrics().height() * 8);
    grid->addWidget(m_table, 2, 0, 1, 2);
    grid->setRowStretch(2, 1);
    m_note->setObjectName(QStringLiteral("sweepNote"));
    m_note->setWordWrap(true);
    grid->addWidget(m_note, 3, 0, 1, 2);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_queue = buttons->addButton(tr("Queue"), QDialogButtonBox::AcceptRole);
    m_queue->setObjectName(QStringLiteral("sweepQueue"));
    grid->addWidget(buttons, 4, 0, 1, 2);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    for (auto* box : m_encodings + m_sizes)
        connect(box, &QCheckBox::toggled, this, &SweepDialog::update);
    for (auto* line : {m_seeds, m_values})
        connect(line, &QLineEdit::textChanged, this, &SweepDialog::update);
    connect(m_field, &QComboBox::currentIndexChanged, this, &SweepDialog::update);
    resize(fontMetrics().averageCharWidth() * 100, fontMetrics().height() * 34);
    update();
}

QWidget* SweepDialog::encodingBox()
{
    auto* box = new QGroupBox(tr("Encodings"), this);
    auto* grid = new QGridLayout(box);
    const auto chosen = officialEncodingName(m_base.model);
    for (const auto& name : spec::officialEncodings()) {
        const auto text = QString::fromStdString(name);
        auto* check = new QCheckBox(plots::titleOf(text), box);
        check->setObjectName(QStringLiteral("sweep:") + text);
        check->setProperty("name", text);
        check->setIcon(strokeIcon(text));
        check->setIconSize({22, 14});
        check->setChecked(name == chosen);
        grid->addWidget(check, int(m_encodings.size()) / 2, int(m_encodings.size()) % 2);
        m_encodings.append(check);
    }
    return box;
}

QWidget* SweepDialog::sizeBox()
{
    auto* box = new QGroupBox(tr("Sizes"), this);
    auto* grid = new QGridLayout(box);
    auto names = std::vector<std::string>{};
    for (const auto& size : spec::modelSizes())
        names.push_back(size.name);
    if (m_base.model.size == "custom")
        names.insert(names.begin(), "custom");
    for (const auto& name : names) {
        const auto text = QString::fromStdString(name);
        auto* check = new QCheckBox(text, box);
        check->setObjectName(QStringLiteral("sweep:") + text);
        check->setProperty("name", text);
        check->setChecked(name == m_base.model.size);
        grid->addWidget(check, int(m_sizes.size()) / 2, int(m_sizes.size()) % 2);
        m_sizes.append(check);
    }
    return box;
}

QWidget* SweepDialog::valueBox()
{
    auto* box = new QGroupBox(tr("Seeds and one more field"), this);
    auto* grid = new QGridLayout(box);
    auto* seeds = new QLabel(tr("&Seeds"), box);
    seeds->setBuddy(m_seeds);
    m_seeds->setObjectName(QStringLiteral("sweepSeeds"));
    m_seeds->setText(QString::number(m_base.training.seed));
    m_seeds->setToolTip(tr("Numbers and ranges: 0-4, 7. Several seeds show how much chance is in a difference."));
    m_field->setObjectName(QStringLiteral("sweepField"));
    m_field->setAccessibleName(tr("A further field"));
    m_field->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_field->setMinimumContentsLength(16);
    m_field->addItem(tr("no further field"), QString());
    for (const auto& entry : spec::allFields()) {
        const bool numeric = entry.kind == spec::FieldKind::Integer || entry.kind == spec::FieldKind::Real || entry.field->numeric;
        if (numeric && entry.path != "training.seed" && !entry.section.starts_with("evaluation"))
            m_field->addItem(fieldTitle(entry), QString::fromStdString(entry.path));
    }
    m_values->setObjectName(QStringLiteral("sweepValues"));
    m_values->setAccessibleName(tr("Values of the further field"));
    m_values->setPlaceholderText(tr("values separated by commas"));
    grid->addWidget(seeds, 0, 0);
    grid->addWidget(m_seeds, 0, 1);
    grid->addWidget(m_field, 1, 0);
    grid->addWidget(m_values, 1, 1);
    grid->setColumnStretch(0, 2);
    grid->setColumnStretch(1, 3);
    return box;
}

void SweepDialog::update()
{
    m_runs.clear();
    spec::Sweep sweep;
    sweep.base = m_base;
    sweep.encodings = checkedNames(m_encodings);
    sweep.sizes = checkedNames(m_sizes);
    const auto field = m_field->currentData().toString().toStdString();
    const auto* entry = spec::findField(field);
    m_values->setEnabled(entry != nullptr);
    m_values->setToolTip(entry ? fieldToolTip(*entry) : QString());
    QString wrong;
    try {
        sweep.seeds = spec::numbersFromText(m_seeds->text().toStdString());
        if (entry)
            sweep.fields = {{field, spec::valuesFromText(*entry, m_values->text().toStdString())}};
    } catch (const Error& error) {
        wrong = ui::coreText(error.cause());
    }
    const auto count = spec::sweepSize(sweep);
    if (count > kMostRuns)
        wrong = tr("These are %L1 runs; at most %L2 can be queued at once.").arg(count).arg(kMostRuns);
    int problems = 0;
    if (wrong.isEmpty()) {
        m_runs = sweepRuns(sweep);
        for (const auto& run : m_runs)
            problems += spec::validate(run).empty() ? 0 : 1;
    }
    fill(effectiveDevice(m_base.training.device, m_devices), problems);
    if (!wrong.isEmpty())
        m_note->setText(wrong);
    m_queue->setEnabled(wrong.isEmpty() && problems == 0 && !m_runs.empty());
    m_queue->setText(tr("&Queue %n run(s)", nullptr, int(m_runs.size())));
}

void SweepDialog::fill(const DeviceRow& device, int wrong)
{
    m_table->setRowCount(int(m_runs.size()));
    double total = 0, largest = 0;
    const auto field = m_field->currentData().toString().toStdString();
    const auto* entry = spec::findField(field);
    m_table->setColumnHidden(2, entry == nullptr);
    if (entry)
        m_table->horizontalHeaderItem(2)->setText(fieldTitle(*entry));
    for (int n = 0; n < int(m_runs.size()); ++n) {
        auto run = m_runs[std::size_t(n)];
        const auto encoding = QString::fromStdString(officialEncodingName(run.model));
        auto* name = cell(plots::titleOf(encoding));
        name->setIcon(strokeIcon(encoding));
        m_table->setItem(n, 0, name);
        m_table->setItem(n, 1, cell(QString::fromStdString(run.model.size)));
        m_table->setItem(n, 2, cell(entry ? valueForPeople(*entry, fieldValue(run, field)) : QString(), true));
        m_table->setItem(n, 3, cell(QString::number(run.training.seed), true));
        const auto problems = spec::validate(run);
        if (!problems.empty()) {
            const auto text = setupText(QT_TRANSLATE_NOOP("setup", "Expected: %1.")).arg(withTitles(ui::coreText(problems.front().expected)));
            m_table->setItem(n, 4, cell(text));
            m_table->item(n, 4)->setToolTip(text);
            m_table->setItem(n, 5, cell(QString()));
            continue;
        }
        run.training.device = device.id.toStdString();
        const double bytes = spec::estimate(run).totalBytes;
        const auto time = timeEstimate(run, device, m_speeds, trainingTokens(run, m_datasetTokens));
        largest = std::max(largest, bytes);
        total += time.seconds;
        m_table->setItem(n, 4, cell(ui::bytes(bytes), true));
        m_table->setItem(n, 5, cell(ui::duration(time.seconds), true));
    }
    if (wrong > 0)
        m_note->setText(tr("%n run(s) cannot start: the table says what is expected.", nullptr, wrong));
    else if (device.freeBytes > 0 && largest > device.freeBytes)
        m_note->setText(tr("The largest run needs about %1, but only %2 are free on %3.").arg(ui::bytes(largest), ui::bytes(device.freeBytes), device.id));
    else if (std::isnan(total))
        m_note->setText(tr("At most %1 of memory at a time. There is no measurement on this device yet, so the time is not known.").arg(ui::bytes(largest)));
    else
        m_note->setText(tr("About %1 in all on one device, at most %2 of memory at a time.").arg(ui::duration(total), ui::bytes(largest)));
}

QVector<spec::RunSpec> SweepDialog::runs() const { return {m_runs.begin(), m_runs.end()}; }

}  // namespace bam::views
