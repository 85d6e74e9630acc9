// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bam::cli {
namespace {

std::size_t characters(const std::string& text)
{
    return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

}  // namespace

std::string TextTable::text() const
{
    std::vector<std::size_t> widths(m_alignment.size(), 0);
    for (const auto& row : m_rows)
        for (std::size_t n = 0; n < std::min(row.size(), widths.size()); ++n)
            widths[n] = std::max(widths[n], characters(row[n]));
    std::string text;
    for (const auto& row : m_rows) {
        std::string line;
        for (std::size_t n = 0; n < widths.size(); ++n) {
            const auto cell = n < row.size() ? row[n] : std::string();
            const std::string padding(widths[n] - characters(cell), ' ');
            line += n == 0 ? "" : "  ";
            line += m_alignment[n] == 'r' ? padding + cell : cell + padding;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string compactNumber(double value)
{
    if (!std::isfinite(value))
        return "?";
    constexpr const char* kPrefixes[] = {"", " k", " M", " G", " T", " P", " E", " Z"};
    std::size_t prefix = 0;
    while (value >= 1000 && prefix + 1 < std::size(kPrefixes)) {
        value /= 1000;
        ++prefix;
    }
    char text[48];
    std::snprintf(text, sizeof text, "%.3g%s", value, kPrefixes[prefix]);
    return text;
}

std::string durationOrUnknown(double seconds) { return std::isfinite(seconds) ? humanDuration(seconds) : "unknown"; }

}  // namespace bam::cli
