// SPDX-License-Identifier: GPL-3.0-or-later
// Moving through a heatmap with mouse and keys.
#include "widgets/plots/heatmap_widget.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace bam::plots {
namespace {

constexpr double kWheelStep = 1.2, kKeyStep = 1.5;
constexpr int kSmallestRubber = 5;

}  // namespace

void HeatmapWidget::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !area().contains(event->position().toPoint()) || m_image.source().empty()) {
        QWidget::mousePressEvent(event);
        return;
    }
    m_drag = {event->modifiers() & Qt::ShiftModifier ? Drag::Kind::Rubber : Drag::Kind::Press, event->position(), event->position(), m_window};
    event->accept();
}

void HeatmapWidget::mouseMoveEvent(QMouseEvent* event)
{
    m_drag.to = event->position();
    if (m_drag.kind == Drag::Kind::Press && (m_drag.to - m_drag.from).manhattanLength() >= QApplication::startDragDistance()) {
        m_drag.kind = Drag::Kind::Pan;
        setCursor(Qt::ClosedHandCursor);
    }
    if (m_drag.kind == Drag::Kind::Pan) {
        const auto moved = (m_drag.to - m_drag.from) * devicePixelRatioF();
        auto window = m_drag.window;
        window.left -= qint64(std::lround(moved.x()));
        window.top -= qint64(std::lround(moved.y()));
        moveTo(window);
        // The place that was taken stays under the mouse; beyond the border it is taken anew.
        if (m_window.left != window.left || m_window.top != window.top) {
            m_drag.window = m_window;
            m_drag.from = m_drag.to;
        }
    } else if (m_drag.kind == Drag::Kind::Rubber) {
        update();
    }
    setCrosshairByUser(cellAt(event->position()));
}

void HeatmapWidget::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const auto drag = m_drag;
    m_drag = {};
    setCursor(Qt::CrossCursor);
    if (drag.kind == Drag::Kind::Press) {
        if (const auto cell = cellAt(event->position()); cell && cell->key <= cell->query)
            select(*cell);
    } else if (drag.kind == Drag::Kind::Rubber) {
        const auto rubber = QRectF(drag.from, event->position()).normalized() & QRectF(area());
        const auto ratio = devicePixelRatioF();
        const auto from = (rubber.topLeft() - pictureOrigin()) * ratio, to = (rubber.bottomRight() - pictureOrigin()) * ratio;
        if (rubber.width() >= kSmallestRubber && rubber.height() >= kSmallestRubber)
            showRange({qint64(std::floor(m_window.queryAt(from.y()))), qint64(std::ceil(m_window.queryAt(to.y()))), qint64(std::floor(m_window.keyAt(from.x()))), qint64(std::ceil(m_window.keyAt(to.x())))});
        update();
    }
}

void HeatmapWidget::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && area().contains(event->position().toPoint()))
        showAll();
}

void HeatmapWidget::wheelEvent(QWheelEvent* event)
{
    const double notches = event->angleDelta().y() / 120.0;
    if (notches == 0 || m_image.source().empty() || !QRectF(area()).contains(event->position())) {
        event->ignore();
        return;
    }
    zoom(std::pow(kWheelStep, notches), event->position());
    setCrosshairByUser(cellAt(event->position()));
    event->accept();
}

void HeatmapWidget::leaveEvent(QEvent*)
{
    if (m_drag.kind == Drag::Kind::None)
        setCrosshairByUser(std::nullopt);
}

/// By a pixel, or by a position where that is larger; the window follows.
void HeatmapWidget::moveCrosshair(int dx, int dy)
{
    if (m_image.source().empty())
        return;
    const auto part = visible(), all = home();
    const auto step = std::max<qint64>(1, qint64(std::llround(m_window.perPixel)));
    auto cell = m_crosshair ? *m_crosshair : m_selected ? *m_selected : HeatmapCell{(part.queryBegin + part.queryEnd) / 2, (part.keyBegin + part.keyEnd) / 2};
    if (m_crosshair || m_selected) {
        cell.query += dy * step;
        cell.key += dx * step;
    }
    cell.query = std::clamp(cell.query, all.queryBegin, all.queryEnd - 1);
    cell.key = std::clamp(cell.key, all.keyBegin, std::min(all.keyEnd - 1, cell.query));
    const auto pixel = pictureAt(pixelOf(cell));
    const auto size = pictureSize();
    const auto beyond = [](int place, int end) { return place < 0 ? place : place >= end ? place - end + 1 : 0; };
    panBy(beyond(pixel.x(), size.width()), beyond(pixel.y(), size.height()));
    setCrosshairByUser(cell);
}

void HeatmapWidget::keyPressEvent(QKeyEvent* event)
{
    const bool shift = event->modifiers() & Qt::ShiftModifier, control = event->modifiers() & Qt::ControlModifier;
    const auto arrow = [&](int dx, int dy) {
        if (control)
            return moveCrosshair(dx * (shift ? 10 : 1), dy * (shift ? 10 : 1));
        const auto size = pictureSize();
        panBy(dx * size.width() / (shift ? 2 : 10), dy * size.height() / (shift ? 2 : 10));
    };
    const auto middle = m_crosshair && QRectF(area()).contains(pixelOf(*m_crosshair)) ? pixelOf(*m_crosshair) : QRectF(area()).center();
    switch (event->key()) {
    case Qt::Key_Left: arrow(-1, 0); break;
    case Qt::Key_Right: arrow(1, 0); break;
    case Qt::Key_Up: arrow(0, -1); break;
    case Qt::Key_Down: arrow(0, 1); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(kKeyStep, middle); break;
    case Qt::Key_Minus: zoom(1 / kKeyStep, middle); break;
    case Qt::Key_0:
    case Qt::Key_Home: showAll(); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_crosshair && m_crosshair->key <= m_crosshair->query)
            select(*m_crosshair);
        break;
    case Qt::Key_Escape:
        if (m_drag.kind == Drag::Kind::None && !m_crosshair) {
            QWidget::keyPressEvent(event);
            return;
        }
        m_drag = {};
        setCursor(Qt::CrossCursor);
        setCrosshairByUser(std::nullopt);
        update();
        break;
    default: QWidget::keyPressEvent(event); return;
    }
    event->accept();
}

}  // namespace bam::plots
