// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/gallery/result_figures.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace bam::figures {
namespace {

constexpr double kRowRoom = 0.7;        // of a row, in which the points of all runs stand
constexpr double kWideRange = 20;       // of perplexities: beyond it a linear axis shows the worst curve alone

QString tr(const char* text) { return QCoreApplication::translate("bam::figures", text); }

Series seriesOf(const ResultCurve& curve, Shape shape)
{
    Series series;
    series.id = curve.id;
    series.name = curve.name;
    series.style = curve.style;
    series.shape = shape;
    series.x = curve.x;
    series.y = curve.y;
    // A band of nothing but gaps is none.
    if (std::any_of(curve.low.begin(), curve.low.end(), [](double value) { return std::isfinite(value); })) {
        series.low = curve.low;
        series.high = curve.high;
    }
    return series;
}

/// Without its panels, two of which stand in a row.
Figure sideBySide(const QString& kind, const QString& title, std::size_t panels, const Provenance& provenance)
{
    Figure figure;
    figure.kind = kind;
    figure.title = title;
    figure.columns = panels > 1 ? 2 : 1;
    figure.provenance = provenance;
    return figure;
}

/// The points of a curve that a logarithmic x axis can show.
ResultCurve positivePart(const ResultCurve& curve)
{
    ResultCurve kept{curve.id, curve.name, curve.style, {}, {}, {}, {}};
    const bool band = curve.low.size() == curve.x.size() && curve.high.size() == curve.x.size();
    for (qsizetype n = 0; n < curve.x.size(); ++n) {
        if (!(curve.x[n] >= 1) || !std::isfinite(curve.x[n]))
            continue;
        kept.x.append(curve.x[n]);
        kept.y.append(curve.y[n]);
        if (band) {
            kept.low.append(curve.low[n]);
            kept.high.append(curve.high[n]);
        }
    }
    return kept;
}

void markTrained(Panel& panel, double trainedLength)
{
    if (trainedLength > 0)
        panel.marks.push_back({trainedLength, true, tr("training length")});
}

Axis lengthAxis(const QString& label, const std::vector<ResultCurve>& curves, double trainedLength, double apart)
{
    Axis axis;
    axis.label = label;
    axis.scale = AxisScale::Log;
    QVector<double> all;
    for (const auto& curve : curves)
        for (const double x : curve.x)
            if (x >= 1 && std::isfinite(x))
                all.append(x);
    axis.ticks = lengthTicks(all, apart);
    if (trainedLength > 0)
        all.append(trainedLength);
    if (all.isEmpty())
        return axis;
    const auto [low, high] = std::minmax_element(all.begin(), all.end());
    axis.low = *low / (trainedLength > 0 && trainedLength < *low * 1.2 ? 1.3 : 1.12);        // a label stands to the left of the mark
    axis.high = *high * 1.12;
    return axis;
}

/// Curves over lengths, with the trained one marked. Ticks stand `apart` times their value from each other.
Panel lengthPanel(const std::vector<ResultCurve>& curves, const QString& label, double trainedLength, double apart, Shape shape)
{
    Panel panel;
    panel.x = lengthAxis(label, curves, trainedLength, apart);
    for (const auto& curve : curves)
        if (auto shown = positivePart(curve); !shown.x.isEmpty())
            panel.series.push_back(seriesOf(shown, shape));
    markTrained(panel, trainedLength);
    return panel;
}

/// An axis from none to all, with room for points at the ends.
Axis shareAxis(const QString& label)
{
    Axis axis;
    axis.label = label;
    axis.low = -0.04;
    axis.high = 1.04;
    return axis;
}

bool isWide(const std::vector<const QVector<double>*>& all)
{
    double low = std::numeric_limits<double>::infinity(), high = 0;
    for (const auto* values : all)
        for (const double value : *values)
            if (value > 0 && std::isfinite(value)) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
    return high > kWideRange * low;
}

bool isWide(const CorpusCurves& corpus)
{
    std::vector<const QVector<double>*> all;
    for (const auto& curve : corpus.curves)
        all.push_back(&curve.y);
    return isWide(all);
}

/// The axis of scores; what they are of stands one below the other.
Panel rowsPanel(const std::vector<ResultScores>& runs, const QString& label, bool isShare)
{
    Panel panel;
    panel.x.label = label;
    panel.y.reversed = true;
    if (isShare) {
        panel.x = shareAxis(label);
        return panel;
    }
    std::vector<const QVector<double>*> all;
    for (const auto& run : runs)
        all.push_back(&run.value);
    panel.x.scale = isWide(all) ? AxisScale::Log : AxisScale::Linear;
    return panel;
}

/// Without its place on the y axis.
Series pointsOf(const ResultScores& run)
{
    auto series = seriesOf({run.id, run.name, run.style, run.value, {}, run.low, run.high}, Shape::Points);
    series.sideways = true;
    return series;
}

void closeRows(Panel& panel)
{
    panel.y.low = 0.5;
    panel.y.high = double(panel.y.ticks.size()) + 0.5;
}

}  // namespace

std::vector<Tick> lengthTicks(QVector<double> values, double apart)
{
    std::sort(values.begin(), values.end());
    std::vector<Tick> ticks;
    for (const double value : values)
        if (value > 0 && (ticks.empty() || value >= ticks.back().at * apart))
            ticks.push_back({value, QLocale::c().toString(value, 'f', 0)});
    return ticks;
}

Figure accuracyFigure(const std::vector<ResultCurve>& curves, double trainedLength, const Provenance& provenance)
{
    Figure figure;
    figure.kind = QStringLiteral("accuracy_by_length");
    figure.title = tr("Pass-key accuracy by length");
    figure.provenance = provenance;
    auto panel = lengthPanel(curves, tr("Prompt length (tokens)"), trainedLength, 1.25, Shape::LineAndPoints);
    panel.y = shareAxis(tr("Pass-key accuracy"));
    figure.panels.push_back(std::move(panel));
    return figure;
}

Figure perplexityFigure(const std::vector<CorpusCurves>& corpora, double trainedLength, const Provenance& provenance)
{
    auto figure = sideBySide(QStringLiteral("perplexity_by_position"), tr("Perplexity by position"), corpora.size(), provenance);
    for (const auto& corpus : corpora) {
        auto panel = lengthPanel(corpus.curves, tr("Position (tokens)"), trainedLength, 3.5, Shape::Line);
        panel.title = corpus.corpus;
        panel.y.label = tr("Perplexity");
        panel.y.scale = isWide(corpus) ? AxisScale::Log : AxisScale::Linear;
        figure.panels.push_back(std::move(panel));
    }
    return figure;
}

Figure depthFigure(const std::vector<DepthPanel>& runs, const Provenance& provenance)
{
    auto figure = sideBySide(QStringLiteral("depth_by_length"), tr("Pass-key accuracy by depth and length"), runs.size(), provenance);
    figure.sharedColors = true;
    for (const auto& run : runs) {
        Panel panel;
        panel.title = run.title;
        panel.x.label = tr("Prompt length (tokens)");
        panel.x.low = 0;
        panel.x.high = double(run.lengths.size());
        const auto step = std::max<qsizetype>(1, (run.lengths.size() + 7) / 8);     // lengths are read while there is room for them
        for (qsizetype n = 0; n < run.lengths.size(); n += step)
            panel.x.ticks.push_back({double(n) + 0.5, QLocale::c().toString(run.lengths[n], 'f', 0)});
        panel.y.label = tr("Depth of the key (%)");
        panel.y.reversed = true;
        panel.y.low = 0;
        panel.y.high = 100;
        panel.colors = {QStringLiteral("viridis"), ColorScale::Linear, 0, 1, tr("Pass-key accuracy"), true};
        panel.heatmaps.push_back({int(run.lengths.size()), run.bins, run.accuracy, 0, double(run.lengths.size()), 0, 100});
        figure.panels.push_back(std::move(panel));
    }
    return figure;
}

Figure rulerFigure(const std::vector<CorpusCurves>& tasks, double trainedLength, const Provenance& provenance)
{
    auto figure = sideBySide(QStringLiteral("ruler_by_length"), tr("RULER by length"), tasks.size(), provenance);
    for (const auto& task : tasks) {
        auto panel = lengthPanel(task.curves, tr("Prompt length (tokens)"), trainedLength, tasks.size() > 1 ? 3.5 : 1.25, Shape::LineAndPoints);
        panel.title = task.corpus;
        panel.y = shareAxis(tr("Score"));
        figure.panels.push_back(std::move(panel));
    }
    return figure;
}

Panel scoresPanel(const std::vector<ResultScores>& runs, const QString& label, bool isShare, const std::vector<Tick>& rows)
{
    auto panel = rowsPanel(runs, label, isShare);
    panel.y.ticks = rows;
    const auto placeOf = [&](const QString& what) {
        for (const auto& tick : panel.y.ticks)
            if (tick.text == what)
                return tick.at;
        panel.y.ticks.push_back({double(panel.y.ticks.size() + 1), what});
        return panel.y.ticks.back().at;
    };
    const auto shown = std::count_if(runs.begin(), runs.end(), [](const auto& run) { return !run.value.isEmpty(); });
    std::ptrdiff_t place = 0;
    for (const auto& run : runs) {
        if (run.value.isEmpty())
            continue;
        const double aside = kRowRoom * (double(place++) - double(shown - 1) / 2) / double(shown);
        auto series = pointsOf(run);
        for (const auto& what : run.of)
            series.y.append(placeOf(what) + aside);
        panel.series.push_back(std::move(series));
    }
    closeRows(panel);
    return panel;
}

Panel runsPanel(const std::vector<ResultScores>& runs, const QString& label, bool isShare)
{
    auto panel = rowsPanel(runs, label, isShare);
    for (const auto& run : runs) {
        if (run.value.isEmpty())
            continue;
        panel.y.ticks.push_back({double(panel.y.ticks.size() + 1), run.name});
        auto series = pointsOf(run);
        series.id = std::exchange(series.name, {});
        series.y = QVector<double>(run.value.size(), panel.y.ticks.back().at);
        panel.series.push_back(std::move(series));
    }
    closeRows(panel);
    return panel;
}

Figure slidingFigure(const std::vector<TextScores>& texts, const Provenance& provenance)
{
    auto figure = sideBySide(QStringLiteral("sliding_perplexity"), tr("Sliding perplexity"), texts.size(), provenance);
    for (const auto& text : texts) {
        figure.panels.push_back(runsPanel(text.runs, tr("Perplexity"), false));
        figure.panels.back().title = text.corpus;
    }
    return figure;
}

Figure choicesFigure(const std::vector<ResultScores>& accuracies, const std::vector<ResultScores>& normalized, const Provenance& provenance)
{
    Figure figure;
    figure.kind = QStringLiteral("multiple_choice");
    figure.title = tr("Multiple choice");
    figure.provenance = provenance;
    figure.panels.push_back(scoresPanel(accuracies, tr("Accuracy (acc)"), true));
    if (std::any_of(normalized.begin(), normalized.end(), [](const auto& run) { return !run.value.isEmpty(); })) {
        figure.columns = 2;
        figure.sharedY = true;
        const auto rows = figure.panels.front().y.ticks;
        figure.panels.push_back(scoresPanel(normalized, tr("Normalized accuracy (acc_norm)"), true, rows));
    }
    return figure;
}

DepthPanel depthPanel(const QString& title, const compare::DepthMap& map)
{
    return {title, QVector<double>(map.lengths.begin(), map.lengths.end()), map.bins, QVector<float>(map.accuracy.begin(), map.accuracy.end())};
}

Figure trainingLossFigure(const std::vector<ResultCurve>& curves, int rows, const Provenance& provenance)
{
    auto figure = lossFigure(curves, provenance);
    figure.kind = QStringLiteral("training_loss");
    figure.title = rows > 1 ? tr("Training loss (means of up to %1 rows)").arg(QLocale::c().toString(rows)) : tr("Training loss");
    figure.panels.front().y.label = tr("Training loss (nats)");
    return figure;
}

Figure lossFigure(const std::vector<ResultCurve>& curves, const Provenance& provenance)
{
    Figure figure;
    figure.kind = QStringLiteral("validation_loss");
    figure.title = tr("Validation loss");
    figure.provenance = provenance;
    Panel panel;
    panel.x.label = tr("Step");
    panel.y.label = tr("Validation loss (nats)");
    for (const auto& curve : curves)
        if (!curve.x.isEmpty())
            panel.series.push_back(seriesOf(curve, curve.x.size() < 40 ? Shape::LineAndPoints : Shape::Line));
    figure.panels.push_back(std::move(panel));
    return figure;
}

}  // namespace bam::figures
