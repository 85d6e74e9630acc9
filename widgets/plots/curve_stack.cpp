// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/curve_stack.h"

#include "widgets/common/format.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace bam::plots {
namespace {

constexpr double kNearest = 0.5;            // where distance 0 stands on a logarithmic axis
constexpr double kFewestKeys = 4, kSmallestSpan = 0.02;
constexpr double kDeepest = 1e-12;          // of the largest probability in view: what lies below is drawn at the bottom
constexpr double kWheelStep = 1.2, kKeyStep = 1.5;

}  // namespace

std::vector<StackPoint> thinned(const std::vector<double>& y, std::size_t begin, std::size_t end, const std::vector<int>& columnOf)
{
    std::vector<StackPoint> points;
    const auto put = [&](std::size_t index) {
        if (points.empty() || points.back().index != index)
            points.push_back({index, y[index]});
    };
    for (auto i = begin; i < end;) {
        if (!std::isfinite(y[i])) {
            if (!points.empty() && std::isfinite(points.back().y))
                points.push_back({i, y[i]});
            ++i;
            continue;
        }
        auto low = i, high = i, last = i;
        const auto from = i;
        for (; i < end && columnOf[i] == columnOf[from] && std::isfinite(y[i]); last = i++) {
            low = y[i] < y[low] ? i : low;
            high = y[i] > y[high] ? i : high;
        }
        put(from);
        put(std::min(low, high));
        put(std::max(low, high));
        put(last);
    }
    return points;
}

CurveStack::CurveStack(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("curveStack"));
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::CrossCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    measure();
}

void CurveStack::setPanels(std::vector<StackPanel> panels, qint64 first, qint64 query)
{
    const bool same = !empty() && first == m_first && query == m_query;
    m_panels = std::move(panels);
    m_first = first;
    m_query = query;
    m_count = query - first + 1;
    for (const auto& panel : m_panels)
        for (const auto& series : panel.series)
            m_count = std::min(m_count, series.y ? qint64(series.y->size()) : 0);
    m_count = m_panels.empty() ? 0 : std::max<qint64>(m_count, 0);
    if (!same) {
        std::tie(m_low, m_high) = home();
        if (m_crosshair && (*m_crosshair < first || *m_crosshair >= first + m_count))
            m_crosshair.reset();
    }
    updateRanges();
    update();
}

void CurveStack::setTokens(const QStringList& tokens)
{
    m_tokens = tokens;
    update();
}

void CurveStack::setMarks(const HeatmapMarks& marks)
{
    m_marks = marks;
    update();
}

void CurveStack::setEmptyText(const QString& text)
{
    m_emptyText = text;
    update();
}

void CurveStack::setSettings(const Settings& settings)
{
    if (settings == m_settings)
        return;
    const auto [begin, end] = visibleKeys();
    const bool all = showsAll(), moved = settings.axis != m_settings.axis;
    m_settings = settings;
    if (moved && !empty())
        std::tie(m_low, m_high) = all ? home() : unitsOf(begin, end);
    updateRanges();
    update();
}

double CurveStack::unitOf(qint64 key) const
{
    return m_settings.axis == Axis::Position ? double(key) + 0.5 : std::log10(std::max(double(m_query - key), kNearest));
}

/// The stretch of the axis that shows keys [begin, end).
std::pair<double, double> CurveStack::unitsOf(qint64 begin, qint64 end) const
{
    if (m_settings.axis == Axis::Position)
        return {double(begin), double(std::max(end, begin + 1))};
    const double low = unitOf(end - 1), high = unitOf(begin);
    return {low - 0.02, std::max(high, low + kSmallestSpan) + 0.02};
}

std::pair<double, double> CurveStack::home() const
{
    return empty() ? std::pair(0.0, 1.0) : unitsOf(m_first, m_first + m_count);
}

bool CurveStack::showsAll() const { return std::pair(m_low, m_high) == home(); }

void CurveStack::showAll() { moveTo(home().first, home().second); }

void CurveStack::showKeys(qint64 begin, qint64 end)
{
    const auto [low, high] = unitsOf(begin, end);
    moveTo(low, high);
}

void CurveStack::moveTo(double low, double high)
{
    if (empty())
        return;
    const auto [least, most] = home();
    const double smallest = std::min(m_settings.axis == Axis::Position ? kFewestKeys : kSmallestSpan, most - least);
    const double span = std::clamp(high - low, smallest, most - least), middle = (low + high) / 2;
    low = std::clamp(middle - span / 2, least, most - span);
    high = low + span;
    if (span >= (most - least) * (1 - 1e-9))
        std::tie(low, high) = home();
    if (low == m_low && high == m_high)
        return;
    m_low = low;
    m_high = high;
    updateRanges();
    update();
    Q_EMIT windowChanged();
}

std::pair<qint64, qint64> CurveStack::visibleKeys() const
{
    if (empty())
        return {0, 0};
    const auto least = m_first, most = m_first + m_count;
    if (m_settings.axis == Axis::Position)
        return {std::clamp(qint64(std::floor(m_low + 1e-9)), least, most), std::clamp(qint64(std::ceil(m_high - 1e-9)), least, most)};
    const auto near = m_low <= std::log10(kNearest) + 1e-9 ? 0 : qint64(std::ceil(std::pow(10.0, m_low) - 1e-9)), far = qint64(std::floor(std::pow(10.0, m_high) + 1e-9));
    return {std::clamp(m_query - far, least, most), std::clamp(m_query - near + 1, least, most)};
}

double CurveStack::pixelOf(qint64 key) const
{
    const auto rect = area(0);
    return rect.left() + (unitOf(key) - m_low) / (m_high - m_low) * rect.width();
}

qint64 CurveStack::keyAt(double x) const
{
    const auto rect = area(0);
    const double unit = m_low + (x - rect.left()) / rect.width() * (m_high - m_low);
    qint64 key = 0;
    if (m_settings.axis == Axis::Position)
        key = qint64(std::floor(unit));
    else
        key = m_query - (unit < (std::log10(kNearest) + 0) / 2 ? 0 : qint64(std::llround(std::pow(10.0, unit))));
    return std::clamp(key, m_first, m_first + std::max<qint64>(m_count, 1) - 1);
}

void CurveStack::updateRanges()
{
    m_ranges.assign(m_panels.size(), {0, 1});
    const auto [begin, end] = visibleKeys();
    for (std::size_t p = 0; p < m_panels.size(); ++p) {
        double low = inspect::kNone, high = inspect::kNone, positive = inspect::kNone;
        for (const auto& series : m_panels[p].series)
            for (auto i = begin - m_first; i < end - m_first; ++i)
                if (const double value = (*series.y)[std::size_t(i)]; std::isfinite(value)) {
                    low = value < low || std::isnan(low) ? value : low;
                    high = value > high || std::isnan(high) ? value : high;
                    positive = value > 0 && (value < positive || std::isnan(positive)) ? value : positive;
                }
        if (std::isnan(high)) {
            m_ranges[p] = {isLogarithmic(p) ? kDeepest : 0, 1};
            continue;
        }
        if (isLogarithmic(p)) {
            high = high > 0 ? high : 1;
            low = std::max(std::isnan(positive) ? 0 : positive, high * kDeepest);
            m_ranges[p] = {low / 1.5, high * 1.5};
            continue;
        }
        if (m_panels[p].probability)
            low = 0;
        const double span = high > low ? high - low : std::max(std::abs(high), 1e-12) * 0.1;
        m_ranges[p] = {m_panels[p].probability ? 0 : low - 0.06 * span, high + 0.06 * span};
    }
}

std::pair<double, double> CurveStack::range(std::size_t panel) const { return m_ranges.at(panel); }

double CurveStack::pixelOfValue(std::size_t panel, double value) const
{
    const auto rect = area(panel);
    const auto [low, high] = m_ranges[panel];
    const double share = isLogarithmic(panel) ? std::log(std::max(value, low) / low) / std::log(high / low) : (value - low) / (high - low);
    return rect.bottom() + 1 - std::clamp(share, -0.1, 1.1) * rect.height();
}

void CurveStack::setCrosshair(std::optional<qint64> key)
{
    if (key && (*key < m_first || *key >= m_first + m_count))
        key.reset();
    if (key == m_crosshair)
        return;
    m_crosshair = key;
    update();
}

void CurveStack::setCrosshairByUser(std::optional<qint64> key)
{
    const auto before = m_crosshair;
    setCrosshair(key);
    if (m_crosshair != before)
        Q_EMIT crosshairMoved();
}

QString CurveStack::piece(qint64 position) const
{
    auto text = position >= 0 && position < m_tokens.size() ? m_tokens[position] : QString();
    return text.replace(QLatin1Char('\n'), QChar(0x23CE));
}

QString CurveStack::placeText() const
{
    if (!m_crosshair)
        return {};
    const auto place = tr("Key %1, distance %2").arg(ui::count(double(*m_crosshair)), ui::count(double(m_query - *m_crosshair)));
    const auto token = piece(*m_crosshair);
    return token.isEmpty() ? place : tr("“%1” — %2", "token, place").arg(token, place);
}

QString CurveStack::valueText(std::size_t panel, std::size_t series) const
{
    if (!m_crosshair)
        return {};
    const double value = (*m_panels.at(panel).series.at(series).y)[std::size_t(*m_crosshair - m_first)];
    return std::isfinite(value) ? ui::significant(value, 4) : tr("not finite");
}

void CurveStack::zoom(double factor, double x)
{
    const auto rect = area(0);
    const double share = (x - rect.left()) / rect.width(), unit = m_low + share * (m_high - m_low), span = (m_high - m_low) / factor;
    const auto [least, most] = home();
    const double smallest = std::min(m_settings.axis == Axis::Position ? kFewestKeys : kSmallestSpan, most - least), used = std::clamp(span, smallest, most - least);
    moveTo(unit - share * used, unit + (1 - share) * used);
}

void CurveStack::pan(double pixels)
{
    const double moved = pixels / area(0).width() * (m_high - m_low);
    moveTo(m_low + moved, m_high + moved);
}

void CurveStack::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        measure();
    QWidget::changeEvent(event);
}

void CurveStack::resizeEvent(QResizeEvent*) { Q_EMIT windowChanged(); }

void CurveStack::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || empty()) {
        QWidget::mousePressEvent(event);
        return;
    }
    using Kind = decltype(m_drag.kind);
    m_drag = {event->modifiers() & Qt::ShiftModifier ? Kind::Rubber : Kind::Press, event->position(), event->position(), m_low, m_high};
}

void CurveStack::mouseMoveEvent(QMouseEvent* event)
{
    using Kind = decltype(m_drag.kind);
    m_drag.to = event->position();
    if (m_drag.kind == Kind::Press && std::abs(m_drag.to.x() - m_drag.from.x()) >= QApplication::startDragDistance()) {
        m_drag.kind = Kind::Pan;
        setCursor(Qt::ClosedHandCursor);
    }
    if (m_drag.kind == Kind::Pan) {
        const double moved = (m_drag.from.x() - m_drag.to.x()) / area(0).width() * (m_drag.high - m_drag.low);
        moveTo(m_drag.low + moved, m_drag.high + moved);
    } else if (m_drag.kind == Kind::Rubber) {
        update();
    }
    const auto rect = area(0);
    const bool inside = !empty() && event->position().x() >= rect.left() && event->position().x() <= rect.right() + 1;
    setCrosshairByUser(inside ? std::optional(keyAt(event->position().x())) : std::nullopt);
}

void CurveStack::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const auto drag = m_drag;
    m_drag = {};
    setCursor(Qt::CrossCursor);
    using Kind = decltype(m_drag.kind);
    const auto rect = area(0);
    if (drag.kind == Kind::Press && event->position().x() >= rect.left() && event->position().x() <= rect.right() + 1) {
        Q_EMIT keySelected(keyAt(event->position().x()));
    } else if (drag.kind == Kind::Rubber && std::abs(event->position().x() - drag.from.x()) >= 5) {
        const auto unit = [&](double x) { return m_low + (std::clamp(x, double(rect.left()), double(rect.right() + 1)) - rect.left()) / rect.width() * (m_high - m_low); };
        moveTo(unit(std::min(drag.from.x(), event->position().x())), unit(std::max(drag.from.x(), event->position().x())));
    }
    update();
}

void CurveStack::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        showAll();
}

void CurveStack::wheelEvent(QWheelEvent* event)
{
    const double notches = event->angleDelta().y() / 120.0;
    if (notches == 0 || empty()) {
        event->ignore();
        return;
    }
    zoom(std::pow(kWheelStep, notches), event->position().x());
    event->accept();
}

void CurveStack::leaveEvent(QEvent*)
{
    if (m_drag.kind == decltype(m_drag.kind)::None)
        setCrosshairByUser(std::nullopt);
}

void CurveStack::keyPressEvent(QKeyEvent* event)
{
    const bool shift = event->modifiers() & Qt::ShiftModifier, control = event->modifiers() & Qt::ControlModifier;
    const auto arrow = [&](int direction) {
        if (!control)
            return pan(direction * area(0).width() / (shift ? 2.0 : 10.0));
        if (empty())
            return;
        const auto [begin, end] = visibleKeys();
        const auto step = std::max<qint64>(1, (end - begin) / std::max(area(0).width(), 1)) * (shift ? 10 : 1) * (m_settings.axis == Axis::Position ? direction : -direction);
        const auto key = std::clamp(m_crosshair ? *m_crosshair + step : (begin + end) / 2, m_first, m_first + m_count - 1);
        const double x = pixelOf(key);
        if (const auto rect = area(0); x < rect.left() || x > rect.right())
            pan(x - rect.center().x());
        setCrosshairByUser(key);
    };
    const double middle = m_crosshair ? pixelOf(*m_crosshair) : area(0).center().x();
    switch (event->key()) {
    case Qt::Key_Left: arrow(-1); break;
    case Qt::Key_Right: arrow(1); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(kKeyStep, middle); break;
    case Qt::Key_Minus: zoom(1 / kKeyStep, middle); break;
    case Qt::Key_0:
    case Qt::Key_Home: showAll(); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_crosshair)
            Q_EMIT keySelected(*m_crosshair);
        break;
    case Qt::Key_Escape:
        if (m_drag.kind == decltype(m_drag.kind)::None && !m_crosshair) {
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
