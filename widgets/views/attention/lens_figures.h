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
    QString title;                      ///< of the run, for people; with RoPE scaling, where there is any
    qint64 step = -1;
    QString prompt = {};                ///< what was asked
    QString changes = {};               ///< heads that are not as trained; empty: none. Stands in titles: such a figure must not pass for the model's own
    QString scaling = {};               ///< of RoPE; empty: none
};

/// The first `rows` heads of the strip over the key positions [from, to), the needle marked.
figures::Figure stripFigure(const StripContent& content, double from, double to, int rows, const LensFigureSource& source);
/// Layers × heads of one measure.
figures::Figure headMapFigure(const inspect::Capture& capture, HeadMeasure measure, const LensFigureSource& source);
/// Probability of each expected token, before changes and with them. @param before null or the same capture: one set of bars
figures::Figure answerFigure(const inspect::Capture* before, const inspect::Capture& after, const LensFigureSource& source);
/// The attention that one query gives to each key, the needle marked. @param weights over the keys from 0
figures::Figure attentionFigure(const inspect::Prompt& prompt, const std::vector<float>& weights, const QString& head, qint64 query, const LensFigureSource& source);
/// Of the heads that end with the most on the needle, the most first, as many as there are colours: their indexes into FilmFrame::heads, and those colours.
std::vector<std::pair<std::size_t, QColor>> namedHeads(const inspect::Film& film);

/// Mass on the needle over the steps of a training, head by head, and the probability of the whole key. The namedHeads() have a colour and a name.
figures::Figure filmFigure(const inspect::Film& film, const LensFigureSource& source);

}  // namespace bam::views
