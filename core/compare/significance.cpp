// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/significance.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bam::compare {
namespace {

/// Two indices below `bound` from each 64 bits: 32 random bits times the bound, whose upper half is uniform to within bound / 2³².
class Indices {
public:
    explicit Indices(std::uint64_t seed) : m_random(seed) {}
    std::size_t below(std::uint32_t bound)
    {
        if (m_half) {
            m_half = false;
            return std::size_t((m_bits >> 32) * bound >> 32);
        }
        m_bits = m_random.next();
        m_half = true;
        return std::size_t((m_bits & 0xffffffffu) * bound >> 32);
    }

private:
    SplitMix64 m_random;
    std::uint64_t m_bits = 0;
    bool m_half = false;
};

/// Successes of n trials.
std::int64_t binomial(SplitMix64& random, std::int64_t n, double p)
{
    std::int64_t successes = 0;
    for (std::int64_t i = 0; i < n; ++i)
        successes += random.unit() < p;
    return successes;
}

/// Interval and p of resampled differences; sorts them.
void summarize(DifferenceTest& test, std::vector<double>& resampled, double level)
{
    std::sort(resampled.begin(), resampled.end());
    const auto n = resampled.size();
    // A difference that is 0 but for rounding counts on both sides.
    constexpr double kZero = 1e-12;
    const auto notAbove = std::size_t(std::upper_bound(resampled.begin(), resampled.end(), kZero) - resampled.begin());
    const auto notBelow = n - std::size_t(std::lower_bound(resampled.begin(), resampled.end(), -kZero) - resampled.begin());
    test.bootstrapP = std::min(1.0, 2.0 * double(std::min(notAbove, notBelow) + 1) / double(n + 1));
    const double tail = (1 - level) / 2;
    const auto at = [&](double share) { return resampled[std::size_t(std::clamp(std::llround(share * double(n + 1)) - 1, 0LL, static_cast<long long>(n) - 1))]; };
    test.interval = {at(tail), at(1 - tail)};
    test.p = std::max(test.bootstrapP, test.exactP);
}

double logChoose(std::int64_t n, std::int64_t k) { return std::lgamma(double(n) + 1) - std::lgamma(double(k) + 1) - std::lgamma(double(n - k) + 1); }

}  // namespace

DifferenceTest pairedBootstrap(const std::vector<PairedScores>& strata, const BootstrapOptions& options)
{
    DifferenceTest test;
    std::vector<std::vector<double>> differences;
    std::int64_t wins = 0, losses = 0;
    for (const auto& stratum : strata) {
        if (stratum.first.empty() || stratum.first.size() != stratum.second.size())
            throw Error(ErrorCode::Failed, str("Pairs of ", stratum.first.size(), " and ", stratum.second.size(), " scores cannot be compared prompt by prompt."), "Compare results of the same prompts.");
        auto& found = differences.emplace_back();
        for (std::size_t i = 0; i < stratum.first.size(); ++i) {
            found.push_back(stratum.first[i] - stratum.second[i]);
            wins += found.back() > 0;
            losses += found.back() < 0;
        }
        test.difference += std::accumulate(found.begin(), found.end(), 0.0) / double(found.size()) / double(strata.size());
        test.prompts += std::int64_t(found.size());
    }
    if (strata.empty())
        throw Error(ErrorCode::Failed, "There are no prompts to compare.", "Evaluate both runs.");
    test.exactP = signTest(wins, losses);
    Indices indices(options.seed);
    std::vector<double> resampled(std::size_t(std::max(options.resamples, 1)));
    for (auto& value : resampled)
        for (const auto& found : differences) {
            double sum = 0;
            for (std::size_t i = 0; i < found.size(); ++i)
                sum += found[indices.below(std::uint32_t(found.size()))];
            value += sum / double(found.size()) / double(differences.size());
        }
    summarize(test, resampled, options.level);
    return test;
}

DifferenceTest unpairedBootstrap(const std::vector<UnpairedCounts>& strata, const BootstrapOptions& options)
{
    DifferenceTest test;
    test.paired = false;
    std::int64_t successes[2] = {0, 0}, samples[2] = {0, 0};
    for (const auto& stratum : strata) {
        if (stratum.firstSamples < 1 || stratum.secondSamples < 1)
            throw Error(ErrorCode::Failed, "An accuracy of no prompts cannot be compared.", "Evaluate both runs.");
        test.difference += (stratum.first - stratum.second) / double(strata.size());
        successes[0] += std::llround(stratum.first * double(stratum.firstSamples));
        successes[1] += std::llround(stratum.second * double(stratum.secondSamples));
        samples[0] += stratum.firstSamples;
        samples[1] += stratum.secondSamples;
    }
    if (strata.empty())
        throw Error(ErrorCode::Failed, "There are no prompts to compare.", "Evaluate both runs.");
    test.prompts = std::min(samples[0], samples[1]);
    test.exactP = fisherTest(successes[0], samples[0], successes[1], samples[1]);
    SplitMix64 random(options.seed);
    std::vector<double> resampled(std::size_t(std::max(options.resamples, 1)));
    for (auto& value : resampled)
        for (const auto& stratum : strata)
            value += (double(binomial(random, stratum.firstSamples, stratum.first)) / double(stratum.firstSamples)
                         - double(binomial(random, stratum.secondSamples, stratum.second)) / double(stratum.secondSamples))
                / double(strata.size());
    summarize(test, resampled, options.level);
    return test;
}

double signTest(std::int64_t wins, std::int64_t losses)
{
    const auto n = wins + losses;
    const auto few = std::min(wins, losses);
    double tail = 0;
    for (std::int64_t k = 0; k <= few; ++k)
        tail += std::exp(logChoose(n, k) - double(n) * std::log(2.0));
    return std::min(1.0, 2 * tail);
}

double fisherTest(std::int64_t firstSuccesses, std::int64_t firstSamples, std::int64_t secondSuccesses, std::int64_t secondSamples)
{
    const auto all = firstSamples + secondSamples, successes = firstSuccesses + secondSuccesses;
    const auto logProbability = [&](std::int64_t k) { return logChoose(firstSamples, k) + logChoose(secondSamples, successes - k) - logChoose(all, successes); };
    const double found = logProbability(firstSuccesses);
    double p = 0;
    for (auto k = std::max<std::int64_t>(0, successes - secondSamples); k <= std::min(successes, firstSamples); ++k)
        if (const double one = logProbability(k); one <= found + 1e-9)
            p += std::exp(one);
    return std::min(1.0, p);
}

std::vector<double> holm(const std::vector<double>& p)
{
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
    std::vector<double> adjusted(p.size());
    double largest = 0;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        largest = std::max(largest, std::min(1.0, double(p.size() - rank) * p[order[rank]]));
        adjusted[order[rank]] = largest;
    }
    return adjusted;
}

}  // namespace bam::compare
