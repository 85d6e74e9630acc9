// SPDX-License-Identifier: GPL-3.0-or-later
// The autograd operator around the fused kernels: tensors on one side, plain arguments (kernel_args.h) on the other.
#pragma once

#include "core/attention/attend.h"

namespace bam::attention {

/// Whether a fused kernel takes these inputs on their device.
bool fusedApplies(const AttendInputs& inputs);

/// attend() through the fused kernel. @pre fusedApplies(inputs)
/// @param instructionSet index into cpu::available(): 0 is the best of this processor; the others are for tests and the self-test
at::Tensor attendFused(const AttendInputs& inputs, std::int64_t instructionSet = 0);

/// attend() of inputs with a row bias: attendFused() for the queries that the table holds for, attendChunked() for the others. @pre as attendFused()
at::Tensor attendByRows(const AttendInputs& inputs);

}  // namespace bam::attention
