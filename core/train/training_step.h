// SPDX-License-Identifier: GPL-3.0-or-later
// The gradients of one optimiser step, their norm and its clipping: by CUDA graph where there is one, else operation by operation. The host reads from a
// CUDA device once per step.
#pragma once

#include "core/train/graphed_step.h"

#include "core/distributed/gradient_reducer.h"
#include "core/model/transformer.h"
#include "core/spec/spec.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bam::train {

/// bf16 autocast on CUDA for the life of the object.
class Autocast {
public:
    Autocast(const at::Device& device, const std::string& dtype);
    ~Autocast();
    Autocast(const Autocast&) = delete;
    Autocast& operator=(const Autocast&) = delete;

private:
    bool m_on;
};

struct StepNumbers {
    float loss = 0;     ///< mean of this rank's micro-batches
    float norm = 0;     ///< of the gradients of all ranks, before clipping
};

class TrainingStep {
public:
    /// @param model, optimizer, reducer outlive the object; the model is on its device @param makeGraph null: no graphs @param say for the run's log
    /// @param reducer null: no other ranks
    TrainingStep(const spec::TrainSpec& spec, const model::Transformer& model, Optimizer& optimizer, GraphedStep::MakeGraph makeGraph, const LogFn& say, distributed::GradientReducer* reducer = nullptr);
    TrainingStep(const TrainingStep&) = delete;
    TrainingStep& operator=(const TrainingStep&) = delete;

    /// Leaves clipped gradients to the optimiser. @param whileBusy called when all is queued and nothing was waited for yet
    StepNumbers run(const std::vector<data::Batch>& batches, const std::function<void()>& whileBusy = {});

    bool isReplaying() const { return m_graphed && m_graphed->isReplaying(); }

private:
    at::Tensor addMicro(const data::Batch& batch, std::size_t parts, bool last) const;
    at::Tensor launched(const std::vector<data::Batch>& batches);

    const model::Transformer& m_model;
    Optimizer& m_optimizer;
    distributed::GradientReducer* m_reducer;
    at::Device m_device;
    std::string m_dtype;
    double m_gradClip;
    std::optional<GraphedStep> m_graphed;
};

/// Graphs as training.cuda_graphs asks for them; null where there are none.
GraphedStep::MakeGraph graphsFor(const spec::TrainSpec& spec, const model::Transformer& model, const at::Device& device);

}  // namespace bam::train
