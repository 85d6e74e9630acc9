// SPDX-License-Identifier: GPL-3.0-or-later
// JSON onto a spec. Reading is driven by the tables of spec_fields.h; what does not fit a table is here by name: `preset`,
// `position_encoding`, model sizes, groups of which one counts, and the official code's older names.
// Invariant: a value that is refused is reported and leaves the base's value in place.
#include "core/spec/spec_io.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/spec/model_sizes.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace bam::spec {
namespace {

using Problems = std::vector<Problem>;
using Given = std::set<std::string>;    // keys of the fields that a JSON object set

std::string shown(const Json& value)
{
    auto text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > 80) {
        text.resize(77);
        text.append("...");
    }
    repairUtf8(text);
    return text;
}

bool isWhole(const Json& value)
{
    if (value.is_number_unsigned())
        return value.get<std::uint64_t>() <= std::uint64_t(std::numeric_limits<std::int64_t>::max());
    if (value.is_number_float()) {
        const auto number = value.get<double>();
        return std::floor(number) == number && std::abs(number) < 9007199254740992.0;
    }
    return value.is_number_integer();
}

bool read(const Field& field, const Json& json, std::int64_t& value)
{
    if (json.is_null() && field.unset)
        value = std::int64_t(*field.unset);
    else if (isWhole(json))
        value = json.is_number_float() ? std::int64_t(json.get<double>()) : json.get<std::int64_t>();
    else
        return false;
    return true;
}

bool read(const Field& field, const Json& json, double& value)
{
    if (json.is_null() && field.unset)
        value = *field.unset;
    else if (json.is_number())
        value = json.get<double>();
    else
        return false;
    return true;
}

bool read(const Field&, const Json& json, bool& value)
{
    if (json.is_boolean())
        value = json.get<bool>();
    else if (isWhole(json) && (json == 0 || json == 1))     // the official flags are 0 and 1
        value = json == 1;
    else
        return false;
    return true;
}

bool read(const Field& field, const Json& json, std::string& value)
{
    if (json.is_string())
        value = json.get<std::string>();
    else if (field.numeric && json.is_number())
        value = json.is_number_float() ? shortest(json.get<double>()) : json.dump();
    else
        return false;
    return true;
}

template <class Element>
bool read(const Field& field, const Json& json, std::vector<Element>& value)
{
    if (!json.is_array()) {     // some lists of numbers were single ones in older specs
        value.assign(1, Element());
        return std::is_same_v<Element, std::int64_t> && !json.is_null() && read(field, json, value.front());
    }
    value.assign(json.size(), Element());
    for (std::size_t i = 0; i < json.size(); ++i)
        if (!read(field, json[i], value[i]))
            return false;
    return true;
}

bool isName(const Field& field, const std::string& name)
{
    return name == field.key || name == field.flag || std::find(field.aliases.begin(), field.aliases.end(), name) != field.aliases.end();
}

/// Reads one value into a field after checking its type and range.
template <class Value>
bool assign(const Field& field, const std::string& path, const Json& json, Value& target, Problems& problems)
{
    Value value{};
    if constexpr (std::is_same_v<Value, std::vector<std::string>>)
        if (!field.choices.empty() && (json == "all" || json == Json::array({"all"}))) {
            target = field.choices;
            return true;
        }
    if (!read(field, json, value)) {
        problems.push_back({path, shown(json), expectation(field, kindOf<Value>())});
        return false;
    }
    if (const auto expected = refusal(field, value)) {
        problems.push_back({path, shown(json), *expected});
        return false;
    }
    target = value;
    return true;
}

/// Sets the field that `name` names, if there is one; returns its key.
template <class Section>
std::string setByName(Section& section, const std::string& path, const std::string& name, const Json& json, Given& given,
    Problems& problems)
{
    std::string found;
    visitFields(section, [&](const Field& field, auto& target) {
        using Value = std::remove_reference_t<decltype(target)>;
        const bool opposite = !field.negation.empty() && name == field.negation;
        if (!found.empty() || (!opposite && !isName(field, name)))
            return;
        found = field.key;
        if (given.contains(field.key)) {
            problems.push_back({fieldPath(path, name), shown(json), str("the field once; it is also given under its other name ", field.key)});
            return;
        }
        if (!assign(field, fieldPath(path, name), json, target, problems))
            return;
        given.insert(field.key);
        if constexpr (std::is_same_v<Value, bool>)
            target = opposite ? !target : target;
    });
    return found;
}

/// Names known in a section, and below it.
std::vector<std::string> namesOf(const std::string& section)
{
    RunSpec run;
    std::vector<std::string> names;
    visitSections(run, [&](const std::string& path, auto& part) {
        if (path == section)
            visitFields(part, [&](const Field& field, auto&) { names.push_back(field.key); });
        else if (const auto dot = path.rfind('.'); (dot == std::string::npos ? "" : path.substr(0, dot)) == section)
            names.push_back(path.substr(dot == std::string::npos ? 0 : dot + 1));
    });
    if (section == "model")
        names.push_back("position_encoding");
    return names;
}

/// The section in which a key would be right; empty when there is none.
std::string sectionOf(const std::string& key)
{
    RunSpec run;
    std::string found;
    visitSections(run, [&](const std::string& path, auto& part) {
        visitFields(part, [&](const Field& field, auto&) {
            if (found.empty() && isName(field, key))
                found = path.empty() ? "the top level" : path;
        });
    });
    return found.empty() && key == "position_encoding" ? "model" : found;
}

void reportUnknown(const std::string& section, const std::string& key, const Json& value, Problems& problems)
{
    const auto home = sectionOf(key);
    std::string expected;
    if (!home.empty())
        expected = str("this key in ", home);
    else if (const auto nearest = nearestName(key, namesOf(section)); !nearest.empty())
        expected = str("a known key; did you mean ", nearest, "?");
    else
        expected = str("a known key: ", joinNames(namesOf(section), "or"));
    problems.push_back({fieldPath(section, key), shown(value), expected});
}

/// The official `bam_ssmax` means encoding bam with Scalable-Softmax.
void setPositionEncoding(ModelSpec& model, const Json& json, Given& given, Problems& problems)
{
    const std::string suffix = "_ssmax";
    auto name = json.is_string() ? json.get<std::string>() : std::string();
    const bool ssmax = name.size() > suffix.size() && name.ends_with(suffix);
    if (ssmax)
        name.resize(name.size() - suffix.size());
    for (const auto& entry : fields<ModelSpec>()) {
        if (entry.field.key != "encoding")
            continue;
        if (const auto expected = refusal(entry.field, name))
            problems.push_back({"model.position_encoding", shown(json), str(*expected, ", alone or followed by _ssmax")});
        else if (given.contains("encoding") || given.contains("ssmax"))
            problems.push_back({"model.position_encoding", shown(json), "either this key or encoding and ssmax, not both"});
        else {
            model.encoding = name;
            model.ssmax = ssmax;
            given.insert({"encoding", "ssmax"});
        }
    }
}

// Names that are no field of a section but have a meaning there.

template <class Section>
bool setSpecial(Section&, const std::string&, const std::string&, const Json&, Given&, Problems&)
{
    return false;
}

bool setSpecial(ModelSpec& model, const std::string&, const std::string& name, const Json& json, Given& given, Problems& problems)
{
    if (name != "position_encoding")
        return false;
    setPositionEncoding(model, json, given, problems);
    return true;
}

/// A numeric scale_init was turned into ln(x) by one official class and into −ln(x) by the other.
bool setSpecial(PriorSpec& prior, const std::string& path, const std::string& name, const Json& json, Given& given, Problems& problems)
{
    if (name != "scale_init")
        return false;
    if (json == "slope" || json == "sampled") {
        prior.thetaAlphaInit = json.get<std::string>();
        given.insert("theta_alpha_init");
        return true;
    }
    problems.push_back({fieldPath(path, name), shown(json),
        "slope or sampled; a number x meant θα = ln(x) in the official bam and −ln(x) in bam_ssmax, so give theta_alpha_init that value"});
    return true;
}

/// Older specs have one seed.
bool setSpecial(PasskeySpec& passkey, const std::string& path, const std::string& name, const Json& json, Given& given, Problems& problems)
{
    return name == "seed" && !setByName(passkey, path, "seeds", json, given, problems).empty();
}

/// The older code had one learning rate per prior parameter; there is one for all three now.
void setOlderPriorRates(TrainSpec& training, const Json& json, Given& given, Problems& problems)
{
    std::set<double> rates;
    for (const auto* name : {"shape_lr", "scale_lr", "loc_lr"})
        if (const auto found = json.find(name); found != json.end() && found->is_number())
            rates.insert(found->get<double>());
    const auto numeric = [&](const char* name) { return json.contains(name) && json[name].is_number(); };
    if (rates.empty())
        return;
    if (rates.size() > 1 || !numeric("shape_lr") || !numeric("scale_lr")) {
        problems.push_back({"training.shape_lr, scale_lr, loc_lr", shown(*rates.begin()),
            "one learning rate for θα, θβ and θμ: give prior_lr (or shape_lr and scale_lr with the same value)"});
        return;
    }
    setByName(training, "training", "prior_lr", *rates.begin(), given, problems);
}

bool setSpecial(TrainSpec&, const std::string& path, const std::string& name, const Json& json, Given&, Problems& problems)
{
    if (name != "shape_lr" && name != "scale_lr" && name != "loc_lr")
        return false;
    if (!json.is_number() && !json.is_null())
        problems.push_back({fieldPath(path, name), shown(json), "a number of at least 0"});
    return true;
}

/// Reads every key of one section except the sections inside it.
template <class Section>
Given readSection(Section& section, const std::string& path, const Json& json, const std::vector<std::string>& inner, Problems& problems)
{
    Given given;
    if (!json.is_object()) {
        problems.push_back({path.empty() ? "the spec" : path, shown(json), "an object {…} of keys and values"});
        return given;
    }
    for (const auto& [key, value] : json.items()) {
        if (std::find(inner.begin(), inner.end(), key) != inner.end())
            continue;
        if (setSpecial(section, path, key, value, given, problems))
            continue;
        if (setByName(section, path, key, value, given, problems).empty())
            reportUnknown(path, key, value, problems);
    }
    return given;
}

/// Of a group of which at most one counts, those given replace the base's.
template <class Section>
void keepGiven(Section& section, const Given& given, const std::vector<std::pair<std::string, std::int64_t Section::*>>& group)
{
    const bool any = std::any_of(group.begin(), group.end(), [&](const auto& member) { return given.contains(member.first); });
    for (const auto& [key, pointer] : group)
        if (any && !given.contains(key))
            section.*pointer = -1;
}

/// After the fields: a size sets its five fields, explicit ones beside it win and make it custom.
void settleSize(ModelSpec& model, const ModelSpec& base, const Given& given, Problems& problems)
{
    const std::vector<std::string> needed = {"dim", "n_layers", "n_heads", "ffn_dim_multiplier"};
    if (given.contains("n_heads") && !given.contains("n_kv_heads") && base.kvHeads == base.heads)
        model.kvHeads = model.heads;
    if (given.contains("model_size") && model.size == "custom") {
        std::vector<std::string> missing;
        std::copy_if(needed.begin(), needed.end(), std::back_inserter(missing), [&](const auto& key) { return !given.contains(key); });
        if (base.size != "custom" && !missing.empty())
            problems.push_back({"model.model_size", "\"custom\"", str(joinNames(missing), " beside it")});
        return;
    }
    const auto* size = findSize(model.size);
    if (size ? !matchesSize(model, *size) : model.size != "custom")
        nameSize(model);
}

ModelSpec overlayModel(const ModelSpec& base, const Json& json, Problems& problems)
{
    ModelSpec model = base;
    for (const auto* key : {"model_size", "size"})      // before the fields, whatever the order of keys
        if (json.is_object() && json.contains(key) && json[key].is_string())
            if (const auto* size = findSize(json[key].template get<std::string>()))
                applySize(model, *size);
    const auto start = model;
    const auto given = readSection(model, "model", json, {"prior"}, problems);
    settleSize(model, start, given, problems);
    if (json.is_object() && json.contains("prior")) {
        const auto priorGiven = readSection(model.prior, "model.prior", json["prior"], {}, problems);
        if (!model.prior.thetaBetaTrainable && priorGiven.contains("theta_beta_trainable") && !priorGiven.contains("theta_beta_init"))
            model.prior.thetaBetaInit.assign(1, '1');
    }
    return model;
}

DataSpec overlayData(const DataSpec& base, const Json& json, Problems& problems)
{
    DataSpec data = base;
    const auto given = readSection(data, "data", json, {}, problems);
    keepGiven<DataSpec>(data, given,
        {{"val_tokens", &DataSpec::valTokens}, {"min_val_tokens", &DataSpec::minValTokens}, {"max_val_tokens", &DataSpec::maxValTokens}});
    return data;
}

TrainSpec overlayTraining(const TrainSpec& base, const Json& json, Problems& problems)
{
    TrainSpec training = base;
    auto given = readSection(training, "training", json, {}, problems);
    if (json.is_object())
        setOlderPriorRates(training, json, given, problems);
    keepGiven<TrainSpec>(training, given,
        {{"tokens_per_step", &TrainSpec::tokensPerStep}, {"min_tokens_per_step", &TrainSpec::minTokensPerStep},
            {"max_tokens_per_step", &TrainSpec::maxTokensPerStep}});
    return training;
}

}  // namespace

EvalSpec overlay(const EvalSpec& base, const Json& json, std::vector<Problem>& problems)
{
    EvalSpec evaluation = base;
    readSection(evaluation, "evaluation", json, {"passkey", "ruler", "choice"}, problems);
    const auto readInner = [&](const char* name, auto& section) {
        if (json.is_object() && json.contains(name))
            readSection(section, str("evaluation.", name), json[name], {}, problems);
    };
    readInner("passkey", evaluation.passkey);
    readInner("ruler", evaluation.ruler);
    readInner("choice", evaluation.choice);
    return evaluation;
}

RunSpec overlay(const RunSpec& base, const Json& json, std::vector<Problem>& problems)
{
    RunSpec run = base;
    if (json.is_object() && json.contains("preset")) {
        const auto name = json["preset"].is_string() ? json["preset"].get<std::string>() : std::string();
        const auto names = presetNames();
        if (std::find(names.begin(), names.end(), name) != names.end())
            run = preset(name);
        else
            problems.push_back({"preset", shown(json["preset"]), joinNames(names, "or")});
    }
    readSection(run, "", json, {"preset", "description", "model", "data", "training", "evaluation"}, problems);
    if (!json.is_object())
        return run;
    if (const auto found = json.find("model"); found != json.end())
        run.model = overlayModel(run.model, *found, problems);
    if (const auto found = json.find("data"); found != json.end())
        run.data = overlayData(run.data, *found, problems);
    if (const auto found = json.find("training"); found != json.end())
        run.training = overlayTraining(run.training, *found, problems);
    if (const auto found = json.find("evaluation"); found != json.end())
        run.evaluation = overlay(run.evaluation, *found, problems);
    return run;
}

ModelSpec modelFromJson(const Json& json)
{
    Problems problems;
    const auto model = overlayModel(ModelSpec{}, json, problems);
    requireNone(problems, "the model spec");
    return model;
}

}  // namespace bam::spec
