// SPDX-License-Identifier: GPL-3.0-or-later
// The CUDA kernels' block programs, run on the CPU block by block.
#pragma once

#include "core/attention/cuda/host_block.h"
#include "core/attention/kernel_check.h"

namespace bam::test {

/// @param threads order in which a block's threads run  @param blocksBackwards runs the last block first
attention::Kernels hostKernels(attention::tiles::ThreadOrder threads = attention::tiles::ThreadOrder::Forwards, bool blocksBackwards = false);

}  // namespace bam::test
