// SPDX-License-Identifier: GPL-3.0-or-later
// A figure of curves with uncertainty bands over a logarithmic x axis, written as PDF (vector, exact page size) and PNG. The same
// drawing serves both; nothing here touches a screen, so it works on the offscreen platform.
#pragma once

#include "widgets/plots/palette.h"

#include <QSizeF>
#include <QString>
#include <QVector>

#include <vector>

namespace bam::figures {

struct CurveSeries {
    QString name;               ///< legend entry
    plots::CurveStyle style;
    QVector<double> x, y;       ///< same length, x ascending and > 0
    QVector<double> low, high;  ///< band around y; both empty, or of y's length
};

struct CurveFigure {
    QString title;              ///< empty: none
    QString xLabel, yLabel;
    double yLow = 0, yHigh = 1;
    double markX = 0;           ///< vertical line, e.g. the training length; 0: none
    QString markLabel;
    std::vector<CurveSeries> series;
    QSizeF sizeMillimetres = {139.7, 80};   ///< 5.5 in: the text width of an ICLR page
};

/// @returns an empty text, or why the file could not be written
QString writePdf(const CurveFigure& figure, const QString& file);
QString writePng(const CurveFigure& figure, const QString& file, int dotsPerInch = 200);

}  // namespace bam::figures
