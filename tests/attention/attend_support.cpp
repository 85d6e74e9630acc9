// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/attention/attend_support.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

namespace bam::test {
namespace {

/// Documents of length 1, 2, 3, 1, 5 … so that several begin in every block of queries.
at::Tensor documentsOf(std::int64_t batch, std::int64_t length)
{
    auto ids = at::empty({batch, length}, at::kLong);
    for (std::int64_t b = 0; b < batch; ++b)
        for (std::int64_t t = 0, left = 1, id = 0; t < length; ++t, --left) {
            if (left == 0) {
                ++id;
                left = id % 3 == 0 ? 1 : id % 5 == b ? 90 : id % 7 + 1;
            }
            ids[b][t] = id;
        }
    return ids;
}

}  // namespace

attention::AttendInputs makeInputs(const Problem& p, std::uint64_t seed)
{
    auto generator = at::make_generator<at::CPUGeneratorImpl>(seed);
    const auto random = [&](at::IntArrayRef shape) { return at::randn(shape, generator, at::kDouble).to(p.type).to(at::kDouble); };
    attention::AttendInputs in;
    // Strided as the projections leave them: [B, T, H, d] in memory.
    in.q = random({p.batch, p.queries, p.heads, p.width}).transpose(1, 2);
    in.k = random({p.batch, p.keys, p.kvHeads, p.width}).transpose(1, 2);
    in.v = random({p.batch, p.keys, p.kvHeads, p.width}).transpose(1, 2);
    in.queryStart = p.keys - p.queries;
    if (p.bias) {
        const auto distance = (at::arange(p.keys + 2, at::kDouble) + p.mu).abs() + 1e-5;
        const auto spread = at::linspace(0.7, 1.3, p.heads, at::kDouble).view({-1, 1});
        in.biasTable = (-std::exp(p.thetaAlpha) * spread * distance.pow(p.thetaBeta)).to(at::kFloat).to(at::kDouble);
    }
    auto visible = (at::arange(p.queries, at::kLong) + in.queryStart + 1).unsqueeze(0).expand({p.batch, p.queries});
    if (p.documents) {
        in.firstVisible = attention::firstVisible(documentsOf(p.batch, p.keys)).narrow(1, in.queryStart, p.queries);
        visible = visible - in.firstVisible;
    }
    if (p.factors) {
        const auto scale = p.seqScale * at::linspace(0.8, 1.2, p.heads, at::kDouble).view({1, -1, 1, 1});
        in.contentFactor = (visible.to(at::kDouble).log().view({p.batch, 1, p.queries, 1}) * scale).to(at::kFloat).to(at::kDouble);
        if (p.bias)
            in.biasFactor = in.contentFactor.clone();
    }
    return in;
}

Comparison compareWithReference(const Problem& p, const Attend& attend)
{
    const auto exact = makeInputs(p);
    const auto weights = at::cos(at::arange(exact.q.numel(), at::kDouble)).view({p.batch, p.queries, p.heads, p.width}).transpose(1, 2).to(p.type).to(at::kDouble);
    const auto run = [&](const Attend& how, at::ScalarType type) {
        auto in = exact;
        std::vector<at::Tensor> leaves;
        const auto leaf = [&](at::Tensor& t, at::ScalarType to) {
            if (t.defined()) {
                t = t.to(to).detach().requires_grad_(true);
                leaves.push_back(t);
            }
        };
        for (auto* t : {&in.q, &in.k, &in.v})
            leaf(*t, type);
        for (auto* t : {&in.biasTable, &in.contentFactor, &in.biasFactor})
            leaf(*t, type == at::kDouble ? at::kDouble : at::kFloat);
        const auto out = how(in);
        out.backward(weights.to(type));
        std::vector<at::Tensor> results{out.detach()};
        for (const auto& t : leaves)
            results.push_back(t.grad());
        return results;
    };
    const auto got = run(attend, p.type);
    const auto expected = run([](const attention::AttendInputs& in) { return attention::attend(in, attention::Backend::Composite); }, at::kDouble);
    std::vector<std::string> names{"output", "q", "k", "v"};
    if (p.bias)
        names.push_back("bias table");
    if (p.factors)
        names.push_back("content factor");
    if (p.factors && p.bias)
        names.push_back("bias factor");
    Comparison result;
    for (std::size_t n = 0; n < got.size(); ++n) {
        const auto value = got[n].to(at::kDouble);
        result.finite = result.finite && at::isfinite(value).all().item<bool>();
        // A gradient may vanish altogether (one key has all the weight); the numbers that cancel in it are of order 1 and more.
        const auto size = std::max(expected[n].abs().max().item<double>(), 1.0);
        const auto error = (value - expected[n]).abs().max().item<double>() / size;
        if (!(error <= result.error)) {
            result.error = error;
            result.where = names[n];
        }
    }
    return result;
}

}  // namespace bam::test
