// SPDX-License-Identifier: GPL-3.0-or-later
// One block of the forward pass: 64 queries of one head against all keys they see, 64 keys at a time, with online softmax.
// Sums stay in registers. Only when the running maximum has moved far are they scaled, through shared memory because their layout is opaque.
#pragma once

#include "core/attention/cuda/products.h"
#include "core/attention/cuda/tile_memory.h"

namespace bam::attention::tiles {

template <class T, int Width>
struct ForwardPlan {
    static constexpr int kQueries = 64, kKeys = 64, kParts = kThreads / kQueries;
    static constexpr int kEach = kKeys / kParts;  ///< scores of a row that one thread handles

    /// The weights of one thread, between reading scores and writing weights in their place.
    struct Weights {
        float value[kEach];
    };

    struct Small {
        RowValues<kQueries> rows;
        float bias[kQueries + kKeys];
        float reference[kQueries], sum[kQueries], scaleBy[kQueries];
        float partMax[kQueries][kParts], partSum[kQueries][kParts];
        RowRange range;
        int moved;  ///< 1: some row's reference moves at this tile
    };

    // Weights replace scores. Sums pass through memory over keys and scores: by then keys are spent, and scores held by threads.
    static constexpr int kAtQueries = 0;
    static constexpr int kAtValues = kAtQueries + bytesOf<T>(kQueries, Width);
    static constexpr int kAtKeys = kAtValues + bytesOf<T>(kKeys, Width);
    static constexpr int kAtSums = kAtKeys;
    static constexpr int kAtScores = kAtKeys + bytesOf<T>(kKeys, Width);
    static constexpr int kAtWeights = kAtScores;
    static constexpr int kEnd = greatest(kAtScores + bytesOf<float>(kQueries, kKeys), kAtSums + bytesOf<float>(kQueries, Width));
    static constexpr int kAtSmall = kEnd;
    static constexpr int kBytes = kAtSmall + roundUp(int(sizeof(Small)), 128);
};

inline std::int64_t forwardBlocks(const AttendShape& shape) { return shape.batch * shape.heads * tilesOf(shape.queries, 64); }

/// The tile's scores, with the largest of each part of a row.
template <class Plan>
BAM_BLOCK void finishScores(float* scores, typename Plan::Small& small, int firstKey, bool masked, int thread)
{
    const int row = thread / Plan::kParts, part = thread % Plan::kParts;
    const float contentScale = small.rows.contentScale[row], biasFactor = small.rows.biasFactor[row];
    const int first = small.rows.first[row], last = small.rows.last[row];
    float* mine = scores + row * strideOf<float>(Plan::kKeys);
    float max = kHidden;
    BAM_UNROLL
    for (int n = 0; n < Plan::kEach; ++n) {
        const int key = part + n * Plan::kParts;
        float score = scoreOf(mine[key], contentScale, biasFactor, small.bias[diagonalOf(row, key, Plan::kKeys)]);
        if (masked && !visible(first, last, firstKey + key))
            score = kHidden;
        mine[key] = score;
        max = greatest(max, score);
    }
    small.partMax[row][part] = max;
}

template <class Plan>
BAM_BLOCK float nextReferenceOf(const typename Plan::Small& small, int row)
{
    float max = small.partMax[row][0];
    BAM_UNROLL
    for (int p = 1; p < Plan::kParts; ++p)
        max = greatest(max, small.partMax[row][p]);
    return nextReference(small.reference[row], max);
}

/// Weights relative to the row's reference, with their sums.
template <class Plan>
BAM_BLOCK void weighScores(typename Plan::Weights& weights, const float* scores, typename Plan::Small& small, int thread)
{
    const int row = thread / Plan::kParts, part = thread % Plan::kParts;
    const float before = small.reference[row], reference = nextReferenceOf<Plan>(small, row);
    float sum = 0;
    BAM_UNROLL
    for (int n = 0; n < Plan::kEach; ++n) {
        weights.value[n] = weightOf(scores[row * strideOf<float>(Plan::kKeys) + part + n * Plan::kParts], reference);
        sum += weights.value[n];
    }
    small.partSum[row][part] = sum;
    if (part == 0) {
        small.scaleBy[row] = weightOf(before, reference);
        if (before > kHidden && reference != before)
            small.moved = 1;
    }
}

template <class Plan, class T>
BAM_BLOCK void writeWeights(T* to, const typename Plan::Weights& weights, int thread)
{
    const int row = thread / Plan::kParts, part = thread % Plan::kParts;
    BAM_UNROLL
    for (int n = 0; n < Plan::kEach; ++n)
        to[row * strideOf<T>(Plan::kKeys) + part + n * Plan::kParts] = fromFloat<T>(weights.value[n]);
}

template <class Plan>
BAM_BLOCK void updateRow(typename Plan::Small& small, int row)
{
    float sum = small.sum[row] * small.scaleBy[row];
    BAM_UNROLL
    for (int p = 0; p < Plan::kParts; ++p)
        sum += small.partSum[row][p];
    small.sum[row] = sum;
    small.reference[row] = nextReferenceOf<Plan>(small, row);
}

template <class Block, class Products, int Width>
BAM_BLOCK void forwardBlock(const Block& block, char* memory, const ForwardArgs& args, std::int64_t index)
{
    using T = typename Products::Element;
    using Plan = ForwardPlan<T, Width>;
    using Sums = typename Products::template Sums<Plan::kQueries, Width>;
    using Scores = typename Products::template Sums<Plan::kQueries, Plan::kKeys>;
    T* const queries = reinterpret_cast<T*>(memory + Plan::kAtQueries);
    T* const keys = reinterpret_cast<T*>(memory + Plan::kAtKeys);
    T* const values = reinterpret_cast<T*>(memory + Plan::kAtValues);
    T* const weights = reinterpret_cast<T*>(memory + Plan::kAtWeights);
    float* const scores = reinterpret_cast<float*>(memory + Plan::kAtScores);
    float* const spilled = reinterpret_cast<float*>(memory + Plan::kAtSums);
    auto& small = *reinterpret_cast<typename Plan::Small*>(memory + Plan::kAtSmall);

    constexpr int kWide = strideOf<T>(Width), kAcross = strideOf<float>(Plan::kKeys), kSpilled = strideOf<float>(Width);
    const AttendShape& shape = args.shape;
    const int width = int(shape.width), columns = roundUp(width, 16), keyCount = int(shape.keys);
    const QueryTile tile = queryTileOfBlock(shape, index, Plan::kQueries);
    const bool chunksOfKeys = hasChunks<T>(args.k, width), chunksOfValues = hasChunks<T>(args.v, width);

    typename Block::template PerThread<Sums> sums;
    typename Block::template PerThread<typename Plan::Weights> held;
    block.forThreads([&](int thread) {
        loadTile<T, Plan::kQueries, Width>(queries, rowOf<const T>(args.q, tile.batch, tile.head, tile.firstRow), args.q.row, tile.rows, width,
            hasChunks<T>(args.q, width), thread);
        loadRowValues(small.rows, args, tile, thread);
        if (thread < Plan::kQueries) {
            small.reference[thread] = kHidden;
            small.sum[thread] = 0;
        }
        Products::clear(sums[thread]);
    });
    block.forThreads([&](int thread) {
        if (thread == 0)
            small.range = rangeOf(small.rows, tile.rows);
    });
    const RowRange range = small.range;
    const Span keyTiles = keyTilesOf(range, Plan::kKeys);
    for (int keyTile = keyTiles.begin; keyTile < keyTiles.end; ++keyTile) {
        const int firstKey = keyTile * Plan::kKeys, count = least(Plan::kKeys, keyCount - firstKey);
        const bool masked = needsMask(range, firstKey, firstKey + Plan::kKeys, tile.rows == Plan::kQueries);
        block.forThreads([&](int thread) {
            loadTile<T, Plan::kKeys, Width>(keys, rowOf<const T>(args.k, tile.batch, tile.kvHead, firstKey), args.k.row, count, width, chunksOfKeys, thread);
            loadTile<T, Plan::kKeys, Width>(
                values, rowOf<const T>(args.v, tile.batch, tile.kvHead, firstKey), args.v.row, count, width, chunksOfValues, thread);
            loadBias<Plan::kQueries, Plan::kKeys>(small.bias, args, tile.head, tile.firstPosition, firstKey, thread);
            if (thread == 0)
                small.moved = 0;
        });
        block.forThreads([&](int thread) {
            Scores products;
            Products::clear(products);
            Products::template add<Layout::Along, Layout::Across>(
                products, Operand<T>{queries, kWide}, Operand<T>{keys, kWide}, columns, Plan::kKeys, thread);
            Products::store(products, scores, kAcross, Plan::kKeys, thread);
        });
        block.forThreads([&](int thread) { finishScores<Plan>(scores, small, firstKey, masked, thread); });
        block.forThreads([&](int thread) { weighScores<Plan>(held[thread], scores, small, thread); });
        if (small.moved != 0) {
            block.forThreads([&](int thread) { Products::store(sums[thread], spilled, kSpilled, columns, thread); });
            block.forThreads([&](int thread) {
                for (int n = thread; n < Plan::kQueries * Width; n += kThreads)
                    if (n % Width < columns)
                        spilled[n / Width * kSpilled + n % Width] *= small.scaleBy[n / Width];
            });
            block.forThreads([&](int thread) { Products::load(sums[thread], spilled, kSpilled, columns, thread); });
        }
        block.forThreads([&](int thread) {
            writeWeights<Plan>(weights, held[thread], thread);
            if (thread < Plan::kQueries)
                updateRow<Plan>(small, thread);
        });
        block.forThreads([&](int thread) {
            Products::template add<Layout::Along, Layout::Along>(
                sums[thread], Operand<T>{weights, strideOf<T>(Plan::kKeys)}, Operand<T>{values, kWide}, Plan::kKeys, columns, thread);
        });
    }
    block.forThreads([&](int thread) { Products::store(sums[thread], spilled, kSpilled, columns, thread); });
    block.forThreads([&](int thread) {
        storeTile<T, Plan::kQueries, Width>(rowOf<T>(args.out, tile.batch, tile.head, tile.firstRow), args.out.row, spilled, tile.rows, width,
            hasChunks<T>(args.out, width), thread, [&](int row) { return small.sum[row] == 0 ? 0.0f : 1 / small.sum[row]; });
        if (thread < tile.rows) {
            const std::int64_t row = (tile.batch * shape.heads + tile.head) * shape.queries + tile.firstRow + thread;
            args.logSumExp[row] = logSumExpOf({small.reference[thread], small.sum[thread]});
        }
    });
}

}  // namespace bam::attention::tiles
