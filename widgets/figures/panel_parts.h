// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that render.cpp puts together: a panel with its axes, a colour bar, the legend.
#pragma once

#include "widgets/figures/render.h"

namespace bam::figures {

/// What parts are drawn on, with lengths in points turned into pixels.
struct Canvas {
    FigureStyle style;
    Medium medium;
    double width = 0, height = 0;       ///< of the whole figure, in pixels

    int px(double points) const;        ///< at least 1 for anything above 0
    double exact(double points) const { return points * medium.pixelsPerPoint; }
    /// The style's font. @param share of its size
    QFont font(double share = 1) const;
    QPen pen(const QColor& color, double points, Qt::PenStyle line = Qt::SolidLine) const;
};

struct PanelPlace {
    std::size_t index = 0;
    bool lowest = true, leftmost = true;        ///< where axes that are shared are labelled
};

/// Its axes, still empty.
ScenePanel makePanel(QCustomPlot& plot, const Figure& figure, const PanelPlace& place, const Canvas& canvas);
/// What is drawn in it. Its rect must stand in the plot's layout: items look for it there.
void fillPanel(QCustomPlot& plot, ScenePanel& parts, const Figure& figure, const std::vector<SeriesLook>& looks, std::size_t index, const Canvas& canvas);
QCPAxisRect* makeColorBar(QCustomPlot& plot, const Panel& panel, const Range& range, const Canvas& canvas);
/// @param body has the panels at 0, 0 @returns null when there is none
QCPLegend* addLegend(QCustomPlot& plot, QCPLayoutGrid& body, const Figure& figure, const Scene& scene, const Canvas& canvas);

/// Text in lines of at most that many pixels.
QString brokenText(const QString& text, const QFont& font, double width);

}  // namespace bam::figures
