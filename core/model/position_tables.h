// SPDX-License-Identifier: GPL-3.0-or-later
// What an encoding adds to positions 0 … length − 1 and does not learn, on the model's device: computed once, not once per training step. A captured
// CUDA graph also needs it there beforehand, since nothing may be copied from the host while it is recorded.
#pragma once

#include "core/encoding/encoding.h"

#include <ATen/core/Tensor.h>

#include <memory>
#include <mutex>
#include <utility>

namespace bam::model {

struct PositionTables {
    std::int64_t length = 0;
    at::Device device = at::kCPU;
    std::pair<at::Tensor, at::Tensor> rotation;     ///< cos and sin, each [T, d/2], or undefined
    at::Tensor embedding;                           ///< [T, D] or undefined
    at::Tensor bias;                                ///< [H, T] of an encoding whose bias has no parameters, or undefined
};

/// @param bias of one layer, or null; used when it has no parameters
PositionTables makePositionTables(const encoding::EncodingKind& kind, const spec::ModelSpec& spec, const encoding::RopeScaling& scaling, const encoding::BiasModule* bias,
    std::int64_t length, const at::Device& device);

/// Keeps the tables of the last length and device that were asked for. Safe from any thread.
class PositionTableCache {
public:
    std::shared_ptr<const PositionTables> get(const encoding::EncodingKind& kind, const spec::ModelSpec& spec, const encoding::RopeScaling& scaling,
        const encoding::BiasModule* bias, std::int64_t length, const at::Device& device);
    /// After a change of what tables are made of. Whoever holds some keeps them.
    void forget();

private:
    std::mutex m_mutex;
    std::shared_ptr<const PositionTables> m_last;
};

}  // namespace bam::model
