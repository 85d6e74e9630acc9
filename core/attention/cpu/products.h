// SPDX-License-Identifier: GPL-3.0-or-later
// Small matrix products on tiles that lie in cache: each element of A is broadcast against a row of vectors of B, sums stay in registers.
// Every output element is summed over the depth in ascending order, so its bits do not depend on how the tile is cut.
#pragma once

#include "core/attention/cpu/simd.h"

namespace bam::attention::cpu::BAM_ISA {

// Registers: rows × columns accumulators, the columns of B and one broadcast (32 vector registers with AVX-512, else 16).
#if defined(__AVX512F__)
constexpr int kColumns = 4;
constexpr int rowsFor(int columns) { return columns == 4 ? 6 : columns == 3 ? 8 : 12; }
#else
constexpr int kColumns = 2;
constexpr int rowsFor(int columns) { return columns == 2 ? 6 : 10; }
#endif

/// How A is stored: a(row, depth) at row·stride + depth, or (Transposed) at depth·stride + row.
enum class Layout { Plain, Transposed };

template <int Rows, int Columns, Layout layout>
BAM_INLINE void block(std::int64_t depth, const float* a, std::int64_t aStride, const float* b, std::int64_t bStride, float* c, std::int64_t cStride, bool adds)
{
    Vec sum[Rows][Columns];
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 4
        for (int n = 0; n < Columns; ++n)
            sum[r][n] = adds ? load(c + r * cStride + n * W) : Vec{};
#pragma GCC unroll 1
    for (std::int64_t k = 0; k < depth; ++k) {
        Vec right[Columns];
#pragma GCC unroll 4
        for (int n = 0; n < Columns; ++n)
            right[n] = load(b + k * bStride + n * W);
#pragma GCC unroll 16
        for (int r = 0; r < Rows; ++r) {
            const Vec left = splat(layout == Layout::Plain ? a[r * aStride + k] : a[k * aStride + r]);
#pragma GCC unroll 4
            for (int n = 0; n < Columns; ++n)
                sum[r][n] += left * right[n];
        }
    }
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 4
        for (int n = 0; n < Columns; ++n)
            store(c + r * cStride + n * W, sum[r][n]);
}

/// All rows of one group of columns: full blocks first, the rest in blocks of 4, 2 and 1 rows.
template <int Columns, Layout layout>
static void columnGroup(std::int64_t rows, std::int64_t depth, const float* a, std::int64_t aStride, const float* b, std::int64_t bStride, float* c,
    std::int64_t cStride, bool adds)
{
    const std::int64_t aRow = layout == Layout::Plain ? aStride : 1;
    std::int64_t r = 0;
    for (constexpr int Rows = rowsFor(Columns); r + Rows <= rows; r += Rows)
        block<Rows, Columns, layout>(depth, a + r * aRow, aStride, b, bStride, c + r * cStride, cStride, adds);
    for (; r + 4 <= rows; r += 4)
        block<4, Columns, layout>(depth, a + r * aRow, aStride, b, bStride, c + r * cStride, cStride, adds);
    for (; r + 2 <= rows; r += 2)
        block<2, Columns, layout>(depth, a + r * aRow, aStride, b, bStride, c + r * cStride, cStride, adds);
    for (; r < rows; ++r)
        block<1, Columns, layout>(depth, a + r * aRow, aStride, b, bStride, c + r * cStride, cStride, adds);
}

/// C (+)= A · B with `vectors` vectors per row. @param adds keeps what C holds
template <Layout layout>
static void product(std::int64_t rows, std::int64_t vectors, std::int64_t depth, const float* a, std::int64_t aStride, const float* b, std::int64_t bStride,
    float* c, std::int64_t cStride, bool adds)
{
    while (vectors > 0) {
        const auto columns = vectors < kColumns ? vectors : kColumns;
        switch (columns) {
        case 1: columnGroup<1, layout>(rows, depth, a, aStride, b, bStride, c, cStride, adds); break;
        case 2: columnGroup<2, layout>(rows, depth, a, aStride, b, bStride, c, cStride, adds); break;
#if defined(__AVX512F__)
        case 3: columnGroup<3, layout>(rows, depth, a, aStride, b, bStride, c, cStride, adds); break;
        default: columnGroup<4, layout>(rows, depth, a, aStride, b, bStride, c, cStride, adds); break;
#endif
        }
        vectors -= columns;
        b += columns * W;
        c += columns * W;
    }
}

}  // namespace bam::attention::cpu::BAM_ISA
