// SPDX-License-Identifier: GPL-3.0-or-later
// Specs to JSON, by the tables of spec_fields.h.
#include "core/spec/spec_io.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace bam::spec {
namespace {

Json valueJson(const Field& field, std::int64_t value)
{
    return field.unset && double(value) == *field.unset ? Json() : Json(value);
}

/// Whole numbers are written without a fraction, as people write them.
Json numberJson(double value)
{
    if (std::floor(value) == value && std::abs(value) < 9007199254740992.0)
        return Json(std::int64_t(value));
    return Json(value);
}

Json valueJson(const Field& field, double value)
{
    return field.unset && value == *field.unset ? Json() : numberJson(value);
}

Json valueJson(const Field& field, const std::string& value)
{
    if (field.numeric)
        if (const auto number = numberFromText(value); number && shortest(*number) == value)
            return numberJson(*number);
    return Json(value);
}

template <class Value>
Json valueJson(const Field&, const Value& value)
{
    return Json(value);
}

template <class Section>
Json sectionJson(const Section& section)
{
    Json json = Json::object();
    visitFields(section, [&](const Field& field, const auto& value) {
        if (field.composite.empty())
            json[field.key] = valueJson(field, value);
        else if constexpr (std::is_same_v<Section, ModelSpec>)
            json[field.composite] = officialEncodingName(section);
    });
    return json;
}

}  // namespace

std::string prettyJson(const Json& json, int indent)
{
    const bool flat = json.is_array() && std::none_of(json.begin(), json.end(), [](const Json& element) { return element.is_structured(); });
    if (!json.is_structured() || json.empty())
        return json.dump(-1, ' ', false, Json::error_handler_t::replace);
    const std::string inner(std::size_t(indent) + 2, ' ');
    std::string text;
    for (const auto& [key, value] : json.items()) {
        text += text.empty() ? "" : flat ? ", " : ",\n";
        if (!flat)
            text += inner + (json.is_object() ? Json(key).dump() + ": " : "");
        text += prettyJson(value, indent + 2);
    }
    if (flat)
        return "[" + text + "]";
    return (json.is_object() ? "{\n" : "[\n") + text + "\n" + std::string(std::size_t(indent), ' ') + (json.is_object() ? "}" : "]");
}

Json toJson(const ModelSpec& model)
{
    auto json = sectionJson(model);
    json["prior"] = sectionJson(model.prior);
    return json;
}

Json toJson(const RunSpec& spec)
{
    auto json = sectionJson(spec);
    json["model"] = toJson(spec.model);
    json["data"] = sectionJson(spec.data);
    json["training"] = sectionJson(spec.training);
    json["evaluation"] = sectionJson(spec.evaluation);
    json["evaluation"]["passkey"] = sectionJson(spec.evaluation.passkey);
    json["evaluation"]["ruler"] = sectionJson(spec.evaluation.ruler);
    json["evaluation"]["choice"] = sectionJson(spec.evaluation.choice);
    return json;
}

namespace {

// Fields that came after the first hashes were written. A new one is added here too.
constexpr std::array kLaterOfModel{"rotary_fraction"};
constexpr std::array kLaterOfPrior{"t5_buckets", "t5_max_distance", "fire_threshold", "sandwich_width"};
constexpr std::array kLaterOfEvaluation{"rope_scaling", "rope_factor", "rope_original_length", "perplexity_bad_rows"};

template <class Names>
void leaveOutDefaults(Json& section, const Json& defaults, const Names& names)
{
    for (const auto* name : names)
        if (section.at(name) == defaults.at(name))
            section.erase(name);
}

}  // namespace

Json hashedJson(const ModelSpec& model)
{
    auto json = toJson(model);
    const auto defaults = toJson(ModelSpec{});
    leaveOutDefaults(json, defaults, kLaterOfModel);
    leaveOutDefaults(json["prior"], defaults["prior"], kLaterOfPrior);
    return json;
}

Json hashedJson(const RunSpec& spec)
{
    auto json = toJson(spec);
    json["model"] = hashedJson(spec.model);
    leaveOutDefaults(json["evaluation"], sectionJson(EvalSpec{}), kLaterOfEvaluation);
    return json;
}

namespace {

Json scalarFromText(FieldKind kind, const std::string& text)
{
    if (kind == FieldKind::Flag) {
        for (const auto* word : {"true", "True", "1", "yes", "on"})
            if (text == word)
                return true;
        for (const auto* word : {"false", "False", "0", "no", "off"})
            if (text == word)
                return false;
        return text;
    }
    if (text == "null")     // not given, where a field knows that
        return {};
    std::int64_t whole = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), whole);
    if (result.ec == std::errc() && result.ptr == text.data() + text.size())
        return whole;
    if (const auto number = numberFromText(text))
        return *number;
    return text;
}

}  // namespace

Json valueFromText(FieldKind kind, const std::string& text)
{
    if (kind == FieldKind::Text)
        return text;
    if (kind != FieldKind::Integers && kind != FieldKind::Texts)
        return scalarFromText(kind, text);
    Json list = Json::array();
    for (const auto& part : splitText(text, ',')) {
        const auto word = std::string(trimmed(part));
        if (!word.empty())
            list.push_back(kind == FieldKind::Integers ? scalarFromText(FieldKind::Integer, word) : Json(word));
    }
    return list;
}

}  // namespace bam::spec
