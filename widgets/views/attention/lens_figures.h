// SPDX-License-Identifier: GPL-3.0-or-later
// What the attention page shows, as figures for papers. Pure functions of captures.
#pragma once

#include "core/inspect/film.h"
#include "widgets/figures/figure.h"
#include "widgets/views/attention/head_measures.h"
#include "widgets/views/attention/strip_content.h"

namespace bam::views {

struct LensFigureSource {
    QString run;                        ///< its folder; whoever saves the figure names it and adds the spec
    QString title;                      ///< of the run, for people
    qint64 step = -1;
};

/// The first `rows` heads of the strip over the key positions [from, to), the needle marked.
figures::Figure stripFigure(const StripContent& content, double from, double to, int rows, const LensFigureSource& source);
/// Layers × heads of one measure.
figures::Figure headMapFigure(const inspect::Capture& capture, HeadMeasure measure, const LensFigureSource& source);
/// Probability of each expected token, before changes and with them. @param before null or the same capture: one set of bars
figures::Figure answerFigure(const inspect::Capture* before, const inspect::Capture& after, const LensFigureSource& source);
/// The attention that one query gives to each key, the needle marked. @param weights over the keys from 0
figures::Figure attentionFigure(const inspect::Prompt& prompt, const std::vector<float>& weights, const QString& head, qint64 query, const LensFigureSource& source);
/// Mass on the needle over the steps of a training, head by head, and the probability of the whole key. The heads that end with the most are named, at most `named` of them.
figures::Figure filmFigure(const inspect::Film& film, int named, const LensFigureSource& source);

}  // namespace bam::views
