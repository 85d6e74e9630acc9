// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch export`: a run's weights and curves in the formats of PyTorch and TensorBoard, its curves and results as CSV, JSON lines and NumPy arrays.
#include "app/cli/commands.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/exchange/run_tables.h"
#include "core/interop/event_file.h"
#include "core/interop/state_dict.h"
#include "core/interop/torch_writer.h"
#include "core/runs/run_directory.h"
#include "core/runs/run_events.h"
#include "core/train/checkpoint.h"

#include <ATen/core/Tensor.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace bam::cli {
namespace {

namespace fs = std::filesystem;
using Json = Console::Json;

constexpr std::array kTables{"train", "eval", "priors", "results"};

Syntax syntax()
{
    Syntax syntax("export", "export RUN_DIR [--pt FILE] [--safetensors FILE] [--tensorboard FOLDER] [--csv FOLDER] [--jsonl FILE] [--npz FILE] [flags]",
        "Writes the weights of a checkpoint for PyTorch (torch.load with weights_only=True; the official evaluate.py reads it as model.pt beside args.json) or as safetensors, and the "
        "run's logs as an event file for TensorBoard. Curves, priors and results of evaluations also go to CSV, JSON lines and NumPy arrays. Weights of the official code are read too and get today's names. Nothing is overwritten.");
    syntax.group("What");
    syntax.add({.name = "checkpoint", .value = "latest|STEP|PATH", .help = "Whose weights: the newest checkpoint, one by its step, or a checkpoint folder, a .safetensors or a .pt file.", .fallback = "latest"});
    syntax.add({.name = "pt", .value = "FILE", .help = "Weights as torch.save(model.state_dict(), FILE) writes them."});
    syntax.add({.name = "safetensors", .value = "FILE", .help = "Weights as safetensors."});
    syntax.add({.name = "tensorboard", .value = "FOLDER", .help = "train.log, eval.log and priors.csv as a new event file in this folder."});
    syntax.add({.name = "csv", .value = "FOLDER", .help = "train.csv, eval.csv, priors.csv and results.csv, those that have rows, in this folder."});
    syntax.add({.name = "jsonl", .value = "FILE", .help = "The same rows as one JSON object a line, with their table's name."});
    syntax.add({.name = "npz", .value = "FILE", .help = "The same columns as NumPy arrays called train_loss and so on; numpy.load reads them without pickles."});
    syntax.add({.name = "force", .kind = spec::FieldKind::Flag, .help = "Replace files that are there already; beside other event files, write a newer one whose curves TensorBoard shows instead."});
    addCommonFlags(syntax);
    syntax.example("bamscope --batch export logs/l12/bam_ssmax/version_00 --pt logs/l12/bam_ssmax/version_00/model.pt");
    syntax.example("bamscope --batch export logs/l12/bam_ssmax/version_00 --checkpoint 5000 --safetensors bam_5000.safetensors --tensorboard tensorboard/bam");
    syntax.example("bamscope --batch export logs/l12/bam_ssmax/version_00 --csv curves --npz curves.npz");
    return syntax;
}

/// What is asked for, known to be possible as far as that can be told before anything is written.
struct Request {
    fs::path run, pt, safetensors, tensorboard, csv, jsonl, npz;
    std::string checkpoint = "latest";
    bool replaces = false;      ///< event files of the folder
};

/// Where a file or a folder is, or will be: links followed, without ".." and without a slash at its end.
fs::path placeOf(const fs::path& path)
{
    const auto place = fs::weakly_canonical(fs::absolute(path)).lexically_normal();
    return place.has_filename() ? place : place.parent_path();
}

/// The same folder without ".." through one that is not there: "a/b/.." is nowhere before b is made, and a from then on.
fs::path withoutDetours(const fs::path& folder)
{
    if (folder.empty() || fs::exists(folder))
        return folder;
    const auto shorter = folder.lexically_normal();
    return placeOf(shorter) == placeOf(folder) ? shorter : placeOf(folder);
}

bool holdsEvents(const fs::path& folder)
{
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(folder, failure))
        if (interop::isEventFile(entry.path()))
            return true;
    return false;
}

void requireFree(const fs::path& file, bool force)
{
    if (file.empty())
        return;
    if (const auto folder = fs::absolute(file).parent_path(); !fs::is_directory(folder))
        throw Error(ErrorCode::Usage, str("\"", file.string(), "\" cannot be written: there is no folder \"", folder.string(), "\""), "Make the folder first, or choose another.");
    if (!fs::exists(fs::symlink_status(file)))
        return;
    if (fs::is_directory(file))
        throw Error(ErrorCode::Usage, str("\"", file.string(), "\" is a folder, a file was expected"), "Name a file in it.");
    if (!force)
        throw Error(ErrorCode::Usage, str("\"", file.string(), "\" is there already"), "Choose another name, or replace it with --force.");
}

/// Nothing is there, and no two are the same. @param files flag and file; empty ones are not asked for
void requireFiles(const std::vector<std::pair<const char*, fs::path>>& files, bool force)
{
    for (auto file = files.begin(); file != files.end(); ++file) {
        if (file->second.empty())
            continue;
        for (auto other = files.begin(); other != file; ++other)
            if (!other->second.empty() && placeOf(other->second) == placeOf(file->second))
                throw Error(ErrorCode::Usage, str(other->first, " and ", file->first, " both name \"", other->second.string(), "\""), "Give each a file of its own.");
        requireFree(file->second, force);
    }
}

Request requestOf(const Arguments& arguments)
{
    if (arguments.positional().size() != 1)
        throw Error(ErrorCode::Usage, arguments.positional().empty() ? "no run is named" : str("export takes one run; found ", joinNames(arguments.positional())),
            "Name a run directory, e.g. logs/l12/bam_ssmax/version_00.");
    Request request{arguments.positional().front(), arguments.value("pt"), arguments.value("safetensors"), arguments.value("tensorboard"), arguments.value("csv"), arguments.value("jsonl"), arguments.value("npz")};
    if (arguments.has("checkpoint"))
        request.checkpoint = arguments.value("checkpoint");
    runs::requireRun(request.run);
    bool any = false;
    for (const auto* const name : {"pt", "safetensors", "tensorboard", "csv", "jsonl", "npz"}) {
        any = any || arguments.has(name);
        if (arguments.has(name) && arguments.value(name).empty())
            throw Error(ErrorCode::Usage, str("--", name, " is empty"), "Give it a name.");
    }
    if (!any)
        throw Error(ErrorCode::Usage, "nothing to export is named", "Give one or more of --pt FILE, --safetensors FILE, --tensorboard FOLDER, --csv FOLDER, --jsonl FILE and --npz FILE.");
    const bool force = arguments.on("force");
    requireFiles({{"--pt", request.pt}, {"--safetensors", request.safetensors}, {"--jsonl", request.jsonl}, {"--npz", request.npz}}, force);
    for (auto* const folder : {&request.tensorboard, &request.csv})
        *folder = withoutDetours(*folder);
    for (const auto& folder : {request.tensorboard, request.csv})
        if (!folder.empty() && fs::exists(folder) && !fs::is_directory(folder))
            throw Error(ErrorCode::Usage, str("\"", folder.string(), "\" is a file, a folder was expected"), "Name a folder; it is made if need be.");
    if (!request.csv.empty() && fs::exists(request.csv) && fs::equivalent(request.csv, request.run))
        throw Error(ErrorCode::Usage, str("--csv names the run's own folder, whose priors.csv belongs to it"), "Name another folder.");
    for (const auto* const table : kTables)
        if (const auto file = request.csv / str(table, ".csv"); !request.csv.empty() && !force && fs::exists(fs::symlink_status(file)))
            throw Error(ErrorCode::Usage, str("\"", file.string(), "\" is there already"), "Choose another folder, or replace it with --force.");
    request.replaces = !request.tensorboard.empty() && holdsEvents(request.tensorboard);
    if (request.replaces && !force)
        throw Error(ErrorCode::Usage, str("\"", request.tensorboard.string(), "\" holds event files already; TensorBoard would mix their curves with these"),
            "Choose another folder, or let the new curves take their place with --force.");
    return request;
}

void requireGoing(const std::stop_token& stop)
{
    if (stop.stop_requested())
        throw Error(ErrorCode::Stopped, "stopped on request", "What is told above is written; of the rest nothing is left.");
}

void exportWeights(const Request& request, Console& console, const std::stop_token& stop)
{
    const auto checkpoint = train::resolveCheckpoint(request.run, request.checkpoint);
    const auto file = train::weightsFile(checkpoint);
    if (fs::is_directory(checkpoint) && fs::exists(checkpoint / "state.json"))
        train::verifyCheckpoint(checkpoint, file.filename().string());
    auto weights = interop::readStateDict(file);
    for (const auto& note : weights.notes)
        console.note(note);
    std::int64_t numbers = 0;
    for (const auto& [name, tensor] : weights.tensors)
        numbers += tensor.numel();
    const auto tell = [&](const char* format, const fs::path& written) {
        console.event({{"event", "exported"}, {"format", format}, {"path", written.string()}, {"checkpoint", file.string()}, {"tensors", weights.tensors.size()}, {"numbers", numbers},
            {"bytes", fs::file_size(written)}});
        console.result(str(written.string(), ": ", weights.tensors.size(), " tensors, ", withThousands(numbers), " numbers, ", humanBytes(double(fs::file_size(written))), ", from ", file.string()));
    };
    if (!request.pt.empty()) {
        interop::writeTorchFile(request.pt, weights.tensors, [&] { requireGoing(stop); });
        tell("pt", request.pt);
    }
    if (!request.safetensors.empty()) {
        weights.metadata["format"] = "pt";
        weights.metadata.emplace("program", "bamscope " + programVersion());
        interop::writeSafetensors(request.safetensors, weights.tensors, weights.metadata, [&] { requireGoing(stop); });
        tell("safetensors", request.safetensors);
    }
}

void exportEvents(const Request& request, Console& console, const std::stop_token& stop)
{
    interop::EventWriter writer(request.tensorboard, request.replaces ? std::optional<std::int64_t>(0) : std::nullopt);
    std::size_t rows = 0;
    try {
        rows = runs::addLogs(writer, request.run, [&] { requireGoing(stop); });
    } catch (...) {
        std::error_code ignored;
        fs::remove(writer.path(), ignored);     // half of the curves would be taken for all
        throw;
    }
    console.event({{"event", "exported"}, {"format", "tensorboard"}, {"path", writer.path().string()}, {"rows", rows}});
    console.result(str(writer.path().string(), ": ", withThousands(std::int64_t(rows)), " rows of logs"));
}

void exportTables(const Request& request, bool force, Console& console, const std::stop_token& stop)
{
    std::vector<std::string> notes;
    const auto tables = exchange::runTables(request.run, notes);
    for (const auto& note : notes)
        console.note(note);
    std::size_t rows = 0;
    for (const auto& table : tables)
        rows += table.rows();
    const auto tell = [&](const char* format, const fs::path& written, std::size_t of) {
        console.event({{"event", "exported"}, {"format", format}, {"path", written.string()}, {"rows", of}});
        console.result(str(written.string(), ": ", withThousands(std::int64_t(of)), of == 1 ? " row" : " rows"));
    };
    if (!request.csv.empty()) {
        std::error_code error;
        fs::create_directories(request.csv, error);
        if (error)
            throwFileError(request.csv, "make the folder", error.value());
        for (const auto& table : tables) {
            requireGoing(stop);
            writeFileAtomic(request.csv / (table.name + ".csv"), exchange::tableCsv(table));
            tell("csv", request.csv / (table.name + ".csv"), table.rows());
        }
        // What an earlier export left and this run has not would be taken for its own.
        for (const auto* const name : kTables)
            if (force && std::none_of(tables.begin(), tables.end(), [&](const auto& table) { return table.name == name; }))
                fs::remove(request.csv / str(name, ".csv"));
    }
    requireGoing(stop);
    if (!request.jsonl.empty()) {
        exchange::writeJsonLines(request.jsonl, tables);
        tell("jsonl", request.jsonl, rows);
    }
    if (!request.npz.empty()) {
        requireGoing(stop);
        exchange::writeArrays(request.npz, tables);
        tell("npz", request.npz, rows);
    }
}

void run(const Syntax&, const Arguments& arguments, Context& context)
{
    const auto request = requestOf(arguments);
    if (!request.pt.empty() || !request.safetensors.empty())
        exportWeights(request, context.console, context.stop);
    if (!request.tensorboard.empty())
        exportEvents(request, context.console, context.stop);
    if (!request.csv.empty() || !request.jsonl.empty() || !request.npz.empty())
        exportTables(request, arguments.on("force"), context.console, context.stop);
    context.console.requireWritten();
}

}  // namespace

Command exportCommand()
{
    return {"export", "weights for PyTorch or as safetensors, curves for TensorBoard, NumPy, as CSV or JSON", "stopping; what is told is written whole", syntax, run};
}

}  // namespace bam::cli
