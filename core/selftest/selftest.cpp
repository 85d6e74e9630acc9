// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selftest/selftest.h"

#include "core/attention/composite.h"
#include "core/attention/cpu/fused_cpu.h"
#include "core/attention/fused.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/device/device.h"
#include "core/model/pointwise_cuda.h"
#include "core/selftest/attention_cases.h"
#include "core/selftest/training_check.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace bam::selftest {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Backend {
    std::string name;
    at::ScalarType type = at::kFloat;
    double tolerance = 1e-5;
    Attend attend;
    bool gradients = true;
    bool timed = true;
};

std::vector<Backend> backendsOf(const at::Device& device)
{
    std::vector<Backend> all;
    if (device.is_cpu()) {
        const auto& sets = attention::cpu::available();
        for (std::size_t n = 0; n < sets.size(); ++n) {
            const auto fused = [n](const attention::AttendInputs& in) { return attention::attendFused(in, std::int64_t(n)); };
            all.push_back({str("fused ", sets[n]->name, " float32"), at::kFloat, 1e-5, fused});
            all.push_back({str("fused ", sets[n]->name, " bfloat16"), at::kBFloat16, 2e-2, fused, true, n == 0});
        }
    } else {
        const auto fused = [](const attention::AttendInputs& in) { return attention::attend(in, attention::Backend::Fused); };
        for (const auto& [name, type] : {std::pair{"float32", at::kFloat}, {"bfloat16", at::kBFloat16}, {"float16", at::kHalf}})
            all.push_back({str("fused cuda ", name), type, cudaTolerance(type), fused});
    }
    all.push_back({"chunked float32", at::kFloat, 2e-5, [](const attention::AttendInputs& in) { return attention::attend(in, attention::Backend::Chunked); }});
    if (device.is_cuda())
        all.push_back({"chunked bfloat16", at::kBFloat16, 3e-2, [](const attention::AttendInputs& in) { return attention::attend(in, attention::Backend::Chunked); }});
    return all;
}

Check check(const Backend& backend, const Options& options, const std::function<void()>& step)
{
    Check result;
    result.backend = backend.name;
    result.what = backend.gradients ? "attention, forward and backward" : "attention, forward";
    result.tolerance = backend.tolerance;
    result.passed = true;
    for (const auto& problem : attentionCases()) {
        step();
        if (problem.wideOnly && c10::elementSize(backend.type) < 4)
            continue;
        Errors errors;
        try {
            errors = compare(problem, backend.attend, backend.type, options.device, backend.gradients);
        } catch (const std::exception& failure) {
            const auto* torch = dynamic_cast<const c10::Error*>(&failure);
            result.passed = false;
            result.note = str(problem.name, ": ", torch ? torch->what_without_backtrace() : failure.what());
            return result;
        }
        ++result.cases;
        const double error = std::max(errors.output, errors.gradients);
        if (error > std::max(result.outputError, result.gradientError))
            result.worst = problem.name;
        result.outputError = std::max(result.outputError, errors.output);
        result.gradientError = std::max(result.gradientError, errors.gradients);
        if (!errors.finite) {
            result.passed = false;
            result.note = problem.name + ": a result is not finite";
        }
    }
    result.passed = result.passed && std::max(result.outputError, result.gradientError) <= result.tolerance;
    return result;
}

/// A layer's other kernels: they say what is wrong, not how much is right.
Check checkPointwise(const at::Device& device)
{
    Check result;
    result.backend = "pointwise cuda";
    result.what = "norms, gates, rotations and losses, with their gradients";
    result.cases = 2;
    result.note = model::onCuda::check(device);
    result.passed = result.note.empty();
    return result;
}

/// Median over at least three runs and half a second, after one to warm up.
double medianSeconds(const at::Device& device, const std::function<void()>& work)
{
    work();
    device::synchronize(device);
    std::vector<double> all;
    const auto begin = Clock::now();
    while (all.size() < 3 || (secondsSince(begin) < 0.5 && all.size() < 50)) {
        const auto start = Clock::now();
        work();
        device::synchronize(device);
        all.push_back(secondsSince(start));
    }
    std::nth_element(all.begin(), all.begin() + std::ptrdiff_t(all.size() / 2), all.end());
    return all[all.size() / 2];
}

std::vector<Speed> measure(const Backend& backend, const at::Device& device)
{
    const AttentionCase problem{.encoding = "bam_ssmax", .batch = 1, .heads = 16, .kvHeads = 16, .queries = 2048, .keys = 2048, .width = 48};
    auto in = inputsOf(problem, backend.type);
    for (auto* tensor : {&in.q, &in.k, &in.v})
        *tensor = tensor->to(device, backend.type).detach();
    for (auto* tensor : {&in.biasTable, &in.contentFactor, &in.biasFactor})
        *tensor = tensor->to(device, at::kFloat).detach();
    const double flops = 2.0 * 2 * 16 * 2048 * 2048 / 2 * 48;
    const std::string shape = "attention, 16 heads of width 48, 2048 tokens, ";
    std::vector<Speed> speeds;
    {
        at::NoGradGuard guard;
        const auto seconds = medianSeconds(device, [&] { backend.attend(in); });
        speeds.push_back({backend.name, shape + "forward", seconds, flops / seconds / 1e9});
    }
    for (auto* tensor : {&in.q, &in.k, &in.v, &in.biasTable, &in.contentFactor, &in.biasFactor})
        tensor->requires_grad_(true);
    const auto seconds = medianSeconds(device, [&] { backend.attend(in).sum().backward(); });
    speeds.push_back({backend.name, shape + "forward and backward", seconds, 3.5 * flops / seconds / 1e9});
    return speeds;
}

}  // namespace

double cudaTolerance(at::ScalarType type)
{
    return type == at::kFloat ? 1e-5 : type == at::kBFloat16 ? 2e-2 : 4e-3;
}

bool Report::passed() const
{
    return std::all_of(checks.begin(), checks.end(), [](const Check& check) { return check.passed; });
}

Report run(const Options& options, std::stop_token stop)
{
    Report report;
    report.device = device::describe(options.device);
    const auto backends = backendsOf(options.device);
    const auto start = Clock::now();
    const double total = double(backends.size() * attentionCases().size());
    double done = 0;
    for (const auto& backend : backends) {
        report.checks.push_back(check(backend, options, [&] {
            if (stop.stop_requested())
                throw Error(ErrorCode::Stopped, "stopped on request during the self-test");
            if (options.progress)
                options.progress({"checking", ++done, total, "cases", secondsSince(start), backend.name});
        }));
        if (options.onCheck)
            options.onCheck(report.checks.back());
    }
    if (options.device.is_cuda()) {
        report.checks.push_back(checkPointwise(options.device));
        if (options.onCheck)
            options.onCheck(report.checks.back());
        for (const std::string dtype : {"float32", "bfloat16"}) {
            if (stop.stop_requested())
                throw Error(ErrorCode::Stopped, "stopped on request during the self-test");
            report.checks.push_back(checkTraining(options.device, dtype, [&] { return device::makeWorkGraph(options.device); }));
            if (options.onCheck)
                options.onCheck(report.checks.back());
        }
    }
    if (!options.speeds)
        return report;
    for (std::size_t n = 0; n < backends.size(); ++n) {
        if (!backends[n].timed || !report.checks[n].passed)
            continue;
        if (stop.stop_requested())
            throw Error(ErrorCode::Stopped, "stopped on request while measuring speeds");
        for (const auto& speed : measure(backends[n], options.device)) {
            report.speeds.push_back(speed);
            if (options.onSpeed)
                options.onSpeed(speed);
        }
    }
    return report;
}

}  // namespace bam::selftest
