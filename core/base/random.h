// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers that are the same on every platform and standard library (std distributions are not).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace bam {

/// SplitMix64 (Steele, Lea and Flood 2014): any 64-bit state is a good start, so streams can be keyed by counters.
class SplitMix64 {
public:
    explicit SplitMix64(std::uint64_t seed) : m_state(seed) {}

    std::uint64_t next()
    {
        std::uint64_t z = (m_state += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    /// Uniform in [0, bound), bound > 0, without modulo bias.
    std::uint64_t below(std::uint64_t bound)
    {
        const std::uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
        for (;;)
            if (const auto value = next(); value < limit)
                return value % bound;
    }
    /// Uniform in [low, high].
    std::int64_t between(std::int64_t low, std::int64_t high) { return low + std::int64_t(below(std::uint64_t(high - low) + 1)); }
    /// Uniform in [0, 1).
    double unit() { return double(next() >> 11) * 0x1.0p-53; }

private:
    std::uint64_t m_state;
};

/// Fisher and Yates: every order is as likely.
template <class T>
void shuffle(std::vector<T>& list, SplitMix64& random)
{
    for (std::size_t n = list.size(); n > 1; --n)
        std::swap(list[n - 1], list[std::size_t(random.below(n))]);
}

/// One well-mixed value of two: the key of a counter-based stream.
inline std::uint64_t mixKeys(std::uint64_t a, std::uint64_t b) { return SplitMix64(SplitMix64(a).next() ^ b).next(); }

}  // namespace bam
