// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/import_run.h"

#include "core/base/checksum.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/runs/run_directory.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <ctime>

namespace bam::exchange {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestName = 80;
constexpr std::size_t kMostListed = 200;        // columns that were not taken

std::string field(double value) { return std::isfinite(value) ? shortest(value) : std::string(); }
std::string field(float value) { return std::isfinite(value) ? shortest(value) : std::string(); }

void writeTrain(const fs::path& file, const std::vector<runs::TrainRow>& rows)
{
    writeFileAtomic(file, [&](const ByteSink& sink) {
        std::string text = "step,time,loss,norm,lr,exec_time,tok/sec\n";
        for (const auto& row : rows) {
            text += str(row.step, ',', field(row.time), ',', field(row.loss), ',', field(row.norm), ',', field(row.lr), ",,", field(row.tokensPerSecond), '\n');
            if (text.size() > (std::size_t(1) << 20)) {
                sink(text.data(), text.size());
                text.clear();
            }
        }
        sink(text.data(), text.size());
    });
}

void writeEval(const fs::path& file, const std::vector<runs::EvalRow>& rows)
{
    std::string text = "step,time,loss,exec_time,tok/sec\n";
    for (const auto& row : rows)
        text += str(row.step, ',', field(row.time), ',', field(row.loss), ",,\n");
    writeFileAtomic(file, text);
}

/// What tells one import from another.
Json identity(const CurveSource& source, const ImportPlan& plan)
{
    Json files = Json::array(), columns = Json::object();
    for (const auto& file : source.files())
        files.push_back({{"name", file.filename().string()}, {"bytes", fs::file_size(file)}, {"xxh3", checksumOfFile(file)}});
    for (std::size_t n = 0; n < kFields; ++n)
        if (const auto& column = plan.picks.column[n])
            columns[fieldNames()[n]] = plan.survey.columns[*column].name;
    return {{"kind", source.kind()}, {"run", source.identity()}, {"files", files}, {"columns", columns}};
}

bool isSame(const fs::path& run, const Json& identity)
{
    try {
        const auto json = runs::readJsonFile(run / "run.json");
        const auto imported = json.is_object() ? json.value("imported", Json::object()) : Json::object();
        return std::all_of(identity.items().begin(), identity.items().end(), [&](const auto& item) { return imported.value(item.key(), Json()) == item.value(); });
    } catch (const std::exception&) {
        return false;       // whatever lies there
    }
}

std::vector<fs::path> versionsIn(const fs::path& folder)
{
    std::vector<fs::path> versions;
    std::error_code failure;
    for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure))
        if (entry->path().filename().string().starts_with("version_"))
            versions.push_back(entry->path());
    std::sort(versions.begin(), versions.end());
    return versions;
}

Json descriptionOf(const CurveSource& source, const ImportPlan& plan, const CurveRows& curves, Json imported)
{
    imported["source"] = fs::weakly_canonical(fs::absolute(source.place())).string();
    Json others = Json::array();
    for (std::size_t n = 0; n < plan.survey.columns.size() && others.size() < kMostListed; ++n)
        if (!plan.picks.fieldOf(n))
            others.push_back(plan.survey.columns[n].name);
    imported["not_taken"] = others;
    imported["rows"] = {{"train", curves.train.size()}, {"eval", curves.eval.size()}, {"left_out", curves.badRows}};
    if (!curves.bad.empty())
        imported["left_out"] = curves.bad;
    auto notes = plan.survey.notes;
    notes.insert(notes.end(), curves.notes.begin(), curves.notes.end());
    if (!notes.empty())
        imported["notes"] = notes;
    if (const auto facts = source.facts(); !facts.empty())
        imported["facts"] = facts;
    imported["date"] = runs::timeStamp();
    imported["program"] = "bamscope " + programVersion();
    Json run{{"imported", std::move(imported)}};
    if (std::isfinite(curves.startedAt))
        run["starts"] = {{{"time", runs::timeStamp(std::time_t(curves.startedAt))}}};
    return run;
}

}  // namespace

std::string folderName(const std::string& name)
{
    std::string folder;
    for (const char c : name) {
        const bool stays = std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '_';
        if (stays || !folder.ends_with('_'))
            folder += stays ? c : '_';
    }
    const auto begin = folder.find_first_not_of("._-");
    folder = begin == std::string::npos ? std::string() : folder.substr(begin, kLongestName);
    while (folder.ends_with('_'))
        folder.pop_back();
    return folder.empty() || folder == "checkpoints" ? "run" : folder;
}

ImportPlan planImport(CurveSource& source, const std::string& name, const std::vector<std::string>& maps, const RowSink& progress)
{
    ImportPlan plan;
    plan.survey = survey(source, progress);
    plan.name = folderName(name.empty() ? source.name() : name);
    plan.picks = guess(plan.survey.columns);
    if (source.kind() == "tensorboard")
        plan.picks[Field::Step].reset(), plan.picks[Field::Time].reset();     // every event has its own
    applyMaps(plan.picks, plan.survey.columns, maps);
    if (plan.picks[Field::Loss] || plan.picks[Field::ValidationLoss])
        return plan;
    std::vector<std::string> columns;
    for (const auto& column : plan.survey.columns)
        if (column.numbers > 0 && columns.size() < 30)
            columns.push_back(str('"', column.name, '"'));
    const auto& bad = plan.survey.bad;
    throw Error(ErrorCode::Usage, columns.empty() ? str("no numbers were found in \"", source.files().front().string(), "\"", bad.empty() ? std::string() : str("; ", bad.front())) : str("no column of \"", source.files().front().string(), "\" looks like a loss"),
        columns.empty() ? std::string(source.kind() == "jsonl" ? "Expected JSON Lines: a whole object with numbers on each line." : "Name another file.") : str("Say which it is with --map COLUMN=loss or --map COLUMN=val_loss. Columns: ", joinNames(columns), "."));
}

ImportedRun importRun(CurveSource& source, const ImportPlan& plan, const fs::path& logDir, bool again, const RowSink& progress)
{
    ImportedRun result;
    const auto folder = logDir / "imported" / plan.name;
    auto what = identity(source, plan);
    if (!again)
        for (const auto& version : versionsIn(folder))
            if (isSame(version, what)) {
                result.path = version;
                result.wasThere = true;
                return result;
            }
    result.curves = readCurves(source, plan.survey, plan.picks, progress);
    auto& curves = result.curves;
    result.trainRows = curves.train.size();
    result.evalRows = curves.eval.size();
    if (curves.train.empty() && curves.eval.empty())
        throw Error(ErrorCode::Usage, str("no row of \"", source.files().front().string(), "\" could be used", curves.bad.empty() ? std::string() : str("; ", curves.bad.front())),
            "--dry_run tells what was taken for what; --map COLUMN=FIELD says it better.");
    result.path = runs::makeVersionFolder(folder);
    try {
        writeTrain(result.path / "train.log", curves.train);
        writeEval(result.path / "eval.log", curves.eval);
        writeFileAtomic(result.path / "run.json", descriptionOf(source, plan, curves, std::move(what)).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    } catch (...) {
        std::error_code ignored;
        fs::remove_all(result.path, ignored);
        throw;
    }
    curves.train.clear();
    curves.eval.clear();
    return result;
}

}  // namespace bam::exchange
