// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/sweep_worker.h"

#include "core/base/descriptor.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/small_file.h"
#include "core/base/text.h"

#include <algorithm>
#include <csignal>
#include <cstring>

#include <sys/stat.h>

namespace bam::jobs {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kStepInterval = "1000";       // milliseconds between two steps that a worker tells: a fast one would fill the disk with them
constexpr std::int64_t kTailBytes = 4096;
constexpr std::size_t kLastLines = 3;
constexpr int kAtOnce = 130;                        // exit status after a second signal

const char* const kMemoryHint = "Systems do this when memory runs out: use a smaller batch_size with the same tokens_per_step, or fewer runs at a time.";

/// status.json of the run, when it is of this very worker.
Json statusOf(const SweepEntry& entry)
{
    Json status;
    try {
        if (!entry.run.empty())
            if (const auto text = readSmallFile(std::filesystem::path(entry.run) / "status.json"))
                status = jsonOrDiscarded<Json>(*text);
    } catch (const Error&) {
        // Not what a worker writes, so it tells nothing.
    }
    const bool own = status.is_object() && status.contains("pid") && status["pid"] == entry.process.pid && status.contains("host") && status["host"] == entry.process.host;
    return own ? status : Json();
}

std::string wordOf(const Json& json, const char* key) { return json.is_object() && json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : std::string(); }

/// The last lines of a text file, in one line.
std::string lastLines(const std::filesystem::path& path)
{
    const Descriptor file(openRetrying(path.c_str(), O_RDONLY | O_NONBLOCK));
    struct stat info{};
    if (!file.valid() || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode))
        return {};
    const auto size = std::min<std::int64_t>(kTailBytes, info.st_size);
    std::string text(std::size_t(size), '\0');
    text.resize(readAt(file.get(), text.data(), text.size(), info.st_size - size));
    repairUtf8(text);
    std::vector<std::string> lines;
    for (const auto& line : splitText(text, '\n'))
        if (const auto word = std::string(trimmed(line)); !word.empty())
            lines.push_back(word);
    std::string last;
    for (auto n = lines.size() - std::min(lines.size(), kLastLines); n < lines.size(); ++n)
        last += (last.empty() ? "" : " | ") + lines[n];
    return last;
}

std::string withLastLines(std::string cause, const std::filesystem::path& errFile)
{
    const auto last = lastLines(errFile);
    return last.empty() ? cause : str(cause, "; its last lines of standard error: ", last);
}

/// A wrong spec stays wrong. What the machine lacks may be there the next time: a folder that somebody still holds, a rank that came too late.
SweepRunState stateOfCode(int code)
{
    if (code == int(ErrorCode::Stopped))
        return SweepRunState::Stopped;
    return code == int(ErrorCode::Usage) ? SweepRunState::Skipped : SweepRunState::Failed;
}

WorkerEnd bySignal(int signal, const std::filesystem::path& errFile, bool stopAsked)
{
    if (stopAsked && (signal == SIGTERM || signal == SIGINT))
        return {SweepRunState::Stopped, "stopped on request before its first step", {}, true};
    return {SweepRunState::Failed, withLastLines(str("the process was ended by signal ", signal, " (", ::strsignal(signal), ")"), errFile), signal == SIGKILL ? kMemoryHint : "Its log may tell more.", true};
}

std::optional<WorkerEnd> byStatus(const Json& status)
{
    const auto state = wordOf(status, "state");
    if (state == "finished")
        return WorkerEnd{SweepRunState::Finished, {}, {}, true};
    if (state == "stopped" || state == "paused")
        return WorkerEnd{SweepRunState::Stopped, state + " on request", {}, true};
    if (state != "failed" || !status.contains("error") || !status["error"].is_object())
        return std::nullopt;
    const auto& error = status["error"];
    const int code = error.contains("exit_code") && error["exit_code"].is_number_integer() ? error["exit_code"].get<int>() : 1;
    return WorkerEnd{stateOfCode(code), wordOf(error, "message"), wordOf(error, "hint"), true};
}

}  // namespace

std::string deviceOfRanks(const std::string& device) { return device.find(',') == std::string::npos ? device : "cuda"; }

bool hasBegun(const SweepEntry& entry)
{
    std::error_code error;
    return !entry.run.empty() && std::filesystem::exists(std::filesystem::path(entry.run) / "run.json", error);
}

std::vector<std::string> workerArguments(const SweepEntry& entry, const SweepStore& store, std::int64_t ranks, std::int64_t threads)
{
    const auto spec = store.specFile(entry.id).string();
    if (entry.stage == "evaluate")
        return {"--batch", "evaluate", entry.run, spec, "--device", entry.device.substr(0, entry.device.find(',')), "--threads", std::to_string(threads), "--json"};
    std::vector<std::string> words{"--batch", "train"};
    if (hasBegun(entry))
        words.insert(words.end(), {"--resume", entry.run, "--device", deviceOfRanks(entry.device)});
    else
        words.push_back(spec);
    if (ranks > 1)
        words.insert(words.end(), {"--ranks", std::to_string(ranks)});
    if (deviceOfRanks(entry.device) != entry.device)
        words.insert(words.end(), {"--devices", entry.device});
    words.insert(words.end(), {"--json", "--json-interval", kStepInterval});
    return words;
}

std::string runMadeBy(const SweepEntry& entry, const spec::RunSpec& spec)
{
    const auto folder = std::filesystem::path(spec.logDir) / spec.model.size / officialEncodingName(spec.model);
    std::error_code error;
    for (std::filesystem::directory_iterator run(folder, error), end; !error && run != end; run.increment(error)) {
        auto candidate = entry;
        candidate.run = run->path().string();
        if (!statusOf(candidate).is_object())
            continue;
        try {
            std::vector<spec::Problem> problems;
            const auto json = spec::readJsonFile(run->path() / "run.json");
            if (!json.is_object() || !json.contains("spec"))
                continue;
            const auto made = spec::overlay(spec::RunSpec{}, json["spec"], problems);
            if (trainingHash(made) == entry.hash || fullHash(made) == entry.hash)
                return candidate.run;
        } catch (const Error&) {
            // Without its spec it cannot be resumed either.
        }
    }
    return {};
}

WorkerEnd endOf(const SweepEntry& entry, const std::optional<JobEnding>& ending, const std::optional<ExitStatus>& exit, const std::filesystem::path& errFile, bool stopAsked)
{
    if (ending && ending->good)
        return {SweepRunState::Finished, {}, {}, true};
    if (ending)
        return {stateOfCode(ending->code), ending->cause, ending->hint, true};
    if (exit && exit->signal != 0)
        return bySignal(exit->signal, errFile, stopAsked);
    if (entry.stage == "train")
        if (const auto end = byStatus(statusOf(entry)))
            return *end;
    if (exit && exit->code == 0)
        return {SweepRunState::Finished, {}, {}, true};
    if (exit && stopAsked && (exit->code == int(ErrorCode::Stopped) || exit->code == kAtOnce))
        return {SweepRunState::Stopped, "stopped on request", {}, true};
    if (exit)
        return {stateOfCode(exit->code), withLastLines(str("the process ended with status ", exit->code), errFile), "Its log may tell more.", true};
    return {SweepRunState::Failed, withLastLines("the process ended without a word, perhaps killed for want of memory", errFile), kMemoryHint, false};
}

}  // namespace bam::jobs
