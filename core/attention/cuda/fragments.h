// SPDX-License-Identifier: GPL-3.0-or-later
// Operands of the tensor cores' 16×8×16 product for 16-bit types, with the layout that the PTX manual gives ("mma.m16n8k16"). Lane l = 4·g + t holds
// the rows g and g + 8 of the left operand and of the sums, and the column g of the right one. Because the layout is known, sums become operands without
// passing through memory. Every function here is one lane's part; on a GPU the lanes of a warp call it together.
#pragma once

#include "core/attention/cuda/block.h"

namespace bam::attention::tiles {

/// 16 rows × 16 of depth. pair[r + 2s] holds row g + 8r at depths 8s + 2t and the next.
struct Left {
    std::uint32_t pair[4];
};
/// 16 of depth × 16 columns, two products' worth. pair[s + 2h] holds column 8h + g at depths 8s + 2t and the next.
struct Right {
    std::uint32_t pair[4];
};
/// 16 rows × 8 columns. value[e + 2r] is row g + 8r, column 2t + e.
struct Sum {
    float value[4];
};

BAM_HD constexpr int groupOf(int lane) { return lane >> 2; }
BAM_HD constexpr int placeOf(int lane) { return lane & 3; }

// ---- Pairs of elements

template <class T>
BAM_BLOCK std::uint32_t pairOf(float low, float high)
{
#ifdef __CUDA_ARCH__
    std::uint32_t pair;
    if constexpr (sizeof(T) == 2 && T::kIsBrain)
        asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    else
        asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
#else
    return std::uint32_t(fromFloat<T>(low).bits) | std::uint32_t(fromFloat<T>(high).bits) << 16;
#endif
}

template <class T>
BAM_BLOCK float elementOf(std::uint32_t pair, int which)
{
    T element;
    element.bits = std::uint16_t(which == 0 ? pair & 0xffffu : pair >> 16);
    return toFloat(element);
}

// ---- Loads from shared memory, whose rows begin at multiples of 16 bytes

#ifdef __CUDA_ARCH__
template <bool Transposed>
__device__ __forceinline__ void loadMatrices(std::uint32_t (&to)[4], const void* row)
{
    const auto address = unsigned(__cvta_generic_to_shared(row));
    if constexpr (Transposed)
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                     : "r"(address));
    else
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                     : "r"(address));
}
#else
template <class T>
inline std::uint32_t pairAt(const T* first, int step)
{
    return std::uint32_t(first[0].bits) | std::uint32_t(first[step].bits) << 16;
}
#endif

/// Row m, depth k at tile[m·stride + k].
template <class T>
BAM_BLOCK void loadLeft(Left& to, const T* tile, int stride, int lane)
{
#ifdef __CUDA_ARCH__
    loadMatrices<false>(to.pair, tile + (lane & 15) * stride + (lane >> 4) * 8);
#else
    for (int n = 0; n < 4; ++n)
        to.pair[n] = pairAt(tile + (groupOf(lane) + 8 * (n & 1)) * stride + 2 * placeOf(lane) + 8 * (n >> 1), 1);
#endif
}

/// Column n, depth k at tile[n·stride + k].
template <class T>
BAM_BLOCK void loadRightAcross(Right& to, const T* tile, int stride, int lane)
{
#ifdef __CUDA_ARCH__
    loadMatrices<false>(to.pair, tile + ((lane & 7) + (lane >> 4) * 8) * stride + (lane >> 3 & 1) * 8);
#else
    for (int n = 0; n < 4; ++n)
        to.pair[n] = pairAt(tile + (groupOf(lane) + 8 * (n >> 1)) * stride + 2 * placeOf(lane) + 8 * (n & 1), 1);
#endif
}

/// Column n, depth k at tile[k·stride + n].
template <class T>
BAM_BLOCK void loadRightAlong(Right& to, const T* tile, int stride, int lane)
{
#ifdef __CUDA_ARCH__
    loadMatrices<true>(to.pair, tile + (lane & 15) * stride + (lane >> 4) * 8);
#else
    for (int n = 0; n < 4; ++n)
        to.pair[n] = pairAt(tile + (2 * placeOf(lane) + 8 * (n & 1)) * stride + groupOf(lane) + 8 * (n >> 1), stride);
#endif
}

// ---- Arithmetic in as few instructions as there are

/// A number as a type, for loops that an argument bounds.
template <int N>
struct Constant {
    static constexpr int value = N;
};

constexpr float kLog2E = 1.4426950408889634f;

/// 2^x to within 2 ulp, enough for what becomes a 16-bit number.
BAM_BLOCK float powerOfTwo(float x)
{
#ifdef __CUDA_ARCH__
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
#else
    return __builtin_exp2f(x);
#endif
}

/// exp(score − reference), which is right for scores of any size: the difference is taken first.
BAM_BLOCK float quickWeight(float score, float reference) { return powerOfTwo((score - reference) * kLog2E); }

/// The larger; the other one if one is NaN.
BAM_BLOCK float larger(float a, float b)
{
#ifdef __CUDA_ARCH__
    return fmaxf(a, b);
#else
    return a < b ? b : a;
#endif
}

/// As scoreOf().
BAM_BLOCK float quickScore(float product, float contentScale, float biasFactor, float bias)
{
#ifdef __CUDA_ARCH__
    float score = contentScale * product + biasFactor * bias;
    asm("min.NaN.f32 %0, %0, %1;" : "+f"(score) : "f"(kScoreLimit));
    asm("max.NaN.f32 %0, %0, %1;" : "+f"(score) : "f"(-kScoreLimit));
    return score;
#else
    return scoreOf(product, contentScale, biasFactor, bias);
#endif
}

}  // namespace bam::attention::tiles
