// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/priors/run_priors.h"

#include "widgets/common/format.h"
#include "widgets/views/priors/prior_text.h"

#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr qsizetype kPathPoints = 60000;    // of all heads together: drawn in some 30 ms

std::pair<double, double> widened(double low, double high, double least)
{
    const double middle = (low + high) / 2, half = std::max((high - low) * 0.54, least);
    return {middle - half, middle + half};
}

}  // namespace

HeadsScale scaleOf(const std::vector<const PriorRun*>& runs, priors::Parameter parameter)
{
    HeadsScale scale;
    scale.limit = colorLimitOf(runs);
    const auto rangeOver = [&](priors::Parameter which) {
        double low = INFINITY, high = -INFINITY;
        for (const auto* run : runs)
            if (run->history.has(which)) {
                low = std::min(low, run->history.range(which).first);
                high = std::max(high, run->history.range(which).second);
            }
        return low <= high ? std::pair(low, high) : std::pair(0.0, 0.0);
    };
    const auto [alphaLow, alphaHigh] = rangeOver(priors::kAlpha);
    const auto [betaLow, betaHigh] = rangeOver(priors::kBeta);
    const auto [low, high] = rangeOver(parameter);
    scale.alpha = widened(alphaLow, alphaHigh, 0.1);
    // All three regimes are in the plane, wherever the heads are.
    scale.beta = widened(std::min(betaLow, 2 * priors::kRegimeEdge), std::max(betaHigh, -priors::kRegimeEdge), 0.5);
    scale.r1 = widened(rangeOver(priors::kR1).first, rangeOver(priors::kR1).second, 0.1);
    scale.r2 = widened(rangeOver(priors::kR2).first, rangeOver(priors::kR2).second, 0.1);
    scale.parameter = widened(low, high, 0.05);
    double last = 1;
    for (const auto* run : runs)
        if (!run->history.empty())
            last = std::max(last, run->history.allSteps().back());
    scale.steps = {0, last};
    return scale;
}

RunPriors::RunPriors(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_emptyText(new QLabel(this))
    , m_stack(new QStackedWidget(this))
    , m_split(new QSplitter(Qt::Horizontal, this))
    , m_charts(new QSplitter(Qt::Vertical, this))
    , m_grid(new HeadGrid(this))
    , m_plane(new TrajectoryChart(this))
    , m_series(new TrajectoryChart(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(m_title);
    layout->addWidget(m_stack, 1);
    m_emptyText->setObjectName(QStringLiteral("headsEmptyText"));
    m_emptyText->setAlignment(Qt::AlignCenter);
    m_emptyText->setWordWrap(true);
    m_emptyText->setTextFormat(Qt::RichText);
    m_emptyText->setMargin(fontMetrics().height());
    m_plane->setObjectName(QStringLiteral("planeChart"));
    m_plane->setAccessibleName(tr("Plane of shape and scale"));
    m_plane->setToolTip(tr("Each head at its shape θβ and strength θα, with the way it came. θβ > 0: local. −0.6 < θβ ≤ 0: broad. θβ ≤ −0.6: inverted, retrieval heads. Click: into the explorer; Ctrl + click: compare."));
    m_series->setObjectName(QStringLiteral("seriesChart"));
    m_series->setAccessibleName(tr("A parameter of all heads over steps"));
    m_series->setToolTip(tr("One line per head. Click a line: its head into the explorer; click elsewhere or drag: to that step."));
    m_charts->addWidget(m_plane);
    m_charts->addWidget(m_series);
    m_charts->setChildrenCollapsible(false);
    m_split->addWidget(m_grid);
    m_split->addWidget(m_charts);
    m_split->setChildrenCollapsible(false);
    m_split->setStretchFactor(0, 3);
    m_split->setStretchFactor(1, 2);
    m_stack->addWidget(m_split);
    m_stack->addWidget(m_emptyText);
    connect(m_grid, &HeadGrid::hovered, this, &RunPriors::hovered);
    connect(m_grid, &HeadGrid::chosen, this, &RunPriors::chosen);
    for (auto* chart : {m_plane, m_series}) {
        connect(chart, &TrajectoryChart::hovered, this, &RunPriors::hovered);
        connect(chart, &TrajectoryChart::chosen, this, &RunPriors::chosen);
        connect(chart, &TrajectoryChart::cursorMoved, this, &RunPriors::stepPicked);
    }
}

void RunPriors::setStacked(bool stacked)
{
    m_split->setOrientation(stacked ? Qt::Vertical : Qt::Horizontal);
    m_charts->setOrientation(stacked ? Qt::Horizontal : Qt::Vertical);
}

void RunPriors::setHighlight(const MaybeHead& head)
{
    m_grid->setHighlight(head);
    m_plane->setHighlight(head);
    m_series->setHighlight(head);
}

void RunPriors::setChosen(const MaybeHead& head)
{
    m_grid->setChosen(head);
    m_plane->setChosen(head);
    m_series->setChosen(head);
}

void RunPriors::showEmpty(const NoPriors& why)
{
    m_emptyText->setText(QStringLiteral("<p><b>%1</b></p><p>%2</p>").arg(why.text.toHtmlEscaped(), why.hint.toHtmlEscaped()));
    m_stack->setCurrentWidget(m_emptyText);
    m_grid->setCells({}, 1, {});        // what tells its heads may be gone
    m_generation = -1;
}

void RunPriors::show(const PriorRun* run, double step, const HeadsSettings& settings, const HeadsScale& scale, bool sorted)
{
    if (!run) {
        m_title->clear();
        return showEmpty({tr("No run is selected."), tr("Select runs with BAM or Kerple in the list to see how far each of their heads looks, and how it learned to.")});
    }
    const auto why = whyNoPriors(*run);
    m_title->setToolTip(run->path);
    if (!why.isEmpty()) {
        m_title->setText(run->title);
        return showEmpty(why);
    }
    m_stack->setCurrentWidget(m_split);
    const auto index = run->history.indexAt(step);
    m_title->setText(hasFixedSlopes(*run) ? tr("%1: slopes that do not change", "1: run").arg(run->title) : tr("%1, step %2", "1: run").arg(run->title, ui::count(run->history.step(index))));
    if (sharesPriors(*run))
        m_title->setText(m_title->text() + tr(" \u00B7 one prior for all layers"));
    auto cells = headCellsOf(*run, index, settings.keys, settings.shape, settings.order);
    if (!sorted && cells.order.size() == m_grid->cells().order.size() && m_grid->cells().by == cells.by)
        cells.order = m_grid->cells().order;
    const auto* shown = run;
    m_grid->setCells(std::move(cells), scale.limit, [shown, keys = settings.keys](const HeadCell& cell) { return headInWords(*shown, cell, keys); });
    const bool same = m_path == run->path && m_runTitle == run->title && m_generation == run->history.generation() && m_settings.parameter == settings.parameter && m_scale == scale;
    m_path = run->path;
    m_runTitle = run->title;
    m_generation = run->history.generation();
    m_settings = settings;
    m_scale = scale;
    m_charts->setVisible(hasTrajectories(*run));
    if (!same)
        fillCharts(*run);
    fillDots(*run, index);
}

void RunPriors::fillCharts(const PriorRun& run)
{
    ChartContent plane;
    const auto [shape, strength] = planeOf(run);
    plane.xLabel = tr("Shape %1", "1: symbol").arg(parameterTitle(shape));
    plane.yLabel = tr("Strength %1", "1: symbol").arg(parameterTitle(strength));
    std::tie(plane.xLow, plane.xHigh) = shape == priors::kBeta ? m_scale.beta : m_scale.r2;
    std::tie(plane.yLow, plane.yHigh) = shape == priors::kBeta ? m_scale.alpha : m_scale.r1;
    plane.paths = planePathsOf(run, kPathPoints);
    if (shape == priors::kBeta) {
        plane.marks = {{priors::kRegimeEdge, true, {}}, {0, true, {}}};
        plane.regions = {tr("inverted"), tr("broad"), tr("local")};
    }
    plane.faint = true;
    m_plane->setContent(std::move(plane), m_scale.limit);
    ChartContent series;
    series.xLabel = tr("Step");
    series.yLabel = parameterTitle(m_settings.parameter);
    std::tie(series.xLow, series.xHigh) = m_scale.steps;
    std::tie(series.yLow, series.yHigh) = m_scale.parameter;
    series.paths = seriesPathsOf(run, m_settings.parameter, kPathPoints);
    if (m_settings.parameter == priors::kBeta)
        series.marks = {{priors::kRegimeEdge, false, parameterText(priors::kRegimeEdge, 1)}, {0, false, QStringLiteral("0")}};
    m_series->setContent(std::move(series), m_scale.limit);
}

void RunPriors::fillDots(const PriorRun& run, std::size_t index)
{
    std::vector<ChartDot> plane;
    const auto& history = run.history;
    const auto [shape, strength] = planeOf(run);
    for (std::int64_t layer = 0; layer < history.layers(); ++layer)
        for (std::int64_t head = 0; head < history.heads(); ++head) {
            const double x = double(history.value(index, layer, head, shape)), y = double(history.value(index, layer, head, strength));
            if (std::isfinite(x) && std::isfinite(y))
                plane.push_back({{layer, head}, {x, y}, double(history.value(index, layer, head, priors::kBeta))});
        }
    m_plane->setDots(std::move(plane));
    m_series->setCursorAt(history.step(index));
}

}  // namespace bam::views
