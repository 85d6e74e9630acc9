// SPDX-License-Identifier: GPL-3.0-or-later
// Tick marks and their labels for all axes of curves: round numbers with as many digits as tell them apart, in the locale's notation, with SI prefixes for
// large counts; on logarithmic axes powers of ten where there are some, else 1-2-5 steps, else round numbers.
#pragma once

#include "widgets/plots/qcp.h"

namespace bam::plots {

class CurveTicker : public QCPAxisTicker {
public:
    enum class Labels { Plain, Counts };    ///< Counts: "20 k" for 20,000
    void setLogarithmic(bool logarithmic) { m_logarithmic = logarithmic; }
    void setLabels(Labels labels) { m_labels = labels; }
    /// Ticks are round in multiples of it, and labels are divided by it: 3600 for hours on an axis of seconds.
    void setUnit(double unit) { m_unit = unit; }
    double unit() const { return m_unit; }

    void generate(const QCPRange& range, const QLocale& locale, QChar formatChar, int precision, QVector<double>& ticks, QVector<double>* subTicks,
        QVector<QString>* tickLabels) override;

private:
    void linear(double low, double high, QVector<double>& ticks, QVector<double>* subTicks);
    void decades(double low, double high, QVector<double>& ticks, QVector<double>* subTicks);
    QVector<QString> labels(const QVector<double>& ticks, const QLocale& locale) const;
    bool m_logarithmic = false;
    Labels m_labels = Labels::Plain;
    double m_unit = 1;
};

}  // namespace bam::plots
