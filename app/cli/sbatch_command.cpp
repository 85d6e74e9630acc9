// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch sbatch`: a spec as a script for Slurm, a sweep as a job array with the specs that it needs.
#include "app/cli/commands.h"
#include "app/cli/spec_layers.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/jobs/slurm_script.h"
#include "core/jobs/sweep_state.h"

#include <algorithm>
#include <filesystem>

namespace bam::cli {
namespace {

Syntax syntax()
{
    Syntax syntax("sbatch", "sbatch SPEC.json [--out FILE] [flags]",
        "Writes a script for Slurm: for a spec one job, for a sweep a job array with one task per run and the resolved sweep beside it. Nothing is submitted. Jobs write a checkpoint before their "
        "time limit, and go on with the same run when they are submitted or queued again. One node starts a process per GPU itself; over several nodes srun starts them.");
    syntax.group("Job");
    addLayerFlags(syntax);
    syntax.add({.name = "out", .value = "FILE", .help = "The script; the resolved sweep goes beside it.", .fallback = "standard output for a spec, <name>.sbatch for a sweep"});
    syntax.add({.name = "nodes", .value = "N", .help = "Nodes of each run.", .fallback = "1"});
    syntax.add({.name = "gpus", .value = "N", .help = "GPUs of each run on each node; 0 for none.", .fallback = "1"});
    syntax.add({.name = "cpus", .value = "N", .help = "CPU cores for each GPU, or for the run where there is none.", .fallback = "4"});
    syntax.add({.name = "hours", .value = "H", .help = "Time limit of each run.", .fallback = "24"});
    syntax.add({.name = "together", .value = "K", .help = "Runs of a sweep at a time; 0 for as many as the cluster gives.", .fallback = "0"});
    syntax.add({.name = "partition", .value = "NAME", .help = "Partition of the cluster."});
    syntax.add({.name = "account", .value = "NAME", .help = "Account that pays."});
    syntax.add({.name = "job-name", .value = "NAME", .help = "Name of the job.", .fallback = "size and encoding, or the sweep's"});
    syntax.add({.name = "program", .value = "PATH", .help = "The program as the nodes find it.", .fallback = "this one"});
    addLayerFieldFlags(syntax);
    addCommonFlags(syntax);
    syntax.example("bamscope --batch sbatch --preset l12 --dataset shards/fineweb --gpus 4 --hours 12 --partition a100 > l12.sbatch");
    syntax.example("bamscope --batch sbatch --preset paper_grid --set data.dataset=shards/fineweb --together 8 --out grid.sbatch");
    return syntax;
}

double hoursFrom(const Arguments& arguments)
{
    if (!arguments.has("hours"))
        return jobs::SbatchOptions().hours;
    const auto hours = spec::numberFromText(arguments.value("hours"));
    if (!hours || !(*hours > 0) || *hours > 24 * 365)
        throw Error(ErrorCode::Usage, str("--hours is \"", arguments.value("hours"), "\"; expected a number of hours above 0 and at most 8760"), "For example --hours 12 or --hours 0.5.");
    return *hours;
}

jobs::SbatchOptions optionsFrom(const Arguments& arguments)
{
    jobs::SbatchOptions options;
    const auto gpus = arguments.whole("gpus", 1, 0);
    options.gpu = gpus > 0;
    options.processes = int(std::max<std::int64_t>(1, gpus));
    options.nodes = int(arguments.whole("nodes", 1, 1));
    options.cpusPerProcess = int(arguments.whole("cpus", options.cpusPerProcess, 1));
    options.hours = hoursFrom(arguments);
    options.partition = arguments.value("partition");
    options.account = arguments.value("account");
    options.jobName = arguments.value("job-name");
    return options;
}

/// The processes share tokens_per_step: what does not divide is said now, not by the cluster.
void requireDivisible(const spec::SweepSpec& sweep, const jobs::SbatchOptions& options)
{
    const int ranks = options.processes * options.nodes;
    std::vector<spec::Problem> problems;
    for (const auto& run : sweep.runs)
        for (auto& problem : spec::validate(run.spec, ranks))
            if (std::none_of(problems.begin(), problems.end(), [&](const auto& known) { return known.field == problem.field && known.expected == problem.expected; }))
                problems.push_back(std::move(problem));
    spec::requireNone(problems, str(sweep.name, ranks > 1 ? str(" with ", ranks, " processes") : std::string()));
}

void write(const std::filesystem::path& file, const std::string& text, Console& console)
{
    std::error_code failure;
    if (file.has_parent_path())
        std::filesystem::create_directories(file.parent_path(), failure);
    writeFileAtomic(file, text);
    console.event({{"event", "wrote"}, {"file", file.string()}});
    console.result("wrote " + file.string());
}

void writeRun(const spec::SweepSpec& sweep, bool ownLogs, const Arguments& arguments, const jobs::SbatchOptions& options, const std::string& program, Console& console)
{
    auto run = sweep.runs.front().spec;
    if (!ownLogs)
        run.logDir = spec::RunSpec().logDir;
    const auto script = jobs::sbatchScript(jobs::withAbsolutePaths(run), options, program);
    if (arguments.has("out"))
        return write(arguments.value("out"), script, console);
    console.event({{"event", "script"}, {"text", script}});
    console.result(script.substr(0, script.size() - 1));
}

/// What was given, with absolute paths, so that a later edit of the file or another folder changes nothing: a list of layers.
spec::Json resolved(SpecLayers given, const spec::SweepSpec& sweep, const jobs::SbatchOptions& options)
{
    given.layers.push_back({{"name", sweep.name}});
    given.set("out", std::filesystem::absolute(sweep.out).lexically_normal().string());
    if (options.processes > 1)
        given.set("ranks", options.processes);
    const auto first = sweep.runs.front().spec;
    const auto absolute = jobs::withAbsolutePaths(first);
    const auto addPath = [&](const char* path, const std::string spec::DataSpec::* member) {
        const bool shared = std::all_of(sweep.runs.begin(), sweep.runs.end(), [&](const auto& run) { return run.spec.data.*member == first.data.*member; });
        if (shared && !(first.data.*member).empty())
            given.layers.push_back({{"data", {{path, absolute.data.*member}}}});
    };
    addPath("dataset", &spec::DataSpec::dataset);
    addPath("tokenizer", &spec::DataSpec::tokenizer);
    if (std::any_of(given.layers.begin(), given.layers.end(), [](const auto& layer) { return layer.contains("log_dir"); }))
        given.layers.push_back({{"log_dir", absolute.logDir}});
    return given.layers;
}

void writeSweep(const SpecLayers& given, const spec::SweepSpec& sweep, const Arguments& arguments, const jobs::SbatchOptions& options, const std::string& program, Console& console)
{
    const auto script = std::filesystem::path(arguments.has("out") ? arguments.value("out") : sweep.name + ".sbatch");
    auto beside = std::filesystem::absolute(script).lexically_normal();
    const auto file = beside.replace_extension(".sweep.json");
    const auto specs = std::filesystem::absolute(script).lexically_normal().replace_extension(".specs");
    write(script, jobs::sweepArrayScript(sweep, file, specs, int(arguments.whole("together", 0, 0)), options, program), console);
    if (options.nodes <= 1)
        write(file, spec::prettyJson(resolved(given, sweep, options)) + "\n", console);
    for (std::size_t n = 0; options.nodes > 1 && n < sweep.runs.size(); ++n)
        write(specs / str(n, ".json"), spec::prettyJson(spec::toJson(jobs::withAbsolutePaths(sweep.runs[n].spec))) + "\n", console);
    console.result(str("Submit it with: sbatch ", script.string()));
}

void run(const Syntax& syntax, const Arguments& arguments, Context& context)
{
    const auto given = specLayers(syntax, arguments);
    const auto options = optionsFrom(arguments);
    const auto sweep = spec::readSweep(given.layers, given.name);
    requireDivisible(sweep, options);
    if (sweep.runs.front().spec.data.dataset.empty())
        context.console.note("no dataset is given; the script cannot train without one (--dataset)");
    const auto program = arguments.has("program") ? arguments.value("program") : ownProgram();
    if (given.isSweep()) {
        writeSweep(given, sweep, arguments, options, program, context.console);
    } else {
        const bool ownLogs = std::any_of(given.layers.begin(), given.layers.end(), [](const auto& layer) { return layer.contains("log_dir"); });
        writeRun(sweep, ownLogs, arguments, options, program, context.console);
    }
    context.console.requireWritten();
}

}  // namespace

Command sbatchCommand()
{
    return {"sbatch", "writes a script for Slurm: a job for a spec, a job array for a sweep", {}, syntax, run};
}

}  // namespace bam::cli
