// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/shades.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bam::plots {
namespace {

constexpr int kLevels = 4;      // of lightness; each comes once for either line

double luminance(const QColor& color)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(double(color.redF())) + 0.7152 * linear(double(color.greenF())) + 0.0722 * linear(double(color.blueF()));
}

/// CIE L*: 0 … 100, in equal steps for the eye.
double lightness(double luminance) { return luminance > 0.008856 ? 116 * std::cbrt(luminance) - 16 : 903.3 * luminance; }

/// The same hue and saturation with another CIE lightness.
QColor withLightness(const QColor& color, double wanted)
{
    float h = 0, s = 0, l = 0, a = 0;
    color.getHslF(&h, &s, &l, &a);
    double low = 0, high = 1;
    QColor result = color;
    for (int i = 0; i < 16; ++i) {
        const double middle = (low + high) / 2;
        result = QColor::fromHslF(std::max(h, 0.0F), s, float(middle), a);
        (lightness(luminance(result)) < wanted ? low : high) = middle;
    }
    return result;
}

/// Levels of lightness that can be read on the background, one of them as near to the colour's own as can be.
std::array<double, kLevels> levelsFor(double own, double background)
{
    const bool dark = background < 50;
    const double low = dark ? std::max(48.0, background + 36) : 26, high = dark ? 85 : std::min(61.0, background - 36);
    own = std::clamp(own, low, high);
    const int place = int(std::lround((own - low) / (high - low) * (kLevels - 1)));
    std::array<double, kLevels> levels{};
    for (int i = 0; i < kLevels; ++i)
        levels[std::size_t(i)] = i < place ? low + (own - low) * i / place : i == place ? own : own + (high - own) * (i - place) / (kLevels - 1 - place);
    // The own one first, then always the one farthest from all before.
    std::swap(levels[0], levels[std::size_t(place)]);
    for (int next = 1; next < kLevels; ++next) {
        const auto farness = [&](double level) {
            double least = INFINITY;
            for (int before = 0; before < next; ++before)
                least = std::min(least, std::abs(level - levels[std::size_t(before)]));
            return least;
        };
        std::iter_swap(levels.begin() + next, std::max_element(levels.begin() + next, levels.end(), [&](double a, double b) { return farness(a) < farness(b); }));
    }
    return levels;
}

}  // namespace

Line lineOf(const CurveStyle& style)
{
    const bool later = style.shade % kShades >= kLevels;
    return style.dashed ? (later ? Line::Dotted : Line::Dashed) : later ? Line::LongDashed : Line::Solid;
}

QVector<qreal> dashesOf(Line line)
{
    switch (line) {
    case Line::Solid: break;
    case Line::Dashed: return {4, 2.4};
    case Line::LongDashed: return {10, 2};
    case Line::Dotted: return {1.4, 1.6};
    }
    return {};
}

QColor drawnOn(const CurveStyle& style, const QColor& background)
{
    const double own = lightness(luminance(style.color));
    const double wanted = levelsFor(own, lightness(luminance(background)))[std::size_t(style.shade % kLevels)];
    return std::abs(wanted - own) < 0.01 ? style.color : withLightness(style.color, wanted);
}

}  // namespace bam::plots
