// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/smoothing.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bam::runs {

Smoother::Smoother(double decay)
    : m_decay(std::clamp(decay, 0.0, 1 - 1e-9))
    , m_gapFactor(m_decay)
{
}

bool Smoother::extend(const std::vector<double>& step, const std::vector<float>& y, std::size_t mostRows)
{
    const auto size = std::min(step.size(), y.size());
    const auto begin = m_values.size();
    const auto end = begin + std::min(size - std::min(begin, size), mostRows);
    if (end > m_values.capacity())
        m_values.reserve(begin == 0 ? size : std::max(size, begin + begin / 2));
    for (auto row = begin; row < end; ++row) {
        const double value = y[row];
        if (!std::isfinite(value)) {
            m_values.push_back(std::numeric_limits<float>::quiet_NaN());
            continue;
        }
        const double gap = step[row] - m_lastStep;
        if (gap != m_gap) {
            m_gap = gap;
            m_gapFactor = std::pow(m_decay, std::max(gap, 0.0));
        }
        // Nothing has weight before the first value, so its gap does not matter.
        m_sum = m_gapFactor * m_sum + value;
        m_weight = m_gapFactor * m_weight + 1;
        m_lastStep = step[row];
        m_values.push_back(float(m_sum / m_weight));
    }
    return end >= size;
}

void Smoother::clear()
{
    *this = Smoother(m_decay);
}

double decayForLength(double steps, double spacing)
{
    constexpr double kMostShare = 0.015, kLeastRows = 5, kMostSpan = 10'000;
    constexpr double kSpans[] = {7, 5, 3, 2, 1.5, 1};       // times a power of ten
    const double most = std::min(std::max(steps * kMostShare, kLeastRows * std::max(spacing, 1.0)), kMostSpan);
    const double power = std::pow(10.0, std::floor(std::log10(most) + 1e-9));
    const auto* span = std::find_if(std::begin(kSpans), std::end(kSpans), [&](double one) { return one * power <= most * (1 + 1e-9); });
    return 1 - 1 / (*span * power);
}

}  // namespace bam::runs
