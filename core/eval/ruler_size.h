// SPDX-License-Identifier: GPL-3.0-or-later
// How much filler a prompt of RULER takes: what fits, found with few looks, as each look is a tokenisation of a whole prompt.
#pragma once

#include <cstdint>
#include <functional>

namespace bam::eval {

/// The largest size from `least` to `most` whose text has at most `room` tokens. The next look follows from the tokens per size of those before: about six looks find it
/// among filler of unlike sentences, three where all are alike.
/// @param tokensOfLeast at most `room` @param tokensOf does not fall as the size grows
std::int64_t largestSize(std::int64_t least, std::int64_t tokensOfLeast, std::int64_t most, std::int64_t room, const std::function<std::int64_t(std::int64_t size)>& tokensOf);

/// The size that a prompt gets, a few short of the largest where that is no sum of the steps: prompts are as they were when every step was tried, so that answers of then count.
std::int64_t sizeInSteps(std::int64_t least, std::int64_t largest, std::int64_t room);

}  // namespace bam::eval
