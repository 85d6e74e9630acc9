// SPDX-License-Identifier: GPL-3.0-or-later
// The formula of Sandwich (core/encoding/kinds/sandwich.cpp), without Torch, so that anything may show it: b(δ) = (Σ_i cos(δ·ω_i) − w/2) / c.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace bam::encoding {

/// ω_i = 10000^(−2i/w), i = 0 … w/2 − 1. @param width w, even
inline std::vector<double> sandwichFrequencies(std::int64_t width)
{
    std::vector<double> frequencies;
    for (std::int64_t i = 0; i < width; i += 2)
        frequencies.push_back(std::pow(10000.0, -double(i) / double(width)));
    return frequencies;
}

/// c of a head: 8(h + 1)/H, ALiBi's exponents.
inline double sandwichRatio(std::int64_t head, std::int64_t heads) { return 8.0 * double(head + 1) / double(heads); }

/// c·b(δ). @param distances a double, or a tensor of them
template <class Number>
Number sandwichSum(const Number& distances, const std::vector<double>& frequencies)
{
    using std::cos;
    Number sum = distances * 0.0;
    for (const double frequency : frequencies)
        sum += cos(distances * frequency);
    return sum - double(frequencies.size());
}

}  // namespace bam::encoding
