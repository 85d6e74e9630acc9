// SPDX-License-Identifier: GPL-3.0-or-later
// What the comparison shows, as plain values.
#pragma once

#include "core/compare/comparison.h"
#include "core/inspect/lens_types.h"
#include "widgets/figures/figure.h"
#include "widgets/plots/palette.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <memory>

namespace bam::views {

/// How one column is called and drawn.
struct CompareColumn {
    QString id, title;
    plots::CurveStyle style;
    QStringList runs;                   ///< paths; none: of what another column's runs scored with a scaled RoPE
};

/// A comparison with the names of its columns. Immutable once made.
struct CompareData {
    compare::Comparison comparison;
    QVector<CompareColumn> columns;     ///< as many as the comparison's
    QStringList notes;                  ///< what could not be read, one sentence each
    figures::Provenance provenance;
};

enum class CompareGrouping { Runs, Encodings };

/// The attention of one run for the shared prompt.
struct ComparedCapture {
    enum class State { None, Waiting, Running, Done, Failed } state = State::None;
    std::shared_ptr<const inspect::Capture> capture;
    QString text;                       ///< of Running: how far; of Failed: why
};

}  // namespace bam::views
