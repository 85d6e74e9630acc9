// SPDX-License-Identifier: GPL-3.0-or-later
// What the two kernels of the backward pass for 16-bit types share. Both keep rows (queries in one, keys in the other) in their warps and let 64 of the
// others pass, 16 at a time: scores and their gradients of 16 columns become an operand of the next product before those of the next 16 are computed.
#pragma once

#include "core/attention/cuda/backward_prepare.h"
#include "core/attention/cuda/forward_warps.h"

namespace bam::attention::tiles {

template <class T_, int Width_, bool OwnsQueries>
struct WarpBackwardPlan {
    using T = T_;
    static constexpr int kWidth = Width_, kBlocks = kWidth <= 64 ? 2 : 1, kRows = 16 * kBlocks;    ///< of a warp
    static constexpr int kOwned = kWarps * kRows, kStreamed = kWidth <= 64 ? 64 : 32, kLaneRows = 2 * kBlocks;
    static constexpr int kQueries = OwnsQueries ? kOwned : kStreamed, kKeys = OwnsQueries ? kStreamed : kOwned;
    static constexpr int kDepths = kWidth / 16, kColumns = kWidth / 8, kStride = strideOf<T>(kWidth);
    /// Whether a warp keeps its rows' two left operands in registers; else it loads them again for each 16 columns.
    static constexpr bool kKeeps = kWidth <= (OwnsQueries ? 64 : 48);

    struct Small {
        float bias[2][kOwned + kStreamed];
        RowRecord records[2][OwnsQueries ? 1 : kStreamed];
        int first[2][OwnsQueries ? 1 : kStreamed];
    };
    static constexpr int kOwnedTile = bytesOf<T>(kOwned, kWidth), kStreamedTile = bytesOf<T>(kStreamed, kWidth);
    static constexpr int kAtStages = 2 * kOwnedTile, kAtSmall = kAtStages + 4 * kStreamedTile;
    static constexpr int kBytes = kAtSmall + roundUp(int(sizeof(Small)), 128);

    struct Gradient {
        Sum value[kBlocks][kColumns];
    };
    struct Kept {
        Left value[kKeeps ? kBlocks : 1][kKeeps ? kDepths : 1];
    };
    struct Operand {
        Left value[kBlocks];
    };
    /// Products of the owned rows with 16 others.
    struct Products {
        Sum value[kBlocks][2];
    };
};

/// products = rows · others, the warp's rows with 16 others.
template <class Plan, class Warp, class Kept, class Products>
BAM_BLOCK void multiplyRows(const Warp& warp, Products& products, Kept& kept, const typename Plan::T* rows, const typename Plan::T* others)
{
    using T = typename Plan::T;
    typename Warp::template Lanes<Right> right;
    typename Warp::template Lanes<typename Plan::Operand> left;
    warp.forLanes([&](int lane) {
        BAM_UNROLL
        for (int m = 0; m < 2 * Plan::kBlocks; ++m)
            products[lane].value[m / 2][m % 2] = {};
    });
    BAM_UNROLL
    for (int k = 0; k < Plan::kDepths; ++k) {
        warp.forLanes([&](int lane) {
            loadRightAcross(right[lane], others + 16 * k, Plan::kStride, lane);
            if constexpr (!Plan::kKeeps) {
                BAM_UNROLL
                for (int b = 0; b < Plan::kBlocks; ++b)
                    loadLeft(left[lane].value[b], rows + 16 * b * Plan::kStride + 16 * k, Plan::kStride, lane);
            }
        });
        BAM_UNROLL
        for (int m = 0; m < 2 * Plan::kBlocks; ++m)
            warp.template multiply<T>([&](int lane) -> Sum& { return products[lane].value[m / 2][m % 2]; },
                [&](int lane) -> Left& {
                    if constexpr (Plan::kKeeps)
                        return kept[lane].value[m / 2][k];
                    else
                        return left[lane].value[m / 2];
                },
                [&](int lane) -> Right& { return right[lane]; }, m % 2);
    }
}

template <class Plan, class Warp, class Kept>
BAM_BLOCK void keepRows(const Warp& warp, Kept& kept, const typename Plan::T* rows)
{
    if constexpr (Plan::kKeeps) {
        warp.forLanes([&](int lane) {
            BAM_UNROLL
            for (int b = 0; b < Plan::kBlocks; ++b) {
                BAM_UNROLL
                for (int k = 0; k < Plan::kDepths; ++k)
                    loadLeft(kept[lane].value[b][k], rows + 16 * b * Plan::kStride + 16 * k, Plan::kStride, lane);
            }
        });
    }
}

/// gradient += operand · others, where `others` are 16 rows of the other tile.
template <class Plan, class Warp, class Gradient, class Operand>
BAM_BLOCK void addGradient(const Warp& warp, Gradient& gradient, Operand& operand, const typename Plan::T* others)
{
    using T = typename Plan::T;
    typename Warp::template Lanes<Right> right;
    BAM_UNROLL
    for (int n = 0; n < Plan::kDepths; ++n) {
        warp.forLanes([&](int lane) { loadRightAlong(right[lane], others + 16 * n, Plan::kStride, lane); });
        BAM_UNROLL
        for (int m = 0; m < 2 * Plan::kBlocks; ++m)
            warp.template multiply<T>([&](int lane) -> Sum& { return gradient[lane].value[m / 2][2 * n + m % 2]; },
                [&](int lane) -> Left& { return operand[lane].value[m / 2]; }, [&](int lane) -> Right& { return right[lane]; }, m % 2);
    }
}

}  // namespace bam::attention::tiles
