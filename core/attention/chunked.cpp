// SPDX-License-Identifier: GPL-3.0-or-later
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

constexpr std::int64_t kScoreBytes = 64ll << 20;    // scores of one chunk of queries, at most

std::int64_t chunkRows(const AttendInputs& in)
{
    const auto row = in.q.size(0) * in.q.size(1) * in.k.size(2) * 4;
    return std::clamp<std::int64_t>(kScoreBytes / std::max<std::int64_t>(row, 1), 1, in.q.size(2));
}

/// The inputs that `count` queries from `begin` on need.
AttendInputs chunkOf(const AttendInputs& in, std::int64_t begin, std::int64_t count)
{
    const auto rows = [&](const at::Tensor& t, std::int64_t dim) { return t.defined() && t.size(dim) > 1 ? t.narrow(dim, begin, count) : t; };
    const auto keys = in.queryStart + begin + count;
    return {in.q.narrow(2, begin, count), in.k.narrow(2, 0, keys), in.v.narrow(2, 0, keys), in.biasTable, rows(in.contentFactor, 2),
        rows(in.biasFactor, 2), rows(in.firstVisible, 1), in.queryStart + begin};
}

struct ChunkedAttend : torch::autograd::Function<ChunkedAttend> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const Optional& bias_,
        const Optional& content_, const Optional& biasFactor_, const Optional& first_, std::int64_t queryStart)
    {
        at::NoGradGuard guard;
        const auto bias = bias_.value_or(at::Tensor()), content = content_.value_or(at::Tensor());
        const auto biasFactor = biasFactor_.value_or(at::Tensor()), first = first_.value_or(at::Tensor());
        const AttendInputs in{q, k, v, bias, content, biasFactor, first, queryStart};
        const auto rows = chunkRows(in);
        const auto out = at::empty({q.size(0), q.size(2), q.size(1), q.size(3)}, q.options().requires_grad(false)).transpose(1, 2);
        for (std::int64_t begin = 0; begin < q.size(2); begin += rows) {
            const auto count = std::min(rows, q.size(2) - begin);
            out.narrow(2, begin, count).copy_(attendComposite(chunkOf(in, begin, count)));
        }
        context->save_for_backward({q, k, v, bias, content, biasFactor, first});
        context->saved_data["queryStart"] = queryStart;
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
        const AttendInputs in{inputs[0], inputs[1], inputs[2], inputs[3], inputs[4], inputs[5], inputs[6], context->saved_data["queryStart"].toInt()};
        std::vector<at::Tensor> leaves;
        for (const auto n : wanted)
            leaves.push_back(inputs[n]);
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
        return {sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], {}, {}};
    }
};

}  // namespace

at::Tensor attendChunked(const AttendInputs& in)
{
    if (chunkRows(in) >= in.q.size(2))
        return attendComposite(in);
    return ChunkedAttend::apply(in.q, in.k, in.v, optional(in.biasTable), optional(in.contentFactor), optional(in.biasFactor),
        optional(in.firstVisible), in.queryStart);
}

}  // namespace bam::attention
