// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/resume.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "core/runs/imported.h"
#include "core/runs/run_directory.h"
#include "core/spec/spec_io.h"

namespace bam::train {
namespace {

using Json = nlohmann::ordered_json;

std::int64_t wholeOr(const Json& json, const char* key, std::int64_t otherwise)
{
    const auto found = json.is_object() ? json.find(key) : json.end();
    return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : otherwise;
}

/// The tokens of a step and of validation as the run's first start resolved them.
void pin(spec::RunSpec& spec, const Json& dataset)
{
    if (const auto tokens = wholeOr(dataset, "tokens_per_batch", 0); tokens > 0) {
        spec.training.tokensPerStep = tokens;
        spec.training.minTokensPerStep = spec.training.maxTokensPerStep = -1;
    }
    if (const auto tokens = wholeOr(dataset, "val_tokens", -1); tokens >= 0) {
        spec.data.valTokens = tokens;
        spec.data.minValTokens = spec.data.maxValTokens = -1;
    }
}

/// Fits the micro-batch to the ranks. The sum over a step stays that of the same sequences.
void fitBatch(spec::RunSpec& spec, int ranks, std::vector<std::string>& notes)
{
    auto& training = spec.training;
    const auto sequences = training.tokensPerStep / std::max<std::int64_t>(1, training.sequenceLength);
    auto batch = training.batchSize;
    while (batch > 0 && sequences % (batch * ranks) != 0)
        --batch;
    if (batch == 0)
        throw Error(ErrorCode::Usage, str("a step of this run has ", sequences, " sequences, which ", ranks, " ranks cannot share evenly"), str("Resume with a number of ranks that divides ", sequences, "."));
    if (batch != training.batchSize)
        notes.push_back(str("note: batch_size is ", batch, " instead of ", training.batchSize, ", so that ", ranks, ranks == 1 ? " rank takes" : " ranks share", " the ", sequences, " sequences of a step evenly"));
    training.batchSize = batch;
}

}  // namespace

spec::RunSpec specToResume(const std::filesystem::path& path, int ranks, std::vector<std::string>& notes)
{
    runs::requireNotImported(path, "be resumed");
    const auto run = runs::readJsonFile(path / "run.json");
    if (run.is_null() || !run.contains("spec"))
        throw Error(ErrorCode::Usage, str(path.string(), " has no run.json with a spec, so it cannot be resumed"), "Folders of the official code can be evaluated, not resumed.");
    std::vector<spec::Problem> problems;
    auto spec = spec::overlay(spec::RunSpec{}, run["spec"], problems);
    const auto args = runs::readJsonFile(path / "args.json");
    const auto dataset = args.is_object() ? args.value("dataset_args", Json::object()) : Json::object();
    if (wholeOr(dataset, "num_processes", ranks) != ranks) {
        pin(spec, dataset);
        fitBatch(spec, ranks, notes);
    }
    for (auto& problem : spec::validate(spec, ranks))
        problems.push_back(std::move(problem));
    spec::requireNone(problems, (path / "run.json").string());
    return spec;
}

void requireSameEverywhere(distributed::Group& group, const spec::RunSpec& spec, const data::BatchSource& source)
{
    if (!group.several())
        return;
    // Paths, devices and threads may differ from machine to machine.
    auto same = spec;
    same.logDir = same.data.dataset = same.data.tokenizer = same.training.device = same.training.checkpoint = {};
    same.training.threads = 0;
    auto data = source.describe();
    data.erase("dataset_dir");
    const auto texts = group.fromAll(sha256(str(spec::toJson(same).dump(), data.dump(), source.tokenizer().sha256)));
    for (std::size_t rank = 1; rank < texts.size(); ++rank)
        if (texts[rank] != texts.front())
            throw Error(ErrorCode::Usage, str("rank ", rank, " was given another spec, other data or another tokenizer than rank 0"), "Start all ranks with the same command and the same data.");
}

}  // namespace bam::train
