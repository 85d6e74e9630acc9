// SPDX-License-Identifier: GPL-3.0-or-later
// Mean and spread of several runs, for example of one set-up with different seeds.
#pragma once

#include <cstdint>
#include <vector>

namespace bam::runs {

enum class BandKind { StandardDeviation, Extremes };

struct BandSeries {
    const std::vector<double>* x = nullptr;     ///< ascending
    double factor = 1;                          ///< x is multiplied with it
    const std::vector<float>* y = nullptr;
    std::int64_t seed = -1;                     ///< series of one seed are repeats: their mean counts once; negative: not known, counts by itself
};

struct BandPoint {
    double x = 0;
    double mean = 0, low = 0, high = 0;
    int seeds = 0;              ///< how many had a value here
};

/// @param grid ascending values of x. @param least points where fewer seeds have a value are left out
/// @returns per grid point the mean over the seeds, each series interpolated linearly within its own rows (never beyond them, never across a NaN), and the mean ±
///     standard deviation of the sample (n − 1), or the smallest and largest
std::vector<BandPoint> band(const std::vector<BandSeries>& series, const std::vector<double>& grid, BandKind kind, int least = 2);

/// For each the index of its seed, from 0, in the order of their first appearance.
std::vector<std::size_t> seedIndices(const std::vector<std::int64_t>& seeds);

/// Mean and spread of values that count alike.
BandPoint spreadOf(const std::vector<double>& values, BandKind kind);

}  // namespace bam::runs
