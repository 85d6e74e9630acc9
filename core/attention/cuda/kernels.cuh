// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels and their launches for one element type. Each .cu file of an element type instantiates Kernels for all width classes.
#pragma once

#include "core/attention/cuda/backward_key_block.h"
#include "core/attention/cuda/backward_key_warps.h"
#include "core/attention/cuda/backward_query_block.h"
#include "core/attention/cuda/backward_query_warps.h"
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

/// The same for blocks of warps: narrow heads leave registers for three (measured on an H200: a tenth faster than two; wider ones spill).
constexpr int warpBlocksFor(int width) { return width <= 32 ? 3 : 2; }

template <class Plan>
__global__ void __launch_bounds__(kWarpThreads, warpBlocksFor(Plan::kWidth)) attendForwardWarps(const __grid_constant__ ForwardArgs args)
{
    extern __shared__ __align__(128) char memory[];
    forwardWarpsBlock<DeviceWarpBlock, Plan>(DeviceWarpBlock(), memory, args, blockIdx.x);
}

template <class Plan>
__global__ void __launch_bounds__(kWarpThreads, warpBlocksFor(Plan::kWidth))
    attendBackwardQueriesWarps(const __grid_constant__ BackwardArgs args, const __grid_constant__ Workspace work)
{
    extern __shared__ __align__(128) char memory[];
    backwardQueryWarpsBlock<DeviceWarpBlock, Plan>(DeviceWarpBlock(), memory, args, work, blockIdx.x);
}

template <class Plan>
__global__ void __launch_bounds__(kWarpThreads, warpBlocksFor(Plan::kWidth))
    attendBackwardKeysWarps(const __grid_constant__ BackwardArgs args, const __grid_constant__ Workspace work)
{
    extern __shared__ __align__(128) char memory[];
    backwardKeyWarpsBlock<DeviceWarpBlock, Plan>(DeviceWarpBlock(), memory, args, work, blockIdx.x);
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

/// A kernel with how it is launched.
template <class... Args>
struct Launch {
    void (*kernel)(Args...);
    int threads, bytes;

    cudaError_t allow() const { return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); }
    cudaError_t operator()(std::int64_t blocks, cudaStream_t stream, const Args&... args) const
    {
        kernel<<<unsigned(blocks), threads, std::size_t(bytes), stream>>>(args...);
        return cudaGetLastError();
    }
};
using ForwardLaunch = Launch<ForwardArgs>;
using BackwardLaunch = Launch<BackwardArgs, Workspace>;

constexpr int kLargest = 163 * 1024;  ///< bytes of shared memory that sm_80 gives a block

/// The main kernels of float32.
template <int Width>
struct LaneKernels {
    using T = float;
    static constexpr int kForwardBytes = ForwardPlan<T, Width>::kBytes;
    static constexpr int kQueryBytes = BackwardPlan<T, Width, true>::kBytes, kKeyBytes = BackwardPlan<T, Width, false>::kBytes;
    static_assert(kForwardBytes <= kLargest && kQueryBytes <= kLargest && kKeyBytes <= kLargest);

    static ForwardLaunch forward() { return {attendForward<LaneProducts, Width>, kThreads, kForwardBytes}; }
    static BackwardLaunch queries() { return {attendBackwardQueries<LaneProducts, Width>, kThreads, kQueryBytes}; }
    static BackwardLaunch keys() { return {attendBackwardKeys<LaneProducts, Width>, kThreads, kKeyBytes}; }
    static std::int64_t forwardBlocksOf(const AttendShape& shape) { return forwardBlocks(shape); }
    static std::int64_t queryBlocksOf(const AttendShape& shape) { return queryBlocks(shape); }
    static std::int64_t keyBlocksOf(const AttendShape& shape) { return keyBlocks(shape); }
};

/// The main kernels of 16-bit types.
template <class T_, int Width>
struct WarpKernels {
    using T = T_;
    using Forward = WarpForwardPlan<T, Width>;
    using Queries = WarpBackwardPlan<T, Width, true>;
    using Keys = WarpBackwardPlan<T, Width, false>;
    static_assert(Forward::kBytes <= kLargest && Queries::kBytes <= kLargest && Keys::kBytes <= kLargest);

    static ForwardLaunch forward() { return {attendForwardWarps<Forward>, kWarpThreads, Forward::kBytes}; }
    static BackwardLaunch queries() { return {attendBackwardQueriesWarps<Queries>, kWarpThreads, Queries::kBytes}; }
    static BackwardLaunch keys() { return {attendBackwardKeysWarps<Keys>, kWarpThreads, Keys::kBytes}; }
    static std::int64_t forwardBlocksOf(const AttendShape& shape) { return warpForwardBlocks<Forward>(shape); }
    static std::int64_t queryBlocksOf(const AttendShape& shape) { return warpQueryBlocks<Queries>(shape); }
    static std::int64_t keyBlocksOf(const AttendShape& shape) { return warpKeyBlocks<Keys>(shape); }
};

/// What a caller sees of main kernels.
template <class Main>
struct Kernels {
    using T = typename Main::T;

    static cudaError_t prepare()
    {
        // Asking for the attributes of the others loads them: the runtime loads lazily, which a captured stream does not allow.
        cudaFuncAttributes attributes{};
        return Outcome()
            .then([] { return Main::forward().allow(); })
            .then([] { return Main::queries().allow(); })
            .then([] { return Main::keys().allow(); })
            .then([&] { return cudaFuncGetAttributes(&attributes, attendPrepare<T>); })
            .then([&] { return cudaFuncGetAttributes(&attributes, attendFinishBias<T>); })
            .error();
    }

    static cudaError_t forward(const ForwardArgs& args, cudaStream_t stream)
    {
        return Main::forward()(Main::forwardBlocksOf(args.shape), stream, args);
    }

    static cudaError_t backward(const BackwardArgs& args, void* memory, cudaStream_t stream)
    {
        const AttendShape& shape = args.forward.shape;
        const Workspace work = workspaceAt(static_cast<char*>(memory), args);
        const WorkspaceBytes bytes = workspaceBytes(args);
        const PrepareBlocks blocks = prepareBlocks(args);
        Outcome outcome;
        if (bytes.total > bytes.zeros)
            outcome.then([&] { return cudaMemsetAsync(static_cast<char*>(memory) + bytes.zeros, 0, std::size_t(bytes.total - bytes.zeros), stream); });
        outcome
            .then([&] {
                attendPrepare<T><<<unsigned(blocks.rows + blocks.values + blocks.ranges), kThreads, 0, stream>>>(args, work, blocks);
                return cudaGetLastError();
            })
            .then([&] { return Main::queries()(Main::queryBlocksOf(shape), stream, args, work); })
            .then([&] { return Main::keys()(Main::keyBlocksOf(shape), stream, args, work); });
        if (args.biasGradient != nullptr) {
            outcome.then([&] {
                attendFinishBias<T><<<unsigned(tilesOf(shape.heads * shape.keys, kThreads)), kThreads, 0, stream>>>(args, work);
                return cudaGetLastError();
            });
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

template <class Main>
KernelSet kernelSet()
{
    return {Kernels<Main>::prepare, Kernels<Main>::forward, Kernels<Main>::backward};
}

template <class T>
KernelSet warpKernelsFor(std::int64_t width)
{
    return width <= 32 ? kernelSet<WarpKernels<T, 32>>() : width <= 48 ? kernelSet<WarpKernels<T, 48>>() : width <= 64 ? kernelSet<WarpKernels<T, 64>>()
                                                                                                         : kernelSet<WarpKernels<T, 128>>();
}

KernelSet float32Kernels(std::int64_t width);
KernelSet bfloat16Kernels(std::int64_t width);
KernelSet float16Kernels(std::int64_t width);

}  // namespace bam::attention::tiles
