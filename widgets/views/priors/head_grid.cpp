// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/priors/head_grid.h"

#include "widgets/common/colors.h"
#include "widgets/views/priors/prior_text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr double kLeastCell = 13, kMostHeight = 1.1;    // pixels; of a cell's width
constexpr double kAspect = 1.4;                         // of cells in an order

}  // namespace

HeadGrid::HeadGrid(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setObjectName(QStringLiteral("headGrid"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_Hover);
    setAccessibleName(tr("Priors of all heads"));
    connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
}

QSize HeadGrid::minimumSizeHint() const { return {fontMetrics().height() * 8, fontMetrics().height() * 5}; }
QSize HeadGrid::sizeHint() const { return {fontMetrics().height() * 26, fontMetrics().height() * 16}; }

void HeadGrid::setCells(HeadCells cells, double limit, std::function<QString(const HeadCell&)> words)
{
    m_cells = std::move(cells);
    m_limit = limit;
    m_words = std::move(words);
    m_placeOf.assign(m_cells.cells.size(), 0);
    for (int place = 0; place < int(m_cells.order.size()); ++place)
        m_placeOf[std::size_t(m_cells.order[std::size_t(place)])] = place;
    for (auto* head : {&m_highlight, &m_current, &m_chosen})
        if (*head && !m_cells.find(**head))
            head->reset();
    arrange();
    m_picture = {};
    viewport()->update();
}

void HeadGrid::setHighlight(const MaybeHead& head)
{
    if (m_highlight == head)
        return;
    m_highlight = head;
    viewport()->update();
}

void HeadGrid::setChosen(const MaybeHead& head)
{
    m_chosen = head;
    viewport()->update();
}

/// As large as there is room; scrolled where cells would be too small to be seen.
void HeadGrid::arrange()
{
    const int count = int(m_cells.cells.size());
    const bool table = m_cells.by == PriorOrder::Layer;
    m_left = table ? fontMetrics().horizontalAdvance(QString::number(std::max<std::int64_t>(m_cells.layers - 1, 10))) + 6 : 2;
    m_top = table ? fontMetrics().height() : 2;
    const double width = std::max(1, viewport()->width() - m_left), height = std::max(1, viewport()->height() - m_top);
    if (count == 0)
        m_columns = 1, m_rows = 0;
    else if (table)
        m_columns = int(m_cells.heads), m_rows = int(m_cells.layers);
    else {
        m_columns = std::clamp(int(std::ceil(std::sqrt(count * width / (height * kAspect)))), 1, std::min(count, std::max(1, int(width / kLeastCell))));
        m_rows = (count + m_columns - 1) / m_columns;
    }
    const double w = std::max(kLeastCell, width / m_columns);
    m_cell = {w, m_rows == 0 ? w : std::clamp(height / m_rows, kLeastCell, std::max(kLeastCell, w * kMostHeight))};
    const auto span = [](double content, double room) { return std::max(0, int(std::ceil(content - room))); };
    verticalScrollBar()->setRange(0, span(m_cell.height() * m_rows, height));
    verticalScrollBar()->setPageStep(int(height));
    verticalScrollBar()->setSingleStep(int(m_cell.height()));
    horizontalScrollBar()->setRange(0, span(m_cell.width() * m_columns, width));
    horizontalScrollBar()->setPageStep(int(width));
    horizontalScrollBar()->setSingleStep(int(m_cell.width()));
}

int HeadGrid::placeOf(inspect::HeadId head) const { return m_cells.find(head) ? m_placeOf[std::size_t(head.layer * m_cells.heads + head.head)] : -1; }

/// In the picture, without scrolling.
QRect HeadGrid::placeRect(int place) const
{
    const int row = place / m_columns, column = place % m_columns;
    const int x = int(std::floor(column * m_cell.width())), y = int(std::floor(row * m_cell.height()));
    return QRect(m_left + x, m_top + y, int(std::floor((column + 1) * m_cell.width())) - x, int(std::floor((row + 1) * m_cell.height())) - y);
}

QRect HeadGrid::cellRect(inspect::HeadId head) const
{
    const int place = placeOf(head);
    return place < 0 ? QRect() : placeRect(place).translated(-horizontalScrollBar()->value(), -verticalScrollBar()->value());
}

MaybeHead HeadGrid::headAt(const QPoint& position) const
{
    const double x = position.x() - m_left + horizontalScrollBar()->value(), y = position.y() - m_top + verticalScrollBar()->value();
    if (position.x() < m_left || position.y() < m_top || m_rows == 0)
        return {};
    const int column = int(x / m_cell.width()), row = int(y / m_cell.height()), place = row * m_columns + column;
    if (column >= m_columns || row >= m_rows || place >= int(m_cells.order.size()))
        return {};
    return m_cells.cells[std::size_t(m_cells.order[std::size_t(place)])].id;
}

void HeadGrid::drawCell(QPainter& painter, const QRect& rect, const HeadCell& cell) const
{
    const auto base = palette().color(QPalette::Base), ink = palette().color(QPalette::Text);
    const int gap = rect.width() >= 24 ? 2 : 1;
    const QRect inner = rect.adjusted(0, 0, -gap, -gap);
    const double beta = cell.known ? cell.prior.form == priors::Form::Uniform ? 0 : cell.prior.thetaBeta : inspect::kNone;
    painter.fillRect(inner, ui::mixed(base, cell.known ? shapeColor(beta, m_limit) : ink, cell.known ? 0.28 : 0.06));
    if (cell.outline.size() < 2) {
        painter.setPen(ui::mixed(base, ink, 0.5));
        painter.drawText(inner, Qt::AlignCenter, QStringLiteral("–"));
        return;
    }
    const QRectF room = QRectF(inner).adjusted(1, 2, -1, -1);
    QPolygonF shape;
    shape << room.bottomLeft();
    for (std::size_t i = 0; i < cell.outline.size(); ++i)
        shape << QPointF(room.left() + room.width() * double(i) / double(cell.outline.size() - 1), room.bottom() - room.height() * double(cell.outline[i]));
    shape << room.bottomRight();
    painter.setPen(Qt::NoPen);
    painter.setBrush(shapeLine(beta, m_limit, ink));
    painter.drawPolygon(shape);
}

void HeadGrid::render()
{
    const QSize size(m_left + int(std::ceil(m_cell.width() * m_columns)), m_top + int(std::ceil(m_cell.height() * m_rows)));
    const double scale = devicePixelRatioF();
    m_picture = QPixmap(size * scale);
    m_picture.setDevicePixelRatio(scale);
    m_picture.fill(palette().color(QPalette::Base));
    QPainter painter(&m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int place = 0; place < int(m_cells.order.size()); ++place)
        drawCell(painter, placeRect(place), m_cells.cells[std::size_t(m_cells.order[std::size_t(place)])]);
    if (m_cells.by != PriorOrder::Layer || m_rows == 0)
        return;
    painter.setPen(ui::mixed(palette().color(QPalette::Base), palette().color(QPalette::Text), 0.7));
    const int widest = fontMetrics().horizontalAdvance(QString::number(m_columns)) + 4, every = std::max(1, int(std::ceil(widest / m_cell.width())));
    for (int column = 0; column < m_columns; column += every)
        painter.drawText(QRectF(placeRect(column).left() - 10, 0, placeRect(column).width() + 20, m_top), Qt::AlignCenter, QString::number(column));
    const int everyRow = std::max(1, int(std::ceil(fontMetrics().height() * 0.8 / m_cell.height())));
    for (int row = 0; row < m_rows; row += everyRow) {
        const auto rect = placeRect(row * m_columns);
        painter.drawText(QRectF(0, rect.center().y() - m_top, m_left - 4, 2 * m_top), Qt::AlignVCenter | Qt::AlignRight, QString::number(row));
    }
}

void HeadGrid::drawFrame(QPainter& painter, inspect::HeadId head, const QColor& color, int width) const
{
    const auto rect = cellRect(head);
    if (rect.isEmpty())
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(rect.adjusted(0, 0, -2, -2));
}

void HeadGrid::paintEvent(QPaintEvent*)
{
    if (m_picture.isNull() && !m_cells.cells.empty())
        render();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    if (m_cells.cells.empty())
        return;
    painter.drawPixmap(-horizontalScrollBar()->value(), -verticalScrollBar()->value(), m_picture);
    const auto ink = palette().color(QPalette::Text);
    if (m_chosen)
        drawFrame(painter, *m_chosen, ink, 2);
    if (m_highlight)
        drawFrame(painter, *m_highlight, palette().color(QPalette::Highlight), 3);
    if (m_current && hasFocus()) {
        auto rect = cellRect(*m_current).adjusted(-1, -1, 0, 0);
        painter.setPen(QPen(ink, 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect);
    }
}

void HeadGrid::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    arrange();
    m_picture = {};
}

void HeadGrid::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        arrange();
        m_picture = {};
        viewport()->update();
    }
}

bool HeadGrid::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        Q_EMIT hovered({});
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto head = headAt(help->pos());
        if (const auto* cell = head ? m_cells.find(*head) : nullptr; cell && m_words)
            QToolTip::showText(help->globalPos(), m_words(*cell), this, cellRect(*head));
        else
            QToolTip::hideText();
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void HeadGrid::mouseMoveEvent(QMouseEvent* event)
{
    const auto head = headAt(event->position().toPoint());
    if (head != m_highlight)
        Q_EMIT hovered(head);
}

void HeadGrid::mousePressEvent(QMouseEvent* event)
{
    const auto head = headAt(event->position().toPoint());
    if (!head || (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton))
        return QAbstractScrollArea::mousePressEvent(event);
    m_current = head;
    Q_EMIT chosen(*head, event->button() == Qt::MiddleButton || event->modifiers().testFlag(Qt::ControlModifier));
    viewport()->update();
}

void HeadGrid::moveTo(int place)
{
    if (m_cells.order.empty())
        return;
    place = std::clamp(place, 0, int(m_cells.order.size()) - 1);
    const auto& cell = m_cells.cells[std::size_t(m_cells.order[std::size_t(place)])];
    m_current = cell.id;
    const auto rect = placeRect(place);
    const auto reveal = [](QScrollBar* bar, int low, int high, int room) { bar->setValue(std::clamp(bar->value(), std::max(0, high - room), std::max(0, low))); };
    reveal(verticalScrollBar(), rect.top() - m_top, rect.bottom() - m_top + 1, viewport()->height() - m_top);
    reveal(horizontalScrollBar(), rect.left() - m_left, rect.right() - m_left + 1, viewport()->width() - m_left);
    if (m_words)
        setAccessibleDescription(m_words(cell));
    Q_EMIT hovered(m_current);
    viewport()->update();
}

void HeadGrid::keyPressEvent(QKeyEvent* event)
{
    const int place = m_current ? placeOf(*m_current) : -1;
    switch (event->key()) {
    case Qt::Key_Left: return moveTo(place - 1);
    case Qt::Key_Right: return moveTo(place + 1);
    case Qt::Key_Up: return moveTo(place < m_columns ? std::max(place, 0) : place - m_columns);
    case Qt::Key_Down: return moveTo(place < 0 ? 0 : place + m_columns < int(m_cells.order.size()) ? place + m_columns : place);
    case Qt::Key_Home: return moveTo(0);
    case Qt::Key_End: return moveTo(int(m_cells.order.size()) - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current)
            Q_EMIT chosen(*m_current, event->modifiers().testFlag(Qt::ControlModifier));
        return;
    default: return QAbstractScrollArea::keyPressEvent(event);
    }
}

void HeadGrid::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    if (!m_current && event->reason() != Qt::MouseFocusReason)
        moveTo(0);
    viewport()->update();
}

void HeadGrid::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    Q_EMIT hovered({});
    viewport()->update();
}

}  // namespace bam::views
