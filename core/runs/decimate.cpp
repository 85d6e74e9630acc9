// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/decimate.h"

#include <algorithm>
#include <cmath>

namespace bam::runs {
namespace {

constexpr std::size_t kFewPerColumn = 4;    // up to so many points a column is drawn as it is

/// Left border of column n.
double border(const View& view, int n)
{
    const double share = double(n) / view.columns;
    if (!view.logarithmic)
        return view.begin + (view.end - view.begin) * share;
    return view.begin * std::pow(view.end / view.begin, share);
}

}  // namespace

std::vector<PlotPoint> decimate(const std::vector<double>& x, const std::vector<float>& y, const MinMaxIndex& index, const View& view)
{
    std::vector<PlotPoint> points;
    const auto size = std::min(x.size(), y.size());
    if (size == 0 || view.columns < 1 || !(view.end > view.begin) || (view.logarithmic && view.begin <= 0))
        return points;
    const auto at = [&](double value, std::size_t from) { return std::size_t(std::lower_bound(x.begin() + std::ptrdiff_t(from), x.begin() + std::ptrdiff_t(size), value) - x.begin()); };
    const auto take = [&](std::size_t i) { points.push_back({x[i], double(y[i])}); };
    auto begin = at(view.begin, 0);
    if (begin > 0)
        take(begin - 1);
    for (int column = 0; column < view.columns; ++column) {
        const bool last = column + 1 == view.columns;
        auto end = at(border(view, column + 1), begin);
        if (last)
            while (end < size && x[end] <= view.end)
                ++end;
        if (end - begin <= kFewPerColumn) {
            for (auto i = begin; i < end; ++i)
                take(i);
        } else {
            // The extremes lie somewhere in the column; a pixel's width to the left or right makes no difference to the picture.
            const auto extremes = index.range(y, begin, end);
            const double middle = 0.5 * (x[begin] + x[end - 1]);
            take(begin);
            if (!extremes.empty()) {
                points.push_back({middle, double(extremes.low)});
                points.push_back({middle, double(extremes.high)});
            }
            take(end - 1);
        }
        begin = end;
    }
    if (begin < size)
        take(begin);
    return points;
}

}  // namespace bam::runs
