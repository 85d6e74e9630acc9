// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/text/text_view.h"

#include "widgets/common/described.h"
#include "widgets/common/format.h"
#include "widgets/common/icons.h"
#include "widgets/common/rope_choice.h"
#include "widgets/views/text/text_output.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDateTime>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QSplitter>
#include <QTextCharFormat>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bam::views {
namespace {

using ui::withTip;

constexpr int kFlushMs = 50;

}  // namespace

QStringList TextWish::flags() const
{
    QStringList flags{run, QStringLiteral("--checkpoint"), checkpoint.isEmpty() ? QStringLiteral("latest") : checkpoint, QStringLiteral("--tokens"), QString::number(tokens),
        QStringLiteral("--temperature"), QString::number(temperature), QStringLiteral("--top_k"), QString::number(topK), QStringLiteral("--top_p"), QString::number(topP), QStringLiteral("--seed"),
        QString::number(seed)};
    if (bos)
        flags.append(QStringLiteral("--bos"));
    if (ropeScaling.isOn())
        flags << QStringLiteral("--rope_scaling") << QString::fromStdString(ropeScaling.method) << QStringLiteral("--rope_factor") << QString::number(ropeScaling.factor, 'g', 10);
    return flags;
}

TextView::TextView(QWidget* parent)
    : QWidget(parent)
    , m_run(new QComboBox(this))
    , m_checkpoint(new QComboBox(this))
    , m_prompt(new QPlainTextEdit(this))
    , m_temperature(new QDoubleSpinBox(this))
    , m_topP(new QDoubleSpinBox(this))
    , m_topK(new QSpinBox(this))
    , m_seed(new QSpinBox(this))
    , m_tokens(new QSpinBox(this))
    , m_bos(new QCheckBox(tr("Beginning mark"), this))
    , m_rope(new ui::RopeChoice(QStringLiteral("textRope"), this))
    , m_write(new QPushButton(ui::icon(QStringLiteral("play")), tr("&Write"), this))
    , m_stop(new QPushButton(ui::icon(QStringLiteral("stop")), tr("St&op"), this))
    , m_copy(new QPushButton(ui::icon(QStringLiteral("copy")), tr("&Copy"), this))
    , m_output(new TextOutput(this))
    , m_status(new QLabel(this))
{
    setObjectName(QStringLiteral("textView"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setObjectName(QStringLiteral("textSplitter"));
    splitter->setChildrenCollapsible(false);
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(makeSettings());
    area->setMinimumWidth(fontMetrics().averageCharWidth() * 40);
    splitter->addWidget(area);
    auto* right = new QWidget(this);
    auto* column = new QVBoxLayout(right);
    m_output->setObjectName(QStringLiteral("textOutput"));
    m_output->setPlaceholderText(tr("What the model writes appears here, token by token."));
    withTip(m_output, tr("Text"), tr("The prompt, and in full colour what the model wrote after it"));
    column->addWidget(m_output, 1);
    auto* row = new QHBoxLayout;
    m_status->setObjectName(QStringLiteral("textStatus"));
    m_status->setWordWrap(true);
    m_status->setMinimumWidth(fontMetrics().averageCharWidth() * 30);
    row->addWidget(m_status, 1);
    m_copy->setObjectName(QStringLiteral("textCopy"));
    withTip(m_copy, tr("Copy"), tr("Puts prompt and text on the clipboard"));
    connect(m_copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(text()); });
    // Beside the text, where they are in sight however low the pane is.
    m_write->setObjectName(QStringLiteral("textWrite"));
    m_stop->setObjectName(QStringLiteral("textStop"));
    withTip(m_write, tr("Write"), tr("Lets the model write on after the prompt (Ctrl+Enter)"));
    withTip(m_stop, tr("Stop"), tr("Ends the text after this token"));
    for (auto* button : {m_write, m_stop, m_copy})
        row->addWidget(button);
    column->addLayout(row);
    splitter->addWidget(right);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    layout->addWidget(splitter);
    setFocusProxy(m_prompt);
    m_flush.setSingleShot(true);
    m_flush.setInterval(kFlushMs);
    connect(&m_flush, &QTimer::timeout, this, &TextView::flush);
    setRuns({});
}

QWidget* TextView::makeSettings()
{
    auto* box = new QWidget(this);
    auto* form = m_form = new QFormLayout(box);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_run->setObjectName(QStringLiteral("textRun"));
    m_checkpoint->setObjectName(QStringLiteral("textCheckpoint"));
    for (auto* combo : {m_run, m_checkpoint}) {
        combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        combo->setMinimumContentsLength(8);
    }
    form->addRow(withTip(m_run, tr("Run"), tr("Which of the runs selected in the list writes")), m_run);
    form->addRow(withTip(m_checkpoint, tr("Checkpoint"), tr("The step whose weights are used")), m_checkpoint);
    connect(m_run, &QComboBox::currentIndexChanged, this, [this] {
        if (m_filling)
            return;
        m_chosenStep.clear();
        m_checkpoint->clear();
        showRope();
        Q_EMIT checkpointsWanted(run());
        showState();
    });
    connect(m_checkpoint, &QComboBox::activated, this, [this] { m_chosenStep = m_checkpoint->currentData().toString(); });
    m_prompt->setObjectName(QStringLiteral("textPrompt"));
    m_prompt->setPlaceholderText(tr("Type what the model goes on from."));
    m_prompt->setMinimumHeight(fontMetrics().height() * 5);
    m_prompt->installEventFilter(this);
    form->addRow(withTip(m_prompt, tr("Prompt"), tr("What the model goes on from. Ctrl+Enter writes.")), m_prompt);
    connect(m_prompt, &QPlainTextEdit::textChanged, this, &TextView::showState);

    m_temperature->setObjectName(QStringLiteral("textTemperature"));
    m_temperature->setRange(0, 10);
    m_temperature->setSingleStep(0.1);
    m_temperature->setValue(0.8);
    m_temperature->setSpecialValueText(tr("0 (likeliest)"));
    form->addRow(withTip(m_temperature, tr("Temperature"), tr("0 takes the likeliest token each time, 1 draws as the model has learned, more is wilder")), m_temperature);
    m_topK->setObjectName(QStringLiteral("textTopK"));
    m_topK->setRange(0, 1000000);
    m_topK->setSpecialValueText(tr("all"));
    form->addRow(withTip(m_topK, tr("Top-k"), tr("Draws among so many of the likeliest tokens")), m_topK);
    m_topP->setObjectName(QStringLiteral("textTopP"));
    m_topP->setRange(0.01, 1);
    m_topP->setSingleStep(0.05);
    m_topP->setValue(0.95);
    form->addRow(withTip(m_topP, tr("Top-p"), tr("Draws among the likeliest tokens that together have this probability")), m_topP);
    m_seed->setObjectName(QStringLiteral("textSeed"));
    m_seed->setRange(0, 999999);
    auto* another = new QToolButton(this);
    another->setObjectName(QStringLiteral("textNewSeed"));
    another->setIcon(ui::icon(QStringLiteral("refresh")));
    withTip(another, tr("New seed"), tr("Another text: the next seed"));
    connect(another, &QToolButton::clicked, this, [this] { m_seed->setValue(m_seed->value() + 1); });
    auto* seedRow = new QHBoxLayout;
    seedRow->addWidget(m_seed, 1);
    seedRow->addWidget(another);
    form->addRow(withTip(m_seed, tr("Seed"), tr("Equal seeds write equal texts")), seedRow);
    m_tokens->setObjectName(QStringLiteral("textTokens"));
    m_tokens->setRange(1, 1000000);
    m_tokens->setValue(200);
    form->addRow(withTip(m_tokens, tr("Tokens"), tr("Most tokens that are written; a model may end by itself before")), m_tokens);
    m_bos->setObjectName(QStringLiteral("textBos"));
    withTip(m_bos, tr("Beginning mark"), tr("Begins with the tokenizer's beginning-of-sequence piece; take what the model saw in training"));
    form->addRow(m_bos);
    form->addRow(tr("RoPE scaling"), m_rope);
    connect(m_write, &QPushButton::clicked, this, &TextView::write);
    connect(m_stop, &QPushButton::clicked, this, &TextView::stopRequested);
    return box;
}

void TextView::setRuns(const QVector<TextRun>& runs)
{
    const auto before = run();
    if (runs != m_runs || m_run->count() == 0) {
        m_runs = runs;
        m_filling = true;
        m_run->clear();
        for (const auto& one : runs)
            m_run->addItem(one.title, one.path);
        m_run->setCurrentIndex(std::max(0, m_run->findData(before)));
        m_run->setEnabled(!runs.isEmpty());
        m_filling = false;
    }
    if (run() != before) {
        m_chosenStep.clear();
        m_checkpoint->clear();
        Q_EMIT checkpointsWanted(run());
    }
    showRope();
    showState();
}

bool TextView::rotates() const
{
    return std::any_of(m_runs.begin(), m_runs.end(), [path = run()](const auto& one) { return one.path == path && one.rotates; });
}

void TextView::showRope() { m_form->setRowVisible(m_rope, rotates()); }

QString TextView::run() const { return m_run->currentData().toString(); }

void TextView::setCheckpoints(const QString& run, const QVector<qint64>& steps)
{
    if (run != this->run())
        return;
    m_checkpoint->clear();
    m_checkpoint->addItem(tr("Latest"), QStringLiteral("latest"));
    for (auto step = steps.crbegin(); step != steps.crend(); ++step)
        m_checkpoint->addItem(tr("Step %1").arg(ui::count(double(*step))), QString::number(*step));
    m_checkpoint->setCurrentIndex(std::max(0, m_checkpoint->findData(m_chosenStep)));
}

TextWish TextView::wish() const
{
    return {run(), m_checkpoint->currentData().toString(), m_prompt->toPlainText(), m_tokens->value(), m_temperature->value(), m_topP->value(), m_topK->value(), m_seed->value(), m_bos->isChecked(),
        rotates() ? m_rope->scaling() : encoding::RopeScaling{}};
}

bool TextView::canWrite() const { return !m_isBusy && !run().isEmpty() && (!m_prompt->toPlainText().isEmpty() || m_bos->isChecked()); }

void TextView::showState()
{
    m_write->setEnabled(canWrite());
    m_stop->setEnabled(m_isBusy);
    m_copy->setEnabled(!m_output->text().isEmpty());
    if (run().isEmpty() && !m_isBusy)
        m_status->setText(tr("Select a run in the list: its model writes here."));
    else if (m_status->text() == tr("Select a run in the list: its model writes here."))
        m_status->clear();
}

void TextView::write()
{
    if (canWrite())
        Q_EMIT writeRequested(wish());
}

void TextView::begin()
{
    m_isBusy = true;
    m_pieces = 0;
    m_begun = 0;
    m_flush.stop();
    m_waiting.clear();
    m_output->clearText();
    // The prompt in the colour of hints, the text in that of texts.
    QTextCharFormat quiet;
    quiet.setForeground(palette().color(QPalette::PlaceholderText));
    m_output->add(m_prompt->toPlainText(), quiet);
    m_status->setText(tr("The model is being loaded…"));
    showState();
}

void TextView::showReading(const Progress& progress)
{
    m_status->setText(tr("The prompt is being read: %1 of %2 tokens").arg(ui::count(progress.done), ui::count(progress.total)));
}

void TextView::append(const QString& text)
{
    if (m_pieces++ == 0)
        m_begun = QDateTime::currentMSecsSinceEpoch();
    m_waiting += text;
    if (!m_flush.isActive())
        m_flush.start();
}

void TextView::flush()
{
    m_flush.stop();
    auto* bar = m_output->verticalScrollBar();
    const bool atEnd = bar->value() >= bar->maximum() - 4;
    QTextCharFormat plain;
    plain.setForeground(palette().color(QPalette::Text));
    m_output->add(std::exchange(m_waiting, {}), plain);
    if (atEnd)      // whoever scrolled up reads there
        bar->setValue(bar->maximum());
    const double seconds = double(QDateTime::currentMSecsSinceEpoch() - m_begun) / 1000;
    m_status->setText(tokensText(double(m_pieces), seconds > 0.2 ? double(m_pieces - 1) / seconds : 0));
}

QString TextView::tokensText(double tokens, double perSecond)
{
    if (!(perSecond > 0))
        return tr("%1 tokens").arg(ui::count(tokens));
    return tr("%1 tokens, %2 tokens/s").arg(ui::count(tokens), perSecond < 100 ? ui::significant(perSecond, 3) : ui::count(std::round(perSecond)));
}

void TextView::end(const QString& summary)
{
    m_isBusy = false;
    flush();
    m_status->setText(summary);
    showState();
}

QString TextView::text() const { return m_output->text() + m_waiting; }

bool TextView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_prompt && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && key->modifiers().testFlag(Qt::ControlModifier)) {
            write();
            return true;
        }
        if (key->key() == Qt::Key_Escape && m_isBusy) {
            Q_EMIT stopRequested();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

QByteArray TextView::saveSettings() const
{
    return QJsonDocument(QJsonObject{{"prompt", m_prompt->toPlainText().left(100000)}, {"temperature", m_temperature->value()}, {"top_k", m_topK->value()}, {"top_p", m_topP->value()},
                             {"seed", m_seed->value()}, {"tokens", m_tokens->value()}, {"bos", m_bos->isChecked()}, {"rope", m_rope->saved()}})
        .toJson(QJsonDocument::Compact);
}

void TextView::restoreSettings(const QByteArray& settings)
{
    const auto saved = QJsonDocument::fromJson(settings).object();
    m_prompt->setPlainText(saved[QLatin1String("prompt")].toString());
    m_temperature->setValue(saved[QLatin1String("temperature")].toDouble(m_temperature->value()));
    m_topK->setValue(saved[QLatin1String("top_k")].toInt(m_topK->value()));
    m_topP->setValue(saved[QLatin1String("top_p")].toDouble(m_topP->value()));
    m_seed->setValue(saved[QLatin1String("seed")].toInt(m_seed->value()));
    m_tokens->setValue(saved[QLatin1String("tokens")].toInt(m_tokens->value()));
    m_bos->setChecked(saved[QLatin1String("bos")].toBool());
    m_rope->restore(saved[QLatin1String("rope")].toObject());
}

}  // namespace bam::views
