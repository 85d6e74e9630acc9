// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels and their launches for one element type. Each .cu file of an element type instantiates Kernels<Products> for all width classes.
#pragma once

#include "core/attention/cuda/backward_key_block.h"
#include "core/attention/cuda/backward_query_block.h"
#include "core/attention/cuda/forward_block.h"
#include "core/attention/cuda/launch.h"

namespace bam::attention::tiles {

/// Blocks per multiprocessor that registers should allow for: two where shared memory does. A multiprocessor has 164 KiB on sm_80 and 228 KiB on
/// sm_90, of which every block takes one more than it asks for.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
constexpr int kSharedBytes = 228 * 1024;
#else
constexpr int kSharedBytes = 164 * 1024;
#endif
constexpr int blocksFor(int bytes) { return 2 * (bytes + 1024) <= kSharedBytes ? 2 : 1; }

template <class Products, int Width>
__global__ void __launch_bounds__(kThreads, blocksFor(ForwardPlan<typename Products::Element, Width>::kBytes))
    attendForward(const __grid_constant__ ForwardArgs args)
{
    extern __shared__ __align__(128) char memory[];
    forwardBlock<DeviceBlock, Products, Width>(DeviceBlock(), memory, args, blockIdx.x);
}

template <class Products, int Width>
__global__ void __launch_bounds__(kThreads, blocksFor(BackwardPlan<typename Products::Element, Width, true>::kBytes))
    attendBackwardQueries(const __grid_constant__ BackwardArgs args, const __grid_constant__ Workspace work)
{
    extern __shared__ __align__(128) char memory[];
    backwardQueryBlock<DeviceBlock, Products, Width>(DeviceBlock(), memory, args, work, blockIdx.x);
}

template <class Products, int Width>
__global__ void __launch_bounds__(kThreads, blocksFor(BackwardPlan<typename Products::Element, Width, false>::kBytes))
    attendBackwardKeys(const __grid_constant__ BackwardArgs args, const __grid_constant__ Workspace work)
{
    extern __shared__ __align__(128) char memory[];
    backwardKeyBlock<DeviceBlock, Products, Width>(DeviceBlock(), memory, args, work, blockIdx.x);
}

template <class T>
__global__ void __launch_bounds__(kThreads)
    attendPrepare(const __grid_constant__ BackwardArgs args, const __grid_constant__ Workspace work, const __grid_constant__ PrepareBlocks blocks)
{
    __shared__ PrepareMemory memory;
    prepareBlock<DeviceBlock, T>(DeviceBlock(), memory, args, work, blocks, blockIdx.x);
}

template <class T>
__global__ void __launch_bounds__(kThreads) attendFinishBias(const __grid_constant__ BackwardArgs args, const __grid_constant__ Workspace work)
{
    finishBias(args, work, std::int64_t(blockIdx.x) * kThreads + threadIdx.x);
}

/// The first error of a sequence of calls.
class Outcome {
public:
    template <class Call>
    Outcome& then(Call&& call)
    {
        if (m_error == cudaSuccess)
            m_error = call();
        return *this;
    }
    cudaError_t error() const { return m_error; }

private:
    cudaError_t m_error = cudaSuccess;
};

template <class Products, int Width>
struct Kernels {
    using T = typename Products::Element;
    static constexpr int kForwardBytes = ForwardPlan<T, Width>::kBytes;
    static constexpr int kQueryBytes = BackwardPlan<T, Width, true>::kBytes, kKeyBytes = BackwardPlan<T, Width, false>::kBytes;
    static constexpr int kLargest = 163 * 1024;  ///< what sm_80 gives a block
    static_assert(kForwardBytes <= kLargest && kQueryBytes <= kLargest && kKeyBytes <= kLargest);

    static cudaError_t prepare()
    {
        const auto allow = [](auto* kernel, int bytes) {
            return [=] { return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); };
        };
        // Asking for the attributes of the others loads them: the runtime loads lazily, which a captured stream does not allow.
        cudaFuncAttributes attributes{};
        return Outcome()
            .then(allow(attendForward<Products, Width>, kForwardBytes))
            .then(allow(attendBackwardQueries<Products, Width>, kQueryBytes))
            .then(allow(attendBackwardKeys<Products, Width>, kKeyBytes))
            .then([&] { return cudaFuncGetAttributes(&attributes, attendPrepare<T>); })
            .then([&] { return cudaFuncGetAttributes(&attributes, attendFinishBias<T>); })
            .error();
    }

    static cudaError_t forward(const ForwardArgs& args, cudaStream_t stream)
    {
        attendForward<Products, Width><<<unsigned(forwardBlocks(args.shape)), kThreads, kForwardBytes, stream>>>(args);
        return cudaGetLastError();
    }

    static cudaError_t backward(const BackwardArgs& args, void* memory, cudaStream_t stream)
    {
        const AttendShape& shape = args.forward.shape;
        const Workspace work = workspaceAt(static_cast<char*>(memory), args);
        const WorkspaceBytes bytes = workspaceBytes(args);
        const PrepareBlocks blocks = prepareBlocks(args);
        const auto launched = [](auto&& launch) {
            return [=] {
                launch();
                return cudaGetLastError();
            };
        };
        Outcome outcome;
        if (bytes.total > bytes.zeros)
            outcome.then([&] { return cudaMemsetAsync(static_cast<char*>(memory) + bytes.zeros, 0, std::size_t(bytes.total - bytes.zeros), stream); });
        outcome
            .then(launched([&] {
                attendPrepare<T><<<unsigned(blocks.rows + blocks.values + blocks.ranges), kThreads, 0, stream>>>(args, work, blocks);
            }))
            .then(launched([&] {
                attendBackwardQueries<Products, Width><<<unsigned(queryBlocks(shape)), kThreads, kQueryBytes, stream>>>(args, work);
            }))
            .then(launched([&] { attendBackwardKeys<Products, Width><<<unsigned(keyBlocks(shape)), kThreads, kKeyBytes, stream>>>(args, work); }));
        if (args.biasGradient != nullptr) {
            const auto finishing = unsigned(tilesOf(shape.heads * shape.keys, kThreads));
            outcome.then(launched([&] { attendFinishBias<T><<<finishing, kThreads, 0, stream>>>(args, work); }));
        }
        return outcome.error();
    }
};

/// The functions of one element type, whatever the width.
struct KernelSet {
    cudaError_t (*prepare)();
    cudaError_t (*forward)(const ForwardArgs&, cudaStream_t);
    cudaError_t (*backward)(const BackwardArgs&, void*, cudaStream_t);
};

template <class Products, int Width>
KernelSet kernelSet()
{
    using Chosen = Kernels<Products, Width>;
    return {Chosen::prepare, Chosen::forward, Chosen::backward};
}

template <class Products>
KernelSet kernelSetFor(std::int64_t width)
{
    return width <= 32 ? kernelSet<Products, 32>() : width <= 64 ? kernelSet<Products, 64>() : kernelSet<Products, 128>();
}

KernelSet float32Kernels(std::int64_t width);
KernelSet bfloat16Kernels(std::int64_t width);
KernelSet float16Kernels(std::int64_t width);

}  // namespace bam::attention::tiles
