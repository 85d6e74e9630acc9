// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic that fused attention needs around its matrix products, for one tile of queries and keys: visibility, online softmax, the gradient of a
// score, diagonals, and order-independent sums. Compiled for the CPU and by nvcc, so that what a GPU executes is tested without one.
// Invariant: no ordinary input makes a NaN (scores are clamped), and no NaN of the input is lost (comparisons let it pass).
#pragma once

#include "core/attention/kernel_args.h"

#include <cstdint>

#ifdef __CUDACC__
#define BAM_HD __host__ __device__
#else
#define BAM_HD
#endif

namespace bam::attention::tiles {

// ---- Numbers

/// A score that does not exist. Finite, so that differences of scores are never NaN; real scores are clamped well inside.
constexpr float kHidden = -3.0e38f;
constexpr float kScoreLimit = 1.0e30f;

template <typename T>
BAM_HD constexpr T least(T a, T b) { return b < a ? b : a; }
template <typename T>
BAM_HD constexpr T greatest(T a, T b) { return a < b ? b : a; }
BAM_HD constexpr int roundUp(int value, int step) { return (value + step - 1) / step * step; }
BAM_HD constexpr std::int64_t tilesOf(std::int64_t rows, int tile) { return (rows + tile - 1) / tile; }

BAM_HD inline float exponential(float x)
{
#ifdef __CUDA_ARCH__
    return expf(x);
#else
    return __builtin_expf(x);
#endif
}

BAM_HD inline float logarithm(float x)
{
#ifdef __CUDA_ARCH__
    return logf(x);
#else
    return __builtin_logf(x);
#endif
}

BAM_HD inline float magnitude(float x) { return __builtin_fabsf(x); }

BAM_HD inline std::uint32_t bitsOf(float value)
{
#ifdef __CUDA_ARCH__
    return __float_as_uint(value);
#else
    std::uint32_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
#endif
}

BAM_HD inline float floatOf(std::uint32_t bits)
{
#ifdef __CUDA_ARCH__
    return __uint_as_float(bits);
#else
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
#endif
}

BAM_HD inline bool isFinite(float value) { return (bitsOf(value) & 0x7f800000u) != 0x7f800000u; }
BAM_HD inline float notANumber() { return floatOf(0x7fc00000u); }

// ---- Which keys a query sees. Positions and keys fit an int32: attendSupported() sees to it.

struct Span {
    int begin = 0, end = 0;  ///< end excluded; empty when end ≤ begin
};

/// First visible keys and positions of a tile of query rows.
struct RowRange {
    int leastFirst = 0, greatestFirst = 0, firstPosition = 0, lastPosition = 0;
};

/// One query row: keys first ≤ j ≤ last. A row past the last query has last = −1 and sees nothing.
BAM_HD constexpr bool visible(int first, int last, int key) { return key >= first && key <= last; }

/// Key tiles that some row of a query tile sees. Tiles between two documents' ends can be invisible to all rows; those are only masked.
BAM_HD constexpr Span keyTilesOf(const RowRange& rows, int tileKeys) { return {rows.leastFirst / tileKeys, rows.lastPosition / tileKeys + 1}; }

/// Query tiles that may see a key ≥ firstKey: those with a position there or behind.
BAM_HD constexpr Span queryTilesOf(int firstKey, int queryStart, int queries, int tileQueries)
{
    return {greatest(firstKey - queryStart, 0) / tileQueries, int(tilesOf(queries, tileQueries))};
}

BAM_HD constexpr bool seesKeys(const RowRange& rows, int firstKey, int endKey) { return rows.leastFirst < endKey && rows.lastPosition >= firstKey; }

/// False when every row of the tile is a query and sees every key of [firstKey, endKey).
BAM_HD constexpr bool needsMask(const RowRange& rows, int firstKey, int endKey, bool allRowsAreQueries)
{
    return !allRowsAreQueries || endKey - 1 > rows.firstPosition || rows.greatestFirst > firstKey;
}

// ---- Softmax in pieces

/// c·(q·k)·scale + p·b, kept finite: an infinite score would make its difference to an infinite maximum NaN.
BAM_HD inline float scoreOf(float product, float contentScale, float biasFactor, float bias)
{
    const float score = contentScale * product + biasFactor * bias;
    return score > kScoreLimit ? kScoreLimit : score < -kScoreLimit ? -kScoreLimit : score;
}

/// exp(score − reference), 0 for a hidden score whatever the reference.
BAM_HD inline float weightOf(float score, float reference) { return score <= kHidden ? 0.0f : exponential(score - reference); }

/// Σ exp(s) of some scores as sum · exp(max), where max is any value near the largest score. The default is that of no scores.
struct Softmax {
    float max = kHidden, sum = 0;
};

BAM_HD inline Softmax merged(const Softmax& a, const Softmax& b)
{
    const float max = greatest(a.max, b.max);
    return {max, a.sum * weightOf(a.max, max) + b.sum * weightOf(b.max, max)};
}

/// −∞ when there was no score.
BAM_HD inline float logSumExpOf(const Softmax& s) { return s.max <= kHidden ? -__builtin_huge_valf() : s.max + logarithm(s.sum); }

/// The reference that weights are computed against when a tile's maximum is seen. It follows the maximum only when that runs ahead by more than
/// kSlack, because moving it means scaling all that was summed before. Weights stay below e^8 ≈ 2981, harmless even in float16.
constexpr float kSlack = 8;
BAM_HD inline float nextReference(float reference, float tileMax)
{
    return reference <= kHidden || tileMax > reference + kSlack ? greatest(reference, tileMax) : reference;
}

/// Two attention results over disjoint sets of keys become one: the weights of the two outputs, and their common logarithm of the sum.
struct PartialWeights {
    float a = 0, b = 0, logSumExp = 0;
};

BAM_HD inline PartialWeights mergedPartials(float logSumExpA, float logSumExpB)
{
    const Softmax both = merged({greatest(logSumExpA, kHidden), 1}, {greatest(logSumExpB, kHidden), 1});
    const float total = logSumExpOf(both);
    return {weightOf(logSumExpA, total), weightOf(logSumExpB, total), total};
}

/// ∂L/∂s_ij from the weight, ∂L/∂(weight) and D_i = Σ_j weight_ij · ∂L/∂(weight_ij) = Σ dO_i · O_i.
BAM_HD constexpr float scoreGradient(float weight, float weightGradient, float rowDot) { return weight * (weightGradient - rowDot); }

// ---- Diagonals: element (row, key) of a tile of R rows and K keys lies on diagonal row − key + K − 1, from 0 to R + K − 2.

BAM_HD constexpr int diagonalOf(int row, int key, int tileKeys) { return row - key + tileKeys - 1; }
BAM_HD constexpr int keyOnDiagonal(int diagonal, int row, int tileKeys) { return row - diagonal + tileKeys - 1; }
BAM_HD constexpr Span rowsOnDiagonal(int diagonal, int tileRows, int tileKeys)
{
    return {greatest(diagonal - tileKeys + 1, 0), least(diagonal + 1, tileRows)};
}
/// i − j on a diagonal, negative in the future.
BAM_HD constexpr int distanceOf(int diagonal, int firstPosition, int firstKey, int tileKeys) { return firstPosition - firstKey + diagonal - tileKeys + 1; }

// ---- Sums that do not depend on their order: float addition is not associative, addition of integers is.

/// A power of two that maps values whose absolute sum is below `bound` to integers below 2^61. 0 when the bound is not finite.
BAM_HD inline float fixedPointScale(float bound)
{
    if (!isFinite(bound))
        return 0;
    const int exponent = int(bitsOf(bound) >> 23 & 255) - 126;  // bound < 2^exponent
    const int wanted = least(greatest(61 - exponent, -126), 126);
    return floatOf(std::uint32_t(wanted + 127) << 23);
}

/// What bounds Σ |p_i · dS_ij| along a diagonal of one head. dS_ij = w_ij (dO_i·v_j − D_i), w ≤ 1, and D_i is a mean of the dO_i·v_j; so
/// |dS_ij| ≤ 2 · |dO_i| · max|v|, and a diagonal meets each of the batch · queries rows once. The factor 4 (not 2) pays for rounded outputs in D_i.
/// With 2^20 rows a single element still has 2^61 / 2^22 = 2^39 steps, more than the 24 bits of a float.
BAM_HD inline float diagonalBound(float peakOfRows, float peakOfValues, std::int64_t rows) { return 4.0f * float(rows) * peakOfRows * peakOfValues; }

/// False for what does not fit, NaN included: the sum is then not a number.
BAM_HD inline bool fitsFixedPoint(float value, float scale) { return magnitude(value * scale) < 2305843009213693952.0f; }  // 2^61
BAM_HD inline std::int64_t toFixedPoint(float value, float scale)
{
#ifdef __CUDA_ARCH__
    return __float2ll_rn(value * scale);
#else
    return __builtin_llrintf(value * scale);
#endif
}
BAM_HD inline float fromFixedPoint(std::int64_t sum, float scale) { return float(sum) * (1.0f / scale); }

}  // namespace bam::attention::tiles
