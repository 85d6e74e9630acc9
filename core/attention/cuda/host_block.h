// SPDX-License-Identifier: GPL-3.0-or-later
// Runs block programs on the CPU, for tests: threads one after the other in a chosen order. A program without races gives the same bits in any order.
#pragma once

#include "core/attention/cuda/block.h"

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

}  // namespace bam::attention::tiles
