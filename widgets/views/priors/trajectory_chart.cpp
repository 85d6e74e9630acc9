// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/priors/trajectory_chart.h"

#include "widgets/common/colors.h"
#include "widgets/plots/curve_ticker.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr double kNear = 8;         // pixels that still mean a head
constexpr double kDot = 3.2;        // radius

struct Ticks {
    QVector<double> at;
    QVector<QString> text;
};

Ticks ticksOf(double low, double high, int count, bool counts)
{
    plots::CurveTicker ticker;
    ticker.setLabels(counts ? plots::CurveTicker::Labels::Counts : plots::CurveTicker::Labels::Plain);
    ticker.setTickCount(std::max(2, count));
    Ticks ticks;
    ticker.generate({low, high}, QLocale(), QLatin1Char('g'), 6, ticks.at, nullptr, &ticks.text);
    return ticks;
}

double distanceToSegment(const QPointF& p, const QPointF& a, const QPointF& b)
{
    const QPointF along = b - a;
    const double length = QPointF::dotProduct(along, along);
    const double share = length > 0 ? std::clamp(QPointF::dotProduct(p - a, along) / length, 0.0, 1.0) : 0;
    const QPointF off = p - a - along * share;
    return std::hypot(off.x(), off.y());
}

}  // namespace

TrajectoryChart::TrajectoryChart(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
}

QSize TrajectoryChart::minimumSizeHint() const { return {fontMetrics().height() * 9, fontMetrics().height() * 6}; }
QSize TrajectoryChart::sizeHint() const { return {fontMetrics().height() * 18, fontMetrics().height() * 10}; }

void TrajectoryChart::setContent(ChartContent content, double limit)
{
    m_content = std::move(content);
    m_limit = limit;
    m_picture = {};
    update();
}

void TrajectoryChart::setDots(std::vector<ChartDot> dots)
{
    m_dots = std::move(dots);
    update();
}

void TrajectoryChart::setCursorAt(double x)
{
    m_cursor = x;
    update();
}

void TrajectoryChart::setHighlight(const MaybeHead& head)
{
    if (m_highlight == head)
        return;
    m_highlight = head;
    update();
}

void TrajectoryChart::setChosen(const MaybeHead& head)
{
    m_chosen = head;
    update();
}

QRectF TrajectoryChart::plotRect() const
{
    const int line = fontMetrics().height(), left = line + fontMetrics().horizontalAdvance(QStringLiteral("−0.000")) + 8;
    return QRectF(rect()).adjusted(left, m_content.regions.isEmpty() ? line / 2 : line + 4, -line * 3 / 2, -(2 * line + 6));
}

QPointF TrajectoryChart::pixelOf(const QPointF& value) const
{
    const auto room = plotRect();
    return {room.left() + (value.x() - m_content.xLow) / (m_content.xHigh - m_content.xLow) * room.width(), room.bottom() - (value.y() - m_content.yLow) / (m_content.yHigh - m_content.yLow) * room.height()};
}

double TrajectoryChart::xAt(double pixel) const
{
    const auto room = plotRect();
    return m_content.xLow + std::clamp((pixel - room.left()) / std::max(1.0, room.width()), 0.0, 1.0) * (m_content.xHigh - m_content.xLow);
}

const HeadPath* TrajectoryChart::pathOf(inspect::HeadId head) const
{
    const auto found = std::lower_bound(m_content.paths.begin(), m_content.paths.end(), head, [](const HeadPath& path, inspect::HeadId id) { return path.id < id; });
    return found != m_content.paths.end() && found->id == head ? &*found : nullptr;
}

MaybeHead TrajectoryChart::headNear(const QPointF& position) const
{
    MaybeHead nearest;
    double least = kNear;
    for (const auto& dot : m_dots)
        if (const auto off = pixelOf(dot.at) - position; std::hypot(off.x(), off.y()) < least) {
            least = std::hypot(off.x(), off.y());
            nearest = dot.id;
        }
    if (nearest || m_content.faint)
        return nearest;
    for (const auto& path : m_content.paths) {
        // Of a series only the points around the mouse's x matter.
        const double left = xAt(position.x() - kNear), right = xAt(position.x() + kNear);
        auto from = std::lower_bound(path.points.begin(), path.points.end(), left, [](const QPointF& p, double x) { return p.x() < x; });
        if (from != path.points.begin())
            --from;
        for (auto at = from; at != path.points.end() && at + 1 != path.points.end() && at->x() <= right; ++at)
            if (const double off = distanceToSegment(position, pixelOf(*at), pixelOf(*(at + 1))); off < least) {
                least = off;
                nearest = path.id;
            }
    }
    return nearest;
}

void TrajectoryChart::drawAxes(QPainter& painter) const
{
    const auto base = palette().color(QPalette::Base), ink = palette().color(QPalette::Text);
    const auto room = plotRect();
    const int line = fontMetrics().height();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const auto xs = ticksOf(m_content.xLow, m_content.xHigh, int(room.width() / (line * 5)), m_content.xHigh > 1000);
    const auto ys = ticksOf(m_content.yLow, m_content.yHigh, int(room.height() / (line * 2.2)), false);
    for (qsizetype i = 0; i < xs.at.size(); ++i) {
        const double x = pixelOf({xs.at[i], 0}).x();
        if (x < room.left() - 0.5 || x > room.right() + 0.5)
            continue;
        painter.setPen(ui::mixed(base, ink, 0.1));
        painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()));
        painter.setPen(ui::mixed(base, ink, 0.8));
        painter.drawText(QRectF(x - 60, room.bottom() + 2, 120, line), Qt::AlignHCenter | Qt::AlignTop, xs.text.value(i));
    }
    for (qsizetype i = 0; i < ys.at.size(); ++i) {
        const double y = pixelOf({0, ys.at[i]}).y();
        if (y < room.top() - 0.5 || y > room.bottom() + 0.5)
            continue;
        painter.setPen(ui::mixed(base, ink, 0.1));
        painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y));
        painter.setPen(ui::mixed(base, ink, 0.8));
        painter.drawText(QRectF(0, y - line, room.left() - 4, 2 * line), Qt::AlignRight | Qt::AlignVCenter, ys.text.value(i));
    }
    painter.setPen(ui::mixed(base, ink, 0.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(room);
    painter.setPen(ink);
    painter.drawText(QRectF(room.left(), room.bottom() + line + 2, room.width(), line + 2), Qt::AlignHCenter | Qt::AlignTop, m_content.xLabel);
    painter.save();
    painter.translate(line * 0.1, room.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-room.height() / 2 - line, 0, room.height() + 2 * line, line + 2), Qt::AlignHCenter | Qt::AlignTop,
        fontMetrics().horizontalAdvance(m_content.yLabel) <= room.height() + 2 * line ? m_content.yLabel : m_content.yLabel.section(QLatin1Char(' '), -1));      // the symbol alone
    painter.restore();
}

void TrajectoryChart::drawMarks(QPainter& painter) const
{
    const auto base = palette().color(QPalette::Base), ink = palette().color(QPalette::Text);
    const auto room = plotRect();
    painter.setPen(QPen(ui::mixed(base, ink, 0.55), 1, Qt::DashLine));
    QVector<double> edges{room.left()};
    for (const auto& mark : m_content.marks) {
        const auto at = pixelOf({mark.at, mark.at});
        if (mark.vertical && at.x() > room.left() && at.x() < room.right()) {
            painter.drawLine(QPointF(at.x(), room.top()), QPointF(at.x(), room.bottom()));
            edges.append(at.x());
        } else if (mark.vertical) {
            edges.append(std::clamp(at.x(), room.left(), room.right()));
        } else if (at.y() > room.top() && at.y() < room.bottom()) {
            painter.drawLine(QPointF(room.left(), at.y()), QPointF(room.right(), at.y()));
            painter.drawText(QRectF(room.left(), at.y() - fontMetrics().height(), room.width() - 4, fontMetrics().height()), Qt::AlignRight | Qt::AlignBottom, mark.label);
        }
    }
    edges.append(room.right());
    painter.setPen(ui::mixed(base, ink, 0.75));
    auto font = painter.font();
    font.setPointSizeF(font.pointSizeF() * 0.85);
    painter.setFont(font);
    const QFontMetrics metrics(font);
    for (qsizetype i = 0; i < m_content.regions.size() && i + 1 < edges.size(); ++i) {
        const double width = edges[i + 1] - edges[i];
        // A narrow stretch has room for the beginning of its name at most, which the tool tip tells whole.
        const auto text = metrics.elidedText(m_content.regions[i], Qt::ElideRight, int(width) - 1);
        if (text.size() > 2)
            painter.drawText(QRectF(edges[i], room.top() - fontMetrics().height() - 2, width, fontMetrics().height()), Qt::AlignCenter, text);
    }
}

void TrajectoryChart::render()
{
    const double scale = devicePixelRatioF();
    m_picture = QPixmap(size() * scale);
    m_picture.setDevicePixelRatio(scale);
    m_picture.fill(palette().color(QPalette::Base));
    QPainter painter(&m_picture);
    drawAxes(painter);
    painter.setClipRect(plotRect());
    painter.setRenderHint(QPainter::Antialiasing);
    const auto ink = palette().color(QPalette::Text);
    for (const auto& path : m_content.paths) {
        QPolygonF line;
        for (const auto& point : path.points)
            line << pixelOf(point);
        painter.setOpacity(path.color.isValid() ? 1 : m_content.faint ? 0.22 : 0.6);
        painter.setPen(path.color.isValid() ? QPen(path.color, 1.8) : QPen(shapeLine(path.thetaBeta, m_limit, ink), 1));
        painter.drawPolyline(line);
    }
    painter.setOpacity(1);
    painter.setClipping(false);
    painter.setRenderHint(QPainter::Antialiasing, false);
    drawMarks(painter);
}

void TrajectoryChart::paintEvent(QPaintEvent*)
{
    if (m_picture.isNull())
        render();
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    const auto base = palette().color(QPalette::Base), ink = palette().color(QPalette::Text);
    const auto room = plotRect();
    painter.setClipRect(room.adjusted(-kDot, -kDot, kDot, kDot));
    if (!std::isnan(m_cursor)) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        const double x = pixelOf({m_cursor, 0}).x();
        painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto* head : {&m_chosen, &m_highlight})
        if (const auto* path = *head ? pathOf(**head) : nullptr) {
            QPolygonF line;
            for (const auto& point : path->points)
                line << pixelOf(point);
            const bool hover = head == &m_highlight;
            painter.setPen(QPen(base, hover ? 5 : 4));
            painter.drawPolyline(line);
            painter.setPen(QPen(path->color.isValid() ? path->color : hover ? palette().color(QPalette::Highlight) : ink, path->color.isValid() ? 3 : 2));
            painter.drawPolyline(line);
        }
    for (const auto& dot : m_dots) {
        painter.setPen(QPen(ui::mixed(base, ink, 0.6), 0.8));
        painter.setBrush(shapeColor(dot.thetaBeta, m_limit));
        painter.drawEllipse(pixelOf(dot.at), kDot, kDot);
    }
    for (const auto* head : {&m_chosen, &m_highlight})
        for (const auto& dot : m_dots)
            if (*head && dot.id == **head) {
                painter.setPen(QPen(head == &m_highlight ? palette().color(QPalette::Highlight) : ink, 2.5));
                painter.setBrush(Qt::NoBrush);
                painter.drawEllipse(pixelOf(dot.at), kDot + 3, kDot + 3);
            }
}

void TrajectoryChart::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_picture = {};
}

void TrajectoryChart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        m_picture = {};
        update();
    }
}

void TrajectoryChart::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton) && !std::isnan(m_cursor) && !m_content.faint) {
        Q_EMIT cursorMoved(xAt(event->position().x()));
        return;
    }
    const auto head = headNear(event->position());
    if (head != m_highlight)
        Q_EMIT hovered(head);
}

void TrajectoryChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return QWidget::mousePressEvent(event);
    if (const auto head = headNear(event->position()))
        Q_EMIT chosen(*head, event->button() == Qt::MiddleButton || event->modifiers().testFlag(Qt::ControlModifier));
    else if (!std::isnan(m_cursor) && plotRect().contains(event->position()))
        Q_EMIT cursorMoved(xAt(event->position().x()));
}

void TrajectoryChart::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    Q_EMIT hovered({});
}

}  // namespace bam::views
