// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/pointwise_check.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/grad_mode.h>

#include <cmath>
#include <limits>

namespace bam::model {
namespace {

/// Makes inputs, runs kernels and collects what is wrong.
class Checker {
public:
    Checker(const at::Device& device, const PointwiseShape& shape)
        : m_device(device), m_shape(shape), m_generator(at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(5)))
    {
    }

    at::ScalarType type() const { return m_shape.narrow ? at::kBFloat16 : at::kFloat; }
    Element element() const { return m_shape.narrow ? Element::BFloat16 : Element::Float32; }
    at::Tensor random(at::IntArrayRef sizes, at::ScalarType type) { return at::randn(sizes, m_generator, at::kFloat).to(type).to(m_device); }
    at::Tensor on(const at::Tensor& tensor) const { return tensor.to(m_device); }
    at::Tensor unwritten(at::IntArrayRef sizes, at::ScalarType type) const
    {
        return at::full(sizes, std::numeric_limits<float>::quiet_NaN(), at::TensorOptions(m_device).dtype(type));
    }
    void expect(const char* what, const at::Tensor& found, const at::Tensor& expected, bool rounded)
    {
        if (!m_clause.empty())
            return;
        const double scale = std::max(expected.abs().max().item<double>(), 1e-6), tolerance = rounded && m_shape.narrow ? 1e-2 : 1e-5;
        const double error = (found.to(at::kCPU, at::kDouble) - expected).abs().max().item<double>() / scale;
        if (!(error <= tolerance))
            m_clause = str(what, " is off by ", error, " of its largest value (", tolerance, " is allowed)");
    }
    void succeed(const char* message, const char* what) const
    {
        if (message != nullptr)
            throw Error(ErrorCode::Failed, str("the kernel of ", what, " failed: ", message));
    }
    const std::string& clause() const { return m_clause; }

private:
    at::Device m_device;
    PointwiseShape m_shape;
    at::Generator m_generator;
    std::string m_clause;
};

at::Tensor exact(const at::Tensor& tensor) { return tensor.to(at::kCPU, at::kDouble); }

void checkNorm(Checker& checker, const PointwiseKernels& kernels, const PointwiseShape& shape, bool adds)
{
    constexpr double kEps = 1e-5;
    const auto x = checker.random({shape.rows, shape.width}, at::kFloat), added = checker.random({shape.rows, shape.width}, checker.type());
    const auto weight = checker.random({shape.width}, at::kFloat), gradient = checker.random({shape.rows, shape.width}, checker.type());
    const auto passed = checker.random({shape.rows, shape.width}, at::kFloat);
    const auto sum = checker.unwritten(x.sizes(), at::kFloat), y = checker.unwritten(x.sizes(), checker.type());
    const auto scales = checker.unwritten({shape.rows}, at::kFloat);
    NormArgs forward{shape.rows, shape.width, float(kEps), x.data_ptr<float>()};
    forward.addedType = forward.type = checker.element();
    if (adds) {
        forward.added = added.data_ptr();
        forward.sum = sum.data_ptr<float>();
    }
    forward.weight = weight.data_ptr<float>();
    forward.y = y.data_ptr();
    forward.scales = scales.data_ptr<float>();
    checker.succeed(kernels.norm(forward), "the norm");
    const auto total = adds ? exact(x) + exact(added) : exact(x), factor = at::rsqrt(total.square().mean(-1, true) + kEps);
    if (adds)
        checker.expect("the sum of a norm", sum, total, false);
    checker.expect("a norm", y, total * factor * exact(weight), true);

    const auto dx = checker.unwritten(x.sizes(), at::kFloat), dAdded = checker.unwritten(x.sizes(), checker.type());
    NormBackwardArgs backward{shape.rows, shape.width, gradient.data_ptr(), checker.element(), adds ? sum.data_ptr<float>() : x.data_ptr<float>()};
    backward.weight = forward.weight;
    backward.scales = forward.scales;
    backward.xGradient = dx.data_ptr<float>();
    backward.addedType = checker.element();
    backward.parts = normParts(shape.rows);
    const auto parts = checker.unwritten({backward.parts, shape.width}, at::kFloat);
    backward.weightParts = parts.data_ptr<float>();
    if (adds) {
        backward.passed = passed.data_ptr<float>();
        backward.addedGradient = dAdded.data_ptr();
    }
    checker.succeed(kernels.normBackward(backward), "the norm's gradient");
    const auto weighted = exact(gradient) * exact(weight);
    auto expected = factor * (weighted - total * factor.square() * (weighted * total).mean(-1, true));
    if (adds)
        expected = expected + exact(passed);
    checker.expect("the gradient of a norm's input", dx, expected, false);
    if (adds)
        checker.expect("the gradient of what a norm adds", dAdded, expected, true);
    checker.expect("the gradient of a norm's weight", parts.sum(0), (exact(gradient) * total * factor).sum(0), false);
}

void checkGate(Checker& checker, const PointwiseKernels& kernels, const PointwiseShape& shape)
{
    const auto make = [&] { return checker.random({shape.rows, shape.width}, checker.type()); };
    const auto a = make(), b = make(), gradient = make();
    const auto empty = [&] { return checker.unwritten(a.sizes(), checker.type()); };
    const auto y = empty(), da = empty(), db = empty();
    checker.succeed(kernels.gate({a.numel(), checker.element(), a.data_ptr(), b.data_ptr(), y.data_ptr()}), "the gate");
    checker.succeed(kernels.gateBackward({a.numel(), checker.element(), gradient.data_ptr(), a.data_ptr(), b.data_ptr(), da.data_ptr(), db.data_ptr()}),
        "the gate's gradient");
    const auto sigmoid = at::sigmoid(exact(a));
    checker.expect("a gate", y, exact(a) * sigmoid * exact(b), true);
    checker.expect("the gradient of a gate", da, exact(gradient) * exact(b) * sigmoid * (1 + exact(a) * (1 - sigmoid)), true);
    checker.expect("the gradient of a gate's value", db, exact(gradient) * exact(a) * sigmoid, true);
}

void checkTokenLoss(Checker& checker, const PointwiseKernels& kernels, const PointwiseShape& shape)
{
    const auto logits = checker.random({shape.rows, shape.pieces}, checker.type()) * 4;
    // Some rows have no target; pieces are met at both ends.
    const auto row = at::arange(shape.rows, at::kLong), targets = (row * 101 + shape.pieces - 1).remainder(shape.pieces).masked_fill(row % 5 == 3, -1);
    const auto onDevice = checker.on(targets), scale = checker.on(at::full({}, 0.25f)), losses = checker.unwritten({shape.rows}, at::kFloat);
    TokenLossArgs args{shape.rows, shape.pieces, checker.element()};
    const auto work = logits.clone(), untouched = logits.clone();
    args.logits = untouched.data_ptr();
    args.targets = onDevice.data_ptr<std::int64_t>();
    args.losses = losses.data_ptr<float>();
    const auto counted = targets.ge(0), safe = targets.clamp_min(0);
    const auto logProbabilities = at::log_softmax(exact(logits), 1);
    const auto expected = -logProbabilities.gather(1, safe.unsqueeze(1)).squeeze(1) * counted;
    checker.succeed(kernels.tokenLoss(args), "the loss");
    checker.expect("the loss", losses, expected, false);
    checker.expect("logits whose gradient is not wanted", untouched, exact(logits), false);
    losses.fill_(std::numeric_limits<float>::quiet_NaN());
    args.logits = work.data_ptr();
    args.scale = scale.data_ptr<float>();
    checker.succeed(kernels.tokenLoss(args), "the loss's gradient");
    checker.expect("the loss beside its gradient", losses, expected, false);
    const auto oneHot = at::zeros(logits.sizes(), at::kDouble).scatter(1, safe.unsqueeze(1), 1.0);
    checker.expect("the gradient of the logits", work, (logProbabilities.exp() - oneHot) * counted.unsqueeze(1) * 0.25, true);
}

void checkRotation(Checker& checker, const PointwiseKernels& kernels, const PointwiseShape& shape)
{
    const auto width = shape.width / shape.heads;
    const auto x = checker.random({2, shape.rows, shape.heads, width}, checker.type()), angles = checker.random({shape.rows, width / 2}, at::kFloat);
    const auto cosine = angles.cos(), sine = angles.sin();
    for (const float sign : {1.0f, -1.0f}) {
        const auto y = checker.unwritten(x.sizes(), checker.type());
        checker.succeed(kernels.rotation({2, shape.heads, shape.rows, width, checker.element(), x.data_ptr(), x.stride(0), x.stride(2), x.stride(1),
                            cosine.data_ptr<float>(), sine.data_ptr<float>(), sign, y.data_ptr()}),
            "the rotation");
        const auto pairs = exact(x).unflatten(-1, {-1, 2}), c = exact(cosine).unsqueeze(1), s = exact(sine).unsqueeze(1) * double(sign);
        const auto a = pairs.select(-1, 0), b = pairs.select(-1, 1);
        checker.expect("a rotation", y, at::stack({a * c - b * s, a * s + b * c}, -1).flatten(-2), true);
    }
}

}  // namespace

std::string checkPointwise(const PointwiseKernels& kernels, const at::Device& device, const PointwiseShape& shape)
{
    try {
        const at::NoGradGuard guard;
        Checker checker(device, shape);
        checkNorm(checker, kernels, shape, false);
        checkNorm(checker, kernels, shape, true);
        checkGate(checker, kernels, shape);
        checkTokenLoss(checker, kernels, shape);
        checkRotation(checker, kernels, shape);
        return checker.clause();
    } catch (const Error& error) {
        return error.cause();
    } catch (const c10::Error& error) {
        return error.what_without_backtrace();
    }
}

}  // namespace bam::model
