// SPDX-License-Identifier: GPL-3.0-or-later
// Fused attention on CUDA devices, through the CUDA module. Kernels are trusted on a device only after they agreed there with the composite operator.
#pragma once

#include "core/attention/kernel_args.h"

namespace bam::attention::fusedCuda {

/// Whether the kernels compute this shape on this device. The first call for an element type and width class runs a check of some milliseconds there;
/// if it fails, one warning is given (see trust.h), and from then on the answer is false. Safe from any thread. Not while a stream is captured
/// unless the answer is known already. Never throws.
bool usable(const AttendShape& shape, int device);

/// Queue the kernels on LibTorch's current stream of the device; nothing waits. @throws Error Failed with the device's message
void forward(const ForwardArgs& args, int device);
void backward(const BackwardArgs& args, int device);

}  // namespace bam::attention::fusedCuda
