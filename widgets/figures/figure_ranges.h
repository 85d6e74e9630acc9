// SPDX-License-Identifier: GPL-3.0-or-later
// From which value to which the axes and colours of a figure go: what its author asked for, else what the data need. All renderers (screen, files, TeX) ask here.
//
// Invariant: every range is finite, not empty, and positive where its scale is logarithmic.
#pragma once

#include "widgets/figures/figure.h"

namespace bam::figures {

struct Range {
    double low = 0, high = 1;
    bool operator==(const Range&) const = default;
};

/// @param panel its place in the figure. Axes that are shared have one range in all panels.
Range xRangeOf(const Figure& figure, std::size_t panel);
Range yRangeOf(const Figure& figure, std::size_t panel);
/// Of heatmaps and shaded points; of diverging maps as far below 0 as above, unless asked for otherwise.
Range colorRangeOf(const Figure& figure, std::size_t panel);
/// Does the panel have heatmaps or shaded points?
bool hasColors(const Panel& panel);

/// Where a value stands between the colours of a range, 0 … 1; NaN for NaN.
double shareOf(double value, const Range& range, ColorScale scale);
/// The value at a share.
double valueAt(double share, const Range& range, ColorScale scale);

/// Places and texts of the ticks of a colour bar. @param count about how many
std::vector<Tick> colorTicks(const Range& range, ColorScale scale, int count, const QLocale& locale);

}  // namespace bam::figures
