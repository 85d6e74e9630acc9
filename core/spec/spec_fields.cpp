// SPDX-License-Identifier: GPL-3.0-or-later
// What a single field accepts, and how that is said.
#include "core/spec/spec_fields.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace bam::spec {
namespace {

std::string bound(double value)
{
    const bool whole = std::floor(value) == value && std::abs(value) < 1e15;
    return whole ? withThousands(std::int64_t(value)) : shortest(value);
}

/// " from 1 to 64", " above 0", " of at least 0": the range as it follows the noun. @param exceeded also with an upper bound that nobody comes near by intention
std::string rangeText(const Field& field, bool exceeded)
{
    const bool low = std::isfinite(field.min);
    const bool high = std::isfinite(field.max) && (exceeded || field.max < 1e9);
    std::string text;
    if (low && high && !field.minExcluded && !field.maxExcluded)
        return str(" from ", bound(field.min), " to ", bound(field.max));
    if (low)
        text += field.minExcluded ? str(" above ", bound(field.min)) : str(" of at least ", bound(field.min));
    if (high)
        text += str(low ? " and " : " ", field.maxExcluded ? "below " : "at most ", bound(field.max));
    return text;
}

std::string wordsText(const Field& field)
{
    auto words = field.choices;
    if (!field.acceptsText.empty())
        words.push_back(field.acceptsText);
    return words.empty() ? "a text" : joinNames(words, "or");
}

std::string expectationOf(const Field& field, FieldKind kind, bool exceeded)
{
    const auto unset = field.unset ? str(", or null for ", field.unsetMeaning.empty() ? "not given" : field.unsetMeaning) : std::string();
    switch (kind) {
    case FieldKind::Integer:
        return str("a whole number", rangeText(field, exceeded), unset);
    case FieldKind::Real:
        return str("a number", rangeText(field, exceeded), unset);
    case FieldKind::Flag:
        return "true or false";
    case FieldKind::Text:
        return wordsText(field);
    case FieldKind::Integers:
        return str("a list of whole numbers, each", rangeText(field, exceeded));
    case FieldKind::Texts:
        return str("a list of ", wordsText(field), field.choices.empty() ? "" : ", or all");
    }
    return {};
}

std::optional<std::string> outOfRange(const Field& field, double value, FieldKind kind)
{
    if (field.unset && value == *field.unset)
        return std::nullopt;
    const bool low = field.minExcluded ? !(value > field.min) : !(value >= field.min);
    const bool high = field.maxExcluded ? !(value < field.max) : !(value <= field.max);
    if (std::isfinite(value) && !low && !high)
        return std::nullopt;
    return expectationOf(field, kind, high);
}

}  // namespace

std::string expectation(const Field& field, FieldKind kind) { return expectationOf(field, kind, false); }

std::optional<std::string> refusal(const Field& field, std::int64_t value)
{
    return outOfRange(field, double(value), FieldKind::Integer);
}

std::optional<std::string> refusal(const Field& field, double value) { return outOfRange(field, value, FieldKind::Real); }

std::optional<std::string> refusal(const Field&, bool) { return std::nullopt; }

std::optional<std::string> refusal(const Field& field, const std::string& value)
{
    for (const auto& [word, reason] : field.refusals)
        if (word == value)
            return str(wordsText(field), " (", reason, ")");
    if (field.choices.empty() || std::find(field.choices.begin(), field.choices.end(), value) != field.choices.end())
        return std::nullopt;
    if (field.accepts && field.accepts(value))
        return std::nullopt;
    const auto nearest = nearestName(value, field.choices);
    return str(wordsText(field), nearest.empty() ? "" : str("; did you mean ", nearest, "?"));
}

std::optional<std::string> refusal(const Field& field, const std::vector<std::int64_t>& value)
{
    for (const auto element : value)
        if (auto refused = outOfRange(field, double(element), FieldKind::Integers))
            return refused;
    return std::nullopt;
}

std::optional<std::string> refusal(const Field& field, const std::vector<std::string>& value)
{
    for (const auto& element : value)
        if (refusal(field, element))
            return expectation(field, FieldKind::Texts);
    return std::nullopt;
}

std::optional<double> numberFromText(const std::string& text)
{
    double value = 0;
    const auto* begin = text.data();
    const auto* end = begin + text.size();
    const auto result = std::from_chars(begin, end, value);
    if (result.ec != std::errc() || result.ptr != end || !std::isfinite(value))
        return std::nullopt;
    return value;
}

}  // namespace bam::spec
