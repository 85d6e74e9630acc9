// SPDX-License-Identifier: GPL-3.0-or-later
// One block of the backward pass that owns 64 queries of one head and streams the keys they see: the gradients of q, of both row factors and of
// the bias table. Everything is summed in a fixed order, across blocks in fixed-point integers, so that results repeat bit by bit.
#pragma once

#include "core/attention/cuda/backward_block.h"

namespace bam::attention::tiles {

inline std::int64_t queryBlocks(const AttendShape& shape) { return shape.batch * shape.heads * tilesOf(shape.queries, 64); }

/// Turns products into dS (for the next product) and, in place of the scores, p·dS (for the diagonals). @returns this thread's Σ_j dS_ij b(i − j)
template <class Plan>
BAM_BLOCK float differentiateForQueries(
    typename Plan::Held& held, float* scores, const float* gradients, const typename Plan::Small& small, int firstKey, int thread)
{
    const int row = thread / Plan::kParts, part = thread % Plan::kParts;
    float sum = 0;
    BAM_UNROLL
    for (int n = 0; n < Plan::kEach; ++n) {
        const int key = part + n * Plan::kParts, at = row * Plan::kAcross + key;
        const ScoreGradient found = scoreGradientAt<Plan>(small, scores[at], gradients[at], row, key, firstKey);
        sum += found.gradient * small.bias[diagonalOf(row, key, Plan::kKeys)];
        scores[at] = found.gradient * small.rows.biasFactor[row];
        held.value[n] = found.gradient;
    }
    return sum;
}

/// Adds the tile's diagonals of p·dS to the head's sums.
template <class Plan, class Block>
BAM_BLOCK void addDiagonals(const Block& block, const float* scaled, const BackwardArgs& args, const Workspace& work, const QueryTile& tile, int firstKey,
    float scale, int thread)
{
    const std::int64_t keyCount = args.forward.shape.keys;
    for (int d = thread; d < Plan::kQueries + Plan::kKeys - 1; d += kThreads) {
        const int distance = distanceOf(d, tile.firstPosition, firstKey, Plan::kKeys);
        if (distance < 0 || distance >= keyCount)
            continue;
        const Span rows = rowsOnDiagonal(d, Plan::kQueries, Plan::kKeys);
        float sum = 0;
        for (int r = rows.begin; r < rows.end; ++r)
            sum += scaled[r * Plan::kAcross + keyOnDiagonal(d, r, Plan::kKeys)];
        if (fitsFixedPoint(sum, scale))
            block.add(work.diagonals + tile.head * keyCount + distance, toFixedPoint(sum, scale));
        else
            block.raise(work.poisoned + tile.head, 1);
    }
}

template <class Block, class Products, int Width>
BAM_BLOCK void backwardQueryBlock(const Block& block, char* memory, const BackwardArgs& args, const Workspace& work, std::int64_t index)
{
    using T = typename Products::Element;
    using Plan = BackwardPlan<T, Width, true>;
    using Sums = typename Products::template Sums<Plan::kQueries, Width>;
    T* const queries = reinterpret_cast<T*>(memory + Plan::kAtOwned);
    T* const outGradients = queries + bytesOf<T>(Plan::kOwned, Width) / int(sizeof(T));
    T* const keys = reinterpret_cast<T*>(memory + Plan::kAtStreamed);
    T* const values = keys + bytesOf<T>(Plan::kStreamed, Width) / int(sizeof(T));
    float* const scores = reinterpret_cast<float*>(memory + Plan::kAtScores);
    float* const gradients = reinterpret_cast<float*>(memory + Plan::kAtGradients);
    T* const operand = reinterpret_cast<T*>(memory + Plan::kAtGradients);
    float* const spilled = reinterpret_cast<float*>(memory + Plan::kAtSums);
    auto& small = *reinterpret_cast<typename Plan::Small*>(memory + Plan::kAtSmall);

    const ForwardArgs& forward = args.forward;
    const AttendShape& shape = forward.shape;
    const int width = int(shape.width), columns = roundUp(width, 16), keyCount = int(shape.keys);
    const QueryTile tile = queryTileOfBlock(shape, index, Plan::kQueries);
    const bool wantsBias = args.biasGradient != nullptr;
    const float scale = wantsBias ? diagonalScale(shape, work, tile.head) : 0.0f;
    const bool chunksOfKeys = hasChunks<T>(forward.k, width), chunksOfValues = hasChunks<T>(forward.v, width);

    typename Block::template PerThread<Sums> sums;
    typename Block::template PerThread<float> biasSum;
    typename Block::template PerThread<typename Plan::Held> held;
    block.forThreads([&](int thread) {
        loadTile<T, Plan::kQueries, Width>(queries, rowOf<const T>(forward.q, tile.batch, tile.head, tile.firstRow), forward.q.row, tile.rows, width,
            hasChunks<T>(forward.q, width), thread);
        loadTile<T, Plan::kQueries, Width>(outGradients, rowOf<const T>(args.outGradient, tile.batch, tile.head, tile.firstRow), args.outGradient.row,
            tile.rows, width, hasChunks<T>(args.outGradient, width), thread);
        loadBackwardRow<Plan>(small, args, work, tile, thread);
        Products::clear(sums[thread]);
        biasSum[thread] = 0;
    });
    const Span keyTiles = keyTilesOf(preparedRange(forward, work, tile), Plan::kKeys);
    for (int keyTile = keyTiles.begin; keyTile < keyTiles.end; ++keyTile) {
        const int firstKey = keyTile * Plan::kKeys, count = least(Plan::kKeys, keyCount - firstKey);
        block.forThreads([&](int thread) {
            loadTile<T, Plan::kKeys, Width>(
                keys, rowOf<const T>(forward.k, tile.batch, tile.kvHead, firstKey), forward.k.row, count, width, chunksOfKeys, thread);
            loadTile<T, Plan::kKeys, Width>(
                values, rowOf<const T>(forward.v, tile.batch, tile.kvHead, firstKey), forward.v.row, count, width, chunksOfValues, thread);
            loadBias<Plan::kQueries, Plan::kKeys>(small.bias, forward, tile.head, tile.firstPosition, firstKey, thread);
        });
        block.forThreads([&](int thread) { multiplyTiles<Plan, Products>(scores, gradients, queries, outGradients, keys, values, columns, thread); });
        block.forThreads(
            [&](int thread) { biasSum[thread] += differentiateForQueries<Plan>(held[thread], scores, gradients, small, firstKey, thread); });
        block.forThreads([&](int thread) { writeOperand<Plan>(operand, held[thread], thread); });
        block.forThreads([&](int thread) {
            Products::template add<Layout::Along, Layout::Along>(
                sums[thread], Operand<T>{operand, Plan::kAcrossElements}, Operand<T>{keys, Plan::kWide}, Plan::kKeys, columns, thread);
            if (wantsBias)
                addDiagonals<Plan>(block, scores, args, work, tile, firstKey, scale, thread);
        });
    }
    // The sums are Σ_j dS_ij k_j: times c·scale the gradient of q, and multiplied by q, times scale, that of c (exact also where c = 0).
    block.forThreads([&](int thread) { Products::store(sums[thread], spilled, Plan::kSums, columns, thread); });
    block.forThreads([&](int thread) {
        const int row = thread / Plan::kParts, part = thread % Plan::kParts;
        float sum = 0;
        for (int c = part; c < width; c += Plan::kParts)
            sum += spilled[row * Plan::kSums + c] * toFloat(queries[row * Plan::kWide + c]);
        small.part[row][part] = sum;
        small.partOfBias[row][part] = biasSum[thread];
        storeTile<T, Plan::kQueries, Width>(rowOf<T>(args.qGradient, tile.batch, tile.head, tile.firstRow), args.qGradient.row, spilled, tile.rows, width,
            hasChunks<T>(args.qGradient, width), thread, [&](int r) { return small.rows.contentScale[r]; });
    });
    block.forThreads([&](int thread) {
        if (thread >= tile.rows)
            return;
        const std::int64_t row = (tile.batch * shape.heads + tile.head) * shape.queries + tile.firstRow + thread;
        float content = 0, bias = 0;
        for (int p = 0; p < Plan::kParts; ++p) {
            content += small.part[thread][p];
            bias += small.partOfBias[thread][p];
        }
        if (args.contentFactorGradient != nullptr)
            args.contentFactorGradient[row] = content * shape.scale;
        if (args.biasFactorGradient != nullptr)
            args.biasFactorGradient[row] = bias;
    });
}

}  // namespace bam::attention::tiles
