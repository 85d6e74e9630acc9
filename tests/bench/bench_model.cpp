// SPDX-License-Identifier: GPL-3.0-or-later
// Time of a training step, by size, encoding and length. Compare ratios within one run; absolute times drift between machines.
#include "core/attention/attend.h"
#include "core/device/device.h"
#include "core/model/transformer.h"
#include "core/spec/spec_io.h"
#include "core/train/optimizer.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/grad_mode.h>

#include <benchmark/benchmark.h>

namespace {

using namespace bam;

constexpr const char* kEncodings[] = {"nope", "rotary", "alibi", "bam", "bam_ssmax"};

spec::RunSpec specOf(const std::string& preset, const std::string& encoding)
{
    auto spec = spec::preset(preset);
    spec.model.ssmax = encoding.ends_with("_ssmax");
    spec.model.encoding = spec.model.ssmax ? encoding.substr(0, encoding.size() - 6) : encoding;
    return spec;
}

at::Tensor randomTokens(std::int64_t batch, std::int64_t length, std::int64_t vocabulary)
{
    auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(1));
    return at::randint(vocabulary, {batch, length}, generator, at::kLong);
}

/// Forward, backward, clipping and optimiser update of one batch.
void trainingStep(benchmark::State& state, const std::string& preset, std::int64_t batch, std::int64_t length)
{
    device::keepFreedMemory();      // as the trainer does
    const auto spec = specOf(preset, kEncodings[state.range(0)]);
    model::Transformer model(spec.model, 1);
    train::Optimizer optimizer(spec.training, model.parameters());
    const auto tokens = randomTokens(batch, length, spec.model.vocabulary);
    const auto documents = at::zeros_like(tokens);
    for (auto _ : state) {
        optimizer.zeroGradients();
        model.loss(tokens, tokens, documents).backward();
        optimizer.clipGradients(1.0);
        optimizer.step(1.0);
    }
    state.SetLabel(kEncodings[state.range(0)]);
    state.counters["tokens/s"] = benchmark::Counter(double(batch * length), benchmark::Counter::kIsIterationInvariantRate);
}

/// The step without the optimiser, as the Python baseline is timed.
void forwardBackward(benchmark::State& state, const std::string& preset, std::int64_t batch, std::int64_t length)
{
    device::keepFreedMemory();      // as the trainer does
    const auto spec = specOf(preset, kEncodings[state.range(0)]);
    const model::Transformer model(spec.model, 1);
    const auto tokens = randomTokens(batch, length, spec.model.vocabulary);
    const auto documents = at::zeros_like(tokens);
    for (auto _ : state) {
        for (const auto& [name, tensor] : model.parameters())
            tensor.mutable_grad().reset();
        const auto loss = model.loss(tokens, tokens, documents);
        loss.backward();
        benchmark::DoNotOptimize(loss.item<float>());
    }
    state.SetLabel(kEncodings[state.range(0)]);
    state.counters["tokens/s"] = benchmark::Counter(double(batch * length), benchmark::Counter::kIsIterationInvariantRate);
}

void laptopForwardBackward(benchmark::State& state) { forwardBackward(state, "laptop", 32, 160); }
void l6ForwardBackward(benchmark::State& state) { forwardBackward(state, "l6", 2, 512); }

void laptopStep(benchmark::State& state) { trainingStep(state, "laptop", 32, 160); }
void l6Step(benchmark::State& state) { trainingStep(state, "l6", 2, 512); }

/// By length, with the tokens of a step kept at 2048.
void l6StepByLength(benchmark::State& state) { trainingStep(state, "l6", 2048 / state.range(1), state.range(1)); }
void l12Step(benchmark::State& state) { trainingStep(state, "l12", 2, 512); }

BENCHMARK(laptopStep)->DenseRange(0, 4)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(l6Step)->DenseRange(0, 4)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(laptopForwardBackward)->DenseRange(0, 4)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(l6ForwardBackward)->DenseRange(0, 4)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(l6StepByLength)->ArgsProduct({{1, 4}, {512, 1024, 2048}})->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(l12Step)->DenseRange(0, 4)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
