// SPDX-License-Identifier: GPL-3.0-or-later
// The bias tables of the encodings that have one, per layer: T powers per head instead of T². With the backward pass where there are parameters.
#include "core/encoding/encoding.h"
#include "core/spec/spec_io.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <benchmark/benchmark.h>

namespace {

using namespace bam;

void biasTable(benchmark::State& state, const char* encoding)
{
    const auto spec = spec::preset("l12").model;
    const auto bias = encoding::kind(encoding).makeBias({spec, at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(1))});
    for (auto _ : state) {
        const auto table = bias->table(state.range(0));
        if (table.requires_grad())
            table.sum().backward();
        benchmark::DoNotOptimize(table);
    }
    state.counters["distances/s"] = benchmark::Counter(double(state.range(0) * spec.heads), benchmark::Counter::kIsIterationInvariantRate);
}

BENCHMARK_CAPTURE(biasTable, bam, "bam")->Arg(512)->Arg(32768)->Unit(benchmark::kMicrosecond)->UseRealTime();
BENCHMARK_CAPTURE(biasTable, alibi, "alibi")->Arg(512)->Arg(32768)->Unit(benchmark::kMicrosecond)->UseRealTime();

}  // namespace
