// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of many queries, pooled as it is computed: a block of rows exists at a time, never a T × T matrix.
#pragma once

#include "core/inspect/lens_types.h"
#include "core/model/layerwise.h"

#include <functional>
#include <vector>

namespace bam::inspect {

/// Told how many scores were computed since the last call, every few ten milliseconds; may throw to end the work.
using Worked = std::function<void(double scores)>;

enum class PoolingLoops {
    Automatic,      ///< the fused loops of the processor, composed operations on other devices
    Composed,       ///< composed everywhere: the reference
};

/// The finest levels of some heads' pyramids. @param tile positions a side, a power of two
/// @throws Error (Failed) where attention is not finite
std::vector<PyramidLevel> poolHeads(const model::LayerwisePass& pass, const model::LayerAttention& attention, const std::vector<std::int64_t>& heads,
    std::int64_t tile, const Worked& worked, PoolingLoops loops = PoolingLoops::Automatic);

/// Scores that poolHeads() computes for one head.
double scoresOfMatrix(std::int64_t length);

/// A rectangle of one head. @pre the request fits the prompt
Region poolRegion(const model::LayerwisePass& pass, const model::LayerAttention& attention, const RegionRequest& request, const Worked& worked);

/// Scores that poolRegion() computes.
double scoresOfRegion(const RegionRequest& request);

}  // namespace bam::inspect
