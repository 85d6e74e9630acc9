// SPDX-License-Identifier: GPL-3.0-or-later
// What a model still finds without some of its heads, from an ablation study. A pure function.
#pragma once

#include "core/inspect/study_record.h"
#include "widgets/figures/figure.h"

namespace bam::figures {

inline constexpr double kRetrievalHead = 10;    ///< times what equal weights would give on the needle

/// The share of keys found against the count of heads ablated: those first that have most attention on the needle, and as many others at random; with 95 % Wilson
/// bands. Where the study ablated every head by itself, a second panel shows each, retrieval heads (needle mass ≥ kRetrievalHead × uniform) apart from the others.
Figure ablationFigure(const inspect::StudyRecord& record, const QString& title = {}, const Provenance& provenance = {});

}  // namespace bam::figures
