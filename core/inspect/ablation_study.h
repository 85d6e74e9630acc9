// SPDX-License-Identifier: GPL-3.0-or-later
// Do the heads that look at the needle find it? Heads are ranked by their mass on the needle; then the answer is asked for with the first k of them ablated, and with k
// others drawn at random; on request also with every head ablated by itself. Prompts with equal seeds are equal, so every count is of the same prompts.
#pragma once

#include "core/base/statistics.h"
#include "core/inspect/lens.h"

#include <functional>
#include <vector>

namespace bam::inspect {

struct AblationStudySpec {
    PromptSpec prompt;                  ///< of the first prompt; the others have the seeds after it and depths spread evenly from beginning to end
    std::int64_t prompts = 20;
    std::int64_t mostHeads = 0;         ///< ablate up to so many; 0: half of all heads
    Ablation how = Ablation::Zero;
    std::int64_t draws = 3;             ///< random choices per count of heads
    std::uint64_t seed = 0;             ///< of the draws
    bool eachAlone = false;             ///< also every head by itself, the others whole
    encoding::RopeScaling ropeScaling;  ///< of all captures
};

/// Answers with `heads` heads ablated.
struct AblationPoint {
    std::int64_t heads = 0;
    std::int64_t correctTop = 0, prompts = 0;           ///< the first `heads` of the ranking
    std::int64_t correctRandom = 0, randomPrompts = 0;  ///< others, all draws together; 0 prompts where fewer others are left
    double top() const { return prompts > 0 ? double(correctTop) / double(prompts) : kNone; }
    double random() const { return randomPrompts > 0 ? double(correctRandom) / double(randomPrompts) : kNone; }
    Interval topInterval() const { return wilsonInterval(correctTop, prompts); }
    Interval randomInterval() const { return wilsonInterval(correctRandom, randomPrompts); }
};

struct RankedHead {
    HeadId id;
    double needleMass = 0;              ///< mean over prompts
    double timesUniform = 0;            ///< over what equal weights would give
    double thetaBeta = kNone;
    std::int64_t correctWithout = -1;   ///< answers with this head alone ablated; −1: not asked
};

struct AblationStudy {
    std::vector<RankedHead> ranking;    ///< most mass first
    std::vector<AblationPoint> points;  ///< for 0, 1, 2 … heads
    std::int64_t promptTokens = 0;      ///< of the longest prompt
    std::int64_t prompts = 0;
    Ablation how = Ablation::Zero;
    encoding::RopeScaling ropeScaling;  ///< as used, with its original length
};

/// Ranks by mass on the needle, largest first; equal ones by layer and head. @param captures of prompts with a needle, all of one model
std::vector<RankedHead> rankHeads(const std::vector<Capture>& captures);

/// `count` of the heads that are not among the first `excluded` of the ranking, by a seed; fewer where there are not so many.
std::vector<HeadId> drawOthers(const std::vector<RankedHead>& ranking, std::size_t excluded, std::size_t count, std::uint64_t seed);

/// @param capture runs one prompt through the model, e.g. Lens::capture
/// @throws Error (Usage) for a prompt without a needle, and what `capture` throws
AblationStudy studyAblation(const AblationStudySpec& spec, const std::function<Prompt(const PromptSpec&)>& prompt, const std::function<Capture(const CaptureRequest&)>& capture,
    const ProgressFn& progress = {}, const std::stop_token& stop = {});

/// The same on a lens.
AblationStudy studyAblation(const AblationStudySpec& spec, Lens& lens, const ProgressFn& progress = {}, const std::stop_token& stop = {});

}  // namespace bam::inspect
