// SPDX-License-Identifier: GPL-3.0-or-later
// Invariant: chunks depend on shapes and device alone, and their sums are added in order, so equal runs give equal bits.
#include "core/model/token_loss.h"

#include "core/model/cpu/blocks.h"
#include "core/model/cpu/kernels.h"
#include "core/model/gemm.h"
#include "core/model/pointwise_cuda.h"

#include <ATen/ATen.h>
#include <ATen/autocast_mode.h>
#include <ATen/core/grad_mode.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>

namespace bam::model {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr std::int64_t kIgnored = -1;
// Bytes of float32 logits in memory. A GPU needs more tokens at once to be busy: with few, reading and writing the weight's gradient dominates.
constexpr std::int64_t kChunkOnCpu = std::int64_t(32) << 20, kChunkElsewhere = std::int64_t(256) << 20;

/// What the forward pass computes.
struct Result {
    at::Tensor loss;            // scalar
    at::Tensor ofHidden;        // [M, D] or undefined
    at::Tensor ofWeight;        // [V, D] or undefined
};

struct Wanted {
    bool hidden, weight;
    bool any() const { return hidden || weight; }
};

std::int64_t chunkRows(const at::Tensor& weight)
{
    const auto bytes = weight.is_cpu() ? kChunkOnCpu : kChunkElsewhere;
    return std::max<std::int64_t>(1, bytes / (4 * std::max<std::int64_t>(1, weight.size(0))));
}

/// float32 on a CPU. @param hidden [M, D] contiguous @param targets [M] contiguous
Result onCpu(const at::Tensor& hidden, const at::Tensor& weight, const at::Tensor& targets, Wanted wanted)
{
    const auto rows = hidden.size(0), pieces = weight.size(0), size = std::min(rows, chunkRows(weight));
    const auto* target = targets.const_data_ptr<std::int64_t>();
    std::int64_t count = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        TORCH_CHECK_INDEX(target[row] == kIgnored || (target[row] >= 0 && target[row] < pieces), "Target ", target[row], " is out of bounds.");
        count += target[row] != kIgnored;
    }
    const auto scale = count > 0 ? float(1.0 / double(count)) : 0.0f;
    const auto losses = at::zeros({rows}, hidden.options()), logits = at::empty({size, pieces}, hidden.options());
    Result result;
    if (wanted.hidden)
        result.ofHidden = at::empty_like(hidden);
    if (wanted.weight)
        result.ofWeight = at::empty_like(weight, at::MemoryFormat::Contiguous);
    auto* loss = losses.mutable_data_ptr<float>();
    const auto& kernels = cpu::kernels();
    for (std::int64_t begin = 0; begin < rows; begin += size) {
        const auto length = std::min(size, rows - begin);
        const auto part = hidden.narrow(0, begin, length), scores = logits.narrow(0, 0, length);
        gemm(part, weight.t(), scores);
        auto* score = scores.mutable_data_ptr<float>();
        cpu::forBlocks(length, 4, [&](std::int64_t, std::int64_t first, std::int64_t last) {
            for (auto row = first; row < last; ++row) {
                const auto goal = target[begin + row];
                auto* values = score + row * pieces;
                if (goal == kIgnored)
                    std::fill_n(values, pieces, 0.0f);
                else if (wanted.any())
                    loss[begin + row] = kernels.crossEntropyGradient(values, pieces, goal, scale);
                else
                    loss[begin + row] = kernels.crossEntropy(values, pieces, goal);
            }
        });
        if (wanted.hidden)
            gemm(scores, weight, result.ofHidden.narrow(0, begin, length));
        if (wanted.weight)
            gemm(scores.t(), part, result.ofWeight, begin > 0);
    }
    if (wanted.weight && rows == 0)
        result.ofWeight.zero_();
    double sum = 0;
    for (std::int64_t row = 0; row < rows; ++row)
        sum += double(loss[row]);
    result.loss = at::full({}, sum / double(count), hidden.options());
    return result;
}

/// Any device and type; with autocast the products are in its type, everything else in float32.
Result composed(const at::Tensor& hidden, const at::Tensor& weight, const at::Tensor& targets, Wanted wanted)
{
    const auto device = hidden.device().type();
    const auto wide = at::promote_types(hidden.scalar_type(), at::kFloat);
    const auto narrow = at::autocast::is_autocast_enabled(device) ? at::autocast::get_autocast_dtype(device) : hidden.scalar_type();
    const auto x = hidden.to(narrow), w = weight.to(narrow);
    const auto rows = hidden.size(0), size = std::max<std::int64_t>(1, std::min(rows, chunkRows(weight)));
    const auto counted = targets.ne(kIgnored);
    const auto scale = counted.sum().to(wide).reciprocal();             // stays on the device: nothing here waits for it
    const auto safeTargets = targets.masked_fill(counted.logical_not(), 0);
    auto sum = at::zeros({}, hidden.options().dtype(wide));
    Result result;
    if (wanted.hidden)
        result.ofHidden = at::empty_like(hidden);
    if (wanted.weight)
        result.ofWeight = at::zeros_like(weight, weight.options().dtype(wide));
    for (std::int64_t begin = 0; begin < rows; begin += size) {
        const auto length = std::min(size, rows - begin);
        const auto part = x.narrow(0, begin, length), valid = counted.narrow(0, begin, length);
        const auto addProducts = [&](const at::Tensor& gradient) {
            if (wanted.hidden)
                result.ofHidden.narrow(0, begin, length).copy_(at::mm(gradient, w));
            if (wanted.weight)
                result.ofWeight.add_(at::mm(gradient.t(), part));
        };
        const auto target = safeTargets.narrow(0, begin, length).unsqueeze(1);
        const auto logits = at::mm(part, w.t());
        if (onCuda::takesLoss(logits)) {     // in place: the logits become their gradient
            sum += onCuda::tokenLosses(logits, targets.narrow(0, begin, length), wanted.any() ? scale : at::Tensor()).sum();
            addProducts(logits);
            continue;
        }
        auto scores = at::log_softmax(logits.to(wide), 1);
        sum -= scores.gather(1, target).squeeze(1).masked_fill(valid.logical_not(), 0).sum();
        if (!wanted.any())
            continue;
        scores.exp_();
        const auto index = at::arange(length, targets.options());
        scores.index_put_({index, target.squeeze(1)}, scores.gather(1, target).squeeze(1) - 1);
        // Rows without a target are set to 0, not multiplied by it: their factor is not finite when no row has one.
        const auto gradient = scores.mul_(scale).masked_fill_(valid.logical_not().unsqueeze(1), 0).to(narrow);
        addProducts(gradient);
    }
    result.loss = sum * scale;
    return result;
}

Result compute(const at::Tensor& hidden, const at::Tensor& weight, const at::Tensor& targets, Wanted wanted)
{
    at::NoGradGuard guard;
    const auto rows = hidden.detach().reshape({-1, hidden.size(-1)}), matrix = weight.detach();
    const auto goals = targets.reshape({-1}).contiguous();
    TORCH_CHECK_VALUE(goals.size(0) == rows.size(0), "expected one target per token, found ", goals.size(0), " for ", rows.size(0));
    if (isPlainCpu(rows) && isPlainCpu(matrix) && goals.is_cpu() && goals.scalar_type() == at::kLong)
        return onCpu(rows.contiguous(), matrix, goals, wanted);
    return composed(rows, matrix, goals, wanted);
}

class TokenLoss : public torch::autograd::Function<TokenLoss> {
public:
    static at::Tensor forward(AutogradContext* context, const at::Tensor& hidden, const at::Tensor& weight, const at::Tensor& targets)
    {
        auto result = compute(hidden, weight, targets, {hidden.requires_grad(), weight.requires_grad()});
        if (result.ofHidden.defined())
            context->saved_data["hidden"] = result.ofHidden.view(hidden.sizes());
        if (result.ofWeight.defined())
            context->saved_data["weight"] = result.ofWeight.to(weight.scalar_type());
        return result.loss;
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        TORCH_CHECK(!context->saved_data.empty(), "the gradients of a token loss were already used: run its forward pass again");
        const auto take = [&](const char* name) {
            const auto found = context->saved_data.find(name);
            return found == context->saved_data.end() ? at::Tensor() : scaled(found->second.toTensor(), gradients[0]);
        };
        variable_list results{take("hidden"), take("weight"), at::Tensor()};
        // Nobody else may hold them: then the parameter takes the tensor over instead of copying it.
        context->saved_data.clear();
        return results;
    }

private:
    static at::Tensor scaled(at::Tensor gradient, const at::Tensor& factor)
    {
        at::NoGradGuard guard;
        if (factor.is_cpu() && factor.item<double>() == 1)
            return gradient;
        return gradient.mul_(factor.to(gradient.scalar_type()));
    }
};

}  // namespace

at::Tensor tokenLoss(const at::Tensor& hidden, const at::Tensor& weight, const at::Tensor& targets)
{
    if (at::GradMode::is_enabled() && (hidden.requires_grad() || weight.requires_grad()))
        return TokenLoss::apply(hidden, weight, targets);
    return compute(hidden, weight, targets, {false, false}).loss;
}

}  // namespace bam::model
