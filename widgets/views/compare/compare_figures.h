// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a comparison: its curves, and the attention of several runs side by side.
#pragma once

#include "widgets/figures/figure.h"
#include "widgets/views/compare/compare_types.h"

#include <optional>

namespace bam::views {

figures::Figure accuracyFigureOf(const CompareData& data);
figures::Figure perplexityFigureOf(const CompareData& data);
figures::Figure lossFigureOf(const CompareData& data);

/// Which heads of each run are shown.
struct HeadChoice {
    std::optional<inspect::HeadId> head;    ///< this one in every run; nothing: each run's best by its mass on the needle
    bool all = false;                       ///< below it all heads, best first
    figures::ColorScale scale = figures::ColorScale::Log;
};

/// One run's attention for the shared prompt.
struct AttentionColumn {
    QString run, title;
    std::shared_ptr<const inspect::Capture> capture;
};

/// Heads by their mass on the needle, or without one by their largest weight, best first. Heads whose mass is not known come last.
std::vector<inspect::HeadId> rankedHeads(const inspect::Capture& capture);

/// A panel for each run: heads × key positions, means over the answer's queries, pooled by their largest to at most `columns` stretches; one colour scale for all. The needle is a span.
figures::Figure attentionFigure(const std::vector<AttentionColumn>& runs, const HeadChoice& choice, int columns = 1024, const figures::Provenance& provenance = {});

/// What the prompt is to each run where that differs (tokens, tokenizers), and what each answered; a line for each run.
QStringList attentionNotes(const std::vector<AttentionColumn>& runs, const HeadChoice& choice);

}  // namespace bam::views
