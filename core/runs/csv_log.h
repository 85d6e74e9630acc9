// SPDX-License-Identifier: GPL-3.0-or-later
// An append-only CSV file with one writer. Invariant: the file always ends with a whole row, whatever happened during the last
// append; a torn row left by a killed process is cut when the file is opened for writing and ignored by readers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bam::runs {

class CsvLog {
public:
    /// Creates the file with `header`, or opens it and cuts a torn last row. @throws Error (Failed, Environment)
    CsvLog(std::filesystem::path path, std::string header);
    ~CsvLog();
    CsvLog(CsvLog&& other) noexcept;
    CsvLog& operator=(CsvLog&&) = delete;
    CsvLog(const CsvLog&) = delete;

    /// Appends whole rows, each ending in a newline, in one write. @throws Error (Failed) after cutting back what was written partly
    void append(std::string_view rows);
    /// Drops every row whose first column (an integer step) is ≥ `step`. Rows are in ascending order of step.
    void trimTo(std::int64_t step);

private:
    std::filesystem::path m_path;
    std::string m_header;
    int m_file = -1;
    std::int64_t m_size = 0;
};

/// Calls `row` for every whole row after the header, with the fields of the named columns, in that order. Unknown columns are ignored.
/// @throws Error (Failed) when a column is missing or a row has too few fields (names the line)
void readCsv(const std::filesystem::path& file, const std::vector<std::string>& columns,
    const std::function<void(const std::vector<std::string_view>& fields, std::int64_t line)>& row);

/// A text as one field of a CSV file: quoted where it must be, as RFC 4180 has it.
std::string csvField(const std::string& text);

/// Columns of curves that leave the program, whichever way; `set` is train or validation, tokens and flops are those since the start.
inline constexpr const char* kCurveColumns = "run,set,step,tokens,flops,time_s,loss,gradient_norm,learning_rate,tokens_per_s";

}  // namespace bam::runs
