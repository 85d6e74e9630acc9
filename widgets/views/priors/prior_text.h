// SPDX-License-Identifier: GPL-3.0-or-later
// A prior in words and as an equation. Pure functions of values; numbers in the locale's notation.
#pragma once

#include "widgets/views/priors/prior_state.h"

#include <QString>

namespace bam::views {

/// b(δ) with its numbers, as rich text with real superscripts.
QString equationOf(const PriorState& state);
/// The same with α, β and μ; at θβ = 0 why there is no α.
QString scaleEquationOf(const PriorState& state);
/// How b becomes p(δ) for the query at n, with λ.
QString normalisationOf(const PriorState& state);
/// "Laplace", "Heavy tail" …; with what that means for attention.
QString specialCaseTitle(priors::SpecialCase which);
QString specialCaseMeaning(const priors::Prior& prior);
QString regimeTitle(priors::Regime regime);
/// "Half of the mass lies within 12 tokens, 99 % within 3,410; effective context 96 tokens of 4,096."
QString reachInWords(const priors::Reach& reach);
/// What Scalable-Softmax does to this prior at n, or would do.
QString ssmaxInWords(const PriorState& state);
/// "Layer 3 · head 5", counted from 0 as in priors.csv.
QString priorHeadTitle(inspect::HeadId head);
/// "Layer 3 · head 5 of l12 BAM, step 2,000"
QString originTitle(const HeadOrigin& origin);
/// A number as sliders and equations show it: "0.73", "−1.20"
QString parameterText(double value, int digits = 2);

}  // namespace bam::views
