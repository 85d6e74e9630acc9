// SPDX-License-Identifier: GPL-3.0-or-later
// Replays a recorded micro-batch (forward and backward pass) instead of launching its operations one by one.
//
// Recorded are addresses: of the parameters, of one set of gradients that is zeroed and added to but never replaced, of one input that batches are
// copied into, and of one running loss. A recording is used only after it agreed with the ordinary computation; whatever goes wrong, before or later,
// is said once, and from then on run() leaves the work to its caller. Invariant: no step is lost or done twice, and no run fails because of this.
#pragma once

#include "core/base/progress.h"
#include "core/device/cuda_graph.h"
#include "core/train/optimizer.h"
#include "core/train/step_input.h"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace bam::train {

/// What a step is made of.
struct MicroWork {
    /// Adds the gradients of loss ÷ parts to the parameters'. Reads nothing back. @param batch on the device @returns loss ÷ parts, detached, scalar float32
    std::function<at::Tensor(const data::Batch& batch, std::size_t parts)> add;
    /// What else a recording of this batch reads, kept as long as the recording; may be null.
    std::function<std::shared_ptr<const void>(const data::Batch& batch)> hold;
};

class GraphedStep {
public:
    using MakeGraph = std::function<std::unique_ptr<device::WorkGraph>()>;

    /// @param optimizer outlives the object @param tolerance relative, of loss and gradient norm @param say for the run's log
    GraphedStep(MicroWork work, MakeGraph makeGraph, const Optimizer& optimizer, const at::Device& device, double tolerance, LogFn say);
    GraphedStep(const GraphedStep&) = delete;
    GraphedStep& operator=(const GraphedStep&) = delete;

    /// Leaves the step's gradients in the parameters. The first step is the caller's (kernels load, and are checked); the second records.
    /// @returns the loss, valid until the next call; undefined when the caller must compute the step, from undefined gradients
    at::Tensor run(const std::vector<data::Batch>& batches);

    /// Whether steps of the recorded shape are replayed.
    bool isReplaying() const { return m_state == State::Ready; }

private:
    enum class State { Fresh, Waiting, Ready, Off };
    struct Numbers {
        double loss, norm;
    };

    void prepare(const std::vector<data::Batch>& batches);
    void verify(const data::Batch& batch);
    void dropGradients();
    void clearSums();       // gradients and loss are 0, at their recorded addresses
    bool fits(const data::Batch& batch) const;
    void load(const data::Batch& batch);
    at::Tensor replayed(const std::vector<data::Batch>& batches);
    Numbers numbers(const at::Tensor& loss) const;
    void requireNear(const Numbers& found, const Numbers& expected, const char* what) const;
    void turnOff(const std::string& reason);

    MicroWork m_work;
    MakeGraph m_makeGraph;
    const Optimizer& m_optimizer;
    at::Device m_device;
    double m_tolerance;
    LogFn m_say;

    State m_state = State::Fresh;
    std::vector<at::Tensor> m_parameters;
    std::size_t m_parts = 0;
    data::Batch m_input;
    at::Tensor m_total;
    std::vector<std::pair<at::Tensor, at::Tensor>> m_gradients;     // parameter and its gradient, of those that get one
    std::shared_ptr<const void> m_held;
    std::unique_ptr<device::WorkGraph> m_graph;                     // last: it goes before what it reads
};

}  // namespace bam::train
