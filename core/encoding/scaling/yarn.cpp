// SPDX-License-Identifier: GPL-3.0-or-later
// YaRN: pairs that turn more than β_fast = 32 times within the original length L stay, those that turn less than β_slow = 1 time are interpolated (ω/s), and a
// ramp over the pairs lies between. Pair i turns r times where i = d·ln(L/(2πr)) / (2 ln θ); as in the published code the ramp begins at that pair of β_fast,
// rounded down, ends at that of β_slow, rounded up, and is straight in i. Cosine and sine grow by 0.1·ln s + 1, which divides the softmax's temperature.
#include "core/encoding/scaling/rope_scaling.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bam::encoding::scaling {
namespace {

constexpr double kFast = 32, kSlow = 1;             // turns
constexpr double kNarrowestRamp = 0.001;            // pairs

double pairThatTurns(double turns, const RopeBase& base, std::int64_t length)
{
    return double(base.width) * std::log(double(length) / (turns * 2 * std::numbers::pi)) / (2 * std::log(base.theta));
}

RopeFrequencies frequencies(const RopeBase& base, const RopeScaling& scaling)
{
    if (scaling.originalLength < 1)
        throw Error(ErrorCode::Usage, "YaRN needs the length that the model was trained with", "Give it: --rope_original_length TOKENS.");
    const double begin = std::max(std::floor(pairThatTurns(kFast, base, scaling.originalLength)), 0.0);
    const double end = std::max(std::min(std::ceil(pairThatTurns(kSlow, base, scaling.originalLength)), double(base.width - 1)), begin);
    const double width = begin == end ? kNarrowestRamp : end - begin;
    RopeFrequencies result{trainedFrequencies(base), scaling.factor > 1 ? 0.1 * std::log(scaling.factor) + 1 : 1};
    for (std::size_t i = 0; i < result.perPosition.size(); ++i) {
        const double interpolated = std::clamp((double(i) - begin) / width, 0.0, 1.0);
        result.perPosition[i] *= 1 - interpolated + interpolated / scaling.factor;
    }
    return result;
}

}  // namespace

RopeScalingMethod yarn()
{
    return {"yarn", "YaRN", "Peng et al., YaRN: Efficient Context Window Extension of Large Language Models, ICLR 2024", frequencies, true};
}

}  // namespace bam::encoding::scaling
