// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/step_watch.h"

#include "core/base/text.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>

namespace bam::train {

double StepWatch::median() const
{
    if (m_norms.empty())
        return 0;
    auto sorted = m_norms;
    const auto middle = sorted.begin() + std::ptrdiff_t(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return double(*middle);
}

StepWatch::Judgement StepWatch::judge(float loss, float norm)
{
    if (!std::isfinite(loss) || !std::isfinite(norm))
        return Judgement::NotFinite;
    if (m_factor > 0 && m_norms.size() >= kLeast && double(norm) > m_factor * median())
        return Judgement::Spike;
    add(norm);
    return Judgement::Good;
}

void StepWatch::add(float norm)
{
    if (m_norms.size() < kWindow)
        m_norms.push_back(norm);
    else
        m_norms[m_next] = norm;
    m_next = (m_next + 1) % kWindow;
}

nlohmann::ordered_json StepWatch::memory() const
{
    auto norms = nlohmann::ordered_json::array();
    const auto first = m_norms.size() < kWindow ? 0 : m_next;
    for (std::size_t n = 0; n < m_norms.size(); ++n)
        norms.push_back(m_norms[(first + n) % m_norms.size()]);
    return norms;
}

void StepWatch::remember(const nlohmann::ordered_json& memory)
{
    m_norms.clear();
    m_next = 0;
    if (memory.is_array() && std::all_of(memory.begin(), memory.end(), [](const auto& norm) { return norm.is_number(); }))
        for (const auto& norm : memory)
            add(norm.template get<float>());
}

std::string firstNonFinite(const model::NamedParameters& parameters)
{
    at::NoGradGuard guard;
    if (const auto name = model::firstNotFinite(parameters); !name.empty())
        return "the parameter " + name;
    for (const auto& [name, tensor] : parameters)
        if (tensor.grad().defined() && !at::isfinite(tensor.grad()).all().item<bool>())
            return "the gradient of " + name;
    return "the loss alone (parameters and gradients are finite)";
}

std::string largestGradient(const model::NamedParameters& parameters, double norm)
{
    at::NoGradGuard guard;
    std::string largest;
    double most = -1;
    for (const auto& [name, tensor] : parameters) {
        if (!tensor.grad().defined())
            continue;
        if (const double own = tensor.grad().norm().item<double>(); own > most) {
            most = own;
            largest = name;
        }
    }
    if (largest.empty() || !(norm > 0))
        return "no gradient";
    return str("the gradient of ", largest, " has ", std::lround(100 * most * most / (norm * norm)), " % of its square");
}

}  // namespace bam::train
