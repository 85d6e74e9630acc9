// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_text.h"

#include "core/base/text.h"

namespace bam {

bool nestsTooDeep(std::string_view text)
{
    int depth = 0;
    bool quoted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"')
            quoted = !quoted;
        else if (quoted)
            at += c == '\\';
        else if ((c == '[' || c == '{') && ++depth > kDeepestJson)
            return true;
        else if (c == ']' || c == '}')
            --depth;
    }
    return false;
}

std::string withoutBareNan(std::string_view text)
{
    std::string json;
    json.reserve(text.size());
    bool quoted = false;
    for (std::size_t i = 0; i < text.size();) {
        const auto rest = text.substr(i);
        const std::string_view word = quoted ? "" : rest.starts_with("NaN") ? "NaN" : rest.starts_with("-Infinity") ? "-Infinity" : rest.starts_with("Infinity") ? "Infinity" : "";
        if (!word.empty()) {
            json += "null";
            i += word.size();
            continue;
        }
        if (quoted && text[i] == '\\' && i + 1 < text.size())
            json += text[i++];
        else if (text[i] == '"')
            quoted = !quoted;
        json += text[i++];
    }
    return json;
}

void refuseDeepJson(std::string_view text, const std::string& what, ErrorCode code, const std::string& hint)
{
    if (nestsTooDeep(text))
        throw Error(code, str(what, " nests deeper than ", kDeepestJson, " levels, which no file of this program does"), hint);
}

}  // namespace bam
