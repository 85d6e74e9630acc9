// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/result_json.h"

#include "core/compare/task_results.h"

#include <cmath>

namespace bam::compare {
namespace {

constexpr std::int64_t kMostCount = std::int64_t(1) << 40;
constexpr std::int64_t kLargestSeed = (std::int64_t(1) << 53) - 1;      // as specs allow

std::optional<std::int64_t> wholeUpTo(const Json* value, std::int64_t largest)
{
    const auto found = number(value);
    if (!found || *found < 0 || *found > double(largest) || *found != std::floor(*found))
        return std::nullopt;
    return std::int64_t(*found);
}

}  // namespace

Notes::~Notes()
{
    if (m_count > kMostNotes)
        m_notes.push_back(str(m_name, ": ", m_count - kMostNotes, " more entries are left out."));
}

const Json* find(const Json& object, const char* key)
{
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::optional<double> number(const Json* value)
{
    if (!value || !value->is_number())
        return std::nullopt;
    const double found = value->get<double>();
    return std::isfinite(found) ? std::optional(found) : std::nullopt;
}

std::optional<std::int64_t> count(const Json* value) { return wholeUpTo(value, kMostCount); }

std::optional<std::int64_t> seed(const Json& entry) { return wholeUpTo(find(entry, "seed"), kLargestSeed); }

std::optional<bool> flag(const Json& object, const char* key)
{
    const auto* found = find(object, key);
    return found && found->is_boolean() ? std::optional(found->get<bool>()) : std::nullopt;
}

std::string text(const Json& object, const char* key)
{
    const auto* found = find(object, key);
    return found && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<Interval> interval(const Json* value)
{
    if (!value || !value->is_array() || value->size() != 2)
        return std::nullopt;
    const auto low = number(&(*value)[0]), high = number(&(*value)[1]);
    return low && high && *low <= *high ? std::optional(Interval{*low, *high}) : std::nullopt;
}

std::string shortened(const Json& value)
{
    auto shown = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    return shown.size() > 60 ? "a long text" : shown;
}

std::string scalingOf(const Json& entry)
{
    const auto* scaling = find(entry, "rope_scaling");
    if (!scaling || !scaling->is_object())
        return {};
    const auto trained = count(find(*scaling, "trained_length")), original = count(find(*scaling, "original_length"));
    return str(text(*scaling, "method"), " × ", shortest(number(find(*scaling, "factor")).value_or(1)), trained && original && *trained != *original ? str(" of ", *original) : std::string());
}

std::string withScaling(const std::string& name, const std::string& scaling) { return scaling.empty() ? name : str(name, " (", scaling, ")"); }

std::string withoutScaling(const std::string& name, const std::string& scaling)
{
    const auto ending = withScaling({}, scaling);
    return name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : name;
}

Making makingOf(const Json& entry)
{
    return {text(entry, "checkpoint"), text(entry, "checkpoint_hash"), text(entry, "tokenizer"), text(entry, "prompts"), text(entry, "cache_dtype"), text(entry, "program"), seed(entry)};
}

}  // namespace bam::compare
