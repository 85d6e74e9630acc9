// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/kernel_check.h"

#include "core/attention/kernel_tensors.h"
#include "core/base/error.h"
#include "core/base/text.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/grad_mode.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace bam::attention {
namespace {

RowFactor factorOf(const at::Tensor& t)
{
    if (!t.defined())
        return {};
    const auto stride = [&](int dimension) { return t.size(dimension) == 1 ? 0 : t.stride(dimension); };
    return {t.data_ptr<float>(), stride(0), stride(1), stride(2)};
}

/// Every tensor of the inputs, changed by the function.
template <typename Change>
AttendInputs changed(AttendInputs in, Change&& change)
{
    for (auto* tensor : {&in.q, &in.k, &in.v, &in.biasTable, &in.contentFactor, &in.biasFactor, &in.firstVisible})
        if (tensor->defined())
            *tensor = change(*tensor);
    return in;
}

at::Tensor unwritten(at::IntArrayRef sizes, at::TensorOptions options)
{
    return at::full(sizes, std::numeric_limits<float>::quiet_NaN(), options);
}

/// Natural logarithm of Σ_j exp(s_ij), written out densely.
at::Tensor denseLogSumExp(const AttendInputs& in)
{
    const auto queries = in.q.size(2), keys = in.k.size(2);
    const auto keysOfHeads = in.k.repeat_interleave(in.q.size(1) / in.k.size(1), 1);
    auto scores = at::matmul(in.q, keysOfHeads.transpose(2, 3)) / std::sqrt(double(in.q.size(3)));
    if (in.contentFactor.defined())
        scores = scores * in.contentFactor;
    const auto i = at::arange(in.queryStart, in.queryStart + queries, at::kLong).view({-1, 1}), j = at::arange(keys, at::kLong).view({1, -1});
    if (in.biasTable.defined()) {
        const auto bias = in.biasTable.index({at::indexing::Slice(), (i - j).clamp_min(0)}).unsqueeze(0);
        scores = scores + (in.biasFactor.defined() ? bias * in.biasFactor : bias);
    }
    auto hidden = (j > i).view({1, 1, queries, keys});
    if (in.firstVisible.defined())
        hidden = hidden.logical_or(j.view({1, 1, 1, -1}) < in.firstVisible.view({-1, 1, queries, 1}));
    return at::logsumexp(scores.masked_fill(hidden, -std::numeric_limits<double>::infinity()), -1);
}

void succeed(const char* message, const char* what)
{
    if (message != nullptr)
        throw Error(ErrorCode::Failed, str("The ", what, " kernel failed: ", message, "."));
}

using Named = std::pair<const char*, at::Tensor KernelResults::*>;
constexpr Named kResults[] = {{"the output", &KernelResults::out}, {"the logarithm of the sum", &KernelResults::logSumExp},
    {"the gradient of q", &KernelResults::q}, {"the gradient of k", &KernelResults::k}, {"the gradient of v", &KernelResults::v},
    {"the gradient of the bias", &KernelResults::bias}, {"the gradient of the content factor", &KernelResults::contentFactor},
    {"the gradient of the bias factor", &KernelResults::biasFactor}};
constexpr int kFirstGradient = 2;

}  // namespace

at::ScalarType scalarType(Element element)
{
    return element == Element::BFloat16 ? at::kBFloat16 : element == Element::Float16 ? at::kHalf : at::kFloat;
}

double toleranceOf(Element element)
{
    return element == Element::Float32 ? 1e-4 : 3e-2;
}

KernelProblem makeProblem(const ProblemShape& shape)
{
    auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(29));
    const auto random = [&](at::IntArrayRef sizes) { return at::randn(sizes, generator, at::kFloat); };
    const auto rows = [&](std::int64_t heads, std::int64_t length) {
        return random({shape.batch, length, heads, shape.width}).to(scalarType(shape.element)).transpose(1, 2);
    };
    KernelProblem problem;
    AttendInputs& in = problem.inputs;
    in.q = rows(shape.heads, shape.queries);
    in.k = rows(shape.kvHeads, shape.keys);
    in.v = rows(shape.kvHeads, shape.keys);
    problem.outGradient = rows(shape.heads, shape.queries);
    if (shape.bias)
        in.biasTable = random({shape.heads, shape.keys + 5}) - at::arange(shape.keys + 5, at::kFloat) * shape.slope;
    if (shape.contentFactor)
        in.contentFactor = random({shape.batch, shape.heads, shape.queries, 1}) * shape.factorScale;
    if (shape.biasFactor)
        in.biasFactor = random({1, shape.heads, shape.queries, 1});
    in.queryStart = shape.queryStart;
    if (shape.documentLength > 0) {
        // Documents of 1, documentLength, 1, … keys, shifted from batch to batch.
        in.firstVisible = at::empty({shape.batch, shape.queries}, at::kLong);
        auto* first = in.firstVisible.data_ptr<std::int64_t>();
        for (std::int64_t b = 0; b < shape.batch; ++b) {
            std::int64_t start = 0, length = b % 2 == 0 ? 1 : shape.documentLength;
            for (std::int64_t position = 0; position < shape.queryStart + shape.queries; ++position) {
                if (position - start == length) {
                    start = position;
                    length = length == 1 ? shape.documentLength : 1;
                }
                if (position >= shape.queryStart)
                    *first++ = start;
            }
        }
    }
    return problem;
}

ForwardArgs forwardArgs(const AttendInputs& in, const at::Tensor& out, const at::Tensor& logSumExp)
{
    ForwardArgs args;
    args.shape = shapeOf(in.q, in.k, in.queryStart, out.scalar_type());
    args.q = rowsOf(in.q);
    args.k = rowsOf(in.k);
    args.v = rowsOf(in.v);
    if (in.biasTable.defined()) {
        args.biasTable = in.biasTable.data_ptr<float>();
        args.biasStride = in.biasTable.stride(0);
    }
    args.contentFactor = factorOf(in.contentFactor);
    args.biasFactor = factorOf(in.biasFactor);
    if (in.firstVisible.defined()) {
        args.firstVisible = in.firstVisible.data_ptr<std::int64_t>();
        args.firstVisibleBatch = in.firstVisible.size(0) == 1 ? 0 : in.firstVisible.stride(0);
    }
    args.out = rowsOf(out);
    args.logSumExp = logSumExp.data_ptr<float>();
    return args;
}

KernelResults compute(const Kernels& kernels, const KernelProblem& problem, const at::Device& device)
{
    const at::NoGradGuard noGradients;
    const auto in = changed(problem.inputs, [&](const at::Tensor& t) { return t.to(device); });
    const auto outGradient = problem.outGradient.to(device);
    const auto batch = in.q.size(0), heads = in.q.size(1), queries = in.q.size(2), keys = in.k.size(2), width = in.q.size(3);
    const auto single = in.q.options().dtype(at::kFloat);
    // As the model wants them: heads beside each other.
    const auto rows = [&](std::int64_t count, std::int64_t length) { return unwritten({batch, length, count, width}, in.q.options()).transpose(1, 2); };
    KernelResults found;
    found.out = rows(heads, queries);
    found.logSumExp = unwritten({batch, heads, queries}, single);
    found.q = rows(heads, queries);
    found.k = rows(in.k.size(1), keys);
    found.v = rows(in.k.size(1), keys);
    BackwardArgs args;
    args.forward = forwardArgs(in, found.out, found.logSumExp);
    args.outGradient = rowsOf(outGradient);
    args.qGradient = rowsOf(found.q);
    args.kGradient = rowsOf(found.k);
    args.vGradient = rowsOf(found.v);
    const auto wanted = [&](const at::Tensor& input, at::Tensor& gradient, at::IntArrayRef sizes) -> float* {
        if (!input.defined())
            return nullptr;
        gradient = unwritten(sizes, single);
        return gradient.data_ptr<float>();
    };
    args.biasGradient = wanted(in.biasTable, found.bias, {heads, keys});
    args.contentFactorGradient = wanted(in.contentFactor, found.contentFactor, {batch, heads, queries});
    args.biasFactorGradient = wanted(in.biasFactor, found.biasFactor, {batch, heads, queries});
    succeed(kernels.forward(args.forward), "forward");
    succeed(kernels.backward(args), "backward");
    for (const auto& [name, member] : kResults)
        if ((found.*member).defined())
            found.*member = (found.*member).cpu();
    return found;
}

KernelResults computeReference(const KernelProblem& problem)
{
    const at::AutoGradMode gradients(true);
    auto in = changed(problem.inputs, [](const at::Tensor& t) { return t.scalar_type() == at::kLong ? t : t.detach().to(at::kDouble); });
    // Factors are not broadcast here, so that their gradients come out row by row as the kernels write them.
    for (auto* factor : {&in.contentFactor, &in.biasFactor})
        if (factor->defined())
            *factor = factor->expand({in.q.size(0), in.q.size(1), in.q.size(2), 1}).contiguous();
    KernelResults expected;
    expected.logSumExp = denseLogSumExp(in);
    for (auto* input : {&in.q, &in.k, &in.v, &in.biasTable, &in.contentFactor, &in.biasFactor})
        if (input->defined())
            input->requires_grad_(true);
    // No query sees keys behind the last one.
    auto seen = in;
    seen.k = in.k.narrow(2, 0, in.queryStart + in.q.size(2));
    seen.v = in.v.narrow(2, 0, in.queryStart + in.q.size(2));
    const auto out = attend(seen);
    (out * problem.outGradient.to(at::kDouble)).sum().backward();
    expected.out = out.detach();
    expected.q = in.q.grad();
    expected.k = in.k.grad();
    expected.v = in.v.grad();
    if (in.biasTable.defined())
        expected.bias = in.biasTable.grad().narrow(1, 0, in.k.size(2));
    if (in.contentFactor.defined())
        expected.contentFactor = in.contentFactor.grad().squeeze(-1);
    if (in.biasFactor.defined() && in.biasTable.defined())
        expected.biasFactor = in.biasFactor.grad().squeeze(-1);
    return expected;
}

std::string difference(const KernelResults& found, const KernelResults& expected, double tolerance)
{
    const auto largest = [](const at::Tensor& t) { return t.abs().max().item<double>(); };
    double floor = 0;
    for (int n = kFirstGradient; n < int(std::size(kResults)); ++n)
        if ((expected.*kResults[n].second).defined())
            floor = std::max(floor, 0.5 * largest(expected.*kResults[n].second));
    std::string worst;
    double worstError = tolerance;
    for (int n = 0; n < int(std::size(kResults)); ++n) {
        const auto& [name, member] = kResults[n];
        if (!(expected.*member).defined())
            continue;
        const double scale = std::max(largest(expected.*member), n < kFirstGradient ? 1e-3 : floor);
        const double error = largest((found.*member).to(at::kDouble) - expected.*member) / scale;
        if (!(error <= worstError)) {  // NaN too
            worstError = error;
            worst = str(name, " is off by ", error, " of its largest value (", tolerance, " is allowed)");
            if (std::isnan(error))
                return worst;
        }
    }
    return worst;
}

std::string checkKernels(const Kernels& kernels, const at::Device& device, Element element, std::int64_t width)
{
    try {
        ProblemShape plain, documents, growing;
        plain.element = documents.element = growing.element = element;
        plain.width = growing.width = width;
        documents.width = std::max<std::int64_t>(width - 3, 1);
        documents.documentLength = 21;
        growing.queries = 97;
        growing.keys = 100;
        growing.slope = 0.5;
        for (const ProblemShape& shape : {plain, documents, growing}) {
            const auto problem = makeProblem(shape);
            if (auto clause = difference(compute(kernels, problem, device), computeReference(problem), toleranceOf(element)); !clause.empty())
                return clause;
        }
        return {};
    } catch (const Error& error) {
        return error.cause();
    } catch (const c10::Error& error) {
        return error.what_without_backtrace();
    }
}

}  // namespace bam::attention
