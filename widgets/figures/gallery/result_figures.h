// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of what runs achieved: accuracy by length, perplexity by position, loss by step. Pure functions from plain numbers, for the comparison on the screen and for
// the gallery alike.
#pragma once

#include "widgets/figures/figure.h"

#include <QString>
#include <QVector>

#include <vector>

namespace bam::figures {

/// One curve of one run, or of several that are told together.
struct ResultCurve {
    QString id;                         ///< stable: the run's path or the group's name
    QString name;                       ///< for the legend
    plots::CurveStyle style;
    QVector<double> x, y;               ///< of one length
    QVector<double> low = {}, high = {};///< an interval around y; both empty, or of y's length with NaN where there is none
};

/// Curves of one text.
struct CorpusCurves {
    QString corpus;                     ///< the panel's title
    std::vector<ResultCurve> curves;
};

/// Pass-key accuracy (0 … 1) against the prompt's length in tokens, on a logarithmic axis with marks at the lengths that were tested. Lengths below 1 are left out.
/// @param trainedLength a mark at this length; 0 or NaN: none
Figure accuracyFigure(const std::vector<ResultCurve>& curves, double trainedLength, const Provenance& provenance = {});

/// Perplexity by position, a panel for each text: x is where a window ends, in tokens. The y axis is logarithmic where the largest value is more than 20 times the smallest.
Figure perplexityFigure(const std::vector<CorpusCurves>& corpora, double trainedLength, const Provenance& provenance = {});

/// Validation loss by step.
Figure lossFigure(const std::vector<ResultCurve>& curves, const Provenance& provenance = {});

/// The positions of `values` that can be labelled without touching on a logarithmic axis: each at least so many times the one before, as whole numbers.
std::vector<Tick> lengthTicks(QVector<double> values, double apart = 1.25);

}  // namespace bam::figures
