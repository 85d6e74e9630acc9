// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/attention/prompt_panel.h"

#include "core/inspect/capture_memory.h"
#include "core/inspect/attention_pyramid.h"
#include "widgets/common/colors.h"
#include "widgets/common/core_text.h"
#include "widgets/common/described.h"
#include "widgets/common/format.h"
#include "widgets/common/icons.h"
#include "widgets/common/rope_choice.h"
#include "widgets/views/attention/prompt_text.h"
#include "widgets/views/setup/path_edit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

using ui::withTip;

constexpr qint64 kLengths[] = {160, 512, 1024, 2048, 4096, 8192, 16384, 32768};
constexpr qint64 kLongestLength = 1 << 20;
constexpr qint64 kFirstLength = 1024;
constexpr int kPauseMs = 400;               // after the last key
constexpr std::size_t kMostBoundaries = 4000;
constexpr int kFileKind = 3;                // in the list of kinds, after those of PromptKind

/// Of a text as people type it, with or without separators; −1: no number of tokens.
qint64 lengthOf(const QString& text)
{
    auto digits = text;
    digits.remove(QLocale().groupSeparator()).remove(QLatin1Char(' ')).remove(QChar(0xA0));
    bool good = false;
    const auto length = digits.toLongLong(&good);
    return good && length > 0 && length <= kLongestLength ? length : -1;
}

QWidget* row(std::initializer_list<QWidget*> widgets, int stretched)
{
    auto* holder = new QWidget;
    auto* layout = new QHBoxLayout(holder);
    layout->setContentsMargins(0, 0, 0, 0);
    int n = 0;
    for (auto* widget : widgets)
        layout->addWidget(widget, n++ == stretched ? 1 : 0);
    return holder;
}

}  // namespace

PromptPanel::PromptPanel(QWidget* parent)
    : QWidget(parent)
    , m_run(new QComboBox(this))
    , m_checkpoint(new QComboBox(this))
    , m_kind(new QComboBox(this))
    , m_length(new QComboBox(this))
    , m_times(new QLabel(this))
    , m_depthText(new QLabel(this))
    , m_size(new QLabel(this))
    , m_warning(new QLabel(this))
    , m_progressText(new QLabel(this))
    , m_matricesHint(new QLabel(this))
    , m_depth(new QSlider(Qt::Horizontal, this))
    , m_seed(new QSpinBox(this))
    , m_digits(new QSpinBox(this))
    , m_rope(new ui::RopeChoice(QStringLiteral("lensRope"), this))
    , m_file(new PathEdit(PathEdit::Kind::File, tr("Texts (*.txt *.md *.json *.jsonl);;All files (*)"), this))
    , m_text(new QPlainTextEdit(this))
    , m_needle(new QLineEdit(this))
    , m_answer(new QLineEdit(this))
    , m_capture(new QPushButton(ui::icon(QStringLiteral("eye")), tr("&Capture"), this))
    , m_cancel(new QPushButton(ui::icon(QStringLiteral("stop")), tr("Cancel"), this))
    , m_fit(new QPushButton(this))
    , m_matrices(new QCheckBox(tr("Matrices of all heads"), this))
    , m_bar(new QProgressBar(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(makeSource());
    layout->addWidget(makeCapture());
    layout->addStretch(1);
    m_later.setSingleShot(true);
    m_later.setInterval(kPauseMs);
    connect(&m_later, &QTimer::timeout, this, &PromptPanel::previewWanted);
    setFocusProxy(m_kind);
    kindChanged();
    lengthChanged();
    setRuns({});
}

QWidget* PromptPanel::makeSource()
{
    auto* box = new QWidget(this);
    m_form = new QFormLayout(box);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_run->setObjectName(QStringLiteral("lensRun"));
    m_checkpoint->setObjectName(QStringLiteral("lensCheckpoint"));
    m_kind->setObjectName(QStringLiteral("lensKind"));
    m_length->setObjectName(QStringLiteral("lensLength"));
    for (auto* combo : {m_run, m_checkpoint, m_kind, m_length}) {
        combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        combo->setMinimumContentsLength(8);
    }
    m_form->addRow(withTip(m_run, tr("Run"), tr("Which of the runs selected in the list is looked into")), m_run);
    m_form->addRow(withTip(m_checkpoint, tr("Checkpoint"), tr("The step whose weights are used")), m_checkpoint);
    m_kind->addItems({tr("Pass key"), tr("Needle (RULER)"), tr("Own text"), tr("File")});
    m_form->addRow(withTip(m_kind, tr("Prompt"), tr("Pass key: five digits hidden in filler sentences. Needle: RULER's magic number in a haystack. Own text or a file: the last token is asked what comes next.")), m_kind);
    connect(m_run, &QComboBox::currentIndexChanged, this, [this] {
        if (m_filling)
            return;
        m_chosenStep.clear();
        m_checkpoint->clear();
        m_preview.reset();
        lengthChanged();
        showRope();
        Q_EMIT runChanged(run());
        edited();
    });
    connect(m_checkpoint, &QComboBox::activated, this, [this] { m_chosenStep = m_checkpoint->currentData().toString(); });
    connect(m_checkpoint, &QComboBox::currentIndexChanged, this, [this] { edited(); });
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        kindChanged();
        edited();
    });
    m_length->setEditable(true);
    m_length->setInsertPolicy(QComboBox::NoInsert);
    for (const auto length : kLengths)
        m_length->addItem(ui::count(double(length)), length);
    m_length->setCurrentText(ui::count(double(kFirstLength)));
    m_form->addRow(withTip(m_length, tr("Length"), tr("Tokens of the prompt; fillers meet it and never exceed it. Choose or type.")), m_length);
    connect(m_length, &QComboBox::currentTextChanged, this, [this] {
        lengthChanged();
        edited();
    });
    m_times->setObjectName(QStringLiteral("lensTimes"));
    m_times->setWordWrap(true);
    m_form->addRow(m_times);
    m_form->addRow(tr("RoPE scaling"), m_rope);
    addGenerated();
    addOwnText();
    return box;
}

void PromptPanel::addGenerated()
{
    m_depth->setObjectName(QStringLiteral("lensDepth"));
    m_depth->setRange(0, 100);
    m_depth->setValue(50);
    m_depth->setPageStep(10);
    m_depthText->setText(ui::percent(0.5));
    m_depthText->setMinimumWidth(fontMetrics().horizontalAdvance(ui::percent(1)));
    m_depthRow = row({m_depth, m_depthText}, 0);
    m_form->addRow(withTip(m_depth, tr("Depth"), tr("Where the needle stands: 0 % at the beginning, 100 % right before the question")), m_depthRow);
    connect(m_depth, &QSlider::valueChanged, this, [this](int value) {
        m_depthText->setText(ui::percent(value / 100.0));
        edited();
    });
    m_seed->setObjectName(QStringLiteral("lensSeed"));
    m_seed->setRange(0, 99999);
    auto* another = new QToolButton(this);
    another->setObjectName(QStringLiteral("lensNewPrompt"));
    another->setIcon(ui::icon(QStringLiteral("refresh")));
    withTip(another, tr("New prompt"), tr("Another key: the next seed"));
    connect(another, &QToolButton::clicked, this, [this] { m_seed->setValue(m_seed->value() + 1); });
    m_seedRow = row({m_seed, another}, 0);
    m_form->addRow(withTip(m_seed, tr("Seed"), tr("Decides key and words: equal seeds give equal prompts")), m_seedRow);
    connect(m_seed, &QSpinBox::valueChanged, this, [this] { edited(); });
    m_digits->setObjectName(QStringLiteral("lensDigits"));
    m_digits->setRange(1, 12);
    m_digits->setValue(5);
    m_form->addRow(withTip(m_digits, tr("Digits"), tr("How many digits the key has")), m_digits);
    connect(m_digits, &QSpinBox::valueChanged, this, [this] { edited(); });
}

void PromptPanel::addOwnText()
{
    m_file->line()->setObjectName(QStringLiteral("lensFile"));
    m_form->addRow(withTip(m_file->line(), tr("File"), tr("A text file, whose end is asked what comes next")), m_file);
    m_fileLater.setSingleShot(true);
    m_fileLater.setInterval(kPauseMs);
    connect(m_file, &PathEdit::pathEdited, this, [this] { m_fileLater.start(); });
    connect(&m_fileLater, &QTimer::timeout, this, [this] {
        if (!m_file->path().isEmpty())
            Q_EMIT fileRequested(m_file->path());
    });
    m_text->setObjectName(QStringLiteral("lensText"));
    m_text->setMinimumHeight(fontMetrics().height() * 6);
    m_text->setPlaceholderText(tr("Type or paste a text in any script. Token boundaries appear as you stop typing."));
    m_form->addRow(withTip(m_text, tr("Text"), tr("The prompt. Select a passage and press \u201CMark as needle\u201D to see which heads look at it.")), m_text);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        m_text->setExtraSelections({});
        edited();
    });
    m_needle->setObjectName(QStringLiteral("lensNeedle"));
    auto* mark = new QToolButton(this);
    mark->setObjectName(QStringLiteral("lensMarkNeedle"));
    mark->setIcon(ui::icon(QStringLiteral("pin")));
    withTip(mark, tr("Mark as needle"), tr("Take what is selected in the text as the needle"));
    connect(mark, &QToolButton::clicked, this, [this] {
        const auto selected = m_text->textCursor().selectedText().replace(QChar(QChar::ParagraphSeparator), QLatin1Char('\n'));
        if (!selected.isEmpty())
            m_needle->setText(selected);
    });
    m_form->addRow(withTip(m_needle, tr("Needle"), tr("A passage of the text that must be found; may stay empty")), row({m_needle, mark}, 0));
    connect(m_needle, &QLineEdit::textChanged, this, [this] { edited(); });
    m_answer->setObjectName(QStringLiteral("lensAnswer"));
    m_form->addRow(withTip(m_answer, tr("Answer"), tr("What should come next; its tokens are scored. May stay empty.")), m_answer);
    connect(m_answer, &QLineEdit::textChanged, this, [this] { edited(); });
}

QWidget* PromptPanel::makeCapture()
{
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    for (auto* label : {m_size, m_warning, m_progressText, m_matricesHint}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_size->setObjectName(QStringLiteral("lensSize"));
    m_warning->setObjectName(QStringLiteral("lensWarning"));
    m_fit->setObjectName(QStringLiteral("lensFit"));
    m_fit->setToolTip(tr("Take the longest prompt that fits into memory now"));
    m_matrices->setObjectName(QStringLiteral("lensMatrices"));
    m_matrices->setToolTip(tr("Keeps the whole matrix of every head, pooled. Without it, the matrix of a head is made when you look at it."));
    m_matricesHint->setObjectName(QStringLiteral("lensMatricesHint"));
    m_capture->setObjectName(QStringLiteral("lensCapture"));
    m_capture->setToolTip(tr("Runs the prompt through the checkpoint and keeps where every head looks (Ctrl+Return)"));
    m_cancel->setObjectName(QStringLiteral("lensCancel"));
    m_cancel->setToolTip(tr("Stops the capture; what is shown stays"));
    m_bar->setObjectName(QStringLiteral("lensProgress"));
    m_bar->setRange(0, 1000);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress of the capture"));
    m_progressText->setObjectName(QStringLiteral("lensProgressText"));
    layout->addWidget(m_size);
    layout->addWidget(m_warning);
    layout->addWidget(m_fit, 0, Qt::AlignLeft);
    layout->addWidget(m_matrices);
    layout->addWidget(m_matricesHint);
    layout->addWidget(row({m_capture, m_cancel}, 0));
    layout->addWidget(m_bar);
    layout->addWidget(m_progressText);
    connect(m_capture, &QPushButton::clicked, this, &PromptPanel::captureRequested);
    connect(m_cancel, &QPushButton::clicked, this, &PromptPanel::cancelRequested);
    connect(m_matrices, &QCheckBox::toggled, this, [this] {
        showHints();
        edited();
    });
    connect(m_fit, &QPushButton::clicked, this, [this] {
        if (m_preview && m_preview->longest > 0)
            m_length->setCurrentText(ui::count(double(m_preview->longest)));
    });
    setBusy(false);
    return box;
}

void PromptPanel::setRowVisible(QWidget* field, bool visible) { m_form->setRowVisible(field, visible); }

inspect::PromptKind PromptPanel::kind() const { return m_kind->currentIndex() >= kFileKind ? inspect::PromptKind::Text : inspect::PromptKind(m_kind->currentIndex()); }

qint64 PromptPanel::length() const { return lengthOf(m_length->currentText()); }

void PromptPanel::kindChanged()
{
    const bool own = kind() == inspect::PromptKind::Text;
    for (auto* field : {static_cast<QWidget*>(m_length), static_cast<QWidget*>(m_times), m_depthRow, m_seedRow, static_cast<QWidget*>(m_digits)})
        setRowVisible(field, !own);
    setRowVisible(m_file, m_kind->currentIndex() == kFileKind);
    for (auto* field : {static_cast<QWidget*>(m_text), m_needle->parentWidget(), static_cast<QWidget*>(m_answer)})
        setRowVisible(field, own);
    enableCapture();
}

void PromptPanel::lengthChanged()
{
    const auto asked = length();
    enableCapture();
    if (asked < 0) {
        m_preview.reset();
        showHints();
        m_times->setText(tr("Type a number of tokens from 1 to %1.").arg(ui::count(double(kLongestLength))));
        return;
    }
    std::int64_t trained = m_preview ? m_preview->info.trainedLength : -1;
    for (const auto& one : std::as_const(m_runs))
        if (trained <= 0 && one.path == run())
            trained = one.trainedLength;
    m_times->setText(trained > 0 ? tr("%1 × the training length of %2 tokens").arg(ui::significant(double(asked) / double(trained), 3), ui::count(double(trained))) : tr("The training length is not known."));
}

bool PromptPanel::rotates() const
{
    return std::any_of(m_runs.begin(), m_runs.end(), [path = run()](const auto& one) { return one.path == path && one.rotates; });
}

void PromptPanel::showRope() { setRowVisible(m_rope, rotates()); }

void PromptPanel::edited()
{
    if (m_filling)
        return;
    m_later.start();
    showHints();
}

void PromptPanel::setRuns(const QVector<LensRun>& runs)
{
    const auto before = run();
    m_runs = runs;
    m_filling = true;
    m_run->clear();
    for (const auto& one : runs)
        m_run->addItem(one.title, one.path);
    if (runs.isEmpty())
        m_run->addItem(tr("No run is selected"), QString());
    m_run->setCurrentIndex(std::max(0, m_run->findData(before)));
    m_filling = false;
    m_run->setEnabled(!runs.isEmpty());
    if (run() != before) {
        m_chosenStep.clear();
        m_checkpoint->clear();
        m_preview.reset();
        Q_EMIT runChanged(run());
        edited();
    }
    lengthChanged();
    showRope();
    setBusy(m_isBusy);
}

void PromptPanel::selectRun(const QString& path)
{
    if (const int index = m_run->findData(path); index >= 0)
        m_run->setCurrentIndex(index);
}

QString PromptPanel::run() const { return m_run->currentData().toString(); }
QString PromptPanel::runTitle() const { return m_run->currentText(); }

void PromptPanel::setCheckpoints(const QString& path, const QVector<qint64>& steps)
{
    if (path != run())
        return;
    const auto before = m_checkpoint->currentData().toString();
    m_filling = true;
    m_checkpoint->clear();
    // The newest first, named by its step: a training may write a newer one while people look.
    for (auto step = steps.crbegin(); step != steps.crend(); ++step)
        m_checkpoint->addItem(step == steps.crbegin() ? tr("Step %1 (latest)").arg(ui::count(double(*step))) : tr("Step %1").arg(ui::count(double(*step))), QString::number(*step));
    if (steps.isEmpty())
        m_checkpoint->addItem(tr("Latest"), QStringLiteral("latest"));
    m_checkpoint->setCurrentIndex(std::max(0, m_checkpoint->findData(m_chosenStep)));
    m_filling = false;
    if (m_checkpoint->currentData().toString() != before)
        edited();
}

LensWish PromptPanel::wish() const
{
    LensWish wish;
    wish.source.run = run().toStdString();
    const auto step = m_checkpoint->currentData().toString();
    wish.source.checkpoint = step.isEmpty() ? "latest" : step.toStdString();
    wish.prompt.kind = kind();
    wish.prompt.length = std::max<qint64>(length(), 1);
    wish.prompt.depth = m_depth->value() / 100.0;
    wish.prompt.digits = m_digits->value();
    wish.prompt.seed = m_seed->value();
    if (kind() == inspect::PromptKind::Text) {
        wish.prompt.text = m_text->toPlainText().toStdString();
        wish.prompt.answer = m_answer->text().toStdString();
        wish.prompt.needle = m_needle->text().toStdString();
    }
    wish.matrices = m_matrices->isChecked();
    if (rotates())
        wish.ropeScaling = m_rope->scaling();
    return wish;
}

void PromptPanel::setPrompt(const inspect::PromptSpec& spec)
{
    m_kind->setCurrentIndex(int(spec.kind));
    m_length->setCurrentText(ui::count(double(spec.length)));
    m_depth->setValue(int(std::lround(spec.depth * 100)));
    m_seed->setValue(int(spec.seed));
    m_digits->setValue(int(spec.digits));
    if (spec.kind == inspect::PromptKind::Text) {
        m_text->setPlainText(QString::fromStdString(spec.text));
        m_answer->setText(QString::fromStdString(spec.answer));
        m_needle->setText(QString::fromStdString(spec.needle));
    }
}

void PromptPanel::setText(const QString& text) { m_text->setPlainText(text); }

void PromptPanel::showPreview(const LensPreview& preview)
{
    if (QString::fromStdString(preview.info.source.run.string()) != run())
        return;
    m_preview = preview;
    lengthChanged();
    showHints();
    if (preview.prompt && kind() == inspect::PromptKind::Text)
        showBoundaries(*preview.prompt);
}

void PromptPanel::showNoPreview()
{
    m_preview.reset();
    showHints();
}

void PromptPanel::showBoundaries(const inspect::Prompt& prompt)
{
    const auto spans = tokenSpans(m_text->toPlainText(), prompt.pieces, kMostBoundaries);
    const auto base = palette().color(QPalette::Base), blue = ui::isDark(palette()) ? QColor(0x56, 0xB4, 0xE9) : QColor(0x00, 0x72, 0xB2);
    QList<QTextEdit::ExtraSelection> selections;
    for (std::size_t n = 0; n < spans.size(); ++n) {
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(m_text->document());
        selection.cursor.setPosition(spans[n].first);
        selection.cursor.setPosition(spans[n].second, QTextCursor::KeepAnchor);
        selection.format.setBackground(ui::mixed(base, blue, n % 2 == 0 ? 0.14 : 0.34));
        selections.append(selection);
    }
    m_text->setExtraSelections(selections);
}

/// What is known of the prompt that the panel describes now.
void PromptPanel::showHints()
{
    const bool known = m_preview && !m_later.isActive();
    m_size->setText(known && m_preview->prompt ? tr("%Ln token(s)", nullptr, int(m_preview->prompt->length())) + (m_preview->prompt->title.empty() ? QString() : QStringLiteral(": ") + QString::fromStdString(m_preview->prompt->title))
                                               : QString());
    m_size->setVisible(!m_size->text().isEmpty());
    QString warning;
    bool fits = true;
    if (known && m_preview->problem)
        warning = ui::coreText(m_preview->problem->cause()) + QLatin1Char(' ') + ui::coreText(m_preview->problem->hint());
    else if (known && m_preview->prompt && m_preview->longest >= 0 && m_preview->prompt->length() > m_preview->longest) {
        fits = false;
        warning = tr("This prompt of %1 tokens needs more memory than is free; %2 would fit.").arg(ui::count(double(m_preview->prompt->length())), ui::count(double(m_preview->longest)));
    }
    m_warning->setText(warning.toHtmlEscaped());
    m_warning->setVisible(!warning.isEmpty());
    m_fit->setVisible(!fits && kind() != inspect::PromptKind::Text && m_preview->longest > 0);
    if (!fits)
        m_fit->setText(tr("Use %1 tokens").arg(ui::count(double(m_preview->longest))));
    const auto tokens = known && m_preview->prompt ? m_preview->prompt->length() : length();
    QString hint;
    if (m_matrices->isChecked() && m_preview && tokens > 0) {
        const auto& model = m_preview->info.model;
        const inspect::CaptureRequest request{.prompt = {}, .matrices = true};
        hint = tr("Takes about three times as long, and %1 of memory.").arg(ui::bytes(double(inspect::AttentionPyramid::bytesFor(tokens, inspect::tilesOf(model, tokens, request))) * double(model.layers * model.heads)));
    }
    m_matricesHint->setText(hint);
    m_matricesHint->setVisible(!hint.isEmpty());
}

bool PromptPanel::canCapture() const { return !m_isBusy && !run().isEmpty() && (kind() == inspect::PromptKind::Text || length() > 0); }

void PromptPanel::enableCapture() { m_capture->setEnabled(canCapture()); }

void PromptPanel::setBusy(bool busy)
{
    m_isBusy = busy;
    enableCapture();
    m_cancel->setVisible(busy);
    m_bar->setVisible(busy);
    m_progressText->setVisible(busy);
    if (busy) {
        m_bar->setRange(0, 0);
        m_progressText->setText(tr("Starting"));
    }
}

void PromptPanel::showProgress(const Progress& progress, const QString& what)
{
    const double fraction = ui::progressFraction(progress);
    m_bar->setRange(0, fraction >= 0 ? 1000 : 0);
    if (fraction >= 0)
        m_bar->setValue(int(1000 * fraction));
    auto text = ui::progressText(progress);
    if (!what.isEmpty())
        text = tr("%1: %2", "1: what is being run; 2: what is being done").arg(what, text);
    m_progressText->setText(text);
}

QByteArray PromptPanel::saveSettings() const
{
    return QJsonDocument(QJsonObject{{QStringLiteral("kind"), m_kind->currentIndex() % kFileKind}, {QStringLiteral("length"), double(std::max<qint64>(length(), 1))}, {QStringLiteral("depth"), m_depth->value()},
                             {QStringLiteral("seed"), m_seed->value()}, {QStringLiteral("digits"), m_digits->value()}, {QStringLiteral("rope"), m_rope->saved()}})
        .toJson(QJsonDocument::Compact);
}

void PromptPanel::restoreSettings(const QByteArray& settings)
{
    const auto saved = QJsonDocument::fromJson(settings).object();
    if (saved.isEmpty())
        return;
    const auto number = [&](const char* key, int otherwise) { return saved.value(QLatin1String(key)).toInt(otherwise); };
    m_kind->setCurrentIndex(std::clamp(number("kind", 0), 0, kFileKind - 1));
    m_length->setCurrentText(ui::count(std::clamp(number("length", int(kFirstLength)), 1, int(kLongestLength))));
    m_depth->setValue(number("depth", 50));
    m_seed->setValue(number("seed", 0));
    m_digits->setValue(number("digits", 5));
    m_rope->restore(saved[QLatin1String("rope")].toObject());
}

}  // namespace bam::views
