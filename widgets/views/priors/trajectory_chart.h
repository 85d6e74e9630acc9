// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of many heads in one plot: the θβ×θα plane, or a parameter over steps. Lines are drawn once and kept as a picture; what moves with the mouse and the step (dots,
// the highlighted head, the cursor) is drawn over it.
#pragma once

#include "widgets/views/priors/head_grid.h"

#include <QPixmap>
#include <QWidget>

#include <vector>

namespace bam::views {

struct ChartMark {
    double at = 0;
    bool vertical = true;
    QString label;
};

struct ChartContent {
    QString xLabel, yLabel;
    double xLow = 0, xHigh = 1, yLow = 0, yHigh = 1;
    std::vector<HeadPath> paths;
    std::vector<ChartMark> marks;
    QStringList regions;            ///< names of the stretches of x between vertical marks, left to right; empty: none
    bool faint = false;             ///< paths are trails behind dots
};

struct ChartDot {
    inspect::HeadId id;
    QPointF at;
    double thetaBeta = 0;
};

class TrajectoryChart : public QWidget {
    Q_OBJECT
public:
    explicit TrajectoryChart(QWidget* parent = nullptr);

    void setContent(ChartContent content, double limit);
    const ChartContent& content() const { return m_content; }
    void setDots(std::vector<ChartDot> dots);
    const std::vector<ChartDot>& dots() const { return m_dots; }
    /// A vertical line at this x, which the mouse can move; NaN: none.
    void setCursorAt(double x);
    double cursorAt() const { return m_cursor; }
    void setHighlight(const MaybeHead& head);
    const MaybeHead& highlight() const { return m_highlight; }
    void setChosen(const MaybeHead& head);
    /// The head whose dot or path is within a few pixels.
    MaybeHead headNear(const QPointF& position) const;
    QPointF pixelOf(const QPointF& value) const;
    QRectF plotRect() const;
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

Q_SIGNALS:
    void hovered(const std::optional<bam::inspect::HeadId>& head);
    void chosen(const bam::inspect::HeadId& head, bool compare);
    /// Of a chart with a cursor: where the mouse put it.
    void cursorMoved(double x);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void render();
    void drawAxes(QPainter& painter) const;
    void drawMarks(QPainter& painter) const;
    const HeadPath* pathOf(inspect::HeadId head) const;
    double xAt(double pixel) const;

    ChartContent m_content;
    std::vector<ChartDot> m_dots;
    double m_limit = 1, m_cursor = inspect::kNone;
    MaybeHead m_highlight, m_chosen;
    QPixmap m_picture;
};

}  // namespace bam::views
