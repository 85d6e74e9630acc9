// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/model/host_pointwise.h"

#include "core/model/cuda/pointwise_blocks.h"

#include <memory>

namespace bam::test {

using namespace model;
using namespace model::pointwise;
using attention::tiles::HostBlock;
using attention::tiles::ThreadOrder;

namespace {

bool isNarrow(Element element) { return element == Element::BFloat16; }

/// Calls the function with an element type as template argument.
template <class Call>
void withType(Element element, Call&& call)
{
    if (isNarrow(element))
        call.template operator()<BFloat16>();
    else
        call.template operator()<float>();
}

template <class Call>
const char* forBlocks(std::int64_t count, Call&& call)
{
    for (std::int64_t index = 0; index < count; ++index)
        call(index);
    return nullptr;
}

}  // namespace

PointwiseKernels hostPointwise(ThreadOrder order)
{
    const HostBlock block{order};
    PointwiseKernels kernels;
    kernels.norm = [block](const NormArgs& args) {
        const auto memory = std::make_unique<NormMemory>();
        return forBlocks(normBlocks(args), [&](std::int64_t index) {
            withType(args.type, [&]<class Y>() {
                withType(args.addedType, [&]<class Added>() { normBlock<HostBlock, Added, Y>(block, *memory, args, index); });
            });
        });
    };
    kernels.normBackward = [block](const NormBackwardArgs& args) {
        const auto memory = std::make_unique<NormMemory>();
        return forBlocks(args.parts, [&](std::int64_t index) {
            withType(args.type, [&]<class Y>() {
                withType(args.addedType, [&]<class Added>() { normBackwardBlock<HostBlock, Added, Y>(block, *memory, args, index); });
            });
        });
    };
    kernels.gate = [block](const GateArgs& args) {
        return forBlocks(gateBlocks(args.count), [&](std::int64_t index) { withType(args.type, [&]<class T>() { gateBlock<HostBlock, T>(block, args, index); }); });
    };
    kernels.gateBackward = [block](const GateBackwardArgs& args) {
        return forBlocks(
            gateBlocks(args.count), [&](std::int64_t index) { withType(args.type, [&]<class T>() { gateBackwardBlock<HostBlock, T>(block, args, index); }); });
    };
    kernels.tokenLoss = [block](const TokenLossArgs& args) {
        const auto memory = std::make_unique<LossMemory>();
        return forBlocks(
            args.rows, [&](std::int64_t index) { withType(args.type, [&]<class T>() { tokenLossBlock<HostBlock, T>(block, *memory, args, index); }); });
    };
    kernels.rotation = [block](const RotationArgs& args) {
        return forBlocks(
            rotationBlocks(args), [&](std::int64_t index) { withType(args.type, [&]<class T>() { rotationBlock<HostBlock, T>(block, args, index); }); });
    };
    return kernels;
}

}  // namespace bam::test
