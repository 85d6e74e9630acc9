// SPDX-License-Identifier: GPL-3.0-or-later
// What the loss view shows, as a figure: its panes, axes, smoothing and ranges, with as few points as draw the same lines.
#pragma once

#include "widgets/figures/figure.h"
#include "widgets/views/loss/curve_plot.h"
#include "widgets/views/loss/loss_content.h"

namespace bam::views {

/// What is on the screen of one pane.
struct ShownPane {
    int pane = 0;
    QCPRange y;
    bool logarithmic = false;
};

struct ShownAxes {
    QCPRange x;
    QString xLabel;
    double xUnit = 1;                   ///< x is divided by it: 3600 for hours of seconds
    std::vector<ShownPane> panes;
};

/// @param context its settings, and the visible x; background and width do not count. Marks of checkpoints are left out. At most 2000 points a line.
figures::Figure lossFigure(const ContentContext& context, const ShownAxes& axes);

/// The axes as they are now.
ShownAxes shownAxes(const CurvePlot& plot);

}  // namespace bam::views
