// SPDX-License-Identifier: GPL-3.0-or-later
// Runs block programs on the CPU, for tests: threads one after the other in a chosen order (a program without races gives the same bits in any order),
// and warps' 16×16 tiles in plain loops, done when the warp's first thread comes by.
#pragma once

#include "core/attention/cuda/products.h"

#include <vector>

namespace bam::attention::tiles {

enum class ThreadOrder { Forwards, Backwards, Interleaved };

struct HostBlock {
    ThreadOrder order = ThreadOrder::Forwards;

    template <class T>
    struct PerThread {
        std::vector<T> value = std::vector<T>(kThreads);
        T& operator[](int thread) { return value[std::size_t(thread)]; }
    };

    template <class Body>
    void forThreads(Body&& body) const
    {
        for (int n = 0; n < kThreads; ++n)
            body(order == ThreadOrder::Forwards ? n : order == ThreadOrder::Backwards ? kThreads - 1 - n : n * 77 % kThreads);
    }
    void add(std::int64_t* to, std::int64_t value) const { *to = std::int64_t(std::uint64_t(*to) + std::uint64_t(value)); }
    void raise(std::uint32_t* to, std::uint32_t value) const { *to = greatest(*to, value); }
};

template <class T>
struct HostFragments {
    using Element = T;
    struct Sum {
        float value[16][16];
    };
    template <Layout L>
    struct Left {
        float value[16][16];  // [m][k]
    };
    template <Layout L>
    struct Right {
        float value[16][16];  // [n][k]
    };

    static void clear(Sum& sum) { sum = {}; }
    template <Layout L>
    static void load(Left<L>& to, const T* from, int stride, int thread)
    {
        fill(to.value, from, stride, thread, L == Layout::Along);
    }
    template <Layout L>
    static void load(Right<L>& to, const T* from, int stride, int thread)
    {
        fill(to.value, from, stride, thread, L == Layout::Across);
    }
    template <Layout A, Layout B>
    static void add(Sum& sum, const Left<A>& a, const Right<B>& b, int thread)
    {
        if (thread % kWarp != 0)
            return;
        for (int m = 0; m < 16; ++m)
            for (int n = 0; n < 16; ++n)
                for (int k = 0; k < 16; ++k)
                    sum.value[m][n] += a.value[m][k] * b.value[n][k];
    }
    static void store(const Sum& sum, float* to, int stride, int thread)
    {
        for (int n = 0; thread % kWarp == 0 && n < 256; ++n)
            to[n / 16 * stride + n % 16] = sum.value[n / 16][n % 16];
    }
    static void loadSum(Sum& sum, const float* from, int stride, int thread)
    {
        for (int n = 0; thread % kWarp == 0 && n < 256; ++n)
            sum.value[n / 16][n % 16] = from[n / 16 * stride + n % 16];
    }

private:
    static void fill(float (&to)[16][16], const T* from, int stride, int thread, bool depthIsAlong)
    {
        for (int n = 0; thread % kWarp == 0 && n < 256; ++n)
            to[n / 16][n % 16] = toFloat(depthIsAlong ? from[n / 16 * stride + n % 16] : from[n % 16 * stride + n / 16]);
    }
};

}  // namespace bam::attention::tiles
