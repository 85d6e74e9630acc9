// SPDX-License-Identifier: GPL-3.0-or-later
// One block of the backward pass for 16-bit types whose warps own keys of one key head while the queries that see them pass, of all heads of its group
// in order: the gradients of k and v. No other block adds to them. Scores are computed transposed, so that keys are the rows.
#pragma once

#include "core/attention/cuda/backward_warps.h"

namespace bam::attention::tiles {

template <class Plan>
std::int64_t warpKeyBlocks(const AttendShape& shape) { return shape.batch * shape.kvHeads * tilesOf(shape.keys, Plan::kKeys); }

template <class Warp, class Plan>
struct BackwardKeyWarp {
    typename Warp::template Lanes<typename Plan::Gradient> keyGradient, valueGradient;
    typename Warp::template Lanes<typename Plan::Kept> keys, values;
};

/// Products of 16 queries, transposed, become the weights and c·dS. @param step of the queries, number of 8 queries
template <class Plan, bool Masked>
BAM_BLOCK void differentiateForKeys(typename Plan::Operand& weights, typename Plan::Operand& scaled, const typename Plan::Products& scores,
    const typename Plan::Products& weightGradients, const RowRecord* records, const int* first, const float* bias, int count, int firstPosition,
    int firstKey, int step, int lane)
{
    const float* mine = bias - groupOf(lane) + 2 * placeOf(lane) + Plan::kKeys - 1;
    BAM_UNROLL
    for (int h = 0; h < 2; ++h) {
        const int n = step + h, column = 8 * n + 2 * placeOf(lane);
        float weight[Plan::kLaneRows][2], gradient[Plan::kLaneRows][2];
        BAM_UNROLL
        for (int e = 0; e < 2; ++e) {
            const RowRecord row = records[column + e];
            const int firstVisible = Masked ? first[column + e] : 0, last = Masked && column + e < count ? firstPosition + column + e : -1;
            BAM_UNROLL
            for (int q = 0; q < Plan::kLaneRows; ++q) {
                const float product = scores.value[q / 2][h].value[e + 2 * (q % 2)];
                float& own = weight[q][e];
                own = quickWeight(quickScore(product, row.contentScale, row.biasFactor, mine[8 * (n - q) + e]), row.logSumExp);
                if (Masked && !visible(firstVisible, last, firstKey + 8 * q + groupOf(lane)))
                    own = 0;
                gradient[q][e] = scoreGradient(own, weightGradients.value[q / 2][h].value[e + 2 * (q % 2)], row.rowDot) * row.contentScale;
            }
        }
        BAM_UNROLL
        for (int q = 0; q < Plan::kLaneRows; ++q) {
            weights.value[q / 2].pair[q % 2 + 2 * h] = pairOf<typename Plan::T>(weight[q][0], weight[q][1]);
            scaled.value[q / 2].pair[q % 2 + 2 * h] = pairOf<typename Plan::T>(gradient[q][0], gradient[q][1]);
        }
    }
}

/// The query tiles that pass, of all heads of a group.
struct PassingTile {
    int member, tile;
};

template <class Block, class Plan>
BAM_BLOCK void backwardKeyWarpsBlock(const Block& block, char* memory, const BackwardArgs& args, const Workspace& work, std::int64_t index)
{
    using T = typename Plan::T;
    using Warp = typename Block::Warp;
    T* const keys = reinterpret_cast<T*>(memory);
    T* const values = reinterpret_cast<T*>(memory + Plan::kOwnedTile);
    auto& small = *reinterpret_cast<typename Plan::Small*>(memory + Plan::kAtSmall);
    const auto queriesAt = [&](int stage) { return reinterpret_cast<T*>(memory + Plan::kAtStages + 2 * stage * Plan::kStreamedTile); };
    const auto outGradientsAt = [&](int stage) { return reinterpret_cast<T*>(memory + Plan::kAtStages + (2 * stage + 1) * Plan::kStreamedTile); };

    const ForwardArgs& forward = args.forward;
    const AttendShape& shape = forward.shape;
    const int width = int(shape.width), group = int(shape.heads / shape.kvHeads);
    // The first keys are seen by most queries, so they start first.
    const std::int64_t kvHead = index % shape.kvHeads, batch = index / shape.kvHeads % shape.batch;
    const int firstKey = int(index / shape.kvHeads / shape.batch) * Plan::kKeys, count = least(Plan::kKeys, int(shape.keys) - firstKey);
    const bool chunksOfQueries = hasChunks<T>(forward.q, width), chunksOfGradients = hasChunks<T>(args.outGradient, width);
    const Span queryTiles = queryTilesOf(firstKey, int(shape.queryStart), int(shape.queries), Plan::kQueries);
    const auto tileAt = [&](PassingTile at) { return queryTileAt(shape, batch, kvHead * group + at.member, at.tile, Plan::kQueries); };
    /// The next tile that sees the keys, from this one on; member = group behind the last.
    const auto found = [&](PassingTile at) {
        for (;; ++at.tile) {
            if (at.tile >= queryTiles.end)
                at = {at.member + 1, queryTiles.begin};
            if (at.member >= group || queryTiles.begin >= queryTiles.end)
                return PassingTile{group, 0};
            if (seesKeys(preparedRange(forward, work, tileAt(at)), firstKey, firstKey + count))
                return at;
        }
    };
    const auto fetch = [&](PassingTile at, int stage) {
        const QueryTile tile = tileAt(at);
        block.forThreads([&](int thread) {
            fetchTile<T, Plan::kQueries, Plan::kWidth>(queriesAt(stage), rowOf<const T>(forward.q, batch, tile.head, tile.firstRow), forward.q.row, tile.rows,
                width, chunksOfQueries, thread);
            fetchTile<T, Plan::kQueries, Plan::kWidth>(outGradientsAt(stage), rowOf<const T>(args.outGradient, batch, tile.head, tile.firstRow),
                args.outGradient.row, tile.rows, width, chunksOfGradients, thread);
            fetchBias<Plan::kQueries, Plan::kKeys>(small.bias[stage], forward, tile.head, tile.firstPosition, firstKey, thread);
            if (thread < Plan::kQueries) {
                const bool exists = thread < tile.rows;
                const RowRecord* records = work.records + (batch * shape.heads + tile.head) * shape.queries + tile.firstRow;
                copyAsync<16>(&small.records[stage][thread], exists ? records + thread : records, exists);
                // Their lower halves say it all: positions are below 2^31.
                const bool known = exists && forward.firstVisible != nullptr;
                const std::int64_t* first = forward.firstVisible + batch * forward.firstVisibleBatch + tile.firstRow + thread;
                copyAsync<4>(&small.first[stage][thread], known ? static_cast<const void*>(first) : records, known);
            }
        });
        block.commit();
    };

    block.forThreads([&](int thread) {
        fetchTile<T, Plan::kKeys, Plan::kWidth>(
            keys, rowOf<const T>(forward.k, batch, kvHead, firstKey), forward.k.row, count, width, hasChunks<T>(forward.k, width), thread);
        fetchTile<T, Plan::kKeys, Plan::kWidth>(
            values, rowOf<const T>(forward.v, batch, kvHead, firstKey), forward.v.row, count, width, hasChunks<T>(forward.v, width), thread);
    });
    PassingTile at = found({0, queryTiles.begin});
    if (at.member < group)
        fetch(at, 0);
    else
        block.commit();
    block.template await<0>();

    typename Block::template PerWarp<BackwardKeyWarp<Warp, Plan>> warps;
    block.forWarps([&](const Warp& warp) {
        auto& own = warps[warp.index];
        keepRows<Plan>(warp, own.keys, keys + warp.index * Plan::kRows * Plan::kStride);
        keepRows<Plan>(warp, own.values, values + warp.index * Plan::kRows * Plan::kStride);
        warp.forLanes([&](int lane) {
            BAM_UNROLL
            for (int b = 0; b < Plan::kBlocks; ++b) {
                BAM_UNROLL
                for (int n = 0; n < Plan::kColumns; ++n)
                    own.keyGradient[lane].value[b][n] = own.valueGradient[lane].value[b][n] = {};
            }
        });
    });
    for (int stage = 0; at.member < group; stage = 1 - stage) {
        const PassingTile next = found({at.member, at.tile + 1});
        if (next.member < group)
            fetch(next, 1 - stage);
        const QueryTile tile = tileAt(at);
        const RowRange range = preparedRange(forward, work, tile);
        block.forWarps([&](const Warp& warp) {
            auto& own = warps[warp.index];
            const int firstRow = warp.index * Plan::kRows, mine = firstKey + firstRow;
            if (firstRow >= count || !seesKeys(range, mine, mine + Plan::kRows))
                return;
            const bool masked = needsMask(range, mine, mine + Plan::kRows, tile.rows == Plan::kQueries);
            BAM_ROLLED
            for (int step = 0; step < Plan::kQueries / 8; step += 2) {
                typename Warp::template Lanes<typename Plan::Products> scores, weightGradients;
                typename Warp::template Lanes<typename Plan::Operand> weights, scaled;
                const T* someQueries = queriesAt(stage) + 8 * step * Plan::kStride;
                const T* someGradients = outGradientsAt(stage) + 8 * step * Plan::kStride;
                multiplyRows<Plan>(warp, scores, own.keys, keys + firstRow * Plan::kStride, someQueries);
                multiplyRows<Plan>(warp, weightGradients, own.values, values + firstRow * Plan::kStride, someGradients);
                warp.forLanes([&](int lane) {
                    if (masked)
                        differentiateForKeys<Plan, true>(weights[lane], scaled[lane], scores[lane], weightGradients[lane], small.records[stage],
                            small.first[stage], small.bias[stage] - firstRow, tile.rows, tile.firstPosition, mine, step, lane);
                    else
                        differentiateForKeys<Plan, false>(weights[lane], scaled[lane], scores[lane], weightGradients[lane], small.records[stage],
                            small.first[stage], small.bias[stage] - firstRow, tile.rows, tile.firstPosition, mine, step, lane);
                });
                addGradient<Plan>(warp, own.valueGradient, weights, someGradients);
                addGradient<Plan>(warp, own.keyGradient, scaled, someQueries);
            }
        });
        block.template await<0>();
        at = next;
    }
    block.forWarps([&](const Warp& warp) {
        auto& own = warps[warp.index];
        const int firstRow = warp.index * Plan::kRows;
        if (firstRow >= count)
            return;
        const auto write = [&](const Rows& to, auto& gradient) {
            storeSums<T, Plan::kBlocks, Plan::kWidth>(warp, keys + firstRow * Plan::kStride, rowOf<T>(to, batch, kvHead, firstKey + firstRow), to.row,
                count - firstRow, width, hasChunks<T>(to, width), [&](int lane, int b, int n) -> Sum& { return gradient[lane].value[b][n]; },
                [](int, int, int) { return 1.0f; });
        };
        write(args.vGradient, own.valueGradient);
        write(args.kGradient, own.keyGradient);
    });
}

}  // namespace bam::attention::tiles
