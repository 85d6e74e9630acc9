// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/evaluate_run.h"

#include "core/attention/attend.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/device/device.h"
#include "core/distributed/rank_device.h"
#include "core/runs/folder_lock.h"
#include "core/runs/run_tokenizer.h"
#include "core/spec/official_args.h"
#include "core/spec/spec_io.h"
#include "core/train/checkpoint.h"

#include <ATen/Parallel.h>

#include <optional>

namespace bam::eval {
namespace {

using Json = nlohmann::ordered_json;

// One prompt may take an hour; a rank that ends is noticed at once all the same.
constexpr std::chrono::seconds kTimeout = std::chrono::hours(6);

/// Kernels may skip what is not finite, so that such a model gives numbers, and wrong ones.
void requireFinite(const model::Transformer& model, const std::filesystem::path& checkpoint)
{
    if (const auto name = model::firstNotFinite(model.parameters()); !name.empty())
        throw Error(ErrorCode::Failed, str("the parameter ", name, " of ", checkpoint.string(), " holds numbers that are not finite, so what it gives would mean nothing"),
            "Evaluate an earlier checkpoint: --checkpoint STEP.");
}

/// What the evaluation asks for, with the length of the run's own training unless another is given.
encoding::RopeScaling ropeScalingFor(const std::filesystem::path& run, const spec::EvalSpec& spec)
{
    encoding::RopeScaling scaling{spec.ropeScaling, spec.ropeFactor, spec.ropeOriginalLength};
    std::vector<std::string> notes;
    if (scaling.isOn() && scaling.originalLength < 1)
        scaling.originalLength = spec::specOfRun(run, notes).training.sequenceLength;
    return scaling;
}

Json readResults(const std::filesystem::path& file)
{
    return std::filesystem::exists(file) ? spec::readJsonFile(file) : Json::object();
}

}  // namespace

std::vector<PasskeyCell> evaluateRun(const std::filesystem::path& run, const spec::EvalSpec& spec, const EvaluateOptions& asked, std::stop_token stop)
{
    const bool first = asked.ranks.rank == 0;
    auto options = asked;
    if (!first)
        options.progress = {}, options.log = {};
    if (!std::filesystem::exists(run / "args.json"))
        throw Error(ErrorCode::Usage, run.string() + " is not a run directory: it has no args.json", "Name a folder such as logs/l12/bam_ssmax/version_00.");
    attention::backendFromEnvironment();
    const auto device = device::resolve(distributed::deviceFor(options.device, options.ranks));
    at::set_num_threads(distributed::threadsFor(options.threads, options.ranks));
    std::optional<runs::FolderLock> lock;
    if (first)
        lock.emplace(run, ".evaluate.lock");
    const auto modelSpec = spec::modelFromOfficialArgs(spec::readOfficialArgs(run / "args.json"), (run / "args.json").string());
    const auto used = runs::tokenizerOf(run, modelSpec, options.tokenizer);
    if (used.papers && options.log)
        options.log(str(run.string(), " holds no tokenizer; the paper's is used: ", used.file.filename().string()));
    const auto tokenizer = tokenizer::Tokenizer::load(used.file);
    const auto checkpoint = train::resolveCheckpoint(run, spec.checkpoint);
    model::Transformer model(modelSpec, 0);
    train::loadWeights(checkpoint, model, options.log);
    requireFinite(model, checkpoint);
    const auto ropeScaling = ropeScalingFor(run, spec);
    model.setRopeScaling(ropeScaling);
    model.to(device);
    if (options.log)
        options.log(str("evaluating ", checkpoint.string(), " on ", device.str(),
            ropeScaling.isOn() ? str(", RoPE scaling ", ropeScaling.method, " × ", shortest(ropeScaling.factor), " of ", withThousands(ropeScaling.originalLength), " tokens") : ""));

    const auto cacheType = spec.cacheDtype == "bfloat16" ? at::kBFloat16 : at::kFloat;
    // A text that cannot be read is told before hours of other tests.
    Corpus corpus;
    if (!spec.perplexity.empty())
        corpus = readCorpus(spec.perplexity, tokenizer, modelSpec.vocabulary, spec.perplexitySequences * (spec.perplexityTokens + 1), options.progress, stop);
    distributed::Group group(options.ranks, device, kTimeout, options.log);
    std::vector<PasskeyCell> cells;
    if (spec.runPasskey) {
        const PasskeyOptions passkey{spec.chunk, cacheType, options.progress, [&](const PasskeyCell& cell) {
            if (!first)
                return;
            auto results = readResults(run / "results.json");
            mergePasskey(results, spec.passkey, {cell}, {checkpoint.filename().string(), spec.cacheDtype, tokenizer.sha256(), ropeScaling});
            writeFileAtomic(run / "results.json", results.dump(2) + "\n");
            if (options.onCell)
                options.onCell(cell);
        }, &group};
        cells = evaluatePasskey(model, tokenizer, spec.passkey, passkey, stop);
    }
    if (!spec.perplexity.empty()) {
        const auto curve = evaluatePerplexity(model, corpus, {spec.perplexityTokens, spec.perplexityWindow, spec.chunk, cacheType, options.progress, &group}, stop);
        if (!first)
            return cells;
        auto results = readResults(run / "results.json");
        mergePerplexity(results, corpus, curve, {checkpoint.filename().string(), spec.cacheDtype, tokenizer.sha256(), ropeScaling.isOn() ? ropeScalingJson(ropeScaling) : Json()});
        writeFileAtomic(run / "results.json", results.dump(2) + "\n");
        if (options.onPerplexity)
            options.onPerplexity(curve);
    }
    return cells;
}

}  // namespace bam::eval
