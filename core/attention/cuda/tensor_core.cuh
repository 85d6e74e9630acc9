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
        nvcuda::wmma::load_matrix_sync(to, reinterpret_cast<const Type*>(from), unsigned(stride));
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
