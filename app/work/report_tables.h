// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a report: a row for each run (or runs told together), a column for each number.
#pragma once

#include "app/work/report.h"
#include "core/compare/comparison.h"

#include <vector>

namespace bam::work {

/// What the files of a run tell.
struct ReportRun {
    GalleryRun run;
    compare::RunData data;
    std::string scaling = {};                   ///< of RoPE: results of a run that stands in the list by itself too; empty: as trained
    double trainingLoss = compare::kNone;       ///< mean of its last rows
    std::vector<double> lossStep, loss;         ///< of training, thinned out by means
    int lossRows = 1;                           ///< rows of the log that a point stands for
};

/// A row of the tables.
struct ReportEntry {
    QString title;
    plots::CurveStyle style;
    std::vector<std::size_t> runs;              ///< indices
};

/// All tables that have a number. @param comparison of all runs, its columns the entries
std::vector<ReportTable> reportTables(const std::vector<ReportRun>& runs, const std::vector<ReportEntry>& entries, const compare::Comparison& comparison);
ReportTable allResults(const std::vector<ReportRun>& runs);
ReportTable makingTable(const std::vector<ReportRun>& runs);

}  // namespace bam::work
