// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch evaluate`: the pass-key test and perplexity by position on checkpoints of one or several run directories, ours or the official code's.
#include "app/cli/commands.h"
#include "app/cli/ranks.h"
#include "app/cli/results_table.h"
#include "app/cli/spec_flags.h"
#include "core/base/text.h"
#include "core/distributed/environment.h"
#include "core/distributed/group.h"
#include "core/eval/evaluate_run.h"
#include "core/eval/run_evaluation.h"
#include "core/runs/imported.h"
#include "core/spec/official_args.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <set>

namespace bam::cli {
namespace {

using spec::Json;
using spec::Problem;

Syntax syntax()
{
    Syntax syntax("evaluate", "evaluate RUN_DIR… [SPEC.json] [flags]",
        "Tests whether a model finds a pass key in prompts of growing length, and with --perplexity how well it predicts far positions of a text; keeps the results in the run's "
        "results.json. Settings come "
        "from the run itself, then SPEC.json, then the flags. Without SPEC.json and flags each run is tested as its spec says. Of several runs one that cannot be evaluated is named, and the others go on; so it is with a test whose data cannot be used.");
    syntax.group("What");
    syntax.add({.name = "log_dir", .value = "RUN_DIR", .help = "A run directory, as the official evaluate.py names it.", .list = true});
    syntax.add({.name = "checkpoint_args", .value = "ARGS.json", .help = "With --checkpoint PATH: the args.json of the model, when it is not beside or above it."});
    syntax.add({.name = "tokenizer", .value = "MODEL", .help = "sentencepiece model; left out, the copy in the run directory, or the paper's for official runs."});
    syntax.add({.name = "again", .kind = spec::FieldKind::Flag, .help = "Asks everything anew. Left out, answers that the run's folder evaluation holds are taken from there."});
    addEvaluationFlags(syntax, true);
    syntax.group("Machine");
    addRankFlags(syntax, "the prompts and texts");
    syntax.add({.name = "device", .value = "auto|cpu|cuda|cuda:N", .help = "Where to compute.", .fallback = "auto"});
    syntax.add({.name = "threads", .value = "N", .help = "CPU threads; 0 takes all physical cores.", .fallback = "0"});
    addCommonFlags(syntax);
    syntax.example("bamscope --batch evaluate logs/l12/bam_ssmax/version_00 --passkey_lengths 512,4096,32768 --samples 50");
    syntax.example("bamscope --batch evaluate logs/l12/bam_ssmax/version_00 --run_passkey false --perplexity bible.txt --perplexity_tokens 32768");
    syntax.example("bamscope --batch evaluate --checkpoint official/model.pt --checkpoint_args official/args.json");
    return syntax;
}

/// A run directory and the checkpoint in it.
struct Subject {
    std::filesystem::path run;
    std::string checkpoint;     ///< empty: as the evaluation says
};

/// The run that a checkpoint given by path belongs to.
Subject subjectOfCheckpoint(const Arguments& arguments)
{
    const std::filesystem::path checkpoint = std::filesystem::absolute(arguments.value("eval_checkpoint"));
    if (!std::filesystem::exists(checkpoint))
        throw Error(ErrorCode::Usage, str("there is no checkpoint \"", arguments.value("eval_checkpoint"), "\""),
            "Name a run directory, or give a checkpoint folder, a .safetensors or a .pt file with --checkpoint.");
    if (arguments.has("checkpoint_args")) {
        const std::filesystem::path args = std::filesystem::absolute(arguments.value("checkpoint_args"));
        if (args.filename() != "args.json")
            throw Error(ErrorCode::Usage, str("--checkpoint_args is \"", arguments.value("checkpoint_args"), "\"; expected a file called args.json"), "Results are kept beside it.");
        return {args.parent_path(), checkpoint.string()};
    }
    auto folder = checkpoint;
    for (int level = 0; level < 4; ++level, folder = folder.parent_path())
        if (std::filesystem::exists(folder / "args.json"))
            return {folder, folder == checkpoint ? "latest" : checkpoint.string()};
    throw Error(ErrorCode::Usage, str("there is no args.json at or above \"", checkpoint.string(), "\""), "Name it with --checkpoint_args.");
}

std::vector<Subject> subjects(const Arguments& arguments, std::vector<std::string>& specs)
{
    std::vector<Subject> all;
    auto names = arguments.positional();
    for (const auto& name : arguments.values("log_dir"))
        names.push_back(name);
    if (const auto args = arguments.value("checkpoint_args"); arguments.has("checkpoint_args") && !std::filesystem::exists(args))     // also where the run has its own
        throw Error(ErrorCode::Usage, str("there is no \"", args, "\", which --checkpoint_args names"), "Correct the path, or leave the flag out: a run directory has its own args.json.");
    for (const auto& name : names) {
        if (name.ends_with(".json"))
            specs.push_back(name);
        else
            all.push_back({name, {}});
    }
    if (all.empty() && arguments.has("eval_checkpoint"))
        all.push_back(subjectOfCheckpoint(arguments));
    if (all.empty())
        throw Error(ErrorCode::Usage, "no run is named", "Name one or more run directories, e.g. logs/l12/bam_ssmax/version_00.");
    if (specs.size() > 1)
        throw Error(ErrorCode::Usage, str("evaluate takes one SPEC.json; found ", joinNames(specs)), "Leave all but one out.");
    return all;
}

/// What a run's own files say of it. @throws Error when they are damaged
spec::RunSpec specOf(const std::filesystem::path& directory)
{
    std::vector<Problem> notes;     // what else is in run.json does not matter here
    spec::RunSpec run;
    if (const auto file = directory / "run.json"; std::filesystem::exists(file)) {
        const auto json = spec::readJsonFile(file);
        const auto own = json.is_object() ? json.value("spec", Json::object()) : json;
        if (!own.is_object())
            throw Error(ErrorCode::Failed, str(file.string(), " holds something else than the record of a run"), "Restore the file, or move it away: then only args.json counts.");
        run = spec::overlay(run, own, notes);
    }
    const auto args = directory / "args.json";
    run.model = spec::modelFromOfficialArgs(spec::readOfficialArgs(args), args.string());
    return run;
}

/// The run's own evaluation section, SPEC.json over it, flags over both.
spec::EvalSpec evaluationOf(const Subject& subject, spec::RunSpec run, const std::vector<std::string>& specs, const Json& flags)
{
    std::vector<Problem> problems;
    const auto model = run.model;       // some settings are for some models only
    for (const auto& file : specs) {
        const auto json = spec::readJsonFile(file);
        const bool whole = json.is_object() && (json.contains("evaluation") || json.contains("model") || json.contains("preset"));
        run.evaluation = whole ? spec::overlay(run, json, problems).evaluation : spec::overlay(run.evaluation, json, problems);
    }
    run.evaluation = spec::overlay(run.evaluation, flags.value("evaluation", Json::object()), problems);
    if (!subject.checkpoint.empty())
        run.evaluation.checkpoint = subject.checkpoint;
    spec::RunSpec alone;
    alone.evaluation = run.evaluation;
    alone.model = model;
    if (problems.empty())
        problems = spec::validate(alone);
    const auto asked = flags.value("evaluation", Json::object());
    if (problems.empty() && run.evaluation.ropeScaling == "none")
        for (const auto* number : {"rope_factor", "rope_original_length"})
            if (asked.contains(number))
                problems.push_back({str("evaluation.", number), asked[number].dump(), "a scaling that it belongs to: add --rope_scaling linear, ntk or yarn"});
    if (problems.empty() && run.evaluation.ropeScaling != "none" && !spec::rotates(alone.model)) {
        // From the spec of a sweep over encodings it is left out; asked for in so many words it is refused, before any of several runs is evaluated.
        if (asked.contains("rope_scaling"))
            problems.push_back({"evaluation.rope_scaling", str("\"", run.evaluation.ropeScaling, "\""), str("none, because ", spec::officialEncodingName(alone.model), " does not rotate queries and keys")});
        else
            run.evaluation.ropeScaling = "none";
    }
    spec::requireNone(problems, "this evaluation");
    return run.evaluation;
}

/// What went wrong with some of several runs, on every rank the same.
class Problems {
public:
    explicit Problems(std::size_t runs) : m_runs(runs) {}

    /// Called where the error is being handled. @throws that error, where it concerns the other runs too, or there are none
    void add(const std::filesystem::path& run, Console& console)
    {
        try {
            throw;
        } catch (const distributed::ContactLost&) {
            throw;
        } catch (const Error& error) {
            if (m_runs == 1 || error.code() == ErrorCode::Stopped)
                throw;
            m_codes.insert(error.code());
            tell(run, error.cause(), error.hint(), console);
        } catch (const std::exception& failure) {
            if (m_runs == 1)
                throw;
            m_codes.insert(ErrorCode::Failed);
            tell(run, failure.what(), {}, console);
        }
    }

    bool of(const std::filesystem::path& run) const { return std::find(m_names.begin(), m_names.end(), run.string()) != m_names.end(); }

    /// @throws Error: Failed, or, when none of them could be evaluated, all for the same kind of reason, that kind
    void requireNone() const
    {
        if (m_names.empty())
            return;
        throw Error(m_names.size() == m_runs && m_codes.size() == 1 ? *m_codes.begin() : ErrorCode::Failed, str(m_names.size(), " of ", m_runs, " runs could not be evaluated: ", joinNames(m_names)),
            "The notes above say why.");
    }

private:
    void tell(const std::filesystem::path& run, const std::string& cause, const std::string& hint, Console& console)
    {
        m_names.push_back(run.string());
        console.clearProgress();
        console.event({{"event", "failed"}, {"run", run.string()}, {"cause", cause}, {"hint", hint}});
        console.note(str(run.string(), ": ", cause, hint.empty() ? "" : ". ", hint));
    }

    std::size_t m_runs;
    std::vector<std::string> m_names;
    std::set<ErrorCode> m_codes;
};

void addOutcomes(jobs::Outcomes& outcomes, const std::filesystem::path& run, const spec::PasskeySpec& spec, const std::vector<eval::PasskeyCell>& cells)
{
    if (cells.empty())
        return;
    const auto model = spec::modelFromOfficialArgs(spec::readOfficialArgs(run / "args.json"), (run / "args.json").string());
    for (const auto digits : spec.digits)
        for (const auto& sampling : spec.samplings) {
            jobs::RunOutcome outcome{run, model, 0, 0, 0, 0, {}};
            std::copy_if(cells.begin(), cells.end(), std::back_inserter(outcome.cells), [&](const auto& cell) { return cell.sampling == sampling && cell.digits == digits; });
            outcome.cells = eval::pooledOverSeeds(outcome.cells);
            const auto special = str(sampling == "equidistant" ? "" : sampling, spec.digits.size() > 1 ? str(sampling == "equidistant" ? "" : ", ", digits, " digits") : std::string());
            outcomes.emplace_back(special.empty() ? run.string() : str(run.string(), " (", special, ")"), std::move(outcome));
        }
}

void run(const Syntax& syntax, const Arguments& arguments, Context& context)
{
    if (launchedRanks(arguments, context))
        return;
    auto& console = context.console;
    const auto flags = specJson(syntax, arguments);
    std::vector<std::string> specs;
    const auto all = subjects(arguments, specs);
    std::vector<spec::EvalSpec> evaluations(all.size());
    std::vector<std::exception_ptr> damage(all.size());
    for (std::size_t n = 0; n < all.size(); ++n) {
        const auto& subject = all[n];
        runs::requireNotImported(subject.run, "be evaluated");
        if (!std::filesystem::exists(subject.run / "args.json"))
            throw Error(ErrorCode::Usage, str("\"", subject.run.string(), "\" is not a run directory: it has no args.json"), "Name a folder such as logs/l12/bam_ssmax/version_00.");
        spec::RunSpec own;
        try {
            own = specOf(subject.run);
        } catch (const Error& error) {
            damage[n] = std::make_exception_ptr(Error(error.code() == ErrorCode::Usage ? ErrorCode::Failed : error.code(), error.cause(), error.hint()));
            if (all.size() == 1)
                std::rethrow_exception(damage[n]);
            continue;       // the others go on
        }
        evaluations[n] = evaluationOf(subject, std::move(own), specs, flags);
        if (!eval::asksSomething(evaluations[n]))
            throw Error(ErrorCode::Usage, str("nothing is asked of \"", subject.run.string(), "\": the pass-key test is turned off, and no other test is named"),
                "Ask for --perplexity TEXT, --run_ruler or --choice_tasks TASK, or leave --run_passkey false out.");
    }
    eval::EvaluateOptions options;
    options.ranks = distributed::rankEnvironment();
    options.device = arguments.has("device") ? arguments.value("device") : "auto";
    options.threads = int(arguments.whole("threads", 0, 0));
    options.tokenizer = arguments.value("tokenizer");
    options.again = arguments.on("again");
    options.progress = [&](const Progress& progress) { console.progress(progress); };
    options.log = [&](const std::string& text) {
        console.event({{"event", "log"}, {"text", text}});
        console.line(text);
    };
    const auto group = eval::evaluationGroup(options, context.stop);
    options.group = group.get();
    jobs::Outcomes outcomes;
    Problems problems(all.size());
    for (std::size_t n = 0; n < all.size(); ++n) {
        std::vector<eval::PasskeyCell> cells;       // also of a run that ends with an error
        options.onCell = [&](const eval::Evaluation& evaluation, std::size_t cell) {
            console.event(eval::cellEvent(evaluation, cell));
            console.line("  " + evaluation.line(cell));
            if (const auto* passkey = dynamic_cast<const eval::PasskeyEvaluation*>(&evaluation))
                cells.push_back(passkey->at(cell));
        };
        try {
            eval::onAllRanks(*group, [&] {
                if (damage[n])
                    std::rethrow_exception(damage[n]);
            });
            eval::evaluateRun(all[n].run, evaluations[n], options, context.stop);
        } catch (const std::exception&) {
            problems.add(all[n].run, console);
        }
        addOutcomes(outcomes, all[n].run, evaluations[n].passkey, cells);
    }
    console.clearProgress();
    if (const auto table = passkeyTable(outcomes); !table.empty())
        console.result("\n" + table);
    for (const auto& subject : all) {
        if (problems.of(subject.run))
            continue;
        console.event({{"event", "done"}, {"run", subject.run.string()}, {"results", (subject.run / "results.json").string()}});
        console.result("results: " + (subject.run / "results.json").string());
    }
    problems.requireNone();
    console.requireWritten();
}

}  // namespace

Command evaluateCommand()
{
    return {"evaluate", "tests trained models with the pass key and on long texts", "stopping after this prompt", syntax, run};
}

}  // namespace bam::cli
