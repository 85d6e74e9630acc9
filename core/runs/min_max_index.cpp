// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/min_max_index.h"

#include <algorithm>

namespace bam::runs {
namespace {

constexpr std::size_t kFan = 16;

}  // namespace

void Extremes::include(const Extremes& other)
{
    low = std::min(low, other.low);
    high = std::max(high, other.high);
}

void Extremes::include(float value)
{
    // Both comparisons are false for NaN.
    if (value < low)
        low = value;
    if (value > high)
        high = value;
}

void MinMaxIndex::extend(const std::vector<float>& values)
{
    const auto first = m_size;
    m_size = values.size();
    if (first >= m_size)
        return;
    std::size_t block = kFan;
    for (std::size_t n = 0; block <= m_size || n < m_levels.size(); ++n, block *= kFan) {
        if (n == m_levels.size())
            m_levels.emplace_back();
        auto& level = m_levels[n];
        // From the block that holds the first new value on, everything is computed again from the level below.
        const auto begin = std::min(first / block, level.size()), end = (m_size + block - 1) / block;
        level.resize(begin);
        for (auto b = begin; b < end; ++b) {
            Extremes extremes;
            if (n == 0)
                for (auto i = b * kFan; i < std::min((b + 1) * kFan, m_size); ++i)
                    extremes.include(values[i]);
            else
                for (auto i = b * kFan; i < std::min((b + 1) * kFan, m_levels[n - 1].size()); ++i)
                    extremes.include(m_levels[n - 1][i]);
            level.push_back(extremes);
        }
    }
}

void MinMaxIndex::clear()
{
    m_size = 0;
    m_levels.clear();
}

Extremes MinMaxIndex::range(const std::vector<float>& values, std::size_t begin, std::size_t end) const
{
    // Comparisons with NaN are false, so it is passed over. Local variables stay in registers: this runs for every column of every curve of every picture.
    float low = std::numeric_limits<float>::infinity(), high = -low;
    const auto addValues = [&](std::size_t from, std::size_t to) {
        for (auto i = from; i < to; ++i) {
            const float value = values[i];
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
    };
    const auto addBlocks = [&](const std::vector<Extremes>& level, std::size_t from, std::size_t to) {
        for (auto i = from; i < to; ++i) {
            low = level[i].low < low ? level[i].low : low;
            high = level[i].high > high ? level[i].high : high;
        }
    };
    end = std::min(end, m_size);
    if (begin >= end)
        return {};
    if (m_levels.empty() || end - begin < 2 * kFan) {
        addValues(begin, end);
        return {low, high};
    }
    // Climbs from both ends: single values up to the next block border, then whole blocks of ever higher levels between them.
    auto first = (begin + kFan - 1) / kFan, last = end / kFan;
    addValues(begin, first * kFan);
    addValues(last * kFan, end);
    for (std::size_t n = 0; first < last; ++n) {
        const auto& level = m_levels[n];
        if (n + 1 == m_levels.size() || last - first < 2 * kFan) {
            addBlocks(level, first, last);
            break;
        }
        const auto up = (first + kFan - 1) / kFan, down = last / kFan;
        addBlocks(level, first, up * kFan);
        addBlocks(level, down * kFan, last);
        first = up;
        last = down;
    }
    return {low, high};
}

Extremes MinMaxIndex::roughRange(const std::vector<float>& values, std::size_t begin, std::size_t end) const
{
    end = std::min(end, m_size);
    if (m_levels.empty() || begin + 4 * kFan > end)
        return range(values, begin, end);
    std::size_t level = 0, block = kFan;
    while (level + 1 < m_levels.size() && end - begin >= 4 * block * kFan) {
        block *= kFan;
        ++level;
    }
    float low = std::numeric_limits<float>::infinity(), high = -low;
    const auto* at = m_levels[level].data() + begin / block;
    const auto* last = m_levels[level].data() + (end - 1) / block;
    for (; at <= last; ++at) {
        low = at->low < low ? at->low : low;
        high = at->high > high ? at->high : high;
    }
    return {low, high};
}

std::size_t MinMaxIndex::bytes() const
{
    std::size_t total = 0;
    for (const auto& level : m_levels)
        total += level.capacity() * sizeof(Extremes);
    return total;
}

}  // namespace bam::runs
