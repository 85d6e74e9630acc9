// SPDX-License-Identifier: GPL-3.0-or-later
// The attention matrix of one head as pooled tiles, finest level first, each level half as fine as the one before: what a screen can show of a T × T matrix that never
// exists.
//
// Invariants: only the lower triangle of tiles is stored, row after row; a tile's mean counts all its pairs within the T × T matrix, those above the diagonal as 0.
#pragma once

#include <cstdint>
#include <vector>

namespace bam::inspect {

struct PyramidLevel {
    std::int64_t tile = 1;              ///< positions a side of one tile
    std::int64_t side = 0;              ///< tiles a side
    std::vector<float> max, mean;       ///< side · (side + 1) / 2 each; tile (r, c) with c ≤ r at r·(r+1)/2 + c

    static std::size_t at(std::int64_t row, std::int64_t column) { return std::size_t(row * (row + 1) / 2 + column); }
};

class AttentionPyramid {
public:
    AttentionPyramid() = default;
    /// Coarser levels are made from this one, down to one tile. @param finest of a matrix of `length` positions a side
    AttentionPyramid(std::int64_t length, PyramidLevel finest);

    std::int64_t length() const { return m_length; }
    const std::vector<PyramidLevel>& levels() const { return m_levels; }
    /// The coarsest level whose tiles are at most so many positions a side; the finest when none is.
    std::size_t levelFor(double positionsPerPixel) const;
    /// Bytes of all levels.
    std::int64_t bytes() const;
    /// Positions a side of the finest tiles, a power of two, so that at most `tiles` are needed.
    static std::int64_t tileFor(std::int64_t length, std::int64_t tiles);
    /// The exact bytes that a pyramid of such a prompt takes.
    static std::int64_t bytesFor(std::int64_t length, std::int64_t tiles);

private:
    std::int64_t m_length = 0;
    std::vector<PyramidLevel> m_levels;
};

}  // namespace bam::inspect
