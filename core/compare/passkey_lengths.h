// SPDX-License-Identifier: GPL-3.0-or-later
// A run's pass-key results of one protocol by the length that was asked for: what comparisons, scoreboards and reports tell alike.
//
// Invariant: what is told together is of one checkpoint, tokenizer and precision, and of one kind of space before the digits, as far as the results say: of those that were measured last.
#pragma once

#include "core/compare/results.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bam::compare {

/// Official results know only the tokens that were met; where a run of ours met the same, its length is taken. @returns by tokens that were met: the length that was asked for
std::map<std::int64_t, std::int64_t> askedLengths(const std::vector<const Results*>& runs, const std::string& protocol);

using PasskeyLengths = std::map<std::int64_t, const LengthResult*>;
/// One result for each length that was measured with the newest checkpoint; of several with different numbers of prompts, the one with most. @param asked of all runs that are told together
PasskeyLengths passkeyLengths(const Results& run, const std::string& protocol, const std::map<std::int64_t, std::int64_t>& asked);

/// The same results without those of a checkpoint that others of their protocol have left behind.
std::vector<PasskeyResult> newestResults(const std::vector<PasskeyResult>& results);

/// Did all prompts have the same kind of space before the digits, as far as results say? Others are other prompts.
bool sameSpace(const std::vector<const LengthResult*>& results);
/// What all of them say; nothing where none does.
std::optional<bool> spaceOf(const PasskeyLengths& lengths);

}  // namespace bam::compare
