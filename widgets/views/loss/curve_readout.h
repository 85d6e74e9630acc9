// SPDX-License-Identifier: GPL-3.0-or-later
// The values of all curves at the cursor, as a table over the plot: highest value first, as the lines stand on the screen.
//
// It stays in one corner, moves to another only when the mouse or a curve at the mouse comes near, and never shrinks while the mouse is over the plot, so that it neither hides
// what is looked at nor jumps.
#pragma once

#include "widgets/views/loss/loss_content.h"

#include <QWidget>

namespace bam::views {

class CurveReadout : public QWidget {
    Q_OBJECT
public:
    explicit CurveReadout(QWidget* parent = nullptr);

    /// @param title what x is here, e.g. "Step 12,000" @param columns titles of value, smoothed value, validation (empty: no such column), then of the other panes' values
    /// @param nearest row that the mouse is nearest to, −1: none
    void showRows(const QString& title, const QStringList& columns, const std::vector<ReadoutRow>& rows, int nearest);
    /// @param area of the pane, in the parent's pixels
    /// @param points of curves that it should not cover
    void place(const QRectF& area, const QPointF& mouse, const QVector<QPointF>& points = {});
    void leave();       ///< hides it; next time it may be narrower
    const QString& title() const { return m_title; }
    const std::vector<ReadoutRow>& rows() const { return m_rows; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int lineHeight() const;
    QString m_title;
    QStringList m_columns;
    std::vector<ReadoutRow> m_rows;
    int m_nearest = -1, m_mostLines = 8;
    int m_shownTitle = 0;                       // its room now
    int m_titleWidth = 0;                       // widest so far
    QVector<int> m_valueWidths;                 // of each column
    bool m_left = false, m_bottom = false;      // corner
};

}  // namespace bam::views
