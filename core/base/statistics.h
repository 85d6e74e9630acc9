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

/// Percentile bootstrap (Efron 1979) of Σ numerators / Σ denominators over units that were drawn together: 95 % of `resamples` draws with replacement.
/// @pre as many denominators as numerators, at least one, their sum above 0. The same numbers give the same interval
Interval bootstrapRatio(const std::vector<double>& numerators, const std::vector<double>& denominators, int resamples = 2000, std::uint64_t seed = 20260101);

}  // namespace bam
