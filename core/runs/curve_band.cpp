// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/curve_band.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace bam::runs {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Value at x. @param row where the last look-up of this series ended; x never falls
double valueAt(const BandSeries& series, double x, std::size_t& row)
{
    const auto size = std::min(series.x->size(), series.y->size());
    // The next row is near: look twice as far each time before searching.
    const double sought = x / series.factor;
    auto end = row;
    for (std::size_t stride = 1; end < size && (*series.x)[end] < sought; stride *= 2) {
        row = end;
        end = std::min(end + stride, size);
    }
    row = std::size_t(std::lower_bound(series.x->begin() + std::ptrdiff_t(row), series.x->begin() + std::ptrdiff_t(end), sought) - series.x->begin());
    if (row == size)
        return kNone;
    const double right = (*series.x)[row] * series.factor, value = double((*series.y)[row]);
    if (right == x)
        return value;
    if (row == 0)
        return kNone;
    const double left = (*series.x)[row - 1] * series.factor, before = double((*series.y)[row - 1]);
    return before + (value - before) * (x - left) / (right - left);
}

}  // namespace

std::vector<std::size_t> seedIndices(const std::vector<std::int64_t>& seeds)
{
    std::map<std::int64_t, std::size_t> known;
    std::vector<std::size_t> indices;
    std::size_t count = 0;
    for (const auto seed : seeds) {
        const bool first = seed < 0 || !known.contains(seed);
        indices.push_back(first ? count++ : known[seed]);
        if (first && seed >= 0)
            known[seed] = indices.back();
    }
    return indices;
}

BandPoint spreadOf(const std::vector<double>& values, BandKind kind)
{
    BandPoint point{0, 0, values.front(), values.front(), int(values.size())};
    for (const double value : values)
        point.mean += value / double(values.size());
    if (kind == BandKind::Extremes) {
        const auto [low, high] = std::minmax_element(values.begin(), values.end());
        point.low = *low;
        point.high = *high;
        return point;
    }
    double squares = 0;
    for (const double value : values)
        squares += (value - point.mean) * (value - point.mean);
    const double deviation = values.size() > 1 ? std::sqrt(squares / double(values.size() - 1)) : 0;
    point.low = point.mean - deviation;
    point.high = point.mean + deviation;
    return point;
}

std::vector<BandPoint> band(const std::vector<BandSeries>& series, const std::vector<double>& grid, BandKind kind, int least)
{
    std::vector<std::int64_t> seeds;
    for (const auto& one : series)
        seeds.push_back(one.seed);
    const auto seedOf = seedIndices(seeds);
    std::vector<BandPoint> points;
    points.reserve(grid.size());
    std::vector<std::size_t> rows(series.size(), 0);
    std::vector<double> values, sums(series.size());
    std::vector<int> counts(series.size());
    for (const double x : grid) {
        std::fill(sums.begin(), sums.end(), 0.0);
        std::fill(counts.begin(), counts.end(), 0);
        for (std::size_t i = 0; i < series.size(); ++i)
            if (const double value = valueAt(series[i], x, rows[i]); std::isfinite(value)) {
                sums[seedOf[i]] += value;
                ++counts[seedOf[i]];
            }
        values.clear();
        for (std::size_t i = 0; i < sums.size(); ++i)
            if (counts[i] > 0)
                values.push_back(sums[i] / counts[i]);
        if (values.empty() || int(values.size()) < least)
            continue;
        points.push_back(spreadOf(values, kind));
        points.back().x = x;
    }
    return points;
}

}  // namespace bam::runs
