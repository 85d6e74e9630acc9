// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch train`: a spec from a preset, a file, a checkpoint's arguments and flags, in this order; then the training.
#include "app/cli/commands.h"
#include "app/cli/ranks.h"
#include "app/cli/spec_flags.h"
#include "app/cli/spec_summary.h"
#include "core/base/text.h"
#include "core/spec/official_args.h"
#include "core/spec/sweep_file.h"
#include "core/train/trainer.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

namespace bam::cli {
namespace {

using spec::Json;
using spec::Problem;
using spec::RunSpec;

Syntax syntax()
{
    Syntax syntax("train", "train [SPEC.json] [--preset NAME] [flags]",
        "Trains a model. The spec is a preset, then SPEC.json over it, then the flags over both; the official code's flags work as they are. "
        "The run directory <log_dir>/<size>/<encoding>/version_NN keeps everything: logs, priors, checkpoints, status.");
    syntax.group("Run");
    syntax.add({.name = "preset", .value = "NAME", .help = str("Start from a preset: ", joinNames(spec::presetNames(), "or"), ".")});
    syntax.add({.name = "resume", .value = "RUN_DIR", .help = "Go on with a stopped run from its newest checkpoint, with its own spec; of the spec's flags only --device and --threads may be given, which change nothing that is trained, "
        "and --dataset and --tokenizer, for data that were moved: they are compared with those of the first start, and the run remembers where they are."});
    syntax.add({.name = "dry-run", .kind = spec::FieldKind::Flag, .help = "Check the spec (not the data), print the estimate and the resolved spec, and start nothing."});
    syntax.add({.name = "checkpoint_args", .kind = spec::FieldKind::Flag, .help = "With --checkpoint: take the spec from the run it belongs to; flags still count over it."});
    addRankFlags(syntax, "the training");
    addRunFlags(syntax);
    addEvaluationFlags(syntax, false);
    addCommonFlags(syntax);
    syntax.add({.name = "json-interval", .value = "MS", .help = "With --json: a step at most every so many milliseconds; the last one always.", .fallback = "0"});
    syntax.example("bamscope --batch train --preset l12 --dataset shards/fineweb --position_encoding bam_ssmax");
    syntax.example("bamscope --batch train --model_size=l6 --dataset=10B --tokens_per_step=65536 --batch_size=16 --sequence_length=512 --num_iterations=1000");
    syntax.example("bamscope --batch train --resume logs/l12/bam_ssmax/version_00");
    syntax.example("bamscope --batch train --resume logs/l12/bam_ssmax/version_00 --dataset /mnt/new/fineweb");
    return syntax;
}

/// The nearest folder with an args.json at or above a checkpoint.
std::filesystem::path runOfCheckpoint(const std::filesystem::path& checkpoint)
{
    auto folder = std::filesystem::absolute(checkpoint);
    for (int level = 0; level < 4; ++level, folder = folder.parent_path())
        if (std::filesystem::exists(folder / "args.json"))
            return folder;
    throw Error(ErrorCode::Usage, str("there is no args.json at or above \"", checkpoint.string(), "\""), "Leave --checkpoint_args out and give the model's flags.");
}

/// What the run of a checkpoint was trained with: our full spec, or the official args.json.
RunSpec specOfCheckpoint(const std::filesystem::path& checkpoint, Console& console)
{
    std::vector<std::string> notes;
    const auto found = spec::specOfRun(runOfCheckpoint(checkpoint), notes);
    for (const auto& note : notes)
        console.note(note);
    return found;
}

/// The official code looks for a dataset name in data/.
std::string resolvedDataset(const std::filesystem::path& given, Console& console)
{
    const auto official = std::filesystem::path("data") / given;
    if (given.empty() || given.is_absolute() || std::filesystem::exists(given) || !std::filesystem::exists(official))
        return given.string();
    console.note(str("--dataset ", given.string(), " is read from ", official.string(), ", as the official code does"));
    return official.string();
}

RunSpec resolvedSpec(const Syntax& syntax, const Arguments& arguments, Console& console)
{
    std::vector<Problem> problems;
    RunSpec run;
    std::string what = "this command line";
    if (arguments.has("preset"))
        run = spec::preset(arguments.value("preset"));
    if (arguments.positional().size() > 1)
        throw Error(ErrorCode::Usage, str("train takes one SPEC.json; found ", joinNames(arguments.positional())), "Several runs: bamscope --batch run JOBS.json.");
    if (!arguments.positional().empty()) {
        what = arguments.positional().front();
        const auto json = spec::readJsonFile(what);
        if (json.is_object() && json.contains("jobs"))
            throw Error(ErrorCode::Usage, str("\"", what, "\" is a file of jobs"), str("Start it with: bamscope --batch run ", what));
        if (spec::isSweep(json))
            throw Error(ErrorCode::Usage, str("\"", what, "\" is a sweep of several runs"), str("Start it with: bamscope --batch sweep ", what));
        run = spec::overlay(run, json, problems);
    }
    if (arguments.on("checkpoint_args")) {
        if (!arguments.has("checkpoint"))
            throw Error(ErrorCode::Usage, "--checkpoint_args needs --checkpoint", "Name the run or checkpoint whose spec is to be taken.");
        run = specOfCheckpoint(arguments.value("checkpoint"), console);
    }
    run = spec::overlay(run, specJson(syntax, arguments), problems);
    if (problems.empty())
        problems = spec::validate(run, ranksAsked(arguments));
    spec::requireNone(problems, what);
    run.data.dataset = resolvedDataset(run.data.dataset, console);
    return run;
}

std::string stepLine(const train::StepReport& report)
{
    const auto total = std::to_string(report.totalSteps);
    char numbers[96];
    std::snprintf(numbers, sizeof numbers, "step %*lld/%s", int(std::max<std::size_t>(6, total.size())), static_cast<long long>(report.row.step + 1), total.c_str());
    std::string text = numbers;
    std::snprintf(numbers, sizeof numbers, " | loss %.4f | norm %.2f | lr %.1e | ", double(report.row.loss), double(report.row.norm), report.row.lr);
    return str(text, numbers, withThousands(std::int64_t(report.row.tokensPerSecond)), " tok/s | ETA ", humanDuration(report.etaSeconds));
}

std::string fixed(float value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.4f", double(value));
    return text;
}

/// @param interval milliseconds between two steps told with --json
train::TrainOptions reporting(Console& console, std::int64_t interval)
{
    train::TrainOptions options;
    options.ranks = distributed::rankEnvironment();
    options.onStart = [&](const std::filesystem::path& run) {
        console.event({{"event", "start"}, {"run", run.string()}});
        console.line(str("run directory: ", run.string()));
    };
    options.onStep = [&, told = Console::Clock::time_point(), interval = std::chrono::milliseconds(interval)](const train::StepReport& report) mutable {
        const auto& row = report.row;
        const bool last = row.step + 1 == report.totalSteps;
        const auto now = Console::Clock::now();
        if (console.json() && !last && now - told < interval)
            return;
        told = now;
        if (console.json())
            console.event({{"event", "step"}, {"step", row.step + 1}, {"total_steps", report.totalSteps}, {"loss", floatJson(row.loss)}, {"norm", floatJson(row.norm)},
                {"lr", row.lr}, {"tokens_per_second", row.tokensPerSecond}, {"seconds", row.execTime}, {"eta_seconds", report.etaSeconds}});
        else
            console.frequent(stepLine(report), last);
    };
    options.onValidation = [&](const runs::EvalRow& row) {
        console.event({{"event", "validation"}, {"step", row.step}, {"loss", floatJson(row.loss)}, {"seconds", row.execTime}});
        console.line(str("validation after ", row.step, " steps | loss ", fixed(row.loss), " | ", humanDuration(row.execTime)));
    };
    options.log = [&](const std::string& text) {
        console.event({{"event", "log"}, {"text", text}});
        console.line(text);
    };
    return options;
}

void report(const train::TrainResult& result, Console& console)
{
    console.event({{"event", "done"}, {"run", result.run.string()}, {"steps", result.steps}, {"loss", floatJson(result.lastLoss)},
        {"validation_loss", result.validationLoss ? floatJson(*result.validationLoss) : Json()}, {"seconds", result.seconds}});
    console.result(str("done: ", withThousands(result.steps), " steps in ", humanDuration(result.seconds), " | loss ", fixed(result.lastLoss),
        result.validationLoss ? " | validation loss " + fixed(*result.validationLoss) : "", "\n  ", result.run.string()));
    if (result.skipped > 0)
        console.note(str("the updates of ", result.skipped, result.skipped == 1 ? " step" : " steps", " were left out (--on_bad_step skip); log.txt names them"));
    if (result.shortage)
        console.note(str(result.shortage->cause(), ". ", result.shortage->hint()));
    if (result.notExported)
        throw *result.notExported;
}

/// Flags of the spec that a resumed run may be given.
constexpr std::array kOfResume{"device", "threads", "dataset", "tokenizer"};

void resume(const Syntax& syntax, const Arguments& arguments, Context& context)
{
    std::vector<std::string> others;
    for (const auto& name : arguments.given())
        if ((!syntax.find(name)->key.empty() && std::find(kOfResume.begin(), kOfResume.end(), name) == kOfResume.end()) || name == "preset" || name == "checkpoint_args" || name == "dry-run")
            others.push_back("--" + name);
    if (!others.empty() || !arguments.positional().empty())
        throw Error(ErrorCode::Usage, str("--resume goes on with the spec in run.json; ", others.empty() ? arguments.positional().front() : joinNames(others), " cannot be changed"),
            "Leave the others out, or start a new run from its weights with --checkpoint.");
    auto options = reporting(context.console, arguments.whole("json-interval", 0, 0));
    options.device = arguments.value("device");
    if (arguments.has("threads"))
        options.threads = int(arguments.whole("threads", 0, 0));
    for (const auto* const name : {"dataset", "tokenizer"})
        if (arguments.has(name) && arguments.value(name).empty())
            throw Error(ErrorCode::Usage, str("--", name, " is empty"), "Name where it is now, or leave it out: run.json says where it was.");
    options.dataset = resolvedDataset(arguments.value("dataset"), context.console);
    options.tokenizer = arguments.value("tokenizer");
    report(train::resumeRun(arguments.value("resume"), options, context.stop), context.console);
}

void run(const Syntax& syntax, const Arguments& arguments, Context& context)
{
    auto& console = context.console;
    const int ranks = ranksAsked(arguments);
    if (!arguments.on("dry-run")) {
        if (ranks > 1 && !arguments.has("resume") && !distributed::rankEnvironment().several()) {
            // What is wrong with the command line is said once, before the ranks are started.
            Console unheard(true, false, true);
            resolvedSpec(syntax, arguments, unheard);
        }
        // A finished run only says so: for that no ranks and no devices are needed.
        const bool finished = arguments.has("resume") && !distributed::rankEnvironment().several() && train::finishedRun(arguments.value("resume"));
        if (!finished && launchedRanks(arguments, context))
            return;
    }
    for (const auto& note : ignoredFlags(arguments))
        console.note(note);
    if (arguments.has("resume"))
        return resume(syntax, arguments, context);
    const auto spec = resolvedSpec(syntax, arguments, console);
    console.event(summaryJson(spec, ranks));
    if (arguments.on("dry-run")) {
        console.result(summary(spec, ranks));
        console.result(spec::prettyJson(spec::toJson(spec)));
        return;
    }
    if (spec.data.dataset.empty())
        throw Error(ErrorCode::Usage, "no dataset is given", "Name a folder of token shards with --dataset; `bamscope --batch dataset` makes one from text.");
    console.line(summary(spec, ranks));
    report(train::trainNew(spec, reporting(console, arguments.whole("json-interval", 0, 0)), context.stop), console);
}

}  // namespace

Command trainCommand()
{
    return {"train", "trains a model, or goes on with a stopped run", "stopping after this step", syntax, run};
}

}  // namespace bam::cli
