// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/attention_compare.h"

#include "widgets/common/format.h"
#include "widgets/common/icons.h"
#include "widgets/figures/figure_plot.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace bam::views {
namespace {

using State = ComparedCapture::State;

constexpr int kLongestPrompt = 1 << 20;
enum HeadMode { BestHead, OneHead, AllHeads };

}  // namespace

AttentionCompare::AttentionCompare(QWidget* parent)
    : QWidget(parent)
    , m_state(new QLabel(this))
    , m_notes(new QLabel(this))
    , m_empty(new QLabel(this))
    , m_pages(new QStackedWidget(this))
    , m_plot(new figures::FigurePlot(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(makeControls());
    layout->addWidget(m_state);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_notes);
    m_state->setObjectName(QStringLiteral("attentionState"));
    m_notes->setObjectName(QStringLiteral("attentionNotes"));
    m_empty->setObjectName(QStringLiteral("attentionEmpty"));
    for (auto* label : {m_state, m_notes, m_empty}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setMargin(4);
    }
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_empty->setAlignment(Qt::AlignCenter);
    m_plot->setObjectName(QStringLiteral("attentionPlot"));
    m_plot->setAccessibleName(tr("Attention of the runs side by side"));
    auto style = m_plot->figureStyle();
    style.title = false;
    m_plot->setStyle(style);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_plot);
    connect(m_plot, &figures::FigurePlot::figureRequested, this, &AttentionCompare::figureRequested);
    refresh();
}

QSpinBox* AttentionCompare::addNumber(QWidget* bar, const char* name, const QString& label, const QString& tip, int low, int high, int value, const QString& unit)
{
    auto* title = new QLabel(label, bar);
    auto* box = new QSpinBox(bar);
    box->setObjectName(QLatin1String(name));
    box->setRange(low, high);
    box->setValue(value);
    box->setSuffix(unit);
    box->setGroupSeparatorShown(true);
    box->setToolTip(tip);
    title->setToolTip(tip);
    title->setBuddy(box);
    bar->layout()->addWidget(title);
    bar->layout()->addWidget(box);
    return box;
}

QWidget* AttentionCompare::makeControls()
{
    auto* both = new QWidget(this);
    auto* lines = new QVBoxLayout(both);
    lines->setContentsMargins(4, 4, 4, 0);
    lines->setSpacing(2);
    const auto line = [&] {
        auto* bar = new QWidget(both);
        auto* layout = new QHBoxLayout(bar);
        layout->setContentsMargins(0, 0, 0, 0);
        lines->addWidget(bar);
        return bar;
    };
    auto* prompt = line();
    m_length = addNumber(prompt, "promptLength", tr("Prompt"), tr("Tokens of the pass-key prompt; whole filler sentences meet it and never exceed it"), 64, kLongestPrompt, 1024, tr(" tokens"));
    m_length->setSingleStep(512);
    m_depth = addNumber(prompt, "promptDepth", tr("depth"), tr("Where the key stands: 0 % at the beginning, 100 % at the end"), 0, 100, 50, tr(" %"));
    m_seed = addNumber(prompt, "promptSeed", tr("seed"), tr("Of the key: equal seeds give every run the same prompt"), 0, 1000000000, 0, QString());
    m_go = new QPushButton(ui::icon(QStringLiteral("eye")), tr("Look"), prompt);
    m_go->setObjectName(QStringLiteral("attentionGo"));
    connect(m_go, &QPushButton::clicked, this, &AttentionCompare::start);
    prompt->layout()->addWidget(m_go);
    static_cast<QHBoxLayout*>(prompt->layout())->addStretch(1);
    auto* shown = line();
    m_heads = new QComboBox(shown);
    m_heads->setObjectName(QStringLiteral("headMode"));
    m_heads->setAccessibleName(tr("Heads shown"));
    m_heads->setToolTip(tr("Best: of each run the head with most attention on the needle. One: the same layer and head in every run. All: every head, best first."));
    m_heads->addItems({tr("Best head of each run"), tr("One head in all runs"), tr("All heads, best first")});
    shown->layout()->addWidget(m_heads);
    m_layer = addNumber(shown, "headLayer", tr("layer"), tr("Layer of the head, from 0"), 0, 1023, 0, QString());
    m_head = addNumber(shown, "headNumber", tr("head"), tr("Number of the head in its layer, from 0"), 0, 1023, 0, QString());
    m_scale = new QComboBox(shown);
    m_scale->setObjectName(QStringLiteral("attentionScale"));
    m_scale->setAccessibleName(tr("Colour scale"));
    m_scale->setToolTip(tr("How attention becomes colour, the same for all runs: logarithmic shows small weights, linear the large ones"));
    m_scale->addItems({tr("Logarithmic"), tr("Square root"), tr("Linear")});
    shown->layout()->addWidget(m_scale);
    static_cast<QHBoxLayout*>(shown->layout())->addStretch(1);
    for (auto* box : {m_heads, m_scale})
        connect(box, &QComboBox::currentIndexChanged, this, &AttentionCompare::refresh);
    for (auto* box : {m_layer, m_head})
        connect(box, &QSpinBox::valueChanged, this, &AttentionCompare::refresh);
    return both;
}

void AttentionCompare::setRuns(const QVector<Run>& runs)
{
    if (m_runs == runs)
        return;
    m_runs = runs;
    QHash<QString, ComparedCapture> kept;
    for (const auto& run : runs)
        if (m_captures.contains(run.path))
            kept.insert(run.path, m_captures.value(run.path));
    m_captures = std::move(kept);
    refresh();
}

void AttentionCompare::setCapture(const QString& run, const ComparedCapture& capture)
{
    if (std::none_of(m_runs.begin(), m_runs.end(), [&](const auto& one) { return one.path == run; }))
        return;
    const bool drawn = capture.state == State::Done || m_captures.value(run).state == State::Done;
    m_captures.insert(run, capture);
    if (drawn)
        refresh();
    else
        showState();
}

inspect::PromptSpec AttentionCompare::promptSpec() const
{
    inspect::PromptSpec spec;
    spec.length = m_length->value();
    spec.depth = m_depth->value() / 100.0;
    spec.seed = m_seed->value();
    return spec;
}

HeadChoice AttentionCompare::headChoice() const
{
    HeadChoice choice;
    if (m_heads->currentIndex() == OneHead)
        choice.head = inspect::HeadId{m_layer->value(), m_head->value()};
    choice.all = m_heads->currentIndex() == AllHeads;
    choice.scale = m_scale->currentIndex() == 0 ? figures::ColorScale::Log : m_scale->currentIndex() == 1 ? figures::ColorScale::Sqrt : figures::ColorScale::Linear;
    return choice;
}

bool AttentionCompare::isRunning() const
{
    return std::any_of(m_captures.begin(), m_captures.end(), [](const auto& one) { return one.state == State::Waiting || one.state == State::Running; });
}

void AttentionCompare::start()
{
    if (isRunning()) {
        Q_EMIT captureStopRequested();
        return;
    }
    QStringList runs;
    for (const auto& run : m_runs.mid(0, kMostRuns)) {
        runs.append(run.path);
        m_captures.insert(run.path, {State::Waiting, {}, {}});
    }
    if (runs.isEmpty())
        return;
    refresh();
    Q_EMIT capturesWanted(runs, promptSpec());
}

std::vector<AttentionColumn> AttentionCompare::columns() const
{
    std::vector<AttentionColumn> columns;
    for (const auto& run : m_runs)
        if (const auto capture = m_captures.value(run.path); capture.state == State::Done && capture.capture)
            columns.push_back({run.path, run.title, capture.capture});
    return columns;
}

bool AttentionCompare::hasFigure() const { return !columns().empty(); }

figures::Figure AttentionCompare::figure() const { return hasFigure() ? m_plot->shownFigure() : figures::Figure(); }

void AttentionCompare::refresh()
{
    const bool one = m_heads->currentIndex() == OneHead;
    m_layer->setEnabled(one);
    m_head->setEnabled(one);
    const auto shown = columns();
    m_pages->setCurrentWidget(shown.empty() ? static_cast<QWidget*>(m_empty) : m_plot);
    if (!shown.empty())
        m_plot->setFigure(attentionFigure(shown, headChoice(), 1024, m_provenance));
    const auto notes = attentionNotes(shown, headChoice());
    m_notes->setText(notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!notes.isEmpty());
    showState();
    Q_EMIT figureChanged();
}

void AttentionCompare::showState()
{
    const bool running = isRunning();
    m_go->setText(running ? tr("Stop") : tr("Look"));
    m_go->setIcon(ui::icon(running ? QStringLiteral("stop") : QStringLiteral("eye")));
    m_go->setToolTip(running ? tr("Stop looking into the runs that are not done yet") : tr("Run the prompt through the last checkpoint of every run and show where the answer looks"));
    m_go->setEnabled(running || !m_runs.isEmpty());
    QStringList lines;
    int waiting = 0;
    for (const auto& run : m_runs) {
        const auto capture = m_captures.value(run.path);
        if (capture.state == State::Running)
            lines += tr("%1: %2", "a run and how far it is").arg(run.title, capture.text);
        else if (capture.state == State::Failed)
            lines += tr("%1 could not be looked into: %2").arg(run.title, capture.text);
        waiting += capture.state == State::Waiting;
    }
    if (waiting > 0)
        lines += tr("%n run(s) waiting", nullptr, waiting);
    if (m_runs.size() > kMostRuns)
        lines += tr("Only the first %n run(s) are looked into at once.", nullptr, kMostRuns);
    m_state->setText(lines.join(QLatin1Char('\n')));
    m_state->setVisible(!lines.isEmpty());
    m_empty->setText(m_runs.isEmpty() ? tr("Select runs in the list to see their attention side by side.")
                                      : running ? tr("Looking into the first run…") : tr("\u201cLook\u201d runs one pass-key prompt through every run's last checkpoint and shows, side by side, which tokens its answer attends to."));
}

}  // namespace bam::views
