// SPDX-License-Identifier: GPL-3.0-or-later
// Output projection and cross-entropy together. Logits of all tokens would be the largest tensor of a training step by far (4,096 tokens of 32,768
// pieces: 512 MiB, and as much for their gradient); here they exist for one chunk of tokens at a time, because the chunk's part of both gradients is
// computed at once, in the forward pass.
#pragma once

#include <ATen/core/Tensor.h>

namespace bam::model {

/// Mean cross-entropy over the targets that are not −1 (NaN when all are). Gradients of `hidden` and `weight` are kept until the backward pass, which
/// can run once.
/// @param hidden [.., D] @param weight [V, D] @param targets [..] int64, each −1 or below V @returns scalar, float32 (float64 for float64 inputs)
at::Tensor tokenLoss(const at::Tensor& hidden, const at::Tensor& weight, const at::Tensor& targets);

}  // namespace bam::model
