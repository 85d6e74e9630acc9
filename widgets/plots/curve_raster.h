// SPDX-License-Identifier: GPL-3.0-or-later
// Draws very long curves fast: per column of pixels the interval that the line covers, filled straight into an image. What it costs depends on the
// columns, hardly on the rows, and every row is inside its column's interval, so that no spike is lost.
//
// After the idea of Jugel et al., "M4: A Visualization-Oriented Time Series Data Aggregation" (VLDB 2014): a line drawn on a raster is determined by each
// column's extremes and by the joints between columns. Ends of intervals are antialiased vertically.
#pragma once

#include "core/runs/min_max_index.h"

#include <QColor>

#include <limits>
#include <vector>

class QImage;

namespace bam::plots {

/// Rows of a curve: two columns owned by someone else.
struct CurveRows {
    const std::vector<double>* x = nullptr;     ///< ascending, without NaN
    double factor = 1;                          ///< x is multiplied with it
    const std::vector<float>* y = nullptr;
    const runs::MinMaxIndex* index = nullptr;   ///< has seen y
    double spacing = 0;                         ///< between any two successive x, when it is always the same; 0: it is not
    int revision = 0;                           ///< another one when rows changed other than by new ones at the end
    std::size_t size() const;                   ///< rows that all three have
};

/// From a value to pixels along one axis.
struct PixelMap {
    double begin = 0, end = 1;  ///< values at its two ends
    double origin = 0;          ///< pixel of `begin`
    double length = 1;          ///< pixels from `begin` to `end`, negative when they run against the axis
    bool logarithmic = false;   ///< then 0 < begin, end
    bool exponential = false;   ///< exp(value) is drawn instead of the value: perplexity of a loss
    double pixel(double value) const;   ///< values that a logarithm cannot take lie infinitely far below
    double value(double pixel) const;   ///< of the axis, so exp(value) of an exponential map
};

/// From a value to what pixels grow with along an axis of y, wherever that axis stands: the value, its logarithm or its exponential.
struct HeightMap {
    explicit HeightMap(const PixelMap& y)
        : logarithmic(y.logarithmic)
        , exponential(y.exponential)
    {
    }
    double height(double value) const;      ///< −∞ for what has no logarithm
    bool operator==(const HeightMap&) const = default;
    bool logarithmic, exponential;
};

/// What a line covers of a column of pixels; empty when top > bottom.
struct Interval {
    float top = std::numeric_limits<float>::infinity();
    float bottom = -std::numeric_limits<float>::infinity();
    bool empty() const { return top > bottom; }
    void include(float y)
    {
        top = y < top ? y : top;        // NaN fails all comparisons
        bottom = y > bottom ? y : bottom;
    }
};

/// First row with x ≥ value.
std::size_t firstRowFrom(const CurveRows& rows, double value);

/// What a curve covers of columns of pixels, as heights: this outlasts any change of the y axis that keeps its kind.
/// @param x pixel 0 is the left border of column 0 @param first of the columns, as many as there are heights
void coveredHeights(const CurveRows& rows, const PixelMap& x, const HeightMap& map, int first, std::vector<runs::Extremes>& heights);

/// The same in pixels of an axis, cut far outside any image.
void intervalsOf(const std::vector<runs::Extremes>& heights, const PixelMap& y, std::vector<Interval>& intervals);

/// Both, for the columns 0 … columns − 1. @param x pixel 0 is the left border of column 0 @param y with the image's pixels
void coveredIntervals(const CurveRows& rows, const PixelMap& x, const PixelMap& y, int columns, std::vector<Interval>& intervals);

struct RasterPen {
    QColor color;
    double width = 1;           ///< pixels; 0: the intervals as they are, for areas
    int dashOn = 0, dashOff = 0;    ///< columns; 0: solid. Where the curve is steep it is drawn through, so that dashes hide nothing.
    int dashPhase = 0;          ///< column that a dash begins at, so that dashes stay with the curve while it is moved
};

struct RasterCurve {
    std::vector<Interval> intervals;
    RasterPen pen;
};

/// Paints one over the other; an image of Format_ARGB32_Premultiplied, whose earlier content goes.
void paintCurves(QImage& image, const std::vector<RasterCurve>& curves);

}  // namespace bam::plots
