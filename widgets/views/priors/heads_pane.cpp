// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/priors/heads_pane.h"

#include "widgets/common/time_scrubber.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr int kSoonMs = 100;

QComboBox* makeBox(QWidget* parent, const char* name, const QString& title, const QString& tip)
{
    auto* box = new QComboBox(parent);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(title);
    box->setToolTip(tip);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(6);
    return box;
}

/// Leaves a list alone that is right already: it may be open.
void fillList(QComboBox& box, const QVector<std::pair<QString, QString>>& entries, const QString& current)
{
    const QSignalBlocker quiet(box);
    bool same = box.count() == entries.size();
    for (int i = 0; same && i < box.count(); ++i)
        same = box.itemText(i) == entries[i].first && box.itemData(i).toString() == entries[i].second;
    if (!same) {
        box.clear();
        for (const auto& [title, path] : entries)
            box.addItem(title, path);
    }
    if (const int index = std::max(0, box.findData(current)); index != box.currentIndex())
        box.setCurrentIndex(index);
}

}  // namespace

HeadsPane::HeadsPane(QWidget* parent)
    : QWidget(parent)
    , m_panels{new RunPriors(this), new RunPriors(this)}
    , m_scrubber(new TimeScrubber(this))
{
    setObjectName(QStringLiteral("headsPane"));
    makeBar();
    auto* panels = new QHBoxLayout;
    panels->setSpacing(8);
    for (auto* panel : m_panels)
        panels->addWidget(panel, 1);
    auto* layout = static_cast<QVBoxLayout*>(this->layout());
    layout->addLayout(panels, 1);
    layout->addWidget(m_scrubber);
    for (int which = 0; which < 2; ++which) {
        auto* panel = m_panels[which];
        connect(panel, &RunPriors::hovered, this, [this](const MaybeHead& head) {
            setHighlight(head);
            Q_EMIT hovered(head);
        });
        connect(panel, &RunPriors::chosen, this, [this, which](inspect::HeadId head, bool compare) {
            const auto runs = shown();
            if (std::size_t(which) >= runs.size())
                return;
            if (const auto prior = priorOf(std::size_t(which), head)) {
                const auto* run = runs[std::size_t(which)];
                const auto index = run->history.indexAt(step());
                Q_EMIT headChosen({run->path, run->title, head, run->history.step(index)}, *prior, run->trainedLength, compare);
            }
        });
        connect(panel, &RunPriors::stepPicked, this, [this](double step) { m_scrubber->setStep(step); });
        for (QWidget* target : std::initializer_list<QWidget*>{&panel->grid(), &panel->plane(), &panel->series()}) {
            auto* space = new QAction(target);
            space->setShortcut(Qt::Key_Space);
            space->setShortcutContext(Qt::WidgetShortcut);
            connect(space, &QAction::triggered, this, [this] { m_scrubber->setPlaying(!m_scrubber->isPlaying()); });
            target->addAction(space);
        }
    }
    connect(m_scrubber, &TimeScrubber::stepChanged, this, &HeadsPane::refresh);
    connect(m_scrubber, &TimeScrubber::playingChanged, this, [this](bool playing) {
        if (!playing)
            refresh();      // puts heads in order again, which stays as it is while they move
    });
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMs);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        fillRunLists();
        updateSteps();
        refresh();
    });
    arrange();
    refresh();
}

HeadsPane::~HeadsPane() = default;

void HeadsPane::makeBar()
{
    m_first = makeBox(this, "firstRun", tr("Run"), tr("The run whose heads are shown: one of those selected in the list"));
    m_second = makeBox(this, "secondRun", tr("Second run"), tr("A second run beside it, on the same axes and colours"));
    m_order = makeBox(this, "headOrder", tr("Order of heads"), tr("How heads are put in order: by layer, from inverted to local, or by how many tokens count"));
    m_shape = makeBox(this, "headShape", tr("What small pictures show"), tr("Small pictures show p(δ), the prior of the query at n, or the bias b(δ), over the logarithm of the distance"));
    m_parameter = makeBox(this, "seriesParameter", tr("Parameter over steps"), tr("Which parameter is drawn over the steps of the training"));
    m_order->addItems({tr("By layer"), tr("By θβ"), tr("By effective context")});
    m_shape->addItems({tr("Prior p(δ)"), tr("Bias b(δ)")});
    for (const auto parameter : {priors::kBeta, priors::kAlpha, priors::kMu, priors::kScale, priors::kR1, priors::kR2})
        m_parameter->addItem(tr("%1 over steps", "1: symbol").arg(parameterTitle(parameter)), int(parameter));
    m_first->setMinimumContentsLength(10);
    m_second->setMinimumContentsLength(10);
    m_versus = new QLabel(tr("beside"), this);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(6);
    bar->addWidget(m_first, 3);
    bar->addWidget(m_versus);
    bar->addWidget(m_second, 3);
    bar->addWidget(m_order, 2);
    bar->addWidget(m_shape, 2);
    bar->addWidget(m_parameter, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(bar);
    connect(m_first, &QComboBox::activated, this, [this] {
        m_firstWanted = m_first->currentData().toString();
        fillRunLists();
        updateSteps();
        refresh();
    });
    connect(m_second, &QComboBox::activated, this, [this] {
        m_secondWanted = m_second->currentData().toString();
        fillRunLists();
        updateSteps();
        refresh();
    });
    connect(m_order, &QComboBox::activated, this, [this](int index) {
        m_settings.order = PriorOrder(index);
        refresh();
    });
    connect(m_shape, &QComboBox::activated, this, [this](int index) {
        m_settings.shape = HeadShape(index);
        refresh();
    });
    connect(m_parameter, &QComboBox::activated, this, [this] {
        m_settings.parameter = priors::Parameter(m_parameter->currentData().toInt());
        m_parameterChosen = true;
        refresh();
    });
}

PriorRun* HeadsPane::find(const QString& path) const
{
    const auto found = std::find_if(m_runs.begin(), m_runs.end(), [&](const auto& run) { return run->path == path; });
    return found == m_runs.end() ? nullptr : found->get();
}

const PriorRun* HeadsPane::runOf(const QComboBox* box) const { return find(box->currentData().toString()); }

void HeadsPane::setRuns(const QVector<PriorRun>& runs)
{
    bool same = runs.size() == qsizetype(m_runs.size());
    for (qsizetype i = 0; same && i < runs.size(); ++i)
        same = m_runs[std::size_t(i)]->sameInfo(runs[i]);
    if (same)
        return;
    std::vector<std::unique_ptr<PriorRun>> next;
    for (const auto& run : runs) {
        auto fresh = std::make_unique<PriorRun>(run);
        if (auto* known = find(run.path); known && run.history.empty())
            fresh->history = std::move(known->history);
        next.push_back(std::move(fresh));
    }
    m_runs.swap(next);      // the old ones live until everything is shown anew
    fillRunLists();
    updateSteps();
    refresh();
}

void HeadsPane::append(priors::PriorPiece&& piece)
{
    auto* run = find(QString::fromStdString(piece.run.string()));
    if (!run)
        return;
    run->history.append(std::move(piece));
    refreshSoon();
}

void HeadsPane::refreshSoon()
{
    if (!m_soon.isActive())
        m_soon.start();
}

/// The first run is what a person chose, or the first that has priors; there is a second one only when it was chosen.
void HeadsPane::fillRunLists()
{
    const auto* chosen = find(m_firstWanted);
    if (!chosen)
        for (const auto& run : m_runs)
            if (whyNoPriors(*run).isEmpty()) {
                chosen = run.get();
                break;
            }
    if (!chosen && !m_runs.empty())
        chosen = m_runs.front().get();
    QVector<std::pair<QString, QString>> first, second{{tr("no second run"), QString()}};
    for (const auto& run : m_runs) {
        first.append({run->title, run->path});
        if (run.get() != chosen)
            second.append({run->title, run->path});
    }
    if (m_runs.empty())
        first.append({tr("no run"), QString()});
    fillList(*m_first, first, chosen ? chosen->path : QString());
    fillList(*m_second, second, m_secondWanted);
    m_first->setEnabled(m_runs.size() > 1);
    m_second->setEnabled(m_runs.size() > 1);
    arrange();
}

void HeadsPane::arrange()
{
    const bool two = shown().size() == 2;
    m_panels[1]->setVisible(two);
    for (auto* panel : m_panels)
        panel->setStacked(two);
}

std::vector<const PriorRun*> HeadsPane::shown() const
{
    std::vector<const PriorRun*> runs;
    for (const auto* box : {m_first, m_second})
        if (const auto* run = runOf(box))
            runs.push_back(run);
    return runs;
}

double HeadsPane::step() const { return m_scrubber->step(); }

/// The steps of all shown runs; each shows its last one before.
void HeadsPane::updateSteps()
{
    std::vector<double> steps;
    bool live = false;
    for (const auto* run : shown()) {
        std::vector<double> merged;
        std::set_union(steps.begin(), steps.end(), run->history.allSteps().begin(), run->history.allSteps().end(), std::back_inserter(merged));
        steps = std::move(merged);
        live = live || run->running;
    }
    const QSignalBlocker quiet(m_scrubber);
    m_scrubber->setSteps(std::move(steps), live);
}

/// A parameter that no shown run has gives way to the one that tells their shape, until a person chooses.
void HeadsPane::chooseParameter(const std::vector<const PriorRun*>& runs)
{
    const auto has = [&](priors::Parameter parameter) { return std::any_of(runs.begin(), runs.end(), [&](const auto* run) { return run->history.has(parameter); }); };
    if (m_parameterChosen || has(m_settings.parameter))
        return;
    for (const auto* run : runs)
        if (const auto shape = planeOf(*run).first; has(shape)) {
            m_settings.parameter = shape;
            m_parameter->setCurrentIndex(m_parameter->findData(int(shape)));
            return;
        }
}

void HeadsPane::refresh()
{
    const auto runs = shown();
    chooseParameter(runs);
    m_parameter->setEnabled(std::any_of(runs.begin(), runs.end(), [](const auto* run) { return hasTrajectories(*run); }));
    const auto scale = scaleOf(runs, m_settings.parameter);
    for (std::size_t which = 0; which < 2; ++which)
        m_panels[which]->show(which < runs.size() ? runs[which] : nullptr, step(), m_settings, scale, !m_scrubber->isPlaying());
    setChosen(m_chosen);
    Q_EMIT changed();
}

void HeadsPane::setKeys(std::int64_t keys)
{
    if (m_settings.keys == keys)
        return;
    m_settings.keys = keys;
    refreshSoon();
}

void HeadsPane::setHighlight(const MaybeHead& head)
{
    for (auto* panel : m_panels)
        panel->setHighlight(head);
}

void HeadsPane::setChosen(const std::optional<HeadOrigin>& origin)
{
    m_chosen = origin;
    const auto runs = shown();
    for (std::size_t which = 0; which < 2; ++which)
        m_panels[which]->setChosen(origin && which < runs.size() && runs[which]->path == origin->run ? MaybeHead(origin->head) : MaybeHead());
}

std::optional<priors::Prior> HeadsPane::priorOf(std::size_t which, inspect::HeadId head) const
{
    const auto runs = shown();
    if (which >= runs.size() || runs[which]->history.empty())
        return {};
    return priorOfHead(*runs[which], runs[which]->history.indexAt(step()), head);
}

std::vector<figures::Figure> HeadsPane::figures() const
{
    std::vector<const PriorRun*> runs;
    std::vector<figures::Figure> figures;
    for (const auto* run : shown())
        if (whyNoPriors(*run).isEmpty())
            runs.push_back(run);
    const double limit = colorLimitOf(runs);
    for (const auto* run : runs)
        figures.push_back(headsFigure(*run, headCellsOf(*run, run->history.indexAt(step()), m_settings.keys, m_settings.shape, m_settings.order), m_settings.shape, limit, step()));
    std::erase_if(runs, [](const auto* run) { return !hasTrajectories(*run); });
    if (!runs.empty()) {
        figures.push_back(planeFigure(runs, step(), limit));
        figures.push_back(seriesFigure(runs, m_settings.parameter, step(), limit));
    }
    return figures;
}

}  // namespace bam::views
