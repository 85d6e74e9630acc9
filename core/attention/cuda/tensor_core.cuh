// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor-core fragments for WarpProducts, through nvcuda::wmma: the layout of a fragment is the hardware's own business.
#pragma once

#include "core/attention/cuda/products.h"

#include <mma.h>

namespace bam::attention::tiles {

template <class T>
struct TensorCoreType;
template <>
struct TensorCoreType<BFloat16> {
    using Type = __nv_bfloat16;
};
template <>
struct TensorCoreType<Float16> {
    using Type = __half;
};

/// Loads a fragment of float16 as the header does.
template <class Fragment>
__device__ __forceinline__ void loadFragment(Fragment& to, const __half* from, int stride)
{
    nvcuda::wmma::load_matrix_sync(to, from, unsigned(stride));
}

/// Of bfloat16 the header's loads do not tell that the address is in shared memory, and the compiler falls back to generic loads of single words. The
/// instruction that does tell, with the header's registers: four for 16×16 bfloat16 (PTX manual, "wmma.load").
#define BAM_LOAD_BFLOAT16(Matrix, Order, instruction)                                                                                             \
    __device__ __forceinline__ void loadFragment(                                                                                                 \
        nvcuda::wmma::fragment<nvcuda::wmma::Matrix, 16, 16, 16, __nv_bfloat16, nvcuda::wmma::Order>& to, const __nv_bfloat16* from, int stride)  \
    {                                                                                                                                             \
        static_assert(sizeof(to.x) == 16);                                                                                                        \
        auto* words = reinterpret_cast<unsigned*>(&to.x);                                                                                         \
        asm volatile("wmma.load." instruction ".m16n16k16.shared.bf16 {%0, %1, %2, %3}, [%4], %5;"                                                \
                     : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])                                                             \
                     : "r"(unsigned(__cvta_generic_to_shared(from))), "r"(stride)                                                                 \
                     : "memory");                                                                                                                 \
    }
BAM_LOAD_BFLOAT16(matrix_a, row_major, "a.sync.aligned.row")
BAM_LOAD_BFLOAT16(matrix_a, col_major, "a.sync.aligned.col")
BAM_LOAD_BFLOAT16(matrix_b, row_major, "b.sync.aligned.row")
BAM_LOAD_BFLOAT16(matrix_b, col_major, "b.sync.aligned.col")
#undef BAM_LOAD_BFLOAT16

template <Layout L>
struct TensorCoreOrder {
    using Type = nvcuda::wmma::row_major;
};
template <>
struct TensorCoreOrder<Layout::Across> {
    using Type = nvcuda::wmma::col_major;
};

template <class T>
struct TensorCore {
    using Element = T;
    using Type = typename TensorCoreType<T>::Type;
    using Sum = nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float>;

    template <Layout L>
    using Left = nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, Type, typename TensorCoreOrder<L>::Type>;
    template <Layout L>
    using Right = nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, Type, typename TensorCoreOrder<L>::Type>;

    static __device__ __forceinline__ void clear(Sum& sum) { nvcuda::wmma::fill_fragment(sum, 0.0f); }
    template <class Fragment>
    static __device__ __forceinline__ void load(Fragment& to, const T* from, int stride, int)
    {
        loadFragment(to, reinterpret_cast<const Type*>(from), stride);
    }
    template <class A, class B>
    static __device__ __forceinline__ void add(Sum& sum, const A& a, const B& b, int)
    {
        nvcuda::wmma::mma_sync(sum, a, b, sum);
    }
    static __device__ __forceinline__ void store(const Sum& sum, float* to, int stride, int)
    {
        nvcuda::wmma::store_matrix_sync(to, sum, unsigned(stride), nvcuda::wmma::mem_row_major);
    }
    static __device__ __forceinline__ void loadSum(Sum& sum, const float* from, int stride, int)
    {
        nvcuda::wmma::load_matrix_sync(sum, from, unsigned(stride), nvcuda::wmma::mem_row_major);
    }
};

}  // namespace bam::attention::tiles
