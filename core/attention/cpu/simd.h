// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of floats through the compiler's vector extension, in the width of the instruction set that the including file is compiled for.
//
// Invariant: everything here and in the headers built on it has internal linkage or lives in the namespace BAM_ISA, and includes nothing of the
// standard library but <cstdint>. An inline function shared with the rest of the program could otherwise be linked from the file with the widest
// instructions and crash on a processor without them.
#pragma once

#include <cstdint>

#if defined(__AVX512F__)
#define BAM_VECTOR_FLOATS 16
#include <immintrin.h>
#elif defined(__AVX2__)
#define BAM_VECTOR_FLOATS 8
#else
#define BAM_VECTOR_FLOATS 4
#endif
#define BAM_INLINE static inline __attribute__((always_inline))

namespace bam::attention::cpu::BAM_ISA {

constexpr int W = BAM_VECTOR_FLOATS;
typedef float Vec __attribute__((vector_size(W * 4)));
typedef std::int32_t IntVec __attribute__((vector_size(W * 4)));
typedef float LooseVec __attribute__((vector_size(W * 4), aligned(4), may_alias));
typedef std::int32_t LooseIntVec __attribute__((vector_size(W * 4), aligned(4), may_alias));

BAM_INLINE Vec load(const float* from) { return *reinterpret_cast<const LooseVec*>(from); }
BAM_INLINE void store(float* to, Vec value) { *reinterpret_cast<LooseVec*>(to) = value; }
BAM_INLINE IntVec loadInts(const std::int32_t* from) { return *reinterpret_cast<const LooseIntVec*>(from); }
BAM_INLINE Vec splat(float value) { return value - Vec{}; }
BAM_INLINE IntVec splatInt(std::int32_t value) { return value - IntVec{}; }

#if defined(__AVX512F__)
BAM_INLINE Vec larger(Vec a, Vec b) { return _mm512_max_ps(a, b); }
BAM_INLINE Vec smaller(Vec a, Vec b) { return _mm512_min_ps(a, b); }
#else
BAM_INLINE Vec larger(Vec a, Vec b) { return a > b ? a : b; }
BAM_INLINE Vec smaller(Vec a, Vec b) { return a < b ? a : b; }
#endif

/// 2^x for x ≤ 0 with a relative error below 2e-7. Below −100 it stays at 2⁻¹⁰⁰: nothing beside a softmax's largest term, and never a
/// subnormal number, which some processors handle a hundred times more slowly.
BAM_INLINE Vec exp2OfNegative(Vec x)
{
    x = larger(smaller(x, Vec{}), splat(-100.0f));
    const Vec shifted = x + 12582912.0f;                // 1.5·2²³: the low mantissa bits now hold round(x)
    const Vec f = x - (shifted - 12582912.0f);          // −½ … ½
    // Minimax polynomial of 2^f in relative error, degree 6 (fitted; error 2e-9 before rounding).
    Vec p = splat(1.53458110e-4f);
    p = p * f + 1.33999309e-3f;
    p = p * f + 9.61848907e-3f;
    p = p * f + 5.55032864e-2f;
    p = p * f + 2.40226462e-1f;
    p = p * f + 6.93147182e-1f;
    p = p * f + 1.0f;
    return (Vec)((IntVec)p + ((IntVec)shifted << 23));  // adds round(x) to the exponent
}

template <int... Lane>
struct Lanes {};

template <int Step, int... Lane>
BAM_INLINE void exchangeLanes(Vec& a, Vec& b, Lanes<Lane...>)
{
    constexpr IntVec low{((Lane & Step) == 0 ? Lane : W + Lane - Step)...};
    constexpr IntVec high{((Lane & Step) == 0 ? Lane + Step : W + Lane)...};
    const Vec first = __builtin_shuffle(a, b, low);
    b = __builtin_shuffle(a, b, high);
    a = first;
}

template <int Step>
BAM_INLINE void exchange(Vec& a, Vec& b)
{
    exchangeLanes<Step>(a, b, Lanes<__integer_pack(W)...>{});
}

/// Transposes a W × W block of floats; rows are `fromStride` and `toStride` apart.
BAM_INLINE void transpose(const float* from, std::int64_t fromStride, float* to, std::int64_t toStride)
{
    Vec rows[W];
#pragma GCC unroll 16
    for (int r = 0; r < W; ++r)
        rows[r] = load(from + r * fromStride);
#pragma GCC unroll 16
    for (int r = 0; r < W; r += 2)
        exchange<1>(rows[r], rows[r + 1]);
#pragma GCC unroll 16
    for (int r = 0; r < W; ++r)
        if ((r & 2) == 0)
            exchange<2>(rows[r], rows[r + 2]);
    if constexpr (W > 4) {
#pragma GCC unroll 16
        for (int r = 0; r < W; ++r)
            if ((r & 4) == 0)
                exchange<4>(rows[r], rows[r + 4]);
    }
    if constexpr (W > 8) {
#pragma GCC unroll 16
        for (int r = 0; r < W; ++r)
            if ((r & 8) == 0)
                exchange<8>(rows[r], rows[r + 8]);
    }
#pragma GCC unroll 16
    for (int r = 0; r < W; ++r)
        store(to + r * toStride, rows[r]);
}

}  // namespace bam::attention::cpu::BAM_ISA
