// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/graphed_step.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <cmath>

namespace bam::train {
namespace {

constexpr int kWarmUps = 3;     // as LibTorch's notes do

/// Doubles tensors for the life of the object, exactly: a recording that computes with copies of other values betrays itself.
class Doubled {
public:
    explicit Doubled(const std::vector<at::Tensor>& tensors)
    {
        for (const auto& tensor : tensors)
            m_tensors.push_back(tensor.detach());
        scale(2.0);
    }
    ~Doubled()
    {
        try {
            scale(0.5);
        } catch (const std::exception&) {
            // Then the device is lost, and the next step says so.
        }
    }
    Doubled(const Doubled&) = delete;
    Doubled& operator=(const Doubled&) = delete;

private:
    void scale(double factor)
    {
        at::NoGradGuard guard;
        if (!m_tensors.empty())
            at::_foreach_mul_(m_tensors, factor);
    }

    std::vector<at::Tensor> m_tensors;
};

/// Another input of the same shape: sequences read backwards.
at::Tensor reversed(const at::Tensor& tensor) { return tensor.defined() ? tensor.flip(-1).contiguous() : tensor; }

bool alike(const at::Tensor& a, const at::Tensor& b)
{
    return a.defined() == b.defined() && (!a.defined() || (a.sizes() == b.sizes() && a.scalar_type() == b.scalar_type()));
}

bool isNear(double found, double expected, double tolerance)
{
    return std::isfinite(found) && std::isfinite(expected) && std::abs(found - expected) <= tolerance * std::abs(expected);
}

}  // namespace

GraphedStep::GraphedStep(MicroWork work, MakeGraph makeGraph, const Optimizer& optimizer, const at::Device& device, double tolerance, LogFn say)
    : m_work(std::move(work)), m_makeGraph(std::move(makeGraph)), m_optimizer(optimizer), m_device(device), m_tolerance(tolerance), m_say(std::move(say))
{
    for (const auto& group : optimizer.groups())
        m_parameters.insert(m_parameters.end(), group.parameters.begin(), group.parameters.end());
}

at::Tensor GraphedStep::run(const std::vector<data::Batch>& batches)
{
    if (m_state == State::Fresh) {
        m_state = State::Waiting;
        return {};
    }
    if (m_state == State::Off || batches.empty())
        return {};
    try {
        if (m_state == State::Waiting)
            prepare(batches);
        if (batches.size() == m_parts)
            return replayed(batches);
    } catch (const c10::Error& failure) {
        turnOff(failure.what_without_backtrace());
    } catch (const Error& failure) {
        turnOff(failure.cause());
    } catch (const std::exception& failure) {
        turnOff(failure.what());
    }
    dropGradients();
    return {};
}

void GraphedStep::prepare(const std::vector<data::Batch>& batches)
{
    m_parts = batches.size();
    m_graph = m_makeGraph();
    if (!m_graph)
        throw Error(ErrorCode::Failed, str("there are none on ", m_device.str()));
    // Recorded with one input and verified with another, so that nothing of the input can be part of the recording.
    const auto batch = onDevice(batches.front(), m_device);
    m_input = {reversed(batch.inputs), reversed(batch.targets), reversed(batch.documents)};
    m_total = at::zeros({}, at::TensorOptions(m_device).dtype(at::kFloat));
    const auto work = [this] { m_total.add_(m_work.add(m_input, m_parts)); };

    dropGradients();
    m_graph->warmUp([&] {
        for (int n = 0; n < kWarmUps; ++n)
            work();
    });
    for (const auto& parameter : m_parameters)
        if (parameter.grad().defined())
            m_gradients.emplace_back(parameter, parameter.grad());
    if (m_work.hold)
        m_held = m_work.hold(m_input);
    clearSums();
    m_graph->record(work);
    for (const auto& [parameter, gradient] : m_gradients)
        if (!parameter.grad().is_same(gradient))
            throw Error(ErrorCode::Failed, "while recording, a gradient was replaced instead of added to");
    verify(batches.front());
    m_state = State::Ready;
    if (m_say)
        m_say(str("training steps are replayed from a recording of ", m_parts == 1 ? "one batch" : "one micro-batch"));
}

void GraphedStep::verify(const data::Batch& batch)
{
    // Matrices are what autocast keeps copies of. Other parameters stay: a prior's exponent may not bear doubling.
    const Doubled doubled(m_optimizer.groups().front().parameters);
    dropGradients();
    const auto expected = numbers(m_work.add(onDevice(batch, m_device), m_parts));
    clearSums();
    load(batch);
    m_graph->replay();
    requireNear(numbers(m_total), expected, "one batch");
    m_graph->replay();
    requireNear(numbers(m_total), {2 * expected.loss, 2 * expected.norm}, "a batch added to another");
}

void GraphedStep::dropGradients()
{
    for (auto& parameter : m_parameters)
        parameter.mutable_grad().reset();
}

void GraphedStep::clearSums()
{
    at::NoGradGuard guard;
    std::vector<at::Tensor> gradients;
    for (auto& [parameter, gradient] : m_gradients) {
        parameter.mutable_grad() = gradient;
        gradients.push_back(gradient);
    }
    if (!gradients.empty())
        at::_foreach_zero_(gradients);
    m_total.zero_();
}

bool GraphedStep::fits(const data::Batch& batch) const
{
    return alike(batch.inputs, m_input.inputs) && alike(batch.targets, m_input.targets) && alike(batch.documents, m_input.documents);
}

void GraphedStep::load(const data::Batch& batch)
{
    const auto copy = [&](const at::Tensor& from, const at::Tensor& to) {
        if (from.defined())
            to.copy_(from, /*non_blocking=*/m_device.is_cuda());
    };
    copy(batch.inputs, m_input.inputs);
    copy(batch.targets, m_input.targets);
    copy(batch.documents, m_input.documents);
}

at::Tensor GraphedStep::replayed(const std::vector<data::Batch>& batches)
{
    clearSums();
    for (const auto& batch : batches) {
        if (fits(batch)) {
            load(batch);
            m_graph->replay();
        } else {
            m_total.add_(m_work.add(onDevice(batch, m_device), m_parts));
        }
    }
    return m_total;
}

GraphedStep::Numbers GraphedStep::numbers(const at::Tensor& loss) const
{
    const auto norm = m_optimizer.gradientNorm();
    return {loss.item<double>(), norm.defined() ? norm.item<double>() : 0};
}

void GraphedStep::requireNear(const Numbers& found, const Numbers& expected, const char* what) const
{
    if (isNear(found.loss, expected.loss, m_tolerance) && isNear(found.norm, expected.norm, m_tolerance))
        return;
    throw Error(ErrorCode::Failed, str("for ", what, " the recording gives loss ", found.loss, " and gradient norm ", found.norm, ", the ordinary step ",
        expected.loss, " and ", expected.norm));
}

void GraphedStep::turnOff(const std::string& reason)
{
    m_state = State::Off;
    m_graph.reset();
    dropGradients();
    m_gradients.clear();
    m_input = {};
    m_total.reset();
    m_held.reset();
    if (m_say)
        m_say(str("note: CUDA graphs are not used, which only costs speed: ", reason.substr(0, reason.find('\n'))));    // CUDA's advice follows
}

}  // namespace bam::train
