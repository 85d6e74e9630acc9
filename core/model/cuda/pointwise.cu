// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/cuda/launch.h"
#include "core/model/cuda/pointwise_blocks.h"

namespace bam::model::pointwise {
namespace {

using attention::tiles::DeviceBlock;

template <class Added, class Y>
__global__ void __launch_bounds__(kThreads) norm(const __grid_constant__ NormArgs args)
{
    __shared__ NormMemory memory;
    normBlock<DeviceBlock, Added, Y>(DeviceBlock(), memory, args, blockIdx.x);
}

template <class Added, class Y>
__global__ void __launch_bounds__(kThreads) normBackward(const __grid_constant__ NormBackwardArgs args)
{
    __shared__ NormMemory memory;
    normBackwardBlock<DeviceBlock, Added, Y>(DeviceBlock(), memory, args, blockIdx.x);
}

template <class T>
__global__ void __launch_bounds__(kThreads) gate(const __grid_constant__ GateArgs args)
{
    gateBlock<DeviceBlock, T>(DeviceBlock(), args, blockIdx.x);
}

template <class T>
__global__ void __launch_bounds__(kThreads) gateBackward(const __grid_constant__ GateBackwardArgs args)
{
    gateBackwardBlock<DeviceBlock, T>(DeviceBlock(), args, blockIdx.x);
}

template <class T>
__global__ void __launch_bounds__(kThreads) tokenLoss(const __grid_constant__ TokenLossArgs args)
{
    __shared__ LossMemory memory;
    tokenLossBlock<DeviceBlock, T>(DeviceBlock(), memory, args, blockIdx.x);
}

template <class T>
__global__ void __launch_bounds__(kThreads) rotation(const __grid_constant__ RotationArgs args)
{
    rotationBlock<DeviceBlock, T>(DeviceBlock(), args, blockIdx.x);
}

template <class Args>
cudaError_t run(void (*kernel)(Args), std::int64_t blocks, const Args& args, cudaStream_t stream)
{
    if (blocks > 0)
        kernel<<<unsigned(blocks), kThreads, 0, stream>>>(args);
    return cudaGetLastError();
}

bool isNarrow(Element element) { return element == Element::BFloat16; }

}  // namespace

cudaError_t launch(const NormArgs& args, cudaStream_t stream)
{
    const bool narrow = isNarrow(args.type), narrowAdded = isNarrow(args.addedType);
    return run(narrow ? narrowAdded ? norm<BFloat16, BFloat16> : norm<float, BFloat16> : narrowAdded ? norm<BFloat16, float> : norm<float, float>,
        normBlocks(args), args, stream);
}

cudaError_t launch(const NormBackwardArgs& args, cudaStream_t stream)
{
    const bool narrow = isNarrow(args.type), narrowAdded = isNarrow(args.addedType);
    return run(narrow ? narrowAdded ? normBackward<BFloat16, BFloat16> : normBackward<float, BFloat16>
            : narrowAdded ? normBackward<BFloat16, float> : normBackward<float, float>,
        args.parts, args, stream);
}

cudaError_t launch(const GateArgs& args, cudaStream_t stream)
{
    return run(isNarrow(args.type) ? gate<BFloat16> : gate<float>, gateBlocks(args.count), args, stream);
}

cudaError_t launch(const GateBackwardArgs& args, cudaStream_t stream)
{
    return run(isNarrow(args.type) ? gateBackward<BFloat16> : gateBackward<float>, gateBlocks(args.count), args, stream);
}

cudaError_t launch(const TokenLossArgs& args, cudaStream_t stream)
{
    return run(isNarrow(args.type) ? tokenLoss<BFloat16> : tokenLoss<float>, args.rows, args, stream);
}

cudaError_t launch(const RotationArgs& args, cudaStream_t stream)
{
    return run(isNarrow(args.type) ? rotation<BFloat16> : rotation<float>, rotationBlocks(args), args, stream);
}

}  // namespace bam::model::pointwise
