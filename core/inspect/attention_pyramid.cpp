// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/attention_pyramid.h"

#include <algorithm>
#include <cmath>

namespace bam::inspect {
namespace {

std::size_t cells(std::int64_t side) { return PyramidLevel::at(side, 0); }

/// Positions of the matrix that tile `index` of a side covers: fewer at the edge.
double covered(std::int64_t index, std::int64_t tile, std::int64_t length) { return double(std::min(length, (index + 1) * tile) - index * tile); }

PyramidLevel halved(const PyramidLevel& fine, std::int64_t length)
{
    PyramidLevel coarse{fine.tile * 2, (fine.side + 1) / 2, {}, {}};
    coarse.max.assign(cells(coarse.side), 0);
    coarse.mean.assign(cells(coarse.side), 0);
    for (std::int64_t row = 0; row < coarse.side; ++row)
        for (std::int64_t column = 0; column <= row; ++column) {
            double sum = 0;
            float largest = 0;
            for (auto r = 2 * row; r < std::min(2 * row + 2, fine.side); ++r)
                for (auto c = 2 * column; c < std::min(2 * column + 2, r + 1); ++c) {
                    const auto at = PyramidLevel::at(r, c);
                    largest = fine.max[at] > largest || std::isnan(fine.max[at]) ? fine.max[at] : largest;       // what is no number is not hidden
                    sum += double(fine.mean[at]) * covered(r, fine.tile, length) * covered(c, fine.tile, length);
                }
            const auto at = PyramidLevel::at(row, column);
            coarse.max[at] = largest;
            coarse.mean[at] = float(sum / (covered(row, coarse.tile, length) * covered(column, coarse.tile, length)));
        }
    return coarse;
}

}  // namespace

AttentionPyramid::AttentionPyramid(std::int64_t length, PyramidLevel finest)
    : m_length(length)
{
    m_levels.push_back(std::move(finest));
    while (m_levels.back().side > 1)
        m_levels.push_back(halved(m_levels.back(), length));
}

std::size_t AttentionPyramid::levelFor(double positionsPerPixel) const
{
    std::size_t level = 0;
    while (level + 1 < m_levels.size() && double(m_levels[level + 1].tile) <= positionsPerPixel)
        ++level;
    return level;
}

std::int64_t AttentionPyramid::bytes() const
{
    std::int64_t sum = 0;
    for (const auto& level : m_levels)
        sum += std::int64_t((level.max.size() + level.mean.size()) * sizeof(float));
    return sum;
}

std::int64_t AttentionPyramid::tileFor(std::int64_t length, std::int64_t tiles)
{
    std::int64_t tile = 1;
    while ((length + tile - 1) / tile > tiles)
        tile *= 2;
    return tile;
}

std::int64_t AttentionPyramid::bytesFor(std::int64_t length, std::int64_t tiles)
{
    const auto tile = tileFor(length, tiles);
    std::int64_t sum = 0;
    for (auto side = (length + tile - 1) / tile;; side = (side + 1) / 2) {
        sum += std::int64_t(cells(side) * 2 * sizeof(float));
        if (side <= 1)
            return sum;
    }
}

}  // namespace bam::inspect
