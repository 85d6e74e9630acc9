// SPDX-License-Identifier: GPL-3.0-or-later
// One block of the forward pass for 16-bit types: each warp has its own queries, scores never leave registers, and the next 64 keys travel while these
// are computed. The online softmax scales what was summed before only when the running maximum has moved far.
#pragma once

#include "core/attention/cuda/warp_memory.h"

namespace bam::attention::tiles {

template <class T_, int Width_>
struct WarpForwardPlan {
    using T = T_;
    static constexpr int kWidth = Width_, kBlocks = kWidth <= 64 ? 2 : 1, kRows = 16 * kBlocks;    ///< of a warp
    static constexpr int kQueries = kWarps * kRows, kKeys = 64, kLaneRows = 2 * kBlocks;
    static constexpr int kDepths = kWidth / 16, kColumns = kWidth / 8, kStride = strideOf<T>(kWidth);

    struct Small {
        float bias[2][kQueries + kKeys];
        Extent extents[kQueries / 8];
    };
    static constexpr int kTile = bytesOf<T>(kKeys, kWidth);
    static constexpr int kAtStages = bytesOf<T>(kQueries, kWidth), kAtSmall = kAtStages + 4 * kTile;    ///< queries; twice keys and values
    static constexpr int kBytes = kAtSmall + roundUp(int(sizeof(Small)), 128);

    struct Scores {
        Sum value[kBlocks][kKeys / 8];
    };
    struct Out {
        Sum value[kBlocks][kColumns];
    };
    struct Queries {
        Left value[kBlocks][kDepths];
    };
    struct Weights {
        Left value[kBlocks];
    };
    /// Row 2b + r of a lane is row 16b + 8r + g of its warp.
    struct Rows {
        float content[kLaneRows], factor[kLaneRows], reference[kLaneRows], sum[kLaneRows];
        int first[kLaneRows], last[kLaneRows];
    };
    struct Peaks {
        float max[kLaneRows];
        int moved;
    };
};

template <class Warp, class Plan>
struct ForwardWarp {
    typename Warp::template Lanes<typename Plan::Queries> queries;
    typename Warp::template Lanes<typename Plan::Out> out;
    typename Warp::template Lanes<typename Plan::Rows> rows;
    int count, firstPosition;   ///< of its rows
    Extent extent;
};

template <class Plan>
std::int64_t warpForwardBlocks(const AttendShape& shape) { return shape.batch * shape.heads * tilesOf(shape.queries, Plan::kQueries); }

/// The first visible keys of every 8 rows of a query tile, one thread each.
template <int TileRows>
BAM_BLOCK void findExtents(Extent* extents, const ForwardArgs& args, const QueryTile& tile, int thread)
{
    if (thread >= TileRows / 8)
        return;
    Extent extent;
    for (int row = 8 * thread; row < 8 * thread + 8 && row < tile.rows; ++row) {
        const int first = args.firstVisible == nullptr ? 0 : int(args.firstVisible[tile.batch * args.firstVisibleBatch + tile.firstRow + row]);
        extent.least = least(extent.least, first);
        extent.greatest = greatest(extent.greatest, first);
    }
    extents[thread] = extent;
}

template <class Plan, class Warp>
BAM_BLOCK void beginForward(const Warp& warp, ForwardWarp<Warp, Plan>& own, const typename Plan::T* queries, const ForwardArgs& args, const QueryTile& tile)
{
    warp.forLanes([&](int lane) {
        auto& rows = own.rows[lane];
        BAM_UNROLL
        for (int n = 0; n < Plan::kLaneRows; ++n) {
            const int row = warp.index * Plan::kRows + 8 * n + groupOf(lane);
            const bool exists = row < tile.rows;
            const std::int64_t at = tile.firstRow + row;
            rows.content[n] = exists ? factorOf(args.contentFactor, tile.batch, tile.head, at) * args.shape.scale : 0.0f;
            rows.factor[n] = exists ? factorOf(args.biasFactor, tile.batch, tile.head, at) : 0.0f;
            rows.first[n] = exists && args.firstVisible != nullptr ? int(args.firstVisible[tile.batch * args.firstVisibleBatch + at]) : 0;
            rows.last[n] = exists ? tile.firstPosition + row : -1;
            rows.reference[n] = kHidden;
            rows.sum[n] = 0;
        }
        BAM_UNROLL
        for (int b = 0; b < Plan::kBlocks; ++b) {
            BAM_UNROLL
            for (int n = 0; n < Plan::kColumns; ++n)
                own.out[lane].value[b][n] = {};
            BAM_UNROLL
            for (int k = 0; k < Plan::kDepths; ++k)
                loadLeft(own.queries[lane].value[b][k], queries + (warp.index * Plan::kRows + 16 * b) * Plan::kStride + 16 * k, Plan::kStride, lane);
        }
    });
}

/// The products become scores; @param bias of the tile, from the diagonal of the warp's first row and the tile's last key on
template <class Plan, bool Masked>
BAM_BLOCK void finishScores(
    typename Plan::Scores& scores, typename Plan::Peaks& peaks, const typename Plan::Rows& rows, const float* bias, int firstKey, int lane)
{
    const float* mine = bias + groupOf(lane) - 2 * placeOf(lane) + Plan::kKeys - 1;
    BAM_UNROLL
    for (int q = 0; q < Plan::kLaneRows; ++q) {
        float max = kHidden;
        BAM_UNROLL
        for (int n = 0; n < Plan::kKeys / 8; ++n) {
            BAM_UNROLL
            for (int e = 0; e < 2; ++e) {
                float& score = scores.value[q / 2][n].value[e + 2 * (q % 2)];
                score = quickScore(score, rows.content[q], rows.factor[q], mine[8 * (q - n) - e]);
                if (Masked && !visible(rows.first[q], rows.last[q], firstKey + 8 * n + 2 * placeOf(lane) + e))
                    score = kHidden;
                max = larger(max, score);
            }
        }
        peaks.max[q] = max;
    }
}

/// Moves the references; @returns whether a row that had one must be scaled: peaks.max becomes the factor
template <class Plan>
BAM_BLOCK bool moveReferences(typename Plan::Peaks& peaks, typename Plan::Rows& rows)
{
    bool moved = false;
    BAM_UNROLL
    for (int q = 0; q < Plan::kLaneRows; ++q) {
        const float before = rows.reference[q], reference = nextReference(before, peaks.max[q]);
        const float factor = before <= kHidden ? 0.0f : quickWeight(before, reference);
        moved = moved || (before > kHidden && reference != before);
        rows.sum[q] *= factor;
        rows.reference[q] = reference;
        peaks.max[q] = factor;
    }
    return moved;
}

/// Scores become weights, in place, and are summed.
template <class Plan>
BAM_BLOCK void weighScores(typename Plan::Scores& scores, typename Plan::Rows& rows)
{
    BAM_UNROLL
    for (int q = 0; q < Plan::kLaneRows; ++q) {
        // Where nothing was seen yet, 0 keeps hidden scores without weight.
        const float reference = rows.reference[q] <= kHidden ? 0.0f : rows.reference[q];
        float sum = 0;
        BAM_UNROLL
        for (int n = 0; n < Plan::kKeys / 8; ++n) {
            BAM_UNROLL
            for (int e = 0; e < 2; ++e) {
                float& score = scores.value[q / 2][n].value[e + 2 * (q % 2)];
                score = quickWeight(score, reference);
                sum += score;
            }
        }
        rows.sum[q] += sum;
    }
}

/// The sums of 16 rows × 16 columns as a left operand.
template <class T>
BAM_BLOCK void asLeft(Left& to, const Sum& low, const Sum& high)
{
    BAM_UNROLL
    for (int r = 0; r < 2; ++r) {
        to.pair[r] = pairOf<T>(low.value[2 * r], low.value[2 * r + 1]);
        to.pair[2 + r] = pairOf<T>(high.value[2 * r], high.value[2 * r + 1]);
    }
}

template <class Plan, class Warp>
BAM_BLOCK void attendTile(const Warp& warp, ForwardWarp<Warp, Plan>& own, const typename Plan::T* keys, const typename Plan::T* values, const float* bias,
    int firstKey, bool masked)
{
    using T = typename Plan::T;
    typename Warp::template Lanes<typename Plan::Scores> scores;
    typename Warp::template Lanes<Right> right;
    warp.forLanes([&](int lane) {
        BAM_UNROLL
        for (int b = 0; b < Plan::kBlocks; ++b) {
            BAM_UNROLL
            for (int n = 0; n < Plan::kKeys / 8; ++n)
                scores[lane].value[b][n] = {};
        }
    });
    BAM_UNROLL
    for (int k = 0; k < Plan::kDepths; ++k) {
        BAM_UNROLL
        for (int n = 0; n < Plan::kKeys / 16; ++n) {
            warp.forLanes([&](int lane) { loadRightAcross(right[lane], keys + 16 * n * Plan::kStride + 16 * k, Plan::kStride, lane); });
            BAM_UNROLL
            for (int m = 0; m < 2 * Plan::kBlocks; ++m)
                warp.template multiply<T>([&](int lane) -> Sum& { return scores[lane].value[m / 2][2 * n + m % 2]; },
                    [&](int lane) -> Left& { return own.queries[lane].value[m / 2][k]; }, [&](int lane) -> Right& { return right[lane]; }, m % 2);
        }
    }
    typename Warp::template Lanes<typename Plan::Peaks> peaks;
    warp.forLanes([&](int lane) {
        if (masked)
            finishScores<Plan, true>(scores[lane], peaks[lane], own.rows[lane], bias, firstKey, lane);
        else
            finishScores<Plan, false>(scores[lane], peaks[lane], own.rows[lane], bias, firstKey, lane);
    });
    BAM_UNROLL
    for (int q = 0; q < Plan::kLaneRows; ++q)
        warp.overQuads([&](int lane) -> float& { return peaks[lane].max[q]; }, [](float a, float b) { return larger(a, b); });
    warp.forLanes([&](int lane) { peaks[lane].moved = moveReferences<Plan>(peaks[lane], own.rows[lane]); });
    if (warp.any([&](int lane) { return peaks[lane].moved; })) {
        warp.forLanes([&](int lane) {
            BAM_UNROLL
            for (int q = 0; q < Plan::kLaneRows; ++q) {
                BAM_UNROLL
                for (int n = 0; n < Plan::kColumns; ++n) {
                    own.out[lane].value[q / 2][n].value[2 * (q % 2)] *= peaks[lane].max[q];
                    own.out[lane].value[q / 2][n].value[2 * (q % 2) + 1] *= peaks[lane].max[q];
                }
            }
        });
    }
    warp.forLanes([&](int lane) { weighScores<Plan>(scores[lane], own.rows[lane]); });
    typename Warp::template Lanes<typename Plan::Weights> weights;
    BAM_UNROLL
    for (int k = 0; k < Plan::kKeys / 16; ++k) {
        warp.forLanes([&](int lane) {
            BAM_UNROLL
            for (int b = 0; b < Plan::kBlocks; ++b)
                asLeft<T>(weights[lane].value[b], scores[lane].value[b][2 * k], scores[lane].value[b][2 * k + 1]);
        });
        BAM_UNROLL
        for (int n = 0; n < Plan::kDepths; ++n) {
            warp.forLanes([&](int lane) { loadRightAlong(right[lane], values + 16 * k * Plan::kStride + 16 * n, Plan::kStride, lane); });
            BAM_UNROLL
            for (int m = 0; m < 2 * Plan::kBlocks; ++m)
                warp.template multiply<T>([&](int lane) -> Sum& { return own.out[lane].value[m / 2][2 * n + m % 2]; },
                    [&](int lane) -> Left& { return weights[lane].value[m / 2]; }, [&](int lane) -> Right& { return right[lane]; }, m % 2);
        }
    }
}

template <class Plan, class Warp>
BAM_BLOCK void endForward(const Warp& warp, ForwardWarp<Warp, Plan>& own, typename Plan::T* held, const ForwardArgs& args, const QueryTile& tile)
{
    using T = typename Plan::T;
    const int firstRow = warp.index * Plan::kRows;
    if (own.count <= 0)
        return;
    BAM_UNROLL
    for (int q = 0; q < Plan::kLaneRows; ++q)
        warp.overQuads([&](int lane) -> float& { return own.rows[lane].sum[q]; }, [](float a, float b) { return a + b; });
    storeSums<T, Plan::kBlocks, Plan::kWidth>(warp, held + firstRow * Plan::kStride,
        rowOf<T>(args.out, tile.batch, tile.head, tile.firstRow + firstRow), args.out.row, own.count, int(args.shape.width),
        hasChunks<T>(args.out, args.shape.width), [&](int lane, int b, int n) -> Sum& { return own.out[lane].value[b][n]; },
        [&](int lane, int b, int r) {
            const float sum = own.rows[lane].sum[2 * b + r];
            return sum == 0 ? 0.0f : 1 / sum;
        });
    warp.forLanes([&](int lane) {
        BAM_UNROLL
        for (int q = 0; q < Plan::kLaneRows; ++q) {
            const int row = 8 * q + groupOf(lane);
            if (placeOf(lane) == 0 && row < own.count)
                args.logSumExp[(tile.batch * args.shape.heads + tile.head) * args.shape.queries + tile.firstRow + firstRow + row] =
                    logSumExpOf({own.rows[lane].reference[q], own.rows[lane].sum[q]});
        }
    });
}

template <class Block, class Plan>
BAM_BLOCK void forwardWarpsBlock(const Block& block, char* memory, const ForwardArgs& args, std::int64_t index)
{
    using T = typename Plan::T;
    using Warp = typename Block::Warp;
    T* const queries = reinterpret_cast<T*>(memory);
    auto& small = *reinterpret_cast<typename Plan::Small*>(memory + Plan::kAtSmall);
    const auto keysAt = [&](int stage) { return reinterpret_cast<T*>(memory + Plan::kAtStages + 2 * stage * Plan::kTile); };
    const auto valuesAt = [&](int stage) { return reinterpret_cast<T*>(memory + Plan::kAtStages + (2 * stage + 1) * Plan::kTile); };

    const int width = int(args.shape.width);
    const QueryTile tile = queryTileOfBlock(args.shape, index, Plan::kQueries);
    const bool chunksOfQueries = hasChunks<T>(args.q, width), chunksOfKeys = hasChunks<T>(args.k, width), chunksOfValues = hasChunks<T>(args.v, width);
    const T* const allKeys = rowOf<const T>(args.k, tile.batch, tile.kvHead, 0);
    const T* const allValues = rowOf<const T>(args.v, tile.batch, tile.kvHead, 0);
    const auto fetch = [&](int keyTile, int stage) {
        const int firstKey = keyTile * Plan::kKeys, count = least(Plan::kKeys, int(args.shape.keys) - firstKey);
        block.forThreads([&](int thread) {
            fetchTile<T, Plan::kKeys, Plan::kWidth>(keysAt(stage), allKeys + firstKey * args.k.row, args.k.row, count, width, chunksOfKeys, thread);
            fetchTile<T, Plan::kKeys, Plan::kWidth>(valuesAt(stage), allValues + firstKey * args.v.row, args.v.row, count, width, chunksOfValues, thread);
            fetchBias<Plan::kQueries, Plan::kKeys>(small.bias[stage], args, tile.head, tile.firstPosition, firstKey, thread);
        });
        block.commit();
    };

    block.forThreads([&](int thread) {
        fetchTile<T, Plan::kQueries, Plan::kWidth>(queries, rowOf<const T>(args.q, tile.batch, tile.head, tile.firstRow), args.q.row, tile.rows, width,
            chunksOfQueries, thread);
        findExtents<Plan::kQueries>(small.extents, args, tile, thread);
    });
    block.barrier();
    const Extent all = joined(small.extents, Plan::kQueries / 8);
    const Span keyTiles = keyTilesOf({all.least, all.greatest, tile.firstPosition, tile.firstPosition + tile.rows - 1}, Plan::kKeys);
    fetch(keyTiles.begin, 0);
    block.template await<0>();

    typename Block::template PerWarp<ForwardWarp<Warp, Plan>> warps;
    block.forWarps([&](const Warp& warp) {
        auto& own = warps[warp.index];
        own.count = least(Plan::kRows, tile.rows - warp.index * Plan::kRows);
        own.firstPosition = tile.firstPosition + warp.index * Plan::kRows;
        own.extent = joined(small.extents + warp.index * Plan::kRows / 8, Plan::kRows / 8);
        beginForward<Plan>(warp, own, queries, args, tile);
    });
    for (int keyTile = keyTiles.begin, stage = 0; keyTile < keyTiles.end; ++keyTile, stage = 1 - stage) {
        const int firstKey = keyTile * Plan::kKeys;
        if (keyTile + 1 < keyTiles.end)
            fetch(keyTile + 1, 1 - stage);
        block.forWarps([&](const Warp& warp) {
            auto& own = warps[warp.index];
            const RowRange range{own.extent.least, own.extent.greatest, own.firstPosition, own.firstPosition + own.count - 1};
            if (own.count > 0 && seesKeys(range, firstKey, firstKey + Plan::kKeys))
                attendTile<Plan>(warp, own, keysAt(stage), valuesAt(stage), small.bias[stage] + warp.index * Plan::kRows, firstKey,
                    needsMask(range, firstKey, firstKey + Plan::kKeys, own.count == Plan::kRows));
        });
        block.template await<0>();
    }
    block.forWarps([&](const Warp& warp) { endForward<Plan>(warp, warps[warp.index], queries, args, tile); });
}

}  // namespace bam::attention::tiles
