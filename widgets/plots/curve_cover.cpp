// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/curve_cover.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace bam::plots {
namespace {

constexpr double kWhole = 0.01;     // pixels that a move may differ from a whole number of them
constexpr double kFarthest = 1e6;   // pixels: columns are counted in int

/// By how many whole columns `to` shows less on the left than `from`, at the same scale.
std::optional<int> columnsBetween(const PixelMap& from, const PixelMap& to)
{
    if (from.logarithmic != to.logarithmic || from.length != to.length || from.origin != to.origin)
        return {};
    const double begin = from.pixel(to.begin) - from.origin, end = from.pixel(to.end) - from.origin - from.length;
    const double whole = std::round(begin);
    if (!(std::abs(whole) < kFarthest) || std::abs(begin - whole) > kWhole || std::abs(end - whole) > kWhole)
        return {};
    return int(whole);
}

}  // namespace

bool CurveCover::isOf(const CurveRows& rows, const HeightMap& map, int columns) const
{
    return m_rows.x == rows.x && m_rows.y == rows.y && m_rows.index == rows.index && m_rows.factor == rows.factor && m_rows.spacing == rows.spacing
        && m_rows.revision == rows.revision && m_size == rows.size() && m_map == map && int(m_heights.size()) == columns;
}

const std::vector<runs::Extremes>& CurveCover::heights(const CurveRows& rows, const PixelMap& x, const HeightMap& map, int columns)
{
    if (isOf(rows, map, columns))
        if (const auto first = columnsBetween(m_x, x)) {
            moveTo(*first);
            return m_heights;
        }
    m_rows = rows;
    m_size = rows.size();
    m_map = map;
    m_x = x;
    m_first = 0;
    m_heights.resize(std::size_t(columns));
    coveredHeights(m_rows, m_x, m_map, 0, m_heights);
    return m_heights;
}

void CurveCover::moveTo(int first)
{
    const int columns = int(m_heights.size()), by = first - m_first;
    m_first = first;
    if (std::abs(by) >= columns)
        return make(0, columns);
    // A column at the border was joined to a row out of sight in another way than to a neighbour: it is made again.
    if (by > 0) {
        std::copy(m_heights.begin() + by, m_heights.end(), m_heights.begin());
        make(columns - by - 1, columns);
    } else if (by < 0) {
        std::copy_backward(m_heights.begin(), m_heights.end() + by, m_heights.end());
        make(0, -by + 1);
    }
}

/// @param from, to places in m_heights
void CurveCover::make(int from, int to)
{
    const int columns = int(m_heights.size());
    // How a column is joined depends on its neighbours.
    const int begin = std::max(from - 1, 0), end = std::min(to + 1, columns);
    std::vector<runs::Extremes> made(std::size_t(end - begin));
    coveredHeights(m_rows, m_x, m_map, m_first + begin, made);
    std::copy(made.begin() + (from - begin), made.begin() + (std::min(to, columns) - begin), m_heights.begin() + from);
}

const std::vector<runs::Extremes>& CurveCovers::heights(const CurveRows& rows, const PixelMap& x, const HeightMap& map, int columns)
{
    auto& kept = m_covers[rows.y];
    kept.used = true;
    return kept.cover.heights(rows, x, map, columns);
}

void CurveCovers::next()
{
    for (auto kept = m_covers.begin(); kept != m_covers.end();)
        kept = std::exchange(kept->second.used, false) ? std::next(kept) : m_covers.erase(kept);
}

}  // namespace bam::plots
