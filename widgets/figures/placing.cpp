// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/placing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace bam::figures {
namespace {

constexpr int kFarthest = 8;            // columns from a line
constexpr int kSteps = 12;              // between two points of a line
constexpr double kCornerWidth = 0.45, kCornerHeight = 0.4;      // of a panel: about what a legend takes

std::pair<double, double> stretchOf(double at, int column, double thickness)
{
    return column < 0 ? std::pair(at + column * thickness, at + (column + 1) * thickness) : std::pair(at + (column - 1) * thickness, at + column * thickness);
}

}  // namespace

double placeOf(const Axis& axis, const Range& range, double value)
{
    const double place = axis.scale == AxisScale::Log ? std::log(value / range.low) / std::log(range.high / range.low) : (value - range.low) / (range.high - range.low);
    return axis.reversed ? 1 - place : place;
}

std::vector<int> labelColumns(const std::vector<double>& at, double thickness, double room)
{
    std::vector<std::size_t> order(at.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return at[a] < at[b]; });
    std::vector<int> columns(at.size(), -1);
    std::vector<std::pair<double, double>> taken;
    const auto isFree = [&](const std::pair<double, double>& stretch) {
        const double touch = 0.05 * thickness;
        return stretch.first >= -touch && stretch.second <= room + touch
            && std::none_of(taken.begin(), taken.end(), [&](const auto& other) { return stretch.first < other.second - touch && other.first < stretch.second - touch; });
    };
    for (const auto n : order) {
        for (int distance = 1; distance <= kFarthest; ++distance) {
            // Near the line to its left, farther away to its right, which leaves texts in the order of their lines.
            const int first = distance == 1 ? -1 : 1;
            if (const int column = first * distance; isFree(stretchOf(at[n], column, thickness))) {
                columns[n] = column;
                break;
            }
            if (const int column = -first * distance; isFree(stretchOf(at[n], column, thickness))) {
                columns[n] = column;
                break;
            }
        }
        taken.push_back(stretchOf(at[n], columns[n], thickness));
    }
    return columns;
}

std::vector<int> markColumns(const Panel& panel, const Range& x, double thickness, double width)
{
    const auto isBeside = [&](const Mark& mark) { return mark.vertical && !mark.label.isEmpty() && mark.at >= x.low && mark.at <= x.high; };
    std::vector<double> at;
    for (const auto& mark : panel.marks)
        if (isBeside(mark))
            at.push_back(placeOf(panel.x, x, mark.at) * width);
    const auto placed = labelColumns(at, thickness, width);
    std::vector<int> columns;
    std::size_t next = 0;
    for (const auto& mark : panel.marks)
        columns.push_back(isBeside(mark) ? placed[next++] : -1);
    return columns;
}

int legendColumns(const std::vector<double>& widths, double room)
{
    const auto count = widths.size();
    for (auto columns = count; columns > 1; --columns) {
        double sum = 0;
        for (std::size_t column = 0; column < columns; ++column) {
            double widest = 0;
            for (auto n = column; n < count; n += columns)
                widest = std::max(widest, widths[n]);
            sum += widest;
        }
        if (sum <= room)
            return int(columns);
    }
    return 1;
}

Qt::Corner quietCorner(const Figure& figure, std::size_t index)
{
    constexpr std::array kCorners{Qt::TopRightCorner, Qt::TopLeftCorner, Qt::BottomRightCorner, Qt::BottomLeftCorner};
    std::array<std::int64_t, 4> drawn{};
    const auto& panel = figure.panels.at(index);
    const auto xs = xRangeOf(figure, index), ys = yRangeOf(figure, index);
    const auto count = [&](double x, double y) {
        if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1))
            return;
        const bool left = x < kCornerWidth, right = x > 1 - kCornerWidth, top = y > 1 - kCornerHeight, bottom = y < kCornerHeight;
        drawn[0] += top && right;
        drawn[1] += top && left;
        drawn[2] += bottom && right;
        drawn[3] += bottom && left;
    };
    for (const auto& series : panel.series) {
        double lastX = kAuto, lastY = kAuto;
        for (qsizetype i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
            const double x = placeOf(panel.x, xs, series.x[i]), y = placeOf(panel.y, ys, series.y[i]);
            const bool joined = series.shape != Shape::Points && std::isfinite(lastX) && std::isfinite(lastY);
            for (int step = joined ? 1 : kSteps; step <= kSteps; ++step)
                joined ? count(lastX + (x - lastX) * step / kSteps, lastY + (y - lastY) * step / kSteps) : count(x, y);
            lastX = x;
            lastY = y;
        }
    }
    return kCorners[std::size_t(std::min_element(drawn.begin(), drawn.end()) - drawn.begin())];
}

}  // namespace bam::figures
