// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/optimizer.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <cmath>
#include <optional>

namespace bam::train {
namespace {

bool isPrior(const std::string& name)
{
    return name.rfind("prior.", 0) == 0 || name.find(".prior.") != std::string::npos;
}

bool isMatrix(const at::Tensor& tensor)
{
    std::int64_t dimensions = 0;
    for (const auto size : tensor.sizes())
        dimensions += size != 1;
    return dimensions >= 2;
}

/// RAdam's variance rectification r_t; nothing while the variance is intractable (ρ_t ≤ 5).
std::optional<double> rectification(std::int64_t step, double beta2)
{
    const double power = std::pow(beta2, double(step));
    const double limit = 2.0 / (1.0 - beta2) - 1.0;
    const double length = limit - 2.0 * double(step) * power / (1.0 - power);
    if (length <= 5.0)
        return std::nullopt;
    return std::sqrt((length - 4.0) * (length - 2.0) * limit / ((limit - 4.0) * (limit - 2.0) * length));
}

}  // namespace

Optimizer::Optimizer(const spec::TrainSpec& spec, const model::NamedParameters& parameters)
    : m_rectified(spec.optimizer == "radam"), m_beta1(spec.beta1), m_beta2(spec.beta2), m_eps(spec.adamEps)
{
    const double priorRate = spec.priorLr < 0 ? spec.learningRate : spec.priorLr;
    m_groups = {{"matrices", {}, {}, spec.learningRate, spec.weightDecay},
        {"vectors", {}, {}, spec.learningRate, 0}, {"priors", {}, {}, priorRate, 0}};
    for (const auto& [name, tensor] : parameters) {
        if (!tensor.requires_grad())
            continue;
        auto& group = m_groups[isPrior(name) ? 2 : isMatrix(tensor) ? 0 : 1];
        group.names.push_back(name);
        group.parameters.push_back(tensor);
    }
    for (const auto& group : m_groups) {
        Moments moments;
        for (const auto& parameter : group.parameters) {
            moments.first.push_back(at::zeros_like(parameter.detach()));
            moments.second.push_back(at::zeros_like(parameter.detach()));
        }
        m_moments.push_back(std::move(moments));
    }
}

void Optimizer::zeroGradients()
{
    for (auto& group : m_groups)
        for (auto& parameter : group.parameters)
            parameter.mutable_grad().reset();
}

float Optimizer::clipGradients(double maxNorm)
{
    at::NoGradGuard guard;
    std::vector<at::Tensor> gradients;
    for (const auto& group : m_groups)
        for (const auto& parameter : group.parameters)
            if (parameter.grad().defined())
                gradients.push_back(parameter.grad());
    if (gradients.empty())
        return 0;
    const auto norm = at::stack(at::_foreach_norm(gradients)).norm().item<float>();
    if (maxNorm > 0) {
        const double scale = maxNorm / (double(norm) + 1e-6);
        if (scale < 1)
            at::_foreach_mul_(gradients, scale);
    }
    return norm;
}

void Optimizer::step(double rateFactor)
{
    at::NoGradGuard guard;
    ++m_steps;
    const double correction1 = 1.0 - std::pow(m_beta1, double(m_steps));
    const double correction2 = 1.0 - std::pow(m_beta2, double(m_steps));
    const auto rectified = m_rectified ? rectification(m_steps, m_beta2) : std::optional<double>(1.0);
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        const double rate = m_groups[g].baseRate * rateFactor;
        // Parameters that no loss reached this step (there are none in our models, but an encoding may have some) stay untouched.
        std::vector<at::Tensor> parameters, gradients, first, second;
        for (std::size_t p = 0; p < m_groups[g].parameters.size(); ++p) {
            const auto& parameter = m_groups[g].parameters[p];
            if (!parameter.grad().defined())
                continue;
            parameters.push_back(parameter.detach());
            gradients.push_back(parameter.grad());
            first.push_back(m_moments[g].first[p]);
            second.push_back(m_moments[g].second[p]);
        }
        if (parameters.empty())
            continue;
        if (m_groups[g].weightDecay != 0)
            at::_foreach_mul_(parameters, 1.0 - rate * m_groups[g].weightDecay);
        at::_foreach_lerp_(first, gradients, 1.0 - m_beta1);
        at::_foreach_mul_(second, m_beta2);
        at::_foreach_addcmul_(second, gradients, gradients, 1.0 - m_beta2);
        if (!rectified) {
            at::_foreach_add_(parameters, first, -rate / correction1);
            continue;
        }
        auto denominator = at::_foreach_sqrt(second);
        if (m_rectified) {
            at::_foreach_add_(denominator, m_eps);      // RAdam: √v + ε, then the bias correction
            at::_foreach_addcdiv_(parameters, first, denominator, -rate / correction1 * std::sqrt(correction2) * *rectified);
        } else {
            at::_foreach_div_(denominator, std::sqrt(correction2));
            at::_foreach_add_(denominator, m_eps);
            at::_foreach_addcdiv_(parameters, first, denominator, -rate / correction1);
        }
    }
}

interop::NamedTensors Optimizer::state() const
{
    interop::NamedTensors tensors{{"step", at::full({1}, m_steps, at::kLong)}};
    for (std::size_t g = 0; g < m_groups.size(); ++g)
        for (std::size_t p = 0; p < m_groups[g].names.size(); ++p) {
            tensors.emplace_back("exp_avg." + m_groups[g].names[p], m_moments[g].first[p]);
            tensors.emplace_back("exp_avg_sq." + m_groups[g].names[p], m_moments[g].second[p]);
        }
    return tensors;
}

void Optimizer::load(const interop::SafetensorsFile& file)
{
    const auto restore = [&](const std::string& name, at::Tensor& into) {
        const auto value = file.tensor(name);
        if (value.sizes() != into.sizes() || value.scalar_type() != into.scalar_type())
            throw Error(ErrorCode::Failed, bam::str("the optimiser state ", name, " has shape ", value.sizes(), ", the model needs ", into.sizes()),
                "The checkpoint belongs to another model: resume with the spec it was made with.");
        into.copy_(value);
    };
    at::NoGradGuard guard;
    for (std::size_t g = 0; g < m_groups.size(); ++g)
        for (std::size_t p = 0; p < m_groups[g].names.size(); ++p) {
            restore("exp_avg." + m_groups[g].names[p], m_moments[g].first[p]);
            restore("exp_avg_sq." + m_groups[g].names[p], m_moments[g].second[p]);
        }
    m_steps = file.tensor("step").view({-1})[0].item<std::int64_t>();
}

}  // namespace bam::train
