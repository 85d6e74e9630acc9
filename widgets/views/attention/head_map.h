// SPDX-License-Identifier: GPL-3.0-or-later
// The head map: layers × heads of one measure, with numbers where cells have room. One head is current everywhere; several can be marked for an experiment.
//
// Invariant: the current head is always one of the marked ones.
#pragma once

#include "widgets/views/attention/head_measures.h"

#include <QWidget>

#include <memory>
#include <set>

namespace bam::views {

class HeadMap : public QWidget {
    Q_OBJECT
public:
    explicit HeadMap(QWidget* parent = nullptr);

    void setCapture(std::shared_ptr<const inspect::Capture> capture);
    void setMeasure(HeadMeasure measure);
    HeadMeasure measure() const { return m_scale.measure(); }
    void setCurrent(inspect::HeadId head);
    inspect::HeadId current() const { return m_current; }
    std::vector<inspect::HeadId> marked() const { return {m_marked.begin(), m_marked.end()}; }
    /// Where a head's cell is; empty for one that is not there.
    QRect cellOf(inspect::HeadId head) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void headSelected(bam::inspect::HeadId head);
    void readoutChanged(const QString& text);
    /// For the marked heads.
    void menuRequested(bam::inspect::HeadId head, const QPoint& global);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    QRect gridRect() const;
    inspect::HeadId headAt(const QPoint& at) const;
    void choose(inspect::HeadId head, Qt::KeyboardModifiers modifiers);
    QString readoutOf(inspect::HeadId head) const;
    void paintCell(QPainter& painter, const inspect::HeadSummary& head, bool numbers) const;
    void paintLabels(QPainter& painter) const;
    void paintBar(QPainter& painter) const;

    std::shared_ptr<const inspect::Capture> m_capture;
    MeasureScale m_scale;
    inspect::HeadId m_current{-1, -1}, m_anchor{-1, -1};
    std::set<inspect::HeadId> m_marked;
};

}  // namespace bam::views
