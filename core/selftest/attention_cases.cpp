// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selftest/attention_cases.h"

#include "core/base/text.h"
#include "core/encoding/encoding.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>

namespace bam::selftest {
namespace {

std::vector<AttentionCase> makeCases()
{
    std::vector<AttentionCase> cases;
    const auto add = [&](AttentionCase c, const std::string& what) {
        c.name = str(c.encoding, ", ", c.queries, c.queries == c.keys ? "" : str(" of ", c.keys), " tokens, width ", c.width,
            c.heads == c.kvHeads ? "" : str(", ", c.heads, ":", c.kvHeads, " heads"), c.documents ? ", documents" : "", what);
        cases.push_back(std::move(c));
    };
    for (const auto& kind : encoding::registry())
        for (const char* ssmax : {"", "_ssmax"})
            add({.encoding = kind.name + ssmax, .batch = 2, .queries = 130, .keys = 130, .documents = true}, "");
    for (const std::int64_t length : {1, 2, 3, 17, 63, 64, 65, 257})
        add({.encoding = "bam_ssmax", .queries = length, .keys = length}, "");
    for (const std::int64_t width : {16, 24, 48, 64, 80, 96, 128})
        add({.encoding = "bam_ssmax", .heads = 4, .kvHeads = 2, .queries = 100, .keys = 100, .width = width, .documents = true}, "");
    for (const std::int64_t queries : {1, 5, 64})
        add({.encoding = "bam_ssmax", .heads = 4, .kvHeads = 1, .queries = queries, .keys = 300}, "");
    for (const double scale : {0.0, -0.7, 1.0, 4.0})
        add({.encoding = "bam_ssmax", .queries = 100, .keys = 100, .seqScale = scale, .wideOnly = scale > 1}, str(", seq_scale ", scale));
    return cases;
}

spec::ModelSpec specOf(const AttentionCase& problem, bool ssmax)
{
    spec::ModelSpec spec;
    spec.encoding = ssmax ? problem.encoding.substr(0, problem.encoding.size() - 6) : problem.encoding;
    spec.ssmax = ssmax;
    spec.heads = problem.heads;
    spec.kvHeads = problem.kvHeads;
    spec.dim = problem.heads * problem.width;
    spec.prior.thetaAlphaInit = "slope";
    spec.prior.thetaBetaInit = "linear";
    spec.prior.thetaMuInit = -0.4;
    return spec;
}

/// Documents of length 1, 2, 3 … in turn.
at::Tensor documentsOf(std::int64_t batch, std::int64_t length)
{
    auto ids = at::empty({batch, length}, at::kLong);
    auto* to = ids.mutable_data_ptr<std::int64_t>();
    for (std::int64_t b = 0; b < batch; ++b)
        for (std::int64_t t = 0, left = 1 + b, id = 0; t < length; ++t, --left) {
            if (left == 0)
                left = ++id % 4 == 0 ? 40 : id % 4;
            to[b * length + t] = id;
        }
    return ids;
}

double relativeError(const at::Tensor& value, const at::Tensor& expected)
{
    return (value - expected).abs().max().item<double>() / std::max(expected.abs().max().item<double>(), 1.0);
}

/// Output, then the gradients of the inputs that are there.
std::vector<at::Tensor> run(const AttentionCase& problem, const attention::AttendInputs& exact, const Attend& attend, at::ScalarType type, const at::Device& device, bool gradients)
{
    auto in = exact;
    std::vector<at::Tensor> leaves;
    const auto factors = type == at::kDouble ? at::kDouble : at::kFloat;
    for (auto* tensor : {&in.q, &in.k, &in.v, &in.biasTable, &in.contentFactor, &in.biasFactor}) {
        if (!tensor->defined())
            continue;
        const bool isRows = tensor == &in.q || tensor == &in.k || tensor == &in.v;
        *tensor = tensor->to(device, isRows ? type : factors).detach().requires_grad_(gradients);
        leaves.push_back(*tensor);
    }
    if (in.firstVisible.defined())
        in.firstVisible = in.firstVisible.to(device);
    const at::AutoGradMode mode(gradients);
    const auto out = attend(in);
    std::vector<at::Tensor> results{out.detach().to(at::kCPU, at::kDouble)};
    if (gradients) {
        const auto weights = at::cos(at::arange(exact.q.numel(), at::kDouble)).view(exact.q.sizes());
        out.backward(weights.to(type).to(device));
        for (const auto& leaf : leaves)
            results.push_back(leaf.grad().to(at::kCPU, at::kDouble));
    }
    return results;
}

}  // namespace

const std::vector<AttentionCase>& attentionCases()
{
    static const auto cases = makeCases();
    return cases;
}

attention::AttendInputs inputsOf(const AttentionCase& problem, at::ScalarType type)
{
    auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(7));
    const auto random = [&](std::int64_t heads, std::int64_t rows) {
        return at::randn({problem.batch, rows, heads, problem.width}, generator, at::kDouble).to(type).to(at::kDouble).transpose(1, 2);
    };
    attention::AttendInputs in;
    in.q = random(problem.heads, problem.queries);
    in.k = random(problem.kvHeads, problem.keys);
    in.v = random(problem.kvHeads, problem.keys);
    in.queryStart = problem.keys - problem.queries;

    const bool ssmax = problem.encoding.ends_with("_ssmax");
    const auto spec = specOf(problem, ssmax);
    const auto& kind = encoding::kind(spec.encoding);
    if (kind.makeBias) {
        at::NoGradGuard guard;
        in.biasTable = kind.makeBias({spec, generator})->table(problem.keys).detach().to(at::kDouble);
    }
    auto visible = (at::arange(problem.queries, at::kLong) + in.queryStart + 1).unsqueeze(0).expand({problem.batch, problem.queries});
    if (problem.documents) {
        in.firstVisible = attention::firstVisible(documentsOf(problem.batch, problem.keys)).narrow(1, in.queryStart, problem.queries).contiguous();
        visible = visible - in.firstVisible;
    }
    if (ssmax) {
        const auto scale = problem.seqScale * at::linspace(0.8, 1.2, problem.heads, at::kDouble).view({1, -1, 1, 1});
        in.contentFactor = (visible.to(at::kDouble).log().view({problem.batch, 1, problem.queries, 1}) * scale).to(at::kFloat).to(at::kDouble);
        if (kind.ssmaxScalesBias && in.biasTable.defined())
            in.biasFactor = in.contentFactor.clone();
    }
    return in;
}

Errors compare(const AttentionCase& problem, const Attend& attend, at::ScalarType type, const at::Device& device, bool gradients)
{
    const auto exact = inputsOf(problem, type);
    const auto got = run(problem, exact, attend, type, device, gradients);
    const auto expected = run(problem, exact, [](const attention::AttendInputs& in) { return attention::attend(in, attention::Backend::Composite); },
        at::kDouble, at::kCPU, gradients);
    Errors errors;
    for (std::size_t n = 0; n < got.size(); ++n) {
        errors.finite = errors.finite && at::isfinite(got[n]).all().item<bool>();
        auto& worst = n == 0 ? errors.output : errors.gradients;
        worst = std::max(worst, relativeError(got[n], expected[n]));
    }
    return errors;
}

}  // namespace bam::selftest
