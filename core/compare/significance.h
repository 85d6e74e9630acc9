// SPDX-License-Identifier: GPL-3.0-or-later
// Is a difference of accuracies more than chance? Paired bootstrap over prompts (Efron and Tibshirani 1993, chapters 13 and 16), and for a few prompts the exact sign
// test beside it, because a bootstrap of few values is too sure of itself.
//
// Invariant: equal input gives equal output on every machine: resamples come from a SplitMix64 of a fixed seed.
#pragma once

#include "core/base/statistics.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace bam::compare {

struct BootstrapOptions {
    int resamples = 10000;
    std::uint64_t seed = 20260101;
    double level = 0.95;                ///< of the interval
};

/// Scores of the same prompts by two columns, prompt by prompt; one stratum per prompt length. A score is 0 or 1, or a mean over seeds.
struct PairedScores {
    std::vector<double> first, second;  ///< of one length
};

/// Numbers of prompts found by two columns that were not asked the same.
struct UnpairedCounts {
    double first = 0, second = 0;       ///< accuracies
    std::int64_t firstSamples = 0, secondSamples = 0;
};

struct DifferenceTest {
    double difference = 0;              ///< first − second: the mean over strata of the differences of their accuracies
    Interval interval;                  ///< percentile interval of it
    double bootstrapP = 1;              ///< two-sided: twice the smaller share of resamples on the other side of 0, at least 2 / (resamples + 1)
    double exactP = 1;                  ///< two-sided: sign test of the prompts that only one of them found (McNemar's exact test), or Fisher's exact test when not paired
    double p = 1;                       ///< the larger of the two: both must agree before a difference counts
    std::int64_t prompts = 0;           ///< pairs, or the smaller number of prompts
    bool paired = true;
};

/// Resamples prompts with replacement within each stratum. @throws Error (Failed) for strata of unequal or no length
DifferenceTest pairedBootstrap(const std::vector<PairedScores>& strata, const BootstrapOptions& options = {});

/// Resamples each side on its own. Strata count alike. @throws Error (Failed) for no strata or none of samples
DifferenceTest unpairedBootstrap(const std::vector<UnpairedCounts>& strata, const BootstrapOptions& options = {});

/// Two-sided exact sign test: as many wins and losses, ties left out, when both are as likely. 1 when there is neither.
double signTest(std::int64_t wins, std::int64_t losses);

/// Two-sided Fisher's exact test of two proportions: the probability of all tables with these margins that are no likelier than the one found.
double fisherTest(std::int64_t firstSuccesses, std::int64_t firstSamples, std::int64_t secondSuccesses, std::int64_t secondSamples);

/// Holm's step-down adjustment (1979): the p of each test such that comparing it with α keeps the chance of any false alarm among all of them at α. In the order given.
std::vector<double> holm(const std::vector<double>& p);

}  // namespace bam::compare
