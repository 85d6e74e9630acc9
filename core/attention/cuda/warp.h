// SPDX-License-Identifier: GPL-3.0-or-later
// How a block of warps runs. Its program is a sequence of block.forThreads(body) and block.forWarps(body), with block.barrier() wherever one reads
// what another wrote. Within forWarps a warp program alternates between warp.forLanes(body), where each lane works for itself, and the warp's
// collectives, which take a function from a lane to that lane's value. A GPU runs everything once per thread, with the values in registers; the CPU
// loops, in any order. Values that stay between forWarps are in Block::PerWarp, those of lanes in Warp::Lanes; their indices must be constants once
// loops are unrolled.
#pragma once

#include "core/attention/cuda/fragments.h"

namespace bam::attention::tiles {

constexpr int kWarps = 4;
constexpr int kWarpThreads = kWarps * kWarp;

#ifdef __CUDACC__
struct DeviceWarp {
    template <class T>
    struct Lanes {
        T value;
        __device__ __forceinline__ T& operator[](int) { return value; }
        __device__ __forceinline__ const T& operator[](int) const { return value; }
    };

    int index;  ///< in the block

    static __device__ __forceinline__ int lane() { return int(threadIdx.x) % kWarp; }

    template <class Body>
    __device__ __forceinline__ void forLanes(Body&& body) const
    {
        body(lane());
    }
    /// What lanes wrote to shared memory is there for all of the warp.
    __device__ __forceinline__ void sync() const { __syncwarp(); }

    /// sum(lane) += left(lane) · half h of right(lane)
    template <class T, class SumOf, class LeftOf, class RightOf>
    __device__ __forceinline__ void multiply(SumOf&& sum, LeftOf&& left, RightOf&& right, int half) const
    {
        float(&c)[4] = sum(lane()).value;
        const std::uint32_t(&a)[4] = left(lane()).pair;
        const std::uint32_t(&b)[4] = right(lane()).pair;
        if constexpr (T::kIsBrain)
            asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                         : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[2 * half]), "r"(b[2 * half + 1]));
        else
            asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                         : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[2 * half]), "r"(b[2 * half + 1]));
    }

    /// Replaces the values of each group of four lanes by what the operation makes of them, in the same order for all four.
    template <class ValueOf, class Operation>
    __device__ __forceinline__ void overQuads(ValueOf&& value, Operation&& operation) const
    {
        float& mine = value(lane());
        mine = operation(mine, __shfl_xor_sync(0xffffffffu, mine, 1));
        mine = operation(mine, __shfl_xor_sync(0xffffffffu, mine, 2));
    }

    /// to(lane) = from(source(lane))
    template <class To, class From, class Source>
    __device__ __forceinline__ void shuffle(To&& to, From&& from, Source&& source) const
    {
        to(lane()) = __shfl_sync(0xffffffffu, from(lane()), source(lane()));
    }

    template <class Predicate>
    __device__ __forceinline__ bool any(Predicate&& predicate) const
    {
        return __any_sync(0xffffffffu, predicate(lane())) != 0;
    }
};

struct DeviceWarpBlock {
    using Warp = DeviceWarp;
    template <class T>
    struct PerWarp {
        T value;
        __device__ __forceinline__ T& operator[](int) { return value; }
    };

    template <class Body>
    __device__ __forceinline__ void forThreads(Body&& body) const
    {
        body(int(threadIdx.x));
    }
    template <class Body>
    __device__ __forceinline__ void forWarps(Body&& body) const
    {
        body(DeviceWarp{int(threadIdx.x) / kWarp});
    }
    __device__ __forceinline__ void barrier() const { __syncthreads(); }
    /// Ends a group of copyAsync() calls.
    __device__ __forceinline__ void commit() const { asm volatile("cp.async.commit_group;" ::: "memory"); }
    /// A barrier behind which all groups but the last `Pending` have arrived.
    template <int Pending>
    __device__ __forceinline__ void await() const
    {
        asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
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
