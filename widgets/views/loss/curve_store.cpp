// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/loss/curve_store.h"

#include "widgets/plots/shades.h"

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr double kSliceMs = 12;             // of a turn of the event loop; one more chunk may follow
constexpr std::size_t kChunk = 8192;        // rows between two looks at the clock
constexpr int kNotifyMs = 50;               // 20 pictures a second

const std::vector<double> kNoX;

/// @param run its factor and revision count
plots::CurveRows rowsOf(const StoredRun& run, const runs::LogColumns& log, const runs::TimeColumn& time, runs::XAxis axis, const std::vector<float>& y, const runs::MinMaxIndex& index, double spacing)
{
    if (axis == runs::XAxis::Time)
        return {&time.of(log.time), 1, &y, &index, 0, run.revision};
    const double factor = run.factor(axis);
    return {std::isfinite(factor) && factor > 0 ? &log.step : &kNoX, factor, &y, &index, spacing, run.revision};
}

const std::vector<float>& valuesOf(const runs::LogColumns& log, std::size_t column)
{
    static const std::vector<float> none;
    return column < log.values.size() ? log.values[column] : none;
}

}  // namespace

plots::CurveRows StoredRun::train(runs::XAxis axis, runs::TrainColumn column) const
{
    return rowsOf(*this, curves.train(), trainTime, axis, valuesOf(curves.train(), column), curves.trainIndex(column), spacing);
}

plots::CurveRows StoredRun::smoothed(runs::XAxis axis, runs::TrainColumn column) const
{
    return rowsOf(*this, curves.train(), trainTime, axis, smoothers[column].values(), smoothedIndex[column], spacing);
}

plots::CurveRows StoredRun::validation(runs::XAxis axis) const
{
    return rowsOf(*this, curves.validation(), validationTime, axis, valuesOf(curves.validation(), 0), curves.validationIndex(), 0);
}

bool StoredRun::isBeyondAxes() const
{
    const auto beyond = [](const std::vector<double>& x) { return !x.empty() && (std::abs(x.front()) > kMostX || std::abs(x.back()) > kMostX); };
    return beyond(curves.train().step) || beyond(curves.validation().step);
}

const QColor& StoredRun::colorOn(const QColor& background) const
{
    if (!m_color.isValid() || m_background != background || !(m_coloredStyle == info.style)) {
        m_coloredStyle = info.style;
        m_background = background;
        m_color = plots::drawnOn(info.style, background);
    }
    return m_color;
}

double StoredRun::xOfStep(runs::XAxis axis, double step) const
{
    if (axis != runs::XAxis::Time)
        return step * factor(axis);
    const auto& steps = curves.train().step;
    const auto& times = trainTime.of(curves.train().time);
    if (steps.empty() || times.size() != steps.size())
        return std::numeric_limits<double>::quiet_NaN();
    const auto row = std::min(std::size_t(std::lower_bound(steps.begin(), steps.end(), step) - steps.begin()), steps.size() - 1);
    if (row == 0 || steps[row] <= step)
        return times[row];
    return times[row - 1] + (times[row] - times[row - 1]) * (step - steps[row - 1]) / (steps[row] - steps[row - 1]);
}

CurveStore::CurveStore(QObject* parent)
    : QObject(parent)
{
    m_worker.setInterval(0);
    connect(&m_worker, &QTimer::timeout, this, &CurveStore::work);
    m_notifier.setSingleShot(true);
    m_notifier.setInterval(kNotifyMs);
    connect(&m_notifier, &QTimer::timeout, this, &CurveStore::rowsChanged);
}

void CurveStore::setRuns(const QVector<CurveRun>& runs)
{
    QHash<QString, std::size_t> known;
    for (std::size_t i = 0; i < m_runs.size(); ++i)
        known.insert(m_runs[i]->info.path, i);
    std::vector<std::unique_ptr<StoredRun>> kept;
    m_runOf.clear();
    for (const auto& info : runs) {
        if (m_runOf.contains(info.path))
            continue;
        const auto found = known.constFind(info.path);
        auto run = found != known.constEnd() ? std::move(m_runs[*found]) : std::make_unique<StoredRun>();
        m_runOf.insert(info.path, run.get());
        run->info = info;
        for (auto& smoother : run->smoothers)
            if (smoother.decay() != m_decay) {
                smoother = runs::Smoother(m_decay);
                ++run->revision;
            }
        kept.push_back(std::move(run));
    }
    m_runs.swap(kept);
    limit();
    Q_EMIT runsChanged();   // before the dropped runs' columns go
}

const StoredRun* CurveStore::append(runs::CurvePiece&& piece)
{
    const auto path = QString::fromStdString(piece.run.string());
    auto* found = stored(path);
    if (!found)
        return nullptr;
    auto& run = *found;
    const int generation = run.curves.generation();
    const auto rows = run.curves.train().rows();
    run.expectedRows = piece.complete ? 0 : std::max(run.expectedRows, piece.expectedRows);
    run.curves.append(std::move(piece));
    if (run.curves.generation() != generation) {
        ++run.revision;
        for (auto& smoother : run.smoothers)
            smoother.clear();
        for (auto& index : run.smoothedIndex)
            index.clear();
        run.trainTime.clear();
        run.validationTime.clear();
        run.spikes.clear();
    }
    run.spacing = spacingOf(run, run.curves.generation() == generation ? rows : 0);
    run.trainTime.extend(run.curves.train().step, run.curves.train().time);
    run.validationTime.extend(run.curves.validation().step, run.curves.validation().time);
    m_settled = false;
    m_worker.start();
    changed();
    return &run;
}

/// @param checked rows that agree with the spacing so far
double CurveStore::spacingOf(const StoredRun& run, std::size_t checked)
{
    const auto& step = run.curves.train().step;
    if (step.size() < 2 || (checked >= 2 && run.spacing == 0))
        return 0;
    const double spacing = step[1] - step[0];
    for (auto row = std::max<std::size_t>(checked, 1); row < step.size(); ++row)
        if (step[row] - step[row - 1] != spacing)
            return 0;
    return spacing;
}

StoredRun* CurveStore::stored(const QString& path) const { return m_runOf.value(path); }

const StoredRun* CurveStore::find(const QString& path) const { return stored(path); }

void CurveStore::setHidden(const QStringList& paths, bool hidden)
{
    for (const auto& path : paths)
        if (auto* run = stored(path))
            run->hidden = hidden;
    limit();
}

void CurveStore::limit()
{
    m_visible = 0;
    for (const auto& run : m_runs)
        run->beyond = !run->hidden && ++m_visible > kMostDrawn;
}

void CurveStore::setSmoothing(double decay, const std::set<runs::TrainColumn>& columns)
{
    m_columns = columns;
    if (decay != m_decay) {
        m_decay = decay;
        for (const auto& run : m_runs) {
            ++run->revision;
            for (int column = 0; column < runs::kTrainColumns; ++column) {
                run->smoothers[std::size_t(column)] = runs::Smoother(decay);
                run->smoothedIndex[std::size_t(column)].clear();
            }
        }
    }
    m_settled = false;
    m_worker.start();
}

std::optional<double> CurveStore::suitingSmoothing() const
{
    double longest = 0, spacing = 0;
    for (const auto& run : m_runs) {
        const auto& step = run->curves.train().step;
        if (step.size() < 2)
            continue;
        const double usual = (step.back() - step.front()) / double(step.size() - 1);
        // Rows still to be read count, so that opening a long run does not smooth it again and again.
        const double length = usual * double(std::max(std::int64_t(step.size()), run->expectedRows) - 1);
        if (!(length > longest && length <= kMostX))
            continue;
        longest = length;
        spacing = usual;
    }
    return longest > 0 ? std::optional(runs::decayForLength(longest, spacing)) : std::nullopt;
}

/// Makes what is missing of a run, until time is up. @returns whether nothing is missing
bool CurveStore::derive(StoredRun& run, double untilMs, const QElapsedTimer& clock)
{
    const auto& log = run.curves.train();
    const auto inTime = [&] { return double(clock.nsecsElapsed()) * 1e-6 < untilMs; };
    for (const auto column : m_columns) {
        if (m_decay <= 0 || std::size_t(column) >= log.values.size())
            continue;
        auto& smoother = run.smoothers[column];
        if (smoother.size() == log.rows())
            continue;
        bool done = false;
        while (!done && inTime())
            done = smoother.extend(log.step, log.values[column], kChunk);
        run.smoothedIndex[column].extend(smoother.values());
        if (!done)
            return false;
    }
    return true;
}

void CurveStore::work()
{
    QElapsedTimer clock;
    clock.start();
    const auto late = [&] { return double(clock.nsecsElapsed()) * 1e-6 >= kSliceMs; };
    bool smoothed = false;
    for (const auto& run : m_runs) {
        smoothed |= m_decay > 0 && std::any_of(m_columns.begin(), m_columns.end(), [&](auto column) { return run->smoothers[column].size() != run->curves.train().rows(); });
        if (!derive(*run, kSliceMs, clock) || late()) {
            changed();
            return;
        }
    }
    if (smoothed)
        changed();
    // Spikes are only marks: they come when all lines are there.
    for (const auto& run : m_runs) {
        const auto& log = run->curves.train();
        if (log.values.empty() || run->spikes.size() == log.rows())
            continue;
        const auto before = run->spikes.spikes().size();
        bool done = false;
        while (!done && !late())
            done = run->spikes.extend(log.step, log.values[runs::kLoss], kChunk / 4);
        if (run->spikes.spikes().size() != before)
            changed();
        if (!done)
            return;
    }
    m_settled = true;
    m_worker.stop();
}

void CurveStore::changed()
{
    if (!m_notifier.isActive())
        m_notifier.start();
}

}  // namespace bam::views
