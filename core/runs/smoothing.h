// SPDX-License-Identifier: GPL-3.0-or-later
// Exponential smoothing of a growing series with gaps in its steps.
//
// A value that lies k steps back has the weight decay^k, and the weights are divided by their sum:
//     smoothed(n) = Σᵢ decay^(stepₙ − stepᵢ) yᵢ / Σᵢ decay^(stepₙ − stepᵢ),    i ≤ n.
// For a log with every step this is Adam's moment with its correction of the bias towards zero (Kingma and Ba 2015, section 3); for gaps it is what
// pandas calls DataFrame.ewm with `times`. So a log with every tenth step is smoothed over as many steps as one with each of them.
#pragma once

#include <cstddef>
#include <vector>

namespace bam::runs {

/// Invariants: as many values as rows were taken; NaN rows give NaN and change nothing for the rows after them; the result does not depend on how the
/// rows were split over calls.
class Smoother {
public:
    /// @param decay weight of a value one step back, 0 (no smoothing) … below 1
    explicit Smoother(double decay = 0);
    double decay() const { return m_decay; }

    /// Takes rows size() … of the series, at most `mostRows` of them. @param step ascending
    /// @returns whether all rows were taken
    bool extend(const std::vector<double>& step, const std::vector<float>& y, std::size_t mostRows = std::size_t(-1));
    void clear();
    std::size_t size() const { return m_values.size(); }
    const std::vector<float>& values() const { return m_values; }

private:
    double m_decay = 0;
    double m_sum = 0, m_weight = 0, m_lastStep = 0;
    double m_gap = 1, m_gapFactor = 0;      // the last gap and decay^gap: nearly all gaps of a log are the same
    std::vector<float> m_values;
};

/// The decay that suits a series when nobody chose one: averages over about a hundredth of it, so that the line neither trembles nor hangs behind. Moves in
/// jumps of a third to two thirds as the series grows, since each other decay means smoothing everything again.
/// @param steps from the first to the last @param spacing of logged steps: at least five of them are averaged; 0: not known
double decayForLength(double steps, double spacing);

}  // namespace bam::runs
