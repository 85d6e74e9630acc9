// SPDX-License-Identifier: GPL-3.0-or-later
// Attention composed of ATen operators: the reference that every fused kernel is measured against, and what is left where none applies.
#pragma once

#include "core/attention/attend.h"

namespace bam::attention {

/// The formula of attend.h with scores whole in memory, differentiable by autograd, in fp32 or fp64, on any device. With a row bias no table is used.
at::Tensor attendComposite(const AttendInputs& inputs);

/// The same, a chunk of queries at a time, so that memory grows linearly with the length; the backward pass computes each chunk again.
at::Tensor attendChunked(const AttendInputs& inputs);

}  // namespace bam::attention
