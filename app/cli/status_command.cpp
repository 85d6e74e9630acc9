// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch status`: how far sweeps and runs are, from their small files; nothing is asked of the workers.
#include "app/cli/commands.h"
#include "app/cli/text_table.h"
#include "core/base/text.h"
#include "core/jobs/sweep_rules.h"
#include "core/runs/run_directory.h"
#include "core/runs/run_record.h"
#include "core/runs/run_summary.h"

#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>

namespace bam::cli {
namespace {

using Json = Console::Json;
using jobs::SweepRunState;
using runs::RunState;
using runs::RunSummary;

constexpr const char* kColumns = "llrrrrrl";
const std::vector<std::string> kHeads{"state", "run", "steps", "loss", "tok/s", "ETA", "sign of life", ""};

Syntax syntax()
{
    Syntax syntax("status", "status PATH…",
        "Shows how far things are: the folder of a sweep, a run directory, or a folder of runs. For each run its state, steps, loss, speed, time to go, when its worker was last heard of, and "
        "why it failed. `lost` is a run whose process is gone without a word.");
    addCommonFlags(syntax);
    syntax.example("bamscope --batch status sweeps/rates");
    syntax.example("bamscope --batch status logs");
    return syntax;
}

std::int64_t now() { return std::int64_t(std::time(nullptr)); }

std::string stateWord(RunState state)
{
    switch (state) {
    case RunState::Queued: return "queued";
    case RunState::Running: return "running";
    case RunState::Finished: return "finished";
    case RunState::Failed: return "failed";
    case RunState::Stopped: return "stopped";
    case RunState::Paused: return "paused";
    case RunState::Lost: return "lost";
    case RunState::Imported: return "imported";
    case RunState::Unknown: break;
    }
    return "unknown";
}

Json numberJson(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
Json wholeJson(std::int64_t value) { return value >= 0 ? Json(value) : Json(nullptr); }

std::string fixed(double value)
{
    if (!std::isfinite(value))
        return {};
    char text[48];
    std::snprintf(text, sizeof text, "%.4f", value);
    return text;
}

std::string stepsText(const RunSummary& run)
{
    if (run.step < 0)
        return {};
    return run.totalSteps > 0 ? str(run.step, '/', run.totalSteps) : std::to_string(run.step);
}

/// Only of a run that says it is running.
std::string signText(const RunSummary& run)
{
    const bool told = run.state == RunState::Running || run.state == RunState::Lost;
    return told && run.heartbeat >= 0 ? humanDuration(double(std::max<std::int64_t>(0, now() - run.heartbeat))) + " ago" : std::string();
}

std::vector<std::string> cells(const std::string& state, const std::string& name, const RunSummary& run, const std::string& reason)
{
    const double eta = run.etaSeconds();
    return {state, name, stepsText(run), fixed(run.loss), run.tokensPerSecond > 0 ? withThousands(std::int64_t(run.tokensPerSecond)) : std::string(), std::isfinite(eta) ? humanDuration(eta) : std::string(),
        signText(run), reason};
}

void addRun(Json& json, const RunSummary& run)
{
    json.update({{"step", wholeJson(run.step)}, {"total_steps", wholeJson(run.totalSteps)}, {"loss", numberJson(run.loss)}, {"validation_loss", numberJson(run.validationLoss)},
        {"tokens_per_second", numberJson(run.tokensPerSecond)}, {"eta_seconds", numberJson(run.etaSeconds())}, {"seconds", numberJson(run.seconds)},
        {"heartbeat_age", run.heartbeat >= 0 ? Json(now() - run.heartbeat) : Json(nullptr)}, {"host", run.host}, {"pid", wholeJson(run.pid)}});
}

std::string reasonOf(const RunSummary& run)
{
    if (!run.problem.empty())
        return run.problem;
    return run.state == RunState::Failed ? run.error : std::string();
}

void tellRun(const std::filesystem::path& path, const std::string& name, TextTable& table, Console& console)
{
    const auto run = runs::readRecord(path, path.parent_path(), now());      // of folders without a status, also what their logs say
    const auto state = stateWord(run.state);
    table.add(cells(state, name, run, reasonOf(run)));
    Json json{{"event", "status"}, {"kind", "run"}, {"path", path.string()}, {"state", state}};
    addRun(json, run);
    json["cause"] = reasonOf(run);
    console.event(json);
}

/// What an entry is now, as the next call for the sweep will find it: the process that it says is working may be gone, with or without a word of how it ended,
/// and so may the run that was trained. @param entry is changed to that
std::string stateNow(jobs::SweepEntry& entry, const RunSummary& run, const jobs::SweepStore& store)
{
    if (entry.state != SweepRunState::Running) {
        skipIfGone(entry);
        return stateName(entry.state);
    }
    if (isLocal(entry.process) ? isAlive(entry.process) : run.state == RunState::Running)
        return entry.stage == "evaluate" ? "testing" : "running";
    jobs::JobEvents events(store.outFile(entry));
    events.finish();
    const auto end = endOf(entry, events.ending(), std::nullopt, store.errFile(entry), false);
    if (!end.told)
        return "lost";
    entry.state = end.state;
    entry.cause = end.cause;
    entry.hint = end.hint;
    return stateName(entry.state);
}

void tellSweep(const std::filesystem::path& path, Console& console)
{
    const jobs::SweepStore store(path);
    auto state = store.load();
    TextTable table(kColumns);
    table.add(kHeads);
    std::size_t lost = 0, working = 0, others = 0;
    auto entries = Json::array();
    for (auto& entry : state.entries) {
        const auto run = entry.run.empty() ? RunSummary() : runs::summarize(entry.run, now());
        const auto word = stateNow(entry, run, store);
        lost += word == "lost" ? 1 : 0;
        working += word == "running" || word == "testing" ? 1 : 0;
        others += entry.index < 0 ? 1 : 0;
        const bool failed = entry.state == SweepRunState::Skipped || entry.state == SweepRunState::Failed;
        table.add(cells(word, entry.title + (entry.index < 0 ? " (of an earlier call)" : ""), run, failed ? entry.cause : std::string()));
        Json json{{"id", entry.id}, {"index", entry.index}, {"run", entry.title}, {"state", word}, {"stage", entry.stage}, {"attempts", entry.starts}, {"failures", entry.failures}, {"device", entry.device},
            {"path", entry.run}, {"cause", entry.cause}, {"hint", entry.hint}};
        addRun(json, run);
        entries.push_back(std::move(json));
    }
    const auto counts = countsOf(state);
    const bool supervised = isAlive(state.process);
    console.event({{"event", "status"}, {"kind", "sweep"}, {"path", path.string()}, {"name", state.name}, {"supervised", supervised},
        {"counts", {{"runs", counts.runs}, {"waiting", counts.waiting}, {"running", working}, {"lost", lost}, {"finished", counts.finished}, {"failed", counts.failed}, {"skipped", counts.skipped},
            {"stopped", counts.stopped}, {"of_earlier_calls", others}}}, {"entries", entries}});
    console.result(str(path.string(), ": sweep ", state.name, ", ", counts.finished, " of ", counts.runs, " runs finished, ", working, " running, ", counts.waiting + counts.failed, " waiting",
        counts.skipped > 0 ? str(", ", counts.skipped, " skipped") : "", counts.stopped > 0 ? str(", ", counts.stopped, " stopped") : "", lost > 0 ? str(", ", lost, " lost") : "",
        supervised ? str("; process ", state.process.pid, " works on it") : counts.finished < counts.runs && isLocal(state.process) && state.process.pid > 0 ? "; the process that worked on it is gone, the same sweep command goes on" : "",
        "\n", table.text()));
}

void tellFolder(const std::filesystem::path& path, Console& console)
{
    const auto found = runs::findRuns(path);
    if (found.empty())
        throw Error(ErrorCode::Usage, str("\"", path.string(), "\" holds no sweep and no run"), "Name the folder of a sweep, a run directory or a folder of runs such as logs.");
    TextTable table(kColumns);
    table.add(kHeads);
    for (const auto& run : found)
        tellRun(run, std::filesystem::path(run).lexically_relative(path).string(), table, console);
    console.result(str(path.string(), ": ", found.size(), found.size() == 1 ? " run" : " runs", " in up to four levels of folders\n", table.text()));
}

void run(const Syntax&, const Arguments& arguments, Context& context)
{
    auto& console = context.console;
    if (arguments.positional().empty())
        throw Error(ErrorCode::Usage, "no path is named", "Name the folder of a sweep, a run directory or a folder of runs such as logs.");
    for (const auto& name : arguments.positional()) {
        std::error_code error;
        if (!std::filesystem::is_directory(name, error))
            throw Error(ErrorCode::Usage, str(std::filesystem::exists(name, error) ? "this is a file, not a folder: \"" : "there is no folder \"", name, "\""), "Name the folder of a sweep, a run directory or a folder of runs such as logs.");
        if (jobs::SweepStore::isSweepFolder(name)) {
            tellSweep(name, console);
        } else if (runs::isRun(name)) {
            TextTable table(kColumns);
            table.add(kHeads);
            tellRun(name, name, table, console);
            console.result(table.text());
        } else {
            tellFolder(name, console);
        }
    }
    console.requireWritten();
}

}  // namespace

Command statusCommand()
{
    return {"status", "shows how far sweeps and runs are", {}, syntax, run};
}

}  // namespace bam::cli
