// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/heatmap_source.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace bam::plots {
namespace {

const std::vector<float>& partOf(const inspect::Region& region, RegionPart part, Pooling pooling)
{
    switch (part) {
    case RegionPart::ContentScore: return region.contentScore;
    case RegionPart::PriorTerm: return region.biasTerm;
    case RegionPart::Content: return region.content;
    case RegionPart::Position: return region.position;
    case RegionPart::Joint: return region.joint;
    case RegionPart::Attention: break;
    }
    return pooling == Pooling::Max ? region.max : region.mean;
}

/// In whole numbers, so that the compiler may do eight at a time.
qint64 nonFiniteOf(const float* values, qint64 count)
{
    qint64 sum = 0;
    for (qint64 block = 0; block < count; block += 4096) {
        std::int32_t found = 0;
        for (qint64 i = block, end = std::min(count, block + 4096); i < end; ++i)
            found += (std::bit_cast<std::uint32_t>(values[i]) & 0x7F800000U) == 0x7F800000U;
        sum += found;
    }
    return sum;
}

qint64 tileOf(qint64 position, qint64 begin, qint64 tile, qint64 count) { return std::clamp<qint64>((position - begin) / tile, 0, count); }

}  // namespace

qint64 HeatmapGrid::columnsOf(qint64 row) const
{
    if (triangular)
        return row + 1;
    const auto last = lastQuery(row);
    return last < keyBegin ? 0 : std::min(columns, (last - keyBegin) / keyTile + 1);
}

float HeatmapGrid::at(Pooling pooling, qint64 query, qint64 key) const
{
    if (!contains(query, key) || key > query)
        return std::numeric_limits<float>::quiet_NaN();
    return row(pooling, (query - queryBegin) / queryTile)[(key - keyBegin) / keyTile];
}

HeatmapSource::HeatmapSource(const std::shared_ptr<const inspect::AttentionPyramid>& pyramid)
    : m_owner(pyramid)
{
    if (!pyramid || pyramid->length() <= 0)
        return;
    m_length = pyramid->length();
    for (const auto& level : pyramid->levels())
        m_grids.push_back({0, m_length, 0, m_length, level.tile, level.tile, level.side, level.side, true, {level.max.data(), level.mean.data()}});
    countNonFinite();
}

HeatmapSource::HeatmapSource(const std::shared_ptr<const inspect::Region>& region, RegionPart part, qint64 length)
    : m_owner(region)
    , m_length(length)
{
    if (!region || region->rows <= 0 || region->columns <= 0)
        return;
    const auto &max = partOf(*region, part, Pooling::Max), &mean = partOf(*region, part, Pooling::Mean);
    const auto cells = std::size_t(region->rows * region->columns);
    if (max.size() != cells || mean.size() != cells)
        return;
    const auto& asked = region->asked;
    m_grids.push_back({asked.queryBegin, asked.queryEnd, asked.keyBegin, asked.keyEnd, region->queryTile, region->keyTile, region->rows, region->columns, false, {max.data(), mean.data()}});
    countNonFinite();
}

void HeatmapSource::countNonFinite()
{
    const auto& grid = finest();
    for (const auto pooling : {Pooling::Max, Pooling::Mean}) {
        auto& count = m_nonFinite[std::size_t(pooling)];
        if (grid.triangular)
            count = nonFiniteOf(grid.row(pooling, 0), grid.rows * (grid.rows + 1) / 2);
        else
            for (qint64 row = 0; row < grid.rows; ++row)
                count += nonFiniteOf(grid.row(pooling, row), grid.columnsOf(row));
    }
}

const HeatmapGrid& HeatmapSource::gridFor(double positionsPerPixel) const
{
    std::size_t level = 0;
    while (level + 1 < m_grids.size() && double(m_grids[level + 1].queryTile) <= positionsPerPixel)
        ++level;
    return m_grids[level];
}

const HeatmapGrid& HeatmapSource::gridOf(qint64 side) const
{
    for (const auto& grid : m_grids)
        if (std::max(grid.rows, grid.columns) <= side)
            return grid;
    return m_grids.back();
}

HeatmapExtremes extremesOf(const HeatmapGrid& grid, Pooling pooling, qint64 queryBegin, qint64 queryEnd, qint64 keyBegin, qint64 keyEnd)
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    float low = kInfinity, positive = kInfinity, high = -kInfinity;
    const auto rowBegin = tileOf(queryBegin, grid.queryBegin, grid.queryTile, grid.rows), rowEnd = tileOf(queryEnd + grid.queryTile - 1, grid.queryBegin, grid.queryTile, grid.rows);
    const auto begin = tileOf(keyBegin, grid.keyBegin, grid.keyTile, grid.columns), end = tileOf(keyEnd + grid.keyTile - 1, grid.keyBegin, grid.keyTile, grid.columns);
    for (auto row = rowBegin; row < rowEnd; ++row) {
        const auto* values = grid.row(pooling, row);
        for (auto column = begin, last = std::min(end, grid.columnsOf(row)); column < last; ++column) {
            const float value = values[column];
            if (!std::isfinite(value))
                continue;
            low = std::min(low, value);
            high = std::max(high, value);
            if (value > 0)
                positive = std::min(positive, value);
        }
    }
    const auto known = [](float value) { return std::isfinite(value) ? double(value) : inspect::kNone; };
    return {known(low), known(positive), known(high)};
}

}  // namespace bam::plots
