// SPDX-License-Identifier: GPL-3.0-or-later
// Small text helpers: concatenation, number formatting for people, nearest-name suggestions, UTF-8 repair.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace bam {

/// Concatenates anything that can be streamed.
template <typename... Args>
std::string str(const Args&... args)
{
    std::ostringstream out;
    ((out << args), ...);
    return out.str();
}

/// 1234567 -> "1,234,567".
std::string withThousands(std::int64_t value);
/// Bytes with a binary unit, e.g. "1.5 GiB".
std::string humanBytes(double bytes);
/// Seconds as "42 s", "3 min 05 s", "2 h 07 min", "3 d 04 h".
std::string humanDuration(double seconds);
/// Shortest decimal text that reads back as the same double (float32 values print as float32).
std::string shortest(double value);
std::string shortest(float value);

/// The candidate with the smallest edit distance to `name`, or empty when none is close (more than about a third differs).
std::string nearestName(std::string_view name, const std::vector<std::string>& candidates);
/// "a, b and c".
std::string joinNames(const std::vector<std::string>& names, std::string_view last = "and");
std::vector<std::string> splitText(std::string_view text, char separator);
std::string_view trimmed(std::string_view text);

/// Replaces every maximal invalid UTF-8 subsequence by U+FFFD (WHATWG rule); returns how many were replaced.
std::int64_t repairUtf8(std::string& text);

}  // namespace bam
