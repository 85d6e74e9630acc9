// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch sweep`: many runs from one spec, each a process of its own, over the devices of this machine.
#include "app/cli/commands.h"
#include "app/cli/spec_layers.h"
#include "app/cli/spec_summary.h"
#include "app/cli/text_table.h"
#include "core/base/text.h"
#include "core/device/device.h"
#include "core/jobs/sweep_plan.h"
#include "core/jobs/sweep_runner.h"

#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

namespace bam::cli {
namespace {

using jobs::SweepRunState;
using Json = Console::Json;

Syntax syntax()
{
    Syntax syntax("sweep", "sweep SPEC.json [--out FOLDER] [flags]",
        "Does the runs of a spec with a section `sweep`: every combination of its encodings, presets, sizes, fields and seeds. Each run is a process of its own. All runs are checked before "
        "the first starts. What happened is kept in <out>/sweep.json, so that the same command goes on after a stop or a kill: running workers are adopted, others resumed, what is "
        "finished stays. A run that fails is tried again, then skipped with the reason, and the others go on. Ctrl-C stops the runs with a checkpoint; a second one leaves them alone.");
    syntax.group("Sweep");
    addLayerFlags(syntax);
    syntax.add({.name = "out", .value = "FOLDER", .help = "State, outputs and, unless the spec has a log_dir, run directories.", .fallback = "sweeps/<name of the file>"});
    syntax.add({.name = "dry-run", .kind = spec::FieldKind::Flag, .help = "Print the runs with parameters, tokens, operations, time and memory, and start nothing."});
    syntax.add({.name = "parallel", .value = "N", .help = "Runs at a time on each device.", .fallback = "1"});
    syntax.add({.name = "devices", .value = "auto|cpu|cuda:N,…", .help = "Where to run; auto takes every GPU, or the CPU where there is none.", .fallback = "auto"});
    syntax.add({.name = "retries", .value = "N", .help = "How often a run that failed is tried again.", .fallback = "1"});
    syntax.add({.name = "evaluate", .kind = spec::FieldKind::Flag, .help = "Test each trained run as its evaluation section says."});
    syntax.add({.name = "ranks", .value = "N", .help = "Processes of one run, each on a GPU of its own: the devices are taken in groups of so many.", .fallback = "1"});
    syntax.add({.name = "retrain-gone", .kind = spec::FieldKind::Flag, .help = "Train anew what was trained and whose run directory is gone; without it such runs are skipped."});
    syntax.add({.name = "only", .value = "INDEX", .help = "Do run INDEX alone, counted from 0; other calls may do others of the same sweep meanwhile. For job arrays."});
    addLayerFieldFlags(syntax);
    addCommonFlags(syntax);
    syntax.example("bamscope --batch sweep rates.json --parallel 4 --retries 2");
    syntax.example("bamscope --batch sweep --preset paper_grid --set data.dataset=shards/fineweb --dry-run");
    syntax.example("bamscope --batch sweep --preset laptop --set sweep.seeds=0-4 --set sweep.encodings=bam,rotary --dataset book.txt --tokenizer book.model");
    return syntax;
}

spec::SweepSpec sweepFrom(const Syntax& syntax, const Arguments& arguments)
{
    auto given = specLayers(syntax, arguments);
    for (const auto* key : {"parallel", "retries", "ranks"})
        if (arguments.has(key))
            given.set(key, arguments.whole(key, 1, 0));
    for (const auto* key : {"out", "devices"})
        if (arguments.has(key))
            given.set(key, arguments.value(key));
    if (!arguments.has("devices") && !arguments.value("device").empty())
        given.set("devices", arguments.value("device"));
    if (arguments.has("evaluate"))
        given.set("evaluate", arguments.on("evaluate"));
    return spec::readSweep(given.layers, given.name);
}

std::vector<std::string> devicesFor(const spec::SweepSpec& sweep) { return jobs::deviceGroups(sweep.devices.empty() ? jobs::usableDevices() : sweep.devices, sweep.ranks); }

Json numberJson(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

void dryRun(const spec::SweepSpec& sweep, bool retrainGone, Console& console)
{
    const auto known = jobs::SweepStore(sweep.out).load();
    std::set<std::filesystem::path> folders{sweep.out};
    for (const auto& run : sweep.runs)
        folders.insert(run.spec.logDir);
    const auto plan = jobs::planSweep(sweep, known, devicesFor(sweep), jobs::measuredRuns({folders.begin(), folders.end()}), retrainGone);
    TextTable table("rllrrrrr");
    table.add({"#", "run", "state", "parameters", "tokens", "FLOP", "time", "memory"});
    std::size_t tooLarge = 0;
    for (const auto& row : plan.rows) {
        const bool fits = plan.fits(row);
        tooLarge += fits ? 0 : 1;
        table.add({std::to_string(row.index), row.title, stateName(row.state), compactNumber(double(row.parameters)), compactNumber(row.tokens), compactNumber(row.flops),
            durationOrUnknown(row.seconds), humanBytes(row.bytes) + (fits ? "" : " (!)")});
        console.event({{"event", "run"}, {"index", row.index}, {"run", row.title}, {"state", stateName(row.state)}, {"parameters", row.parameters}, {"tokens", numberJson(row.tokens)},
            {"flops", numberJson(row.flops)}, {"seconds", numberJson(row.seconds)}, {"bytes", row.bytes}, {"fits", fits}});
    }
    table.add({"", str(plan.rows.size(), plan.rows.size() == 1 ? " run" : " runs"), "", "", compactNumber(plan.tokens), compactNumber(plan.flops), durationOrUnknown(plan.seconds), ""});
    const auto memory = std::isfinite(plan.deviceBytes) ? humanBytes(plan.deviceBytes) : std::string("an unknown amount");
    console.result(str(sweep.name, ": ", sweep.runs.size(), " runs on ", joinNames(plan.devices), ", ", plan.parallel, " at a time on each, state in ", sweep.out, "\n\n", table.text()));
    console.result(str("Memory of a device: ", memory, ". Checkpoints of all runs: about ", humanBytes(plan.checkpointBytes), " on disk.",
        std::isfinite(plan.seconds) ? " Time is of training alone, at the measured speed of finished runs that compare." : " Time is unknown until a run that compares is finished."));
    std::set<std::string> missing;
    std::error_code unreadable;
    for (const auto& run : sweep.runs)
        if (run.spec.data.dataset.empty() || !std::filesystem::exists(run.spec.data.dataset, unreadable))
            missing.insert(run.spec.data.dataset);
    for (const auto& dataset : missing)
        console.note(dataset.empty() ? std::string("no dataset is named; the sweep would not start: set data.dataset") : str("there is no dataset \"", dataset, "\" here; the sweep would not start"));
    if (tooLarge > 0)
        console.note(str(tooLarge, tooLarge == 1 ? " run needs" : " runs need", " more memory than a device has with ", plan.parallel, " at a time; use a smaller batch_size with the same tokens_per_step"));
    console.event({{"event", "plan"}, {"runs", plan.rows.size()}, {"devices", plan.devices}, {"parallel", plan.parallel}, {"device_bytes", numberJson(plan.deviceBytes)}, {"tokens", numberJson(plan.tokens)},
        {"flops", numberJson(plan.flops)}, {"seconds", numberJson(plan.seconds)}, {"checkpoint_bytes", plan.checkpointBytes}, {"out", sweep.out}});
}

/// Tells what changes, once.
class Reporter {
public:
    Reporter(Console& console, const spec::SweepSpec& sweep) : m_console(console), m_sweep(sweep) {}

    void changed(const jobs::SweepEntry& entry)
    {
        m_console.event({{"event", "run"}, {"id", entry.id}, {"index", entry.index}, {"run", entry.title}, {"state", stateName(entry.state)}, {"stage", entry.stage}, {"attempts", entry.starts},
            {"failures", entry.failures}, {"device", entry.device}, {"pid", entry.process.pid}, {"path", entry.run}, {"seconds", entry.seconds}, {"cause", entry.cause}, {"hint", entry.hint}});
        const auto text = describe(entry);
        if (text != m_told[entry.id])
            m_console.line(entry.title + ": " + text);
        m_told[entry.id] = text;
    }

    void progress(const jobs::SweepProgress& progress)
    {
        std::string detail = str(progress.counts.finished, "/", progress.counts.runs, " done, ", progress.counts.running, " running");
        if (progress.counts.skipped > 0)
            detail += str(", ", progress.counts.skipped, " skipped");
        for (const auto& [entry, worker] : progress.workers)
            if (worker.step >= 0)
                detail += str(" | ", entry->title, " ", worker.step, "/", worker.totalSteps);
            else
                detail += str(" | ", entry->title, entry->stage == "evaluate" ? " is tested" : " begins");
        if (std::isfinite(progress.etaSeconds))
            detail += " | ETA " + humanDuration(progress.etaSeconds);
        m_console.progress({.task = m_sweep.name, .done = progress.fraction, .total = 1, .unit = "work", .seconds = 0, .detail = detail});
    }

private:
    std::string describe(const jobs::SweepEntry& entry) const
    {
        switch (entry.state) {
        case SweepRunState::Waiting:
            return entry.stage == "evaluate" ? "trained, waits for its test" : "waits";
        case SweepRunState::Running:
            return str(entry.stage == "evaluate" ? "is tested on " : "trains on ", entry.device, entry.run.empty() ? "" : " in " + entry.run);
        case SweepRunState::Finished:
            return str("finished in ", humanDuration(entry.seconds));
        case SweepRunState::Failed:
            return str("failed and is tried again (", entry.failures, " of ", m_sweep.retries, "): ", entry.cause);
        case SweepRunState::Skipped:
            return str("skipped: ", entry.cause, entry.hint.empty() ? "" : "\n  " + entry.hint);
        case SweepRunState::Stopped:
            return "stopped: " + entry.cause;
        }
        return {};
    }

    Console& m_console;
    const spec::SweepSpec& m_sweep;
    std::map<std::string, std::string> m_told;
};

Json countsJson(const jobs::SweepCounts& counts)
{
    return {{"runs", counts.runs}, {"waiting", counts.waiting}, {"running", counts.running}, {"finished", counts.finished}, {"failed", counts.failed}, {"skipped", counts.skipped}, {"stopped", counts.stopped}};
}

/// The runs that this call was for.
jobs::SweepState ofThisCall(jobs::SweepState state, std::optional<std::size_t> only)
{
    std::erase_if(state.entries, [&](const auto& entry) { return entry.index < 0 || (only && std::size_t(entry.index) != *only); });
    return state;
}

/// @throws Error (Stopped, Failed) unless all are finished
void conclude(const jobs::SweepState& state, const spec::SweepSpec& sweep, bool stopped, Console& console)
{
    const auto counts = countsOf(state);
    console.event({{"event", "finished"}, {"out", sweep.out}, {"counts", countsJson(counts)}});
    const auto summary = str(counts.finished, " of ", counts.runs, counts.runs == 1 ? " run is finished" : " runs are finished");
    if (counts.finished == counts.runs) {
        console.result(str("done: ", summary, "\n  ", sweep.out));
        return;
    }
    if (stopped)
        throw Error(ErrorCode::Stopped, "stopped on request: " + summary, "The same command goes on with the others.");
    std::string causes;
    for (const auto& entry : state.entries)
        if (entry.state == SweepRunState::Skipped || entry.state == SweepRunState::Failed)
            causes += str("\n  ", entry.title, ": ", entry.cause);
    if (causes.empty())
        throw Error(ErrorCode::Stopped, str(summary, "; the others were stopped or paused"), "The same command goes on with them.");
    throw Error(ErrorCode::Failed, str(summary, "; given up:", causes), str("Outputs are in ", sweep.out, "/runs. The same command tries them again."));
}

void run(const Syntax& syntax, const Arguments& arguments, Context& context)
{
    auto& console = context.console;
    const auto sweep = sweepFrom(syntax, arguments);
    if (arguments.on("dry-run")) {
        dryRun(sweep, arguments.on("retrain-gone"), console);
        return console.requireWritten();
    }
    Reporter reporter(console, sweep);
    jobs::SweepOptions options;
    options.program = ownProgram();
    options.devices = devicesFor(sweep);
    options.cores = device::defaultThreads();
    options.retrainGone = arguments.on("retrain-gone");
    if (arguments.has("only"))
        options.only = std::size_t(arguments.whole("only", 0, 0));
    options.onChange = [&](const jobs::SweepEntry& entry) { reporter.changed(entry); };
    options.onProgress = [&](const jobs::SweepProgress& progress) { reporter.progress(progress); };
    options.note = [&](const std::string& text) { console.note(text); };
    console.event({{"event", "sweep"}, {"name", sweep.name}, {"runs", sweep.runs.size()}, {"devices", options.devices}, {"parallel", sweep.parallel}, {"retries", sweep.retries}, {"out", sweep.out}});
    console.line(str(sweep.name, ": ", sweep.runs.size(), sweep.runs.size() == 1 ? " run" : " runs", " on ", joinNames(options.devices), ", state in ", sweep.out));
    const auto state = ofThisCall(jobs::runSweep(sweep, options, context.stop), options.only);
    console.clearProgress();
    conclude(state, sweep, context.stop.stop_requested(), console);
}

}  // namespace

Command sweepCommand()
{
    return {"sweep", "does many runs from one spec over the devices of this machine, and goes on after a stop", "stopping: the runs finish their step and write checkpoints", syntax, run};
}

}  // namespace bam::cli
