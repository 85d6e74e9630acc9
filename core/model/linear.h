// SPDX-License-Identifier: GPL-3.0-or-later
// Projections x·wᵀ with gradients. On a CPU in float32 they go through gemm.h; anything else is at::linear (which autocast knows).
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace bam::model {

/// @param x [.., K] of any strides @param weight [N, K] @returns x·wᵀ, [.., N]
at::Tensor linear(const at::Tensor& x, const at::Tensor& weight);

/// Several projections of the same x: their gradients of x are summed in place, in one buffer. @returns one [.., N_i] per weight
std::vector<at::Tensor> linearMany(const at::Tensor& x, const std::vector<at::Tensor>& weights);

}  // namespace bam::model
