// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/made_results.h"

#include "core/base/text.h"
#include "core/eval/result_lists.h"

#include <algorithm>

namespace bam::eval {
namespace {

std::string makerText(const std::string& checkpoint, const std::string& cacheDtype)
{
    return cacheDtype.empty() || cacheDtype == "float32" ? checkpoint : str(checkpoint, " with keys and values in ", cacheDtype);
}

std::string textAt(const Json& entry, const char* key)
{
    const auto found = entry.find(key);
    return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
}

void collect(const Json& results, MadeResults& made)
{
    if (!results.is_structured())
        return;
    if (results.is_object() && !textAt(results, "prompts").empty()) {
        std::string all;
        for (const auto* key : {"prompts", "checkpoint_hash", "tokenizer", "cache_dtype"})
            all += textAt(results, key) + ' ';
        all += results.value("rope_scaling", Json()).dump(-1, ' ', false, Json::error_handler_t::replace);
        made.emplace(all, makerText(textAt(results, "checkpoint"), textAt(results, "cache_dtype")));
    }
    for (const auto& inside : results)
        collect(inside, made);
}

}  // namespace

MadeResults madeResults(const Json& results)
{
    MadeResults made;
    collect(results, made);
    return made;
}

std::string goneResults(const MadeResults& before, const MadeResults& after, const Subject& subject)
{
    std::vector<std::string> makers;
    std::size_t gone = 0;
    for (const auto& [all, maker] : before)
        if (!after.contains(all)) {
            ++gone;
            if (std::find(makers.begin(), makers.end(), maker) == makers.end())
                makers.push_back(maker);
        }
    if (gone == 0 || (gone == 1 && makers.front() == makerText(subject.checkpoint, subject.cacheDtype)))
        return {};
    const bool one = gone == 1;
    return str(gone, one ? " earlier result" : " earlier results", " in results.json, of ", joinNames(makers), ", made room for what is measured otherwise now; ", one ? "its" : "their",
        " answers are kept: asked the same way again, ", one ? "it comes" : "they come", " back at once");
}

}  // namespace bam::eval
