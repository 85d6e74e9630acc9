// SPDX-License-Identifier: GPL-3.0-or-later
// JSON from files that anyone may have written. The library reads any depth but walks and writes by recursion, so a file of brackets alone would end the
// program: what nests deeper than any file of ours is refused before it is read.
#pragma once

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace bam {

constexpr int kDeepestJson = 200;

/// Do brackets nest deeper than kDeepestJson? Those inside of texts do not count. The text need not be valid.
bool nestsTooDeep(std::string_view text);

/// @param what the file, for the message @throws Error (with `code` and `hint`) when the text nests too deep
void refuseDeepJson(std::string_view text, const std::string& what, ErrorCode code = ErrorCode::Failed, const std::string& hint = "Restore the file, or move it away if it is not needed.");

/// @throws Error (Failed) when it nests too deep, nlohmann's parse_error when it is no JSON
template <class J = nlohmann::ordered_json>
J readJsonText(std::string_view text, const std::string& what)
{
    refuseDeepJson(text, what);
    return J::parse(text);
}

/// The text as JSON has it: Python writes bare NaN and Infinity, which JSON does not know; they become null. Those inside of texts stay.
std::string withoutBareNan(std::string_view text);

/// A discarded value when the text is no JSON or nests too deep.
template <class J = nlohmann::ordered_json>
J jsonOrDiscarded(std::string_view text)
{
    return nestsTooDeep(text) ? J(J::value_t::discarded) : J::parse(text, nullptr, false);
}

}  // namespace bam
