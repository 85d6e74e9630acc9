// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of what runs achieved: accuracy by length, perplexity by position, loss by step. Pure functions from plain numbers, for the comparison on the screen and for
// the gallery alike.
#pragma once

#include "core/compare/depth_map.h"
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

/// Accuracy of one run by the key's depth and the prompt's length.
struct DepthPanel {
    QString title;
    QVector<double> lengths;            ///< tokens, ascending: the columns
    int bins = 0;                       ///< rows: equal stretches of the prompt, from its beginning
    QVector<float> accuracy;            ///< row by row, 0 … 1; NaN: no prompt
};

/// A panel for each run, one colour scale for all; the prompt's beginning is at the top.
Figure depthFigure(const std::vector<DepthPanel>& runs, const Provenance& provenance = {});

/// RULER's score by length, a panel for each task (`corpus` is its title).
Figure rulerFigure(const std::vector<CorpusCurves>& tasks, double trainedLength, const Provenance& provenance = {});

/// What one run scored in several things, or several runs that are told together.
struct ResultScores {
    QString id, name;                   ///< as of a curve
    plots::CurveStyle style;
    QStringList of;                     ///< what was scored: the rows
    QVector<double> value, low, high;   ///< of each of them; low and high NaN where there is no interval
};

/// Scores along the x axis, each with its interval. What was scored stands one below the other and has one place in all runs; points of several runs stand below each other in it.
/// @param isShare an axis from 0 to 1, else one for perplexities @param rows that come first, whether anything of them was scored or not
Panel scoresPanel(const std::vector<ResultScores>& runs, const QString& label, bool isShare, const std::vector<Tick>& rows = {});
/// Of one thing: a row for each run, which is named beside the axis instead of in the legend. @param runs with one value each
Panel runsPanel(const std::vector<ResultScores>& runs, const QString& label, bool isShare);

/// One text read with one window, by runs with one value each.
struct TextScores {
    QString corpus;                     ///< the panel's title
    std::vector<ResultScores> runs;
};
/// Sliding perplexities with their intervals: a panel for each text, a row for each run.
Figure slidingFigure(const std::vector<TextScores>& texts, const Provenance& provenance = {});
/// Multiple choice, tasks and subjects: a panel for accuracy, and one with the same rows for acc_norm where there is any.
Figure choicesFigure(const std::vector<ResultScores>& accuracies, const std::vector<ResultScores>& normalized, const Provenance& provenance = {});

/// A map as a panel of depthFigure().
DepthPanel depthPanel(const QString& title, const compare::DepthMap& map);

/// Means of training losses by step. @param rows how many rows of the log a point stands for; at most
Figure trainingLossFigure(const std::vector<ResultCurve>& curves, int rows, const Provenance& provenance = {});

/// The positions of `values` that can be labelled without touching on a logarithmic axis: each at least so many times the one before, as whole numbers.
std::vector<Tick> lengthTicks(QVector<double> values, double apart = 1.25);

}  // namespace bam::figures
