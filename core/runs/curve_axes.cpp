// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/curve_axes.h"

#include <algorithm>
#include <limits>

namespace bam::runs {
namespace {

const std::vector<double> kNone;

}  // namespace

double perStep(XAxis axis, double tokensPerStep, double flopsPerToken)
{
    switch (axis) {
    case XAxis::Tokens: return tokensPerStep;
    case XAxis::Flops: return tokensPerStep * flopsPerToken;
    case XAxis::Step:
    case XAxis::Time: break;
    }
    return 1;
}

void TimeColumn::extend(const std::vector<double>& step, const std::vector<double>& time)
{
    const auto size = std::min(step.size(), time.size());
    for (; m_size < size; ++m_size) {
        const double read = time[m_size];
        const bool fit = std::isfinite(read) && (!m_known || read >= m_lastRead) && m_offset == 0;
        if (!m_copied && !fit) {
            m_copy.assign(time.begin(), time.begin() + std::ptrdiff_t(m_size));
            m_copied = true;
        }
        if (!std::isfinite(read)) {
            m_copy.push_back(std::numeric_limits<double>::quiet_NaN());
            continue;
        }
        if (m_known && read < m_lastRead)
            m_offset += m_lastRead - read;
        m_lastRead = read;
        if (m_copied) {
            m_copy.push_back(read + m_offset);
            close(step, m_size);
        }
        m_known = true;
        m_lastKnown = m_size;
    }
    if (!m_copied || !m_known)
        return;
    // Rows after the last time go on at the pace so far; they are set again when a time comes.
    const auto first = std::size_t(std::find_if(m_copy.begin(), m_copy.end(), [](double t) { return std::isfinite(t); }) - m_copy.begin());
    const double steps = step[m_lastKnown] - step[first];
    const double pace = steps > 0 ? (m_copy[m_lastKnown] - m_copy[first]) / steps : 0;
    for (auto row = m_lastKnown + 1; row < m_size; ++row)
        m_copy[row] = m_copy[m_lastKnown] + pace * (step[row] - step[m_lastKnown]);
}

/// Fills the rows between the last known time and this one.
void TimeColumn::close(const std::vector<double>& step, std::size_t row)
{
    if (!m_known) {
        std::fill(m_copy.begin(), m_copy.begin() + std::ptrdiff_t(row), m_copy[row]);
        return;
    }
    const double from = m_copy[m_lastKnown], steps = step[row] - step[m_lastKnown];
    for (auto i = m_lastKnown + 1; i < row; ++i)
        m_copy[i] = from + (m_copy[row] - from) * (steps > 0 ? (step[i] - step[m_lastKnown]) / steps : 1);
}

void TimeColumn::clear() { *this = {}; }

const std::vector<double>& TimeColumn::of(const std::vector<double>& time) const
{
    if (!m_known)
        return kNone;
    return m_copied ? m_copy : time;
}

}  // namespace bam::runs
