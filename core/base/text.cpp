// SPDX-License-Identifier: GPL-3.0-or-later
// Invariant: nothing here depends on the locale.
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace bam {
namespace {

template <typename Float>
std::string shortestOf(Float value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    // Python's rule for repr(): fixed notation from 1e-4 to below 1e16, so that logs of both programs look alike.
    const Float magnitude = std::abs(value);
    const bool fixed = magnitude == 0 || (magnitude >= Float(1e-4) && magnitude < Float(1e16));
    std::array<char, 64> buffer;
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
        fixed ? std::chars_format::fixed : std::chars_format::scientific);
    return {buffer.data(), result.ptr};
}

std::string twoDigits(std::int64_t value)
{
    return value < 10 ? str('0', value) : str(value);
}

std::string withDecimals(double value, int decimals)
{
    std::array<char, 64> buffer;
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
    return result.ec == std::errc() ? std::string(buffer.data(), result.ptr) : shortest(value);
}

/// Names that differ only in case or in '-' for '_' are the same word to a person.
std::string folded(std::string_view name)
{
    std::string result(name);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
        else if (c == '-')
            c = '_';
    }
    return result;
}

/// "lr" of learning_rate.
std::string initials(std::string_view name)
{
    std::string letters;
    for (const auto& word : splitText(folded(name), '_'))
        if (!word.empty())
            letters += word.front();
    return letters;
}

/// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        previous[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                current[j] = std::min(current[j], before[j - 2] + 1);
        }
        std::swap(before, previous);
        std::swap(previous, current);
    }
    return previous[b.size()];
}

/// What may follow a lead byte: how many continuation bytes, and the range of the first of them (Unicode, table 3-7).
struct Lead {
    int continuations = 0;      // 0: not a lead byte
    unsigned char low = 0x80;
    unsigned char high = 0xBF;
};

Lead leadOf(unsigned char byte)
{
    if (byte >= 0xC2 && byte <= 0xDF)
        return {1};
    if (byte == 0xE0)
        return {2, 0xA0, 0xBF};
    if (byte == 0xED)
        return {2, 0x80, 0x9F};
    if (byte >= 0xE1 && byte <= 0xEF)
        return {2};
    if (byte == 0xF0)
        return {3, 0x90, 0xBF};
    if (byte >= 0xF1 && byte <= 0xF3)
        return {3};
    if (byte == 0xF4)
        return {3, 0x80, 0x8F};
    return {};
}

struct Scan {
    std::size_t length;     ///< bytes of the character, or of the maximal invalid subsequence
    bool valid;
};

Scan scanCharacter(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(at) < 0x80)
        return {1, true};
    const Lead lead = leadOf(byte(at));
    std::size_t length = 1;
    for (int k = 0; k < lead.continuations; ++k, ++length) {
        const unsigned char low = k == 0 ? lead.low : 0x80;
        const unsigned char high = k == 0 ? lead.high : 0xBF;
        if (at + length >= text.size() || byte(at + length) < low || byte(at + length) > high)
            return {length, false};
    }
    return {length, lead.continuations > 0};
}

}  // namespace

std::string withThousands(std::int64_t value)
{
    std::string digits = str(value);
    const std::size_t first = value < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;) {
        at -= 3;
        digits.insert(at, 1, ',');
    }
    return digits;
}

std::string humanBytes(double bytes)
{
    static constexpr std::array<const char*, 7> kUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    std::size_t unit = 0;
    // 1023.95 would print as 1024.0.
    while (std::abs(bytes) >= (unit == 0 ? 1023.5 : 1023.95) && unit + 1 < kUnits.size()) {
        bytes /= 1024;
        ++unit;
    }
    return str(withDecimals(bytes, unit == 0 ? 0 : 1), ' ', kUnits[unit]);
}

std::string humanDuration(double seconds)
{
    if (!std::isfinite(seconds) || seconds < 0 || seconds > 1e15)
        return "unknown";
    if (seconds < 9.95)
        return str(withDecimals(seconds, 1), " s");
    const auto whole = static_cast<std::int64_t>(std::llround(seconds));
    if (whole < 60)
        return str(whole, " s");
    if (whole < 3600)
        return str(whole / 60, " min ", twoDigits(whole % 60), " s");
    if (whole < 86400)
        return str(whole / 3600, " h ", twoDigits(whole % 3600 / 60), " min");
    return str(whole / 86400, " d ", twoDigits(whole % 86400 / 3600), " h");
}

std::string shortest(double value) { return shortestOf(value); }
std::string shortest(float value) { return shortestOf(value); }

std::string nearestName(std::string_view name, const std::vector<std::string>& candidates)
{
    const std::string wanted = folded(name);
    if (wanted.size() > 1 && std::ranges::find(candidates, wanted) == candidates.end())
        for (const auto& candidate : candidates)
            if (initials(candidate) == wanted)
                return candidate;
    std::string best;
    std::size_t bestDistance = 0;
    for (const auto& candidate : candidates) {
        const std::size_t distance = editDistance(wanted, folded(candidate));
        const std::size_t allowed = (std::max(wanted.size(), candidate.size()) + 2) / 3;
        if (distance <= allowed && distance < std::max(wanted.size(), candidate.size())
            && (best.empty() || distance < bestDistance)) {
            best = candidate;
            bestDistance = distance;
        }
    }
    return best;
}

std::string joinNames(const std::vector<std::string>& names, std::string_view last)
{
    std::string result;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0 && i + 1 == names.size())
            result += str(' ', last, ' ');
        else if (i > 0)
            result += ", ";
        result += names[i];
    }
    return result;
}

std::vector<std::string> splitText(std::string_view text, char separator)
{
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kSpace = " \t\r\n\v\f";
    const std::size_t begin = text.find_first_not_of(kSpace);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

std::int64_t repairUtf8(std::string& text)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const Scan scan = scanCharacter(text, at);
        if (!scan.valid)
            break;
        at += scan.length;
    }
    if (at == text.size())
        return 0;   // the usual case costs no copy

    std::string repaired(text, 0, at);
    std::int64_t replaced = 0;
    while (at < text.size()) {
        const Scan scan = scanCharacter(text, at);
        if (scan.valid) {
            repaired.append(text, at, scan.length);
        } else {
            repaired += "\xEF\xBF\xBD";
            ++replaced;
        }
        at += scan.length;
    }
    text = std::move(repaired);
    return replaced;
}

}  // namespace bam
