// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/statistics.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/text.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bam {

Interval wilsonInterval(std::int64_t successes, std::int64_t n, double z)
{
    if (n < 0 || successes < 0 || successes > n)
        throw Error(ErrorCode::Failed, str("A proportion of ", successes, " successes in ", n, " trials does not exist."));
    return n == 0 ? Interval{0, 1} : wilsonIntervalOfMean(double(successes) / double(n), n, z);
}

Interval wilsonIntervalOfMean(double mean, std::int64_t n, double z)
{
    if (n < 1)
        return {0, 1};
    const double trials = static_cast<double>(n);
    const double z2 = z * z;
    const double center = mean + z2 / (2 * trials);
    const double spread = z * std::sqrt(mean * (1 - mean) / trials + z2 / (4 * trials * trials));
    const double scale = 1 + z2 / trials;
    // Exactly 0 and 1 at the ends: rounding alone would leave 1e-17 there.
    return {mean <= 0 ? 0 : std::max(0.0, (center - spread) / scale), mean >= 1 ? 1 : std::min(1.0, (center + spread) / scale)};
}

namespace {

constexpr std::size_t kBootstrapUnits = 30;

Interval studentRatio(const std::vector<double>& numerators, const std::vector<double>& denominators)
{
    const auto units = double(numerators.size());
    const double below = std::accumulate(denominators.begin(), denominators.end(), 0.0), ratio = std::accumulate(numerators.begin(), numerators.end(), 0.0) / below;
    double squares = 0;
    for (std::size_t unit = 0; unit < numerators.size(); ++unit)
        squares += std::pow(numerators[unit] - ratio * denominators[unit], 2);
    const double half = boost::math::quantile(boost::math::students_t(units - 1), 0.975) * std::sqrt(squares * units / (units - 1)) / below;
    return {ratio - half, ratio + half};
}

Interval bootstrapRatio(const std::vector<double>& numerators, const std::vector<double>& denominators, int resamples, std::uint64_t seed)
{
    SplitMix64 random(seed);
    std::vector<double> ratios;
    for (int n = 0; n < resamples; ++n) {
        double above = 0, below = 0;
        for (std::size_t unit = 0; unit < numerators.size(); ++unit) {
            const auto drawn = random.below(numerators.size());
            above += numerators[drawn];
            below += denominators[drawn];
        }
        if (below > 0)
            ratios.push_back(above / below);
    }
    if (ratios.empty())
        return {0, 0};
    std::sort(ratios.begin(), ratios.end());
    const auto at = [&](double share) { return ratios[std::size_t(std::lround(share * double(ratios.size() - 1)))]; };
    return {at(0.025), at(0.975)};
}

}  // namespace

Interval intervalOfRatio(const std::vector<double>& numerators, const std::vector<double>& denominators, int resamples, std::uint64_t seed)
{
    return numerators.size() < kBootstrapUnits ? studentRatio(numerators, denominators) : bootstrapRatio(numerators, denominators, resamples, seed);
}

}  // namespace bam
