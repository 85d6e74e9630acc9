// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_summary.h"

#include "core/base/error.h"
#include "core/base/json_fields.h"
#include "core/base/json_text.h"
#include "core/base/process_stat.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/runs/folder_lock.h"
#include "core/runs/run_directory.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <ctime>

namespace bam::runs {
namespace {

/// Longer than any step should take; a run on another machine is believed so long without a sign.
constexpr std::int64_t kSilentSeconds = 600;
/// By which the clock may have been set back and forth between a worker's start and its sign.
constexpr std::int64_t kClockSlack = 5;

/// Null when the file is not there. @throws std::exception when it cannot be read or holds no JSON
Json readIfThere(const std::filesystem::path& file)
{
    const auto text = readSmallFile(file);
    return text ? readJsonText<Json>(*text, file.string()) : Json();
}

double numberOr(const Json& json, const char* key) { return json.contains(key) && json[key].is_number() ? json[key].get<double>() : RunSummary::kNone; }

RunState stateOf(const std::string& word)
{
    if (word == "queued")
        return RunState::Queued;
    if (word == "running")
        return RunState::Running;
    if (word == "finished")
        return RunState::Finished;
    if (word == "failed")
        return RunState::Failed;
    if (word == "paused")
        return RunState::Paused;
    return word == "stopped" ? RunState::Stopped : RunState::Unknown;
}

/// Seconds since 1970 of "2026-11-29T20:56:26Z"; −1 for anything else.
std::int64_t secondsOf(const std::string& stamp)
{
    std::tm parts{};
    const char* end = ::strptime(stamp.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
    return end ? std::int64_t(::timegm(&parts)) : -1;
}

void readStatus(RunSummary& run, std::int64_t now)
{
    const auto status = readIfThere(run.path / "status.json");
    if (!status.is_object())
        return;
    run.state = stateOf(textOr(status, "state"));
    run.host = textOr(status, "host");
    run.pid = wholeOr(status, "pid", -1);
    run.heartbeat = secondsOf(textOr(status, "heartbeat"));
    if (run.state == RunState::Running && !isAlive(run, now))
        run.state = RunState::Lost;
    run.step = wholeOr(status, "step", -1);
    run.totalSteps = wholeOr(status, "total_steps", -1);
    run.loss = numberOr(status, "loss");
    run.validationLoss = numberOr(status, "validation_loss");
    run.seconds = numberOr(status, "seconds");
    run.tokensPerSecond = numberOr(status, "tokens_per_second");
    run.secondsLeft = run.state == RunState::Running ? numberOr(status, "eta_seconds") : RunSummary::kNone;
    if (status.contains("error") && status["error"].is_object()) {
        run.error = textOr(status["error"], "message");
        run.hint = textOr(status["error"], "hint");
    }
}

/// A worker counts the steps that its data is enough for as all steps; people asked for those in the spec.
void readTraining(RunSummary& run, const Json& training)
{
    run.seed = wholeOr(training, "seed", -1);
    if (const auto asked = wholeOr(training, "num_iterations", -1); run.totalSteps >= 0 && asked > run.totalSteps) {
        run.dataSteps = run.totalSteps;
        run.totalSteps = asked;
    }
}

/// Folders are copied, moved and named anew; what was trained stays. @param model has the same names in a spec and in the official arguments
void readModel(RunSummary& run, const Json& model)
{
    if (const auto encoding = textOr(model, "position_encoding"); !encoding.empty())
        run.encoding = encoding;
    if (const auto size = textOr(model, "model_size"); !size.empty() && run.version < 0)
        run.size = size;
}

/// Arguments that cannot be read are no reason not to show the run.
void readOfficialModel(RunSummary& run)
{
    try {
        const auto args = readIfThere(run.path / "args.json");
        if (args.is_object() && args.contains("args") && args["args"].is_object())
            readModel(run, args["args"]);
    } catch (const std::exception&) {
        return;
    }
}

void readRun(RunSummary& run, Json& json)
{
    json = readIfThere(run.path / "run.json");
    run.official = json.is_null();
    if (run.official)
        readOfficialModel(run);
    if (!json.is_object())
        return;
    run.imported = importedFrom(json);
    if (run.imported)
        run.state = RunState::Imported;
    if (json.contains("spec") && json["spec"].is_object()) {
        const auto& spec = json["spec"];
        if (spec.contains("training") && spec["training"].is_object())
            readTraining(run, spec["training"]);
        if (spec.contains("model") && spec["model"].is_object())
            readModel(run, spec["model"]);
    }
    if (json.contains("starts") && json["starts"].is_array() && !json["starts"].empty() && json["starts"].front().is_object())
        run.started = textOr(json["starts"].front(), "time");
}

/// version_07 → 7
std::int64_t versionOf(const std::string& name)
{
    constexpr std::string_view kPrefix = "version_";
    std::int64_t value = -1;
    if (name.starts_with(kPrefix))
        std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), value);
    return value;
}

/// Names of the folders in a folder, sorted.
std::vector<std::filesystem::path> foldersIn(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> found;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, std::filesystem::directory_options::skip_permission_denied, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        const auto name = entry->path().filename().string();
        if (!name.starts_with('.') && name != "checkpoints" && entry->is_directory(ignored) && !entry->is_symlink(ignored))
            found.push_back(entry->path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

double RunSummary::etaSeconds() const
{
    if (state != RunState::Running)
        return kNone;
    if (std::isfinite(secondsLeft))
        return secondsLeft;
    const auto last = dataSteps >= 0 ? dataSteps : totalSteps;
    return step > 0 && last > step ? seconds / double(step) * double(last - step) : kNone;
}

std::filesystem::path namedFolder(const std::filesystem::path& path)
{
    std::error_code failure;
    const auto absolute = std::filesystem::absolute(path, failure);
    const auto folder = (failure ? path : absolute).lexically_normal();
    return folder.has_filename() ? folder : folder.parent_path();
}

bool isAlive(const RunSummary& run, std::int64_t now)
{
    if (run.host != hostName())
        return run.heartbeat < 0 || std::abs(now - run.heartbeat) < kSilentSeconds;
    const auto process = run.pid > 0 ? processStat(run.pid) : ProcessStat{};
    // A process that was started after the run's last sign has only its number, used again or from another start of the machine.
    return !process.hasEnded() && (run.heartbeat < 0 || startSeconds(process) <= run.heartbeat + kClockSlack);
}

RunSummary summarize(const std::filesystem::path& path, std::int64_t now)
{
    Json ignored;
    return summarize(path, now, ignored);
}

RunSummary summarize(const std::filesystem::path& path, std::int64_t now, Json& runJson)
{
    RunSummary run;
    run.path = path;
    const auto folder = namedFolder(path);
    run.version = versionOf(folder.filename().string());
    run.encoding = (run.version < 0 ? folder : folder.parent_path()).filename().string();
    if (run.version >= 0)
        run.size = folder.parent_path().parent_path().filename().string();
    const auto attempt = [&](const char* file, const auto& part) {
        try {
            part();
        } catch (const Error& failure) {
            run.problem = failure.cause();
        } catch (const std::exception& failure) {
            run.problem = str((path / file).string(), " cannot be read: ", failure.what());
        }
    };
    attempt("status.json", [&] { readStatus(run, now); });
    attempt("run.json", [&] { readRun(run, runJson); });
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        run.problem = path.string() + " is not there any more";
    return run;
}

bool walkFolders(const std::filesystem::path& root, int depth, const std::function<bool(const std::filesystem::path&, bool isRun)>& visit)
{
    const bool run = isRun(root);
    if (!visit(root, run))
        return false;
    if (run || depth == 0)
        return true;
    for (const auto& folder : foldersIn(root))
        if (!walkFolders(folder, depth - 1, visit))
            return false;
    return true;
}

std::vector<std::filesystem::path> findRuns(const std::filesystem::path& root, int depth)
{
    std::vector<std::filesystem::path> found;
    walkFolders(root, depth, [&](const std::filesystem::path& folder, bool run) {
        if (run)
            found.push_back(folder);
        return true;
    });
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace bam::runs
