// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/cuda/kernels.cuh"
#include "core/attention/cuda/tensor_core.cuh"

namespace bam::attention::tiles {

KernelSet bfloat16Kernels(std::int64_t width)
{
    return kernelSetFor<WarpProducts<TensorCore<BFloat16>>>(width);
}

}  // namespace bam::attention::tiles
