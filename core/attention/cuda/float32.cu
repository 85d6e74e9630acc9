// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/cuda/kernels.cuh"

namespace bam::attention::tiles {

KernelSet float32Kernels(std::int64_t width)
{
    return kernelSetFor<LaneProducts>(width);
}

}  // namespace bam::attention::tiles
