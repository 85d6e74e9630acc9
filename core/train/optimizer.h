// SPDX-License-Identifier: GPL-3.0-or-later
// RAdam (Liu et al., ICLR 2020; with decoupled weight decay as in PyTorch's `decoupled_weight_decay=True`) and AdamW, over the three
// parameter groups of model.md: matrices (decay), other tensors, priors. LibTorch's C++ API has no RAdam.
#pragma once

#include "core/distributed/group.h"
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
    /// The same on one of several ranks. With spec.shardOptimizer each rank keeps the moments of its share and updates it, then all exchange the parameters
    /// (ZeRO stage 1; Rajbhandari et al., SC 2020): the numbers are those of the whole. @param group outlives the object
    Optimizer(const spec::TrainSpec& spec, const model::NamedParameters& parameters, distributed::Group& group);

    void zeroGradients();
    /// Has the next step scale all gradients so that their global norm is at most `maxNorm` (0: leaves them). On a CPU the gradients themselves stay as
    /// they are: the factor is applied while the step reads them. @returns the norm before clipping
    float clipGradients(double maxNorm);
    /// The same in two parts, for a device that would have to wait for each number: the norm as a scalar there (undefined without gradients), and what
    /// follows once it was read.
    at::Tensor gradientNorm() const;
    void clipGradients(double maxNorm, double norm);
    /// One update with every group's rate times `rateFactor`. With shards, a call of all ranks.
    void step(double rateFactor);
    /// Forgets the gradients' clipping, for a step that is left out. The count of steps stays.
    void skip() { m_gradientScale = 1; }

    std::int64_t stepsDone() const { return m_steps; }
    const std::vector<ParameterGroup>& groups() const { return m_groups; }

    /// Both moments of every parameter ("exp_avg.NAME", "exp_avg_sq.NAME") and "step" [1] int64. With shards, a call of all ranks that gives rank 0 all of
    /// them, on the CPU, and the others nothing.
    interop::NamedTensors state() const;
    /// @throws Error (Failed) when a moment is missing or wrongly shaped.
    void requireFits(const interop::SafetensorsFile& file) const;
    /// A call of all ranks; only rank 0 gives a file, which fits. @throws Error (Failed) when it does not after all
    void load(const interop::SafetensorsFile* file);

private:
    struct Moments {
        std::vector<at::Tensor> first, second;      // undefined where another rank keeps them
    };

    Optimizer(const spec::TrainSpec& spec, const model::NamedParameters& parameters, distributed::Group* group);
    void share();                       // who keeps what
    bool isMine(std::size_t group, std::size_t parameter) const { return m_owners.empty() || m_owners[group][parameter] == m_ranks->rank(); }
    void exchangeParameters();
    std::vector<at::Tensor> gradients() const;
    /// Whether all parameters and gradients are contiguous float32 on a CPU: then norm and update are one pass each.
    bool isFused() const;
    void fusedStep(double rateFactor);
    void composedStep(double rateFactor);

    distributed::Group* m_ranks;        // null: a process alone
    std::vector<std::vector<int>> m_owners;     // rank of each parameter, by group; empty: everyone keeps everything
    bool m_rectified;
    double m_gradientScale = 1;         // of the clipping, for the next step; 1 after composed clipping, which scales at once
    double m_beta1, m_beta2, m_eps;
    std::int64_t m_steps = 0;
    std::vector<ParameterGroup> m_groups;
    std::vector<Moments> m_moments;     // one per group
};

}  // namespace bam::train
