// SPDX-License-Identifier: GPL-3.0-or-later
// What the two kernels of the backward pass share: tile sizes, shared memory, and turning products into weights and score gradients.
// Both keep one tile (queries in one, keys in the other) and stream the others past it. The streamed tile is halved where float32 is too wide.
#pragma once

#include "core/attention/cuda/backward_prepare.h"
#include "core/attention/cuda/products.h"

namespace bam::attention::tiles {

template <class T, int Width, bool OwnsQueries>
struct BackwardPlan {
    static constexpr int kOwned = 64, kStreamed = sizeof(T) == sizeof(float) && Width > 64 ? 32 : 64;
    static constexpr int kQueries = OwnsQueries ? kOwned : kStreamed, kKeys = OwnsQueries ? kStreamed : kOwned;
    static constexpr int kParts = kThreads / kQueries, kEach = kKeys / kParts;  ///< threads of a row, and elements of each

    /// The elements of one thread, between reading products and writing operands in their place.
    struct Held {
        float value[kEach];
    };

    struct Small {
        RowValues<kQueries> rows;
        float logSumExp[kQueries], rowDot[kQueries];
        float bias[kQueries + kKeys];
        float part[kQueries][kParts], partOfBias[kQueries][kParts];
        RowRange range;
    };

    // Operands of the second products replace what they are made of. At the end the sums pass through memory over all but the owned tiles.
    static constexpr int kAtOwned = 0;  ///< two tiles: queries and output gradients, or keys and values
    static constexpr int kAtStreamed = kAtOwned + 2 * bytesOf<T>(kOwned, Width);
    static constexpr int kAtSums = kAtStreamed;
    static constexpr int kAtScores = kAtStreamed + 2 * bytesOf<T>(kStreamed, Width);
    static constexpr int kAtGradients = kAtScores + bytesOf<float>(kQueries, kKeys);
    static constexpr int kEnd = kAtGradients + bytesOf<float>(kQueries, kKeys);
    static constexpr int kAtSmall = greatest(kEnd, kAtSums + bytesOf<float>(kOwned, Width));
    static constexpr int kBytes = kAtSmall + roundUp(int(sizeof(Small)), 128);

    static constexpr int kWide = strideOf<T>(Width), kAcross = strideOf<float>(kKeys), kAcrossElements = strideOf<T>(kKeys);
    static constexpr int kSums = strideOf<float>(Width);
};

template <class Plan, class T>
BAM_BLOCK void writeOperand(T* to, const typename Plan::Held& held, int thread)
{
    const int row = thread / Plan::kParts, part = thread % Plan::kParts;
    BAM_UNROLL
    for (int n = 0; n < Plan::kEach; ++n)
        to[row * Plan::kAcrossElements + part + n * Plan::kParts] = fromFloat<T>(held.value[n]);
}

template <class Plan>
BAM_BLOCK void loadBackwardRow(typename Plan::Small& small, const BackwardArgs& args, const Workspace& work, const QueryTile& tile, int thread)
{
    loadRowValues(small.rows, args.forward, tile, thread);
    if (thread < Plan::kQueries) {
        const AttendShape& shape = args.forward.shape;
        const std::int64_t row = (tile.batch * shape.heads + tile.head) * shape.queries + tile.firstRow + thread;
        small.logSumExp[thread] = thread < tile.rows ? args.forward.logSumExp[row] : 0.0f;
        small.rowDot[thread] = thread < tile.rows ? work.records[row].rowDot : 0.0f;
    }
}

/// scores = q·k and gradients = dO·v of a tile, before scaling.
template <class Plan, class Products>
BAM_BLOCK void multiplyTiles(float* scores, float* gradients, const typename Products::Element* queries, const typename Products::Element* outGradients,
    const typename Products::Element* keys, const typename Products::Element* values, int columns, int thread)
{
    using T = typename Products::Element;
    const auto multiply = [&](const T* rows, const T* others, float* to) {
        typename Products::template Sums<Plan::kQueries, Plan::kKeys> sums;
        Products::clear(sums);
        Products::template add<Layout::Along, Layout::Across>(
            sums, Operand<T>{rows, Plan::kWide}, Operand<T>{others, Plan::kWide}, columns, Plan::kKeys, thread);
        Products::store(sums, to, Plan::kAcross, Plan::kKeys, thread);
    };
    multiply(queries, keys, scores);
    multiply(outGradients, values, gradients);
}

/// The weight and the score gradient of one element; both 0 where the key is hidden.
struct ScoreGradient {
    float weight = 0, gradient = 0;
};

template <class Plan>
BAM_BLOCK ScoreGradient scoreGradientAt(const typename Plan::Small& small, float product, float weightGradient, int row, int key, int firstKey)
{
    if (!visible(small.rows.first[row], small.rows.last[row], firstKey + key))
        return {};
    const float score = scoreOf(product, small.rows.contentScale[row], small.rows.biasFactor[row], small.bias[diagonalOf(row, key, Plan::kKeys)]);
    const float weight = exponential(score - small.logSumExp[row]);
    return {weight, scoreGradient(weight, weightGradient, small.rowDot[row])};
}

}  // namespace bam::attention::tiles
