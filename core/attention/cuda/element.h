// SPDX-License-Identifier: GPL-3.0-or-later
// The element types of attention as plain storage, with conversions that round to nearest even on either side.
#pragma once

#include "core/attention/tile_math.h"

#ifdef __CUDACC__
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif

namespace bam::attention::tiles {

struct BFloat16 {
    static constexpr bool kIsBrain = true;
    std::uint16_t bits;
};
struct Float16 {
    static constexpr bool kIsBrain = false;
    std::uint16_t bits;
};

BAM_HD inline float toFloat(float x) { return x; }
BAM_HD inline float toFloat(BFloat16 x) { return floatOf(std::uint32_t(x.bits) << 16); }
BAM_HD inline float toFloat(Float16 x)
{
#ifdef __CUDA_ARCH__
    return __half2float(__ushort_as_half(x.bits));
#else
    const std::uint32_t sign = std::uint32_t(x.bits & 0x8000u) << 16, exponent = x.bits >> 10 & 31u, fraction = x.bits & 0x3ffu;
    if (exponent == 31)
        return floatOf(sign | 0x7f800000u | fraction << 13);
    if (exponent == 0)
        return (sign != 0 ? -1.0f : 1.0f) * float(fraction) * 0x1p-24f;
    return floatOf(sign | (exponent + 112) << 23 | fraction << 13);
#endif
}

template <class T>
BAM_HD inline T fromFloat(float x);

template <>
BAM_HD inline float fromFloat<float>(float x) { return x; }

template <>
BAM_HD inline BFloat16 fromFloat<BFloat16>(float x)
{
#ifdef __CUDA_ARCH__
    return {__bfloat16_as_ushort(__float2bfloat16_rn(x))};
#else
    const std::uint32_t bits = bitsOf(x);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return {0x7fff};
    return {std::uint16_t((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16)};
#endif
}

template <>
BAM_HD inline Float16 fromFloat<Float16>(float x)
{
#ifdef __CUDA_ARCH__
    return {__half_as_ushort(__float2half_rn(x))};
#else
    const std::uint32_t bits = bitsOf(x), sign = bits >> 16 & 0x8000u, rest = bits & 0x7fffffffu;
    if (rest > 0x7f800000u)
        return {std::uint16_t(sign | 0x7fffu)};
    if (rest >= 0x477ff000u)  // 65520 and more round to infinity
        return {std::uint16_t(sign | 0x7c00u)};
    if (rest < 0x38800000u)   // subnormal: a multiple of 2^-24, which float addition rounds to when the unit of 0.5 is 2^-24
        return {std::uint16_t(sign | (bitsOf(floatOf(rest) + 0.5f) - bitsOf(0.5f)))};
    return {std::uint16_t(sign | (rest - 0x38000000u + 0xfffu + (rest >> 13 & 1u)) >> 13)};
#endif
}

/// 16 bytes of elements: what one instruction moves.
template <class T>
struct alignas(16) Chunk {
    static constexpr int kSize = int(16 / sizeof(T));
    T value[kSize];
};

/// Whether every row of `rows` begins at a multiple of 16 bytes and holds whole chunks.
template <class T>
BAM_HD inline bool hasChunks(const Rows& rows, std::int64_t width)
{
    const auto offsets = std::uint64_t(rows.batch | rows.head | rows.row | width) * sizeof(T);
    return ((reinterpret_cast<std::uintptr_t>(rows.data) | offsets) & 15u) == 0;
}

}  // namespace bam::attention::tiles
