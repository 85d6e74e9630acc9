// SPDX-License-Identifier: GPL-3.0-or-later
// The bias of every head of a run's newest checkpoint as curves over the distance, for any encoding that adds one: what views show of biases that no two numbers
// per head describe, such as T5's and FIRE's.
#pragma once

#include "core/priors/prior_math.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace bam::priors {

struct BiasTables {
    std::int64_t step = -1;             ///< of the checkpoint
    std::int64_t keys = 0;              ///< that the query sees: FIRE's bias depends on it
    std::int64_t layers = 0, heads = 0;
    std::vector<std::shared_ptr<const BiasSamples>> tables;     ///< layer by layer

    std::shared_ptr<const BiasSamples> at(inspect::HeadId head) const
    {
        return head.layer < 0 || head.head < 0 || head.layer >= layers || head.head >= heads ? nullptr : tables[std::size_t(head.layer * heads + head.head)];
    }
};

/// Reads the parameters of the bias alone. @param run folder with args.json and checkpoints @param keys n ≥ 1 of the query: distances 0 … n − 1
/// @throws Error when there is no checkpoint, or it is of another model
BiasTables readBiasTables(const std::filesystem::path& run, std::int64_t keys);

}  // namespace bam::priors
