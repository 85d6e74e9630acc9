// SPDX-License-Identifier: GPL-3.0-or-later
// A figure on the screen: the same drawing as in a file, in the window's colours and text size, that can be zoomed, moved and read.
//
// Wheel and dragging zoom and move, a double click shows everything again; the nearest point is told under the mouse and by the arrow keys; + and − zoom, 0 shows
// everything, Escape ends reading. Zooming stays when a new figure with the same panels and axes comes.
#pragma once

#include "widgets/figures/render.h"

#include <QPointer>

namespace bam::figures {

class ReadoutOverlay;

class FigurePlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit FigurePlot(QWidget* parent = nullptr);

    void setFigure(Figure figure);
    const Figure& figure() const { return m_figure; }
    /// The figure with the ranges that are on the screen now: for "Save figure…".
    Figure shownFigure() const;
    using QCustomPlot::setStyle;
    /// Ink, paper, font and size in millimetres are the window's; the rest counts.
    void setStyle(const FigureStyle& style);
    const FigureStyle& figureStyle() const { return m_style; }

    /// Draws this series boldly and the others faintly; empty: all alike.
    void setHighlighted(const QString& seriesId);
    QString highlighted() const { return m_highlighted; }

    bool isZoomed() const;
    /// @param factor above 1: closer, about the middle
    void zoomBy(double factor);
    void resetZoom();
    /// What is read at the moment; empty: nothing.
    QString readout() const;
    /// Where a point is in the widget. @param series its place in the panel
    QPointF pointPosition(int panel, int series, int point) const;
    /// The inner area of a panel in the widget.
    QRect panelArea(int panel) const;

    QSize sizeHint() const override { return {480, 320}; }
    QSize minimumSizeHint() const override { return {160, 120}; }

Q_SIGNALS:
    /// A series came under the mouse or was reached by key; empty: none is any more.
    void hovered(const QString& seriesId);
    /// A click that was no drag. Near a point: its series and values; elsewhere in a panel an empty series and the place.
    void clicked(const QString& seriesId, int panel, double x, double y);
    /// The mouse moved over a panel; x in its axis' values.
    void cursorMoved(int panel, double x, double y);
    /// People zoomed or moved, or all is shown again.
    void rangesChanged();
    /// "Save figure…" of the context menu.
    void figureRequested(const bam::figures::Figure& figure);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    /// A point of a series, or a cell of a heatmap.
    struct Spot {
        int panel = -1, series = -1, heatmap = -1;
        qsizetype point = -1;
        bool operator==(const Spot&) const = default;
    };
    struct Zoom {
        bool x = false, y = false;
        QCPRange xRange, yRange;
    };
    void rebuild();
    FigureStyle screenStyle() const;
    void connectAxes();
    void keepZoom(std::size_t panel, bool x, const QCPRange& range);
    void applyEmphasis();
    int panelAt(const QPointF& position) const;
    Spot spotAt(const QPointF& position) const;
    void read(const Spot& spot);
    void showReadout();
    void moveReadout(int step, int series);
    QString textOf(const Spot& spot) const;
    QPointF positionOf(const Spot& spot) const;
    QString seriesIdOf(const Spot& spot) const;

    Figure m_figure;
    FigureStyle m_style;
    Scene m_scene;
    std::vector<Zoom> m_zoom;
    QString m_highlighted;
    Spot m_spot;
    QPointF m_pressed;
    bool m_building = false;
    ReadoutOverlay* m_overlay;
};

}  // namespace bam::figures
