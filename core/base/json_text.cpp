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

void refuseDeepJson(std::string_view text, const std::string& what, ErrorCode code, const std::string& hint)
{
    if (nestsTooDeep(text))
        throw Error(code, str(what, " nests deeper than ", kDeepestJson, " levels, which no file of this program does"), hint);
}

}  // namespace bam
