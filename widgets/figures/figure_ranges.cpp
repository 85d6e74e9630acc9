// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/figure_ranges.h"

#include "widgets/plots/color_maps.h"
#include "widgets/plots/curve_ticker.h"

#include <algorithm>
#include <cmath>

namespace bam::figures {
namespace {

constexpr double kMargin = 0.04;        // of the range, beside the data
constexpr double kLogMargin = 0.03;
constexpr double kMarkRoom = 0.06;      // of the range, beside the first labelled mark
constexpr double kDecades = 8;          // a logarithmic colour scale goes no further down than this below its highest value

/// The least and greatest of what was shown to it.
struct Extent {
    bool positive = false;      // values of 0 and below do not count
    double low = INFINITY, high = -INFINITY;
    bool exact = false;         // the outermost is an edge: no margin

    void add(double value)
    {
        if (!std::isfinite(value) || (positive && value <= 0))
            return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    void add(const QVector<double>& values)
    {
        for (const double value : values)
            add(value);
    }
    bool empty() const { return !(low <= high); }
};

double halfBar(const QVector<double>& x)
{
    double step = INFINITY;
    for (qsizetype i = 1; i < x.size(); ++i)
        if (x[i] > x[i - 1])
            step = std::min(step, x[i] - x[i - 1]);
    return std::isfinite(step) ? step / 2 : 0.5;
}

void addX(Extent& extent, const Panel& panel)
{
    for (const auto& series : panel.series) {
        extent.add(series.x);
        if (series.sideways) {
            extent.add(series.low);
            extent.add(series.high);
        }
        if (series.shape != Shape::Bars || series.x.isEmpty())
            continue;
        const double half = halfBar(series.x);
        extent.add(series.x.first() - half);
        extent.add(series.x.last() + half);
    }
    for (const auto& heatmap : panel.heatmaps) {
        extent.add(heatmap.x0);
        extent.add(heatmap.x1);
    }
    for (const auto& mark : panel.marks)
        if (mark.vertical)
            extent.add(mark.at);
    for (const auto& note : panel.notes)
        extent.add(note.x);
    extent.exact = extent.exact || !panel.heatmaps.empty();
}

void addY(Extent& extent, const Panel& panel)
{
    for (const auto& series : panel.series) {
        extent.add(series.y);
        if (!series.sideways) {
            extent.add(series.low);
            extent.add(series.high);
        }
        if (series.shape == Shape::Bars)
            extent.add(0);
    }
    for (const auto& heatmap : panel.heatmaps) {
        extent.add(heatmap.y0);
        extent.add(heatmap.y1);
    }
    for (const auto& mark : panel.marks)
        if (!mark.vertical)
            extent.add(mark.at);
    for (const auto& note : panel.notes)
        extent.add(note.y);
    extent.exact = extent.exact || !panel.heatmaps.empty();
}

void addColors(Extent& extent, const Panel& panel)
{
    for (const auto& heatmap : panel.heatmaps)
        for (const float value : heatmap.values)
            extent.add(double(value));
    for (const auto& series : panel.series)
        extent.add(series.shade);
}

/// What was asked for where it can be used, else what the data need.
Range rangeFrom(const Extent& extent, double askedLow, double askedHigh, bool logarithmic, double margin)
{
    double low = extent.empty() ? (logarithmic ? 1 : 0) : extent.low, high = extent.empty() ? (logarithmic ? 10 : 1) : extent.high;
    if (logarithmic) {
        const double factor = high > low ? std::pow(high / low, margin) : 1.5;
        low /= factor;
        high *= factor;
    } else {
        const double room = high > low ? (high - low) * margin : std::max(0.5, std::abs(high) * 0.1);
        low -= room;
        high += room;
    }
    if (std::isfinite(askedLow) && (!logarithmic || askedLow > 0))
        low = askedLow;
    if (std::isfinite(askedHigh) && (!logarithmic || askedHigh > 0))
        high = askedHigh;
    if (low < high)
        return {low, high};
    return logarithmic ? Range{low / 2, low * 2} : Range{std::min(low, high) - 0.5, std::max(low, high) + 0.5};
}

template <class Add>
Range axisRange(const Figure& figure, std::size_t panel, bool shared, Axis Panel::*axis, Add add)
{
    const auto& own = figure.panels.at(panel).*axis;
    const bool logarithmic = own.scale == AxisScale::Log;
    Extent extent{.positive = logarithmic};
    double low = own.low, high = own.high;
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        if (i != panel && !shared)
            continue;
        add(extent, figure.panels[i]);
        const auto& other = figure.panels[i].*axis;
        low = std::fmin(low, other.low);        // NaN: the other one
        high = std::fmax(high, other.high);
    }
    return rangeFrom(extent, low, high, logarithmic, extent.exact ? 0 : logarithmic ? kLogMargin : kMargin);
}

/// Labels of marks stand to the left of them: room for the first one, where the range begins by itself.
Range withRoomForLabels(const Figure& figure, std::size_t panel, Range range)
{
    const auto& axis = figure.panels[panel].x;
    if (std::isfinite(axis.low) || axis.reversed)
        return range;
    double first = INFINITY;
    for (std::size_t i = 0; i < figure.panels.size(); ++i)
        for (const auto& mark : figure.panels[i].marks)
            if ((i == panel || figure.sharedX) && mark.vertical && !mark.label.isEmpty())
                first = std::min(first, mark.at);
    const bool logarithmic = axis.scale == AxisScale::Log;
    const auto along = [&](double value) { return logarithmic ? std::log(value) : value; };
    if (!std::isfinite(first) || (logarithmic && first <= 0) || along(first) - along(range.low) > kMarkRoom * (along(range.high) - along(range.low)))
        return range;
    const double low = (along(first) - kMarkRoom * along(range.high)) / (1 - kMarkRoom);
    range.low = logarithmic ? std::exp(low) : low;
    return range;
}

}  // namespace

Range xRangeOf(const Figure& figure, std::size_t panel) { return withRoomForLabels(figure, panel, axisRange(figure, panel, figure.sharedX, &Panel::x, addX)); }
Range yRangeOf(const Figure& figure, std::size_t panel) { return axisRange(figure, panel, figure.sharedY, &Panel::y, addY); }

bool hasColors(const Panel& panel)
{
    return !panel.heatmaps.empty() || std::any_of(panel.series.begin(), panel.series.end(), [](const Series& series) { return !series.shade.isEmpty(); });
}

Range colorRangeOf(const Figure& figure, std::size_t panel)
{
    const auto& own = figure.panels.at(panel).colors;
    const bool logarithmic = own.scale == ColorScale::Log;
    Extent extent{.positive = logarithmic};
    double low = own.low, high = own.high;
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        if (i != panel && !figure.sharedColors)
            continue;
        addColors(extent, figure.panels[i]);
        low = std::fmin(low, figure.panels[i].colors.low);
        high = std::fmax(high, figure.panels[i].colors.high);
    }
    if (!extent.empty() && plots::isDiverging(own.map) && !logarithmic) {
        extent.high = std::max(std::abs(extent.low), std::abs(extent.high));
        extent.low = -extent.high;
    }
    if (!extent.empty() && own.scale == ColorScale::Sqrt && extent.low >= 0)
        extent.low = 0;
    if (logarithmic && !extent.empty())
        extent.low = std::max(extent.low, extent.high * std::pow(10, -kDecades));
    return rangeFrom(extent, low, high, logarithmic, 0);
}

double shareOf(double value, const Range& range, ColorScale scale)
{
    if (std::isnan(value))
        return value;
    double share = 0;
    if (scale == ColorScale::Log)
        share = value > 0 ? std::log(value / range.low) / std::log(range.high / range.low) : 0;
    else
        share = (value - range.low) / (range.high - range.low);
    share = std::clamp(share, 0.0, 1.0);
    return scale == ColorScale::Sqrt ? std::sqrt(share) : share;
}

double valueAt(double share, const Range& range, ColorScale scale)
{
    if (scale == ColorScale::Log)
        return range.low * std::pow(range.high / range.low, share);
    return range.low + (range.high - range.low) * (scale == ColorScale::Sqrt ? share * share : share);
}

std::vector<Tick> colorTicks(const Range& range, ColorScale scale, int count, const QLocale& locale)
{
    plots::CurveTicker ticker;
    ticker.setLogarithmic(scale == ColorScale::Log);
    ticker.setTickCount(count);
    QVector<double> places;
    QVector<QString> texts;
    ticker.generate(QCPRange(range.low, range.high), locale, QLatin1Char('g'), 6, places, nullptr, &texts);
    std::vector<Tick> ticks;
    for (qsizetype i = 0; i < places.size(); ++i)
        ticks.push_back({places[i], texts.value(i)});
    return ticks;
}

}  // namespace bam::figures
