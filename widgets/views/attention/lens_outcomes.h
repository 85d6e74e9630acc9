// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments on heads: which heads are changed, and what came out, beside what came out without. No widget.
#pragma once

#include "core/inspect/lens_types.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace bam::views {

using HeadChanges = std::vector<inspect::HeadChange>;

/// The changes with this one instead of what the head had; a change that changes nothing takes the head out. Sorted by layer and head.
HeadChanges withChange(HeadChanges changes, const inspect::HeadChange& change);
HeadChanges without(HeadChanges changes, const std::vector<inspect::HeadId>& heads);
/// The same ablation for all these heads; priors that were tried stay.
HeadChanges withAblation(HeadChanges changes, const std::vector<inspect::HeadId>& heads, inspect::Ablation ablation);
/// NaN equals NaN.
bool sameChanges(const HeadChanges& a, const HeadChanges& b);

/// The n heads with the most mass on the needle, most first.
std::vector<inspect::HeadId> topHeads(const inspect::Capture& capture, int count);
/// n heads that are not among the top n, or as many as there are; the same for the same seed.
std::vector<inspect::HeadId> randomOthers(const inspect::Capture& capture, int count, std::uint64_t seed);

/// What one capture came to.
struct LensOutcome {
    QString what;                       ///< "top 2 by needle mass", for people
    int changed = 0;                    ///< heads
    int asked = 0, right = 0;           ///< tokens of the answer
    double probability = inspect::kNone;        ///< geometric mean of those of the expected tokens
    bool retrieved = false;
    QString answer, expected;           ///< texts: predicted, and expected ("" when nothing was)
    double seconds = 0;
};

LensOutcome outcomeOf(const inspect::Capture& capture, const QString& what);
/// "nothing changed", "L0·H1: gives nothing", "3 heads changed".
QString changesText(const HeadChanges& changes);

/// Whether two captures are of the same prompt, so that their answers can be compared.
bool samePrompt(const inspect::Prompt& a, const inspect::Prompt& b);

}  // namespace bam::views
