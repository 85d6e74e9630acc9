// SPDX-License-Identifier: GPL-3.0-or-later
// All heads of a run as small pictures of their priors: layers in rows and heads in columns, or by an order, line after line. Painted in one pass and kept as a picture,
// so that hovering costs nothing however many heads there are.
//
// Invariants: where a head is shown depends on its order and the size alone; what is highlighted or current is a head, not a place.
#pragma once

#include "widgets/views/priors/prior_heads.h"

#include <QAbstractScrollArea>
#include <QPixmap>

#include <functional>
#include <optional>

namespace bam::views {

using MaybeHead = std::optional<inspect::HeadId>;

class HeadGrid : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit HeadGrid(QWidget* parent = nullptr);

    /// @param limit of colours @param words tells a cell for tool tips and screen readers
    void setCells(HeadCells cells, double limit, std::function<QString(const HeadCell&)> words);
    const HeadCells& cells() const { return m_cells; }
    /// A frame around this head.
    void setHighlight(const MaybeHead& head);
    const MaybeHead& highlight() const { return m_highlight; }
    /// The head that was loaded into the explorer; bold frame.
    void setChosen(const MaybeHead& head);
    /// Where the keyboard is.
    const MaybeHead& current() const { return m_current; }
    MaybeHead headAt(const QPoint& position) const;
    /// In the viewport; empty where there is no such head.
    QRect cellRect(inspect::HeadId head) const;
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

Q_SIGNALS:
    void hovered(const std::optional<bam::inspect::HeadId>& head);
    /// @param compare beside what the explorer shows, instead of loading it there
    void chosen(const bam::inspect::HeadId& head, bool compare);

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    void render();
    void drawCell(QPainter& painter, const QRect& rect, const HeadCell& cell) const;
    void drawFrame(QPainter& painter, inspect::HeadId head, const QColor& color, int width) const;
    int placeOf(inspect::HeadId head) const;
    QRect placeRect(int place) const;
    void moveTo(int place);

    HeadCells m_cells;
    std::vector<int> m_placeOf;         // of each cell
    double m_limit = 1;
    std::function<QString(const HeadCell&)> m_words;
    MaybeHead m_highlight, m_current, m_chosen;
    QPixmap m_picture;                  // of the whole grid
    int m_columns = 1, m_rows = 0;
    int m_left = 0, m_top = 0;          // room for numbers of layers and heads
    QSizeF m_cell;
};

}  // namespace bam::views
