// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/passkey_lengths.h"

#include "core/compare/result_rows.h"

#include <algorithm>

namespace bam::compare {
namespace {

bool agree(std::optional<bool> one, std::optional<bool> other) { return !one || !other || *one == *other; }

/// The last of a protocol that says what it is of; null where none does. The newest stand last.
const LengthResult* newestOf(const std::vector<PasskeyResult>& results, const std::string& protocol)
{
    const LengthResult* newest = nullptr;
    for (const auto& result : results)
        if (protocolName(result) == protocol)
            for (const auto& length : result.lengths)
                if (length.length >= 0)
                    newest = &length;
    return newest;
}

bool standsWith(const LengthResult* newest, const LengthResult& one) { return !newest || (ofSameSubject(newest->making, one.making) && agree(newest->officialSpace, one.officialSpace)); }

}  // namespace

std::map<std::int64_t, std::int64_t> askedLengths(const std::vector<const Results*>& runs, const std::string& protocol)
{
    std::map<std::int64_t, std::int64_t> asked;
    for (const auto* run : runs)
        for (const auto& result : run->passkey)
            if (protocolName(result) == protocol)
                for (const auto& length : result.lengths)
                    if (length.length >= 0)
                        asked.emplace(length.promptTokens, length.length);
    return asked;
}

PasskeyLengths passkeyLengths(const Results& run, const std::string& protocol, const std::map<std::int64_t, std::int64_t>& asked)
{
    PasskeyLengths found;
    const auto* newest = newestOf(run.passkey, protocol);
    for (const auto& result : run.passkey) {
        if (protocolName(result) != protocol)
            continue;
        for (const auto& length : result.lengths) {
            if (!standsWith(newest, length))
                continue;
            const auto known = asked.find(length.promptTokens);
            const auto key = length.length >= 0 ? length.length : known != asked.end() ? known->second : length.promptTokens;
            auto& best = found[key];
            if (!best || length.samples > best->samples)
                best = &length;
        }
    }
    return found;
}

std::vector<PasskeyResult> newestResults(const std::vector<PasskeyResult>& results)
{
    auto newest = results;
    for (auto& result : newest) {
        const auto* last = newestOf(results, protocolName(result));
        std::erase_if(result.lengths, [&](const auto& length) { return !standsWith(last, length); });
    }
    std::erase_if(newest, [](const auto& result) { return result.lengths.empty(); });
    return newest;
}

bool sameSpace(const std::vector<const LengthResult*>& results)
{
    return std::all_of(results.begin(), results.end(),
        [&](const auto* one) { return std::all_of(results.begin(), results.end(), [&](const auto* other) { return agree(one->officialSpace, other->officialSpace); }); });
}

std::optional<bool> spaceOf(const PasskeyLengths& lengths)
{
    for (const auto& [asked, length] : lengths)
        if (length->officialSpace)
            return length->officialSpace;
    return std::nullopt;
}

}  // namespace bam::compare
