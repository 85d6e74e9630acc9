// SPDX-License-Identifier: GPL-3.0-or-later
// The plots of one measure: every run's curve over lengths, positions or subjects, or its one value; and where in prompts keys are found. Pure functions.
#pragma once

#include "widgets/views/evaluations/evaluation_types.h"

namespace bam::views {

/// @param measure its place in the scoreboard. Without any score the figure has no panels
figures::Figure evaluationFigure(const EvaluationData& data, std::size_t measure);
/// Depth × length, a map for each run. Without the depth of any key the figure has no panels
figures::Figure evaluationDepthFigure(const EvaluationData& data, std::size_t measure);

}  // namespace bam::views
