// SPDX-License-Identifier: GPL-3.0-or-later
// One block of the backward pass for 16-bit types whose warps own queries of one head while the keys they see pass: the gradients of q, of both row
// factors and of the bias table. Diagonals are summed in registers, then between lanes, then over tiles as fixed-point integers.
#pragma once

#include "core/attention/cuda/backward_warps.h"

namespace bam::attention::tiles {

template <class Plan>
std::int64_t warpQueryBlocks(const AttendShape& shape) { return shape.batch * shape.heads * tilesOf(shape.queries, Plan::kQueries); }

/// The diagonals of a warp's rows and a tile's keys. With row 8q + g and key 8n + 2t + e, (q − n, e) has slot 2(q − n + last n) + e: every slot of a lane
/// gathers elements of one diagonal. 8(q − n) + (g − 2t − e) is its number, so lanes share diagonals.
template <class Plan>
struct Diagonals {
    static constexpr int kTiles = Plan::kKeys / 8, kSteps = Plan::kLaneRows + kTiles - 1;
    static constexpr int kFolded = (kSteps + 1 + 3) / 4 * 4;  ///< one more, as g − 2t − e may be negative; a lane of a quad ends up with a fourth
    float slot[kSteps][2];
    float folded[kFolded];
    float moved[2];
};

template <class Warp, class Plan>
struct BackwardQueryWarp {
    struct Rows {
        float content[Plan::kLaneRows], factor[Plan::kLaneRows], logSumExp[Plan::kLaneRows], dot[Plan::kLaneRows];
        float contentSum[Plan::kLaneRows], biasSum[Plan::kLaneRows];
        int first[Plan::kLaneRows], last[Plan::kLaneRows];
    };
    typename Warp::template Lanes<Rows> rows;
    typename Warp::template Lanes<typename Plan::Gradient> gradient;
    typename Warp::template Lanes<typename Plan::Kept> queries, outGradients;
    int count;
    RowRange range;
};

template <class Plan, class Warp>
BAM_BLOCK void beginQueries(const Warp& warp, BackwardQueryWarp<Warp, Plan>& own, const BackwardArgs& args, const Workspace& work, const QueryTile& tile)
{
    const ForwardArgs& forward = args.forward;
    warp.forLanes([&](int lane) {
        auto& rows = own.rows[lane];
        BAM_UNROLL
        for (int q = 0; q < Plan::kLaneRows; ++q) {
            const int row = warp.index * Plan::kRows + 8 * q + groupOf(lane);
            const bool exists = row < tile.rows;
            const std::int64_t at = tile.firstRow + row;
            RowRecord record{};
            if (exists)
                record = work.records[(tile.batch * forward.shape.heads + tile.head) * forward.shape.queries + at];
            rows.content[q] = record.contentScale;
            rows.factor[q] = record.biasFactor;
            rows.logSumExp[q] = record.logSumExp;
            rows.dot[q] = record.rowDot;
            rows.contentSum[q] = rows.biasSum[q] = 0;
            rows.first[q] = exists && forward.firstVisible != nullptr ? int(forward.firstVisible[tile.batch * forward.firstVisibleBatch + at]) : 0;
            rows.last[q] = exists ? tile.firstPosition + row : -1;
        }
        BAM_UNROLL
        for (int b = 0; b < Plan::kBlocks; ++b) {
            BAM_UNROLL
            for (int n = 0; n < Plan::kColumns; ++n)
                own.gradient[lane].value[b][n] = {};
        }
    });
}

/// Products of 16 keys become dS, with its shares of the factors' and the bias table's gradients. @param step of the keys, number of 8 keys
template <class Plan, bool Masked, class Rows>
BAM_BLOCK void differentiateForQueries(typename Plan::Operand& operand, const typename Plan::Products& scores, const typename Plan::Products& weightGradients,
    Rows& rows, Diagonals<Plan>& diagonals, const float* bias, int firstKey, int step, int lane)
{
    const float* mine = bias + groupOf(lane) - 2 * placeOf(lane) + Plan::kKeys - 1;
    BAM_UNROLL
    for (int q = 0; q < Plan::kLaneRows; ++q) {
        BAM_UNROLL
        for (int h = 0; h < 2; ++h) {
            const int n = step + h;
            float gradient[2];
            BAM_UNROLL
            for (int e = 0; e < 2; ++e) {
                const float product = scores.value[q / 2][h].value[e + 2 * (q % 2)], height = mine[8 * (q - n) - e];
                float weight = quickWeight(quickScore(product, rows.content[q], rows.factor[q], height), rows.logSumExp[q]);
                if (Masked && !visible(rows.first[q], rows.last[q], firstKey + 8 * n + 2 * placeOf(lane) + e))
                    weight = 0;
                gradient[e] = scoreGradient(weight, weightGradients.value[q / 2][h].value[e + 2 * (q % 2)], rows.dot[q]);
                rows.contentSum[q] += gradient[e] * product;
                rows.biasSum[q] += gradient[e] * height;
                diagonals.slot[q - n + Diagonals<Plan>::kTiles - 1][e] += gradient[e] * rows.factor[q];
            }
            operand.value[q / 2].pair[q % 2 + 2 * h] = pairOf<typename Plan::T>(gradient[0], gradient[1]);
        }
    }
}

/// Adds a tile's diagonals to the head's sums.
template <class Plan, class Block, class Warp, class Lanes>
BAM_BLOCK void addDiagonals(const Block& block, const Warp& warp, Lanes& diagonals, std::int64_t* sums, std::uint32_t* poisoned, int distanceOfFirst,
    std::int64_t keyCount, float scale)
{
    using Own = Diagonals<Plan>;
    warp.forLanes([&](int lane) {
        BAM_UNROLL
        for (int n = 0; n < Own::kFolded; ++n)
            diagonals[lane].folded[n] = 0;
    });
    // Slot (q − n, e) of lane (g, t) goes to the lane of the same t whose number is g − 2t − e modulo 8; where that wraps, one step lower.
    BAM_UNROLL
    for (int s = 0; s < Own::kSteps; ++s) {
        BAM_UNROLL
        for (int e = 0; e < 2; ++e)
            warp.shuffle([&](int lane) -> float& { return diagonals[lane].moved[e]; }, [&](int lane) -> float& { return diagonals[lane].slot[s][e]; },
                [&](int lane) { return ((groupOf(lane) + 2 * placeOf(lane) + e) & 7) * 4 + placeOf(lane); });
        warp.forLanes([&](int lane) {
            BAM_UNROLL
            for (int e = 0; e < 2; ++e) {
                const bool wraps = groupOf(lane) + 2 * placeOf(lane) + e > 7;
                const float value = diagonals[lane].moved[e];
                diagonals[lane].folded[s] += wraps ? value : 0.0f;
                diagonals[lane].folded[s + 1] += wraps ? 0.0f : value;
            }
        });
    }
    // Now folded[f] of lane (g, t) belongs to diagonal 8(f − tiles) + g whatever t: the four are added, and each keeps a fourth of them.
    const auto halve = [&](auto size, int bit) {
        constexpr int kHalf = decltype(size)::value;
        BAM_UNROLL
        for (int f = 0; f < kHalf; ++f) {
            warp.forLanes([&](int lane) {
                const bool upper = (placeOf(lane) & bit) != 0;
                const float low = diagonals[lane].folded[f], high = diagonals[lane].folded[f + kHalf];
                diagonals[lane].folded[f] = upper ? high : low;
                diagonals[lane].moved[0] = upper ? low : high;
            });
            warp.shuffle([&](int lane) -> float& { return diagonals[lane].moved[1]; }, [&](int lane) -> float& { return diagonals[lane].moved[0]; },
                [&](int lane) { return lane ^ bit; });
            warp.forLanes([&](int lane) { diagonals[lane].folded[f] += diagonals[lane].moved[1]; });
        }
    };
    halve(Constant<Own::kFolded / 2>(), 1);
    halve(Constant<Own::kFolded / 4>(), 2);
    warp.forLanes([&](int lane) {
        BAM_UNROLL
        for (int f = 0; f < Own::kFolded / 4; ++f) {
            const int at = f + (placeOf(lane) & 1) * (Own::kFolded / 2) + (placeOf(lane) >> 1) * (Own::kFolded / 4);
            const int distance = distanceOfFirst + 8 * (at - Own::kTiles) + groupOf(lane);
            const float sum = diagonals[lane].folded[f];
            if (at > Own::kSteps || distance < 0 || distance >= keyCount)
                continue;
            if (fitsFixedPoint(sum, scale))
                block.add(sums + distance, toFixedPoint(sum, scale));
            else
                block.raise(poisoned, 1);
        }
    });
}

template <class Plan, class Block, class Warp>
BAM_BLOCK void differentiateTile(const Block& block, const Warp& warp, BackwardQueryWarp<Warp, Plan>& own, const typename Plan::T* queries,
    const typename Plan::T* outGradients, const typename Plan::T* keys, const typename Plan::T* values, const float* bias, int firstKey, bool masked,
    std::int64_t* sums, std::uint32_t* poisoned, std::int64_t keyCount, float scale)
{
    typename Warp::template Lanes<Diagonals<Plan>> diagonals;
    warp.forLanes([&](int lane) {
        BAM_UNROLL
        for (int s = 0; s < 2 * Diagonals<Plan>::kSteps; ++s)
            diagonals[lane].slot[s / 2][s % 2] = 0;
    });
    BAM_UNROLL
    for (int step = 0; step < Plan::kKeys / 8; step += 2) {
        typename Warp::template Lanes<typename Plan::Products> scores, weightGradients;
        typename Warp::template Lanes<typename Plan::Operand> operand;
        const typename Plan::T* sixteen = keys + 8 * step * Plan::kStride;
        multiplyRows<Plan>(warp, scores, own.queries, queries, sixteen);
        multiplyRows<Plan>(warp, weightGradients, own.outGradients, outGradients, values + 8 * step * Plan::kStride);
        warp.forLanes([&](int lane) {
            if (masked)
                differentiateForQueries<Plan, true>(
                    operand[lane], scores[lane], weightGradients[lane], own.rows[lane], diagonals[lane], bias, firstKey, step, lane);
            else
                differentiateForQueries<Plan, false>(
                    operand[lane], scores[lane], weightGradients[lane], own.rows[lane], diagonals[lane], bias, firstKey, step, lane);
        });
        addGradient<Plan>(warp, own.gradient, operand, sixteen);
    }
    if (sums != nullptr)
        addDiagonals<Plan>(block, warp, diagonals, sums, poisoned, own.range.firstPosition - firstKey, keyCount, scale);
}

/// The sums are Σ_j dS_ij k_j: times c·scale the gradient of q. That of c is Σ_j dS_ij (q_i·k_j) · scale (exact also where c = 0).
template <class Plan, class Warp>
BAM_BLOCK void endQueries(const Warp& warp, BackwardQueryWarp<Warp, Plan>& own, typename Plan::T* held, const BackwardArgs& args, const QueryTile& tile)
{
    using T = typename Plan::T;
    const AttendShape& shape = args.forward.shape;
    const int firstRow = warp.index * Plan::kRows;
    if (own.count <= 0)
        return;
    storeSums<T, Plan::kBlocks, Plan::kWidth>(warp, held + firstRow * Plan::kStride,
        rowOf<T>(args.qGradient, tile.batch, tile.head, tile.firstRow + firstRow), args.qGradient.row, own.count, int(shape.width),
        hasChunks<T>(args.qGradient, shape.width), [&](int lane, int b, int n) -> Sum& { return own.gradient[lane].value[b][n]; },
        [&](int lane, int b, int r) { return own.rows[lane].content[2 * b + r]; });
    BAM_UNROLL
    for (int q = 0; q < Plan::kLaneRows; ++q) {
        const auto sum = [](float a, float b) { return a + b; };
        warp.overQuads([&](int lane) -> float& { return own.rows[lane].contentSum[q]; }, sum);
        warp.overQuads([&](int lane) -> float& { return own.rows[lane].biasSum[q]; }, sum);
    }
    warp.forLanes([&](int lane) {
        BAM_UNROLL
        for (int q = 0; q < Plan::kLaneRows; ++q) {
            const int row = 8 * q + groupOf(lane);
            if (placeOf(lane) != 0 || row >= own.count)
                continue;
            const std::int64_t at = (tile.batch * shape.heads + tile.head) * shape.queries + tile.firstRow + firstRow + row;
            if (args.contentFactorGradient != nullptr)
                args.contentFactorGradient[at] = own.rows[lane].contentSum[q] * shape.scale;
            if (args.biasFactorGradient != nullptr)
                args.biasFactorGradient[at] = own.rows[lane].biasSum[q];
        }
    });
}

template <class Block, class Plan>
BAM_BLOCK void backwardQueryWarpsBlock(const Block& block, char* memory, const BackwardArgs& args, const Workspace& work, std::int64_t index)
{
    using T = typename Plan::T;
    using Warp = typename Block::Warp;
    T* const queries = reinterpret_cast<T*>(memory);
    T* const outGradients = reinterpret_cast<T*>(memory + Plan::kOwnedTile);
    auto& small = *reinterpret_cast<typename Plan::Small*>(memory + Plan::kAtSmall);
    const auto keysAt = [&](int stage) { return reinterpret_cast<T*>(memory + Plan::kAtStages + 2 * stage * Plan::kStreamedTile); };
    const auto valuesAt = [&](int stage) { return reinterpret_cast<T*>(memory + Plan::kAtStages + (2 * stage + 1) * Plan::kStreamedTile); };

    const ForwardArgs& forward = args.forward;
    const AttendShape& shape = forward.shape;
    const int width = int(shape.width);
    const QueryTile tile = queryTileOfBlock(shape, index, Plan::kQueries);
    const bool chunksOfKeys = hasChunks<T>(forward.k, width), chunksOfValues = hasChunks<T>(forward.v, width), wantsBias = args.biasGradient != nullptr;
    const float scale = wantsBias ? diagonalScale(shape, work, tile.head) : 0.0f;
    const T* const allKeys = rowOf<const T>(forward.k, tile.batch, tile.kvHead, 0);
    const T* const allValues = rowOf<const T>(forward.v, tile.batch, tile.kvHead, 0);
    const auto fetch = [&](int keyTile, int stage) {
        const int firstKey = keyTile * Plan::kKeys, count = least(Plan::kKeys, int(shape.keys) - firstKey);
        block.forThreads([&](int thread) {
            fetchTile<T, Plan::kKeys, Plan::kWidth>(keysAt(stage), allKeys + firstKey * forward.k.row, forward.k.row, count, width, chunksOfKeys, thread);
            fetchTile<T, Plan::kKeys, Plan::kWidth>(valuesAt(stage), allValues + firstKey * forward.v.row, forward.v.row, count, width, chunksOfValues, thread);
            fetchBias<Plan::kQueries, Plan::kKeys>(small.bias[stage], forward, tile.head, tile.firstPosition, firstKey, thread);
        });
        block.commit();
    };
    const Span keyTiles = keyTilesOf(preparedRange(forward, work, tile), Plan::kKeys);
    block.forThreads([&](int thread) {
        fetchTile<T, Plan::kQueries, Plan::kWidth>(queries, rowOf<const T>(forward.q, tile.batch, tile.head, tile.firstRow), forward.q.row, tile.rows, width,
            hasChunks<T>(forward.q, width), thread);
        fetchTile<T, Plan::kQueries, Plan::kWidth>(outGradients, rowOf<const T>(args.outGradient, tile.batch, tile.head, tile.firstRow),
            args.outGradient.row, tile.rows, width, hasChunks<T>(args.outGradient, width), thread);
    });
    fetch(keyTiles.begin, 0);
    block.template await<0>();

    typename Block::template PerWarp<BackwardQueryWarp<Warp, Plan>> warps;
    block.forWarps([&](const Warp& warp) {
        auto& own = warps[warp.index];
        const int firstRow = warp.index * Plan::kRows;
        own.count = least(Plan::kRows, tile.rows - firstRow);
        own.range = {0, 0, tile.firstPosition + firstRow, tile.firstPosition + firstRow + own.count - 1};
        if (own.count > 0)
            own.range = preparedRange(forward, work, partOf(tile, firstRow, own.count));
        beginQueries<Plan>(warp, own, args, work, tile);
        keepRows<Plan>(warp, own.queries, queries + firstRow * Plan::kStride);
        keepRows<Plan>(warp, own.outGradients, outGradients + firstRow * Plan::kStride);
    });
    for (int keyTile = keyTiles.begin, stage = 0; keyTile < keyTiles.end; ++keyTile, stage = 1 - stage) {
        const int firstKey = keyTile * Plan::kKeys;
        if (keyTile + 1 < keyTiles.end)
            fetch(keyTile + 1, 1 - stage);
        block.forWarps([&](const Warp& warp) {
            auto& own = warps[warp.index];
            const int firstRow = warp.index * Plan::kRows;
            if (own.count > 0 && seesKeys(own.range, firstKey, firstKey + Plan::kKeys))
                differentiateTile<Plan>(block, warp, own, queries + firstRow * Plan::kStride, outGradients + firstRow * Plan::kStride, keysAt(stage),
                    valuesAt(stage), small.bias[stage] + firstRow, firstKey,
                    needsMask(own.range, firstKey, firstKey + Plan::kKeys, own.count == Plan::kRows),
                    wantsBias ? work.diagonals + tile.head * shape.keys : nullptr, work.poisoned + tile.head, shape.keys, scale);
        });
        block.template await<0>();
    }
    block.forWarps([&](const Warp& warp) { endQueries<Plan>(warp, warps[warp.index], queries, args, tile); });
}

}  // namespace bam::attention::tiles
