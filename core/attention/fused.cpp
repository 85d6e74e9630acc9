// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/fused.h"

#include "core/attention/cpu/fused_cpu.h"
#include "core/attention/fused_cuda.h"
#include "core/attention/kernel_tensors.h"
#include "core/attention/optional_inputs.h"

#include <ATen/ATen.h>
#include <ATen/ExpandUtils.h>
#include <ATen/core/grad_mode.h>
#include <torch/csrc/autograd/custom_function.h>

namespace bam::attention {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

at::Tensor withContiguousRows(const at::Tensor& tensor) { return tensor.stride(-1) == 1 ? tensor : tensor.contiguous(); }

/// [batch, heads, rows, width] whose memory is [batch, rows, heads, width]: what the projections before and after attention use.
at::Tensor emptyRows(const at::Tensor& like, at::ScalarType type)
{
    return at::empty({like.size(0), like.size(2), like.size(1), like.size(3)}, like.options().dtype(type).requires_grad(false)).transpose(1, 2);
}

/// The inputs in the form the kernels read, kept alive as long as the arguments that point into them.
struct Prepared {
    at::Tensor q, k, v, bias, content, biasFactor, first, out, logSumExp;
    ForwardArgs args;

    Prepared(const at::Tensor& q_, const at::Tensor& k_, const at::Tensor& v_, const at::Tensor& bias_, const at::Tensor& content_,
        const at::Tensor& biasFactor_, const at::Tensor& first_, std::int64_t queryStart)
        : q(withContiguousRows(q_)), k(withContiguousRows(k_)), v(withContiguousRows(v_))
    {
        args.shape = shapeOf(q, k, queryStart, at::kFloat);
        args.q = rowsOf(q);
        args.k = rowsOf(k);
        args.v = rowsOf(v);
        if (bias_.defined()) {
            bias = withContiguousRows(bias_.to(at::kFloat));
            args.biasTable = bias.const_data_ptr<float>();
            args.biasStride = bias.stride(0);
        }
        const auto factor = [&](const at::Tensor& given, at::Tensor& kept) {
            if (!given.defined())
                return RowFactor{};
            kept = given.to(at::kFloat).expand({q.size(0), q.size(1), q.size(2), 1});
            return RowFactor{kept.const_data_ptr<float>(), kept.stride(0), kept.stride(1), kept.stride(2)};
        };
        args.contentFactor = factor(content_, content);
        args.biasFactor = factor(biasFactor_, biasFactor);
        if (first_.defined()) {
            first = withContiguousRows(first_.expand({q.size(0), q.size(2)}));
            args.firstVisible = first.const_data_ptr<std::int64_t>();
            args.firstVisibleBatch = first.stride(0);
        }
    }

    void results(const at::Tensor& out_, const at::Tensor& logSumExp_)
    {
        out = withContiguousRows(out_);
        args.shape.outElement = elementOf(out.scalar_type());
        logSumExp = logSumExp_;
        args.out = rowsOf(out);
        args.logSumExp = logSumExp.mutable_data_ptr<float>();
    }
};

struct FusedAttend : torch::autograd::Function<FusedAttend> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const Optional& bias_,
        const Optional& content_, const Optional& biasFactor_, const Optional& first_, std::int64_t queryStart, std::int64_t instructionSet)
    {
        at::AutoDispatchBelowADInplaceOrView guard;
        const auto bias = bias_.value_or(at::Tensor()), content = content_.value_or(at::Tensor());
        const auto biasFactor = biasFactor_.value_or(at::Tensor()), first = first_.value_or(at::Tensor());
        Prepared call(q, k, v, bias, content, biasFactor, first, queryStart);
        // Narrow types: the backward pass gains from an output that was not rounded. The CUDA kernels save the memory instead.
        call.results(emptyRows(q, q.is_cuda() ? q.scalar_type() : at::kFloat), at::empty({q.size(0), q.size(1), q.size(2)}, q.options().dtype(at::kFloat)));
        if (q.is_cuda())
            fusedCuda::forward(call.args, q.device().index());
        else
            cpu::forward(call.args, *cpu::available().at(std::size_t(instructionSet)));
        context->save_for_backward({q, k, v, bias, content, biasFactor, first, call.out, call.logSumExp});
        context->saved_data["queryStart"] = queryStart;
        context->saved_data["instructionSet"] = instructionSet;
        return call.out.to(q.scalar_type());
    }

    static variable_list backward(AutogradContext* context, variable_list gradients)
    {
        at::NoGradGuard guard;
        const auto saved = context->get_saved_variables();
        const auto &bias = saved[3], &content = saved[4], &biasFactor = saved[5];
        Prepared call(saved[0], saved[1], saved[2], bias, content, biasFactor, saved[6], context->saved_data["queryStart"].toInt());
        call.results(saved[7], saved[8]);
        const auto outGradient = withContiguousRows(gradients[0].to(call.q.scalar_type()));
        const auto type = call.q.scalar_type();
        const auto dq = emptyRows(call.q, type), dk = emptyRows(call.k, type), dv = emptyRows(call.v, type);

        BackwardArgs args;
        args.forward = call.args;
        args.outGradient = rowsOf(outGradient);
        args.qGradient = rowsOf(dq);
        args.kGradient = rowsOf(dk);
        args.vGradient = rowsOf(dv);
        const auto options = call.q.options().dtype(at::kFloat);
        at::Tensor biasGradient, contentGradient, biasFactorGradient;
        const auto ask = [&](std::size_t input, const at::Tensor& given, at::IntArrayRef shape, at::Tensor& gradient, float*& pointer) {
            if (!given.defined() || !context->needs_input_grad(edgeOf(saved, input)))
                return;
            gradient = at::empty(shape, options);
            pointer = gradient.mutable_data_ptr<float>();
        };
        const auto& shape = call.args.shape;
        ask(3, bias, {shape.heads, shape.keys}, biasGradient, args.biasGradient);
        ask(4, content, {shape.batch, shape.heads, shape.queries, 1}, contentGradient, args.contentFactorGradient);
        ask(5, biasFactor, {shape.batch, shape.heads, shape.queries, 1}, biasFactorGradient, args.biasFactorGradient);
        if (call.q.is_cuda())
            fusedCuda::backward(args, call.q.device().index());
        else
            cpu::backward(args, *cpu::available().at(std::size_t(context->saved_data["instructionSet"].toInt())));

        if (biasGradient.defined()) {
            if (bias.size(1) > shape.keys)
                biasGradient = at::constant_pad_nd(biasGradient, {0, bias.size(1) - shape.keys}, 0);
            biasGradient = biasGradient.to(bias.scalar_type());
        }
        const auto reduced = [](const at::Tensor& gradient, const at::Tensor& input) {
            return gradient.defined() ? at::sum_to(gradient, input.sizes()).to(input.scalar_type()) : gradient;
        };
        return {dq, dk, dv, biasGradient, reduced(contentGradient, content), reduced(biasFactorGradient, biasFactor), {}, {}, {}};
    }
};

}  // namespace

bool fusedApplies(const AttendInputs& in)
{
    const auto takes = [](const at::Tensor& t) { return t.scalar_type() == at::kFloat || t.scalar_type() == at::kBFloat16 || t.scalar_type() == at::kHalf; };
    // A cache may be narrower than the queries, but gradients are wanted only of what was computed in one type.
    const bool mixed = in.k.scalar_type() != in.q.scalar_type();
    const bool trains = at::GradMode::is_enabled() && (in.q.requires_grad() || in.k.requires_grad() || in.v.requires_grad());
    if (!takes(in.q) || !takes(in.k) || in.k.scalar_type() != in.v.scalar_type() || (mixed && trains))
        return false;
    if (in.q.is_cuda())
        return fusedCuda::usable(shapeOf(in.q, in.k, in.queryStart, in.q.scalar_type()), in.q.device().index());
    return in.q.is_cpu();
}

at::Tensor attendFused(const AttendInputs& in, std::int64_t instructionSet)
{
    return FusedAttend::apply(in.q, in.k, in.v, optional(in.biasTable), optional(in.contentFactor), optional(in.biasFactor), optional(in.firstVisible), in.queryStart, instructionSet);
}

}  // namespace bam::attention
