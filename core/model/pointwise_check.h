// SPDX-License-Identifier: GPL-3.0-or-later
// The pointwise kernels against the formulas in float64: by the tests, and by a program once before it trusts them on a device.
#pragma once

#include "core/model/pointwise_args.h"

#include <c10/core/Device.h>

#include <functional>
#include <string>

namespace bam::model {

/// The kernels of one implementation; each returns null or a message.
struct PointwiseKernels {
    std::function<const char*(const NormArgs&)> norm;
    std::function<const char*(const NormBackwardArgs&)> normBackward;
    std::function<const char*(const GateArgs&)> gate;
    std::function<const char*(const GateBackwardArgs&)> gateBackward;
    std::function<const char*(const TokenLossArgs&)> tokenLoss;
    std::function<const char*(const RotationArgs&)> rotation;
};

struct PointwiseShape {
    std::int64_t rows = 37, width = 96, pieces = 264, heads = 3;    ///< width is a multiple of 4 and of 2 · heads
    bool narrow = false;                                            ///< bfloat16 rather than float32, where there is a choice
};

/// @returns empty, or a clause that names the first result that is off by more than the type allows
std::string checkPointwise(const PointwiseKernels& kernels, const at::Device& device, const PointwiseShape& shape);

}  // namespace bam::model
