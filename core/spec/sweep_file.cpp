// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/sweep_file.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/spec/presets.h"

#include <algorithm>
#include <map>

namespace bam::spec {
namespace {

using Problems = std::vector<Problem>;

const std::vector<std::string> kKeys{"encodings", "presets", "sizes", "seeds", "fields", "devices", "parallel", "retries", "ranks", "evaluate", "out"};

std::string shown(const Json& value)
{
    auto text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    return text.size() > 80 ? text.substr(0, 77) + "..." : text;
}

/// The object of a dotted path: {"training": {"learning_rate": value}}.
Json nested(const std::string& path, const Json& value)
{
    Json json = value;
    auto parts = splitText(path, '.');
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
        json = Json{{*part, json}};
    return json;
}

/// A list of texts, or one text with commas.
std::vector<std::string> words(const Json& json, const std::string& where, Problems& problems)
{
    std::vector<std::string> found;
    const auto add = [&](const std::string& word) {
        if (std::find(found.begin(), found.end(), word) == found.end())
            found.push_back(word);
    };
    if (json.is_string()) {
        for (const auto& part : splitText(json.get<std::string>(), ','))
            if (const auto word = std::string(trimmed(part)); !word.empty())
                add(word);
    } else if (json.is_array() && std::all_of(json.begin(), json.end(), [](const Json& word) { return word.is_string(); })) {
        for (const auto& word : json)
            add(word.get<std::string>());
    } else {
        problems.push_back({where, shown(json), "a list of texts"});
        return found;
    }
    if (found.empty())
        problems.push_back({where, shown(json), "at least one"});
    return found;
}

/// Words that a field of the model takes.
std::vector<std::string> fieldWords(const Json& json, const std::string& where, const std::string& path, Problems& problems)
{
    std::vector<std::string> good;
    for (const auto& word : words(json, where, problems)) {
        Problems found;
        overlay(RunSpec{}, nested(path, word), found);
        if (path == "model.model_size" && word == "custom")
            found = {{where, "custom", "a named size"}};
        for (const auto& problem : found)
            problems.push_back({where, '"' + word + '"', problem.expected});
        if (found.empty())
            good.push_back(word);
    }
    return good;
}

std::vector<std::int64_t> seedsFrom(const Json& json, Problems& problems)
{
    const std::string where = "sweep.seeds", expected = "whole numbers and ranges, such as \"0-4\" or [0, 1, 2]";
    std::vector<std::int64_t> seeds;
    const auto add = [&](const std::string& text) {
        try {
            for (const auto seed : numbersFromText(text, kMostSweepRuns))
                if (std::find(seeds.begin(), seeds.end(), seed) == seeds.end())
                    seeds.push_back(seed);
        } catch (const Error&) {
            problems.push_back({where, '"' + text + '"', expected});
        }
    };
    const auto before = problems.size();
    const auto single = [&](const Json& value) {
        if (value.is_string())
            add(value.get<std::string>());
        else if (value.is_number_integer())
            add(value.dump());
        else
            problems.push_back({where, shown(value), expected});
    };
    if (json.is_array())
        std::for_each(json.begin(), json.end(), single);
    else
        single(json);
    if (seeds.empty() && problems.size() == before)
        problems.push_back({where, shown(json), "at least one seed"});
    return seeds;
}

std::string nearestPath(const std::string& path)
{
    // Within its section, if there is one of that name: "training.lr" is not near to "training.seed".
    const auto section = path.substr(0, path.find('.') + 1);
    std::vector<std::string> paths, keys;
    for (const auto& entry : allFields()) {
        if (entry.field->key == path)
            return entry.path;
        paths.push_back(entry.path);
        if (!section.empty() && entry.path.starts_with(section))
            keys.push_back(entry.path.substr(section.size()));
    }
    if (keys.empty())
        return nearestName(path, paths);
    const auto key = nearestName(path.substr(section.size()), keys);
    return key.empty() ? key : section + key;
}

std::vector<SweepAxis> axesFrom(const Json& json, Problems& problems)
{
    std::vector<SweepAxis> axes;
    if (!json.is_object()) {
        problems.push_back({"sweep.fields", shown(json), "an object of field paths and lists of values"});
        return axes;
    }
    for (const auto& [path, values] : json.items()) {
        const auto where = "sweep.fields." + path;
        if (!findField(path)) {
            const auto nearest = path == "model.position_encoding" ? "sweep.encodings" : nearestPath(path);
            problems.push_back({where, shown(values), str("the path of a field", nearest.empty() ? ", such as training.learning_rate" : str("; did you mean ", nearest, "?"))});
            continue;
        }
        if (path.starts_with("evaluation.") || path == "log_dir" || path == "training.device" || path == "training.threads") {
            problems.push_back({where, shown(values), "a field that changes the training"});
            continue;
        }
        if (path == "training.seed") {
            problems.push_back({where, shown(values), "sweep.seeds instead, which names the seeds of all runs"});
            continue;
        }
        if (!values.is_array() || values.empty()) {
            problems.push_back({where, shown(values), "a list of values"});
            continue;
        }
        SweepAxis axis{path, {}};
        for (const auto& value : values) {
            Problems found;
            const auto run = overlay(RunSpec{}, nested(path, value), found);
            for (const auto& problem : found)
                problems.push_back({where, problem.value, problem.expected});
            if (const auto read = fieldValue(run, path); found.empty() && std::find(axis.values.begin(), axis.values.end(), read) == axis.values.end())
                axis.values.push_back(read);
        }
        axes.push_back(std::move(axis));
    }
    return axes;
}

std::vector<std::string> devicesFrom(const Json& json, Problems& problems)
{
    auto devices = words(json, "sweep.devices", problems);
    if (devices == std::vector<std::string>{"auto"})
        return {};
    for (auto& device : devices) {
        if (device == "auto" || refusalOf(*findField("training.device")->field, device))
            problems.push_back({"sweep.devices", '"' + device + '"', "auto alone, or a list of cpu and cuda:N"});
        if (device == "cuda")
            device = "cuda:0";
    }
    return devices;
}

void readWhole(const Json& section, const std::string& key, std::int64_t least, std::int64_t most, std::int64_t& value, Problems& problems)
{
    if (!section.contains(key))
        return;
    const auto& json = section[key];
    if (json.is_number_integer() && json.get<std::int64_t>() >= least && json.get<std::int64_t>() <= most)
        value = json.get<std::int64_t>();
    else
        problems.push_back({"sweep." + key, shown(json), str("a whole number from ", least, " to ", withThousands(most))});
}

/// The sections `sweep` of all layers as one.
Json mergedSection(const std::vector<Json>& layers, Problems& problems)
{
    Json merged = Json::object();
    for (const auto& layer : layers) {
        if (!isSweep(layer))
            continue;
        if (!layer["sweep"].is_object()) {
            problems.push_back({"sweep", shown(layer["sweep"]), "an object {…} of keys and values"});
            continue;
        }
        for (const auto& [key, value] : layer["sweep"].items()) {
            if (key == "fields" && value.is_object() && merged.contains(key) && merged[key].is_object())
                merged[key].update(value);
            else
                merged[key] = value;
        }
    }
    for (const auto& [key, value] : merged.items())
        if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) {
            const auto nearest = nearestName(key, kKeys);
            problems.push_back({"sweep." + key, shown(value), nearest.empty() ? str("a known key: ", joinNames(kKeys, "or")) : str("a known key; did you mean ", nearest, "?")});
        }
    return merged;
}

/// @param preset taken instead of the one that a layer names; empty: that one
RunSpec baseFrom(const std::vector<Json>& layers, const std::string& presetName, Problems& problems)
{
    RunSpec run;
    if (!presetName.empty())
        run = preset(presetName);
    for (auto layer : layers) {
        layer.erase("sweep");
        layer.erase("name");
        if (!presetName.empty())
            layer.erase("preset");
        run = overlay(run, layer, problems);
    }
    return run;
}

void readAxes(const std::vector<Json>& layers, const Json& section, Sweep& sweep, Problems& problems)
{
    if (section.contains("presets"))
        for (const auto& name : words(section["presets"], "sweep.presets", problems)) {
            const auto names = presetNames();
            if (std::find(names.begin(), names.end(), name) == names.end()) {
                problems.push_back({"sweep.presets", '"' + name + '"', joinNames(names, "or")});
                continue;
            }
            Problems reportedWithTheFirst;
            sweep.bases.push_back(baseFrom(layers, name, sweep.bases.empty() ? problems : reportedWithTheFirst));
        }
    if (sweep.bases.empty())
        sweep.base = baseFrom(layers, {}, problems);
    if (section.contains("encodings"))
        sweep.encodings = fieldWords(section["encodings"], "sweep.encodings", "model.position_encoding", problems);
    if (section.contains("sizes"))
        sweep.sizes = fieldWords(section["sizes"], "sweep.sizes", "model.model_size", problems);
    if (section.contains("seeds"))
        sweep.seeds = seedsFrom(section["seeds"], problems);
    if (section.contains("fields"))
        sweep.fields = axesFrom(section["fields"], problems);
}

std::string titleOf(const RunSpec& run, const Sweep& sweep)
{
    auto title = str(officialEncodingName(run.model), ", ", run.model.size, ", seed ", run.training.seed);
    for (const auto& axis : sweep.fields)
        if (axis.values.size() > 1) {
            const auto& field = *findField(axis.field)->field;
            title += str(", ", field.key, " ", valueText(field, fieldValue(run, axis.field)));
        }
    return title;
}

/// A problem of many runs is told once, with the first run that has it.
void checkRuns(const std::vector<SweepRun>& runs, std::int64_t ranks, Problems& problems)
{
    struct Found {
        Problem problem;
        std::string first;
        std::size_t runs = 0;
    };
    std::vector<Found> all;
    for (const auto& run : runs)
        for (const auto& problem : validate(run.spec, int(ranks))) {
            auto known = std::find_if(all.begin(), all.end(), [&](const Found& found) {
                return found.problem.field == problem.field && found.problem.value == problem.value && found.problem.expected == problem.expected;
            });
            if (known == all.end())
                known = all.insert(all.end(), {problem, run.title, 0});
            ++known->runs;
        }
    for (const auto& [problem, first, count] : all)
        problems.push_back({count == runs.size() ? problem.field : str(problem.field, " (", count == 1 ? "" : str(count, " of ", runs.size(), " runs, the first: "), first, ")"), problem.value, problem.expected});
}

/// A layer that names a preset with a sweep stands for both.
std::vector<Json> withPresets(const std::vector<Json>& layers)
{
    std::vector<Json> all;
    const auto names = sweepPresetNames();
    for (auto layer : layers) {
        if (layer.is_object() && layer.contains("preset") && layer["preset"].is_string() && std::find(names.begin(), names.end(), layer["preset"].get<std::string>()) != names.end()) {
            all.push_back(sweepPreset(layer["preset"].get<std::string>()));
            layer.erase("preset");
        }
        all.push_back(std::move(layer));
    }
    return all;
}

}  // namespace

bool isSweep(const Json& json) { return json.is_object() && json.contains("sweep"); }

SweepSpec readSweep(const std::vector<Json>& given, const std::string& name)
{
    Problems problems;
    for (const auto& layer : given)
        if (!layer.is_object())
            problems.push_back({"the sweep", shown(layer), "an object {…} of keys and values"});
    requireNone(problems, name);
    const auto layers = withPresets(given);
    const auto section = mergedSection(layers, problems);
    Sweep sweep;
    readAxes(layers, section, sweep, problems);
    SweepSpec result;
    result.name = name;
    for (const auto& layer : layers)
        if (layer.contains("name") && layer["name"].is_string() && !layer["name"].get<std::string>().empty())
            result.name = layer["name"].get<std::string>();
    result.out = "sweeps/" + result.name;
    readWhole(section, "parallel", 1, 1024, result.parallel, problems);
    readWhole(section, "retries", 0, 1000, result.retries, problems);
    readWhole(section, "ranks", 1, 1024, result.ranks, problems);
    if (section.contains("devices"))
        result.devices = devicesFrom(section["devices"], problems);
    if (section.contains("evaluate") && !section["evaluate"].is_boolean())
        problems.push_back({"sweep.evaluate", shown(section["evaluate"]), "true or false"});
    else
        result.evaluate = section.value("evaluate", false);
    if (section.contains("out") && (!section["out"].is_string() || section["out"].get<std::string>().empty()))
        problems.push_back({"sweep.out", shown(section["out"]), "the name of a folder"});
    else
        result.out = section.value("out", result.out);
    if (const auto size = sweepSize(sweep); size > kMostSweepRuns)
        problems.push_back({"sweep", str("of ", size, " runs"), str("at most ", kMostSweepRuns, "; make several sweeps of it")});
    requireNone(problems, name);

    const bool ownLogs = std::any_of(layers.begin(), layers.end(), [](const Json& layer) { return layer.contains("log_dir"); });
    for (auto& run : sweepRuns(sweep)) {
        if (!ownLogs)
            run.logDir = result.out + "/logs";
        result.runs.push_back({run, titleOf(run, sweep)});
    }
    checkRuns(result.runs, result.ranks, problems);
    requireNone(problems, name);
    return result;
}

Json layerFromText(const std::string& assignment)
{
    const auto equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
        throw Error(ErrorCode::Usage, str("--set is \"", assignment, "\"; expected PATH=VALUE"), "For example --set data.dataset=shards or --set sweep.seeds=0-4.");
    const auto path = assignment.substr(0, equals), text = assignment.substr(equals + 1);
    const std::string fields = "sweep.fields.";
    if (path.starts_with(fields)) {
        const auto field = path.substr(fields.size());
        const auto* entry = findField(field);
        const auto kind = entry ? entry->kind : FieldKind::Text;
        Json values = Json::array();
        if (kind == FieldKind::Integers || kind == FieldKind::Texts)
            values.push_back(valueFromText(kind, text));
        else
            for (const auto& word : splitText(text, ','))
                values.push_back(valueFromText(kind, std::string(trimmed(word))));
        return {{"sweep", {{"fields", {{field, values}}}}}};
    }
    if (path.starts_with("sweep.")) {
        const auto whole = valueFromText(FieldKind::Integer, text), flag = valueFromText(FieldKind::Flag, text);
        const bool isFlag = path == "sweep.evaluate", isList = path == "sweep.seeds";
        return nested(path, isFlag ? flag : whole.is_number_integer() && !isList ? whole : Json(text));
    }
    const auto* entry = findField(path);
    return nested(path, entry ? valueFromText(entry->kind, text) : Json(text));
}

std::vector<std::string> sweepPresetNames()
{
    std::vector<std::string> names;
    for (const auto& text : sweepPresetTexts())
        names.push_back(text.name);
    return names;
}

Json sweepPreset(const std::string& name)
{
    for (const auto& text : sweepPresetTexts())
        if (text.name == name)
            return Json::parse(text.json);
    const auto names = sweepPresetNames();
    const auto nearest = nearestName(name, names);
    throw Error(ErrorCode::Usage, str("there is no sweep \"", name, "\""), str(nearest.empty() ? "" : str("Did you mean ", nearest, "? "), "Known: ", joinNames(names), "."));
}

}  // namespace bam::spec
