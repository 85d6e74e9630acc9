// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/info_paths.h"

#include "app/cli/console.h"
#include "app/cli/spec_summary.h"
#include "core/base/text.h"
#include "core/data/shard.h"
#include "core/interop/event_file.h"
#include "core/interop/safetensors.h"
#include "core/interop/torch_pickle.h"
#include "core/runs/imported.h"
#include "core/runs/run_directory.h"
#include "core/spec/official_args.h"
#include "core/spec/sweep_file.h"
#include "core/tokenizer/tokenizer.h"

#include <ATen/core/Tensor.h>

#include <algorithm>
#include <map>
#include <set>

namespace bam::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string shapeText(const at::Tensor& tensor)
{
    std::string text;
    for (const auto size : tensor.sizes())
        text += (text.empty() ? "" : " × ") + std::to_string(size);
    return str("[", text, "] ", c10::toString(tensor.scalar_type()));
}

/// Adds a line and an entry per tensor.
void addTensor(PathInfo& info, const std::string& name, const at::Tensor& tensor)
{
    info.text += str("\n  ", name, " ", shapeText(tensor));
    info.json["tensors"].push_back({{"name", name}, {"shape", tensor.sizes().vec()}, {"dtype", c10::toString(tensor.scalar_type())}});
}

PathInfo describeTensors(const std::filesystem::path& path, const std::vector<std::pair<std::string, at::Tensor>>& tensors)
{
    std::int64_t numbers = 0;
    for (const auto& [name, tensor] : tensors)
        numbers += tensor.numel();
    PathInfo info{str(path.string(), ": ", tensors.size(), " tensors, ", withThousands(numbers), " numbers"), {{"kind", "tensors"}, {"path", path.string()}, {"numbers", numbers}}};
    info.json["tensors"] = Json::array();
    for (const auto& [name, tensor] : tensors)
        addTensor(info, name, tensor);
    return info;
}

PathInfo describeSafetensors(const std::filesystem::path& path)
{
    const interop::SafetensorsFile file(path);
    std::vector<std::pair<std::string, at::Tensor>> tensors;
    for (const auto& name : file.names())
        tensors.emplace_back(name, file.tensor(name));
    auto info = describeTensors(path, tensors);
    info.json["metadata"] = file.metadata();
    for (const auto& [key, value] : file.metadata())
        info.text += str("\n  ", key, ": ", value);
    return info;
}

PathInfo describeTorchFile(const std::filesystem::path& path)
{
    const auto value = interop::readTorchFile(path);
    std::vector<std::pair<std::string, at::Tensor>> tensors;
    if (const auto* dictionary = std::get_if<std::shared_ptr<interop::PickleDict>>(&value.value))
        for (const auto& [key, entry] : **dictionary)
            if (key.text() && entry.tensor())
                tensors.emplace_back(*key.text(), *entry.tensor());
    if (const auto* tensor = value.tensor())
        tensors.emplace_back("(the whole file)", *tensor);
    return describeTensors(path, tensors);
}

/// The curves of a TensorBoard event file: how long each is and how it ends; with --json every point.
PathInfo describeEvents(const std::filesystem::path& path)
{
    const auto file = interop::readEvents(path);
    PathInfo info{{}, {{"kind", "events"}, {"path", path.string()}, {"restarts", file.restarts}, {"others", file.others}, {"torn_bytes", file.tornBytes}, {"scalars", Json::object()}}};
    std::vector<std::string> tags;      // in the order of their first points
    std::map<std::string, std::vector<const interop::ScalarEvent*>> curves;
    for (const auto& scalar : file.scalars) {
        auto& curve = curves[scalar.tag];
        if (curve.empty())
            tags.push_back(scalar.tag);
        curve.push_back(&scalar);
    }
    info.text = str(path.string(), ": TensorBoard events, ", tags.size(), tags.size() == 1 ? " curve, " : " curves, ", withThousands(std::int64_t(file.scalars.size())), " points");
    for (const auto step : file.restarts)
        info.text += str("\n  a session starts at step ", withThousands(step), "; what was there from that step on no longer counts");
    for (const auto& tag : tags) {
        const auto& curve = curves[tag];
        auto& json = info.json["scalars"][tag];
        for (const auto* const point : curve)
            json.push_back({point->step, floatJson(float(point->value)), point->wallTime});
        info.text += str("\n  ", tag, ": ", curve.size(), curve.size() == 1 ? " point, " : " points, the last ", shortest(float(curve.back()->value)), " at step ", withThousands(curve.back()->step));
    }
    if (file.others > 0)
        info.text += str("\n  also ", file.others, " values that are no scalars");
    if (file.tornBytes > 0)
        info.text += str("\n  the last ", file.tornBytes, " bytes are of a record that is not whole");
    return info;
}

PathInfo describeShards(const std::filesystem::path& folder)
{
    std::int64_t tokens = 0;
    std::set<std::string> tokenizers;
    const auto shards = data::listShards(folder);
    for (const auto& path : shards) {
        const auto shard = data::Shard::open(path);
        tokens += shard.size();
        tokenizers.insert(shard.info().tokenizerName.empty() ? "unknown" : shard.info().tokenizerName);
    }
    const std::vector<std::string> names(tokenizers.begin(), tokenizers.end());
    return {str(folder.string(), ": ", shards.size(), shards.size() == 1 ? " shard, " : " shards, ", withThousands(tokens), " tokens, tokenizer ", joinNames(names)),
        {{"kind", "shards"}, {"path", folder.string()}, {"shards", shards.size()}, {"tokens", tokens}, {"tokenizers", names}}};
}

PathInfo describeTokenizer(const std::filesystem::path& path)
{
    const auto model = tokenizer::Tokenizer::load(path);
    return {str(path.string(), ": tokenizer of ", withThousands(model.pieceCount()), " pieces, SHA-256 ", model.sha256()),
        {{"kind", "tokenizer"}, {"path", path.string()}, {"pieces", model.pieceCount()}, {"sha256", model.sha256()}}};
}

/// A spec file, a sweep, a file of jobs, or the JSON files of a run.
PathInfo describeJson(const std::filesystem::path& path)
{
    const auto json = spec::readJsonFile(path);
    if (json.is_object() && json.contains("jobs")) {
        const auto count = json["jobs"].is_array() ? json["jobs"].size() : 0;
        PathInfo info{str(path.string(), ": file of ", count, " jobs"), {{"kind", "jobs"}, {"path", path.string()}, {"jobs", count}}};
        if (const auto about = json.value("description", std::string()); !about.empty())
            info.text += "\n  " + about;
        return info;
    }
    if (spec::isSweep(json)) {
        const auto sweep = spec::readSweep({json}, path.stem().string());
        return {str(path.string(), ": sweep of ", sweep.runs.size(), " runs, the first: ", sweep.runs.front().title), {{"kind", "sweep"}, {"path", path.string()}, {"runs", sweep.runs.size()}}};
    }
    std::vector<spec::Problem> problems;
    const auto run = spec::overlay(spec::RunSpec{}, json, problems);
    if (problems.empty())
        problems = spec::validate(run);
    spec::requireNone(problems, path.string());
    PathInfo info{summary(run), summaryJson(run)};
    info.json["kind"] = "spec";
    info.json.erase("event");
    return info;
}

/// Rows of a log that may not be there yet.
template <typename Row>
std::optional<Row> lastRow(const std::filesystem::path& file, std::vector<Row> (*read)(const std::filesystem::path&))
{
    if (!std::filesystem::exists(file))
        return std::nullopt;
    const auto rows = read(file);
    return rows.empty() ? std::optional<Row>() : rows.back();
}

void addResults(PathInfo& info, const std::filesystem::path& file)
{
    if (!std::filesystem::exists(file))
        return;
    const auto results = spec::readOfficialArgs(file);      // Python's NaN may be in it
    if (!results.is_object() || !results.contains("passkey") || !results["passkey"].is_object())
        return;
    info.json["passkey"] = results["passkey"];
    for (const auto& [name, entry] : results["passkey"].items()) {
        const auto lengths = entry.is_object() ? entry.value("seq_lens", Json::array()) : Json::array();
        const auto accuracies = entry.is_object() ? entry.value("accs", Json::array()) : Json::array();
        info.text += str("\n  pass key ", name, ":");
        for (std::size_t n = 0; n < std::min(lengths.size(), accuracies.size()); ++n)
            info.text += str(" ", lengths[n].dump(), ": ", accuracies[n].dump(), ";");
    }
}

PathInfo describeRun(const std::filesystem::path& path)
{
    const auto model = spec::modelFromOfficialArgs(spec::readOfficialArgs(path / "args.json"), (path / "args.json").string());
    const auto status = std::filesystem::exists(path / "status.json") ? spec::readJsonFile(path / "status.json") : Json::object();
    const auto state = status.value("state", std::string("unknown"));
    const auto train = lastRow(path / "train.log", runs::readTrainLog);
    const auto eval = lastRow(path / "eval.log", runs::readEvalLog);
    std::vector<std::string> steps;
    for (const auto& [step, folder] : runs::listCheckpoints(path))
        steps.push_back(std::to_string(step));
    PathInfo info{str(path.string(), ": run of ", model.size, " ", spec::officialEncodingName(model), "\n  state: ", state),
        {{"kind", "run"}, {"path", path.string()}, {"model_size", model.size}, {"position_encoding", spec::officialEncodingName(model)}, {"state", state}}};
    if (train) {
        info.text += str("\n  steps: ", withThousands(train->step + 1), status.contains("total_steps") ? " of " + status["total_steps"].dump() : "", "\n  loss: ", shortest(train->loss));
        info.json["steps"] = train->step + 1;
        info.json["loss"] = floatJson(train->loss);
    }
    if (eval) {
        info.text += str("\n  validation loss: ", shortest(eval->loss), " after ", eval->step, " steps");
        info.json["validation_loss"] = floatJson(eval->loss);
    }
    info.text += str("\n  checkpoints: ", steps.empty() ? "none" : joinNames(steps));
    info.json["checkpoints"] = steps;
    if (status.contains("error") && status["error"].is_object()) {
        info.text += str("\n  ended with: ", status["error"].value("message", std::string()));
        info.json["error"] = status["error"];
    }
    addResults(info, path / "results.json");
    return info;
}

PathInfo describeImported(const std::filesystem::path& path, const runs::Imported& imported)
{
    const auto train = lastRow(path / "train.log", runs::readTrainLog);
    const auto eval = lastRow(path / "eval.log", runs::readEvalLog);
    PathInfo info{str(path.string(), ": imported from ", imported.kindTitle(), " on ", imported.date, "\n  source: ", imported.source),
        {{"kind", "imported"}, {"path", path.string()}, {"imported", runs::readJsonFile(path / "run.json").value("imported", Json::object())}}};
    if (train) {
        info.text += str("\n  loss: ", shortest(train->loss), " at step ", withThousands(train->step));
        info.json["loss"] = floatJson(train->loss);
    }
    if (eval) {
        info.text += str("\n  validation loss: ", shortest(eval->loss), " at step ", withThousands(eval->step));
        info.json["validation_loss"] = floatJson(eval->loss);
    }
    return info;
}

PathInfo describeFolder(const std::filesystem::path& path)
{
    if (const auto imported = runs::importedFrom(path))
        return describeImported(path, *imported);
    if (std::filesystem::exists(path / "args.json"))
        return describeRun(path);
    if (std::filesystem::exists(path / "model.safetensors"))
        return describeSafetensors(path / "model.safetensors");
    return describeShards(path);
}

}  // namespace

PathInfo describePath(const std::filesystem::path& path)
{
    if (std::filesystem::is_directory(path))
        return describeFolder(path);
    const auto name = path.filename().string();
    if (!std::filesystem::exists(path))
        throw Error(ErrorCode::Usage, str("\"", path.string(), "\" is not there"), "Name a run directory, a spec, a folder of shards, a .safetensors, .pt or .model file, or an event file.");
    if (interop::isEventFile(path))
        return describeEvents(path);
    if (name.ends_with(".json"))
        return describeJson(path);
    if (name.ends_with(".safetensors"))
        return describeSafetensors(path);
    if (name.ends_with(".pt"))
        return describeTorchFile(path);
    if (name.find(".model") != std::string::npos)
        return describeTokenizer(path);
    throw Error(ErrorCode::Usage, str("\"", path.string(), "\" is of no known kind"), "Name a run directory, a spec, a folder of shards, a .safetensors, .pt or .model file, or an event file.");
}

}  // namespace bam::cli
