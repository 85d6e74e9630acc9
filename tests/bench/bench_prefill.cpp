// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a prompt through the key-value cache, chunks of 512: with the argmax of every position, as the Python baseline takes it, and with the
// logits of the last position alone, as the program needs them.
#include "core/model/transformer.h"
#include "core/spec/spec_io.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <benchmark/benchmark.h>

namespace {

using namespace bam;

enum Wanted { Every, Last };

void prefill(benchmark::State& state, const std::string& preset, Wanted wanted, at::ScalarType cacheType)
{
    auto spec = spec::preset(preset).model;
    spec.encoding = "bam";
    spec.ssmax = true;
    const model::Transformer model(spec, 1);
    const auto length = state.range(0);
    auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(1));
    const auto tokens = at::randint(spec.vocabulary, {1, length}, generator, at::kLong);
    for (auto _ : state) {
        auto cache = model.makeCache(1, length, cacheType);
        for (std::int64_t begin = 0; begin < length; begin += 512) {
            const auto count = std::min<std::int64_t>(512, length - begin);
            const auto from = wanted == Every ? 0 : begin + count < length ? count : count - 1;
            const auto logits = model.forwardCached(tokens.narrow(1, begin, count), cache, from);
            if (logits.size(1) > 0)
                benchmark::DoNotOptimize(logits.argmax(-1));
        }
    }
    state.counters["tokens/s"] = benchmark::Counter(double(length), benchmark::Counter::kIsIterationInvariantRate);
}

BENCHMARK_CAPTURE(prefill, l6_every, "l6", Every, at::kFloat)->Arg(8192)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(prefill, l6_last, "l6", Last, at::kFloat)->Arg(8192)->Arg(32768)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(prefill, l6_last_bfloat16, "l6", Last, at::kBFloat16)->Arg(8192)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(prefill, laptop_last, "laptop", Last, at::kFloat)->Arg(8192)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
