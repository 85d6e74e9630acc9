// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/result_lists.h"

#include "core/base/text.h"

namespace bam::eval {

Json& newestLast(Json& lists, const std::string& key)
{
    Json list;
    if (const auto known = lists.find(key); known != lists.end()) {
        list = std::move(*known);
        lists.erase(key);
    }
    return listAt(lists[key] = std::move(list));
}

Json::iterator findSame(Json& list, const Json& same, const Json& implied)
{
    return std::find_if(list.begin(), list.end(), [&](const Json& other) {
        return other.is_object()
            && std::all_of(same.items().begin(), same.items().end(), [&](const auto& item) { return other.value(item.key(), implied.value(item.key(), Json())) == item.value(); });
    });
}

std::string asText(std::string name)
{
    repairUtf8(name);
    return name;
}

bool ofSameSubject(const Json& one, const Json& other)
{
    const auto agree = [&](const char* key) { return !one.contains(key) || !other.contains(key) || one[key] == other[key]; };
    const bool hashed = one.contains("checkpoint_hash") && other.contains("checkpoint_hash");
    return (hashed ? agree("checkpoint_hash") : agree("checkpoint")) && agree("tokenizer") && agree("cache_dtype");
}

}  // namespace bam::eval
