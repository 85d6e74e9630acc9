// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/priors/prior_heads.h"

#include "widgets/common/colors.h"
#include "widgets/common/format.h"
#include "widgets/plots/color_maps.h"
#include "widgets/views/priors/prior_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bam::views {
namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(PriorHeads)
};

constexpr int kOutlinePoints = 40;

const QString kColorMap = QStringLiteral("blue_grey_orange");

/// b over distances, 1 at its largest and 0 at the least value beside the centre.
std::vector<float> biasOutline(const priors::Prior& prior, std::int64_t keys)
{
    std::vector<double> values;
    double low = inspect::kNone, high = inspect::kNone;
    const double centre = priors::centreOf(prior, keys);
    for (const double d : priors::outlineDistances(keys, kOutlinePoints)) {
        values.push_back(priors::biasAt(prior, d, keys));
        if (!std::isfinite(values.back()) || std::abs(d - centre) < 1)
            continue;
        low = std::isnan(low) ? values.back() : std::min(low, values.back());
        high = std::isnan(high) ? values.back() : std::max(high, values.back());
    }
    if (prior.thetaBeta >= 0 && std::isfinite(values.front()))
        high = std::isnan(high) ? values.front() : std::max(high, values.front());
    std::vector<float> outline;
    for (const double value : values)
        outline.push_back(high > low ? float(std::clamp((value - low) / (high - low), 0.0, 1.0)) : 1.0f);
    return outline;
}

std::vector<int> orderOf(const HeadCells& cells, PriorOrder by)
{
    std::vector<int> order(cells.cells.size());
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&](int i) {
        const auto& cell = cells.cells[std::size_t(i)];
        const double value = !cell.known ? inspect::kNone : by == PriorOrder::ThetaBeta ? isKernel(cell.prior.form) ? cell.prior.r2 : cell.prior.thetaBeta : cell.effective;
        return std::isnan(value) ? INFINITY : value;        // what is not known comes last
    };
    if (by != PriorOrder::Layer)
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return key(a) < key(b); });
    return order;
}

/// Indices 0 … count − 1, thinned evenly to at most `most` with both ends.
std::vector<std::size_t> thinned(std::size_t count, std::size_t most)
{
    std::vector<std::size_t> indices;
    if (count <= most) {
        indices.resize(count);
        std::iota(indices.begin(), indices.end(), std::size_t(0));
        return indices;
    }
    for (std::size_t i = 0; i < most; ++i)
        indices.push_back(std::size_t(std::llround(double(i) * double(count - 1) / double(most - 1))));
    return indices;
}

template <typename PointOf>
std::vector<HeadPath> pathsOf(const PriorRun& run, qsizetype most, PointOf pointOf)
{
    const auto& history = run.history;
    std::vector<HeadPath> paths;
    const auto count = history.layers() * history.heads();
    if (count == 0)
        return paths;
    const auto steps = thinned(history.steps(), std::size_t(std::max<qsizetype>(8, most / count)));
    for (std::int64_t layer = 0; layer < history.layers(); ++layer)
        for (std::int64_t head = 0; head < history.heads(); ++head) {
            HeadPath path{{layer, head}, {}, inspect::kNone};
            for (const auto step : steps) {
                const QPointF point = pointOf(step, layer, head);
                if (!std::isfinite(point.x()) || !std::isfinite(point.y()))
                    continue;
                path.points.append(point);
                path.thetaBeta = double(history.value(step, layer, head, priors::kBeta));
            }
            if (!path.points.isEmpty())
                paths.push_back(std::move(path));
        }
    return paths;
}

QString idOf(std::size_t run, inspect::HeadId head) { return QStringLiteral("%1/%2/%3").arg(run).arg(head.layer).arg(head.head); }

figures::Colors colorsOf(double limit)
{
    figures::Colors colors;
    colors.map = kColorMap;
    colors.low = -limit;
    colors.high = limit;
    colors.label = parameterTitle(priors::kBeta);
    return colors;
}

void addRegimes(figures::Panel& panel)
{
    panel.marks.push_back({priors::kRegimeEdge, true, parameterText(priors::kRegimeEdge, 1)});
    panel.marks.push_back({0, true, QStringLiteral("0")});
}

figures::Provenance provenanceOf(const std::vector<const PriorRun*>& runs, double step)
{
    figures::Provenance provenance;
    for (const auto* run : runs)
        provenance.runs.push_back({run->title, run->history.empty() ? -1 : qint64(run->history.step(run->history.indexAt(step))), {}});
    return provenance;
}

}  // namespace

std::optional<priors::Prior> priorOfHead(const PriorRun& run, std::size_t step, inspect::HeadId head)
{
    const auto& history = run.history;
    const auto encoding = run.encoding.toStdString();
    if (step >= history.steps() || head.layer < 0 || head.head < 0 || head.layer >= history.layers() || head.head >= history.heads())
        return {};
    if (const auto bias = history.bias(step)) {
        priors::Prior prior;
        prior.form = priors::Form::Table;
        prior.table = bias->at(head);
        return prior.table ? std::optional(prior) : std::nullopt;
    }
    const auto values = history.at(step, head);
    const auto [shape, strength] = planeOf(run);
    if (!hasFixedSlopes(run) && !(std::isfinite(history.value(step, head.layer, head.head, shape)) && std::isfinite(history.value(step, head.layer, head.head, strength))))
        return {};
    return priors::priorOf(values, encoding, head.head, history.heads());
}

HeadCells headCellsOf(const PriorRun& run, std::size_t step, std::int64_t keys, HeadShape shape, PriorOrder order)
{
    HeadCells cells;
    cells.layers = run.history.layers();
    cells.heads = run.history.heads();
    cells.keys = keys;
    cells.by = order;
    for (std::int64_t layer = 0; layer < cells.layers; ++layer)
        for (std::int64_t head = 0; head < cells.heads; ++head) {
            HeadCell cell;
            cell.id = {layer, head};
            if (const auto prior = priorOfHead(run, step, cell.id)) {
                cell.known = true;
                cell.prior = *prior;
                cell.outline = shape == HeadShape::Probability ? priors::outlineOf(*prior, keys, kOutlinePoints) : biasOutline(*prior, keys);
                if (order == PriorOrder::EffectiveContext)
                    cell.effective = priors::estimateReach(*prior, keys).effective;
            }
            cells.cells.push_back(std::move(cell));
        }
    cells.order = orderOf(cells, order);
    return cells;
}

bool hasFixedSlopes(const PriorRun& run) { return priors::baseEncoding(run.encoding.toStdString()) == "alibi"; }

bool hasTrajectories(const PriorRun& run) { return !hasFixedSlopes(run) && !run.history.hasBiases(); }

std::pair<priors::Parameter, priors::Parameter> planeOf(const PriorRun& run)
{
    return priors::baseEncoding(run.encoding.toStdString()).starts_with("kerple") ? std::pair(priors::kR2, priors::kR1) : std::pair(priors::kBeta, priors::kAlpha);
}

bool sharesPriors(const PriorRun& run)
{
    const auto& history = run.history;
    if (history.steps() < 2 || history.layers() < 2 || !history.hasParameters())
        return false;       // at the first step layers may be alike by their initial values
    const auto last = history.steps() - 1;
    for (std::int64_t layer = 1; layer < history.layers(); ++layer)
        for (std::int64_t head = 0; head < history.heads(); ++head)
            for (const auto parameter : {priors::kAlpha, priors::kBeta, priors::kMu, priors::kR1, priors::kR2}) {
                const float first = history.value(last, 0, head, parameter), here = history.value(last, layer, head, parameter);
                if (first != here && !(std::isnan(first) && std::isnan(here)))
                    return false;
            }
    return true;
}

NoPriors whyNoPriors(const PriorRun& run)
{
    const auto encoding = run.encoding.toStdString();
    const auto title = plots::titleOf(run.encoding);
    if (priors::baseEncoding(encoding) == "nope")
        return {Text::tr("%1 has no priors: with %2 all positions count the same.").arg(run.title, title), Text::tr("Choose a run with BAM, whose heads learn how far they look, or one with ALiBi.")};
    if (!priors::hasAnyPrior(encoding) && !encoding.empty() && !run.history.hasParameters())
        return {Text::tr("%1 has no priors: %2 tells positions through queries, keys or embeddings, not through a prior.").arg(run.title, title),
            Text::tr("Choose a run with BAM, whose heads learn how far they look, or one with ALiBi.")};
    if (!priors::isInHistory(encoding) && !run.history.hasBiases() && run.history.complete()) {
        if (!run.history.problem().empty())
            return {Text::tr("The priors of %1 cannot be read: %2").arg(run.title, QString::fromStdString(run.history.problem())), Text::tr("They are read from its checkpoints.")};
        return {Text::tr("%1 has no checkpoint yet.").arg(run.title), Text::tr("The bias of %1 is read from checkpoints; no two numbers per head describe it.").arg(title)};
    }
    if (run.history.empty()) {
        if (!run.history.complete())
            return {Text::tr("The priors of %1 are being read…").arg(run.title), {}};
        if (!run.history.problem().empty())
            return {Text::tr("The priors of %1 cannot be read: %2").arg(run.title, QString::fromStdString(run.history.problem())),
                Text::tr("Runs of this program write priors.csv with every validation; runs of the official code do not.")};
        return {Text::tr("%1 has not written any priors yet.").arg(run.title), Text::tr("They come with the first validation.")};
    }
    if (!run.history.hasParameters() && !hasFixedSlopes(run) && !run.history.hasBiases())
        return {Text::tr("priors.csv of %1 has no values of θα and θβ.").arg(run.title), Text::tr("The columns theta_alpha and theta_beta are expected in its first line, with a number in every row.")};
    return {};
}

double colorLimitOf(const std::vector<const PriorRun*>& runs)
{
    double limit = 1;
    for (const auto* run : runs) {
        const auto [least, most] = run->history.range(priors::kBeta);
        limit = std::max({limit, std::abs(least), std::abs(most)});
    }
    return std::min(limit, 2.0);
}

QColor shapeColor(double thetaBeta, double limit)
{
    if (std::isnan(thetaBeta))
        return QColor(140, 140, 140);
    return QColor(plots::colorAt(kColorMap, 0.5 + 0.5 * std::clamp(thetaBeta / limit, -1.0, 1.0)));
}

QColor shapeLine(double thetaBeta, double limit, const QColor& ink)
{
    const double strength = std::isnan(thetaBeta) ? 1 : std::min(1.0, std::abs(thetaBeta) / limit);
    return ui::mixed(shapeColor(thetaBeta, limit), ink, 0.15 + 0.1 * (1 - strength));
}

std::vector<HeadPath> planePathsOf(const PriorRun& run, qsizetype most)
{
    const auto [shape, strength] = planeOf(run);
    return pathsOf(run, most, [&, shape = shape, strength = strength](std::size_t step, std::int64_t layer, std::int64_t head) {
        return QPointF(double(run.history.value(step, layer, head, shape)), double(run.history.value(step, layer, head, strength)));
    });
}

std::vector<HeadPath> seriesPathsOf(const PriorRun& run, priors::Parameter parameter, qsizetype most)
{
    return pathsOf(run, most, [&](std::size_t step, std::int64_t layer, std::int64_t head) { return QPointF(run.history.step(step), double(run.history.value(step, layer, head, parameter))); });
}

QString parameterTitle(priors::Parameter parameter)
{
    switch (parameter) {
    case priors::kAlpha: return QStringLiteral("θα");
    case priors::kBeta: return QStringLiteral("θβ");
    case priors::kMu: return QStringLiteral("θμ");
    case priors::kScale: return QStringLiteral("s");
    case priors::kR1: return QStringLiteral("r1");
    case priors::kR2: return QStringLiteral("r2");
    case priors::kParameters: break;
    }
    return {};
}

QString headInWords(const PriorRun& run, const HeadCell& cell, std::int64_t keys)
{
    auto text = Text::tr("%1 of %2", "1: layer and head, 2: run").arg(priorHeadTitle(cell.id), run.title);
    if (!cell.known)
        return text + QLatin1Char('\n') + Text::tr("Its prior is not in priors.csv at this step.");
    const auto& prior = cell.prior;
    text += QLatin1Char('\n');
    if (prior.form == priors::Form::Linear)
        text += Text::tr("Fixed slope %1").arg(ui::significant(std::exp(prior.thetaAlpha), 4));
    else if (isKernel(prior.form))
        text += QStringLiteral("r1 %1 · r2 %2").arg(parameterText(prior.r1, 3), parameterText(prior.r2, 3));
    else if (prior.form == priors::Form::Table)
        text += Text::tr("b(0) = %1, b(%2) = %3").arg(ui::significant(priors::biasAt(prior, 0, keys), 3), ui::count(double(keys - 1)), ui::significant(priors::biasAt(prior, double(keys - 1), keys), 3));
    else
        text += QStringLiteral("θα %1 · θβ %2 · θμ %3").arg(parameterText(prior.thetaAlpha, 3), parameterText(prior.thetaBeta, 3), parameterText(prior.thetaMu, 3));
    if (prior.ssmax)
        text += QStringLiteral(" · s %1").arg(parameterText(prior.seqScale, 3));
    text += QLatin1Char('\n') + specialCaseTitle(priors::specialCaseOf(prior)) + QStringLiteral(". ") + reachInWords(priors::estimateReach(prior, keys));
    return text;
}

figures::Figure headsFigure(const PriorRun& run, const HeadCells& cells, HeadShape shape, double limit, double step)
{
    constexpr std::size_t kMostPanels = 256;
    figures::Figure figure;
    figure.kind = QStringLiteral("prior_heads");
    figure.title = Text::tr("Priors of %1 at step %2").arg(run.title, ui::count(step));
    figure.provenance = provenanceOf({&run}, step);
    const auto distances = priors::outlineDistances(cells.keys, kOutlinePoints);
    const auto distanceLabel = Text::tr("Distance (tokens)");
    if (cells.cells.size() > kMostPanels) {
        figures::Panel panel;
        figures::Heatmap map;
        map.columns = kOutlinePoints;
        map.rows = int(cells.cells.size());
        for (const int index : cells.order) {
            const auto& outline = cells.cells[std::size_t(index)].outline;
            for (int i = 0; i < kOutlinePoints; ++i)
                map.values.append(outline.empty() ? std::numeric_limits<float>::quiet_NaN() : outline[std::size_t(i)]);
        }
        map.x0 = 0;
        map.x1 = kOutlinePoints;
        map.y0 = 0;
        map.y1 = map.rows;
        panel.x.label = distanceLabel;
        panel.y.label = cells.by == PriorOrder::Layer ? Text::tr("Heads, layer by layer") : cells.by == PriorOrder::ThetaBeta ? Text::tr("Heads by θβ") : Text::tr("Heads by effective context");
        panel.y.reversed = true;
        for (double tick = 1; tick < double(cells.keys); tick *= 10)
            panel.x.ticks.push_back({std::log1p(tick) / std::log(double(cells.keys)) * (kOutlinePoints - 1) + 0.5, ui::shortCount(tick)});
        panel.colors.label = shape == HeadShape::Probability ? Text::tr("p / largest p") : Text::tr("b, least to largest");
        panel.heatmaps.push_back(std::move(map));
        figure.panels.push_back(std::move(panel));
        return figure;
    }
    figure.columns = int(std::max<std::int64_t>(1, cells.heads));
    figure.sharedX = figure.sharedY = true;
    for (const int index : cells.order) {
        const auto& cell = cells.cells[std::size_t(index)];
        figures::Panel panel;
        panel.title = QStringLiteral("%1·%2").arg(cell.id.layer).arg(cell.id.head);
        panel.x.label = distanceLabel;
        panel.x.scale = figures::AxisScale::Log;
        panel.x.low = 1;
        panel.x.high = std::max(2.0, double(cells.keys));
        panel.y.low = 0;
        panel.y.high = 1.05;
        figures::Series series;
        series.id = idOf(0, cell.id);
        series.style.color = shapeLine(cell.known ? cell.prior.thetaBeta : inspect::kNone, limit, QColor(30, 30, 30));
        for (std::size_t i = 0; i < cell.outline.size(); ++i) {
            series.x.append(distances[i] + 1);
            series.y.append(double(cell.outline[i]));
        }
        panel.series.push_back(std::move(series));
        figure.panels.push_back(std::move(panel));
    }
    return figure;
}

figures::Figure planeFigure(const std::vector<const PriorRun*>& runs, double step, double limit)
{
    figures::Figure figure;
    figure.kind = QStringLiteral("prior_plane");
    figure.title = Text::tr("Shape and scale of all heads at step %1").arg(ui::count(step));
    figure.columns = int(std::max<std::size_t>(1, runs.size()));
    figure.sharedY = std::all_of(runs.begin(), runs.end(), [&](const auto* run) { return planeOf(*run) == planeOf(*runs.front()); });      // θα and r1 have no scale in common
    figure.sharedColors = true;
    figure.provenance = provenanceOf(runs, step);
    for (std::size_t n = 0; n < runs.size(); ++n) {
        figures::Panel panel;
        panel.title = runs[n]->title;
        const auto [shape, strength] = planeOf(*runs[n]);
        panel.x.label = parameterTitle(shape);
        panel.y.label = parameterTitle(strength);
        panel.colors = colorsOf(limit);
        if (shape == priors::kBeta)
            addRegimes(panel);
        for (auto& path : planePathsOf(*runs[n], 20000)) {
            figures::Series trail;
            trail.id = idOf(n, path.id);
            trail.style.color = shapeLine(path.thetaBeta, limit, QColor(30, 30, 30));
            trail.opacity = 0.35;
            trail.width = 0.5;
            for (const auto& point : path.points) {
                trail.x.append(point.x());
                trail.y.append(point.y());
            }
            panel.series.push_back(std::move(trail));
        }
        figures::Series now;
        now.shape = figures::Shape::Points;
        now.style.marker = 0;
        now.style.color = QColor(90, 90, 90);
        const auto& history = runs[n]->history;
        for (std::int64_t layer = 0; layer < history.layers(); ++layer)
            for (std::int64_t head = 0; head < history.heads(); ++head)
                if (const auto prior = priorOfHead(*runs[n], history.indexAt(step), {layer, head}); prior && prior->form != priors::Form::Linear) {
                    const auto at = [&, index = history.indexAt(step)](priors::Parameter parameter) { return double(history.value(index, layer, head, parameter)); };
                    now.x.append(at(shape));
                    now.y.append(at(strength));
                    now.shade.append(shape == priors::kBeta ? prior->thetaBeta : 0.0);
                }
        panel.series.push_back(std::move(now));
        figure.panels.push_back(std::move(panel));
    }
    return figure;
}

figures::Figure seriesFigure(const std::vector<const PriorRun*>& runs, priors::Parameter parameter, double step, double limit)
{
    figures::Figure figure;
    figure.kind = QStringLiteral("prior_series");
    figure.title = Text::tr("%1 of all heads through training").arg(parameterTitle(parameter));
    figure.columns = int(std::max<std::size_t>(1, runs.size()));
    figure.sharedY = true;
    figure.provenance = provenanceOf(runs, step);
    for (std::size_t n = 0; n < runs.size(); ++n) {
        figures::Panel panel;
        panel.title = runs[n]->title;
        panel.x.label = Text::tr("Step");
        panel.y.label = parameterTitle(parameter);
        if (parameter == priors::kBeta) {
            panel.marks.push_back({priors::kRegimeEdge, false, parameterText(priors::kRegimeEdge, 1)});
            panel.marks.push_back({0, false, QStringLiteral("0")});
        }
        for (auto& path : seriesPathsOf(*runs[n], parameter, 40000)) {
            figures::Series line;
            line.id = idOf(n, path.id);
            line.style.color = shapeLine(path.thetaBeta, limit, QColor(30, 30, 30));
            line.opacity = 0.6;
            line.width = 0.6;
            for (const auto& point : path.points) {
                line.x.append(point.x());
                line.y.append(point.y());
            }
            panel.series.push_back(std::move(line));
        }
        figure.panels.push_back(std::move(panel));
    }
    return figure;
}

}  // namespace bam::views
