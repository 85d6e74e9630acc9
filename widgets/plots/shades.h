// SPDX-License-Identifier: GPL-3.0-or-later
// How runs of one encoding are told apart: by lightness first, which any kind of colour vision sees, then by the line. The hue stays the encoding's.
//
// Invariants: shade 0 is the encoding's own colour, made readable; all shades stand out from the background, light or dark, and from each other.
#pragma once

#include "widgets/plots/palette.h"

#include <QVector>

namespace bam::plots {

enum class Line { Solid, Dashed, LongDashed, Dotted };

/// Dashed lines are those of Scalable-Softmax, of the later shades dotted.
Line lineOf(const CurveStyle& style);
/// Lengths of dash and gap in widths of the line; empty: solid.
QVector<qreal> dashesOf(Line line);
/// Markers of Scalable-Softmax are hollow.
inline bool isHollow(Line line) { return line == Line::Dashed || line == Line::Dotted; }

/// The colour that a style is drawn with.
QColor drawnOn(const CurveStyle& style, const QColor& background);

}  // namespace bam::plots
