// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/loss_spikes.h"

#include <algorithm>
#include <cmath>

namespace bam::runs {
namespace {

constexpr float kDeviations = 10, kPerMad = 1.4826f, kLeastShare = 0.05f;
constexpr std::size_t kMeasureEvery = 32, kOneSpike = 64;

}  // namespace

bool LossSpikes::extend(const std::vector<double>& step, const std::vector<float>& loss, std::size_t mostRows)
{
    const auto size = std::min(step.size(), loss.size());
    const auto end = m_size + std::min(size - std::min(m_size, size), mostRows);
    for (; m_size < end; ++m_size)
        if (std::isfinite(loss[m_size]))
            take(m_size, step[m_size], loss[m_size]);
    return m_size >= size;
}

void LossSpikes::take(std::size_t row, double step, float loss)
{
    if (m_seen >= kWindow) {
        if (m_seen % kMeasureEvery == 0)
            measure();
        if (loss > m_limit) {
            if (m_spikes.empty() || row - m_lastRow >= kOneSpike)
                m_spikes.push_back({row, step, double(loss), double(m_median)});
            else if (double(loss) > m_spikes.back().loss)
                m_spikes.back() = {row, step, double(loss), m_spikes.back().usual};
            m_lastRow = row;
        }
    }
    m_window[m_seen++ % kWindow] = loss;
}

void LossSpikes::measure()
{
    auto sorted = m_window;
    const auto middle = sorted.begin() + kWindow / 2;
    std::nth_element(sorted.begin(), middle, sorted.end());
    m_median = *middle;
    for (auto& value : sorted)
        value = std::abs(value - m_median);
    std::nth_element(sorted.begin(), middle, sorted.end());
    m_limit = m_median + std::max(kDeviations * kPerMad * *middle, kLeastShare * std::abs(m_median));
}

void LossSpikes::clear() { *this = {}; }

}  // namespace bam::runs
