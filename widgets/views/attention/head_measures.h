// SPDX-License-Identifier: GPL-3.0-or-later
// What the head map and lists tell of a head: which number, how it is written, how it becomes a colour; and what changed in a head, in words. No widget.
#pragma once

#include "core/inspect/lens_types.h"

#include <QColor>
#include <QString>

#include <vector>

namespace bam::views {

enum class HeadMeasure { NeedleMass, TimesUniform, Entropy, MeanDistance, LargestWeight, ThetaBeta };
inline constexpr int kHeadMeasures = 6;

QString measureTitle(HeadMeasure measure);      ///< with its unit: "Mass on the needle"
QString measureHelp(HeadMeasure measure);       ///< a sentence on what it tells
double measureOf(const inspect::HeadSummary& head, HeadMeasure measure);
/// Whether equal steps of colour are equal factors.
bool isLogarithmic(HeadMeasure measure);
/// Short enough for a cell: "0.87", "×120", "1.2 k", "−0.41".
QString cellText(double value, HeadMeasure measure);

/// The range of colours over all heads, and where a value stands in it.
class MeasureScale {
public:
    MeasureScale() = default;
    MeasureScale(const std::vector<inspect::HeadSummary>& heads, HeadMeasure measure);
    HeadMeasure measure() const { return m_measure; }
    double low() const { return m_low; }
    double high() const { return m_high; }
    /// 0 … 1; NaN for NaN.
    double share(double value) const;
    double valueAt(double share) const;
    QColor color(double value) const;       ///< invalid for NaN
    QColor colorAt(double share) const;
    bool isEmpty() const { return !(m_high >= m_low); }

private:
    HeadMeasure m_measure = HeadMeasure::NeedleMass;
    double m_low = inspect::kNone, m_high = inspect::kNone;
};

/// Negative θβ is blue, 0 grey, positive orange, as on the page of priors. @param limit that has the full colour
QColor thetaBetaColor(double thetaBeta, double limit);
/// A sequential, perceptually even map. @param share 0 … 1
QColor weightColor(double share);
/// Black or white, whichever is read better on it.
QColor inkOn(const QColor& color);

/// "L2·H5", counted from 0, as priors.csv and checkpoints count.
QString headLabel(inspect::HeadId head);
QString ablationText(inspect::Ablation ablation);       ///< "gives nothing"
/// "L2·H5 gives nothing; prior θβ −0.4"
QString changeText(const inspect::HeadChange& change);

}  // namespace bam::views
