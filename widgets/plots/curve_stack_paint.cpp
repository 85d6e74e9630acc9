// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing stacked curves: panels with their legends, the shared axis, marks and crosshair.
#include "widgets/plots/curve_stack.h"

#include "widgets/common/colors.h"
#include "widgets/common/format.h"
#include "widgets/plots/curve_ticker.h"

#include <QPaintEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace bam::plots {
namespace {

constexpr int kTick = 4, kGap = 4, kRight = 12, kBetween = 6;
const QColor kNeedle(213, 94, 0);

struct Ticks {
    QVector<double> at;
    QVector<QString> texts;
};

Ticks ticksOf(double low, double high, bool logarithmic, int count, CurveTicker::Labels labels = CurveTicker::Labels::Plain)
{
    Ticks ticks;
    CurveTicker ticker;
    ticker.setLogarithmic(logarithmic);
    ticker.setLabels(labels);
    ticker.setTickCount(std::max(count, 2));
    ticker.generate({low, high}, QLocale(), QLatin1Char('g'), 6, ticks.at, nullptr, &ticks.texts);
    return ticks;
}

}  // namespace

void CurveStack::measure()
{
    m_line = fontMetrics().height();
    m_left = m_line + kGap + fontMetrics().horizontalAdvance(QStringLiteral("−0.0000")) + kGap + kTick;
}

QRect CurveStack::area(std::size_t panel) const
{
    const int count = std::max(int(m_panels.size()), 1), top = titleHeight(), bottom = 2 * m_line + kTick + 2 * kGap;
    const int room = std::max(height() - top - bottom, count * 10), each = room / count;
    const int title = titleHeight();
    return {m_left, top + int(panel) * each + title, std::max(width() - m_left - kRight, 10), std::max(each - title - kBetween, 4)};
}

QSize CurveStack::minimumSizeHint() const
{
    const int line = m_line, count = std::max(int(m_panels.size()), 4);
    return {m_left + 14 * line, 3 * line + count * (titleHeight() + kBetween + 2 * line)};
}

void CurveStack::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    if (empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    // The column of every key: once for all curves.
    std::vector<int> columns(std::size_t(m_count), 0);
    const auto rect = area(0);
    const auto [begin, end] = visibleKeys();
    for (auto key = std::max(begin - 1, m_first); key < std::min(end + 1, m_first + m_count); ++key)
        columns[std::size_t(key - m_first)] = int(std::floor(pixelOf(key) - rect.left()));
    for (std::size_t panel = 0; panel < m_panels.size(); ++panel)
        paintPanel(painter, panel, columns);
    paintAxis(painter);
    painter.setPen(palette().color(QPalette::WindowText));
    // On the other side than the needle's label.
    const bool left = m_marks.needleBegin >= 0 && pixelOf(m_marks.needleBegin) > rect.center().x();
    const int room = rect.width() / 2 - fontMetrics().averageCharWidth() * 4;
    painter.drawText(QRect(left ? rect.left() : rect.right() - room, 0, room, titleHeight()), (left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, fontMetrics().elidedText(placeText(), Qt::ElideMiddle, room));
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.setBrush(Qt::NoBrush);
        for (std::size_t panel = 0; panel < m_panels.size(); ++panel)
            painter.drawRect(area(panel).adjusted(-1, -1, 0, 0));
    }
}

void CurveStack::paintMarks(QPainter& painter, const QRect& area) const
{
    if (m_marks.needleBegin < 0 || m_marks.needleBegin >= m_first + m_count || m_marks.needleEnd <= m_first)
        return;
    const auto begin = std::max(m_marks.needleBegin, m_first), last = std::min(m_marks.needleEnd, m_first + m_count) - 1;
    double from = pixelOf(begin), to = pixelOf(last);
    if (from > to)
        std::swap(from, to);
    const double half = m_settings.axis == Axis::Position ? 0.5 * area.width() / (m_high - m_low) : 1;
    from -= std::max(half, 1.0);
    to += std::max(half, 1.0);
    auto color = kNeedle;
    color.setAlphaF(ui::isDark(palette()) ? 0.35F : 0.2F);
    painter.fillRect(QRectF(from, area.top(), to - from, area.height()) & QRectF(area), color);
}

void CurveStack::paintPanel(QPainter& painter, std::size_t index, const std::vector<int>& columns) const
{
    const auto& panel = m_panels[index];
    const auto rect = area(index);
    const auto metrics = fontMetrics();
    const auto ink = palette().color(QPalette::WindowText), window = palette().color(QPalette::Window), base = palette().color(QPalette::Base);
    painter.fillRect(rect, base);
    paintMarks(painter, rect);
    const auto [low, high] = m_ranges[index];
    const auto ticks = ticksOf(low, high, isLogarithmic(index), rect.height() / (metrics.height() * 2));
    double last = 1e9;
    for (int i = 0; i < ticks.at.size(); ++i) {
        const double y = pixelOfValue(index, ticks.at[i]);
        if (y < rect.top() || y > rect.bottom() + 1 || std::abs(last - y) < metrics.height() * 0.9)
            continue;
        last = y;
        painter.setPen(QPen(ui::mixed(base, ink, 0.14), 1));
        painter.drawLine(QPointF(rect.left(), std::round(y)), QPointF(rect.right(), std::round(y)));
        painter.setPen(ink);
        painter.drawLine(QPointF(rect.left() - kTick, std::round(y)), QPointF(rect.left() - 1, std::round(y)));
        painter.drawText(QRectF(0, y - metrics.height() / 2.0, rect.left() - kTick - kGap, metrics.height()), Qt::AlignRight | Qt::AlignVCenter, ticks.texts[i]);
    }
    painter.save();
    painter.setClipRect(rect);
    const auto [begin, end] = visibleKeys();
    const auto from = std::size_t(std::max(begin - 1, m_first) - m_first), to = std::size_t(std::min(end + 1, m_first + m_count) - m_first);
    const bool sparse = double(to - from) * 3 < double(rect.width());
    // Steep lines between neighbouring columns gain nothing from smoothing, and take hundreds of milliseconds.
    const bool dense = double(to - from) > 0.5 * rect.width();
    painter.setRenderHint(QPainter::Antialiasing, !dense);
    for (const auto& series : panel.series) {
        QPen pen(series.color, dense ? 0 : 1.6);        // 0: one pixel of the screen, which is drawn fastest
        if (series.dashed && !dense)
            pen.setDashPattern({4, 2});
        painter.setPen(pen);
        QPolygonF line;
        const auto flush = [&] {
            if (line.size() == 1)
                painter.drawPoint(line.first());
            else if (line.size() > 1)
                painter.drawPolyline(line);
            line.clear();
        };
        for (const auto& point : thinned(*series.y, from, to, columns)) {
            if (!std::isfinite(point.y)) {
                flush();
                continue;
            }
            line.append({pixelOf(m_first + qint64(point.index)), pixelOfValue(index, point.y)});
            if (sparse) {
                painter.setBrush(series.color);
                painter.drawEllipse(line.last(), 2.2, 2.2);
            }
        }
        painter.setBrush(Qt::NoBrush);
        flush();
    }
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_crosshair) {
        const double x = pixelOf(*m_crosshair);
        painter.setPen(QPen(ui::mixed(base, ink, 0.6), 1));
        painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom() + 1));
        for (const auto& series : panel.series)
            if (const double value = (*series.y)[std::size_t(*m_crosshair - m_first)]; std::isfinite(value)) {
                painter.setPen(QPen(base, 1));
                painter.setBrush(series.color);
                painter.drawEllipse(QPointF(x, pixelOfValue(index, value)), 4, 4);
            }
        painter.setBrush(Qt::NoBrush);
    }
    if (m_drag.kind == decltype(m_drag.kind)::Rubber) {
        auto fill = palette().color(QPalette::Highlight);
        fill.setAlphaF(0.25F);
        painter.fillRect(QRectF(QPointF(m_drag.from.x(), rect.top()), QPointF(m_drag.to.x(), rect.bottom() + 1)).normalized(), fill);
    }
    painter.restore();
    painter.setPen(QPen(ui::mixed(window, ink, 0.45), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(-1, -1, 0, 0));

    // The label of the axis stands along it; in front of the legend where the panel is too low for it.
    int x = rect.left();
    const int top = rect.top() - titleHeight(), upright = rect.height() + titleHeight();
    const bool along = metrics.horizontalAdvance(panel.label) <= upright;
    painter.setPen(ink);
    if (!along) {
        const int width = metrics.horizontalAdvance(panel.label) + 2;
        painter.drawText(QRect(kGap, top, width, titleHeight()), Qt::AlignLeft | Qt::AlignVCenter, panel.label);
        x = std::max(x, kGap + width + metrics.averageCharWidth());
    }
    // The legend, which is the read-out.
    for (std::size_t s = 0; s < panel.series.size(); ++s) {
        const auto& series = panel.series[s];
        const auto value = valueText(index, s);
        const auto text = value.isEmpty() ? series.name : tr("%1: %2", "curve, value").arg(series.name, value);
        QPen pen(series.color, 3, Qt::SolidLine, Qt::FlatCap);
        if (series.dashed)
            pen.setDashPattern({1.6, 0.9});
        painter.setPen(pen);
        painter.drawLine(QPointF(x, top + titleHeight() / 2.0), QPointF(x + 20, top + titleHeight() / 2.0));
        x += 26;
        const int room = std::min(metrics.horizontalAdvance(text) + 2, rect.right() - x);
        painter.setPen(ink);
        painter.drawText(QRect(x, top, std::max(room, 0), titleHeight()), Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(text, Qt::ElideRight, room));
        x += metrics.horizontalAdvance(series.name) + metrics.horizontalAdvance(QStringLiteral(": 0.0000e−00")) + 16;
    }
    if (!along)
        return;
    painter.save();
    painter.translate(metrics.height() / 2.0 + 1, rect.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-upright / 2.0, -metrics.height() / 2.0, upright, metrics.height()), Qt::AlignCenter, panel.label);
    painter.restore();
}

void CurveStack::paintAxis(QPainter& painter) const
{
    const auto metrics = fontMetrics();
    const auto rect = area(m_panels.size() - 1);
    const auto ink = palette().color(QPalette::WindowText);
    const bool distance = m_settings.axis == Axis::LogDistance;
    const int count = std::max(2, rect.width() / (metrics.horizontalAdvance(QStringLiteral("000,000")) * 2));
    auto ticks = distance ? ticksOf(std::pow(10.0, m_low), std::pow(10.0, m_high), true, count, CurveTicker::Labels::Counts) : ticksOf(m_low, m_high, false, count, CurveTicker::Labels::Counts);
    if (distance && m_low <= std::log10(0.5)) {
        // Distance 0 has no logarithm: it stands at a half.
        for (int i = int(ticks.at.size()) - 1; i >= 0; --i)
            if (ticks.at[i] < 1) {
                ticks.at.remove(i);
                ticks.texts.remove(i);
            }
        ticks.at.prepend(0.5);
        ticks.texts.prepend(QStringLiteral("0"));
    }
    painter.setPen(ink);
    double last = -1e9;
    for (int i = 0; i < ticks.at.size(); ++i) {
        const double unit = distance ? std::log10(ticks.at[i]) : ticks.at[i] + 0.5;
        const double x = rect.left() + (unit - m_low) / (m_high - m_low) * rect.width();
        if (x < rect.left() || x > rect.right() + 1 || (!distance && ticks.at[i] != std::floor(ticks.at[i])))
            continue;
        painter.drawLine(QPointF(x, rect.bottom() + 1), QPointF(x, rect.bottom() + 1 + kTick));
        const int width = metrics.horizontalAdvance(ticks.texts[i]) + 2;
        if (x - width / 2.0 < last + 2)
            continue;
        last = x + width / 2.0;
        painter.drawText(QRectF(x - width / 2.0, rect.bottom() + 1 + kTick, width, metrics.height()), Qt::AlignCenter, ticks.texts[i]);
    }
    const auto label = distance ? tr("Distance to the key (tokens)") : tr("Key position (tokens)");
    painter.drawText(QRect(rect.left(), rect.bottom() + 1 + kTick + metrics.height() + 2, rect.width(), metrics.height()), Qt::AlignCenter, label);
    if (m_marks.needleBegin >= m_first && m_marks.needleBegin < m_first + m_count) {
        const auto top = area(0);
        const double x = (pixelOf(m_marks.needleBegin) + pixelOf(std::min(m_marks.needleEnd, m_first + m_count) - 1)) / 2;
        const int width = metrics.horizontalAdvance(m_marks.needleLabel) + 2;
        if (x >= top.left() && x <= top.right()) {
            painter.setPen(ui::isDark(palette()) ? ui::mixed(kNeedle, Qt::white, 0.4) : kNeedle);
            painter.drawText(QRectF(std::clamp(x - width / 2.0, double(top.left()), double(std::max(top.left(), top.right() - width))), 0, width, titleHeight()), Qt::AlignCenter, m_marks.needleLabel);
        }
    }
}

}  // namespace bam::plots
