// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of evaluations shows, as plain values.
#pragma once

#include "core/compare/scoreboard.h"
#include "widgets/figures/figure.h"
#include "widgets/models/job_row.h"
#include "widgets/plots/palette.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <memory>
#include <optional>

namespace bam::views {

struct EvaluatedRun {
    QString path, title;
    plots::CurveStyle style;
    double trainedLength = 0;               ///< tokens; 0: not known
};

/// Runs with what is known of them. Immutable once made.
struct EvaluationData {
    QVector<EvaluatedRun> runs;
    compare::Scoreboard board;              ///< of the runs, in their order
    QStringList notes;                      ///< what could not be read, one sentence each
    figures::Provenance provenance;
};

}  // namespace bam::views
