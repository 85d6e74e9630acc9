// SPDX-License-Identifier: GPL-3.0-or-later
// Where texts stand in a panel so that they cover neither each other nor the curves. Pure functions, the same for all renderers.
#pragma once

#include "widgets/figures/figure_ranges.h"

#include <vector>

namespace bam::figures {

/// Where a value stands on an axis: 0 at its left or lower end, 1 at the other.
double placeOf(const Axis& axis, const Range& range, double value);

/// Texts that run along vertical lines, as columns beside them: −1 is the one to the left of its line, 1 to the right, ±2 the next ones outwards. The first line keeps
/// its text at its left; the others go where no text is yet.
/// @param at where the lines stand @param thickness of a line of text @param room from 0 to there texts may stand, all in one unit
std::vector<int> labelColumns(const std::vector<double>& at, double thickness, double room);
/// The same for the marks of a panel; those without such a text count as −1. @param width of the panel
std::vector<int> markColumns(const Panel& panel, const Range& x, double thickness, double width);

/// In how many columns the entries of a legend stand, row by row, so that it takes the fewest rows. @param widths of the entries @param room for a row
int legendColumns(const std::vector<double>& widths, double room);

/// The corner of a panel with the least drawn in it: for a legend. Where several are alike, the one at the top right.
Qt::Corner quietCorner(const Figure& figure, std::size_t panel);

}  // namespace bam::figures
