// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/documents/json_row.h"

#include "core/base/json_text.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

namespace bam::data {
namespace {

/// Keys named in a message; beyond that only their count.
constexpr std::size_t kNamedKeys = 12;

std::string keysOf(const nlohmann::json& object)
{
    std::vector<std::string> keys;
    for (const auto& [key, value] : object.items())
        if (keys.size() < kNamedKeys)
            keys.push_back(key);
    if (keys.empty())
        return "no keys";
    return str(joinNames(keys), object.size() > keys.size() ? str(" and ", object.size() - keys.size(), " more") : std::string());
}

/// The parser's reason without its own name and code: "[json.exception.parse_error.101] parse error at …: <reason>".
std::string reasonOf(std::string_view line)
{
    try {
        const auto parsed = nlohmann::json::parse(line);
    } catch (const nlohmann::json::exception& error) {
        const std::string_view what = error.what();
        const auto end = what.find("] ");
        return std::string(end == std::string_view::npos ? what : what.substr(end + 2));
    }
    return "no reason given";
}

template <class J>
J objectIn(std::string_view line, std::string& problem)
{
    auto row = nestsTooDeep(line) ? J(J::value_t::discarded) : J::parse(line, nullptr, false);
    if (row.is_object())
        return row;
    problem = nestsTooDeep(line) ? str("it nests deeper than ", kDeepestJson, " levels") : row.is_discarded() ? reasonOf(line) : str("found a JSON ", row.type_name(), ", expected an object");
    return nullptr;
}

}  // namespace

nlohmann::ordered_json jsonObject(std::string_view line, std::string& problem) { return objectIn<nlohmann::ordered_json>(line, problem); }

JsonRow parseJsonRow(std::string_view line, const std::string& column)
{
    std::string problem;
    const auto row = objectIn<nlohmann::json>(line, problem);
    if (row.is_null())
        return {JsonRow::Outcome::Broken, {}, problem};
    const auto value = row.find(column);
    if (value == row.end())
        return {JsonRow::Outcome::NoColumn, {}, str("there is no column \"", column, "\", only ", keysOf(row))};
    if (value->is_null())
        return {JsonRow::Outcome::Null, {}, {}};
    if (!value->is_string())
        return {JsonRow::Outcome::NoColumn, {}, str("the column \"", column, "\" holds a JSON ", value->type_name(), ", expected a string")};
    return {JsonRow::Outcome::Text, value->get<std::string>(), {}};
}

}  // namespace bam::data
