// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/gallery/prior_figures.h"

#include "widgets/common/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace bam::figures {
namespace {

constexpr int kPoints = 160;            // of a bias
constexpr double kLowestBias = -20;     // exp of it is nothing
constexpr double kSmallestWeight = 1e-5;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(PriorFigures)
};

bool isLearned(const HeadPrior& head) { return std::isfinite(head.prior.thetaAlpha) && std::isfinite(head.prior.thetaBeta); }

QString headName(inspect::HeadId head) { return Texts::tr("L%1 H%2", "a layer and a head, short").arg(head.layer).arg(head.head); }

QString regimeTitle(priors::Regime regime)
{
    switch (regime) {
    case priors::Regime::Inverted: return QStringLiteral("θβ ≤ −0.6");
    case priors::Regime::Broad: return QStringLiteral("−0.6 < θβ ≤ 0");
    case priors::Regime::Local: return QStringLiteral("θβ > 0");
    }
    return {};
}

/// Distances 1 … length − 1, evenly on a logarithmic axis.
QVector<double> distances(std::int64_t length)
{
    QVector<double> result;
    const double last = double(std::max<std::int64_t>(length - 1, 2));
    for (int i = 0; i < kPoints; ++i)
        result.append(std::pow(last, double(i) / (kPoints - 1)));
    return result;
}

/// @param keys that the query sees
Series biasOf(const QString& run, const plots::CurveStyle& style, inspect::HeadId head, const priors::Prior& prior, const QVector<double>& x, std::int64_t keys)
{
    Series series;
    series.id = QStringLiteral("%1/%2/%3").arg(run).arg(head.layer).arg(head.head);
    series.style = style;
    series.opacity = 0.75;
    series.width = 0.8;
    series.x = x;
    for (const double distance : x) {
        const double bias = priors::biasAt(prior, distance, keys);
        series.y.append(std::isfinite(bias) ? bias : kAuto);
    }
    return series;
}

priors::Prior priorOf(const HeadPrior& head)
{
    return {.thetaAlpha = head.prior.thetaAlpha, .thetaBeta = head.prior.thetaBeta, .thetaMu = std::isfinite(head.prior.thetaMu) ? head.prior.thetaMu : 0};
}

/// From the lowest to the highest of them, as far as it counts, with a margin.
void fitToBiases(Panel& panel)
{
    double low = 0, high = 0;
    for (const auto& series : panel.series)
        for (const double y : series.y) {
            low = std::fmin(low, y);
            high = std::fmax(high, y);
        }
    low = std::max(low, kLowestBias);
    const double margin = (high - low) * 0.05 + 1e-6;
    panel.y.low = low - margin;
    panel.y.high = high + margin;
}

Panel biasPanel()
{
    Panel panel;
    panel.x = {.label = Texts::tr("Distance δ (tokens)"), .scale = AxisScale::Log};
    panel.y.label = Texts::tr("Bias b(δ)");
    return panel;
}

}  // namespace

Figure priorScatterFigure(const std::vector<PriorRun>& runs, const Provenance& provenance)
{
    Figure figure;
    figure.kind = QStringLiteral("prior_scatter");
    figure.title = Texts::tr("Learned priors of all heads");
    figure.provenance = provenance;
    Panel panel;
    panel.x.label = Texts::tr("θβ (shape)");
    panel.y.label = Texts::tr("θα (scale)");
    panel.marks = {{priors::kRegimeEdge, true, QStringLiteral("θβ = −0.6")}, {0, true, QStringLiteral("θβ = 0")}};
    std::int64_t layers = 0;
    for (const auto& run : runs) {
        Series series{.id = run.id, .name = run.name, .style = run.style, .shape = Shape::Points, .opacity = 0.85};
        for (const auto& head : run.heads) {
            if (!isLearned(head))
                continue;
            series.x.append(head.prior.thetaBeta);
            series.y.append(head.prior.thetaAlpha);
            layers = std::max(layers, head.head.layer + 1);
            if (runs.size() == 1)
                series.shade.append(double(head.head.layer));
        }
        if (!series.x.isEmpty())
            panel.series.push_back(std::move(series));
    }
    panel.colors.label = Texts::tr("Layer");
    panel.colors.low = 0;
    panel.colors.high = double(std::max<std::int64_t>(layers - 1, 1));
    if (runs.size() == 1 && !panel.series.empty())
        panel.series.front().name.clear();      // the bar tells what the colours are, and there is only one run
    figure.panels.push_back(std::move(panel));
    return figure;
}

Figure priorsByRegimeFigure(const std::vector<PriorRun>& runs, std::int64_t length, const Provenance& provenance)
{
    Figure figure;
    figure.kind = QStringLiteral("priors_by_regime");
    figure.title = Texts::tr("Biases of all heads by regime");
    figure.provenance = provenance;
    figure.sharedX = false;
    const auto x = distances(length);
    QStringList named;
    for (const auto regime : {priors::Regime::Inverted, priors::Regime::Broad, priors::Regime::Local}) {
        auto panel = biasPanel();
        for (const auto& run : runs)
            for (const auto& head : run.heads) {
                if (!isLearned(head) || priors::regimeOf(head.prior.thetaBeta) != regime)
                    continue;
                auto series = biasOf(run.id, run.style, head.head, priorOf(head), x, length);
                if (runs.size() > 1 && !named.contains(run.name)) {
                    series.name = run.name;
                    named << series.name;
                }
                panel.series.push_back(std::move(series));
            }
        if (panel.series.empty())
            continue;
        panel.title = QStringLiteral("%1 (n = %2)").arg(regimeTitle(regime)).arg(panel.series.size());
        fitToBiases(panel);
        figure.panels.push_back(std::move(panel));
    }
    figure.columns = std::max(1, int(figure.panels.size()));
    return figure;
}

Figure biasesByDistanceFigure(const std::vector<BiasRun>& runs, std::int64_t length, const Provenance& provenance)
{
    Figure figure;
    figure.kind = QStringLiteral("biases_by_distance");
    figure.title = Texts::tr("Biases of all heads, of a query that sees %1 keys").arg(ui::count(double(length)));
    figure.provenance = provenance;
    figure.sharedY = false;
    const auto x = distances(length);
    for (const auto& run : runs) {
        auto panel = biasPanel();
        for (const auto& [head, prior] : run.heads) {
            auto series = biasOf(run.id, run.style, head, prior, x, length);
            if (std::none_of(panel.series.begin(), panel.series.end(), [&](const auto& known) { return known.y == series.y; }))
                panel.series.push_back(std::move(series));
        }
        panel.title = run.name;
        if (run.trainedLength > 1 && run.trainedLength < length)
            panel.marks = {{double(run.trainedLength), true, QStringLiteral("T = %1").arg(ui::count(double(run.trainedLength)))}};
        fitToBiases(panel);
        figure.panels.push_back(std::move(panel));
    }
    figure.columns = std::max(1, int(std::min<std::size_t>(figure.panels.size(), 3)));
    return figure;
}

Figure invertedHeadsFigure(const inspect::Capture& capture, const QString& title, int columns, const Provenance& provenance)
{
    Figure figure;
    figure.kind = QStringLiteral("inverted_heads");
    figure.title = title.isEmpty() ? Texts::tr("Attention of heads with θβ ≤ 0") : Texts::tr("Attention of heads with θβ ≤ 0: %1").arg(title);
    figure.provenance = provenance;
    std::vector<inspect::HeadSummary> heads;
    for (const auto& head : capture.summary)
        if (head.prior.thetaBeta <= 0)
            heads.push_back(head);
    const auto length = capture.prompt.length();
    const auto queries = capture.prompt.queryRows.size();
    if (heads.empty() || length == 0 || queries == 0)
        return figure;
    std::stable_sort(heads.begin(), heads.end(), [](const auto& a, const auto& b) { return a.prior.thetaBeta < b.prior.thetaBeta; });
    const auto stretch = std::max<std::int64_t>(1, (length + columns - 1) / std::max(columns, 1));
    Heatmap map;
    map.columns = int((length + stretch - 1) / stretch);
    map.rows = int(heads.size());
    map.x1 = double(map.columns * stretch);
    map.y1 = double(map.rows);
    for (const auto& head : heads)
        for (int column = 0; column < map.columns; ++column) {
            float largest = 0;
            for (auto key = column * stretch; key < std::min(length, (column + 1) * stretch); ++key) {
                float sum = 0;
                for (std::size_t n = 0; n < queries; ++n)
                    sum += capture.row(head.id, n)[key];
                largest = std::max(largest, sum / float(queries));
            }
            map.values.append(largest);
        }
    Panel panel;
    panel.x = {.label = Texts::tr("Key position (tokens)"), .low = 0, .high = double(length)};
    panel.y = {.label = Texts::tr("Head, θβ ascending"), .low = 0, .high = double(map.rows), .reversed = true};
    const auto every = std::max<std::size_t>(1, heads.size() / 14);
    for (std::size_t i = 0; i < heads.size(); i += every)
        panel.y.ticks.push_back({double(i) + 0.5, Texts::tr("%1, θβ %2").arg(headName(heads[i].id), QString::number(heads[i].prior.thetaBeta, 'f', 2).replace(QLatin1Char('-'), QStringLiteral("−")))});
    panel.colors = {.map = QStringLiteral("viridis"), .scale = ColorScale::Log, .low = kSmallestWeight, .label = Texts::tr("Attention")};
    panel.heatmaps.push_back(std::move(map));
    if (capture.prompt.hasNeedle())
        panel.spans.push_back({double(capture.prompt.needleBegin), double(capture.prompt.needleEnd), true, Texts::tr("needle"), {}});
    figure.panels.push_back(std::move(panel));
    return figure;
}

}  // namespace bam::figures
