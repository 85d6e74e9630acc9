// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/result_lists.h"

namespace bam::eval {

Json::iterator findSame(Json& list, const Json& same, const Json& implied)
{
    return std::find_if(list.begin(), list.end(), [&](const Json& other) {
        return other.is_object()
            && std::all_of(same.items().begin(), same.items().end(), [&](const auto& item) { return other.value(item.key(), implied.value(item.key(), Json())) == item.value(); });
    });
}

}  // namespace bam::eval
