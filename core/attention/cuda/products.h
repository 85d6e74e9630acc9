// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products of a block in float32: sums[M, N] += A[M, depth] · B[depth, columns], operands in shared memory, sums in registers, each thread owning
// some elements. depth and columns are multiples of 16.
#pragma once

#include "core/attention/cuda/block.h"

namespace bam::attention::tiles {

/// A(m, k) is data[m·stride + k], or data[k·stride + m] where a product says Across (transposed); likewise B(k, n).
template <class T>
struct Operand {
    const T* data;
    int stride;  ///< in elements; rows begin at multiples of 16 bytes
};

enum class Layout { Along, Across };

struct LaneProducts {
    using Element = float;

    /// Thread t owns rows (t/16)·M/16 … and columns t%16, t%16 + 16, …
    template <int M, int N>
    struct Sums {
        static constexpr int kRows = M / 16, kColumns = N / 16;
        float value[kRows][kColumns];
    };

    template <int M, int N>
    static BAM_BLOCK void clear(Sums<M, N>& sums)
    {
        BAM_UNROLL
        for (int r = 0; r < M / 16; ++r) {
            BAM_UNROLL
            for (int c = 0; c < N / 16; ++c)
                sums.value[r][c] = 0;
        }
    }

    template <Layout LayoutA, Layout LayoutB, int M, int N>
    static BAM_BLOCK void add(Sums<M, N>& sums, Operand<float> a, Operand<float> b, int depth, int columns, int thread)
    {
        constexpr int kRows = M / 16, kColumns = N / 16;
        const int row = thread / 16 * kRows, column = thread % 16;
        for (int k = 0; k < depth; k += 4) {
            float left[kRows][4];
            BAM_UNROLL
            for (int r = 0; r < kRows; ++r) {
                if constexpr (LayoutA == Layout::Along) {
                    four(a.data + (row + r) * a.stride + k, left[r]);
                } else {
                    BAM_UNROLL
                    for (int n = 0; n < 4; ++n)
                        left[r][n] = a.data[(k + n) * a.stride + row + r];
                }
            }
            BAM_UNROLL
            for (int c = 0; c < kColumns; ++c) {
                if (c * 16 < columns) {
                    float right[4];
                    if constexpr (LayoutB == Layout::Across) {
                        four(b.data + (column + 16 * c) * b.stride + k, right);
                    } else {
                        BAM_UNROLL
                        for (int n = 0; n < 4; ++n)
                            right[n] = b.data[(k + n) * b.stride + column + 16 * c];
                    }
                    BAM_UNROLL
                    for (int r = 0; r < kRows; ++r) {
                        BAM_UNROLL
                        for (int n = 0; n < 4; ++n)
                            sums.value[r][c] += left[r][n] * right[n];
                    }
                }
            }
        }
    }

    template <int M, int N>
    static BAM_BLOCK void store(const Sums<M, N>& sums, float* to, int stride, int columns, int thread)
    {
        BAM_UNROLL
        for (int r = 0; r < M / 16; ++r) {
            BAM_UNROLL
            for (int c = 0; c < N / 16; ++c)
                if (c * 16 < columns)
                    to[(thread / 16 * (M / 16) + r) * stride + thread % 16 + 16 * c] = sums.value[r][c];
        }
    }

    template <int M, int N>
    static BAM_BLOCK void load(Sums<M, N>& sums, const float* from, int stride, int columns, int thread)
    {
        BAM_UNROLL
        for (int r = 0; r < M / 16; ++r) {
            BAM_UNROLL
            for (int c = 0; c < N / 16; ++c)
                if (c * 16 < columns)
                    sums.value[r][c] = from[(thread / 16 * (M / 16) + r) * stride + thread % 16 + 16 * c];
        }
    }

private:
    static BAM_BLOCK void four(const float* from, float (&to)[4])
    {
#ifdef __CUDA_ARCH__
        const float4 value = *reinterpret_cast<const float4*>(from);
        to[0] = value.x, to[1] = value.y, to[2] = value.z, to[3] = value.w;
#else
        for (int n = 0; n < 4; ++n)
            to[n] = from[n];
#endif
    }
};

}  // namespace bam::attention::tiles
