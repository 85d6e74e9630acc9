// SPDX-License-Identifier: GPL-3.0-or-later
// The retrieval strip: one row per head, one column per key position, as bright as the attention that the answer's queries give. The needle is marked, θβ colours the
// head of each row. Zooms and pans along the positions, scrolls along the heads.
//
// Invariant: what is shown is a value; a capture of the same length leaves zoom and selection as they are.
#pragma once

#include "widgets/views/attention/strip_content.h"

#include <QAbstractScrollArea>

namespace bam::views {

class RetrievalStrip : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit RetrievalStrip(QWidget* parent = nullptr);

    void setContent(StripContent content);
    const StripContent& content() const { return m_content; }
    void setSelected(inspect::HeadId head);
    inspect::HeadId selected() const { return m_selected; }
    /// The key that the read-out tells of; −1: none.
    void setKey(qint64 position);
    qint64 key() const { return m_key; }
    /// Positions that are shown.
    double from() const { return m_from; }
    double to() const { return m_to; }
    void showAll();
    /// Rows that are at least partly visible, for a figure of what is on the screen.
    int visibleRows() const;
    /// Where a key of a row is drawn, in the viewport; for tests and for help.
    QPointF pointOf(inspect::HeadId head, qint64 key) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void headSelected(bam::inspect::HeadId head);
    void keySelected(qint64 position);
    /// One line about what is under the mouse or the cursor; empty: nothing.
    void readoutChanged(const QString& text);
    void menuRequested(bam::inspect::HeadId head, const QPoint& global);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    QRect plotRect() const;
    int rowHeight() const;
    int rowAt(int y) const;
    QRect rowRect(int row) const;
    double positionAt(double x) const;
    double pixelOf(double position) const;
    void setRange(double from, double to);
    void zoom(double factor, double around);
    void updateScrollBar();
    void bringIntoView(int row);
    void choose(int row);
    void moveKey(qint64 by);
    QString readoutOf(int row, qint64 key) const;
    void tell(int row, qint64 key);
    void paintRows(QPainter& painter) const;
    void paintRowHead(QPainter& painter, int row) const;
    void paintNeedle(QPainter& painter) const;
    void paintAxis(QPainter& painter) const;
    void paintLegends(QPainter& painter) const;
    void paintKey(QPainter& painter) const;

    StripContent m_content;
    inspect::HeadId m_selected{-1, -1};
    qint64 m_key = -1;
    double m_from = 0, m_to = 1;
    QPoint m_pressed;
    double m_pressedFrom = 0;
    bool m_pressing = false, m_dragging = false;
};

}  // namespace bam::views
