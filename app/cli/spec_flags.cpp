// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/spec_flags.h"

#include "core/base/text.h"

#include <algorithm>

namespace bam::cli {
namespace {

using spec::Field;
using spec::FieldKind;
using spec::Json;

/// An official flag that changes nothing here, and why.
struct Ignored {
    const char* name;
    FieldKind kind;
    const char* reason;
};

constexpr Ignored kIgnored[] = {
    {"compile", FieldKind::Flag, "the program is native code, there is nothing to compile"},
    {"sample_every", FieldKind::Integer, "no text is sampled during training"},
    {"inference_only", FieldKind::Flag, "train always trains; evaluate is the command for inference"},
    {"overfit_single_batch", FieldKind::Flag, "every step takes new data"},
    {"laplace_uniform_heads", FieldKind::Integer, "it belongs to an encoding that was never released"},
};

constexpr std::size_t kLongValue = 60;      // characters that fit beside a flag's name

std::string valueName(const Field& field, FieldKind kind)
{
    if (kind == FieldKind::Integer)
        return "N";
    if (kind == FieldKind::Real)
        return "X";
    if (kind == FieldKind::Integers)
        return "N,N,…";
    if (field.choices.empty())
        return field.key == "dataset" || field.key == "tokenizer" || field.key == "checkpoint" || field.key == "log_dir" ? "PATH" : "TEXT";
    auto words = field.choices;
    if (!field.acceptsText.empty())
        words.push_back(field.accepts && field.accepts("0") ? "X" : field.acceptsText);
    std::string text;
    for (const auto& word : words)
        text += (text.empty() ? "" : "|") + word;
    if (text.size() > kLongValue)       // its help names them
        text = "NAME";
    return text + (kind == FieldKind::Texts ? ",…" : "");
}

/// The default, as help shows it.
std::string fallbackText(const Field& field, const Json& value)
{
    if (value.is_null())
        return field.unsetMeaning;
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_array()) {
        std::string text;
        for (const auto& element : value)
            text += (text.empty() ? "" : ",") + (element.is_string() ? element.get<std::string>() : element.dump());
        return !field.choices.empty() && value.size() == field.choices.size() ? "all" : text;
    }
    return value.dump();
}

/// Adds the flags of those fields of a section that are wanted. @param shortNames also the keys themselves, where the flag has a longer name
template <class Section, class Wanted>
void addFields(Syntax& syntax, const std::string& path, const Section& section, const Json& defaults, bool shortNames, const Wanted& wanted)
{
    spec::visitFields(section, [&](const Field& field, const auto& value) {
        const auto kind = spec::kindOf<std::remove_cvref_t<decltype(value)>>();
        if (!wanted(field))
            return;
        Flag flag{.name = field.flagName(), .aliases = field.aliases, .kind = kind, .value = valueName(field, kind), .help = field.help};
        if (shortNames && !field.flag.empty())
            flag.aliases.push_back(field.key);
        if (flag.value.starts_with("NAME"))
            flag.help += str(" Known: ", joinNames(field.choices), ".");
        std::string also;
        for (const auto& alias : flag.aliases)
            also += (also.empty() ? " Also --" : ", --") + alias;
        flag.help += also.empty() ? also : also + ".";
        flag.fallback = defaults.contains(field.key) ? fallbackText(field, defaults[field.key]) : std::string();
        flag.section = path;
        flag.key = field.key;
        syntax.add(flag);
        if (!field.negation.empty())
            syntax.add({.name = field.negation, .kind = FieldKind::Flag, .help = str("The opposite of --", field.flagName(), "."), .section = path, .key = field.negation});
    });
}

template <class Section>
void addSection(Syntax& syntax, const std::string& path, const Section& section, const Json& defaults, bool shortNames, bool advanced)
{
    addFields(syntax, path, section, defaults, shortNames, [advanced](const Field& field) { return field.advanced == advanced; });
}

/// Older official names whose meaning is decided where the spec is read.
void addOlderNames(Syntax& syntax)
{
    syntax.add({.name = "scale_init", .hidden = true, .section = "model.prior", .key = "scale_init"});
    for (const auto* name : {"shape_lr", "scale_lr", "loc_lr"})
        syntax.add({.name = name, .kind = FieldKind::Real, .hidden = true, .section = "training", .key = name});
}

}  // namespace

void addRunFlags(Syntax& syntax)
{
    const spec::RunSpec run;
    const auto json = spec::toJson(run);
    syntax.group("Model");
    syntax.add({.name = "position_encoding", .value = "NAME[_ssmax]", .help = "Positional encoding, with Scalable-Softmax when followed by _ssmax: bam_ssmax, rotary, …", .fallback = "bam", .section = "model", .key = "position_encoding"});
    addSection(syntax, "model", run.model, json["model"], false, false);
    addSection(syntax, "model", run.model, json["model"], false, true);
    syntax.group("Positional bias");
    addSection(syntax, "model.prior", run.model.prior, json["model"]["prior"], false, false);
    addSection(syntax, "model.prior", run.model.prior, json["model"]["prior"], false, true);
    addOlderNames(syntax);
    syntax.group("Data");
    addSection(syntax, "data", run.data, json["data"], false, false);
    addSection(syntax, "data", run.data, json["data"], false, true);
    syntax.group("Training");
    addSection(syntax, "", run, json, false, false);
    addSection(syntax, "training", run.training, json["training"], false, false);
    syntax.group("Training, rarely changed");
    addSection(syntax, "training", run.training, json["training"], false, true);
    for (const auto& ignored : kIgnored)
        syntax.add({.name = ignored.name, .kind = ignored.kind, .hidden = true});
}

void addEvaluationFlags(Syntax& syntax, bool shortNames)
{
    const spec::EvalSpec evaluation;
    const auto json = spec::toJson(spec::RunSpec{})["evaluation"];
    syntax.group("Pass key");
    addSection(syntax, "evaluation.passkey", evaluation.passkey, json["passkey"], shortNames, false);
    addSection(syntax, "evaluation.passkey", evaluation.passkey, json["passkey"], shortNames, true);
    if (shortNames)
        syntax.add({.name = "seed", .kind = FieldKind::Integers, .hidden = true, .section = "evaluation.passkey", .key = "seeds"});
    syntax.group("Evaluation");
    addSection(syntax, "evaluation", evaluation, json, shortNames, false);
    addSection(syntax, "evaluation", evaluation, json, shortNames, true);
    syntax.group("RULER");
    addSection(syntax, "evaluation.ruler", evaluation.ruler, json["ruler"], false, false);
    addSection(syntax, "evaluation.ruler", evaluation.ruler, json["ruler"], false, true);
    syntax.group("Multiple choice");
    addSection(syntax, "evaluation.choice", evaluation.choice, json["choice"], false, false);
    addSection(syntax, "evaluation.choice", evaluation.choice, json["choice"], false, true);
}

void addRopeScalingFlags(Syntax& syntax)
{
    addFields(syntax, "evaluation", spec::EvalSpec{}, spec::toJson(spec::RunSpec{})["evaluation"], false, [](const Field& field) { return field.key.starts_with("rope_"); });
}

spec::Json specJson(const Syntax& syntax, const Arguments& arguments)
{
    Json result = Json::object();
    for (const auto& name : arguments.given()) {
        const auto* flag = syntax.find(name);
        if (flag->key.empty())
            continue;
        auto* target = &result;
        if (!flag->section.empty())
            for (const auto& part : splitText(flag->section, '.'))
                target = &(*target)[std::string(part)];
        const auto text = arguments.value(name);
        // The official --device "" means: decide yourself.
        (*target)[flag->key] = flag->key == "device" && text.empty() ? Json("auto") : spec::valueFromText(flag->kind, text);
    }
    return result;
}

std::vector<std::string> ignoredFlags(const Arguments& arguments)
{
    std::vector<std::string> notes;
    for (const auto& ignored : kIgnored)
        if (arguments.has(ignored.name) && arguments.value(ignored.name) != "false" && arguments.value(ignored.name) != "0")
            notes.push_back(str("--", ignored.name, " has no meaning here (", ignored.reason, ") and is ignored"));
    return notes;
}

}  // namespace bam::cli
