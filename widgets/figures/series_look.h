// SPDX-License-Identifier: GPL-3.0-or-later
// How each series of a figure is drawn: colour, dashes and marker, by the style's palette. Screen, files and TeX draw the same.
#pragma once

#include "widgets/figures/figure.h"

namespace bam::figures {

struct SeriesLook {
    QColor color;               ///< opaque
    QVector<qreal> dashes;      ///< lengths of dash and gap in widths of the line; empty: solid
    int marker = 0;             ///< 0 … 5, as in plots::CurveStyle
    bool hollow = false;        ///< markers are filled with paper
    bool marked = false;        ///< a line that gets a few markers, so that it can be told apart without colours
    bool operator==(const SeriesLook&) const = default;
};

/// One look per panel and series. Series of one name look the same in all panels.
std::vector<std::vector<SeriesLook>> looksOf(const Figure& figure, const FigureStyle& style);

/// The map that a panel's colours are taken from.
QString colorMapOf(const Panel& panel, const FigureStyle& style);

/// Between paper and ink. @param share of ink
QColor inkMixed(const FigureStyle& style, double share);

/// Where the legend goes, once what fits is known; None when nothing has a name.
LegendPlace legendPlaceOf(const Figure& figure, const FigureStyle& style);

}  // namespace bam::figures
