// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/step_input.h"

#include <ATen/ATen.h>

#include <utility>

namespace bam::train {
namespace {

/// Applies f to each tensor that is there.
template <typename F>
data::Batch mapped(const data::Batch& batch, F&& f)
{
    const auto one = [&](const at::Tensor& tensor) { return tensor.defined() ? f(tensor) : tensor; };
    return {one(batch.inputs), one(batch.targets), one(batch.documents)};
}

}  // namespace

data::Batch onDevice(const data::Batch& batch, const at::Device& device)
{
    // LibTorch frees pinned memory for new use only after the copies out of it.
    return mapped(batch, [&](const at::Tensor& tensor) { return tensor.to(tensor.options().device(device), /*non_blocking=*/device.is_cuda()); });
}

data::Batch pinnedFor(const data::Batch& batch, const at::Device& device)
{
    if (!device.is_cuda())
        return batch;
    try {
        return mapped(batch, [](const at::Tensor& tensor) { return tensor.is_cpu() ? tensor.pin_memory() : tensor; });
    } catch (const c10::Error&) {
        return batch;   // a system that refuses to pin memory only makes copies slower
    }
}

std::vector<data::Batch> StepInput::read()
{
    auto batches = m_source.nextStep();
    for (auto& batch : batches)
        batch = pinnedFor(batch, m_device);
    return batches;
}

std::vector<data::Batch> StepInput::next()
{
    if (!m_fetched)
        return read();
    if (m_fetched->error)
        std::rethrow_exception(m_fetched->error);   // it stays: so does the position in front of the step
    auto batches = std::move(m_fetched->batches);
    m_fetched.reset();
    return batches;
}

void StepInput::fetchAhead()
{
    if (!m_ahead || m_fetched)
        return;
    Fetched fetched;
    fetched.before = m_source.position();
    try {
        fetched.batches = read();
    } catch (...) {
        fetched.error = std::current_exception();
    }
    m_fetched = std::move(fetched);
}

void StepInput::seek(const nlohmann::ordered_json& position)
{
    m_fetched.reset();
    m_source.seek(position);
}

}  // namespace bam::train
