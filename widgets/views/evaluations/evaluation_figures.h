// SPDX-License-Identifier: GPL-3.0-or-later
// The plot of one measure: every run's curve over lengths, positions or subjects. A pure function.
#pragma once

#include "widgets/views/evaluations/evaluation_types.h"

namespace bam::views {

/// @param measure its place in the scoreboard. Without any curve the figure has no panels
figures::Figure evaluationFigure(const EvaluationData& data, std::size_t measure);

}  // namespace bam::views
