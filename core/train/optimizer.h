// SPDX-License-Identifier: GPL-3.0-or-later
// RAdam (Liu et al., ICLR 2020; with decoupled weight decay as in PyTorch's `decoupled_weight_decay=True`) and AdamW, over the three
// parameter groups of model.md: matrices (decay), other tensors, priors. LibTorch's C++ API has no RAdam.
#pragma once

#include "core/interop/safetensors.h"
#include "core/model/transformer.h"
#include "core/spec/spec.h"

#include <string>
#include <vector>

namespace bam::train {

struct ParameterGroup {
    std::string name;                   ///< "matrices", "vectors", "priors"
    std::vector<std::string> names;
    std::vector<at::Tensor> parameters;
    double baseRate = 0;
    double weightDecay = 0;
};

class Optimizer {
public:
    /// Takes the parameters that require a gradient; frozen ones are left alone.
    Optimizer(const spec::TrainSpec& spec, const model::NamedParameters& parameters);

    void zeroGradients();
    /// Has the next step scale all gradients so that their global norm is at most `maxNorm` (0: leaves them). On a CPU the gradients themselves stay as
    /// they are: the factor is applied while the step reads them. @returns the norm before clipping
    float clipGradients(double maxNorm);
    /// The same in two parts, for a device that would have to wait for each number: the norm as a scalar there (undefined without gradients), and what
    /// follows once it was read.
    at::Tensor gradientNorm() const;
    void clipGradients(double maxNorm, double norm);
    /// One update with every group's rate times `rateFactor`.
    void step(double rateFactor);

    std::int64_t stepsDone() const { return m_steps; }
    const std::vector<ParameterGroup>& groups() const { return m_groups; }

    /// Both moments of every parameter ("exp_avg.NAME", "exp_avg_sq.NAME") and "step" [1] int64.
    interop::NamedTensors state() const;
    /// @throws Error (Failed) when a moment is missing or wrongly shaped.
    void load(const interop::SafetensorsFile& file);

private:
    struct Moments {
        std::vector<at::Tensor> first, second;
    };

    std::vector<at::Tensor> gradients() const;
    /// Whether all parameters and gradients are contiguous float32 on a CPU: then norm and update are one pass each.
    bool isFused() const;
    void fusedStep(double rateFactor);
    void composedStep(double rateFactor);

    bool m_rectified;
    double m_gradientScale = 1;         // of the clipping, for the next step; 1 after composed clipping, which scales at once
    double m_beta1, m_beta2, m_eps;
    std::int64_t m_steps = 0;
    std::vector<ParameterGroup> m_groups;
    std::vector<Moments> m_moments;     // one per group
};

}  // namespace bam::train
