// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/loss/loss_figure.h"

#include "core/runs/decimate.h"

#include <QCoreApplication>

#include <cmath>

namespace bam::views {
namespace {

constexpr int kColumns = 490;           // of which each gives at most four points
constexpr double kUsualWidth = 2;       // of a line on the screen, in pixels
constexpr qsizetype kFewPoints = 40;    // up to so many are marked one by one

QString translated(const char* text) { return QCoreApplication::translate("LossView", text); }

double shownValue(double value, bool exponential) { return exponential ? std::exp(value) : value; }

figures::Series seriesOf(const CurveEntry& entry, const plots::DrawnCurve& curve, const ContentContext& context, double unit)
{
    figures::Series series;
    series.id = entry.group.isEmpty() ? entry.runs.front()->info.path : entry.group;
    series.style = entry.style;
    series.opacity = double(curve.color.alphaF());
    series.width = curve.width / kUsualWidth;
    const auto& rows = curve.rows;
    if (!rows.x || !rows.y || !rows.index)
        return series;
    const runs::View view{context.x.lower / rows.factor, context.x.upper / rows.factor, kColumns, context.settings.logX};
    for (const auto& point : runs::decimate(*rows.x, *rows.y, *rows.index, view)) {
        series.x.append(point.x * rows.factor / unit);
        series.y.append(shownValue(point.y, curve.exponential));
    }
    series.shape = curve.marker >= 0 && series.x.size() <= kFewPoints ? figures::Shape::LineAndPoints : figures::Shape::Line;
    return series;
}

figures::Series seriesOf(const CurveEntry& entry, const plots::DrawnBand& band, const ContentContext& context, double unit)
{
    figures::Series series;
    series.id = entry.group;
    series.style = entry.style;
    series.width = band.width / kUsualWidth;
    for (const auto& point : band.points) {
        if (point.x < context.x.lower || point.x > context.x.upper)
            continue;
        series.x.append(point.x / unit);
        series.y.append(shownValue(point.mean, band.exponential));
        series.low.append(shownValue(point.low, band.exponential));
        series.high.append(shownValue(point.high, band.exponential));
    }
    series.shape = band.marker >= 0 && series.x.size() <= kFewPoints ? figures::Shape::LineAndPoints : figures::Shape::Line;
    return series;
}

/// The line that stands for an entry in the legend: the last one that is not a validation, whose markers tell it apart.
void nameSeries(std::vector<figures::Series>& series, const std::vector<bool>& validation, const QString& title)
{
    int line = -1;
    for (int i = 0; i < int(series.size()); ++i)
        if (line < 0 || !validation[std::size_t(i)])
            line = i;
    if (line < 0)
        return;
    series[std::size_t(line)].name = title;
    for (std::size_t i = 0; i < series.size(); ++i)
        if (validation[i] && int(i) != line)
            series[i].name = translated(QT_TRANSLATE_NOOP("LossView", "%1, validation")).arg(title);
}

}  // namespace

figures::Figure lossFigure(const ContentContext& context, const ShownAxes& axes)
{
    figures::Figure figure;
    figure.kind = QStringLiteral("training_curves");
    figure.sharedX = true;
    for (const auto& shown : axes.panes) {
        figures::Panel panel;
        const auto scale = [](bool logarithmic) { return logarithmic ? figures::AxisScale::Log : figures::AxisScale::Linear; };
        panel.x = {.label = axes.xLabel, .scale = scale(context.settings.logX), .low = axes.x.lower / axes.xUnit, .high = axes.x.upper / axes.xUnit};
        panel.y = {.label = paneLabel(shown.pane, context.settings), .scale = scale(shown.logarithmic), .low = shown.y.lower, .high = shown.y.upper};
        for (const auto& entry : entriesOf(context.store, context.settings)) {
            if (entry.hidden)
                continue;
            const auto content = contentOfEntry(shown.pane, entry, context);
            std::vector<figures::Series> series;
            std::vector<bool> validation;
            for (const auto& curve : content.curves) {
                series.push_back(seriesOf(entry, curve, context, axes.xUnit));
                validation.push_back(curve.marker >= 0);
            }
            for (const auto& band : content.bands) {
                series.push_back(seriesOf(entry, band, context, axes.xUnit));
                validation.push_back(band.marker >= 0);
            }
            nameSeries(series, validation, entry.title);
            panel.series.insert(panel.series.end(), series.begin(), series.end());
        }
        figure.panels.push_back(std::move(panel));
    }
    for (const auto& run : context.store.runs())
        if (run->shown())
            figure.provenance.runs.push_back({run->info.path, -1, {}});
    return figure;
}

ShownAxes shownAxes(const CurvePlot& plot)
{
    ShownAxes axes;
    axes.x = plot.xRange();
    for (int pane = 0; pane < kPanes; ++pane) {
        if (!plot.isShown(pane))
            continue;
        auto *x = plot.rectOf(pane)->axis(QCPAxis::atBottom), *y = plot.rectOf(pane)->axis(QCPAxis::atLeft);
        axes.panes.push_back({pane, y->range(), y->scaleType() == QCPAxis::stLogarithmic});
        if (!x->label().isEmpty())
            axes.xLabel = x->label();
        if (const auto ticker = x->ticker().dynamicCast<plots::CurveTicker>())
            axes.xUnit = ticker->unit();
    }
    return axes;
}

}  // namespace bam::views
