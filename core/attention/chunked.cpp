// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/chunk_of_rows.h"
#include "core/attention/composite.h"
#include "core/attention/optional_inputs.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>

namespace bam::attention {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr std::int64_t kScoreBytes = 64ll << 20;    // scores of one chunk of queries, and what a row bias needs for them, at most

std::int64_t chunkRows(const AttendInputs& in)
{
    const auto ofBias = in.rowBias ? (in.firstVisible.defined() ? in.q.size(0) : 1) * in.rowBias->numbersPerPair() : 0;
    const auto row = (in.q.size(0) * in.q.size(1) + ofBias) * in.k.size(2) * 4;
    return std::clamp<std::int64_t>(kScoreBytes / std::max<std::int64_t>(row, 1), 1, in.q.size(2));
}

/// A row bias between forward and backward pass.
struct KeptBias : torch::CustomClassHolder {
    explicit KeptBias(std::shared_ptr<const RowBias> bias) : rowBias(std::move(bias)) {}
    std::shared_ptr<const RowBias> rowBias;
};

struct ChunkedAttend : torch::autograd::Function<ChunkedAttend> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const Optional& bias_,
        const Optional& content_, const Optional& biasFactor_, const Optional& first_, at::TensorList /*biasParameters*/, std::int64_t queryStart,
        const std::shared_ptr<const RowBias>& rowBias)
    {
        at::NoGradGuard guard;
        const auto bias = bias_.value_or(at::Tensor()), content = content_.value_or(at::Tensor());
        const auto biasFactor = biasFactor_.value_or(at::Tensor()), first = first_.value_or(at::Tensor());
        const AttendInputs in{q, k, v, bias, content, biasFactor, first, queryStart, rowBias};
        const auto rows = chunkRows(in);
        const auto out = at::empty({q.size(0), q.size(2), q.size(1), q.size(3)}, q.options().requires_grad(false)).transpose(1, 2);
        for (std::int64_t begin = 0; begin < q.size(2); begin += rows) {
            const auto count = std::min(rows, q.size(2) - begin);
            out.narrow(2, begin, count).copy_(attendComposite(chunkOf(in, begin, count)));
        }
        context->save_for_backward({q, k, v, bias, content, biasFactor, first});
        context->saved_data["queryStart"] = queryStart;
        context->saved_data["rowBias"] = c10::IValue::make_capsule(c10::make_intrusive<KeptBias>(rowBias));
        return out;
    }

    static variable_list backward(AutogradContext* context, variable_list gradients)
    {
        const auto saved = context->get_saved_variables();
        std::vector<at::Tensor> inputs, sums(6);
        std::vector<std::size_t> wanted;
        for (std::size_t n = 0; n < 7; ++n) {
            inputs.push_back(saved[n].defined() ? saved[n].detach() : saved[n]);
            if (n < 6 && saved[n].defined() && context->needs_input_grad(edgeOf(saved, n))) {
                inputs[n].requires_grad_(true);
                sums[n] = at::zeros_like(saved[n]);
                wanted.push_back(n);
            }
        }
        const auto rowBias = c10::static_intrusive_pointer_cast<KeptBias>(context->saved_data["rowBias"].toCapsule())->rowBias;
        const AttendInputs in{inputs[0], inputs[1], inputs[2], inputs[3], inputs[4], inputs[5], inputs[6], context->saved_data["queryStart"].toInt(), rowBias};
        std::vector<at::Tensor> leaves;
        for (const auto n : wanted)
            leaves.push_back(inputs[n]);
        // What a row bias learns are leaves already; their gradients follow those of the inputs.
        const auto parameters = rowBias ? rowBias->parameters() : std::vector<at::Tensor>();
        for (std::size_t n = 0; n < parameters.size(); ++n)
            if (parameters[n].requires_grad()) {
                leaves.push_back(parameters[n]);
                sums.push_back(at::zeros_like(parameters[n].detach()));
                wanted.push_back(sums.size() - 1);
            } else
                sums.emplace_back();
        const auto rows = chunkRows(in);
        for (std::int64_t begin = 0; begin < in.q.size(2); begin += rows) {
            const auto count = std::min(rows, in.q.size(2) - begin);
            const at::AutoGradMode mode(true);
            const auto part = torch::autograd::grad({attendComposite(chunkOf(in, begin, count))}, leaves, {gradients[0].narrow(2, begin, count)},
                /*retain_graph=*/std::nullopt, /*create_graph=*/false, /*allow_unused=*/true);
            const at::NoGradGuard guard;
            for (std::size_t n = 0; n < wanted.size(); ++n)
                if (part[n].defined())
                    sums[wanted[n]].add_(part[n]);
        }
        variable_list gradientsOfInputs(sums.begin(), sums.begin() + 6);
        gradientsOfInputs.emplace_back();                                                       // firstVisible
        gradientsOfInputs.insert(gradientsOfInputs.end(), sums.begin() + 6, sums.end());
        gradientsOfInputs.resize(gradientsOfInputs.size() + 2);                                 // queryStart, rowBias
        return gradientsOfInputs;
    }
};

}  // namespace

at::Tensor attendChunked(const AttendInputs& in)
{
    if (chunkRows(in) >= in.q.size(2))
        return attendComposite(in);
    const auto biasParameters = in.rowBias ? in.rowBias->parameters() : std::vector<at::Tensor>();
    return ChunkedAttend::apply(in.q, in.k, in.v, optional(in.rowBias ? at::Tensor() : in.biasTable), optional(in.contentFactor), optional(in.biasFactor),
        optional(in.firstVisible), at::TensorList(biasParameters), in.queryStart, in.rowBias);
}

}  // namespace bam::attention
