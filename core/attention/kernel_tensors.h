// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors as the plain arguments of kernel_args.h.
#pragma once

#include "core/attention/kernel_args.h"

#include <ATen/core/Tensor.h>

namespace bam::attention {

/// Float32 for every type that is neither bfloat16 nor float16.
Element elementOf(at::ScalarType type);

/// @param tensor [batch, heads, rows, width], last dimension contiguous; kept by the caller
Rows rowsOf(const at::Tensor& tensor);

/// Of q [B, H, Tq, d] and k [B, Hkv, Tk, d]. @param out type of the output
AttendShape shapeOf(const at::Tensor& q, const at::Tensor& k, std::int64_t queryStart, at::ScalarType out);

}  // namespace bam::attention
