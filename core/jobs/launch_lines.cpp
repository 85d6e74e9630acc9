// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/launch_lines.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/spec/spec_values.h"

#include <algorithm>
#include <map>

namespace bam::jobs {
namespace {

using spec::FieldEntry;
using spec::FieldKind;
using spec::Json;
using spec::RunSpec;
using Words = std::vector<std::string>;

/// A flag as the command line reads it back, and where its value goes.
struct Given {
    std::string flag, text;
    FieldKind kind = FieldKind::Text;
    std::string section, key;
};

Given encodingFlag(const RunSpec& run) { return {"position_encoding", officialEncodingName(run.model), FieldKind::Text, "model", "position_encoding"}; }

Given flagOf(const FieldEntry& entry, const RunSpec& run)
{
    return {entry.field->flagName(), valueText(*entry.field, fieldValue(run, entry.path)), entry.kind, entry.section, entry.field->key};
}

bool isShape(const std::string& key) { return key == "dim" || key == "n_layers" || key == "n_heads" || key == "n_kv_heads" || key == "ffn_dim_multiplier"; }

/// Flags for the fields in which the run differs from its base. A size says its five fields by itself.
std::vector<Given> differences(const RunSpec& run, const RunSpec& base)
{
    std::vector<Given> given;
    const bool named = run.model.size != base.model.size && run.model.size != "custom";
    const bool heads = run.model.heads != base.model.heads && !named;
    for (const auto& entry : spec::allFields()) {
        const auto& key = entry.field->key;
        const bool differs = fieldValue(run, entry.path) != fieldValue(base, entry.path);
        if (entry.section == "model" && (key == "encoding" || key == "ssmax")) {
            if (differs && (given.empty() || given.back().flag != "position_encoding"))
                given.push_back(encodingFlag(run));
            continue;
        }
        if (entry.section == "model" && key == "model_size" && !named)
            continue;       // `custom` follows from the fields
        if (entry.section == "model" && named && isShape(key))
            continue;
        if (differs || (entry.path == "model.n_kv_heads" && heads && run.model.kvHeads != run.model.heads))
            given.push_back(flagOf(entry, run));
    }
    return given;
}

/// Every field, for specs whose differences alone would be read as something else.
std::vector<Given> everything(const RunSpec& run)
{
    std::vector<Given> given;
    for (const auto& entry : spec::allFields()) {
        if (entry.field->composite.empty() && !isUnset(*entry.field, fieldValue(run, entry.path)))
            given.push_back(flagOf(entry, run));
        else if (entry.field->key == "encoding")
            given.push_back(encodingFlag(run));
    }
    return given;
}

/// What the command line makes of the flags.
RunSpec readBack(const RunSpec& base, const std::vector<Given>& given)
{
    Json json = Json::object();
    for (const auto& flag : given) {
        auto* target = &json;
        if (!flag.section.empty())
            for (const auto& part : splitText(flag.section, '.'))
                target = &(*target)[std::string(part)];
        (*target)[flag.key] = spec::valueFromText(flag.kind, flag.text);
    }
    std::vector<spec::Problem> problems;
    return spec::overlay(base, json, problems);
}

Words words(const std::string& preset, const std::vector<Given>& given)
{
    Words words{"train"};
    if (!preset.empty())
        words.insert(words.end(), {"--preset", preset});
    for (const auto& flag : given) {
        if (flag.kind == FieldKind::Flag && flag.text == "true")
            words.push_back("--" + flag.flag);
        else if (flag.kind == FieldKind::Flag)
            words.push_back("--no-" + flag.flag);
        else if (flag.text.empty() || flag.text.front() == '-')
            words.push_back("--" + flag.flag + "=" + flag.text);
        else
            words.insert(words.end(), {"--" + flag.flag, flag.text});
    }
    return words;
}

bool isPlain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || std::string_view("_-./:,=+@%^").find(c) != std::string_view::npos;
}

}  // namespace

Words trainArguments(const RunSpec& run)
{
    Words best;
    auto names = spec::presetNames();
    names.insert(names.begin(), std::string());
    for (const auto& name : names) {
        const auto base = name.empty() ? RunSpec{} : spec::preset(name);
        const auto given = differences(run, base);
        if (!(readBack(base, given) == run))
            continue;
        if (auto found = words(name, given); best.empty() || found.size() < best.size())
            best = std::move(found);
    }
    return best.empty() ? words({}, everything(run)) : best;
}

std::string shellQuoted(const std::string& word)
{
    if (!word.empty() && std::all_of(word.begin(), word.end(), isPlain))
        return word;
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string shellLine(const Words& words)
{
    std::string line;
    for (const auto& word : words) {
        if (!line.empty())
            line += ' ';
        line += shellQuoted(word);
    }
    return line;
}

std::string batchLine(const RunSpec& run, const std::string& program)
{
    Words line{program, "--batch"};
    const auto arguments = trainArguments(run);
    line.insert(line.end(), arguments.begin(), arguments.end());
    return shellLine(line);
}

std::string torchrunLine(const RunSpec& run, int processes, const std::string& program)
{
    return str("torchrun --no-python --nproc-per-node ", processes, " ", batchLine(run, program));
}

}  // namespace bam::jobs
