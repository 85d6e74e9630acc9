// SPDX-License-Identifier: GPL-3.0-or-later
// How a table of a report is put together: columns that take a number of each run, cells that tell several runs together, and the best of each column. For report_tables.cpp.
#pragma once

#include "app/work/report_tables.h"

#include <functional>
#include <optional>

namespace bam::work {

/// One number of one run.
struct Number {
    double value = compare::kNone;
    std::optional<Interval> interval = {};
    QString about = {};                 ///< how it was made
};

enum class Better { Neither, Higher, Lower };

/// A column: what it takes of a run.
struct ReportColumn {
    QString title;
    int digits = 3;
    Better better = Better::Neither;
    std::function<std::optional<Number>(const ReportRun&)> of;
};

/// A row for each entry: the mean of its runs with the lowest and the highest, of one run its own interval; the best of each column is marked, all of them where several are equal.
/// Columns without any number are left out.
views::PlainTable tableOf(const std::vector<ReportRun>& runs, const std::vector<ReportEntry>& entries, const std::vector<ReportColumn>& columns);
/// Leaves out rows without any number, and the table where none is left. @param id becomes unique
void addTable(std::vector<ReportTable>& tables, QString id, QString title, QString caption, views::PlainTable table);

/// Nothing for NaN.
std::optional<Number> plainNumber(double value, QString about = {});
/// "20 prompts, seed 0, step_00000100, XXH3 ab…, bamscope 0.1.0" @param what the samples are
QString aboutMaking(const compare::Making& making, std::int64_t samples, const char* what, const std::string& seeds = {});
/// "equidistant, 5 digits" → "equidistant_5_digits"
QString fileName(const QString& words);

}  // namespace bam::work
