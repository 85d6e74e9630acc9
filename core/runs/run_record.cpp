// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_record.h"

#include "core/base/descriptor.h"
#include "core/base/files.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/runs/run_directory.h"
#include "core/spec/estimate.h"
#include "core/spec/official_args.h"
#include "core/spec/spec_io.h"
#include "core/spec/spec_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <sys/stat.h>

namespace bam::runs {
namespace {

/// Enough for any row and the header of the logs, and one page of the disk.
constexpr std::int64_t kTailBytes = 4096;

/// First line and last whole line of a log; empty when it has no row.
struct LogEnds {
    std::string header, last;
};

LogEnds endsOf(const std::filesystem::path& file)
{
    LogEnds ends;
    const Descriptor descriptor(openRetrying(file.c_str(), O_RDONLY | O_NONBLOCK));
    struct stat info{};
    if (!descriptor.valid() || ::fstat(descriptor.get(), &info) != 0 || !S_ISREG(info.st_mode))
        return ends;
    const auto piece = [&](std::int64_t offset) {
        std::string text(std::size_t(std::min<std::int64_t>(kTailBytes, info.st_size - offset)), '\0');
        text.resize(readAt(descriptor.get(), text.data(), text.size(), offset));
        return text;
    };
    const auto head = piece(0);
    ends.header = head.substr(0, head.find('\n'));
    auto tail = info.st_size > kTailBytes ? piece(info.st_size - kTailBytes) : head;
    tail.resize(tail.rfind('\n') == std::string::npos ? 0 : tail.rfind('\n'));     // a torn last row does not count
    const auto begin = tail.rfind('\n');
    ends.last = begin == std::string::npos ? std::string() : tail.substr(begin + 1);
    return ends;
}

double fieldOf(const LogEnds& ends, std::string_view column)
{
    const auto names = splitText(ends.header, ','), fields = splitText(ends.last, ',');
    for (std::size_t i = 0; i < names.size() && i < fields.size(); ++i) {
        if (trimmed(names[i]) != column)
            continue;
        double value = 0;
        const auto result = std::from_chars(fields[i].data(), fields[i].data() + fields[i].size(), value);
        return result.ec == std::errc() ? value : RunSummary::kNone;
    }
    return RunSummary::kNone;
}

/// What the logs of a run without status.json tell.
void readLogEnds(RunRecord& run)
{
    const auto train = endsOf(run.path / "train.log");
    run.tokensPerSecond = fieldOf(train, "tok/sec");
    if (!run.official && !run.imported)
        return;
    const double step = fieldOf(train, "step");
    run.step = std::isfinite(step) ? std::int64_t(step) : -1;
    run.loss = fieldOf(train, "loss");
    run.seconds = fieldOf(train, "time");
    run.validationLoss = fieldOf(endsOf(run.path / "eval.log"), "loss");
}

/// The last part of a path: data and tokenizers lie elsewhere for each machine and each try, under the same name.
std::string nameOf(const std::string& path)
{
    const auto end = path.find_last_not_of('/');
    return end == std::string::npos ? std::string() : std::filesystem::path(path.substr(0, end + 1)).filename().string();
}

/// The same text for specs that give the same curve but for the seed. @param tokenizer its hash; empty: not known
std::string familyOf(spec::RunSpec spec, const std::string& tokenizer)
{
    spec.training.seed = spec::TrainSpec().seed;
    spec::resetWhatKeepsNumbers(spec);
    spec.data.dataset = nameOf(spec.data.dataset);
    spec.data.tokenizer = tokenizer.empty() ? nameOf(spec.data.tokenizer) : tokenizer;
    spec.training.checkpoint = nameOf(spec.training.checkpoint);
    return sha256(spec::toJson(spec).dump()).substr(0, 16);
}

void readSpec(RunRecord& run, const spec::RunSpec& spec, int ranks)
{
    run.sequenceLength = spec.training.sequenceLength;
    run.captureEvery = spec.training.captureEvery;
    run.learningRate = spec.training.learningRate;
    run.ranks = ranks;
    run.tokensPerStep = spec::tokensPerStep(spec.training, ranks);
    run.flopsPerToken = spec::estimate(spec, ranks).flopsPerToken;
    if (run.totalSteps < 0 && spec.training.numIterations > 0)
        run.totalSteps = spec.training.numIterations;
}

void readOurs(RunRecord& run, const Json& json)
{
    int ranks = 1;
    if (const auto starts = json.find("starts"); starts != json.end() && starts->is_array() && !starts->empty() && starts->back().is_object()) {
        const auto& last = starts->back();
        ranks = std::max(1, last.value("ranks", 1));
        run.device = last.value("device", std::string());
    }
    if (!json.contains("spec"))
        return;
    std::vector<spec::Problem> problems;    // keys of a newer version, say; the rest is read all the same
    auto spec = spec::overlay(spec::RunSpec(), json["spec"], problems);
    if (const auto data = json.find("data"); data != json.end())    // before they were moved, if they were
        if (const auto first = textOr(*data, "first_dataset"); !first.empty())
            spec.data.dataset = first;
    const auto tokenizer = json.find("tokenizer");
    run.family = familyOf(spec, tokenizer != json.end() && tokenizer->is_object() ? tokenizer->value("sha256", std::string()) : std::string());
    readSpec(run, spec, ranks);
}

void readOfficial(RunRecord& run)
{
    run.family = run.size + "/" + run.encoding;
    const auto file = run.path / "args.json";
    const auto args = spec::readOfficialArgs(file);
    std::vector<std::string> notes;
    readSpec(run, spec::runFromOfficialArgs(args, file.string(), notes), 1);
}

}  // namespace

RunRecord readRecord(const std::filesystem::path& path, const std::filesystem::path& root, std::int64_t now)
{
    RunRecord run;
    Json json;
    static_cast<RunSummary&>(run) = summarize(path, now, json);
    run.root = root;
    std::string notesProblem;
    run.notes = readNotes(path, notesProblem);
    if (run.official || !std::isfinite(run.tokensPerSecond))
        readLogEnds(run);
    try {
        if (run.imported)
            run.family = "imported " + path.string();       // stands for itself
        else if (json.is_object())
            readOurs(run, json);
        else if (run.official)
            readOfficial(run);
    } catch (const std::exception& failure) {
        // An official folder with arguments nobody foresaw is still a run with curves.
        if (!run.official && run.problem.empty())
            run.problem = str((path / "run.json").string(), " does not describe a run: ", failure.what());
    }
    if (run.problem.empty())
        run.problem = notesProblem;
    return run;
}

bool sameNumber(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool sameRecord(const RunRecord& a, const RunRecord& b)
{
    return a.path == b.path && a.size == b.size && a.encoding == b.encoding && a.state == b.state && a.step == b.step && a.totalSteps == b.totalSteps && a.dataSteps == b.dataSteps && sameNumber(a.loss, b.loss) && sameNumber(a.validationLoss, b.validationLoss)
        && sameNumber(a.seconds, b.seconds) && sameNumber(a.tokensPerSecond, b.tokensPerSecond) && sameNumber(a.secondsLeft, b.secondsLeft) && a.notes == b.notes && a.official == b.official && a.imported.has_value() == b.imported.has_value()
        && a.seed == b.seed && a.started == b.started && a.host == b.host && a.pid == b.pid && a.error == b.error && a.hint == b.hint && a.problem == b.problem
        && a.root == b.root && a.device == b.device && sameNumber(a.tokensPerStep, b.tokensPerStep) && sameNumber(a.flopsPerToken, b.flopsPerToken)
        && sameNumber(a.learningRate, b.learningRate) && a.sequenceLength == b.sequenceLength && a.captureEvery == b.captureEvery && a.family == b.family;
}

}  // namespace bam::runs
