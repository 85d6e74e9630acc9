// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/cuda/kernels.cuh"

namespace bam::attention::tiles {

KernelSet float32Kernels(std::int64_t width)
{
    return width <= 32 ? kernelSet<LaneKernels<32>>() : width <= 64 ? kernelSet<LaneKernels<64>>() : kernelSet<LaneKernels<128>>();
}

}  // namespace bam::attention::tiles
