// SPDX-License-Identifier: GPL-3.0-or-later
// Speed of tokenising, of ingest on top of it, and of making the quickstart's rows. BAMSCOPE_BENCH_TEXT and BAMSCOPE_BENCH_TOKENIZER
// name a text (one document per line) and a model; left out, both are made up.
#include "core/base/files.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/data/ingest.h"
#include "core/data/mixture_source.h"
#include "core/eval/passkey_task.h"
#include "core/tokenizer/tokenizer.h"

#include <benchmark/benchmark.h>

#include <QTemporaryDir>

#include <cstdlib>
#include <thread>

namespace {

using namespace bam;

struct Material {
    QTemporaryDir folder;
    std::filesystem::path root{folder.path().toStdString()};
    std::filesystem::path text, model, passkeyModel;
};

/// Words of random letters, the frequent ones short, in lines of a verse's length.
std::string madeUpText()
{
    SplitMix64 random(1);
    std::vector<std::string> words(4000);
    for (auto& word : words)
        for (auto n = random.between(2, 9); n > 0; --n)
            word += "etaoinshrdlucmfw"[random.below(random.below(16) + 1)];
    std::string text;
    for (int line = 0; line < 30'000; ++line) {
        for (int word = 0; word < 25; ++word)
            text += words[random.below(random.below(words.size()) + 1)] + ' ';
        text.back() = '\n';
    }
    return text;
}

const Material& material()
{
    static const auto made = [] {
        auto material = std::make_unique<Material>();
        const char* text = std::getenv("BAMSCOPE_BENCH_TEXT");
        const char* model = std::getenv("BAMSCOPE_BENCH_TOKENIZER");
        material->text = text ? text : (material->root / "text.txt").string();
        if (!text)
            writeFileAtomic(material->text, madeUpText());
        material->model = model ? model : (material->root / "text.model").string();
        if (!model)
            tokenizer::trainBpe({.texts = {material->text}, .pieces = 8000, .output = material->model});
        material->passkeyModel = material->root / "passkey.model";
        tokenizer::trainBpe({.texts = {material->text}, .extraSentences = eval::PasskeyTask::sentences(), .pieces = 512, .output = material->passkeyModel});
        return material;
    }();
    return *made;
}

void encode(benchmark::State& state)
{
    const auto tokenizer = tokenizer::Tokenizer::load(material().model);
    const auto text = readFile(material().text);
    const auto lines = splitText(text, '\n');
    for (auto _ : state)
        for (const auto& line : lines)
            benchmark::DoNotOptimize(tokenizer.encode(line));
    state.SetBytesProcessed(std::int64_t(state.iterations()) * std::int64_t(text.size()));
}
BENCHMARK(encode)->UseRealTime()->MeasureProcessCPUTime()->Unit(benchmark::kMillisecond);

/// By number of threads. On a quiet machine Time should be near that of `encode` divided by the threads; CPU near that of `encode`, always.
void ingestText(benchmark::State& state)
{
    int round = 0;
    for (auto _ : state) {
        data::IngestSpec spec;
        spec.inputs = {material().text};
        spec.output = material().root / str("shards_", state.range(0), '_', round++);
        spec.tokenizer = material().model;
        spec.threads = int(state.range(0));
        data::ingest(spec);
        state.PauseTiming();
        std::filesystem::remove_all(spec.output);
        state.ResumeTiming();
    }
    state.SetBytesProcessed(std::int64_t(state.iterations()) * std::int64_t(std::filesystem::file_size(material().text)));
}
BENCHMARK(ingestText)->UseRealTime()->MeasureProcessCPUTime()->Unit(benchmark::kMillisecond)->RangeMultiplier(2)->Range(1, int(std::max(1u, std::thread::hardware_concurrency())));

/// One step of the quickstart: 32 rows of 160 tokens.
void mixtureStep(benchmark::State& state)
{
    spec::RunSpec spec;
    spec.data.kind = "passkey_mixture";
    spec.data.dataset = material().text.string();
    spec.data.tokenizer = material().passkeyModel.string();
    spec.training.batchSize = 32;
    spec.training.sequenceLength = 160;
    spec.training.numIterations = 1;
    spec.model.vocabulary = 512;
    const auto source = data::openMixtureSource(spec, {});
    for (auto _ : state)
        benchmark::DoNotOptimize(source->nextStep());
}
BENCHMARK(mixtureStep)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
