// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of JSON objects that anyone may have written: what is missing or of another kind is told by a value, never by an exception.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace bam {

inline std::int64_t wholeOr(const nlohmann::ordered_json& json, const char* key, std::int64_t otherwise)
{
    const auto found = json.is_object() ? json.find(key) : json.end();
    return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : otherwise;
}

/// Empty where there is no text.
inline std::string textOr(const nlohmann::ordered_json& json, const char* key)
{
    const auto found = json.is_object() ? json.find(key) : json.end();
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace bam
