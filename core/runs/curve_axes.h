// SPDX-License-Identifier: GPL-3.0-or-later
// What a loss is drawn against, and what is drawn for it.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace bam::runs {

enum class XAxis { Step, Tokens, Time, Flops };

/// What the step of a log is multiplied with to get x; NaN where the run does not tell. Not for Time.
double perStep(XAxis axis, double tokensPerStep, double flopsPerToken);

inline double perplexity(double loss) { return std::exp(loss); }

/// The times of a log made fit for an axis: without holes and never falling. A missing time is interpolated over steps between its neighbours, or
/// carried on beyond them at the run's mean pace; where the clock begins anew (a resumed run of a program that counts from its own start) it goes on from where it was.
/// Invariant: no copy is made as long as the column is fit as it is.
class TimeColumn {
public:
    /// Takes rows size() … @param step, time columns of the log, as before but for what was appended
    void extend(const std::vector<double>& step, const std::vector<double>& time);
    void clear();
    std::size_t size() const { return m_size; }
    /// @param time the column that extend() saw. Empty when no row has a time.
    const std::vector<double>& of(const std::vector<double>& time) const;

private:
    void close(const std::vector<double>& step, std::size_t row);

    std::size_t m_size = 0;
    bool m_copied = false, m_known = false;     // m_known: some row had a time
    std::size_t m_lastKnown = 0;                // the last such row
    double m_lastRead = 0, m_offset = 0;        // as read, and what is added to it
    std::vector<double> m_copy;
};

}  // namespace bam::runs
