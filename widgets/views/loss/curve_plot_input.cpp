// SPDX-License-Identifier: GPL-3.0-or-later
// How mouse and keys move through the panes; the pictures are in curve_plot.cpp.
#include "widgets/views/loss/curve_plot.h"

#include <QHelpEvent>
#include <QToolTip>

#include <cmath>

namespace bam::views {
namespace {

constexpr double kWheelStep = 1.2;          // zoom of one notch
constexpr double kLeastRectangle = 6;       // pixels: less is a click that slipped
constexpr int kOneGestureMs = 600;          // wheel turns closer together are one step back

/// The range after its pixels were mapped: begin and end are where the old ones' pixels `from`, `to` (shares of the axis) were.
QCPRange part(const QCPRange& range, bool logarithmic, double from, double to)
{
    if (logarithmic) {
        const double ratio = range.upper / range.lower;
        return {range.lower * std::pow(ratio, from), range.lower * std::pow(ratio, to)};
    }
    return {range.lower + range.size() * from, range.lower + range.size() * to};
}

/// Not so small that the labels of ticks would be the same, nor beyond numbers.
bool isSane(const QCPRange& range, bool logarithmic)
{
    const double size = std::max(std::abs(range.lower), std::abs(range.upper));
    return std::isfinite(size) && size < 1e60 && range.upper - range.lower > 1e-6 * size && (!logarithmic || range.lower > 1e-60);
}

double sizeOf(const QCPRange& range, bool logarithmic)
{
    return logarithmic ? std::log(range.upper / range.lower) : range.size();
}

/// Whether one may go from a range to another: never away from the data, nor so far out that it becomes a dot.
bool mayShow(const QCPRange& range, const QCPRange& before, const std::optional<QCPRange>& data, bool logarithmic)
{
    constexpr double kFarthest = 20;        // times the data
    if (!isSane(range, logarithmic))
        return false;
    if (!data || (logarithmic && data->lower <= 0))
        return true;
    const double now = sizeOf(range, logarithmic), old = sizeOf(before, logarithmic);
    if (now < old * (1 - 1e-9))
        return true;        // closer is always better
    const double least = logarithmic ? std::log(10.0) : std::max({data->size(), 1e-3 * std::abs(data->upper), 1e-9});
    const bool grows = now > old * (1 + 1e-9);
    if (grows && now > kFarthest * std::max(logarithmic ? sizeOf(*data, true) : data->size(), least))
        return false;
    const bool sees = range.upper >= data->lower && range.lower <= data->upper, saw = before.upper >= data->lower && before.lower <= data->upper;
    return sees || !saw;
}

}  // namespace

CurvePlot::Place CurvePlot::placeOf(const QPointF& position) const
{
    Place place;
    int last = -1;
    if (m_blank)
        return place;
    for (int pane = 0; pane < kPanes; ++pane) {
        if (!m_panes[std::size_t(pane)].shown)
            continue;
        const QRectF rect = m_panes[std::size_t(pane)].rect->rect();
        last = pane;
        if (position.y() < rect.top() || position.y() > rect.bottom())
            continue;
        if (rect.contains(position))
            return {pane, true, true};
        if (position.x() < rect.left())
            return {pane, false, true};
    }
    if (last >= 0 && position.y() > m_panes[std::size_t(last)].rect->bottom() && position.x() >= m_panes[std::size_t(last)].rect->left())
        place = {last, true, false};
    return place;
}

void CurvePlot::remember(bool continued)
{
    if (!continued)
        m_history.leave(m_view);
    Q_EMIT historyChanged();
}

void CurvePlot::restore(const std::optional<ViewState>& state)
{
    if (!state)
        return;
    m_view = *state;
    if (!m_view.fitX)
        setFollowing(false);
    Q_EMIT historyChanged();
    refresh();
}

void CurvePlot::fit()
{
    remember(false);
    m_view.fitX = true;
    m_view.fitY.fill(true);
    refresh();
}

/// After x was changed by hand. A pan, or a zoom away from the newest rows, ends following.
void CurvePlot::moved(bool panned)
{
    m_view.fitX = false;
    const auto data = xData ? xData() : std::nullopt;
    if (panned || !data || !m_view.x.contains(data->upper))
        setFollowing(false);
}

void CurvePlot::zoomAbout(const Place& place, const QPointF& position, double factor)
{
    if (place.pane < 0)
        return;
    const auto& pane = m_panes[std::size_t(place.pane)];
    const QRectF rect = pane.rect->rect();
    if (place.onX) {
        const bool log = pane.rect->axis(QCPAxis::atBottom)->scaleType() == QCPAxis::stLogarithmic;
        const double at = (position.x() - rect.left()) / rect.width();
        if (const auto range = part(m_view.x, log, at - at / factor, at + (1 - at) / factor); mayShow(range, m_view.x, xData ? xData() : std::nullopt, log)) {
            m_view.x = range;
            moved(false);
        }
    }
    if (place.onY) {
        auto& y = m_view.y[std::size_t(place.pane)];
        const bool log = pane.rect->axis(QCPAxis::atLeft)->scaleType() == QCPAxis::stLogarithmic;
        const double at = (rect.bottom() - position.y()) / rect.height();
        if (const auto range = part(y, log, at - at / factor, at + (1 - at) / factor); mayShow(range, y, yData ? yData(place.pane, m_view.x) : std::nullopt, log)) {
            y = range;
            m_view.fitY[std::size_t(place.pane)] = false;
        }
    }
    refresh();
}

void CurvePlot::zoom(double factor)
{
    remember(false);
    const QRectF rect = m_panes[kLossPane].rect->rect();
    zoomAbout({kLossPane, true, false}, {m_following ? rect.right() : rect.center().x(), 0}, factor);
}

void CurvePlot::pan(double x, double y)
{
    remember(false);
    const QRectF rect = m_panes[kLossPane].rect->rect();
    dragBy({kLossPane, x != 0, y != 0}, {0, 0}, {-x * rect.width(), y * rect.height()});
}

void CurvePlot::dragBy(const Place& place, const QPointF& from, const QPointF& to)
{
    const auto& pane = m_panes[std::size_t(place.pane)];
    const QRectF rect = pane.rect->rect();
    if (place.onX && to.x() != from.x()) {
        const bool log = pane.rect->axis(QCPAxis::atBottom)->scaleType() == QCPAxis::stLogarithmic;
        const double by = (from.x() - to.x()) / rect.width();
        if (const auto range = part(m_view.x, log, by, 1 + by); mayShow(range, m_view.x, xData ? xData() : std::nullopt, log)) {
            m_view.x = range;
            moved(true);
        }
    }
    if (place.onY && to.y() != from.y()) {
        auto& y = m_view.y[std::size_t(place.pane)];
        const bool log = pane.rect->axis(QCPAxis::atLeft)->scaleType() == QCPAxis::stLogarithmic;
        const double by = (to.y() - from.y()) / rect.height();
        if (const auto range = part(y, log, by, 1 + by); isSane(range, log)) {
            y = range;
            m_view.fitY[std::size_t(place.pane)] = false;
        }
    }
    refresh();
}

void CurvePlot::zoomInto(const QRectF& rectangle, int pane)
{
    const auto a = valueAt(pane, rectangle.bottomLeft()), b = valueAt(pane, rectangle.topRight());
    const QCPRange x(a.x(), b.x()), y(a.y(), b.y());
    if (!isSane(x, false) || !isSane(y, false))
        return;
    remember(false);
    m_view.x = x;
    m_view.y[std::size_t(pane)] = y;
    m_view.fitY[std::size_t(pane)] = false;
    moved(false);
    refresh();
}

void CurvePlot::mousePressEvent(QMouseEvent* event)
{
    const auto place = placeOf(event->position());
    if (place.pane < 0 || (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)) {
        event->ignore();
        return;
    }
    m_dragged = place;
    m_dragFrom = event->position();
    m_drawing = event->button() == Qt::LeftButton && place.inside() && (m_rectangleTool || (event->modifiers() & Qt::ShiftModifier));
    m_dragging = !m_drawing;
    m_moved = false;
    m_rectangle = {};
    updateShape(event->position());
}

void CurvePlot::mouseMoveEvent(QMouseEvent* event)
{
    const auto position = event->position();
    if (m_drawing) {
        const QRectF rect = rectOf(m_dragged.pane)->rect();
        const QPointF inside(std::clamp(position.x(), rect.left(), rect.right()), std::clamp(position.y(), rect.top(), rect.bottom()));
        m_rectangle = QRectF(m_dragFrom, inside).normalized();
        update();
        return;
    }
    if (m_dragging && event->buttons() != Qt::NoButton) {
        const bool first = !m_moved;
        if (first && (position - m_dragFrom).manhattanLength() < QApplication::startDragDistance() / 2)
            return;
        remember(!first);
        m_moved = true;
        // By whole pixels of the screen: lines do not shimmer then, and most of the last picture holds.
        const double ratio = bufferDevicePixelRatio();
        const auto by = QPointF(((position - m_dragFrom) * ratio).toPoint()) / ratio;
        dragBy(m_dragged, m_dragFrom, m_dragFrom + by);
        m_dragFrom += by;
        m_cursor = position;
        return;
    }
    updateShape(position);
    setCursorAt(position);
}

void CurvePlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_drawing && m_rectangle.width() >= kLeastRectangle && m_rectangle.height() >= kLeastRectangle) {
        zoomInto(m_rectangle, m_dragged.pane);
        setRectangleTool(false);
    }
    if (m_dragging && !m_moved && m_dragged.inside() && event->button() == Qt::LeftButton)
        Q_EMIT clicked(event->position());
    m_drawing = m_dragging = false;
    m_rectangle = {};
    m_sinceWheel.invalidate();
    updateShape(event->position());
    setCursorAt(event->position());
    update();
}

void CurvePlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto place = placeOf(event->position());
    if (place.pane < 0 || event->button() != Qt::LeftButton)
        return;
    if (place.inside()) {
        fit();
        return;
    }
    remember(false);
    if (place.onX)
        m_view.fitX = true;
    if (place.onY)
        m_view.fitY[std::size_t(place.pane)] = true;
    refresh();
}

void CurvePlot::wheelEvent(QWheelEvent* event)
{
    auto place = placeOf(event->position());
    const double notches = (event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x()) / 120.0;
    if (place.pane < 0 || notches == 0) {
        event->ignore();
        return;
    }
    if (place.inside() && (event->modifiers() & Qt::ControlModifier))
        place.onY = false;
    else if (place.inside() && (event->modifiers() & Qt::ShiftModifier))
        place.onX = false;
    else if (place.inside() && place.pane != kLossPane)
        place.onY = false;      // the small panes fit themselves; their axis is there to change that
    remember(m_sinceWheel.isValid() && m_sinceWheel.elapsed() < kOneGestureMs);
    m_sinceWheel.start();
    zoomAbout(place, event->position(), std::pow(kWheelStep, notches));
    event->accept();
}

void CurvePlot::leaveEvent(QEvent*) { hideCursor(); }

void CurvePlot::hideCursor()
{
    m_cursorPane = -1;
    m_cursor = {-1, -1};
    m_dots.clear();
    Q_EMIT cursorMoved();
    update();
}

void CurvePlot::setCursorAt(const QPointF& position)
{
    const auto place = placeOf(position);
    if (!place.inside()) {
        if (m_cursorPane >= 0)
            hideCursor();
        return;
    }
    m_cursor = position;
    m_cursorPane = place.pane;
    Q_EMIT cursorMoved();
    update();
}

void CurvePlot::updateShape(const QPointF& position)
{
    const auto place = placeOf(position);
    if (place.pane < 0)
        unsetCursor();
    else if (m_dragging)
        setCursor(place.inside() ? Qt::ClosedHandCursor : place.onX ? Qt::SizeHorCursor : Qt::SizeVerCursor);
    else
        setCursor(place.inside() ? Qt::CrossCursor : place.onX ? Qt::SizeHorCursor : Qt::SizeVerCursor);
}

bool CurvePlot::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QCustomPlot::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QStringList texts;
    for (const auto& pane : m_panes)
        if (pane.shown)
            texts += pane.layer->marksAt(help->pos());
    constexpr int kMost = 12;
    if (texts.size() > kMost) {
        const int more = int(texts.size()) - kMost;
        texts = texts.mid(0, kMost);
        texts.append(tr("and %n more", nullptr, more));
    }
    texts.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), texts.join(QLatin1Char('\n')), this);
    return true;
}

}  // namespace bam::views
