// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/spec_layers.h"

#include "app/cli/spec_flags.h"
#include "core/base/error.h"
#include "core/base/text.h"

#include <algorithm>
#include <filesystem>

namespace bam::cli {
namespace {

std::vector<std::string> allPresets()
{
    auto names = spec::presetNames();
    const auto sweeps = spec::sweepPresetNames();
    names.insert(names.end(), sweeps.begin(), sweeps.end());
    return names;
}

bool isKnown(const std::string& name)
{
    const auto names = allPresets();
    return std::find(names.begin(), names.end(), name) != names.end();
}

void addPreset(SpecLayers& result, const std::string& name)
{
    if (!isKnown(name)) {
        const auto nearest = nearestName(name, allPresets());
        throw Error(ErrorCode::Usage, str("there is no preset \"", name, "\""), str(nearest.empty() ? "" : str("Did you mean ", nearest, "? "), "Known: ", joinNames(allPresets()), "."));
    }
    result.layers.push_back({{"preset", name}});
    result.name = name;
}

}  // namespace

bool SpecLayers::isSweep() const
{
    const auto sweeps = spec::sweepPresetNames();
    return std::any_of(layers.begin(), layers.end(), [&](const spec::Json& layer) {
        return spec::isSweep(layer) || (layer.is_object() && layer.contains("preset") && std::find(sweeps.begin(), sweeps.end(), layer["preset"]) != sweeps.end());
    });
}

void addLayerFlags(Syntax& syntax)
{
    syntax.add({.name = "preset", .value = "NAME", .help = str("Start from a preset: ", joinNames(allPresets(), "or"), ".")});
    syntax.add({.name = "set", .value = "PATH=VALUE", .help = "Changes one key, such as training.num_iterations=500, sweep.seeds=0-4 or sweep.fields.training.learning_rate=1e-3,5e-4; may be given several times.", .list = true});
}

void addLayerFieldFlags(Syntax& syntax)
{
    addRunFlags(syntax);
    addEvaluationFlags(syntax, false);
}

SpecLayers specLayers(const Syntax& syntax, const Arguments& arguments)
{
    SpecLayers result;
    if (arguments.has("preset"))
        addPreset(result, arguments.value("preset"));
    if (arguments.positional().size() > 1)
        throw Error(ErrorCode::Usage, str(syntax.command(), " takes one SPEC.json; found ", joinNames(arguments.positional())), "Leave all but one out.");
    if (!arguments.positional().empty()) {
        const auto& file = arguments.positional().front();
        if (!file.ends_with(".json") && isKnown(file)) {
            addPreset(result, file);
        } else {
            const auto json = spec::readJsonFile(file);
            if (json.is_object() && json.contains("jobs"))
                throw Error(ErrorCode::Usage, str("\"", file, "\" is a file of jobs"), str("Start it with: bamscope --batch run ", file));
            if (json.is_array())
                result.layers.insert(result.layers.end(), json.begin(), json.end());
            else
                result.layers.push_back(json);
            result.name = std::filesystem::path(file).stem().string();
        }
    }
    if (const auto flags = specJson(syntax, arguments); !flags.empty())
        result.layers.push_back(flags);
    for (const auto& text : arguments.values("set"))
        result.layers.push_back(spec::layerFromText(text));
    if (result.layers.empty())
        throw Error(ErrorCode::Usage, "no spec is named", str("Name a SPEC.json or a preset, e.g. bamscope --batch ", syntax.command(), " --preset paper_grid --set data.dataset=shards/fineweb."));
    if (result.name.empty())
        result.name = "unnamed";
    return result;
}

std::string ownProgram()
{
    std::error_code error;
    const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::string("bamscope") : path.string();
}

}  // namespace bam::cli
