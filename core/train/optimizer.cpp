// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/optimizer.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/model/cpu/blocks.h"
#include "core/model/cpu/kernels.h"
#include "core/model/gemm.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>
#include <numeric>
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

constexpr std::int64_t kBlock = 1 << 15;    // elements: four arrays of a block fit into a core's cache

/// A stretch of one tensor; the fused loops go over all tensors' stretches at once, so that small tensors need no round of threads each.
struct Stretch {
    std::size_t tensor;
    std::int64_t begin, count;
};

std::vector<Stretch> stretchesOf(const std::vector<at::Tensor>& tensors)
{
    std::vector<Stretch> stretches;
    for (std::size_t n = 0; n < tensors.size(); ++n)
        for (std::int64_t begin = 0; begin < tensors[n].numel(); begin += kBlock)
            stretches.push_back({n, begin, std::min(kBlock, tensors[n].numel() - begin)});
    return stretches;
}

/// Each gradient is read once; sums of stretches are added in order.
float fusedNorm(const std::vector<at::Tensor>& gradients)
{
    const auto stretches = stretchesOf(gradients);
    std::vector<double> sums(stretches.size());
    model::cpu::forBlocks(std::int64_t(stretches.size()), 1, [&](std::int64_t n, std::int64_t, std::int64_t) {
        const auto& [tensor, begin, count] = stretches[std::size_t(n)];
        sums[std::size_t(n)] = model::cpu::kernels().sumOfSquares(gradients[tensor].const_data_ptr<float>() + begin, count);
    });
    return float(std::sqrt(std::accumulate(sums.begin(), sums.end(), 0.0)));
}

bool isFusable(const at::Tensor& tensor) { return model::isPlainCpu(tensor) && tensor.is_contiguous(); }

}  // namespace

Optimizer::Optimizer(const spec::TrainSpec& spec, const model::NamedParameters& parameters)
    : Optimizer(spec, parameters, nullptr)
{
}

Optimizer::Optimizer(const spec::TrainSpec& spec, const model::NamedParameters& parameters, distributed::Group& group)
    : Optimizer(spec, parameters, &group)
{
}

Optimizer::Optimizer(const spec::TrainSpec& spec, const model::NamedParameters& parameters, distributed::Group* group)
    : m_ranks(group), m_rectified(spec.optimizer == "radam"), m_beta1(spec.beta1), m_beta2(spec.beta2), m_eps(spec.adamEps)
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
    if (spec.shardOptimizer && m_ranks && m_ranks->several())
        share();
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        Moments moments;
        for (std::size_t p = 0; p < m_groups[g].parameters.size(); ++p) {
            const auto& parameter = m_groups[g].parameters[p];
            moments.first.push_back(isMine(g, p) ? at::zeros_like(parameter.detach()) : at::Tensor());
            moments.second.push_back(isMine(g, p) ? at::zeros_like(parameter.detach()) : at::Tensor());
        }
        m_moments.push_back(std::move(moments));
    }
}

/// The largest parameter left goes to the rank that has least; the same on every rank.
void Optimizer::share()
{
    struct Place {
        std::size_t group, parameter;
        std::int64_t size;
    };
    std::vector<Place> places;
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        m_owners.emplace_back(m_groups[g].parameters.size(), 0);
        for (std::size_t p = 0; p < m_groups[g].parameters.size(); ++p)
            places.push_back({g, p, m_groups[g].parameters[p].numel()});
    }
    std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.size > b.size; });
    std::vector<std::int64_t> load(std::size_t(m_ranks->ranks()), 0);
    for (const auto& place : places) {
        const auto least = std::min_element(load.begin(), load.end());
        *least += place.size;
        m_owners[place.group][place.parameter] = int(least - load.begin());
    }
}

/// Everyone's share to everyone, one flat tensor a rank.
void Optimizer::exchangeParameters()
{
    for (int rank = 0; rank < m_ranks->ranks(); ++rank) {
        std::vector<at::Tensor> owned;
        std::int64_t size = 0;
        for (std::size_t g = 0; g < m_groups.size(); ++g)
            for (std::size_t p = 0; p < m_groups[g].parameters.size(); ++p)
                if (m_owners[g][p] == rank) {
                    owned.push_back(m_groups[g].parameters[p].detach());
                    size += owned.back().numel();
                }
        if (owned.empty())
            continue;
        auto flat = at::empty({size}, owned.front().options());
        const bool mine = rank == m_ranks->rank();
        for (int pass = mine ? 0 : 1; pass < 2; ++pass) {
            if (pass == 1)
                m_ranks->broadcast(flat, rank);
            std::int64_t begin = 0;
            for (auto& tensor : owned) {
                auto part = flat.slice(0, begin, begin + tensor.numel()).view(tensor.sizes());
                if (pass == 0)
                    part.copy_(tensor);
                else if (!mine)
                    tensor.copy_(part);
                begin += tensor.numel();
            }
        }
    }
}

void Optimizer::zeroGradients()
{
    for (auto& group : m_groups)
        for (auto& parameter : group.parameters)
            parameter.mutable_grad().reset();
}

std::vector<at::Tensor> Optimizer::gradients() const
{
    std::vector<at::Tensor> found;
    for (const auto& group : m_groups)
        for (const auto& parameter : group.parameters)
            if (parameter.grad().defined())
                found.push_back(parameter.grad());
    return found;
}

bool Optimizer::isFused() const
{
    for (const auto& group : m_groups)
        for (const auto& parameter : group.parameters)
            if (!isFusable(parameter) || (parameter.grad().defined() && !isFusable(parameter.grad())))
                return false;
    return true;
}

float Optimizer::clipGradients(double maxNorm)
{
    at::NoGradGuard guard;
    const auto all = gradients();
    const auto norm = all.empty() ? 0 : isFused() ? fusedNorm(all) : gradientNorm().item<float>();
    clipGradients(maxNorm, double(norm));
    return norm;
}

at::Tensor Optimizer::gradientNorm() const
{
    at::NoGradGuard guard;
    const auto all = gradients();
    return all.empty() ? at::Tensor() : at::stack(at::_foreach_norm(all)).norm();
}

void Optimizer::clipGradients(double maxNorm, double norm)
{
    at::NoGradGuard guard;
    m_gradientScale = 1;
    const double scale = maxNorm > 0 ? maxNorm / (norm + 1e-6) : 1;
    if (scale < 1 && isFused())
        m_gradientScale = scale;
    else if (scale < 1)
        at::_foreach_mul_(gradients(), scale);
}

void Optimizer::step(double rateFactor)
{
    at::NoGradGuard guard;
    ++m_steps;
    if (isFused()) {
        fusedStep(rateFactor);
    } else {
        if (m_gradientScale < 1)    // clipped while fused, but a gradient has been replaced since
            at::_foreach_mul_(gradients(), m_gradientScale);
        composedStep(rateFactor);
    }
    m_gradientScale = 1;
    if (!m_owners.empty())
        exchangeParameters();
}

void Optimizer::fusedStep(double rateFactor)
{
    const double correction1 = 1.0 - std::pow(m_beta1, double(m_steps));
    const double correction2 = 1.0 - std::pow(m_beta2, double(m_steps));
    const auto rectified = m_rectified ? rectification(m_steps, m_beta2) : std::optional<double>(1.0);
    const auto& kernels = model::cpu::kernels();
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        const double rate = m_groups[g].baseRate * rateFactor;
        model::cpu::AdamArgs args;
        args.gradientScale = float(m_gradientScale);
        args.decay = float(1.0 - rate * m_groups[g].weightDecay);
        args.keep1 = float(m_beta1);
        args.take1 = float(1.0 - m_beta1);
        args.keep2 = float(m_beta2);
        args.take2 = float(1.0 - m_beta2);
        args.adaptive = rectified.has_value();
        // RAdam: √v + ε, then the bias correction; AdamW corrects √v first.
        args.rate = float(rate / correction1 * (m_rectified && rectified ? std::sqrt(correction2) * *rectified : 1.0));
        args.rootScale = m_rectified ? 1.0f : float(1.0 / std::sqrt(correction2));
        args.eps = float(m_eps);
        // Parameters that no loss reached this step (there are none in our models, but an encoding may have some) stay untouched.
        std::vector<at::Tensor> parameters, first, second;
        for (std::size_t p = 0; p < m_groups[g].parameters.size(); ++p) {
            if (!m_groups[g].parameters[p].grad().defined() || !isMine(g, p))
                continue;
            parameters.push_back(m_groups[g].parameters[p]);
            first.push_back(m_moments[g].first[p]);
            second.push_back(m_moments[g].second[p]);
        }
        const auto stretches = stretchesOf(parameters);
        model::cpu::forBlocks(std::int64_t(stretches.size()), 1, [&](std::int64_t n, std::int64_t, std::int64_t) {
            const auto& [tensor, begin, count] = stretches[std::size_t(n)];
            kernels.adam(parameters[tensor].mutable_data_ptr<float>() + begin, parameters[tensor].grad().const_data_ptr<float>() + begin,
                first[tensor].mutable_data_ptr<float>() + begin, second[tensor].mutable_data_ptr<float>() + begin, count, args);
        });
        for (const auto& parameter : parameters)
            parameter.unsafeGetTensorImpl()->bump_version();    // as an in-place operation does
    }
}

void Optimizer::composedStep(double rateFactor)
{
    const double correction1 = 1.0 - std::pow(m_beta1, double(m_steps));
    const double correction2 = 1.0 - std::pow(m_beta2, double(m_steps));
    const auto rectified = m_rectified ? rectification(m_steps, m_beta2) : std::optional<double>(1.0);
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        const double rate = m_groups[g].baseRate * rateFactor;
        std::vector<at::Tensor> parameters, gradients, first, second;
        for (std::size_t p = 0; p < m_groups[g].parameters.size(); ++p) {
            const auto& parameter = m_groups[g].parameters[p];
            if (!parameter.grad().defined() || !isMine(g, p))
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
    at::NoGradGuard guard;
    const bool sharded = !m_owners.empty();
    interop::NamedTensors tensors{{"step", at::full({1}, m_steps, at::kLong)}};
    const auto add = [&](const std::string& name, const at::Tensor& moment, std::size_t g, std::size_t p) {
        if (!sharded) {
            tensors.emplace_back(name, moment);
            return;
        }
        auto whole = isMine(g, p) ? moment : at::empty_like(m_groups[g].parameters[p].detach());
        if (m_owners[g][p] != 0)
            m_ranks->broadcast(whole, m_owners[g][p]);
        if (m_ranks->isFirst())
            tensors.emplace_back(name, whole.cpu());
    };
    for (std::size_t g = 0; g < m_groups.size(); ++g)
        for (std::size_t p = 0; p < m_groups[g].names.size(); ++p) {
            add("exp_avg." + m_groups[g].names[p], m_moments[g].first[p], g, p);
            add("exp_avg_sq." + m_groups[g].names[p], m_moments[g].second[p], g, p);
        }
    return tensors;
}

void Optimizer::requireFits(const interop::SafetensorsFile& file) const
{
    for (const auto& group : m_groups)
        for (std::size_t p = 0; p < group.names.size(); ++p)
            for (const auto* kind : {"exp_avg.", "exp_avg_sq."}) {
                const auto value = file.tensor(kind + group.names[p]);
                const auto& parameter = group.parameters[p];
                if (value.sizes() != parameter.sizes() || value.scalar_type() != parameter.scalar_type())
                    throw Error(ErrorCode::Failed, bam::str("the optimiser state ", kind, group.names[p], " has shape ", value.sizes(), ", the model needs ", parameter.sizes()),
                        "The checkpoint belongs to another model: resume with the spec it was made with.");
            }
    file.tensor("step");
}

void Optimizer::load(const interop::SafetensorsFile* file)
{
    at::NoGradGuard guard;
    const bool several = m_ranks && m_ranks->several();
    if (file)
        requireFits(*file);
    const auto restore = [&](const std::string& name, at::Tensor& into, const at::Tensor& like) {
        auto value = file ? file->tensor(name) : at::Tensor();
        if (several) {
            value = file ? value.to(like.device(), /*non_blocking=*/false, /*copy=*/true) : at::empty_like(like);
            m_ranks->broadcast(value);
        }
        if (into.defined())
            into.copy_(value);
    };
    for (std::size_t g = 0; g < m_groups.size(); ++g)
        for (std::size_t p = 0; p < m_groups[g].names.size(); ++p) {
            const auto like = m_groups[g].parameters[p].detach();
            restore("exp_avg." + m_groups[g].names[p], m_moments[g].first[p], like);
            restore("exp_avg_sq." + m_groups[g].names[p], m_moments[g].second[p], like);
        }
    const auto steps = file ? file->tensor("step").view({-1})[0].item<std::int64_t>() : 0;
    m_steps = several ? std::stoll(m_ranks->fromFirst(std::to_string(steps))) : steps;
}

}  // namespace bam::train
