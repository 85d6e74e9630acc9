// SPDX-License-Identifier: GPL-3.0-or-later
// Maps from values to colours whose lightness changes evenly, so that equal steps look equal, in print and with any kind of colour vision.
//
// Invariant: lightness grows from 0 to 1 (of "grey" it falls: dark is much, on paper), of the diverging map it falls on either side of the middle.
#pragma once

#include <QRgb>
#include <QString>
#include <QStringList>

#include <array>

namespace bam::plots {

constexpr int kColorSteps = 256;
using ColorTable = std::array<QRgb, kColorSteps>;

/// viridis, magma, inferno, cividis, grey, and two diverging ones: blue_orange for areas on paper, blue_grey_orange for lines and marks on any background.
QStringList colorMapNames();
bool isColorMap(const QString& name);
/// From the middle outwards: for values with a sign.
bool isDiverging(const QString& name);

/// @param at 0 … 1; what is outside gets the nearest colour, NaN a transparent one. An unknown name is viridis.
QRgb colorAt(const QString& name, double at);
/// All colours of a map, evenly from 0 to 1. The same table for every call.
const ColorTable& colorTable(const QString& name);

}  // namespace bam::plots
