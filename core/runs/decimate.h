// SPDX-License-Identifier: GPL-3.0-or-later
// The few points of a long series that draw the same picture as all of them: per pixel column its first and last value and its extremes, in the order
// of x. After "M4: A Visualization-Oriented Time Series Data Aggregation" (Jugel et al., VLDB 2014).
#pragma once

#include "core/runs/min_max_index.h"

#include <functional>
#include <vector>

namespace bam::runs {

struct PlotPoint {
    double x = 0;
    double y = 0;       ///< NaN breaks the line

    bool operator==(const PlotPoint&) const = default;
};

struct View {
    double begin = 0, end = 1;      ///< visible range of x
    int columns = 1000;             ///< pixels
    bool logarithmic = false;       ///< columns are equally wide in log x
};

/// @param x ascending, without NaN @param y as long as x @param index has seen y
/// @returns at most four points per column, and one neighbour outside on either side so that lines reach the border
std::vector<PlotPoint> decimate(const std::vector<double>& x, const std::vector<float>& y, const MinMaxIndex& index, const View& view);

}  // namespace bam::runs
