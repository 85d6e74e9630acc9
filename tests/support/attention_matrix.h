// SPDX-License-Identifier: GPL-3.0-or-later
// Attention matrices made by a formula, and their pyramids.
#pragma once

#include "core/inspect/lens_types.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

namespace bam::test {

using PairWeight = std::function<float(std::int64_t query, std::int64_t key)>;

/// @param tile positions a side of the finest tiles
inline std::shared_ptr<const inspect::AttentionPyramid> pyramidOf(std::int64_t length, std::int64_t tile, const PairWeight& weight)
{
    inspect::PyramidLevel level{tile, (length + tile - 1) / tile, {}, {}};
    const auto cells = inspect::PyramidLevel::at(level.side, 0);
    level.max.assign(cells, 0);
    level.mean.assign(cells, 0);
    std::vector<double> sums(cells, 0);
    for (std::int64_t query = 0; query < length; ++query)
        for (std::int64_t key = 0; key <= query; ++key) {
            const auto at = inspect::PyramidLevel::at(query / tile, key / tile);
            const float value = weight(query, key);
            level.max[at] = std::isfinite(value) ? std::max(level.max[at], value) : value;
            sums[at] += double(value);
        }
    const auto covered = [&](std::int64_t index) { return double(std::min(length, (index + 1) * tile) - index * tile); };
    for (std::int64_t row = 0; row < level.side; ++row)
        for (std::int64_t column = 0; column <= row; ++column) {
            const auto at = inspect::PyramidLevel::at(row, column);
            level.mean[at] = float(sums[at] / (covered(row) * covered(column)));
        }
    return std::make_shared<const inspect::AttentionPyramid>(length, std::move(level));
}

/// What a retrieval head looks like: a band of near keys, a sink at the first token, and the answer's queries on the needle.
struct RetrievalHead {
    std::int64_t length = 1024, needleBegin = 300, needleEnd = 306, answerBegin = 1010;

    float operator()(std::int64_t query, std::int64_t key) const
    {
        const double distance = double(query - key);
        const auto noise = std::uint32_t(query * 2654435761U) ^ std::uint32_t(key * 40503U * 65537U);
        const double grain = 0.5 + double((noise ^ noise >> 15) % 1000U) / 1000;
        double value = 0.08 * std::exp(-distance / 12) + 0.9 * grain / (40 + double(query)) * (1 + 0.5 * std::cos(distance / 32));
        if (key == 0)
            value += 0.3;
        const bool answers = query >= answerBegin;
        if (key >= needleBegin && key < needleEnd)
            value += answers ? 0.12 : 0.02;
        return float(value * (answers ? 0.6 : 1));
    }
};

}  // namespace bam::test
