// SPDX-License-Identifier: GPL-3.0-or-later
// Elementwise parts of a layer with their gradients. On a CPU in float32 each is one pass over memory (cpu/kernels.h), on a CUDA device too
// (pointwise_cuda.h); other devices and types take the composed operations.
#pragma once

#include <ATen/core/Tensor.h>

#include <utility>

namespace bam::model {

/// x / √(mean(x²) + eps) ⊙ weight over the last dimension, computed in float32. @param x [.., D] @param weight [D]
at::Tensor rmsNorm(const at::Tensor& x, const at::Tensor& weight, double eps);

/// A residual's addition and the norm after it. @param x, added [.., D] @returns x + added and its norm
std::pair<at::Tensor, at::Tensor> addRmsNorm(const at::Tensor& x, const at::Tensor& added, const at::Tensor& weight, double eps);

/// silu(a) ⊙ b. @param a, b of one shape
at::Tensor swiglu(const at::Tensor& a, const at::Tensor& b);

/// Turns interleaved pairs of the last dimension. @param x [B, H, T, d] @param table cosine and sine [T, d/2] float32 @returns [B, H, T, d], where fused
/// as a view of [B, T, H, d], the layout in which projections write heads
at::Tensor rotate(const at::Tensor& x, const std::pair<at::Tensor, at::Tensor>& table);

}  // namespace bam::model
