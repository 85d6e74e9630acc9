// SPDX-License-Identifier: GPL-3.0-or-later
// A heatmap as a picture inside of vector axes: one pixel per cell, never smoothed. On logarithmic axes the cells are laid out anew; where there are more cells
// than pixels on a screen, the highest value of those that fall together is shown.
#pragma once

#include "widgets/figures/figure_ranges.h"
#include "widgets/plots/color_maps.h"
#include "widgets/plots/qcp.h"

#include <QImage>

namespace bam::figures {

/// One pixel per cell, the first row at the bottom. Missing values are transparent.
QImage heatmapImage(const Heatmap& heatmap, const QString& map, ColorScale scale, const Range& range);

/// A picture of cells laid out anew for logarithmic axes, between the given edges.
QImage relaid(const QImage& cells, const Heatmap& heatmap, const Range& x, const Range& y, bool logX, bool logY);

class HeatmapLayer : public QCPAbstractPlottable {
    Q_OBJECT
public:
    HeatmapLayer(QCPAxis* x, QCPAxis* y, Heatmap heatmap, const QString& map, ColorScale scale, const Range& range);
    const Heatmap& heatmap() const { return m_heatmap; }
    /// The cell at a place of the axes; −1 outside.
    qsizetype cellAt(double x, double y) const;

    double selectTest(const QPointF& position, bool onlySelectable, QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain, const QCPRange& keys) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

private:
    const Heatmap m_heatmap;
    const QString m_map;
    const ColorScale m_scale;
    const Range m_range;
    QImage m_image, m_pooled;       // of all cells; of what a screen has pixels for
};

}  // namespace bam::figures
