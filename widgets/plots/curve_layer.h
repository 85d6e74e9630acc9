// SPDX-License-Identifier: GPL-3.0-or-later
// All curves, bands and marks of one pane, as one plottable of QCustomPlot: that many long curves are too much for a QCPGraph each.
//
// Few points are drawn as antialiased lines by the painter; many through curve_raster.h, whose cost hardly depends on the rows. Columns that curves point to
// belong to the caller, who calls clear() before they go.
#pragma once

#include "core/runs/curve_band.h"
#include "widgets/plots/curve_cover.h"
#include "widgets/plots/qcp.h"
#include "widgets/plots/shades.h"

#include <QImage>
#include <QString>

#include <vector>

namespace bam::plots {

struct DrawnCurve {
    CurveRows rows;
    QColor color;               ///< with its opacity
    double width = 1.5;
    Line line = Line::Solid;
    bool exponential = false;   ///< exp(y) is drawn
    int marker = -1;            ///< shape at each row where there is room; −1: none
    int order = 0;              ///< higher ones are drawn over lower ones
};

struct DrawnBand {
    std::vector<runs::BandPoint> points;
    QColor color;
    double width = 2;
    Line line = Line::Solid;
    bool exponential = false;
    int marker = -1;            ///< at each point; −1: none
};

struct DrawnMark {
    enum class Kind { Checkpoint, Resume, Spike } kind = Kind::Checkpoint;
    double x = 0;
    double y = 0;               ///< of a spike; the others stand at the lower border
    QColor color;
    QString text;               ///< what hovering tells
};

class CurveLayer : public QCPAbstractPlottable {
    Q_OBJECT
public:
    CurveLayer(QCPAxis* x, QCPAxis* y);

    /// Drawn in this order: bands, curves by their order, lines of bands, marks.
    void setContent(std::vector<DrawnCurve> curves, std::vector<DrawnBand> bands, std::vector<DrawnMark> marks);
    void clear();
    const std::vector<DrawnCurve>& curves() const { return m_curves; }
    const std::vector<DrawnBand>& bands() const { return m_bands; }
    /// What the marks within a few pixels of a point tell; empty where there are none.
    QStringList marksAt(const QPointF& position) const;
    PixelMap xMap(double scale = 1) const;      ///< pixels from the left border of the pane
    PixelMap yMap(bool exponential, double scale = 1) const;

    double selectTest(const QPointF& position, bool onlySelectable, QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain, const QCPRange& keys) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    struct Spot {
        QPointF at;
        QStringList texts;
    };
    bool isFew() const;
    void drawRaster(QCPPainter* painter);
    void addBand(const DrawnBand& band, double scale, std::vector<RasterCurve>& areas, std::vector<RasterCurve>& lines) const;
    RasterPen penOf(const QColor& color, double width, Line line, double scale) const;
    void drawLines(QCPPainter* painter) const;
    void drawLine(QCPPainter* painter, const DrawnCurve& curve) const;
    void drawMarkers(QCPPainter* painter, const DrawnCurve& curve) const;
    void stampMarkers(QCPPainter* painter, const std::vector<QPointF>& places, int marker, double width, const QColor& color, bool hollow) const;
    void drawBand(QCPPainter* painter, const DrawnBand& band, bool line) const;
    void drawMarks(QCPPainter* painter);
    QPointF pixelOf(double x, double y) const;

    std::vector<DrawnCurve> m_curves;
    std::vector<DrawnBand> m_bands;
    std::vector<DrawnMark> m_marks;
    std::vector<Spot> m_spots;
    CurveCovers m_covers;
    QImage m_image;             // kept, since fresh memory for each picture costs milliseconds
};

/// A marker of a validation curve, also in legends. @param size diameter in pixels
void drawMarker(QPainter& painter, const QPointF& center, int marker, double size, const QColor& color, const QColor& inside);

}  // namespace bam::plots
