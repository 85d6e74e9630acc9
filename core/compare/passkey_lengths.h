// SPDX-License-Identifier: GPL-3.0-or-later
// A run's pass-key results of one protocol by the length that was asked for: what comparisons, scoreboards and reports tell alike.
#pragma once

#include "core/compare/results.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace bam::compare {

/// Official results know only the tokens that were met; where a run of ours met the same, its length is taken. @returns by tokens that were met: the length that was asked for
std::map<std::int64_t, std::int64_t> askedLengths(const std::vector<const Results*>& runs, const std::string& protocol);

using PasskeyLengths = std::map<std::int64_t, const LengthResult*>;
/// One result for each length; of several with different numbers of prompts, the one with most. @param asked of all runs that are told together
PasskeyLengths passkeyLengths(const Results& run, const std::string& protocol, const std::map<std::int64_t, std::int64_t>& asked);

}  // namespace bam::compare
