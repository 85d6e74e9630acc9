// SPDX-License-Identifier: GPL-3.0-or-later
// What a run logged and what its evaluations found, as tables for other programs: CSV, JSON lines, NumPy.
#pragma once

#include "core/interop/npz_file.h"

#include <filesystem>
#include <string>
#include <vector>

namespace bam::exchange {

/// A column, named as in the run's own files; of all columns of a table as many values.
using TableColumn = interop::NpzArray;

struct Table {
    std::string name;                   ///< train, eval, priors, results
    std::vector<TableColumn> columns;

    std::size_t rows() const;
};

/// Those of a run's train.log, eval.log, priors.csv and results.json that have rows. @param notes what could not be used @throws Error (Failed) when a log is damaged
std::vector<Table> runTables(const std::filesystem::path& run, std::vector<std::string>& notes);

/// RFC 4180 with a header; missing numbers are empty fields.
std::string tableCsv(const Table& table);
/// Each row is an object: its table under "table", then its columns; missing numbers and texts are left out.
void writeJsonLines(const std::filesystem::path& file, const std::vector<Table>& tables);
/// An array for each column: train_loss, eval_step, …
void writeArrays(const std::filesystem::path& file, const std::vector<Table>& tables);

}  // namespace bam::exchange
