// SPDX-License-Identifier: GPL-3.0-or-later
// The pointwise kernels as plain functions of the CUDA module. All return an error of the runtime; they neither wait nor read back.
#pragma once

#include "core/model/pointwise_args.h"

#include <cuda_runtime_api.h>

namespace bam::model::pointwise {

cudaError_t launch(const NormArgs& args, cudaStream_t stream);
cudaError_t launch(const NormBackwardArgs& args, cudaStream_t stream);
cudaError_t launch(const GateArgs& args, cudaStream_t stream);
cudaError_t launch(const GateBackwardArgs& args, cudaStream_t stream);
cudaError_t launch(const TokenLossArgs& args, cudaStream_t stream);
cudaError_t launch(const RotationArgs& args, cudaStream_t stream);

}  // namespace bam::model::pointwise
