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
#include <map>

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
    syntax.add({.name = "force", .kind = spec::FieldKind::Flag, .help = "Write over files that are there and hold something else; never over the spec itself."});
    syntax.add({.name = "nodes", .value = "N", .help = "Nodes of each run.", .fallback = "1"});
    syntax.add({.name = "gpus", .value = "N", .help = "GPUs of each run on each node; 0 for none.", .fallback = "1, or as many as the sweep's ranks need"});
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

/// A process has a GPU of its own, so that either number follows from the other. @throws Error (Usage) when they contradict each other
std::int64_t gpusFrom(const Arguments& arguments, const SpecLayers& given, std::int64_t ranks, std::int64_t nodes)
{
    const bool ranksGiven = std::any_of(given.layers.begin(), given.layers.end(), [](const auto& layer) { return spec::isSweep(layer) && layer["sweep"].is_object() && layer["sweep"].contains("ranks"); });
    if (!arguments.has("gpus") && ranks % nodes == 0)
        return ranks / nodes;
    const auto gpus = arguments.whole("gpus", 1, 0);
    if (ranksGiven && gpus > 0 && gpus * nodes != ranks)
        throw Error(ErrorCode::Usage, str("sweep.ranks is ", ranks, ", but ", nodes, nodes == 1 ? " node" : " nodes", " with --gpus ", gpus, " start ", gpus * nodes, gpus * nodes == 1 ? " process" : " processes", " for each run"),
            ranks % nodes == 0 ? str("Give --gpus ", ranks / nodes, ", or leave one of them out.") : std::string("Leave sweep.ranks out, or give a number of nodes that divides it."));
    return gpus;
}

jobs::SbatchOptions optionsFrom(const Arguments& arguments, const SpecLayers& given, std::int64_t ranks)
{
    jobs::SbatchOptions options;
    options.nodes = int(arguments.whole("nodes", 1, 1));
    const auto gpus = gpusFrom(arguments, given, ranks, options.nodes);
    options.gpu = gpus > 0;
    options.processes = int(std::max<std::int64_t>(1, gpus));
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

struct Output {
    std::filesystem::path file;
    std::string text;
};

/// @throws Error (Usage) naming a file that is the spec, or that holds something else
void requireFree(const Output& output, const Arguments& arguments)
{
    std::error_code failure;
    if (!std::filesystem::exists(output.file, failure))
        return;
    for (const auto& input : arguments.positional())
        if (std::filesystem::equivalent(input, output.file, failure))
            throw Error(ErrorCode::Usage, str("\"", output.file.string(), "\" would be written over the spec that is read"), "Give the script another name with --out.");
    if (!arguments.on("force") && readFile(output.file) != output.text)
        throw Error(ErrorCode::Usage, str("there is already another \"", output.file.string(), "\""), "Give --force to write over it, or another name with --out.");
}

/// All of them or, when one must not be written, none.
void write(const std::vector<Output>& outputs, const Arguments& arguments, Console& console)
{
    for (const auto& output : outputs)
        requireFree(output, arguments);
    for (const auto& [file, text] : outputs) {
        std::error_code failure;
        if (file.has_parent_path())
            std::filesystem::create_directories(file.parent_path(), failure);
        writeFileAtomic(file, text);
        console.event({{"event", "wrote"}, {"file", file.string()}});
        console.result("wrote " + file.string());
    }
}

void writeRun(const spec::SweepSpec& sweep, bool ownLogs, const Arguments& arguments, const jobs::SbatchOptions& options, const std::string& program, Console& console)
{
    auto run = sweep.runs.front().spec;
    if (!ownLogs)
        run.logDir = spec::RunSpec().logDir;
    const auto script = jobs::sbatchScript(jobs::withAbsolutePaths(run), options, program);
    if (arguments.has("out"))
        return write({{arguments.value("out"), script}}, arguments, console);
    console.event({{"event", "script"}, {"text", script}});
    console.result(script.substr(0, script.size() - 1));
}

bool hasOwnLogs(const SpecLayers& given)
{
    return std::any_of(given.layers.begin(), given.layers.end(), [](const auto& layer) { return layer.contains("log_dir"); });
}

/// Whether the sweep takes several values of this field.
bool isAxis(const SpecLayers& given, const std::string& path)
{
    return std::any_of(given.layers.begin(), given.layers.end(), [&](const auto& layer) {
        return spec::isSweep(layer) && layer["sweep"].is_object() && layer["sweep"].contains("fields") && layer["sweep"]["fields"].is_object() && layer["sweep"]["fields"].contains(path);
    });
}

spec::Json valueAt(const spec::Json& run, const std::string& path)
{
    auto value = run;
    for (const auto& key : splitText(path, '.'))
        value = spec::Json(value.at(key));
    return value;
}

spec::Json layerOf(const std::string& path, const spec::Json& value)
{
    auto layer = value;
    auto keys = splitText(path, '.');
    for (auto key = keys.rbegin(); key != keys.rend(); ++key)
        layer = spec::Json{{*key, layer}};
    return layer;
}

/// What was given, with absolute paths, so that a later edit of the file or another folder changes nothing: a list of layers.
spec::Json resolved(SpecLayers given, const spec::SweepSpec& sweep, const jobs::SbatchOptions& options)
{
    given.layers.push_back({{"name", sweep.name}});
    given.set("out", std::filesystem::absolute(sweep.out).lexically_normal().string());
    if (options.processes > 1)
        given.set("ranks", options.processes);
    const bool ownLogs = hasOwnLogs(given);
    // Of every field that has a path: the values that it takes, in their order.
    std::map<std::string, std::vector<spec::Json>> paths;
    std::vector<spec::Json> absolute;
    for (const auto& run : sweep.runs) {
        const auto made = jobs::withAbsolutePaths(run.spec);
        for (const auto& path : spec::changedFields(run.spec, made))
            if (path != "log_dir" || ownLogs)
                paths[path];
        absolute.push_back(spec::toJson(made));
    }
    for (auto& [path, values] : paths) {
        for (const auto& run : absolute)
            if (const auto value = valueAt(run, path); std::find(values.begin(), values.end(), value) == values.end())
                values.push_back(value);
        if (values.size() == 1)
            given.layers.push_back(layerOf(path, values.front()));
        else if (isAxis(given, path))
            given.set("fields", {{path, values}});
    }
    return given.layers;
}

void writeSweep(const SpecLayers& given, const spec::SweepSpec& sweep, const Arguments& arguments, const jobs::SbatchOptions& options, const std::string& program, Console& console)
{
    const auto script = std::filesystem::path(arguments.has("out") ? arguments.value("out") : sweep.name + ".sbatch");
    auto beside = std::filesystem::absolute(script).lexically_normal();
    const auto file = beside.replace_extension(".sweep.json");
    const auto specs = std::filesystem::absolute(script).lexically_normal().replace_extension(".specs");
    std::vector<Output> outputs{{script, jobs::sweepArrayScript(sweep, file, specs, int(arguments.whole("together", 0, 0)), options, program)}};
    if (options.nodes <= 1)
        outputs.push_back({file, spec::prettyJson(resolved(given, sweep, options)) + "\n"});
    for (std::size_t n = 0; options.nodes > 1 && n < sweep.runs.size(); ++n)
        outputs.push_back({specs / str(n, ".json"), spec::prettyJson(spec::toJson(jobs::withAbsolutePaths(sweep.runs[n].spec))) + "\n"});
    write(outputs, arguments, console);
    console.result(str("Submit it with: sbatch ", script.string()));
}

void run(const Syntax& syntax, const Arguments& arguments, Context& context)
{
    const auto given = specLayers(syntax, arguments);
    const auto sweep = spec::readSweep(given.layers, given.name);
    const auto options = optionsFrom(arguments, given, sweep.ranks);
    requireDivisible(sweep, options);
    if (sweep.runs.front().spec.data.dataset.empty())
        context.console.note("no dataset is given; the script cannot train without one (--dataset)");
    const auto program = arguments.has("program") ? arguments.value("program") : ownProgram();
    if (given.isSweep()) {
        writeSweep(given, sweep, arguments, options, program, context.console);
    } else {
        writeRun(sweep, hasOwnLogs(given), arguments, options, program, context.console);
    }
    context.console.requireWritten();
}

}  // namespace

Command sbatchCommand()
{
    return {"sbatch", "writes a script for Slurm: a job for a spec, a job array for a sweep", {}, syntax, run};
}

}  // namespace bam::cli
