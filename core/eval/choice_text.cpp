// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/choice_text.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace bam::eval {
namespace {

using namespace std::string_view_literals;

// str.isspace() beyond ASCII.
constexpr std::array kWideSpaces = {"\u00a0"sv, "\u1680"sv, "\u2000"sv, "\u2001"sv, "\u2002"sv, "\u2003"sv, "\u2004"sv, "\u2005"sv, "\u2006"sv, "\u2007"sv, "\u2008"sv, "\u2009"sv,
    "\u200a"sv, "\u2028"sv, "\u2029"sv, "\u202f"sv, "\u205f"sv, "\u3000"sv, "\xc2\x85"sv};

bool isSpace(char letter) { return (letter >= '\t' && letter <= '\r') || (letter >= '\x1c' && letter <= ' '); }

/// Bytes of the white space at one end of the text; 0: there is none.
template <class HasEnd>
std::size_t spaceAt(char end, const HasEnd& hasEnd)
{
    if (isSpace(end))
        return 1;
    for (const auto space : kWideSpaces)
        if (hasEnd(space))
            return space.size();
    return 0;
}

}  // namespace

std::string_view strippedAtEnd(std::string_view text)
{
    while (!text.empty()) {
        const auto bytes = spaceAt(text.back(), [&](std::string_view space) { return text.ends_with(space); });
        if (bytes == 0)
            break;
        text.remove_suffix(bytes);
    }
    return text;
}

std::string_view stripped(std::string_view text)
{
    text = strippedAtEnd(text);
    while (!text.empty()) {
        const auto bytes = spaceAt(text.front(), [&](std::string_view space) { return text.starts_with(space); });
        if (bytes == 0)
            break;
        text.remove_prefix(bytes);
    }
    return text;
}

std::int64_t codePoints(std::string_view text)
{
    return std::count_if(text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; });
}

EncodedPair encodePair(const tokenizer::Tokenizer& tokenizer, std::string_view context, std::string_view continuation, bool bos)
{
    EncodedPair pair;
    if (context.empty() && !bos) {
        pair.continuation = tokenizer.encode(continuation);
        const auto mark = tokenizer.bos() >= 0 ? tokenizer.bos() : tokenizer.eos();
        if (mark >= 0)
            pair.context.push_back(mark);
        return pair;
    }
    const auto end = strippedAtEnd(context).size();
    pair.context = tokenizer.encode(context.substr(0, end));
    auto whole = tokenizer.encode(str(context, continuation));
    if (whole.size() > pair.context.size())
        pair.continuation.assign(whole.begin() + std::ptrdiff_t(pair.context.size()), whole.end());
    if (bos)
        pair.context.insert(pair.context.begin(), tokenizer.bos());
    return pair;
}

}  // namespace bam::eval
