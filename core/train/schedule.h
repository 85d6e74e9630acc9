// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace bam::train {

/// Learning rate of step `step` (from 0) as a multiple of the base rate: linear warm-up (step + 1) / warmup, then a cosine from 1 to
/// `decayFraction` at `totalSteps`. Source: the official `set_lr`.
double learningRateFactor(std::int64_t step, std::int64_t warmupSteps, std::int64_t totalSteps, double decayFraction);

}  // namespace bam::train
