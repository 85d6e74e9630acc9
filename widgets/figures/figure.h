// SPDX-License-Identifier: GPL-3.0-or-later
// A figure as a value: what is drawn, without how it looks. Views make one from what they show; the one renderer draws it on the screen, into a file and in a batch.
// How it looks is a FigureStyle, so that the same figure fits a column of a paper and a window.
//
// Invariant: a figure holds everything that its drawing needs, as plain numbers and texts: it can be written to JSON and read back to the same picture.
#pragma once

#include "widgets/plots/palette.h"

#include <QColor>
#include <QLocale>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <QVector>

#include <limits>
#include <vector>

namespace bam::figures {

inline constexpr double kAuto = std::numeric_limits<double>::quiet_NaN();

enum class AxisScale { Linear, Log };

struct Tick {
    double at = 0;
    QString text = {};
    bool operator==(const Tick&) const = default;
};

struct Axis {
    QString label = {};                 ///< with its unit: "Prompt length (tokens)"
    AxisScale scale = AxisScale::Linear;
    double low = kAuto, high = kAuto;   ///< NaN: from the data, with a margin
    bool reversed = false;              ///< grows downwards or to the left: queries of a matrix
    std::vector<Tick> ticks = {};       ///< empty: chosen by the renderer
};

enum class Shape { Line, Points, LineAndPoints, Steps, Bars };

struct Series {
    QString id = {};                    ///< stable; linked views highlight by it. May be empty
    QString name = {};                  ///< legend entry; empty: not in the legend
    plots::CurveStyle style = {};       ///< colour, dashes and marker of its encoding
    Shape shape = Shape::Line;
    double opacity = 1;
    double width = 1;                   ///< in units of the style's line width
    QVector<double> x = {}, y = {};     ///< of one length; NaN in y leaves a gap
    QVector<double> low = {}, high = {};///< a band around y, of Points a whisker at each; both empty, or of y's length
    QVector<double> shade = {};         ///< of Points: a value per point, coloured by the panel's colours; empty: the style's colour
    bool sideways = false;              ///< of Points: low and high are around x, so whiskers lie. Rows have their ticks at whole numbers; points of a row may stand a little above or below
};

/// Are low and high drawn at each point, instead of a band along a line?
inline bool hasWhiskers(const Series& series) { return !series.low.isEmpty() && series.shape == Shape::Points; }

enum class ColorScale { Linear, Sqrt, Log };

/// How values become colours, for a heatmap or for shaded points; with a colour bar.
struct Colors {
    QString map = QStringLiteral("viridis");    ///< a name of plots/color_maps.h
    ColorScale scale = ColorScale::Linear;
    double low = kAuto, high = kAuto;           ///< NaN: of the data
    QString label = {};                         ///< of the colour bar
    bool bar = true;
};

struct Heatmap {
    int columns = 0, rows = 0;
    QVector<float> values = {};         ///< row by row, the first row at y = y0; NaN: nothing is drawn
    double x0 = 0, x1 = 1, y0 = 0, y1 = 1;      ///< outer edges
};

/// A straight line across a panel at one place of an axis.
struct Mark {
    double at = 0;
    bool vertical = true;               ///< at an x
    QString label = {};
};

/// A shaded stretch of the x axis (or of y).
struct Span {
    double from = 0, to = 0;
    bool vertical = true;               ///< a stretch of x
    QString label = {};
    QColor color = {};                  ///< invalid: the renderer's accent
};

struct Note {
    double x = 0, y = 0;
    QString text = {};
};

struct Panel {
    QString title = {};
    Axis x = {}, y = {};
    std::vector<Series> series = {};
    std::vector<Heatmap> heatmaps = {};
    Colors colors = {};                 ///< of heatmaps and shaded points
    std::vector<Mark> marks = {};
    std::vector<Span> spans = {};
    std::vector<Note> notes = {};
};

/// Where the numbers come from; written into every file.
struct Provenance {
    struct Run {
        QString id;                     ///< "laptop/bam_ssmax/version_00"
        qint64 step = -1;               ///< of the checkpoint or the last row; −1: not of one
        QString spec;                   ///< SHA-256 of the run's spec, hexadecimal; empty: unknown (official runs)
        QString conditions = {};        ///< of what was computed with it: the prompt, heads that were changed; may be empty
        bool operator==(const Run&) const = default;
    };
    std::vector<Run> runs = {};
    QString program = {};               ///< "bamscope 0.1.0 (abc1234)"
    QString made = {};                  ///< ISO time, UTC
};

struct Figure {
    QString kind = {};                  ///< of the gallery or view: "accuracy_by_length"
    QString title = {};
    std::vector<Panel> panels = {};
    int columns = 1;                    ///< panels stand row by row
    bool sharedX = false, sharedY = false;      ///< axes labelled at the outer panels only
    bool sharedColors = false;          ///< one colour scale and one bar for all panels
    Provenance provenance = {};
};

enum class LegendPlace { Automatic, Inside, Right, Below, None };

struct FigureStyle {
    QSizeF millimetres = {139.7, 80};   ///< 5.5 in: the text width of an ICLR page
    QString fontFamily = QStringLiteral("DejaVu Sans");
    double fontPoints = 8;
    double linePoints = 1.2;
    double markerPoints = 4;
    QString palette = QStringLiteral("encoding");   ///< encoding, grey: told apart by lightness, dash and marker alone
    LegendPlace legend = LegendPlace::Automatic;
    bool title = true;
    bool grid = true;
    int dotsPerInch = 300;              ///< of PNG
    QColor ink = QColor(30, 30, 30), paper = Qt::white;     ///< the window's on a screen

    bool operator==(const FigureStyle&) const = default;
};

}  // namespace bam::figures
