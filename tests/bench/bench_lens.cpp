// SPDX-License-Identifier: GPL-3.0-or-later
// Looking into a checkpoint: the retrieval strip, matrices of all heads, a region of one head, a query taken apart. Weights are fresh ones: their values do not change
// the work. Counts the memory at the peak beyond the model.
#include "core/base/files.h"
#include "core/inspect/lens.h"
#include "core/interop/safetensors.h"
#include "core/model/transformer.h"
#include "core/spec/official_args.h"
#include "core/spec/spec_io.h"
#include "tests/support/peak_memory.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <random>

namespace {

using namespace bam;

constexpr std::int64_t kQueries = 5;        // the digits of a pass key

/// A run of fresh weights, removed with the program.
class FreshRun {
public:
    explicit FreshRun(const std::string& preset)
        : m_path(std::filesystem::temp_directory_path() / ("bamscope_bench_" + preset + "_" + std::to_string(std::random_device{}())))
    {
        auto run = spec::preset(preset);
        run.model.encoding = "bam";
        run.model.ssmax = true;
        const auto checkpoint = m_path / "checkpoints" / "step_00000001";
        std::filesystem::create_directories(checkpoint);
        const nlohmann::ordered_json args{{"args", spec::officialArgs(run)}, {"dataset_args", nlohmann::ordered_json::object()}, {"model_args", spec::officialModelArgs(run)}};
        writeFileAtomic(m_path / "args.json", args.dump());
        interop::NamedTensors tensors;
        for (const auto& [name, tensor] : model::Transformer(run.model, 1).parameters())
            tensors.emplace_back(name, tensor.detach());
        interop::writeSafetensors(checkpoint / "model.safetensors", tensors);
        writeFileAtomic(checkpoint / "state.json", R"({"schema": 1, "step": 1, "seconds": 1.0, "data_position": null})");
    }
    ~FreshRun()
    {
        std::error_code error;
        std::filesystem::remove_all(m_path, error);
    }
    std::unique_ptr<inspect::Lens> open() const { return inspect::Lens::open({.run = m_path, .tokenizer = std::string(BAMSCOPE_TEST_DATA) + "/retrieval/tokenizer.model"}); }

private:
    std::filesystem::path m_path;
};

inspect::Lens& lensOf(const std::string& preset)
{
    static std::map<std::string, std::unique_ptr<FreshRun>> runs;
    static std::map<std::string, std::unique_ptr<inspect::Lens>> lenses;
    auto& lens = lenses[preset];
    if (!lens) {
        runs[preset] = std::make_unique<FreshRun>(preset);
        lens = runs[preset]->open();
    }
    return *lens;
}

inspect::Prompt promptOf(std::int64_t length)
{
    inspect::Prompt prompt;
    std::mt19937 random(1);
    for (std::int64_t n = 0; n < length; ++n)
        prompt.tokens.push_back(std::int32_t(random() % 512));
    prompt.pieces.assign(std::size_t(length), "x");
    for (std::int64_t n = 0; n < kQueries; ++n)
        prompt.queryRows.push_back(length - kQueries + n);
    prompt.needleBegin = length / 2;
    prompt.needleEnd = length / 2 + 12;
    return prompt;
}

void capture(benchmark::State& state, const std::string& preset, bool matrices)
{
    auto& lens = lensOf(preset);
    const inspect::CaptureRequest request{.prompt = promptOf(state.range(0)), .matrices = matrices};
    std::int64_t peak = 0;
    for (auto _ : state)
        peak = std::max(peak, test::peakBytesOf([&] { benchmark::DoNotOptimize(lens.capture(request)); }));
    state.counters["peak MiB"] = double(peak) / (1 << 20);
    state.counters["tokens/s"] = benchmark::Counter(double(state.range(0)), benchmark::Counter::kIsIterationInvariantRate);
}

void region(benchmark::State& state, bool whole, bool parts)
{
    auto& lens = lensOf("laptop");
    const auto length = state.range(0);
    lens.capture({.prompt = promptOf(length)});
    inspect::RegionRequest request{{1, 3}, whole ? 0 : length / 2, whole ? length : length / 2 + 512, 0, whole ? length : 512};
    request.parts = parts;
    for (auto _ : state)
        benchmark::DoNotOptimize(lens.region(request));
}

void decompose(benchmark::State& state)
{
    auto& lens = lensOf("laptop");
    lens.capture({.prompt = promptOf(state.range(0))});
    for (auto _ : state)
        benchmark::DoNotOptimize(lens.decompose({1, 3}, state.range(0) - 1));
}

BENCHMARK_CAPTURE(capture, laptop_strip, "laptop", false)->Name("lens/laptop_strip")->Arg(4096)->Arg(32768)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(capture, l6_strip, "l6", false)->Name("lens/l6_strip")->Arg(2048)->Arg(8192)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(capture, l6_matrices, "l6", true)->Name("lens/l6_matrices")->Arg(2048)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(capture, l12_matrices, "l12", true)->Name("lens/l12_matrices")->Arg(8192)->Arg(32768)->Iterations(1)->Unit(benchmark::kSecond)->UseRealTime();
BENCHMARK_CAPTURE(region, near, false, false)->Name("lens/region_512")->Arg(32768)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(region, parts, false, true)->Name("lens/region_parts_512")->Arg(32768)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(region, whole, true, false)->Name("lens/region_whole")->Arg(32768)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(region, whole_parts, true, true)->Name("lens/region_whole_parts")->Arg(4096)->Arg(32768)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(decompose)->Name("lens/decompose")->Arg(32768)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
