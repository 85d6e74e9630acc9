// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/heatmap_scale.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace bam::plots {
namespace {

constexpr int kColors = 1024;
constexpr int kMantissaBits = 11;
constexpr std::uint32_t kExponent = 0x7F800000U;

/// log₂ of the middle of each part of [1, 2).
const std::array<float, 1 << kMantissaBits>& mantissaLogs()
{
    static const auto table = [] {
        std::array<float, 1 << kMantissaBits> logs{};
        for (std::size_t i = 0; i < logs.size(); ++i)
            logs[i] = float(std::log2(1 + (double(i) + 0.5) / double(logs.size())));
        return logs;
    }();
    return table;
}

/// To 4e-4, of positive normal numbers.
float quickLog2(std::uint32_t bits, const float* logs) { return float(int(bits >> 23) - 127) + logs[(bits >> (23 - kMantissaBits)) & ((1U << kMantissaBits) - 1)]; }

std::vector<QRgb> finer(const std::array<QRgb, 256>& colors)
{
    std::vector<QRgb> result(kColors);
    for (int i = 0; i < kColors; ++i) {
        const double place = i * 255.0 / (kColors - 1);
        const auto first = std::min(std::size_t(place), std::size_t(254));
        const double share = place - double(first);
        const QRgb a = colors[first], b = colors[first + 1];
        const auto mix = [&](int from, int to) { return int(std::lround(from + (to - from) * share)); };
        result[std::size_t(i)] = qRgb(mix(qRed(a), qRed(b)), mix(qGreen(a), qGreen(b)), mix(qBlue(a), qBlue(b)));
    }
    return result;
}

std::array<QRgb, 256> greys()
{
    std::array<QRgb, 256> colors{};
    for (int i = 0; i < 256; ++i)
        colors[std::size_t(i)] = qRgb(i, i, i);
    return colors;
}

/// 1, 2 or 5 times a power of ten.
double roundStep(double rough)
{
    const double power = std::pow(10.0, std::floor(std::log10(rough))), share = rough / power;
    return power * (share < 1.41 ? 1 : share < 3.16 ? 2 : share < 7.07 ? 5 : 10);
}

}  // namespace

HeatmapScale::HeatmapScale()
    : HeatmapScale(greys(), ColorScale::Linear, 0, 1)
{
}

HeatmapScale::HeatmapScale(const std::array<QRgb, 256>& colors, ColorScale scale, double low, double high)
    : m_scale(scale)
    , m_low(std::isfinite(low) ? low : 0)
    , m_high(std::isfinite(high) ? high : 1)
    , m_colors(finer(colors))
{
    if (m_low > m_high)
        std::swap(m_low, m_high);
    if (scale == ColorScale::Log) {
        m_high = m_high > 0 ? std::max(m_high, 1e-30) : 1;
        m_low = m_low > 0 ? std::max(m_low, 1e-36) : m_high * 1e-6;
    }
    // What is the same everywhere is of the map's last colour.
    if (!(m_high - m_low > 1e-12 * std::max(std::abs(m_low), std::abs(m_high))))
        m_low = scale == ColorScale::Log ? m_high / 10 : m_high - std::max(std::abs(m_high), 1e-30);
    const double base = scale == ColorScale::Log ? std::log2(m_low) : scale == ColorScale::Linear ? m_low : 0;
    const double span = scale == ColorScale::Log ? std::log2(m_high / m_low) : scale == ColorScale::Sqrt ? std::sqrt(m_high - m_low) : m_high - m_low;
    m_base = float(base);
    m_factor = float((kColors - 1) / span);
}

QRgb HeatmapScale::color(float value) const
{
    QRgb result = 0;
    colors(&value, 1, &result);
    return result;
}

void HeatmapScale::colors(const float* values, int count, QRgb* result) const
{
    constexpr float kLast = kColors - 1;
    const auto* map = m_colors.data();
    const auto* logs = mantissaLogs().data();
    const float base = m_base, factor = m_factor, low = float(m_low);
    const auto put = [&](int i, float index, float value) {
        // Not a number compares false: index 0, which the test of the bits then replaces.
        const auto place = int((index > 0.0F ? (index < kLast ? index : kLast) : 0.0F) + 0.5F);
        result[i] = (std::bit_cast<std::uint32_t>(value) & kExponent) == kExponent ? kNonFiniteColor : map[place];
    };
    switch (m_scale) {
    case ColorScale::Linear:
        for (int i = 0; i < count; ++i)
            put(i, (values[i] - base) * factor, values[i]);
        break;
    case ColorScale::Sqrt:
        for (int i = 0; i < count; ++i)
            put(i, std::sqrt(std::max(values[i] - low, 0.0F)) * factor, values[i]);
        break;
    case ColorScale::Log:
        for (int i = 0; i < count; ++i)
            put(i, values[i] > 0 ? (quickLog2(std::bit_cast<std::uint32_t>(values[i]), logs) - base) * factor : 0.0F, values[i]);
        break;
    }
}

double HeatmapScale::share(double value) const
{
    if (!(value > m_low))
        return 0;
    const double place = m_scale == ColorScale::Log ? std::log(value / m_low) / std::log(m_high / m_low) : (value - m_low) / (m_high - m_low);
    return std::min(m_scale == ColorScale::Sqrt ? std::sqrt(place) : place, 1.0);
}

double HeatmapScale::valueAt(double share) const
{
    share = std::clamp(share, 0.0, 1.0);
    if (m_scale == ColorScale::Log)
        return m_low * std::pow(m_high / m_low, share);
    return m_low + (m_high - m_low) * (m_scale == ColorScale::Sqrt ? share * share : share);
}

std::vector<double> HeatmapScale::ticks(int count) const
{
    std::vector<double> result;
    count = std::max(count, 2);
    if (m_scale == ColorScale::Log && m_high / m_low > 20) {
        const int first = int(std::ceil(std::log10(m_low) - 1e-9)), last = int(std::floor(std::log10(m_high) + 1e-9));
        const int every = std::max(1, (last - first + count) / count);
        for (int exponent = last; exponent >= first; exponent -= every)
            result.insert(result.begin(), std::pow(10.0, exponent));
        return result;
    }
    // By square root the small values have more room: round values next to even places, without repeating one.
    if (m_scale != ColorScale::Linear) {
        for (int i = 0; i <= count; ++i) {
            const double at = valueAt(double(i) / count), next = valueAt(double(std::min(i + 1, count)) / count), before = valueAt(double(std::max(i - 1, 0)) / count);
            const double step = roundStep(std::max(next - before, 1e-300) / 2), value = std::round(at / step) * step;
            if (value >= m_low - 1e-9 * m_high && value <= m_high * (1 + 1e-9) && (result.empty() || value > result.back() + step / 4))
                result.push_back(value);
        }
        return result;
    }
    const double step = roundStep((m_high - m_low) / count);
    for (double n = std::ceil(m_low / step - 1e-9); n * step <= m_high + 1e-9 * step; ++n)
        result.push_back(n == 0 ? 0.0 : n * step);
    return result;
}

}  // namespace bam::plots
