// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/cuda/launch.h"
#include "core/attention/cuda/kernels.cuh"

namespace bam::attention {
namespace {

tiles::KernelSet kernelsFor(const AttendShape& shape)
{
    switch (shape.element) {
    case Element::BFloat16: return tiles::bfloat16Kernels(shape.width);
    case Element::Float16: return tiles::float16Kernels(shape.width);
    case Element::Float32: break;
    }
    return tiles::float32Kernels(shape.width);
}

}  // namespace

cudaError_t prepareKernels(const AttendShape& shape)
{
    return kernelsFor(shape).prepare();
}

cudaError_t launchForward(const ForwardArgs& args, cudaStream_t stream)
{
    return kernelsFor(args.shape).forward(args, stream);
}

std::size_t backwardWorkspaceBytes(const BackwardArgs& args)
{
    return std::size_t(tiles::workspaceBytes(args).total);
}

cudaError_t launchBackward(const BackwardArgs& args, void* workspace, cudaStream_t stream)
{
    return kernelsFor(args.forward.shape).backward(args, workspace, stream);
}

}  // namespace bam::attention
