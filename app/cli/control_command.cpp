// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch control`: asks running trainings for something through their control folders, and waits for the answers.
#include "app/cli/commands.h"
#include "core/base/text.h"
#include "core/runs/control.h"
#include "core/runs/run_directory.h"
#include "core/runs/run_summary.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <thread>

namespace bam::cli {
namespace {

using runs::ControlKind;

constexpr std::int64_t kWaitSeconds = 60;
constexpr std::chrono::milliseconds kBetweenLooks{100};

Syntax syntax()
{
    Syntax syntax("control", "control RUN_DIR… stop|pause[=STEP]|checkpoint|capture|log_every=N [--wait SECONDS]",
        "Asks running trainings for something through the folder control/ of their run directories, from any machine that sees them, and waits until each has answered: stop and pause (at a step, "
        "or now) write a checkpoint and end; checkpoint and capture (attention, for the film) go on; log_every=N writes a row of train.log every N steps from now on.");
    syntax.group("Waiting");
    syntax.add({.name = "wait", .value = "SECONDS", .help = "How long to wait for the answers. A training answers at the end of its step.", .fallback = std::to_string(kWaitSeconds)});
    addCommonFlags(syntax);
    syntax.example("bamscope --batch control logs/l12/bam_ssmax/version_00 checkpoint");
    syntax.example("bamscope --batch control logs/l12/bam/version_00 logs/l12/rotary/version_00 pause=5000 --wait 3600");
    return syntax;
}

[[noreturn]] void refuseRequest(const std::string& text)
{
    throw Error(ErrorCode::Usage, str("\"", text, "\" is no request; expected stop, pause, pause=STEP, checkpoint, capture or log_every=N"), "The request comes after the run directories.");
}

runs::ControlRequest requestFrom(const std::string& text)
{
    const auto equals = text.find('=');
    const auto word = text.substr(0, equals);
    std::optional<std::int64_t> number;
    if (equals != std::string::npos) {
        const double value = spec::numberFromText(text.substr(equals + 1)).value_or(-1);
        number = std::floor(value) == value && value < 1e15 ? std::int64_t(value) : -1;
    }
    if (word == "log_every" && number.value_or(0) >= 1)
        return {ControlKind::LogEvery, {}, number};
    if (word == "pause" && number.value_or(0) >= 0)
        return {ControlKind::Pause, number, {}};
    if (!number)
        for (const auto& [name, kind] : {std::pair{"stop", ControlKind::Stop}, {"checkpoint", ControlKind::Checkpoint}, {"capture", ControlKind::Capture}})
            if (word == name)
                return {kind, {}, {}};
    refuseRequest(text);
}

/// Whether the training did what was asked.
bool isDone(ControlKind kind, const std::string& result)
{
    switch (kind) {
    case ControlKind::Stop: return result == "stopped" || result == "paused" || result == "finished";
    case ControlKind::Pause: return result == "paused" || result == "stopped";
    case ControlKind::Checkpoint: return result == "checkpoint";
    case ControlKind::Capture: return result == "captured";
    case ControlKind::LogEvery: return result == "log_every";
    }
    return false;
}

struct Asked {
    std::filesystem::path run, file;
    std::optional<runs::ControlAnswer> answer;
    std::string problem;            ///< why it was not asked
};

/// Why nobody would answer; null: somebody may.
const char* ended(const runs::RunSummary& run)
{
    switch (run.state) {
    case runs::RunState::Finished: return "it is finished";
    case runs::RunState::Failed: return "it is failed";
    case runs::RunState::Stopped: return "it is stopped";
    case runs::RunState::Paused: return "it is paused";
    case runs::RunState::Lost: return "its process is gone";
    case runs::RunState::Unknown: return run.official ? "it is of the official code, which knows no requests" : nullptr;
    default: return nullptr;
    }
}

/// Nobody would answer for a training that has ended, and the request would wait for its next start.
Asked ask(const std::filesystem::path& run, const runs::ControlRequest& request)
{
    if (const auto* reason = ended(runs::summarize(run, std::int64_t(std::time(nullptr)))))
        return {run, {}, {}, str("no process trains it: ", reason)};
    return {run, runs::requestControl(run, request), {}, {}};
}

void tell(const Asked& asked, const std::string& request, Console& console)
{
    if (asked.answer) {
        const auto& [result, step, detail] = *asked.answer;
        console.event({{"event", "answer"}, {"run", asked.run.string()}, {"request", request}, {"result", result}, {"step", step}, {"detail", detail}});
        console.result(str(asked.run.string(), ": ", result, step >= 0 ? str(" at step ", withThousands(step)) : "", detail.empty() ? "" : ", " + detail));
        return;
    }
    const auto cause = asked.problem.empty() ? std::string("no answer yet; the request stays in its control folder") : asked.problem;
    console.event({{"event", "answer"}, {"run", asked.run.string()}, {"request", request}, {"result", nullptr}, {"step", -1}, {"detail", cause}});
    console.result(str(asked.run.string(), ": ", cause));
}

void run(const Syntax&, const Arguments& arguments, Context& context)
{
    auto names = arguments.positional();
    if (names.size() < 2)
        throw Error(ErrorCode::Usage, "control needs a run directory and a request", "For example: bamscope --batch control logs/l12/bam_ssmax/version_00 checkpoint");
    const auto text = names.back();
    names.pop_back();
    const auto request = requestFrom(text);
    for (const auto& name : names) {
        runs::requireRun(name);
        runs::requireNotImported(name, "be asked for anything");
    }
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(arguments.whole("wait", kWaitSeconds, 0));
    std::vector<Asked> all;
    for (const auto& name : names)
        all.push_back(ask(name, request));
    const auto open = [](const Asked& asked) { return !asked.answer && asked.problem.empty(); };
    for (;;) {
        for (auto& asked : all)
            if (open(asked))
                asked.answer = runs::controlAnswer(asked.file);
        if (std::none_of(all.begin(), all.end(), open) || std::chrono::steady_clock::now() >= until || context.stop.stop_requested())
            break;
        std::this_thread::sleep_for(kBetweenLooks);
    }
    for (const auto& asked : all)
        tell(asked, text, context.console);
    context.console.requireWritten();
    const auto good = std::count_if(all.begin(), all.end(), [&](const Asked& asked) { return asked.answer && isDone(request.kind, asked.answer->result); });
    if (good != std::ptrdiff_t(all.size()))
        throw Error(ErrorCode::Failed, str(good, " of ", all.size(), all.size() == 1 ? " training did" : " trainings did", " what was asked: ", text), "`bamscope --batch status RUN_DIR` tells whether a process trains it.");
}

}  // namespace

Command controlCommand()
{
    return {"control", "asks running trainings to stop, pause, write a checkpoint, capture attention or log less", {}, syntax, run};
}

}  // namespace bam::cli
