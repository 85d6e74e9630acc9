// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/resume.h"

#include "core/base/files.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/runs/imported.h"
#include "core/runs/run_directory.h"
#include "core/spec/spec_io.h"

namespace bam::train {
namespace {

using Json = nlohmann::ordered_json;

Json datasetOf(const std::filesystem::path& run)
{
    const auto args = runs::readJsonFile(run / "args.json");
    return args.is_object() ? args.value("dataset_args", Json::object()) : Json::object();
}

std::string textOf(const Json& json, const char* section, const char* key) { return json.is_object() && json.contains(section) ? textOr(json[section], key) : std::string(); }

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

/// A folder with nothing in it is what a mount point shows without its disk. What cannot be looked at is told when it is opened.
bool isAway(const std::filesystem::path& path)
{
    std::error_code failure;
    const bool isThere = std::filesystem::exists(path, failure);
    return !failure && (!isThere || (std::filesystem::is_directory(path, failure) && std::filesystem::is_empty(path, failure)));
}

/// The next resume finds it from any current directory.
std::string placeOf(const std::string& given)
{
    const auto place = std::filesystem::absolute(given).lexically_normal();
    requireTextPath(place);
    return place.string();
}

std::string resumeWith(const std::filesystem::path& run, const char* flag) { return str("bamscope --batch train --resume ", run.string(), ' ', flag, " PATH"); }

}  // namespace

spec::RunSpec specToResume(const std::filesystem::path& path, int ranks, std::vector<std::string>& notes)
{
    runs::requireRun(path);
    runs::requireNotImported(path, "be resumed");
    const auto run = runs::readJsonFile(path / "run.json");
    if (run.is_null() || !run.contains("spec"))
        throw Error(ErrorCode::Usage, str(path.string(), " has no run.json with a spec, so it cannot be resumed"), "Folders of the official code can be evaluated, not resumed.");
    std::vector<spec::Problem> problems;
    auto spec = spec::overlay(spec::RunSpec{}, run["spec"], problems);
    const auto dataset = datasetOf(path);
    const bool others = wholeOr(dataset, "num_processes", ranks) != ranks;
    if (others) {
        pin(spec, dataset);
        fitBatch(spec, ranks, notes);
    }
    for (auto& problem : spec::validate(spec, ranks))
        if (!others || problem.field != "data.val_tokens")      // were enough for the first start; some ranks have none then
            problems.push_back(std::move(problem));
    spec::requireNone(problems, (path / "run.json").string());
    return spec;
}

std::filesystem::path ownTokenizer(const std::filesystem::path& path)
{
    const auto copy = std::filesystem::absolute(path) / "tokenizer.model";
    const auto hash = textOf(runs::readJsonFile(path / "run.json"), "tokenizer", "sha256");
    std::error_code failure;
    return !hash.empty() && std::filesystem::is_regular_file(copy, failure) && sha256OfFile(copy) == hash ? copy : std::filesystem::path();
}

void findData(spec::RunSpec& spec, const std::filesystem::path& path, const std::string& dataset, const std::string& tokenizer, std::vector<std::string>& notes)
{
    auto& data = spec.data;
    if (!dataset.empty()) {
        data.dataset = placeOf(dataset);
        if (textOf(runs::readJsonFile(path / "run.json"), "data", "fingerprint").empty())
            notes.push_back(str("note: the program that began this run kept no fingerprint of its data; of those in ", data.dataset, " only the tokenizer and the number of tokens are compared"));
    } else if (isAway(data.dataset)) {
        throw Error(ErrorCode::Usage, str("the data of ", path.string(), " are not where they were: there is nothing in \"", data.dataset, "\""),
            str("Bring them back, or name where they are now: ", resumeWith(path, "--dataset")));
    }
    if (!tokenizer.empty()) {
        data.tokenizer = placeOf(tokenizer);
    } else if (!data.tokenizer.empty() && isAway(data.tokenizer)) {
        const auto copy = ownTokenizer(path);
        if (copy.empty())
            throw Error(ErrorCode::Usage, str("the tokenizer of ", path.string(), " is not where it was: there is no \"", data.tokenizer, "\", and the run has no copy that is known to be the same"),
                str("Bring it back, or name where it is now: ", resumeWith(path, "--tokenizer")));
        notes.push_back(str("note: the tokenizer is not in ", data.tokenizer, " any more; the run's own copy is used"));
        data.tokenizer = copy.string();
    }
}

void requireSameData(const std::filesystem::path& path, data::BatchSource& source)
{
    const auto run = runs::readJsonFile(path / "run.json");
    const auto refuse = [&](const char* flag, const std::string& what, const std::string& before, const std::string& now) {
        throw Error(ErrorCode::Usage, str(what, " of ", path.string(), " changed since its first start: ", before, " then, ", now, " now"),
            str("Bring back what it began with, name where that is now with ", flag, ", or train on with a new run from its checkpoint: bamscope --batch train … --checkpoint ", path.string()));
    };
    const auto tokenizer = textOf(run, "tokenizer", "sha256");
    if (const auto now = source.tokenizer(); !tokenizer.empty() && !now.sha256.empty() && tokenizer != now.sha256)
        refuse("--tokenizer", "the tokenizer", str(textOf(run, "tokenizer", "name"), " (SHA-256 ", tokenizer.substr(0, 12), "…)"), str(now.name, " (SHA-256 ", now.sha256.substr(0, 12), "…)"));
    const auto tokens = wholeOr(datasetOf(path), "total_tokens", -1), tokensNow = wholeOr(source.describe(), "total_tokens", -1);
    if (tokens >= 0 && tokens != tokensNow)
        refuse("--dataset", "the data", str(withThousands(tokens), " tokens"), str(withThousands(tokensNow), " tokens"));
    if (const auto before = textOf(run, "data", "fingerprint"); !before.empty() && !source.hasFingerprint(before))
        refuse("--dataset", "the data", str("other text (fingerprint ", before.substr(0, 12), "…)"), str("fingerprint ", source.fingerprint().substr(0, 12), "…"));
}

void requireTextPath(const std::filesystem::path& path)
{
    auto shown = path.string();
    if (repairUtf8(shown) > 0)
        throw Error(ErrorCode::Usage, str("the path ", shown, " is not UTF-8 text, in which a run writes down where its files are"), "Rename that folder or file, or choose another.");
}

void requireTextPaths(const spec::RunSpec& spec)
{
    requireTextPath(std::filesystem::absolute(spec.logDir));
    for (const auto& path : {spec.data.dataset, spec.data.tokenizer, spec.training.checkpoint})
        requireTextPath(path);
}

void requireSameEverywhere(distributed::Group& group, const spec::RunSpec& spec, data::BatchSource& source)
{
    if (!group.several())
        return;
    // Paths, devices and threads may differ from machine to machine.
    auto same = spec;
    same.logDir = same.data.dataset = same.data.tokenizer = same.training.device = same.training.checkpoint = {};
    same.training.threads = 0;
    auto data = source.describe();
    data.erase("dataset_dir");
    const auto texts = group.fromAll(sha256(str(spec::toJson(same).dump(), data.dump(), source.tokenizer().sha256, source.fingerprint())));
    for (std::size_t rank = 1; rank < texts.size(); ++rank)
        if (texts[rank] != texts.front())
            throw Error(ErrorCode::Usage, str("rank ", rank, " was given another spec, other data or another tokenizer than rank 0"), "Start all ranks with the same command and the same data.");
}

}  // namespace bam::train
