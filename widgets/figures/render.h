// SPDX-License-Identifier: GPL-3.0-or-later
// The one renderer: fills a QCustomPlot with a figure. Lengths are points and millimetres times the medium's pixels per point, never a screen's dots, so that the
// same figure looks the same in a window, in a file and in a batch.
//
// Invariant: what was in the plot before is gone; nothing that is drawn depends on anything but the figure, its style and the medium.
#pragma once

#include "widgets/figures/heatmap_layer.h"
#include "widgets/figures/series_layer.h"

#include <vector>

namespace bam::figures {

/// What is drawn on.
struct Medium {
    double pixelsPerPoint = 4;          ///< of the plot's own pixels; files are laid out finely and then scaled
    bool screen = false;                ///< hinted letters and lines on whole pixels
    QLocale locale = QLocale::c();      ///< of tick labels
};

/// Where the parts of one panel stand in the plot. Everything belongs to the plot.
struct ScenePanel {
    QCPAxisRect* rect = nullptr;
    QCPAxis* x = nullptr;
    QCPAxis* y = nullptr;
    std::vector<SeriesLayer*> series;
    std::vector<HeatmapLayer*> heatmaps;
    Range xHome, yHome, colorRange;
};

struct Scene {
    std::vector<ScenePanel> panels;
    QCPLegend* legend = nullptr;        ///< null: none
};

/// @param style its millimetres are not used: the plot's viewport says how large it is, in the medium's pixels
Scene render(QCustomPlot& plot, const Figure& figure, const FigureStyle& style, const Medium& medium);

/// Draws a figure as large as its style says onto a painter. @param scale painter units per point @param vectorized for PDF and SVG
void paint(QCPPainter& painter, const Figure& figure, const FigureStyle& style, double scale, bool vectorized);

/// The figure as a picture. @param dotsPerInch other than the style's, for a screen; 0: the style's
QImage imageOf(const Figure& figure, const FigureStyle& style, double dotsPerInch = 0);

}  // namespace bam::figures
