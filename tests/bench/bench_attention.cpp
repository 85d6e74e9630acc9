// SPDX-License-Identifier: GPL-3.0-or-later
// Attention alone, with BAM's prior and SSMax: forward, and forward with backward, by backend and length. flops: the visible half of 2·2·T²·d per
// head, times 3.5 with the backward pass.
#include "core/attention/attend.h"
#include "tests/support/peak_memory.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/grad_mode.h>

#include <benchmark/benchmark.h>

namespace {

using namespace bam;

/// 16 heads of width 48 by default. The prior's parameters are leaves, so that its part of the backward pass is counted.
struct Problem {
    at::Tensor q, k, v, alpha, beta, scale, logVisible;
    attention::AttendInputs inputs;

    Problem(std::int64_t batch, std::int64_t length, std::int64_t heads, std::int64_t width, bool trains)
    {
        auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(1));
        const auto random = [&] { return at::randn({batch, length, heads, width}, generator, at::kFloat).transpose(1, 2).detach().requires_grad_(trains); };
        q = random();
        k = random();
        v = random();
        alpha = at::zeros({heads, 1}).requires_grad_(trains);
        beta = at::full({heads, 1}, 0.5).requires_grad_(trains);
        scale = at::ones({1, heads, 1, 1}).requires_grad_(trains);
        logVisible = at::arange(1, length + 1, at::kFloat).log().view({1, 1, -1, 1});
    }

    at::Tensor attend() const
    {
        const auto distance = at::arange(q.size(2), at::kFloat) + 1e-5;
        const auto table = -alpha.exp() * distance.pow(beta), factor = scale * logVisible;
        return attention::attend({q, k, v, table, factor, factor, {}, 0});
    }
};

void count(benchmark::State& state, std::int64_t batch, std::int64_t length, double passes)
{
    state.counters["flop/s"] = benchmark::Counter(2.0 * 2 * double(batch) * 16 * double(length) * double(length) / 2 * 48 * passes, benchmark::Counter::kIsIterationInvariantRate);
}

void attentionForward(benchmark::State& state)
{
    const Problem problem(state.range(0), state.range(1), 16, 48, false);
    at::NoGradGuard guard;
    for (auto _ : state)
        benchmark::DoNotOptimize(problem.attend());
    count(state, state.range(0), state.range(1), 1);
}

void attentionForwardBackward(benchmark::State& state)
{
    const Problem problem(state.range(0), state.range(1), 16, 48, true);
    for (auto _ : state) {
        for (auto tensor : {problem.q, problem.k, problem.v, problem.alpha, problem.beta, problem.scale})
            tensor.mutable_grad().reset();
        problem.attend().sum().backward();
    }
    count(state, state.range(0), state.range(1), 3.5);
}

/// Memory beyond q, k, v and the output, at batch 1 and 32,768 tokens.
void attentionMemory(benchmark::State& state)
{
    const bool trains = state.range(0) != 0;
    const Problem problem(1, 32768, 16, 48, trains);
    double extra = 0;
    for (auto _ : state) {
        const auto used = test::peakBytesOf([&] {
            if (trains)
                problem.attend().sum().backward();
            else
                benchmark::DoNotOptimize(problem.attend());
        });
        // The output, and with gradients its own, those of q, k and v.
        extra = double(used - std::int64_t(problem.q.nbytes()) * (trains ? 5 : 1));
    }
    state.counters["extra MiB"] = extra / double(1 << 20);
    state.SetLabel(trains ? "forward and backward" : "forward");
}

BENCHMARK(attentionMemory)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(1);
BENCHMARK(attentionForward)->Args({2, 512})->Args({2, 2048})->Args({1, 8192})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(attentionForwardBackward)->Args({2, 512})->Args({2, 2048})->Args({1, 8192})->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
