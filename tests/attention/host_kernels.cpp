// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/attention/host_kernels.h"

#include "core/attention/cuda/backward_key_block.h"
#include "core/attention/cuda/backward_key_warps.h"
#include "core/attention/cuda/backward_query_block.h"
#include "core/attention/cuda/backward_query_warps.h"
#include "core/attention/cuda/forward_block.h"
#include "core/attention/cuda/host_warp.h"
#include "core/attention/cuda/shape_limits.h"

#include <cstdlib>
#include <cstring>
#include <memory>

namespace bam::test {
namespace {

using namespace attention;
using namespace attention::tiles;

struct Free {
    void operator()(char* memory) const { std::free(memory); }
};

/// Memory as a block finds it: aligned, and full of NaNs.
std::unique_ptr<char, Free> foreignMemory(std::size_t bytes)
{
    std::unique_ptr<char, Free> memory(static_cast<char*>(std::aligned_alloc(256, (bytes + 255) / 256 * 256)));
    std::memset(memory.get(), 0xff, bytes);
    return memory;
}

struct Launcher {
    ThreadOrder order = ThreadOrder::Forwards;
    bool backwards = false;

    template <class Program>
    void operator()(std::int64_t blocks, int bytes, Program&& program) const
    {
        for (std::int64_t n = 0; n < blocks; ++n) {
            const auto memory = foreignMemory(std::size_t(bytes));
            program(memory.get(), backwards ? blocks - 1 - n : n);
        }
    }
};

/// The main programs of float32.
template <int Width>
struct LanePrograms {
    using T = float;

    static void forward(const Launcher& launch, const ForwardArgs& args)
    {
        launch(forwardBlocks(args.shape), ForwardPlan<T, Width>::kBytes,
            [&](char* memory, std::int64_t index) { forwardBlock<HostBlock, LaneProducts, Width>({launch.order}, memory, args, index); });
    }
    static void backward(const Launcher& launch, const BackwardArgs& args, const Workspace& work)
    {
        launch(queryBlocks(args.forward.shape), BackwardPlan<T, Width, true>::kBytes,
            [&](char* memory, std::int64_t index) { backwardQueryBlock<HostBlock, LaneProducts, Width>({launch.order}, memory, args, work, index); });
        launch(keyBlocks(args.forward.shape), BackwardPlan<T, Width, false>::kBytes,
            [&](char* memory, std::int64_t index) { backwardKeyBlock<HostBlock, LaneProducts, Width>({launch.order}, memory, args, work, index); });
    }
};

/// The main programs of 16-bit types.
template <class T_, int Width>
struct WarpPrograms {
    using T = T_;
    using Forward = WarpForwardPlan<T, Width>;
    using Queries = WarpBackwardPlan<T, Width, true>;
    using Keys = WarpBackwardPlan<T, Width, false>;

    static void forward(const Launcher& launch, const ForwardArgs& args)
    {
        launch(warpForwardBlocks<Forward>(args.shape), Forward::kBytes,
            [&](char* memory, std::int64_t index) { forwardWarpsBlock<HostWarpBlock, Forward>({launch.order}, memory, args, index); });
    }
    static void backward(const Launcher& launch, const BackwardArgs& args, const Workspace& work)
    {
        launch(warpQueryBlocks<Queries>(args.forward.shape), Queries::kBytes,
            [&](char* memory, std::int64_t index) { backwardQueryWarpsBlock<HostWarpBlock, Queries>({launch.order}, memory, args, work, index); });
        launch(warpKeyBlocks<Keys>(args.forward.shape), Keys::kBytes,
            [&](char* memory, std::int64_t index) { backwardKeyWarpsBlock<HostWarpBlock, Keys>({launch.order}, memory, args, work, index); });
    }
};

template <class Programs>
void runBackward(const Launcher& launch, const BackwardArgs& args)
{
    const WorkspaceBytes bytes = workspaceBytes(args);
    const auto memory = foreignMemory(std::size_t(bytes.total));
    std::memset(memory.get() + bytes.zeros, 0, std::size_t(bytes.total - bytes.zeros));
    const Workspace work = workspaceAt(memory.get(), args);
    const PrepareBlocks blocks = prepareBlocks(args);
    launch(blocks.rows + blocks.values + blocks.ranges, int(sizeof(PrepareMemory)), [&](char* shared, std::int64_t index) {
        prepareBlock<HostBlock, typename Programs::T>({launch.order}, *reinterpret_cast<PrepareMemory*>(shared), args, work, blocks, index);
    });
    Programs::backward(launch, args, work);
    if (args.biasGradient != nullptr)
        for (std::int64_t n = 0; n < args.forward.shape.heads * args.forward.shape.keys; ++n)
            finishBias(args, work, n);
}

/// Calls the function with the programs of a shape as template argument.
template <class Call>
const char* dispatch(const AttendShape& shape, Call&& call)
{
    if (const char* reason = reasonAgainst(shape))
        return reason;
    const auto withElement = [&]<class T>() {
        if (shape.width <= 32)
            call.template operator()<WarpPrograms<T, 32>>();
        else if (shape.width <= 48)
            call.template operator()<WarpPrograms<T, 48>>();
        else if (shape.width <= 64)
            call.template operator()<WarpPrograms<T, 64>>();
        else
            call.template operator()<WarpPrograms<T, 128>>();
    };
    switch (shape.element) {
    case Element::BFloat16: withElement.template operator()<BFloat16>(); break;
    case Element::Float16: withElement.template operator()<Float16>(); break;
    case Element::Float32:
        if (shape.width <= 32)
            call.template operator()<LanePrograms<32>>();
        else if (shape.width <= 64)
            call.template operator()<LanePrograms<64>>();
        else
            call.template operator()<LanePrograms<128>>();
        break;
    }
    return nullptr;
}

}  // namespace

Kernels hostKernels(ThreadOrder threads, bool blocksBackwards)
{
    const Launcher launch{threads, blocksBackwards};
    return {[launch](const ForwardArgs& args) { return dispatch(args.shape, [&]<class Programs>() { Programs::forward(launch, args); }); },
        [launch](const BackwardArgs& args) { return dispatch(args.forward.shape, [&]<class Programs>() { runBackward<Programs>(launch, args); }); }};
}

}  // namespace bam::test
