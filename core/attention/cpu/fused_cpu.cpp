// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/cpu/fused_cpu.h"

#include "core/device/instruction_set.h"

#include <ATen/Parallel.h>
#include <ATen/ops/empty.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>

namespace bam::attention::cpu {
namespace {

/// Backward tasks per call at least, so that few heads still fill the cores of a workstation.
constexpr std::int64_t kWantedTasks = 16;

std::int64_t blocksOf(const AttendShape& shape) { return (shape.queries + kQueryBlock - 1) / kQueryBlock; }
std::int64_t rounded(std::int64_t floats) { return (floats + 15) / 16 * 16; }   // 64 bytes

at::Tensor floats(std::int64_t count) { return at::empty({count}, at::kFloat); }

/// Calls work(task, worker) for every task. Workers take the next task when they are free: which of them does what does not matter to the result.
template <typename Work>
void share(std::int64_t tasks, Work&& work)
{
    std::atomic<std::int64_t> next{0};
    const auto workers = std::min<std::int64_t>(at::in_parallel_region() ? 1 : at::get_num_threads(), tasks);
    at::parallel_for(0, workers, 1, [&](std::int64_t begin, std::int64_t end) {
        for (auto worker = begin; worker < end; ++worker)
            for (auto task = next.fetch_add(1); task < tasks; task = next.fetch_add(1))
                work(task, worker);
    });
}

std::int64_t workersFor(std::int64_t tasks) { return std::max<std::int64_t>(1, std::min<std::int64_t>(at::get_num_threads(), tasks)); }

struct Bias {
    at::Tensor memory;
    PaddedBias table;
};

Bias padBias(const ForwardArgs& args)
{
    Bias bias;
    if (!args.biasTable)
        return bias;
    const auto& shape = args.shape;
    bias.table.stride = rounded(shape.keys + 2 * kBiasPad);
    bias.memory = floats(shape.heads * bias.table.stride);
    auto* to = bias.memory.data_ptr<float>();
    for (std::int64_t h = 0; h < shape.heads; ++h) {
        auto* row = to + h * bias.table.stride;
        const auto* from = args.biasTable + h * args.biasStride;
        const double top = *std::max_element(from, from + shape.keys);
        const double shift = std::isfinite(top) ? top : 0;
        std::memset(row, 0, std::size_t(bias.table.stride) * sizeof(float));
        for (std::int64_t d = 0; d < shape.keys; ++d)
            row[kBiasPad + d] = float(std::clamp(double(from[d]) - shift, -1e30, 1e30) * 1.44269504088896341);
    }
    bias.table.data = to + kBiasPad;
    return bias;
}

/// The bias gradients of all tasks, summed in the order of batch and segment.
void reduceBias(const BackwardArgs& args, const float* partial, std::int64_t stride, std::int64_t segments)
{
    const auto& shape = args.forward.shape;
    const auto group = shape.heads / shape.kvHeads;
    at::parallel_for(0, shape.heads, 1, [&](std::int64_t begin, std::int64_t end) {
        for (auto h = begin; h < end; ++h) {
            auto* to = args.biasGradient + h * shape.keys;
            std::fill(to, to + shape.keys, 0.0f);
            for (std::int64_t b = 0; b < shape.batch; ++b)
                for (std::int64_t s = 0; s < segments; ++s) {
                    const auto task = (b * shape.kvHeads + h / group) * segments + s;
                    const auto* from = partial + (task * group + h % group) * stride + kBiasPad;
                    for (std::int64_t d = 0; d < shape.keys; ++d)
                        to[d] += from[d];
                }
        }
    });
}

}  // namespace

const std::vector<const KernelTable*>& available()
{
    static const auto found = [] {
        std::vector<const KernelTable*> tables;
#if defined(__x86_64__)
        // What is wide runs what is narrow as well.
        const auto widest = device::widestInstructionSet();
        if (widest == device::InstructionSet::Avx512)
            tables.push_back(&avx512Kernels());
        if (widest != device::InstructionSet::Baseline)
            tables.push_back(&avx2Kernels());
#endif
        tables.push_back(&baselineKernels());
        return tables;
    }();
    return found;
}

void forward(const ForwardArgs& args, const KernelTable& kernels)
{
    const auto& shape = args.shape;
    const auto blocks = blocksOf(shape), tasks = shape.batch * shape.heads * blocks;
    const auto bias = padBias(args);
    const auto size = rounded(kernels.forwardScratch(shape));
    const auto scratch = floats(workersFor(tasks) * size);
    auto* memory = scratch.data_ptr<float>();
    share(tasks, [&](std::int64_t task, std::int64_t worker) {
        const auto block = blocks - 1 - task % blocks, head = task / blocks;    // the long rows of a head first
        kernels.forward(args, bias.table, head / shape.heads, head % shape.heads, block, memory + worker * size);
    });
}

void backward(const BackwardArgs& args, const KernelTable& kernels)
{
    const auto& shape = args.forward.shape;
    const auto bias = padBias(args.forward);
    const auto pairs = shape.batch * shape.kvHeads, blocks = blocksOf(shape), group = shape.heads / shape.kvHeads;
    const auto segments = std::clamp<std::int64_t>((kWantedTasks + pairs - 1) / pairs, 1, blocks), tasks = pairs * segments;
    const auto wide = kernels.paddedWidth(shape.width), side = shape.keys * wide;
    const bool wantsBias = args.biasGradient && args.forward.biasTable;

    const auto workers = workersFor(tasks);
    const auto size = rounded(kernels.backwardScratch(shape));
    const auto scratch = floats(workers * size);
    // One segment per key head is finished by the worker that computed it, so its partial sums need only one place per worker.
    const auto places = segments == 1 ? workers : tasks;
    const auto keySums = floats(places * 2 * side);
    const auto biasSums = wantsBias ? floats(tasks * group * bias.table.stride) : at::Tensor();
    auto *memory = scratch.data_ptr<float>(), *sums = keySums.data_ptr<float>(), *biasMemory = wantsBias ? biasSums.data_ptr<float>() : nullptr;
    const auto partialOf = [&](std::int64_t place, std::int64_t task) {
        return BackwardPartial{sums + place * 2 * side, sums + (place * 2 + 1) * side, wantsBias ? biasMemory + task * group * bias.table.stride : nullptr};
    };
    share(tasks, [&](std::int64_t task, std::int64_t worker) {
        // The last segment has the longest rows, so segments take equal areas of the triangle rather than equal numbers of blocks.
        const auto pair = task / segments, segment = task % segments;
        const auto edge = [&](std::int64_t s) { return std::int64_t(double(blocks) * std::sqrt(double(s) / double(segments)) + 0.5); };
        BackwardTask piece{pair / shape.kvHeads, pair % shape.kvHeads, edge(segment), edge(segment + 1), partialOf(segments == 1 ? worker : task, task)};
        kernels.backward(args, bias.table, piece, memory + worker * size);
        if (segments == 1)
            kernels.finishKeys(args, piece.batch, piece.kvHead, &piece.partial, 1, 0, shape.keys);
    });
    if (segments > 1) {
        constexpr std::int64_t kRows = 256;
        const auto slices = (shape.keys + kRows - 1) / kRows;
        share(pairs * slices, [&](std::int64_t task, std::int64_t) {
            const auto pair = task / slices, begin = task % slices * kRows;
            std::vector<BackwardPartial> partials;
            for (std::int64_t s = 0; s < segments; ++s)
                partials.push_back(partialOf(pair * segments + s, pair * segments + s));
            kernels.finishKeys(args, pair / shape.kvHeads, pair % shape.kvHeads, partials.data(), segments, begin, std::min(begin + kRows, shape.keys));
        });
    }
    if (wantsBias)
        reduceBias(args, biasMemory, bias.table.stride, segments);
    else if (args.biasGradient)
        std::fill(args.biasGradient, args.biasGradient + shape.heads * shape.keys, 0.0f);
}

}  // namespace bam::attention::cpu
