// SPDX-License-Identifier: GPL-3.0-or-later
// Figures as JSON: the sidecar that stands beside every file, from which the same file is made again.
//
// Invariant: what is written reads back to the same figure, missing values (NaN) and texts in any script included. What is read is checked: every number, name and
// length, so that a figure that could be read can be drawn.
#pragma once

#include "widgets/figures/figure.h"

#include <QByteArray>

namespace bam::figures {

struct FigureFile {
    Figure figure;
    FigureStyle style;
    QStringList formats = {};       ///< pdf, svg, png, tex
};

/// Formats of files in the order that they are written in.
QStringList allFormats();

/// Pretty JSON; numbers as the shortest text that reads back, heatmaps as base64 of little-endian float32.
QByteArray toJson(const FigureFile& file);

/// @param name of the file, for messages @throws Error (Failed) naming the place: "figure.panels[0].series[2].y has 5 values, x has 6"
FigureFile fromJson(const QByteArray& text, const QString& name);

/// Of the figure alone, for comparing: two figures are the same when this is.
QByteArray figureBytes(const Figure& figure);

}  // namespace bam::figures
