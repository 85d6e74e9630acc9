// SPDX-License-Identifier: GPL-3.0-or-later
// The compiler's vector types, as wide as the instruction set that a file is compiled for, and what loops over float32 arrays do with them. Each such file has
// its own flags; therefore all is in an unnamed namespace and nothing is included whose inline functions the linker could then share with a program for lesser
// processors.
#pragma once

#include <cstdint>

namespace bam::model::cpu {
namespace {

using Index = std::int64_t;

#if defined(__AVX512F__)
constexpr Index kLanes = 16;
#elif defined(__AVX2__)
constexpr Index kLanes = 8;
#else
constexpr Index kLanes = 4;
#endif

typedef float Vec __attribute__((vector_size(kLanes * 4)));
typedef std::int32_t Ints __attribute__((vector_size(kLanes * 4)));
typedef float Unaligned __attribute__((vector_size(kLanes * 4), aligned(4), may_alias));

constexpr float kInfinity = __builtin_inff();

// Between vector types a cast keeps the bits.
inline Vec all(float value) { return Vec{} + value; }
inline Vec load(const float* from) { return *reinterpret_cast<const Unaligned*>(from); }
inline void store(float* to, Vec value) { *reinterpret_cast<Unaligned*>(to) = value; }

inline Vec load(const float* from, Index count, float rest = 0)
{
    if (count >= kLanes)
        return load(from);
    Vec value = all(rest);
    for (Index n = 0; n < count; ++n)
        value[n] = from[n];
    return value;
}

inline void store(float* to, Vec value, Index count)
{
    if (count >= kLanes)
        return store(to, value);
    for (Index n = 0; n < count; ++n)
        to[n] = value[n];
}

inline float sumOf(Vec value)
{
    float sum = 0;
    for (Index n = 0; n < kLanes; ++n)
        sum += value[n];
    return sum;
}

inline Vec larger(Vec a, Vec b) { return a > b ? a : b; }

inline float largestOf(Vec value)
{
    float largest = value[0];
    for (Index n = 1; n < kLanes; ++n)
        largest = value[n] > largest ? value[n] : largest;
    return largest;
}

/// eˣ to 1.5 units in the last place between −87 and 88, limited beyond; not-a-number stays so. (Cephes' expf: n = round(x/ln 2), a polynomial for
/// the rest, 2ⁿ by the exponent's bits.)
inline Vec exponential(Vec x)
{
    x = x < -87.33654f ? all(-87.33654f) : x;
    x = x > 88.37626f ? all(88.37626f) : x;
    const Vec shifted = x * 1.44269504088896341f + 12582912.0f;    // 1.5 · 2²³: the sum's low bits are the rounded integer
    const Vec n = shifted - 12582912.0f;
    const Vec r = (x - n * 0.693359375f) + n * 2.12194440e-4f;
    Vec p = all(1.9875691500e-4f);
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * (r * r) + r + 1.0f;
    const Ints exponent = ((Ints)shifted + 127) << 23;
    return p * (Vec)exponent;
}

}  // namespace
}  // namespace bam::model::cpu
