// SPDX-License-Identifier: GPL-3.0-or-later
// FIRE: functional interpolation of the distance, b(δ, p) = f_θ(ψ(δ) / ψ(max(L, p))) with ψ(x) = ln(|c·x| + 1), p the query's position in its document, and
// f_θ a perceptron from one number through 32 rectified units to one number per head. c and L are learned, L as a multiple of its start `fire_threshold`; as in
// the published code ψ of the normaliser gets 1e-6 added, c starts at 0.1 and f_θ as linear layers do in PyTorch.
// With packed documents p counts from the document's start, as Scalable-Softmax's keys do: a document's numbers do not depend on where it is packed.
// For p < L the bias is a function of the distance alone, one table; longer documents have rows of their own (core/attention/row_bias.h).
// Scalable-Softmax scales the content term alone, as with ALiBi: see EncodingKind::ssmaxScalesBias.
#include "core/attention/row_bias.h"
#include "core/encoding/encoding.h"

#include <ATen/ATen.h>
#include <ATen/autocast_mode.h>
#include <ATen/core/grad_mode.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <cmath>

namespace bam::encoding::kinds {
namespace {

constexpr std::int64_t kWidth = 32;
constexpr double kStartOfC = 0.1, kEpsilon = 1e-6;

/// What a layer learns, and the formula.
class Interpolation : public attention::RowBias {
public:
    explicit Interpolation(const BuildContext& context)
        : m_startOfL(context.model.prior.fireThreshold)
    {
        const auto heads = context.model.heads;
        const auto uniform = [&](at::IntArrayRef shape, std::int64_t inputs) {
            const auto bound = 1 / std::sqrt(double(inputs));
            return at::empty(shape, at::kFloat).uniform_(-bound, bound, context.generator).requires_grad_(true);
        };
        m_c = at::full({}, kStartOfC, at::kFloat).requires_grad_(true);
        m_multiplierOfL = at::ones({}, at::kFloat).requires_grad_(true);
        m_weightIn = uniform({kWidth, 1}, 1);
        m_biasIn = uniform({kWidth}, 1);
        m_weightOut = uniform({heads, kWidth}, kWidth);
        m_biasOut = uniform({heads}, kWidth);
    }

    NamedParameters named() const
    {
        return {{"c", m_c}, {"L_multiplier", m_multiplierOfL}, {"mlp.0.weight", m_weightIn}, {"mlp.0.bias", m_biasIn}, {"mlp.2.weight", m_weightOut},
            {"mlp.2.bias", m_biasOut}};
    }

    std::vector<at::Tensor> parameters() const override { return {m_c, m_multiplierOfL, m_weightIn, m_biasIn, m_weightOut, m_biasOut}; }

    std::int64_t tableRows() const override
    {
        const auto threshold = std::abs(m_multiplierOfL.item<double>()) * m_startOfL;
        return std::isfinite(threshold) ? std::int64_t(std::ceil(std::min(threshold, 1e15))) : 0;
    }

    at::Tensor rows(const at::Tensor& distances, const at::Tensor& positions) const override { return rowsBy(m_weightOut, m_biasOut, distances, positions); }

    at::Tensor rowsOfHead(const at::Tensor& distances, const at::Tensor& positions, std::int64_t head) const override
    {
        return rowsBy(m_weightOut.narrow(0, head, 1), m_biasOut.narrow(0, head, 1), distances, positions);
    }

    std::int64_t numbersPerPair() const override { return 3 * kWidth; }

    /// b_h(δ) of the rows p < L. @param distances [n] float32 @returns [H, n]
    at::Tensor curve(const at::Tensor& distances) const { return perceptron(psi(distances) / (psi(threshold()) + kEpsilon), m_weightOut, m_biasOut).t().contiguous(); }
    at::Tensor table(std::int64_t length) const { return curve(at::arange(length, m_c.options().requires_grad(false))); }

private:
    at::Tensor threshold() const { return (m_multiplierOfL * m_startOfL).abs(); }
    at::Tensor psi(const at::Tensor& x) const { return at::log((m_c * x).abs() + 1); }

    /// @param weight [H, 32], bias [H] of the heads that are wanted @returns [B or 1, H, Tq, Tk]
    at::Tensor rowsBy(const at::Tensor& weight, const at::Tensor& bias, const at::Tensor& distances, const at::Tensor& positions) const
    {
        const auto normaliser = psi(at::maximum(positions, threshold())).unsqueeze(-1) + kEpsilon;      // [B or 1, Tq, 1]
        return perceptron(psi(distances) / normaliser, weight, bias).permute({0, 3, 1, 2});
    }

    /// @param x [..] @param weight [H, 32] of the heads that are wanted @returns [.., H]
    at::Tensor perceptron(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) const
    {
        const c10::impl::ExcludeDispatchKeyGuard exact(c10::autocast_dispatch_keyset);     // the backward pass computes rows again, and without autocast
        auto units = at::linear(x.unsqueeze(-1), m_weightIn, m_biasIn);
        units = at::GradMode::is_enabled() ? at::relu(units) : units.relu_();
        return at::linear(units, weight, bias);
    }

    double m_startOfL;
    at::Tensor m_c, m_multiplierOfL;            // scalars
    at::Tensor m_weightIn, m_biasIn;            // [32, 1], [32]
    at::Tensor m_weightOut, m_biasOut;          // [H, 32], [H]
};

class FunctionalInterpolation : public BiasModule {
public:
    explicit FunctionalInterpolation(const BuildContext& context)
        : m_function(std::make_shared<Interpolation>(context))
    {
    }

    NamedParameters parameters() const override { return m_function->named(); }
    at::Tensor table(std::int64_t length) const override { return m_function->table(length); }
    at::Tensor curve(const at::Tensor& distances) const override { return m_function->curve(distances); }
    std::shared_ptr<const attention::RowBias> rowBias() const override { return m_function; }

private:
    std::shared_ptr<Interpolation> m_function;
};

}  // namespace

EncodingKind fire()
{
    EncodingKind kind;
    kind.name = "fire";
    kind.title = "FIRE";
    kind.source = "Li et al., Functional Interpolation for Relative Positions Improves Long Context Transformers, ICLR 2024";
    kind.rank = 8;
    kind.describedByNumbers = false;
    kind.dependsOnQuery = true;
    kind.hasPrior = true;
    kind.makeBias = [](const BuildContext& context) { return std::make_unique<FunctionalInterpolation>(context); };
    return kind;
}

}  // namespace bam::encoding::kinds
