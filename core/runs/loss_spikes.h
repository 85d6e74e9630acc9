// SPDX-License-Identifier: GPL-3.0-or-later
// Finds where a loss jumped.
//
// A row is part of a spike when it lies more than 10 robust standard deviations (1.4826 × the median absolute deviation) and more than 5 % above the
// median of the 128 rows before it. Median and deviation hardly notice the spike itself, and the 5 % keep a very quiet curve from being marked all over.
// The reference is taken anew every 32 rows. Rows of a spike less than 64 rows apart are one spike, at its highest row. NaN is passed over.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace bam::runs {

struct LossSpike {
    std::size_t row = 0;
    double step = 0;
    double loss = 0;
    double usual = 0;       ///< median of the rows before
};

class LossSpikes {
public:
    /// Takes rows size() … of the series, at most `mostRows`. @returns whether all rows were taken
    bool extend(const std::vector<double>& step, const std::vector<float>& loss, std::size_t mostRows = std::size_t(-1));
    void clear();
    std::size_t size() const { return m_size; }
    const std::vector<LossSpike>& spikes() const { return m_spikes; }

private:
    static constexpr std::size_t kWindow = 128;
    void take(std::size_t row, double step, float loss);
    void measure();

    std::size_t m_size = 0, m_seen = 0;     // m_seen: finite values
    std::size_t m_lastRow = 0;              // last row of the newest spike
    float m_median = 0, m_limit = 0;
    std::array<float, kWindow> m_window{};  // ring of the last finite values
    std::vector<LossSpike> m_spikes;
};

}  // namespace bam::runs
