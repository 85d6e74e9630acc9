// SPDX-License-Identifier: GPL-3.0-or-later
// Command lines back to specs: words as a POSIX shell splits them, flags as the command line of `train` understands them.
#include "core/jobs/launch_lines.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/spec/spec_values.h"

#include <algorithm>
#include <optional>

namespace bam::jobs {
namespace {

using spec::FieldKind;
using spec::Json;

/// What a flag's name stands for.
struct Target {
    std::string section, key;
    FieldKind kind = FieldKind::Text;
    bool negated = false;
};

std::string folded(std::string name)
{
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

std::optional<Target> findTarget(const std::string& name)
{
    if (name == "position_encoding")
        return Target{"model", "position_encoding"};
    if (name == "scale_init")
        return Target{"model.prior", name};
    if (name == "shape_lr" || name == "scale_lr" || name == "loc_lr")
        return Target{"training", name, FieldKind::Real};
    for (const auto& entry : spec::allFields()) {
        const auto& field = *entry.field;
        const bool evaluation = entry.section.starts_with("evaluation") && !field.flag.empty();
        if (name == field.flagName() || (!evaluation && name == field.key) || std::find(field.aliases.begin(), field.aliases.end(), name) != field.aliases.end())
            return Target{entry.section, field.key, entry.kind};
        if (!field.negation.empty() && name == field.negation)
            return Target{entry.section, field.key, entry.kind, true};
    }
    return std::nullopt;
}

std::optional<Target> targetOf(const std::string& name)
{
    if (auto target = findTarget(name))
        return target;
    if (name.starts_with("no_"))
        if (auto target = findTarget(name.substr(3)); target && target->kind == FieldKind::Flag) {
            target->negated = !target->negated;
            return target;
        }
    return std::nullopt;
}

bool isTruth(const std::string& text) { return spec::valueFromText(FieldKind::Flag, text).is_boolean(); }

/// Official flags that change nothing here, and ours that are no part of a spec.
bool isWithoutMeaning(const std::string& name)
{
    constexpr const char* kNames[] = {"compile", "sample_every", "inference_only", "overfit_single_batch", "laplace_uniform_heads", "json", "quiet", "dry_run", "checkpoint_args", "resume", "config"};
    return std::any_of(std::begin(kNames), std::end(kNames), [&](const char* known) { return name == known; });
}

/// Where the flags begin: after the program, its launcher and what these take.
std::size_t firstFlag(const std::vector<std::string>& words)
{
    for (std::size_t n = words.size(); n-- > 0;) {
        const auto& word = words[n];
        if ((word == "train" && n > 0 && words[n - 1] == "--batch") || word.ends_with("train.py"))
            return n + 1;
    }
    return words.empty() || words.front().starts_with("--") ? 0 : 1;
}

}  // namespace

std::vector<std::string> shellWords(const std::string& line)
{
    std::vector<std::string> words;
    std::string word;
    bool open = false;
    char quote = 0;
    for (std::size_t n = 0; n < line.size(); ++n) {
        const char c = line[n];
        const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (quote != 0) {
            if (c == quote)
                quote = 0;
            else if (c == '\\' && quote == '"' && n + 1 < line.size() && std::string_view("\"\\$`").find(line[n + 1]) != std::string_view::npos)
                word += line[++n];
            else
                word += c;
        } else if (c == '\\' && n + 1 < line.size()) {
            const bool continued = line[n + 1] == '\n' || (line[n + 1] == '\r' && n + 2 < line.size() && line[n + 2] == '\n');
            n += line[n + 1] == '\r' && continued ? 2 : 1;
            if (!continued) {
                word += line[n];
                open = true;
            }
        } else if (c == '\'' || c == '"') {
            quote = c;
            open = true;
        } else if (c == '#' && !open) {
            while (n + 1 < line.size() && line[n + 1] != '\n')
                ++n;
        } else if (space) {
            if (open)
                words.push_back(std::move(word));
            word.clear();
            open = false;
        } else {
            word += c;
            open = true;
        }
    }
    if (quote != 0)
        throw Error(ErrorCode::Usage, str("the quote ", quote, " is never closed"), "Copy the whole command.");
    if (open)
        words.push_back(std::move(word));
    return words;
}

spec::RunSpec specFromCommandLine(const std::string& line, const spec::RunSpec& base, std::vector<std::string>& notes)
{
    const auto words = shellWords(line);
    Json json = Json::object();
    std::vector<spec::Problem> problems;
    for (auto n = firstFlag(words); n < words.size(); ++n) {
        const auto& word = words[n];
        if (!word.starts_with("--")) {
            notes.push_back(str("\"", word, "\" is no flag and was left out"));
            continue;
        }
        const auto equals = word.find('=');
        const auto name = folded(word.substr(2, equals == std::string::npos ? equals : equals - 2));
        const auto target = targetOf(name);
        const bool isSwitch = target && target->kind == FieldKind::Flag;
        std::optional<std::string> value;
        if (equals != std::string::npos)
            value = word.substr(equals + 1);
        else if (n + 1 < words.size() && !words[n + 1].starts_with("--") && (!isSwitch || isTruth(words[n + 1])))
            value = words[++n];
        if (name == "preset" && value) {
            json["preset"] = *value;
        } else if (isWithoutMeaning(name)) {
            notes.push_back(str("--", name, " has no meaning in a set-up and was left out"));
        } else if (!target) {
            problems.push_back({"--" + name, value.value_or("given"), "a flag of the training command"});
        } else if (!value && !isSwitch) {
            problems.push_back({"--" + name, "without a value", "a value after it"});
        } else {
            auto* into = &json;
            if (!target->section.empty())
                for (const auto& part : splitText(target->section, '.'))
                    into = &(*into)[std::string(part)];
            auto read = isSwitch && !value ? Json(true) : spec::valueFromText(target->kind, *value);
            if (target->negated && read.is_boolean())
                read = !read.get<bool>();
            (*into)[target->key] = target->key == "device" && read == "" ? Json("auto") : read;
        }
    }
    const auto run = spec::overlay(base, json, problems);
    spec::requireNone(problems, "the command line");
    return run;
}

}  // namespace bam::jobs
