// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of results.json, where each entry is one measurement: a later one takes the place of the same one before.
#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace bam::eval {

using Json = nlohmann::ordered_json;

/// The list that stands there; an empty one takes the place of anything else.
inline Json& listAt(Json& place)
{
    if (!place.is_array())
        place = Json::array();
    return place;
}

/// The list of a key, moved behind those of all others: what was measured last stands last.
Json& newestLast(Json& lists, const std::string& key);

/// The entry that has every key of `same` with the same value; the end where there is none.
/// @param implied what a key stands for where an entry lacks it; null without
Json::iterator findSame(Json& list, const Json& same, const Json& implied = Json::object());

/// Names of files and folders may be any bytes; in results.json they stand as text, and the same name is looked for there.
std::string asText(std::string name);

/// Whether two entries may be told together: of the same weights, tokenizer and precision, as far as both say.
bool ofSameSubject(const Json& one, const Json& other);

/// Puts an entry into a list in the order of a key, in the place of the one with the same key. @param key of an entry: anything with an order
template <class Key>
void putInOrder(Json& list, Json entry, const Key& key)
{
    const auto of = key(entry);
    const auto at = std::find_if(list.begin(), list.end(), [&](const auto& one) { return key(one) >= of; });
    if (at != list.end() && key(*at) == of)
        *at = std::move(entry);
    else
        list.insert(at, std::move(entry));
}

}  // namespace bam::eval
