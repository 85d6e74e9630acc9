// SPDX-License-Identifier: GPL-3.0-or-later
// Mean and spread of several runs, for example of one set-up with different seeds.
#pragma once

#include <vector>

namespace bam::runs {

enum class BandKind { StandardDeviation, Extremes };

struct BandSeries {
    const std::vector<double>* x = nullptr;     ///< ascending
    double factor = 1;                          ///< x is multiplied with it
    const std::vector<float>* y = nullptr;
};

struct BandPoint {
    double x = 0;
    double mean = 0, low = 0, high = 0;
    int runs = 0;               ///< how many had a value here
};

/// @param grid ascending values of x. @param least points where fewer series have a value are left out
/// @returns per grid point the mean of the series, each interpolated linearly within its own rows (never beyond them, never across a NaN), and the mean ±
///     standard deviation of the sample (n − 1), or the smallest and largest
std::vector<BandPoint> band(const std::vector<BandSeries>& series, const std::vector<double>& grid, BandKind kind, int least = 2);

}  // namespace bam::runs
