// SPDX-License-Identifier: GPL-3.0-or-later
// Whole rows of a table as JSON: every line of JSON Lines (also .gz, .zst), every row of Parquet with all its columns.
// Invariant: rows and their numbers depend on the file's content alone.
#pragma once

#include "core/data/documents/inputs.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>

namespace bam::data {

struct Row {
    nlohmann::ordered_json value;       ///< an object, or null where there is a problem
    std::string problem;                ///< why the line is no JSON object; empty: it is one
    std::int64_t number = 1;            ///< line or row, from 1
};

class RowReader {
public:
    virtual ~RowReader() = default;
    /// The next row; false at the end. Empty lines are passed over. @throws Error (Failed) for a damaged file, naming file and place
    virtual bool next(Row& row) = 0;
};

/// @throws Error (Usage): neither JSON Lines nor Parquet; (Failed): damaged, or content of another kind than the name says; (Environment): compressed or Parquet, built
///         without Arrow
std::unique_ptr<RowReader> openRows(const InputFile& file, std::stop_token stop = {});

std::unique_ptr<RowReader> openParquetRows(const InputFile& file);

}  // namespace bam::data
