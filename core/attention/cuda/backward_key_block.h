// SPDX-License-Identifier: GPL-3.0-or-later
// One block of the backward pass that owns 64 keys of one key head and streams the queries that see them, of all heads of its group in order: the
// gradients of k and v. No other block adds to them.
#pragma once

#include "core/attention/cuda/backward_block.h"

namespace bam::attention::tiles {

inline std::int64_t keyBlocks(const AttendShape& shape) { return shape.batch * shape.kvHeads * tilesOf(shape.keys, 64); }

/// Turns products into what the two operands are made of: weights, and c·dS.
template <class Plan>
BAM_BLOCK void differentiateForKeys(typename Plan::Held& weights, typename Plan::Held& scaled, const float* scores, const float* gradients,
    const typename Plan::Small& small, int firstKey, int thread)
{
    const int row = thread / Plan::kParts, part = thread % Plan::kParts;
    BAM_UNROLL
    for (int n = 0; n < Plan::kEach; ++n) {
        const int key = part + n * Plan::kParts, at = row * Plan::kAcross + key;
        const ScoreGradient found = scoreGradientAt<Plan>(small, scores[at], gradients[at], row, key, firstKey);
        weights.value[n] = found.weight;
        scaled.value[n] = found.gradient * small.rows.contentScale[row];
    }
}

template <class Block, class Products, int Width>
BAM_BLOCK void backwardKeyBlock(const Block& block, char* memory, const BackwardArgs& args, const Workspace& work, std::int64_t index)
{
    using T = typename Products::Element;
    using Plan = BackwardPlan<T, Width, false>;
    using Sums = typename Products::template Sums<Plan::kKeys, Width>;
    T* const keys = reinterpret_cast<T*>(memory + Plan::kAtOwned);
    T* const values = keys + bytesOf<T>(Plan::kOwned, Width) / int(sizeof(T));
    T* const queries = reinterpret_cast<T*>(memory + Plan::kAtStreamed);
    T* const outGradients = queries + bytesOf<T>(Plan::kStreamed, Width) / int(sizeof(T));
    float* const scores = reinterpret_cast<float*>(memory + Plan::kAtScores);
    float* const gradients = reinterpret_cast<float*>(memory + Plan::kAtGradients);
    T* const weightOperand = reinterpret_cast<T*>(memory + Plan::kAtScores);
    T* const gradientOperand = reinterpret_cast<T*>(memory + Plan::kAtGradients);
    float* const spilled = reinterpret_cast<float*>(memory + Plan::kAtSums);
    auto& small = *reinterpret_cast<typename Plan::Small*>(memory + Plan::kAtSmall);

    const ForwardArgs& forward = args.forward;
    const AttendShape& shape = forward.shape;
    const int width = int(shape.width), columns = roundUp(width, 16), group = int(shape.heads / shape.kvHeads);
    // The first keys are seen by most queries, so they start first.
    const std::int64_t kvHead = index % shape.kvHeads, batch = index / shape.kvHeads % shape.batch;
    const int firstKey = int(index / shape.kvHeads / shape.batch) * Plan::kKeys, count = least(Plan::kKeys, int(shape.keys) - firstKey);
    const bool chunksOfQueries = hasChunks<T>(forward.q, width), chunksOfGradients = hasChunks<T>(args.outGradient, width);

    typename Block::template PerThread<Sums> keySums, valueSums;
    typename Block::template PerThread<typename Plan::Held> weights, scaled;
    block.forThreads([&](int thread) {
        loadTile<T, Plan::kKeys, Width>(
            keys, rowOf<const T>(forward.k, batch, kvHead, firstKey), forward.k.row, count, width, hasChunks<T>(forward.k, width), thread);
        loadTile<T, Plan::kKeys, Width>(
            values, rowOf<const T>(forward.v, batch, kvHead, firstKey), forward.v.row, count, width, hasChunks<T>(forward.v, width), thread);
        Products::clear(keySums[thread]);
        Products::clear(valueSums[thread]);
    });
    const Span queryTiles = queryTilesOf(firstKey, int(shape.queryStart), int(shape.queries), Plan::kQueries);
    for (int member = 0; member < group; ++member) {
        for (int queryTile = queryTiles.begin; queryTile < queryTiles.end; ++queryTile) {
            const QueryTile tile = queryTileAt(shape, batch, kvHead * group + member, queryTile, Plan::kQueries);
            if (!seesKeys(preparedRange(forward, work, tile), firstKey, firstKey + count))
                continue;
            block.forThreads([&](int thread) {
                loadTile<T, Plan::kQueries, Width>(queries, rowOf<const T>(forward.q, batch, tile.head, tile.firstRow), forward.q.row, tile.rows, width,
                    chunksOfQueries, thread);
                loadTile<T, Plan::kQueries, Width>(outGradients, rowOf<const T>(args.outGradient, batch, tile.head, tile.firstRow), args.outGradient.row,
                    tile.rows, width, chunksOfGradients, thread);
                loadBackwardRow<Plan>(small, args, work, tile, thread);
                loadBias<Plan::kQueries, Plan::kKeys>(small.bias, forward, tile.head, tile.firstPosition, firstKey, thread);
            });
            block.forThreads([&](int thread) { multiplyTiles<Plan, Products>(scores, gradients, queries, outGradients, keys, values, columns, thread); });
            block.forThreads(
                [&](int thread) { differentiateForKeys<Plan>(weights[thread], scaled[thread], scores, gradients, small, firstKey, thread); });
            block.forThreads([&](int thread) {
                writeOperand<Plan>(weightOperand, weights[thread], thread);
                writeOperand<Plan>(gradientOperand, scaled[thread], thread);
            });
            block.forThreads([&](int thread) {
                Products::template add<Layout::Across, Layout::Along>(valueSums[thread], Operand<T>{weightOperand, Plan::kAcrossElements},
                    Operand<T>{outGradients, Plan::kWide}, Plan::kQueries, columns, thread);
                Products::template add<Layout::Across, Layout::Along>(keySums[thread], Operand<T>{gradientOperand, Plan::kAcrossElements},
                    Operand<T>{queries, Plan::kWide}, Plan::kQueries, columns, thread);
            });
        }
    }
    const auto write = [&](const Rows& to, typename Block::template PerThread<Sums>& sums) {
        block.forThreads([&](int thread) { Products::store(sums[thread], spilled, Plan::kSums, columns, thread); });
        block.forThreads([&](int thread) {
            storeTile<T, Plan::kKeys, Width>(rowOf<T>(to, batch, kvHead, firstKey), to.row, spilled, count, width, hasChunks<T>(to, width), thread,
                [](int) { return 1.0f; });
        });
    };
    write(args.vGradient, valueSums);
    write(args.kGradient, keySums);
}

}  // namespace bam::attention::tiles
