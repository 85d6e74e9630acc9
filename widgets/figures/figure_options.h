// SPDX-License-Identifier: GPL-3.0-or-later
// What can be chosen for a figure's file, without any widget: widths of journals, lengths with units, names of fonts and formats. The dialog and the batch command share it.
#pragma once

#include "widgets/figures/figure_json.h"

#include <QString>

#include <optional>
#include <vector>

namespace bam::figures {

enum class LengthUnit { Millimetre, Point, Inch };      // points of 1/72 inch, as PDF counts

QString unitName(LengthUnit unit);                      ///< "mm", "pt", "in"
double toMillimetres(double value, LengthUnit unit);
double fromMillimetres(double millimetres, LengthUnit unit);

/// "84mm", "3.25in", "234 pt", "7.7cm" in millimetres; nothing for anything else, or beyond what a page can be (10 to 1000 mm).
std::optional<double> lengthFrom(const QString& text);

struct WidthPreset {
    QString id;                 ///< for the command line: "acl-column"
    QString title;              ///< for people: "ACL, one column"
    double millimetres = 0;
};
const std::vector<WidthPreset>& widthPresets();
/// The preset of this width, to 0.05 mm; null: none.
const WidthPreset* presetOf(double millimetres);
const WidthPreset* presetNamed(const QString& id);

/// Names as JSON and the command line write them.
QStringList legendPlaceNames();
std::optional<LegendPlace> legendPlaceFrom(const QString& name);

/// A file's name from a figure's title or kind: lower case, words joined by "_"; "figure" where nothing is left.
QString fileNameFor(const Figure& figure);

/// Why a style cannot be used, as a sentence; empty: it can.
QString problemOf(const FigureStyle& style);

}  // namespace bam::figures
