// SPDX-License-Identifier: GPL-3.0-or-later
// How a thread block runs. A block program is a template over a Block: it is a sequence of phases, block.forThreads(body), and body(thread) may read
// what earlier phases wrote to shared memory but nothing that another thread writes in the same phase. A GPU runs each body once per thread and
// waits for all; the CPU loops over the threads, in any order. Values that a thread keeps between phases live in Block::PerThread.
// Between phases the program may branch on shared memory only if no phase that all branches reach first writes what was read.
#pragma once

#include "core/attention/cuda/element.h"

#ifdef __CUDACC__
#define BAM_BLOCK __device__ __forceinline__
#define BAM_UNROLL _Pragma("unroll")
#define BAM_ROLLED _Pragma("unroll 1")
#else
#define BAM_BLOCK inline
#define BAM_UNROLL
#define BAM_ROLLED
#endif

namespace bam::attention::tiles {

constexpr int kThreads = 256;
constexpr int kWarp = 32;

#ifdef __CUDACC__
struct DeviceBlock {
    template <class T>
    struct PerThread {
        T value;
        __device__ __forceinline__ T& operator[](int) { return value; }
    };

    template <class Body>
    __device__ __forceinline__ void forThreads(Body&& body) const
    {
        body(int(threadIdx.x));
        __syncthreads();
    }
    /// Adds modulo 2^64: integers, so the order of the additions does not matter.
    __device__ __forceinline__ void add(std::int64_t* to, std::int64_t value) const
    {
        atomicAdd(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(value));
    }
    __device__ __forceinline__ void raise(std::uint32_t* to, std::uint32_t value) const { atomicMax(to, value); }
};
#endif

}  // namespace bam::attention::tiles
