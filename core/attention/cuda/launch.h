// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels as plain functions of the CUDA module. All return an error of the runtime; they neither wait nor read back, so they can be captured.
#pragma once

#include "core/attention/kernel_args.h"

#include <cuda_runtime_api.h>

#include <cstddef>

namespace bam::attention {

/// Loads the kernels for an element type and width on the current device. Before the first launch there, and not while a stream is captured.
cudaError_t prepareKernels(const AttendShape& shape);

cudaError_t launchForward(const ForwardArgs& args, cudaStream_t stream);

std::size_t backwardWorkspaceBytes(const BackwardArgs& args);
/// @param workspace device memory of that many bytes, aligned to 256; its contents do not matter
cudaError_t launchBackward(const BackwardArgs& args, void* workspace, cudaStream_t stream);

}  // namespace bam::attention
