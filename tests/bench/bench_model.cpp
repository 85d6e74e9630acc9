// SPDX-License-Identifier: GPL-3.0-or-later
// Time of a training step, of attention alone and of prefill. Compare ratios within one run; absolute times drift between machines.
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

/// Prompt of range(1) tokens through a cache, chunks of 512, no logits.
void laptopPrefill(benchmark::State& state)
{
    const auto spec = specOf("laptop", kEncodings[state.range(0)]);
    const model::Transformer model(spec.model, 1);
    const auto tokens = randomTokens(1, state.range(1), spec.model.vocabulary);
    for (auto _ : state) {
        auto cache = model.makeCache(1, tokens.size(1));
        for (std::int64_t begin = 0; begin < tokens.size(1); begin += 512) {
            const auto count = std::min<std::int64_t>(512, tokens.size(1) - begin);
            model.forwardCached(tokens.narrow(1, begin, count), cache, count);
        }
    }
    state.SetLabel(kEncodings[state.range(0)]);
}

BENCHMARK(laptopStep)->DenseRange(0, 4)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(l6Step)->DenseRange(0, 4)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(laptopForwardBackward)->DenseRange(0, 4)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(l6ForwardBackward)->DenseRange(0, 4)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(laptopPrefill)->ArgsProduct({{1, 4}, {1024, 8192}})->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
