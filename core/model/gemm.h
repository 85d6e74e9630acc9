// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products on a CPU in float32, by the faster of LibTorch's two libraries.
#pragma once

#include <ATen/core/Tensor.h>

namespace bam::model {

/// Whether gemm may be called with these: float32 on a CPU, no CPU autocast.
bool isPlainCpu(const at::Tensor& tensor);

/// out = a·b, or out += a·b. No autograd. @param a [M, K] @param b [K, N], both of any strides @param out [M, N] contiguous
void gemm(const at::Tensor& a, const at::Tensor& b, const at::Tensor& out, bool accumulate = false);
/// a·b in a new tensor.
at::Tensor gemm(const at::Tensor& a, const at::Tensor& b);

}  // namespace bam::model
