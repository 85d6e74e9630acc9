// SPDX-License-Identifier: GPL-3.0-or-later
// The shapes of markers, one per encoding, for plots and figures alike.
#pragma once

#include <QPainterPath>
#include <QPointF>

namespace bam::plots {

constexpr int kMarkers = 11;
constexpr int kUnknownMarker = 5;   ///< a cross: the only one that is strokes and not an area

/// Around a centre. @param marker 0 … kMarkers − 1; any other is the unknown one @param radius about the distance of its edge
QPainterPath markerShape(int marker, const QPointF& center, double radius);

}  // namespace bam::plots
