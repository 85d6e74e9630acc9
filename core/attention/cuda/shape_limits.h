// SPDX-License-Identifier: GPL-3.0-or-later
// Which shapes the CUDA kernels can compute.
#pragma once

#include "core/attention/tile_math.h"

namespace bam::attention {

/// Null when the kernels can compute this shape, else one clause that says why not.
inline const char* reasonAgainst(const AttendShape& s)
{
    if (s.batch < 1 || s.heads < 1 || s.kvHeads < 1 || s.queries < 1 || s.keys < 1 || s.width < 1)
        return "a dimension is empty";
    if (s.heads % s.kvHeads != 0)
        return "the number of heads is not a multiple of the number of key heads";
    if (s.width > 128)
        return "heads are wider than 128";
    if (s.queryStart < 0 || s.queryStart + s.queries > s.keys)
        return "there are queries behind the last key";
    // Positions, distances and tile numbers are int32, blocks are numbered below 2^31.
    constexpr std::int64_t kMost = std::int64_t(1) << 30;
    if (s.keys > kMost || s.batch > kMost || s.heads > kMost)
        return "a dimension is above 2^30";
    const std::int64_t tiles = 2 * tiles::tilesOf(s.keys, 64) + s.keys / 32 + 2;
    if (s.batch * s.heads > kMost / tiles)
        return "there are more tiles than a launch can have blocks";
    if (s.outElement != s.element || s.keyElement != s.element)
        return "queries, keys and output are not of one type";
    return s.element == Element::Float32 || s.element == Element::BFloat16 || s.element == Element::Float16 ? nullptr : "the element type is not known";
}

/// Shapes of one class run the same kernels.
inline std::int64_t widthClass(std::int64_t width) { return width <= 32 ? 32 : width <= 48 ? 48 : width <= 64 ? 64 : 128; }

}  // namespace bam::attention
