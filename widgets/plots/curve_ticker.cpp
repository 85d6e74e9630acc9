// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/curve_ticker.h"

#include <array>
#include <cmath>

namespace bam::plots {
namespace {

/// 1, 2 or 5 times a power of ten, near what gives `count` ticks. @param leading gets the 1, 2 or 5
double roundStep(double span, int count, int& leading)
{
    const double rough = span / std::max(count, 1), power = std::pow(10.0, std::floor(std::log10(rough)));
    const double share = rough / power;
    leading = share < 1.41 ? 1 : share < 3.16 ? 2 : share < 7.07 ? 5 : 10;
    return leading * power;
}

int decimalsOf(double step)
{
    return std::clamp(int(std::ceil(-std::log10(step) - 1e-9)), 0, 12);
}

QString powerOfTen(int exponent)
{
    QString text = QStringLiteral("10");
    const QString digits = QString::number(std::abs(exponent));
    if (exponent < 0)
        text += QChar(0x207B);
    constexpr std::array<char16_t, 10> superscripts{0x2070, 0xB9, 0xB2, 0xB3, 0x2074, 0x2075, 0x2076, 0x2077, 0x2078, 0x2079};
    for (const QChar digit : digits)
        text += QChar(superscripts[std::size_t(digit.digitValue())]);
    return text;
}

/// "2 × 10⁻⁵"
QString scientific(double value, const QLocale& locale)
{
    const int exponent = int(std::floor(std::log10(std::abs(value)) + 1e-9));
    const double mantissa = value / std::pow(10.0, exponent);
    if (std::abs(mantissa - 1) < 1e-6)
        return powerOfTen(exponent);
    return locale.toString(mantissa, 'g', 3) + QChar(0xA0) + QChar(0xD7) + QChar(0xA0) + powerOfTen(exponent);
}

}  // namespace

void CurveTicker::generate(const QCPRange& range, const QLocale& locale, QChar, int, QVector<double>& ticks, QVector<double>* subTicks, QVector<QString>* tickLabels)
{
    ticks.clear();
    if (subTicks)
        subTicks->clear();
    const double low = range.lower / m_unit, high = range.upper / m_unit;
    if (!(high > low) || !std::isfinite(low) || !std::isfinite(high))
        return;
    if (m_logarithmic && low > 0 && high / low > 8)
        decades(low, high, ticks, subTicks);
    else
        linear(low, high, ticks, subTicks);
    if (tickLabels)
        *tickLabels = labels(ticks, locale);
    for (auto* list : {&ticks, subTicks})
        if (list)
            for (auto& tick : *list)
                tick *= m_unit;
}

void CurveTicker::linear(double low, double high, QVector<double>& ticks, QVector<double>* subTicks)
{
    int leading = 1;
    const double step = roundStep(high - low, tickCount(), leading);
    for (double n = std::ceil(low / step - 1e-9); n * step <= high + 1e-9 * step; ++n)
        ticks.append(n == 0 ? 0.0 : n * step);
    if (!subTicks)
        return;
    const int parts = leading == 2 ? 4 : 5;
    for (double n = std::ceil(low / step * parts); n * step / parts <= high; ++n)
        if (std::fmod(std::abs(n), parts) > 0.5)
            subTicks->append(n * step / parts);
}

void CurveTicker::decades(double low, double high, QVector<double>& ticks, QVector<double>* subTicks)
{
    const int begin = int(std::floor(std::log10(low))), end = int(std::ceil(std::log10(high)));
    const int every = std::max(1, (end - begin + tickCount() - 1) / std::max(tickCount(), 1));
    const bool between = std::log10(high / low) < 2.5;
    for (int exponent = begin; exponent <= end; ++exponent)
        for (int digit = 1; digit < 10; ++digit) {
            const double value = digit * std::pow(10.0, exponent);
            if (value < low || value > high)
                continue;
            const bool labelled = (digit == 1 && exponent % every == 0) || (between && (digit == 2 || digit == 5));
            if (labelled)
                ticks.append(value);
            else if (subTicks && every == 1)
                subTicks->append(value);
        }
}

QVector<QString> CurveTicker::labels(const QVector<double>& ticks, const QLocale& locale) const
{
    QVector<QString> result;
    double largest = 0, smallest = std::numeric_limits<double>::infinity(), step = std::numeric_limits<double>::infinity();
    for (int i = 0; i < ticks.size(); ++i) {
        largest = std::max(largest, std::abs(ticks[i]));
        if (ticks[i] != 0)
            smallest = std::min(smallest, std::abs(ticks[i]));
        if (i > 0)
            step = std::min(step, ticks[i] - ticks[i - 1]);
    }
    // The last digit in which neighbours differ decides how many are shown.
    if (!std::isfinite(step))
        step = largest / 10;
    const bool spread = m_logarithmic && smallest * 8 < largest;
    for (const double tick : ticks) {
        const double size = std::abs(tick);
        if (tick == 0) {
            result.append(locale.toString(0));
        } else if (m_labels == Labels::Counts && (spread ? size >= 1000 : largest >= 10000)) {
            static constexpr std::array kPrefixes{"", "k", "M", "G", "T", "P", "E"};
            const auto prefix = std::min(std::size_t(std::log10((spread ? size : largest) * 1.0000001) / 3), kPrefixes.size() - 1);
            const double divisor = std::pow(10.0, 3 * double(prefix));
            result.append(locale.toString(tick / divisor, 'f', spread ? 0 : decimalsOf(step / divisor)) + QChar(0xA0) + QLatin1String(kPrefixes[prefix]));
        } else if (m_labels == Labels::Counts && largest >= 1) {
            result.append(locale.toString(tick, 'f', !spread ? decimalsOf(step) : size >= 1 ? 0 : decimalsOf(size)));
        } else if (largest >= 1e6 || smallest < 1e-3) {
            result.append(scientific(tick, locale));
        } else {
            result.append(locale.toString(tick, 'f', spread ? decimalsOf(std::pow(10.0, std::floor(std::log10(size) + 1e-9))) : decimalsOf(step)));
        }
    }
    return result;
}

}  // namespace bam::plots
