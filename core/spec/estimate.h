// SPDX-License-Identifier: GPL-3.0-or-later
// What a run will cost, before it starts.
#pragma once

#include "core/spec/spec.h"

namespace bam::spec {

struct Estimate {
    std::int64_t parameters = 0;            ///< all
    std::int64_t withoutEmbeddings = 0;     ///< all but tok_embeddings
    std::int64_t trainable = 0;             ///< those with gradients and moments
    std::int64_t priorParameters = 0;       ///< of the bias that are trained: θα, θβ, θμ (the paper's 384 at l12), r1, r2, …
    double weightBytes = 0;
    double optimizerBytes = 0;              ///< gradients and both moments
    double activationBytes = 0;             ///< kept for backward, one micro-batch
    double totalBytes = 0;                  ///< per device
    double flopsPerToken = 0;               ///< forward and backward, attention at T/2 visible keys
    double flopsPerStep = 0;
    double checkpointBytes = 0;             ///< on disk, model and optimizer
};

Estimate estimate(const RunSpec& spec, int ranks = 1);

}  // namespace bam::spec
