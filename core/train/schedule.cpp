// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/schedule.h"

#include <cmath>
#include <numbers>

namespace bam::train {

double learningRateFactor(std::int64_t step, std::int64_t warmupSteps, std::int64_t totalSteps, double decayFraction)
{
    if (step < warmupSteps)
        return double(step + 1) / double(warmupSteps);
    if (step >= totalSteps)
        return decayFraction;
    const double progress = double(step - warmupSteps) / double(totalSteps - warmupSteps);
    const double cosine = 0.5 * (1.0 + std::cos(std::numbers::pi * progress));
    return decayFraction + cosine * (1.0 - decayFraction);
}

}  // namespace bam::train
