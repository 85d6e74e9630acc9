// SPDX-License-Identifier: GPL-3.0-or-later
// Smallest and largest value of any range of a growing series, in a time that hardly depends on the length. What a plot needs to draw a million points
// in a thousand columns without hiding a spike.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace bam::runs {

struct Extremes {
    float low = std::numeric_limits<float>::infinity();
    float high = -std::numeric_limits<float>::infinity();
    /// No value, or only NaN.
    bool empty() const { return low > high; }
    void include(const Extremes& other);
    void include(float value);      ///< NaN is passed over
};

/// Invariant: level n holds the extremes of blocks of 16ⁿ⁺¹ successive values, the last block of each level possibly unfinished.
class MinMaxIndex {
public:
    /// Tells the index of values[size() …]. @param values the whole series, as before but for what was appended
    void extend(const std::vector<float>& values);
    void clear();
    std::size_t size() const { return m_size; }
    /// Of values[begin … end). @param values the series that extend() saw
    Extremes range(const std::vector<float>& values, std::size_t begin, std::size_t end) const;
    /// The same of a range widened to whole blocks, by less than a quarter of its length on either side: touches far less memory when it is long.
    Extremes roughRange(const std::vector<float>& values, std::size_t begin, std::size_t end) const;
    std::size_t bytes() const;

private:
    std::size_t m_size = 0;
    std::vector<std::vector<Extremes>> m_levels;
};

}  // namespace bam::runs
