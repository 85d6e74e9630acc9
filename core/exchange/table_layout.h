// SPDX-License-Identifier: GPL-3.0-or-later
// What the first line of a table says: what separates its fields, what its columns are called, and whether it is a chart of W&B.
// Invariant: no two columns are called alike; what had to be numbered for that is told.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bam::exchange {

inline constexpr std::string_view kBetween = " - ";     ///< run and metric, in W&B's exports

/// How a table is laid out.
struct TableLayout {
    std::filesystem::path file;
    char separator = ',';
    std::vector<std::string> header;
    bool chart = false;                 ///< exported from W&B's web page: the columns after the first are called "run - metric"
    std::vector<std::string> notes = {};        ///< for people: columns that had to be numbered

    std::optional<std::size_t> columnNamed(std::string_view name) const;
};

/// Reads the first record. @throws Error: Usage when it is none of a table with a header, Failed, Environment when the file cannot be read
TableLayout layoutOf(const std::filesystem::path& file);

/// Run and metric of a column of W&B's; empty for others, and for the lowest and highest that stand beside each.
std::pair<std::string, std::string> runAndMetric(const std::string& column);

}  // namespace bam::exchange
