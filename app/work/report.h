// SPDX-License-Identifier: GPL-3.0-or-later
// A report of runs: tables and figures of everything that their files tell, and how each number was made. Reads files; what comes out is plain values that report_files.h writes.
//
// Invariant: the same files give the same report, but for its date.
#pragma once

#include "app/work/gallery.h"
#include "core/base/progress.h"
#include "widgets/figures/figure.h"
#include "widgets/views/compare/table_text.h"

#include <QString>
#include <QStringList>

#include <stop_token>
#include <vector>

namespace bam::work {

struct ReportOptions {
    QString title = QStringLiteral("Report");
    bool bySeed = false;                ///< runs that differ in their seed only are told together: mean, lowest and highest
    QString date = {};                  ///< ISO time; empty: now
    ProgressFn progress = {};
    std::stop_token stop = {};
};

struct ReportTable {
    QString id, title, caption;         ///< id: of its files
    views::PlainTable table = {};
};

struct ReportFigure {
    QString id, title, caption;
    figures::Figure figure;
};

struct Report {
    QString title, date, program;
    std::vector<ReportTable> tables;
    std::vector<ReportFigure> figures;
    ReportTable all;                    ///< every number of every evaluation, with how it was made
    ReportTable making;                 ///< of each run: folder, seed, spec, checkpoints, programs
    QStringList notes;                  ///< what could not be used
};

/// @throws Error: Usage when there is no run, Stopped
Report makeReport(const std::vector<GalleryRun>& runs, const ReportOptions& options);

}  // namespace bam::work
