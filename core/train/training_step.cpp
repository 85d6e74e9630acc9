// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/training_step.h"

#include <ATen/ATen.h>
#include <ATen/autocast_mode.h>

namespace bam::train {
namespace {

// Of loss and gradient norm, relative. Replays run the recorded kernels, so agreement is to rounding; narrow products leave room for another choice of
// cuBLAS.
constexpr double kNarrowTolerance = 1e-3, kTolerance = 1e-5;

}  // namespace

Autocast::Autocast(const at::Device& device, const std::string& dtype)
    : m_on(device.is_cuda() && dtype == "bfloat16")
{
    if (m_on) {
        at::autocast::set_autocast_dtype(at::kCUDA, at::kBFloat16);
        at::autocast::set_autocast_enabled(at::kCUDA, true);
        at::autocast::increment_nesting();
    }
}

Autocast::~Autocast()
{
    if (m_on) {
        if (at::autocast::decrement_nesting() == 0)
            at::autocast::clear_cache();
        at::autocast::set_autocast_enabled(at::kCUDA, false);
    }
}

TrainingStep::TrainingStep(const spec::TrainSpec& spec, const model::Transformer& model, Optimizer& optimizer, GraphedStep::MakeGraph makeGraph, const LogFn& say, distributed::GradientReducer* reducer)
    : m_model(model), m_optimizer(optimizer), m_reducer(reducer), m_device(model.device()), m_dtype(spec.dtype), m_gradClip(spec.gradClip)
{
    if (!makeGraph)
        return;
    MicroWork work{[this](const data::Batch& batch, std::size_t parts) { return addMicro(batch, parts, false); },
        [this](const data::Batch& batch) { return m_model.holdPositionTables(batch.inputs.size(1)); }};
    const bool narrow = m_device.is_cuda() && (spec.dtype == "bfloat16" || spec.tensorcores);
    m_graphed.emplace(std::move(work), std::move(makeGraph), optimizer, m_device, narrow ? kNarrowTolerance : kTolerance, say);
}

/// @param last of its step: the ranks' gradients become one as this backward pass goes
at::Tensor TrainingStep::addMicro(const data::Batch& batch, std::size_t parts, bool last) const
{
    const int ranks = m_reducer ? m_reducer->ranks() : 1;
    at::Tensor loss;
    {
        const Autocast autocast(m_device, m_dtype);
        loss = m_model.loss(batch.inputs, batch.targets, batch.documents) / double(parts * std::size_t(ranks));
    }
    if (m_reducer && last)
        m_reducer->reduceNext();
    loss.backward();
    return ranks == 1 ? loss.detach() : loss.detach() * ranks;
}

at::Tensor TrainingStep::launched(const std::vector<data::Batch>& batches)
{
    m_optimizer.zeroGradients();
    at::Tensor total;
    for (const auto& batch : batches) {
        const auto loss = addMicro(onDevice(batch, m_device), batches.size(), &batch == &batches.back());
        total = total.defined() ? total + loss : loss;
    }
    return total;
}

StepNumbers TrainingStep::run(const std::vector<data::Batch>& batches, const std::function<void()>& whileBusy)
{
    auto total = m_graphed ? m_graphed->run(batches) : at::Tensor();
    if (!total.defined())
        total = launched(batches);
    if (!m_device.is_cuda()) {
        if (whileBusy)
            whileBusy();
        const auto norm = m_optimizer.clipGradients(m_gradClip);
        return {total.item<float>(), norm};
    }
    const auto norm = m_optimizer.gradientNorm();
    const auto both = at::stack({total, norm.defined() ? norm : at::zeros_like(total)});
    if (whileBusy)
        whileBusy();
    const auto host = both.to(at::kCPU, at::kFloat);    // the one wait of the step
    const auto* values = host.const_data_ptr<float>();
    m_optimizer.clipGradients(m_gradClip, double(values[1]));
    return {values[0], values[1]};
}

GraphedStep::MakeGraph graphsFor(const spec::TrainSpec& spec, const model::Transformer& model, const at::Device& device)
{
    // A bias that depends on the query asks its threshold in every forward, which no recorded graph can.
    if (!device.is_cuda() || spec.cudaGraphs != "auto" || model.hasRowBias())
        return {};
    return [device] { return device::makeWorkGraph(device); };
}

}  // namespace bam::train
