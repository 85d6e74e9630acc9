// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/cuda/kernels.cuh"

namespace bam::attention::tiles {

KernelSet float16Kernels(std::int64_t width)
{
    return warpKernelsFor<Float16>(width);
}

}  // namespace bam::attention::tiles
