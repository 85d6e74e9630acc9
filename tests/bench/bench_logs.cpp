// SPDX-License-Identifier: GPL-3.0-or-later
// Reading the log of a long run, and reducing it to what a plot of 1,500 columns needs.
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/runs/decimate.h"
#include "core/runs/log_tail.h"

#include <benchmark/benchmark.h>

#include <QTemporaryDir>

namespace {

using namespace bam;

constexpr int kRows = 200'000;

struct Material {
    QTemporaryDir folder;
    std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "train.log";

    Material()
    {
        std::string text = "step,time,loss,norm,lr,exec_time,tok/sec\n";
        for (int step = 0; step < kRows; ++step)
            text += str(step, ',', step * 0.0487123, ',', 2 + 1.0 / (1 + step), ',', 0.731234, ',', 0.0009871, ',', 0.0487123, ',', 105107.25, '\n');
        writeFileAtomic(file, text);
    }
};

const Material& material()
{
    static const Material made;
    return made;
}

void readLog(benchmark::State& state)
{
    const auto& file = material().file;
    for (auto _ : state) {
        runs::LogTail tail(file, {"loss", "norm", "lr", "tok/sec"});
        tail.poll();
        benchmark::DoNotOptimize(tail.columns().rows());
    }
    state.counters["rows/s"] = benchmark::Counter(kRows, benchmark::Counter::kIsIterationInvariantRate);
    state.SetBytesProcessed(std::int64_t(state.iterations()) * std::int64_t(std::filesystem::file_size(file)));
}

void decimateLog(benchmark::State& state)
{
    runs::LogTail tail(material().file, {"loss"});
    tail.poll();
    runs::MinMaxIndex index;
    index.extend(tail.columns().values[0]);
    for (auto _ : state)
        benchmark::DoNotOptimize(runs::decimate(tail.columns().step, tail.columns().values[0], index, {0, double(kRows), 1500}));
}

BENCHMARK(readLog)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(decimateLog)->Unit(benchmark::kMicrosecond)->UseRealTime();

}  // namespace
