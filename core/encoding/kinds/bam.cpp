// SPDX-License-Identifier: GPL-3.0-or-later
// The Bayesian Attention Mechanism's prior: b(δ) = −exp(θα)·(|−δ − μ| + ε)^θβ, μ = exp(θμ) − exp(−θμ), ε = 1e-5.
// T powers per head and forward pass; autograd reaches the three parameters through the table.
#include "core/encoding/encoding.h"

#include "core/base/text.h"

#include <ATen/ATen.h>

#include <charconv>
#include <cmath>
#include <optional>

namespace bam::encoding::kinds {
namespace {

constexpr double kEpsilon = 1e-5;

std::optional<double> asNumber(const std::string& text)
{
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

at::Tensor alphaStart(const BuildContext& context)
{
    const auto& init = context.model.prior.thetaAlphaInit;
    const auto slopes = at::tensor(alibiSlopes(context.model.heads), at::kDouble);
    if (init == "slope")
        return slopes.log().to(at::kFloat);
    if (init == "slope_raw")
        return slopes.to(at::kFloat);
    if (init == "sampled")
        return at::randn({context.model.heads}, context.generator, at::kFloat);
    return at::full({context.model.heads}, asNumber(init).value(), at::kFloat);
}

at::Tensor betaStart(const BuildContext& context)
{
    const auto& prior = context.model.prior;
    if (!prior.thetaBetaTrainable)
        return at::ones({context.model.heads}, at::kFloat);
    if (prior.thetaBetaInit == "linear")
        return at::linspace(0, 1, context.model.heads, at::kFloat);
    if (prior.thetaBetaInit == "sampled")
        return at::randn({context.model.heads}, context.generator, at::kFloat);
    return at::full({context.model.heads}, asNumber(prior.thetaBetaInit).value(), at::kFloat);
}

class GeneralizedGaussianPrior : public BiasModule {
public:
    explicit GeneralizedGaussianPrior(const BuildContext& context)
    {
        const auto& prior = context.model.prior;
        const auto shaped = [&](const at::Tensor& start) { return start.view({1, context.model.heads, 1, 1}).clone(); };
        m_alpha = shaped(alphaStart(context)).requires_grad_(prior.thetaAlphaTrainable);
        m_beta = shaped(betaStart(context)).requires_grad_(prior.thetaBetaTrainable);
        m_mu = shaped(at::full({context.model.heads}, prior.thetaMuInit, at::kFloat)).requires_grad_(prior.thetaMuTrainable);
    }

    NamedParameters parameters() const override
    {
        return {{"theta_alpha", m_alpha}, {"theta_beta", m_beta}, {"theta_mu", m_mu}};
    }

    at::Tensor table(std::int64_t length) const override
    {
        const auto alpha = m_alpha.view({-1, 1});
        const auto beta = m_beta.view({-1, 1});
        const auto mu = m_mu.view({-1, 1}).exp() - m_mu.view({-1, 1}).neg().exp();
        const auto offset = -at::arange(length, m_alpha.options().requires_grad(false));    // j − i = −δ
        return -at::pow((offset - mu).abs() + kEpsilon, beta) * alpha.exp();                // [H, length]
    }

private:
    at::Tensor m_alpha, m_beta, m_mu;   // [1, H, 1, 1]
};

std::vector<std::string> check(const spec::ModelSpec& model)
{
    std::vector<std::string> problems;
    const auto& prior = model.prior;
    const auto isOneOf = [](const std::string& text, std::initializer_list<const char*> words) {
        return std::find(words.begin(), words.end(), text) != words.end();
    };
    if (!isOneOf(prior.thetaAlphaInit, {"slope", "slope_raw", "sampled"}) && !asNumber(prior.thetaAlphaInit))
        problems.push_back(str("theta_alpha_init is \"", prior.thetaAlphaInit, "\"; expected a number, slope, slope_raw or sampled"));
    if (!isOneOf(prior.thetaBetaInit, {"linear", "sampled"}) && !asNumber(prior.thetaBetaInit))
        problems.push_back(str("theta_beta_init is \"", prior.thetaBetaInit, "\"; expected a number, linear or sampled"));
    return problems;
}

}  // namespace

EncodingKind bam()
{
    EncodingKind kind;
    kind.name = "bam";
    kind.title = "BAM";
    kind.source = "Bianchessi et al., Bayesian Attention Mechanism, ICLR 2026";
    kind.rank = 4;
    kind.ssmaxScalesBias = true;
    kind.hasPrior = true;
    kind.headScalars = {"theta_alpha", "theta_beta", "theta_mu"};
    kind.makeBias = [](const BuildContext& context) { return std::make_unique<GeneralizedGaussianPrior>(context); };
    kind.check = check;
    return kind;
}

}  // namespace bam::encoding::kinds
