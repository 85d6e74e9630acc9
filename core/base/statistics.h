// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace bam {

struct Interval {
    double low = 0;
    double high = 0;
};

/// Wilson score interval of a proportion (Wilson 1927). @param z 1.959964 for 95 %. n = 0 gives [0, 1].
Interval wilsonInterval(std::int64_t successes, std::int64_t n, double z = 1.959963984540054);

/// The same for a mean of n values between 0 and 1: their variance is at most that of a proportion, so it covers the mean at least as often.
Interval wilsonIntervalOfMean(double mean, std::int64_t n, double z = 1.959963984540054);

/// 95 % interval of Σ numerators / Σ denominators over units that were drawn together. From 30 units on a percentile bootstrap (Efron 1979) of `resamples` draws with replacement. Of fewer a
/// bootstrap is too sure (two units give an interval that covers half the time), so Student's t stands around the ratio with its linearised variance (Cochran 1977, section 6.3).
/// @pre as many denominators as numerators, at least two, their sum above 0. The same numbers give the same interval
Interval intervalOfRatio(const std::vector<double>& numerators, const std::vector<double>& denominators, int resamples = 2000, std::uint64_t seed = 20260101);

}  // namespace bam
