// SPDX-License-Identifier: GPL-3.0-or-later
// How the values of a heatmap become colours: a colour map over a range, linear, by square root or by logarithm.
//
// Invariant: what is no finite number has a colour of its own that is in no map.
#pragma once

#include "widgets/figures/figure.h"

#include <QRgb>

#include <array>
#include <vector>

namespace bam::plots {

using figures::ColorScale;

/// Magenta: between the hues of the perceptual maps, seen on paper and on black.
inline constexpr QRgb kNonFiniteColor = 0xFFFF00FF;

class HeatmapScale {
public:
    HeatmapScale();
    /// @param low, high the first and the last colour's value; made sensible where they are not (equal, swapped, not positive on a logarithmic scale)
    HeatmapScale(const std::array<QRgb, 256>& colors, ColorScale scale, double low, double high);

    double low() const { return m_low; }
    double high() const { return m_high; }
    ColorScale scale() const { return m_scale; }

    QRgb color(float value) const;
    void colors(const float* values, int count, QRgb* result) const;
    /// Place of a value on the bar, 0 … 1; smaller and larger ones at its ends.
    double share(double value) const;
    double valueAt(double share) const;
    /// Round values along the bar, about `count` of them.
    std::vector<double> ticks(int count) const;

    bool operator==(const HeatmapScale&) const = default;

private:
    ColorScale m_scale = ColorScale::Linear;
    double m_low = 0, m_high = 1;
    float m_base = 0, m_factor = 1;     // index = (value or its logarithm or the root of value − low, less base) · factor
    std::vector<QRgb> m_colors;         // kColors
};

}  // namespace bam::plots
