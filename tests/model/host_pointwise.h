// SPDX-License-Identifier: GPL-3.0-or-later
// The pointwise CUDA kernels' block programs, run on the CPU block by block.
#pragma once

#include "core/attention/cuda/host_block.h"
#include "core/model/pointwise_check.h"

namespace bam::test {

model::PointwiseKernels hostPointwise(attention::tiles::ThreadOrder order = attention::tiles::ThreadOrder::Forwards);

}  // namespace bam::test
