// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch import`: training curves of other programs as runs beside ours.
#include "app/cli/commands.h"
#include "core/base/text.h"
#include "core/exchange/import_run.h"

#include <chrono>
#include <filesystem>
#include <set>

namespace bam::cli {
namespace {

using exchange::CurveSource;
using exchange::Field;
using exchange::ImportPlan;
using Json = Console::Json;

constexpr std::size_t kMostListed = 30;

Syntax syntax()
{
    Syntax syntax("import", "import SOURCE… [--name NAME] [--map COLUMN=FIELD]… [flags]",
        "Takes training curves of other programs as runs beside ours, to be shown, compared, reported and exported: TensorBoard event files (a folder, with a run in each folder below it; folders train and validation beside each other are one run), runs of "
        "Weights & Biases (an offline run's folder or run-*.wandb, wandb-history.jsonl, a chart's CSV from the web page), tables with a header (commas, semicolons or tabs) and JSON lines. Each becomes "
        "a folder imported/NAME/version_NN that is never written again. Which column is what is guessed from the names and told. A source that was imported before is left as it is. "
        "Where a text in each row says of which data it is (\"table\" in our own JSON lines, \"split\", \"set\", \"phase\" and the like in those of others), rows of training and of validation are told apart, "
        "and their columns are called train/loss or validation/loss. "
        "Rows that cannot be read are counted, named and left out; what was decided, replaced or missing is told and kept in the run's run.json.");
    syntax.group("What");
    syntax.add({.name = "name", .value = "NAME", .help = "Of the folder; several runs become its versions.", .fallback = "as the source is called"});
    syntax.add({.name = "map", .value = "COLUMN=FIELD", .help = "Takes a column for a field, whatever its name suggests; may be given several times. Fields: step, time, loss, val_loss, lr, grad_norm, tokens_per_second; none leaves a column out.", .list = true});
    syntax.add({.name = "dry_run", .aliases = {"dry-run"}, .kind = spec::FieldKind::Flag, .help = "Only tells what would be taken for what."});
    syntax.add({.name = "again", .kind = spec::FieldKind::Flag, .help = "Also imports what was imported before, as a further version."});
    syntax.group("Where");
    syntax.add({.name = "log_dir", .value = "FOLDER", .help = "The log folder that gets the runs.", .fallback = "logs"});
    addCommonFlags(syntax);
    syntax.example("bamscope --batch import runs/tensorboard --name baseline");
    syntax.example("bamscope --batch import wandb/offline-run-20261130_120000-abc --log_dir logs");
    syntax.example("bamscope --batch import history.csv --map iteration=step --map \"train ppl=none\" --dry_run");
    return syntax;
}

/// What the console shows while a source is read.
exchange::RowSink progressOf(const CurveSource& source, const char* task, Context& context)
{
    const auto started = std::chrono::steady_clock::now();
    exchange::RowSink sink;
    sink.stop = context.stop;
    sink.progress = [&context, task, started, total = source.bytes()](double bytes) {
        constexpr double kMib = 1024 * 1024;
        context.console.progress({task, bytes / kMib, total / kMib, "MiB", std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count(), {}});
    };
    return sink;
}

std::string sourceText(const CurveSource& source)
{
    const auto files = source.files().size();
    return files == 1 ? source.place().string() : str(source.place().string(), " (", files, " files)");
}

/// @param told before: runs of one file have some notes in common
void tellNotes(const std::vector<std::string>& notes, std::set<std::string>& told, Console& console)
{
    for (const auto& note : notes)
        if (told.insert(note).second)
            console.note(note);
}

/// "loss ← train/loss (120 numbers)", one line for each field; what was not taken below.
void tellPlan(const CurveSource& source, const ImportPlan& plan, std::set<std::string>& told, Context& context)
{
    const auto& columns = plan.survey.columns;
    auto& console = context.console;
    Json taken = Json::object(), others = Json::array();
    console.line(str(sourceText(source), ": ", source.kind(), ", ", withThousands(plan.survey.rows), " rows, run ", plan.name));
    for (std::size_t field = 0; field < exchange::kFields; ++field) {
        const auto& column = plan.picks.column[field];
        if (column) {
            taken[exchange::fieldNames()[field]] = columns[*column].name;
            console.line(str("  ", exchange::fieldNames()[field], " ← ", columns[*column].name, " (", withThousands(std::int64_t(columns[*column].numbers)), " numbers)"));
        } else if (Field(field) == Field::Step) {
            console.line(source.hasSteps() ? "  step ← of each entry" : "  step ← rows numbered from 0, since no column looks like it");
        } else if (Field(field) == Field::Time && source.hasSteps()) {
            console.line("  time ← of each entry");
        }
    }
    std::vector<std::string> names;
    for (std::size_t n = 0; n < columns.size(); ++n)
        if (!plan.picks.fieldOf(n)) {
            others.push_back(columns[n].name);
            names.push_back(columns[n].name);
        }
    if (const auto more = names.size() > kMostListed ? names.size() - kMostListed : 0; more > 0) {
        names.resize(kMostListed);
        names.push_back(str(more, " more"));
    }
    if (!names.empty())
        console.line("  not taken: " + joinNames(names));
    console.event({{"event", "plan"}, {"source", sourceText(source)}, {"kind", source.kind()}, {"name", plan.name}, {"rows", plan.survey.rows}, {"bad_rows", plan.survey.badRows}, {"taken", taken},
        {"own_steps", source.hasSteps()}, {"not_taken", others}, {"notes", plan.survey.notes}});
    tellNotes(plan.survey.notes, told, console);
}

void tellBad(std::int64_t count, const std::vector<std::string>& first, Console& console)
{
    for (const auto& one : first)
        console.note(one);
    if (count > std::int64_t(first.size()))
        console.note(str(withThousands(count - std::int64_t(first.size())), " more rows like these"));
    if (count > 0)
        console.note(str(withThousands(count), count == 1 ? " row was" : " rows were", " left out"));
}

void importOne(CurveSource& source, const Arguments& arguments, std::set<std::string>& told, Context& context)
{
    auto& console = context.console;
    const auto plan = exchange::planImport(source, arguments.value("name"), arguments.values("map"), progressOf(source, "looking through", context));
    console.clearProgress();
    tellPlan(source, plan, told, context);
    if (arguments.on("dry_run")) {
        tellBad(plan.survey.badRows, plan.survey.bad, console);
        return;
    }
    const std::filesystem::path logDir = arguments.has("log_dir") ? arguments.value("log_dir") : std::string("logs");
    const auto run = exchange::importRun(source, plan, logDir, arguments.on("again"), progressOf(source, "importing", context));
    console.clearProgress();
    tellBad(run.curves.badRows, run.curves.bad, console);
    for (const auto& note : run.curves.notes)
        console.note(str(source.name(), ": ", note));
    console.event({{"event", "imported"}, {"run", run.path.string()}, {"kind", source.kind()}, {"source", sourceText(source)}, {"train_rows", run.trainRows}, {"eval_rows", run.evalRows},
        {"left_out", run.curves.badRows}, {"notes", run.curves.notes}, {"was_there", run.wasThere}});
    if (run.wasThere)
        console.result(str(run.path.string(), ": imported before from the same source (--again imports it once more)"));
    else
        console.result(str(run.path.string(), ": ", withThousands(std::int64_t(run.trainRows)), run.trainRows == 1 ? " row" : " rows", " of training, ", withThousands(std::int64_t(run.evalRows)), " of validation"));
}

void run(const Syntax&, const Arguments& arguments, Context& context)
{
    if (arguments.positional().empty())
        throw Error(ErrorCode::Usage, "no source is named", "Name a folder of TensorBoard event files, a W&B run, a CSV or a JSONL file.");
    // All names are looked at before anything is written.
    std::vector<std::unique_ptr<CurveSource>> sources;
    for (const auto& name : arguments.positional())
        for (auto& source : exchange::findSources(name))
            sources.push_back(std::move(source));
    std::size_t done = 0;
    std::vector<std::string> problems;
    std::set<std::string> told;
    for (auto& source : sources) {
        try {
            importOne(*source, arguments, told, context);
            ++done;
        } catch (const Error& error) {
            // Of many runs one without a loss is no reason to leave the others.
            if (sources.size() == 1 || error.code() == ErrorCode::Stopped || error.code() == ErrorCode::Environment)
                throw;
            context.console.clearProgress();
            context.console.note(str(error.cause(), ". ", error.hint()));
            problems.push_back(sourceText(*source));
        }
    }
    context.console.requireWritten();
    if (!problems.empty())
        throw Error(done == 0 ? ErrorCode::Usage : ErrorCode::Failed, str(problems.size(), " of ", sources.size(), " sources could not be imported: ", joinNames(problems)), "The notes above say why.");
}

}  // namespace

Command importCommand()
{
    return {"import", "training curves of TensorBoard, W&B, CSV and JSONL as runs beside ours", "stopping; nothing of the source under way is imported", syntax, run};
}

}  // namespace bam::cli
