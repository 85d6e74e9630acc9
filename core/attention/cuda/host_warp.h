// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the programs of warps on the CPU, for tests: threads, warps and lanes one after the other in a chosen order, the tensor cores' product in loops.
#pragma once

#include "core/attention/cuda/host_block.h"
#include "core/attention/cuda/warp.h"

#include <array>
#include <vector>

namespace bam::attention::tiles {

/// Calls the body with the numbers below the count in the order.
template <class Body>
void inOrder(ThreadOrder order, int count, Body&& body)
{
    for (int n = 0; n < count; ++n)
        body(order == ThreadOrder::Forwards ? n : order == ThreadOrder::Backwards ? count - 1 - n : n * 77 % count);
}

struct HostWarp {
    template <class T>
    using Lanes = std::array<T, kWarp>;

    int index;
    ThreadOrder order;

    template <class Body>
    void forLanes(Body&& body) const
    {
        inOrder(order, kWarp, body);
    }
    void sync() const {}

    template <class T, class SumOf, class LeftOf, class RightOf>
    void multiply(SumOf&& sum, LeftOf&& left, RightOf&& right, int half) const
    {
        float rows[16][16], columns[8][16];
        for (int lane = 0; lane < kWarp; ++lane) {
            for (int n = 0; n < 8; ++n)
                rows[groupOf(lane) + 8 * (n >> 1 & 1)][2 * placeOf(lane) + 8 * (n >> 2) + (n & 1)] = elementOf<T>(left(lane).pair[n >> 1], n & 1);
            for (int n = 0; n < 4; ++n)
                columns[groupOf(lane)][2 * placeOf(lane) + 8 * (n >> 1) + (n & 1)] = elementOf<T>(right(lane).pair[2 * half + (n >> 1)], n & 1);
        }
        for (int lane = 0; lane < kWarp; ++lane)
            for (int n = 0; n < 4; ++n)
                for (int k = 0; k < 16; ++k)
                    sum(lane).value[n] += rows[groupOf(lane) + 8 * (n >> 1)][k] * columns[2 * placeOf(lane) + (n & 1)][k];
    }

    template <class ValueOf, class Operation>
    void overQuads(ValueOf&& value, Operation&& operation) const
    {
        for (const int bit : {1, 2}) {
            std::array<float, kWarp> before;
            for (int lane = 0; lane < kWarp; ++lane)
                before[std::size_t(lane)] = value(lane);
            for (int lane = 0; lane < kWarp; ++lane)
                value(lane) = operation(before[std::size_t(lane)], before[std::size_t(lane ^ bit)]);
        }
    }

    template <class To, class From, class Source>
    void shuffle(To&& to, From&& from, Source&& source) const
    {
        std::array<float, kWarp> before;
        for (int lane = 0; lane < kWarp; ++lane)
            before[std::size_t(lane)] = from(lane);
        for (int lane = 0; lane < kWarp; ++lane)
            to(lane) = before[std::size_t(source(lane))];
    }

    template <class Predicate>
    bool any(Predicate&& predicate) const
    {
        bool found = false;
        for (int lane = 0; lane < kWarp; ++lane)
            found = predicate(lane) || found;
        return found;
    }
};

struct HostWarpBlock {
    using Warp = HostWarp;
    ThreadOrder order = ThreadOrder::Forwards;

    template <class T>
    struct PerWarp {
        std::vector<T> value = std::vector<T>(kWarps);
        T& operator[](int warp) { return value[std::size_t(warp)]; }
    };

    template <class Body>
    void forThreads(Body&& body) const
    {
        inOrder(order, kWarpThreads, body);
    }
    template <class Body>
    void forWarps(Body&& body) const
    {
        inOrder(order, kWarps, [&](int warp) { body(HostWarp{warp, order}); });
    }
    void barrier() const {}
    void commit() const {}
    template <int Pending>
    void await() const
    {
    }
    void add(std::int64_t* to, std::int64_t value) const { *to = std::int64_t(std::uint64_t(*to) + std::uint64_t(value)); }
    void raise(std::uint32_t* to, std::uint32_t value) const { *to = greatest(*to, value); }
};

}  // namespace bam::attention::tiles
