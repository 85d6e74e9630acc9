// SPDX-License-Identifier: GPL-3.0-or-later
// Columns for a terminal: as wide as their widest cell, two spaces apart.
#pragma once

#include <string>
#include <vector>

namespace bam::cli {

class TextTable {
public:
    /// @param alignment one letter for each column: l left, r right; the last column is never padded
    explicit TextTable(std::string alignment) : m_alignment(std::move(alignment)) {}

    /// Missing cells are empty.
    void add(std::vector<std::string> cells) { m_rows.push_back(std::move(cells)); }
    std::string text() const;

private:
    std::string m_alignment;
    std::vector<std::vector<std::string>> m_rows;
};

/// 1.23e10 -> "12.3 G"; "?" when it is not known.
std::string compactNumber(double value);
/// humanDuration(), or "unknown".
std::string durationOrUnknown(double seconds);

}  // namespace bam::cli
