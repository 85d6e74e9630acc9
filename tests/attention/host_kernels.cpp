// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/attention/host_kernels.h"

#include "core/attention/cuda/backward_key_block.h"
#include "core/attention/cuda/backward_query_block.h"
#include "core/attention/cuda/forward_block.h"
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
    HostBlock block;
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

template <class Products, int Width>
void runForward(const Launcher& launch, const ForwardArgs& args)
{
    launch(forwardBlocks(args.shape), ForwardPlan<typename Products::Element, Width>::kBytes,
        [&](char* memory, std::int64_t index) { forwardBlock<HostBlock, Products, Width>(launch.block, memory, args, index); });
}

template <class Products, int Width>
void runBackward(const Launcher& launch, const BackwardArgs& args)
{
    using T = typename Products::Element;
    const WorkspaceBytes bytes = workspaceBytes(args);
    const auto memory = foreignMemory(std::size_t(bytes.total));
    std::memset(memory.get() + bytes.zeros, 0, std::size_t(bytes.total - bytes.zeros));
    const Workspace work = workspaceAt(memory.get(), args);
    const PrepareBlocks blocks = prepareBlocks(args);
    launch(blocks.rows + blocks.values + blocks.ranges, int(sizeof(PrepareMemory)), [&](char* shared, std::int64_t index) {
        prepareBlock<HostBlock, T>(launch.block, *reinterpret_cast<PrepareMemory*>(shared), args, work, blocks, index);
    });
    const AttendShape& shape = args.forward.shape;
    launch(queryBlocks(shape), BackwardPlan<T, Width, true>::kBytes,
        [&](char* shared, std::int64_t index) { backwardQueryBlock<HostBlock, Products, Width>(launch.block, shared, args, work, index); });
    launch(keyBlocks(shape), BackwardPlan<T, Width, false>::kBytes,
        [&](char* shared, std::int64_t index) { backwardKeyBlock<HostBlock, Products, Width>(launch.block, shared, args, work, index); });
    if (args.biasGradient != nullptr)
        for (std::int64_t n = 0; n < shape.heads * shape.keys; ++n)
            finishBias(args, work, n);
}

/// Calls the function with a Products type and width class as template arguments.
template <class Call>
const char* dispatch(const AttendShape& shape, Call&& call)
{
    if (const char* reason = reasonAgainst(shape))
        return reason;
    const auto withProducts = [&]<class Products>() {
        if (shape.width <= 32)
            call.template operator()<Products, 32>();
        else if (shape.width <= 64)
            call.template operator()<Products, 64>();
        else
            call.template operator()<Products, 128>();
    };
    switch (shape.element) {
    case Element::Float32: withProducts.template operator()<LaneProducts>(); break;
    case Element::BFloat16: withProducts.template operator()<WarpProducts<HostFragments<BFloat16>>>(); break;
    case Element::Float16: withProducts.template operator()<WarpProducts<HostFragments<Float16>>>(); break;
    }
    return nullptr;
}

}  // namespace

Kernels hostKernels(ThreadOrder threads, bool blocksBackwards)
{
    const Launcher launch{{threads}, blocksBackwards};
    return {[launch](const ForwardArgs& args) {
                return dispatch(args.shape, [&]<class Products, int Width>() { runForward<Products, Width>(launch, args); });
            },
        [launch](const BackwardArgs& args) {
            return dispatch(args.forward.shape, [&]<class Products, int Width>() { runBackward<Products, Width>(launch, args); });
        }};
}

}  // namespace bam::test
