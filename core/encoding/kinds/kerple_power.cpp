// SPDX-License-Identifier: GPL-3.0-or-later
// Kerple's power kernel: b_h(δ) = −r1·δ^r2 with r1 > 0 and 0 < r2 ≤ 2 of each head, beyond which it is no conditionally positive definite kernel. They start
// uniform in [0, 1) and [0, 2), and, as in the published code, are kept within 0.01 … and 0.01 … 2 by moving them back, so that their gradients stay those
// of the formula. r2 = 1 is ALiBi's shape with learned slopes.
// Scalable-Softmax scales the content term alone, as with ALiBi: see EncodingKind::ssmaxScalesBias.
#include "core/encoding/encoding.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

namespace bam::encoding::kinds {
namespace {

constexpr double kLeast = 0.01, kLargestPower = 2;

class PowerKernel : public BiasModule {
public:
    explicit PowerKernel(const BuildContext& context)
    {
        const auto uniform = [&](double below) { return at::empty({1, context.model.heads, 1, 1}, at::kFloat).uniform_(0, below, context.generator); };
        m_r1 = uniform(1).requires_grad_(true);
        m_r2 = uniform(kLargestPower).requires_grad_(true);
        PowerKernel::constrain();
    }

    NamedParameters parameters() const override { return {{"r1", m_r1}, {"r2", m_r2}}; }

    at::Tensor table(std::int64_t length) const override
    {
        const auto distance = at::arange(length, m_r1.options().requires_grad(false));
        return -m_r1.view({-1, 1}) * at::pow(distance, m_r2.view({-1, 1}));                 // [H, length]
    }

    void constrain() override
    {
        const at::NoGradGuard guard;
        m_r1.clamp_min_(kLeast);
        m_r2.clamp_(kLeast, kLargestPower);
    }

private:
    at::Tensor m_r1, m_r2;      // [1, H, 1, 1]
};

}  // namespace

EncodingKind kerple_power()
{
    EncodingKind kind;
    kind.name = "kerple_power";
    kind.title = "Kerple (power)";
    kind.source = "Chi et al., KERPLE: Kernelized Relative Positional Embedding for Length Extrapolation, NeurIPS 2022";
    kind.rank = 7;
    kind.hasPrior = true;
    kind.headScalars = {"r1", "r2"};
    kind.makeBias = [](const BuildContext& context) { return std::make_unique<PowerKernel>(context); };
    return kind;
}

}  // namespace bam::encoding::kinds
