// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the fused CPU kernels over a whole problem: chooses the instruction set, cuts the work, shares it among LibTorch's threads.
// The cut depends on the shape alone, so every number of threads gives the same bits.
#pragma once

#include "core/attention/cpu/kernels.h"

#include <vector>

namespace bam::attention::cpu {

/// The kernels that this processor can run, best first; never empty.
const std::vector<const KernelTable*>& available();

/// @param args biasTable holds at least `keys` distances per head. Works for every width ≥ 1.
void forward(const ForwardArgs& args, const KernelTable& kernels = *available().front());
void backward(const BackwardArgs& args, const KernelTable& kernels = *available().front());

}  // namespace bam::attention::cpu
