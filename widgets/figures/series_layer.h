// SPDX-License-Identifier: GPL-3.0-or-later
// One series of a figure as a plottable: band, line, steps, bars and markers. Unlike QCPGraph it takes points in any order, leaves gaps where values are missing,
// and draws as many points as the pixels can show.
#pragma once

#include "widgets/figures/figure_ranges.h"
#include "widgets/figures/series_look.h"
#include "widgets/plots/qcp.h"

namespace bam::figures {

/// Sizes in pixels of the plot.
struct SeriesSizes {
    double line = 1.5;
    double marker = 5;
};

class SeriesLayer : public QCPAbstractPlottable {
    Q_OBJECT
public:
    enum class Emphasis { None, Highlighted, Behind };

    SeriesLayer(QCPAxis* x, QCPAxis* y, Series series, SeriesLook look, SeriesSizes sizes);

    const Series& series() const { return m_series; }
    const SeriesLook& look() const { return m_look; }
    void setPaper(const QColor& paper) { m_paper = paper; }
    /// Colours of shaded points. @param map a name of plots/color_maps.h
    void setColors(const QString& map, ColorScale scale, const Range& range);
    /// Bars of several series stand beside each other.
    void setBarPlace(int place, int of) { m_barPlace = place, m_barsThere = of; }
    void setEmphasis(Emphasis emphasis) { m_emphasis = emphasis; }
    Emphasis emphasis() const { return m_emphasis; }
    QPointF pixelOf(qsizetype point) const;

    double selectTest(const QPointF& position, bool onlySelectable, QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain, const QCPRange& keys) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    QVector<QPolygonF> lines(const QVector<double>& y) const;
    void drawBand(QCPPainter* painter) const;
    void drawWhiskers(QCPPainter* painter) const;
    void drawLine(QCPPainter* painter) const;
    void drawBars(QCPPainter* painter) const;
    void drawMarkers(QCPPainter* painter) const;
    void drawFewMarkers(QCPPainter* painter) const;
    void drawMarker(QCPPainter* painter, const QPointF& at, const QColor& color) const;
    QColor faded(double opacity) const;
    QPen linePen(double opacity) const;

    const Series m_series;
    const SeriesLook m_look;
    const SeriesSizes m_sizes;
    QColor m_paper = Qt::white;
    QString m_map;
    ColorScale m_scale = ColorScale::Linear;
    Range m_range;
    int m_barPlace = 0, m_barsThere = 1;
    bool m_ascending = true;
    Emphasis m_emphasis = Emphasis::None;
};

}  // namespace bam::figures
