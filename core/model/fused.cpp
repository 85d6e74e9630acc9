// SPDX-License-Identifier: GPL-3.0-or-later
// Invariant: sums run over blocks of fixed size in a fixed order, so results do not depend on the number of threads.
#include "core/model/fused.h"

#include "core/model/cpu/blocks.h"
#include "core/model/cpu/kernels.h"
#include "core/model/gemm.h"
#include "core/model/pointwise_cuda.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

namespace bam::model {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr std::int64_t kRows = 64;          // rows of a norm per block; each block has a part of the weight's gradient
constexpr std::int64_t kElements = 16384;   // elements of a gate per block
constexpr std::int64_t kPositions = 16;     // positions of a rotation per block

const float* read(const at::Tensor& tensor) { return tensor.defined() ? tensor.const_data_ptr<float>() : nullptr; }
float* write(const at::Tensor& tensor) { return tensor.mutable_data_ptr<float>(); }
at::Tensor emptyLike(const at::Tensor& tensor) { return at::empty(tensor.sizes(), tensor.options().requires_grad(false)); }

at::Tensor composedNorm(const at::Tensor& x, const at::Tensor& weight, double eps)
{
    const auto y = x.to(at::kFloat);
    const auto scale = at::rsqrt(y.square().mean(-1, true) + eps);
    return (y * scale).to(x.scalar_type()) * weight;
}

/// What both norms keep: the normalised input, the weight and 1/√(mean(x²) + eps) of each row.
struct NormOutputs {
    at::Tensor sum, y, scales;
};

/// @param added undefined: the norm alone, and no sum
NormOutputs normForward(const at::Tensor& x, const at::Tensor& added, const at::Tensor& weight, double eps)
{
    const auto width = x.size(-1), rows = x.numel() / width;
    NormOutputs out{added.defined() ? emptyLike(x) : at::Tensor(), emptyLike(x), at::empty({rows}, x.options().requires_grad(false))};
    const auto *from = read(x), *plus = read(added), *factor = read(weight);
    auto *sum = added.defined() ? write(out.sum) : nullptr, *y = write(out.y), *scales = write(out.scales);
    cpu::forBlocks(rows, kRows, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
        const auto at = begin * width;
        cpu::kernels().rmsNorm(from + at, plus ? plus + at : nullptr, sum ? sum + at : nullptr, factor, y + at, scales + begin, end - begin, width, float(eps));
    });
    return out;
}

/// @param passed gradient to add to that of x; may be undefined @returns gradients of x and weight
std::pair<at::Tensor, at::Tensor> normBackward(const at::Tensor& gradient, const at::Tensor& x, const at::Tensor& weight, const at::Tensor& scales,
    const at::Tensor& passed)
{
    const auto width = x.size(-1), rows = x.numel() / width, blocks = (rows + kRows - 1) / kRows;
    const auto dx = emptyLike(x), parts = at::zeros({blocks, width}, x.options().requires_grad(false)), ofWeight = at::zeros({width}, parts.options());
    const auto *dy = read(gradient), *from = read(x), *factor = read(weight), *scale = read(scales), *plus = read(passed);
    auto *to = write(dx), *part = write(parts), *total = write(ofWeight);
    cpu::forBlocks(rows, kRows, [&](std::int64_t block, std::int64_t begin, std::int64_t end) {
        const auto at = begin * width;
        cpu::kernels().rmsNormBackward(dy + at, from + at, factor, scale + begin, plus ? plus + at : nullptr, to + at, part + block * width, end - begin, width);
    });
    for (std::int64_t block = 0; block < blocks; ++block)
        for (std::int64_t n = 0; n < width; ++n)
            total[n] += part[block * width + n];
    return {dx, ofWeight};
}

class Norm : public torch::autograd::Function<Norm> {
public:
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight, double eps)
    {
        const auto input = x.contiguous();
        auto out = normForward(input, {}, weight, eps);
        context->save_for_backward({input, weight, out.scales});
        return out.y;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        const auto saved = context->get_saved_variables();
        auto [dx, dWeight] = normBackward(gradients[0].contiguous(), saved[0], saved[1], saved[2], {});
        return {dx, dWeight, at::Tensor()};
    }
};

class AddNorm : public torch::autograd::Function<AddNorm> {
public:
    static variable_list forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& added, const at::Tensor& weight, double eps)
    {
        auto out = normForward(x.contiguous(), added.contiguous(), weight, eps);
        context->save_for_backward({out.sum, weight, out.scales});
        context->set_materialize_grads(false);
        return {out.sum, out.y};
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        if (!gradients[1].defined())
            return {gradients[0], gradients[0], at::Tensor(), at::Tensor()};
        const auto saved = context->get_saved_variables();
        const auto passed = gradients[0].defined() ? gradients[0].contiguous() : at::Tensor();
        auto [dx, dWeight] = normBackward(gradients[1].contiguous(), saved[0], saved[1], saved[2], passed);
        return {dx, dx, dWeight, at::Tensor()};
    }
};

class Swiglu : public torch::autograd::Function<Swiglu> {
public:
    static at::Tensor forward(AutogradContext* context, const at::Tensor& a, const at::Tensor& b)
    {
        const auto gate = a.contiguous(), value = b.contiguous(), y = emptyLike(a);
        context->save_for_backward({gate, value});
        const auto *from = read(gate), *with = read(value);
        auto* to = write(y);
        cpu::forBlocks(gate.numel(), kElements, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
            cpu::kernels().swiglu(from + begin, with + begin, to + begin, end - begin);
        });
        return y;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        const auto saved = context->get_saved_variables();
        const auto gradient = gradients[0].contiguous(), da = emptyLike(gradient), db = emptyLike(gradient);
        const auto *dy = read(gradient), *a = read(saved[0]), *b = read(saved[1]);
        auto *toA = write(da), *toB = write(db);
        cpu::forBlocks(gradient.numel(), kElements, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
            cpu::kernels().swigluBackward(dy + begin, a + begin, b + begin, toA + begin, toB + begin, end - begin);
        });
        return {da, db};
    }
};

/// @param x [B, H, T, d] @param cosine, sine [T, d] as the kernel wants them
at::Tensor turned(const at::Tensor& x, const at::Tensor& cosine, const at::Tensor& sine)
{
    const auto input = x.stride(3) == 1 ? x : x.contiguous();
    const auto batch = x.size(0), heads = x.size(1), length = x.size(2), width = x.size(3);
    const auto out = at::empty({batch, length, heads, width}, x.options().requires_grad(false));
    const auto *from = read(input), *c = read(cosine), *s = read(sine);
    auto* to = write(out);
    const auto ofBatch = input.stride(0), ofHead = input.stride(1), ofPosition = input.stride(2);
    cpu::forBlocks(batch * length, kPositions, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
        for (auto row = begin; row < end; ++row) {
            const auto position = row % length;
            cpu::kernels().rotate(from + (row / length) * ofBatch + position * ofPosition, ofHead, to + row * heads * width, c + position * width,
                s + position * width, heads, width);
        }
    });
    return out.transpose(1, 2);
}

class Rotation : public torch::autograd::Function<Rotation> {
public:
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& cosine, const at::Tensor& sine)
    {
        const auto both = at::stack({cosine, cosine}, -1).flatten(-2), signedSine = at::stack({-sine, sine}, -1).flatten(-2);
        context->save_for_backward({both, signedSine});
        return turned(x, both, signedSine);
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        const auto saved = context->get_saved_variables();
        return {turned(gradients[0], saved[0], -saved[1]), at::Tensor(), at::Tensor()};     // the inverse turns back
    }
};

}  // namespace

at::Tensor rmsNorm(const at::Tensor& x, const at::Tensor& weight, double eps)
{
    if (onCuda::takesNorm(x, {}, weight))
        return onCuda::rmsNorm(x, weight, eps);
    if (isPlainCpu(x) && isPlainCpu(weight) && x.numel() > 0)
        return Norm::apply(x, weight, eps);
    return composedNorm(x, weight, eps);
}

std::pair<at::Tensor, at::Tensor> addRmsNorm(const at::Tensor& x, const at::Tensor& added, const at::Tensor& weight, double eps)
{
    if (onCuda::takesNorm(x, added, weight))
        return onCuda::addRmsNorm(x, added, weight, eps);
    if (isPlainCpu(x) && isPlainCpu(added) && isPlainCpu(weight) && x.numel() > 0 && x.sizes() == added.sizes()) {
        const auto both = AddNorm::apply(x, added, weight, eps);
        return {both[0], both[1]};
    }
    const auto sum = x + added;
    return {sum, composedNorm(sum, weight, eps)};
}

at::Tensor swiglu(const at::Tensor& a, const at::Tensor& b)
{
    if (onCuda::takesGate(a, b))
        return onCuda::swiglu(a, b);
    if (isPlainCpu(a) && isPlainCpu(b) && a.sizes() == b.sizes())
        return Swiglu::apply(a, b);
    return at::silu(a) * b;
}

at::Tensor rotate(const at::Tensor& x, const std::pair<at::Tensor, at::Tensor>& table)
{
    const auto& [cosine, sine] = table;
    if (onCuda::takesRotation(x, cosine, sine))
        return onCuda::rotate(x, cosine, sine);
    if (isPlainCpu(x) && isPlainCpu(cosine) && x.dim() == 4)
        return Rotation::apply(x, cosine, sine);
    const auto pairs = x.to(at::kFloat).unflatten(-1, {-1, 2});
    const auto a = pairs.select(-1, 0), b = pairs.select(-1, 1);
    return at::stack({a * cosine - b * sine, a * sine + b * cosine}, -1).flatten(-2).to(x.scalar_type());
}

}  // namespace bam::model
