// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selftest/training_check.h"

#include "core/base/text.h"
#include "core/train/training_step.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

namespace bam::selftest {
namespace {

constexpr int kSteps = 4, kParts = 2;   // the first is ordinary in any case, the second records
constexpr std::int64_t kRows = 2, kLength = 64, kPieces = 96;

data::Batch batchOf(int number)
{
    const auto tokens = (at::arange(kRows * (kLength + 1)).view({kRows, -1}) * 37 + number * 11).remainder(kPieces);
    return {tokens.narrow(1, 0, kLength).contiguous(), tokens.narrow(1, 1, kLength).contiguous(),
        at::arange(kLength).floor_divide(25).expand({kRows, kLength}).contiguous()};
}

struct Outcome {
    std::vector<train::StepNumbers> steps;
    bool replayed = false;
    std::string said;
};

Outcome trainTiny(const at::Device& device, const std::string& dtype, const train::GraphedStep::MakeGraph& makeGraph)
{
    spec::ModelSpec shape;
    shape.size = "custom";
    shape.dim = 64;
    shape.layers = 2;
    shape.heads = shape.kvHeads = 2;
    shape.vocabulary = kPieces;
    shape.ssmax = true;
    spec::TrainSpec training;
    training.dtype = dtype;
    training.learningRate = 0.01;
    model::Transformer model(shape, 1);
    model.to(device);
    train::Optimizer optimizer(training, model.parameters());
    Outcome outcome;
    train::TrainingStep step(training, model, optimizer, makeGraph, [&](const std::string& line) { outcome.said = line; });
    for (int n = 0; n < kSteps; ++n) {
        std::vector<data::Batch> batches;
        for (int part = 0; part < kParts; ++part)
            batches.push_back(train::pinnedFor(batchOf(n * kParts + part), device));
        outcome.steps.push_back(step.run(batches));
        optimizer.step(1.0);
    }
    outcome.replayed = step.isReplaying();
    return outcome;
}

double apart(float found, float expected) { return std::abs(double(found) - double(expected)) / std::max(1e-6, std::abs(double(expected))); }

}  // namespace

Check checkTraining(const at::Device& device, const std::string& dtype, const train::GraphedStep::MakeGraph& makeGraph)
{
    Check result;
    result.backend = str("recorded ", device.is_cuda() ? "cuda " : "", dtype);
    result.what = "training steps, replayed and not";
    result.tolerance = dtype == "bfloat16" ? 2e-2 : 1e-4;
    try {
        const auto found = trainTiny(device, dtype, makeGraph), expected = trainTiny(device, dtype, {});
        bool finite = true;
        for (std::size_t n = 0; n < found.steps.size(); ++n) {
            result.outputError = std::max(result.outputError, apart(found.steps[n].loss, expected.steps[n].loss));
            result.gradientError = std::max(result.gradientError, apart(found.steps[n].norm, expected.steps[n].norm));
            finite = finite && std::isfinite(found.steps[n].loss) && std::isfinite(found.steps[n].norm);
            ++result.cases;
        }
        result.passed = found.replayed && finite && std::max(result.outputError, result.gradientError) <= result.tolerance;
        if (!found.replayed)
            result.note = found.said;
        else if (!finite)
            result.note = "a result is not finite";
    } catch (const std::exception& failure) {
        const auto* torch = dynamic_cast<const c10::Error*>(&failure);
        result.note = torch ? torch->what_without_backtrace() : failure.what();
    }
    return result;
}

}  // namespace bam::selftest
