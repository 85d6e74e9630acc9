// SPDX-License-Identifier: GPL-3.0-or-later
// The panes one below the other over one x axis, and how people move through them: wheel, drag, rectangle, keys, back and forward, follow the newest.
//
// What is in the panes is the owner's business, who is asked for ranges and for content before each picture. Invariant: pictures are drawn once per turn
// of the event loop, however many changes were made.
#pragma once

#include "widgets/plots/curve_layer.h"
#include "widgets/plots/curve_ticker.h"
#include "widgets/views/loss/view_history.h"

#include <QElapsedTimer>
#include <QTimer>

#include <array>
#include <functional>

namespace bam::views {

class CurvePlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit CurvePlot(QWidget* parent = nullptr);

    /// Smallest and largest x of all that is shown.
    std::function<std::optional<QCPRange>()> xData;
    /// The same for y of a pane, of what lies in the range of x.
    std::function<std::optional<QCPRange>(int pane, const QCPRange& x)> yData;
    /// Fills the layers. Called when the range of x is known.
    std::function<void()> fill;

    plots::CurveLayer* layerOf(int pane) const { return m_panes[std::size_t(pane)].layer; }
    QCPAxisRect* rectOf(int pane) const { return m_panes[std::size_t(pane)].rect; }
    QCPRange xRange() const;
    void setShown(int pane, bool shown);
    bool isShown(int pane) const { return m_panes[std::size_t(pane)].shown; }
    void setXLogarithmic(bool logarithmic);
    void setYLogarithmic(int pane, bool logarithmic);
    void setXLabel(const QString& label, double unit, plots::CurveTicker::Labels labels);
    void setYLabel(int pane, const QString& label, plots::CurveTicker::Labels labels);
    /// Another quantity on the x axis: old ranges mean nothing.
    void forgetRanges();
    /// Another quantity on a y axis.
    void forgetY(int pane);
    /// No axes at all, for when there is nothing to show.
    void setBlank(bool blank);

    void fit();
    void back() { restore(m_history.back(m_view)); }
    void forward() { restore(m_history.forward(m_view)); }
    bool canGoBack() const { return m_history.canGoBack(); }
    bool canGoForward() const { return m_history.canGoForward(); }
    void zoom(double factor);                   ///< about the middle, or the right border while following
    void pan(double x, double y);               ///< in shares of the pane
    void setFollowing(bool following);
    bool isFollowing() const { return m_following; }
    void setRectangleTool(bool on);

    /// A new picture in this turn of the event loop.
    void refresh();
    /// The same at once.
    void refreshNow();
    /// Pixel of the cursor line; negative: none.
    double cursorX() const { return m_cursor.x(); }
    QPointF cursor() const { return m_cursor; }
    int cursorPane() const { return m_cursorPane; }
    void setCursorDots(const QVector<std::pair<QPointF, QColor>>& dots);
    void hideCursor();
    void applyPalette();
    /// x and y of a pixel in a pane.
    QPointF valueAt(int pane, const QPointF& pixel) const;

Q_SIGNALS:
    void cursorMoved();
    void clicked(const QPointF& position);      ///< into a pane, without a drag
    void followingChanged(bool following);
    void historyChanged();
    void rectangleToolChanged(bool on);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Pane {
        QCPAxisRect* rect = nullptr;
        plots::CurveLayer* layer = nullptr;
        QSharedPointer<plots::CurveTicker> xTicker, yTicker;
        QString yLabel;
        QCPItemText* title = nullptr;       // of a small pane
        bool shown = false;
    };
    struct Place {
        int pane = -1;
        bool onX = false, onY = false;      // which axes an action here concerns
        bool inside() const { return pane >= 0 && onX && onY; }
    };
    Place placeOf(const QPointF& position) const;
    void makePane(int pane);
    void makeTitle(int pane);
    void layOut();
    void applyRanges();
    void labelAxes();
    void moved(bool panned);
    void remember(bool continued);
    void restore(const std::optional<ViewState>& state);
    void zoomAbout(const Place& place, const QPointF& position, double factor);
    void dragBy(const Place& place, const QPointF& from, const QPointF& to);
    void zoomInto(const QRectF& rectangle, int pane);
    void setCursorAt(const QPointF& position);
    void updateShape(const QPointF& position);

    std::array<Pane, kPanes> m_panes;
    QCPMarginGroup* m_margins;
    ViewState m_view;
    ViewHistory m_history;
    QElapsedTimer m_sinceWheel;
    QTimer m_refresher;
    QString m_xLabel;
    bool m_following = true, m_rectangleTool = false, m_blank = false;

    Place m_dragged;
    QPointF m_dragFrom, m_cursor{-1, -1};
    int m_cursorPane = -1;
    QRectF m_rectangle;                     // being drawn
    bool m_dragging = false, m_drawing = false, m_moved = false;
    QVector<std::pair<QPointF, QColor>> m_dots;
};

}  // namespace bam::views
