// SPDX-License-Identifier: GPL-3.0-or-later
// The operations of fused.h, and the loss of logits, through the CUDA module's kernels. Each may be called only where its `takes` says so: on a CUDA device whose
// kernels proved themselves on first use, with types and shapes that they know. Under autocast norms give bfloat16, which the products after them want.
#pragma once

#include "core/model/pointwise_check.h"

#include <ATen/core/Tensor.h>

#include <string>
#include <utility>

namespace bam::model::onCuda {

/// @param added undefined for a norm alone
bool takesNorm(const at::Tensor& x, const at::Tensor& added, const at::Tensor& weight);
at::Tensor rmsNorm(const at::Tensor& x, const at::Tensor& weight, double eps);
std::pair<at::Tensor, at::Tensor> addRmsNorm(const at::Tensor& x, const at::Tensor& added, const at::Tensor& weight, double eps);

bool takesGate(const at::Tensor& a, const at::Tensor& b);
at::Tensor swiglu(const at::Tensor& a, const at::Tensor& b);

bool takesRotation(const at::Tensor& x, const at::Tensor& cosine, const at::Tensor& sine);
/// @returns [B, H, T, d] as a view of [B, T, H, d]
at::Tensor rotate(const at::Tensor& x, const at::Tensor& cosine, const at::Tensor& sine);

bool takesLoss(const at::Tensor& logits);
/// No autograd. @param logits [M, V], which become their gradient times scale when that is defined @param targets [M], −1 for none
/// @returns the rows' cross-entropies, float32 [M]
at::Tensor tokenLosses(const at::Tensor& logits, const at::Tensor& targets, const at::Tensor& scale);

/// What is wrong with the kernels on a CUDA device; empty for nothing. @throws Error Environment without CUDA
std::string check(const at::Device& device);

/// For tests: while it lives, everything here takes tensors of the CPU, with these kernels. One at a time.
class KernelsOnCpu {
public:
    explicit KernelsOnCpu(PointwiseKernels kernels);
    ~KernelsOnCpu();
    KernelsOnCpu(const KernelsOnCpu&) = delete;
    KernelsOnCpu& operator=(const KernelsOnCpu&) = delete;
};

}  // namespace bam::model::onCuda
