// SPDX-License-Identifier: GPL-3.0-or-later
// The bias of every head of a checkpoint as curves over the distance, for any encoding that adds one: what views show of biases that no two numbers per head
// describe, such as T5's and FIRE's.
#pragma once

#include "core/priors/prior_math.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace bam::priors {

/// Holds the parameters of the bias; curves, exact near the query and 64 points an octave far from it, are computed when they are asked for. Never changes; safe from any thread.
class LearnedBias {
public:
    /// Reads the parameters of the bias alone. @param run folder with args.json @param checkpoint name, or "latest"
    /// @throws Error: Usage (the encoding adds no bias, no such checkpoint), Failed (it is of another model, or damaged)
    static std::shared_ptr<const LearnedBias> read(const std::filesystem::path& run, const std::string& checkpoint = "latest");

    std::int64_t step() const { return m_step; }        ///< of the checkpoint
    std::int64_t layers() const { return m_layers; }
    std::int64_t heads() const { return m_heads; }
    /// Null for a head that the model does not have. @returns the same for the same head
    std::shared_ptr<const BiasSource> at(inspect::HeadId head) const;

private:
    LearnedBias() = default;

    std::int64_t m_step = -1, m_layers = 0, m_heads = 0;
    std::vector<std::shared_ptr<const BiasSource>> m_sources;       // layer by layer
};

/// Whether priors.csv cannot tell the bias of a run's encoding, and its checkpoints can. False where args.json cannot be read.
bool needsCheckpoints(const std::filesystem::path& run);

}  // namespace bam::priors
