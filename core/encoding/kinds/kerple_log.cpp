// SPDX-License-Identifier: GPL-3.0-or-later
// Kerple's logarithmic kernel: b_h(δ) = −r1·ln(1 + r2·δ) with r1, r2 > 0 of each head. They start uniform in [0, 2) and [0, 1), and, as in the published
// code, are kept from falling below 0.01 by moving them back, so that their gradients stay those of the formula.
// Scalable-Softmax scales the content term alone, as with ALiBi: see EncodingKind::ssmaxScalesBias.
#include "core/encoding/encoding.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

namespace bam::encoding::kinds {
namespace {

constexpr double kLeast = 0.01;

class LogarithmicKernel : public BiasModule {
public:
    explicit LogarithmicKernel(const BuildContext& context)
    {
        const auto uniform = [&](double below) { return at::empty({1, context.model.heads, 1, 1}, at::kFloat).uniform_(0, below, context.generator); };
        m_r1 = uniform(2).requires_grad_(true);
        m_r2 = uniform(1).requires_grad_(true);
        LogarithmicKernel::constrain();
    }

    NamedParameters parameters() const override { return {{"r1", m_r1}, {"r2", m_r2}}; }

    at::Tensor table(std::int64_t length) const override
    {
        const auto distance = at::arange(length, m_r1.options().requires_grad(false));
        return -m_r1.view({-1, 1}) * at::log1p(m_r2.view({-1, 1}) * distance);              // [H, length]
    }

    void constrain() override
    {
        const at::NoGradGuard guard;
        m_r1.clamp_min_(kLeast);
        m_r2.clamp_min_(kLeast);
    }

private:
    at::Tensor m_r1, m_r2;      // [1, H, 1, 1]
};

}  // namespace

EncodingKind kerple_log()
{
    EncodingKind kind;
    kind.name = "kerple_log";
    kind.title = "Kerple (log)";
    kind.source = "Chi et al., KERPLE: Kernelized Relative Positional Embedding for Length Extrapolation, NeurIPS 2022";
    kind.rank = 6;
    kind.hasPrior = true;
    kind.headScalars = {"r1", "r2"};
    kind.makeBias = [](const BuildContext& context) { return std::make_unique<LogarithmicKernel>(context); };
    return kind;
}

}  // namespace bam::encoding::kinds
