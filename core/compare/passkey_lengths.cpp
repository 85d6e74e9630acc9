// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/passkey_lengths.h"

#include "core/compare/result_rows.h"

namespace bam::compare {

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
    for (const auto& result : run.passkey) {
        if (protocolName(result) != protocol)
            continue;
        for (const auto& length : result.lengths) {
            const auto known = asked.find(length.promptTokens);
            const auto key = length.length >= 0 ? length.length : known != asked.end() ? known->second : length.promptTokens;
            auto& best = found[key];
            if (!best || length.samples > best->samples)
                best = &length;
        }
    }
    return found;
}

}  // namespace bam::compare
