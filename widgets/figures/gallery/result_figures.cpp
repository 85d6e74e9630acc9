// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/gallery/result_figures.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace bam::figures {
namespace {

constexpr double kWideRange = 20;       // of perplexities: beyond it a linear axis shows the worst curve alone

QString tr(const char* text) { return QCoreApplication::translate("ResultFigures", text); }

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

bool isWide(const CorpusCurves& corpus)
{
    double low = std::numeric_limits<double>::infinity(), high = 0;
    for (const auto& curve : corpus.curves)
        for (const double y : curve.y)
            if (y > 0 && std::isfinite(y)) {
                low = std::min(low, y);
                high = std::max(high, y);
            }
    return high > kWideRange * low;
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
    Panel panel;
    panel.x = lengthAxis(tr("Prompt length (tokens)"), curves, trainedLength, 1.25);
    panel.y.label = tr("Pass-key accuracy");
    panel.y.low = -0.04;
    panel.y.high = 1.04;
    for (const auto& curve : curves)
        if (auto shown = positivePart(curve); !shown.x.isEmpty())
            panel.series.push_back(seriesOf(shown, Shape::LineAndPoints));
    markTrained(panel, trainedLength);
    figure.panels.push_back(std::move(panel));
    return figure;
}

Figure perplexityFigure(const std::vector<CorpusCurves>& corpora, double trainedLength, const Provenance& provenance)
{
    Figure figure;
    figure.kind = QStringLiteral("perplexity_by_position");
    figure.title = tr("Perplexity by position");
    figure.columns = corpora.size() > 1 ? 2 : 1;
    figure.provenance = provenance;
    for (const auto& corpus : corpora) {
        Panel panel;
        panel.title = corpus.corpus;
        panel.x = lengthAxis(tr("Position (tokens)"), corpus.curves, trainedLength, 3.5);
        panel.y.label = tr("Perplexity");
        panel.y.scale = isWide(corpus) ? AxisScale::Log : AxisScale::Linear;
        for (const auto& curve : corpus.curves)
            if (auto shown = positivePart(curve); !shown.x.isEmpty())
                panel.series.push_back(seriesOf(shown, Shape::Line));
        markTrained(panel, trainedLength);
        figure.panels.push_back(std::move(panel));
    }
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
