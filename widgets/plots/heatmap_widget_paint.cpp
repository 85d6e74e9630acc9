// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing a heatmap: picture, axes, marks, colour bar, crosshair and read-out.
#include "widgets/plots/heatmap_widget.h"

#include "widgets/common/colors.h"
#include "widgets/common/format.h"

#include <QPaintEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace bam::plots {
namespace {

constexpr int kStrip = 7, kTick = 4, kGap = 4, kBar = 14, kBarGap = 12, kPadding = 8, kInset = 8;
const QColor kNeedle(213, 94, 0), kAnswer(0, 114, 178);        // Okabe and Ito's vermilion and blue

struct PositionTick {
    qint64 position;
    double at;          // in the widget's pixels
};

/// Round positions, 1-2-5, no closer than `room` pixels. @param pixelOf of a place on the axis
template <class PixelOf>
std::vector<PositionTick> positionTicks(qint64 begin, qint64 end, double room, const PixelOf& pixelOf)
{
    std::vector<PositionTick> ticks;
    const double perPosition = pixelOf(double(begin) + 1) - pixelOf(double(begin));
    if (!(perPosition > 0))
        return ticks;
    qint64 step = 1;
    for (int i = 0; double(step) * perPosition < room && step < end - begin; ++i)
        step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    for (auto position = (begin + step - 1) / step * step; position < end; position += step)
        ticks.push_back({position, pixelOf(double(position) + 0.5)});
    return ticks;
}

QString powerOfTen(int exponent)
{
    constexpr std::array<char16_t, 10> superscripts{0x2070, 0xB9, 0xB2, 0xB3, 0x2074, 0x2075, 0x2076, 0x2077, 0x2078, 0x2079};
    QString text = QStringLiteral("10");
    if (exponent < 0)
        text += QChar(0x207B);
    for (const QChar digit : QString::number(std::abs(exponent)))
        text += QChar(superscripts[std::size_t(digit.digitValue())]);
    return text;
}

QString barText(double value, ColorScale scale)
{
    if (scale == ColorScale::Log && value > 0) {
        const double exponent = std::log10(value);
        if (std::abs(exponent - std::round(exponent)) < 1e-9 && std::abs(exponent) > 1.5)
            return powerOfTen(int(std::lround(exponent)));
    }
    return ui::significant(value, 3);
}

/// Seen on any colour: light on dark.
void drawTwoTone(QPainter& painter, const QLineF& line, Qt::PenStyle style = Qt::SolidLine, const QColor& color = Qt::white)
{
    painter.setPen(QPen(QColor(0, 0, 0, 130), 3));
    painter.drawLine(line);
    painter.setPen(QPen(color, 1, style));
    painter.drawLine(line);
}

/// Whether a line to the right or downwards, within the area along its direction, is in it: dashes of what is far outside take long.
bool crosses(const QLineF& line, const QRect& area)
{
    return line.x1() <= line.x2() && line.y1() <= line.y2() && line.x1() >= area.left() - 5 && line.x2() <= area.right() + 6 && line.y1() >= area.top() - 5 && line.y2() <= area.bottom() + 6;
}

void drawChip(QPainter& painter, const QRectF& rect, const QString& text, const QPalette& palette)
{
    auto back = palette.color(QPalette::ToolTipBase);
    back.setAlphaF(0.93F);
    painter.setPen(QPen(palette.color(QPalette::Mid), 1));
    painter.setBrush(back);
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(palette.color(QPalette::ToolTipText));
    painter.drawText(rect, Qt::AlignCenter, text);
}

void drawUpwards(QPainter& painter, const QPointF& center, double length, int height, const QString& text)
{
    painter.save();
    painter.translate(center);
    painter.rotate(-90);
    painter.drawText(QRectF(-length / 2, -height / 2.0, length, height), Qt::AlignCenter, painter.fontMetrics().elidedText(text, Qt::ElideMiddle, int(length)));
    painter.restore();
}

/// A mark's colour that is readable as text on the window.
QColor inkOf(const QColor& color, const QPalette& palette) { return ui::isDark(palette) ? ui::mixed(color, Qt::white, 0.4) : color; }

}  // namespace

int HeatmapWidget::markWidth() const
{
    int width = 0;
    if (m_marks.needleBegin >= 0)
        width = std::max(width, fontMetrics().horizontalAdvance(m_marks.needleLabel));
    if (!m_marks.queryRows.empty())
        width = std::max(width, fontMetrics().horizontalAdvance(m_marks.queryLabel));
    return m_compact || width == 0 ? 0 : width + kGap;
}

QMargins HeatmapWidget::margins() const
{
    const auto metrics = fontMetrics();
    const int label = m_compact ? 0 : metrics.height() + kGap;
    const int number = metrics.horizontalAdvance(ui::count(double(std::max<qint64>(m_image.source().length(), 10000))));
    const int barNumber = metrics.horizontalAdvance(QStringLiteral("0.00e-00"));
    const int top = !m_compact && m_marks.needleBegin >= 0 ? metrics.height() + kGap : metrics.height() / 2;
    return {label + number + kGap + kTick + kStrip, top, markWidth() + kBarGap + kBar + kTick + kGap + barNumber + label, kStrip + kTick + metrics.height() + label + kGap};
}

QRect HeatmapWidget::area() const
{
    const auto inner = rect().marginsRemoved(margins());
    return inner.width() > 0 && inner.height() > 0 ? inner : QRect(margins().left(), margins().top(), 1, 1);
}

QSize HeatmapWidget::minimumSizeHint() const
{
    const auto around = margins();
    const int least = fontMetrics().height() * (m_compact ? 5 : 8);
    return {around.left() + around.right() + least, around.top() + around.bottom() + least};
}

void HeatmapWidget::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    const auto area = this->area();
    if (m_image.source().empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect().adjusted(kPadding, kPadding, -kPadding, -kPadding), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    // Colours of device pixels: no painter may mix them.
    const auto ratio = devicePixelRatioF();
    painter.save();
    painter.scale(1 / ratio, 1 / ratio);
    painter.drawImage(pictureOrigin() * ratio, m_image.picture(m_window, pictureSize()));
    painter.restore();
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter, area);
    paintMarks(painter, area);
    paintBar(painter, area);
    painter.save();
    painter.setClipRect(area);
    paintLines(painter, area);
    painter.restore();
    paintNotes(painter, area);
    if (!m_compact)
        paintReadout(painter, area);
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(area).adjusted(-0.5, -0.5, 0.5, 0.5));
    }
}

void HeatmapWidget::paintAxes(QPainter& painter, const QRect& area) const
{
    const auto metrics = fontMetrics();
    const auto ink = palette().color(QPalette::WindowText);
    const auto part = visible();
    const double ratio = devicePixelRatioF(), perCell = 1 / (m_window.perPixel * ratio);
    const auto x = [&](double key) { return area.left() + m_window.xOf(key) / ratio; };
    const auto y = [&](double query) { return area.top() + m_window.yOf(query) / ratio; };
    const QRectF matrix = QRectF(QPointF(x(double(part.keyBegin)), y(double(part.queryBegin))), QPointF(x(double(part.keyEnd)), y(double(part.queryEnd)))) & QRectF(area);
    painter.setPen(QPen(ui::mixed(palette().color(QPalette::Window), ink, 0.55), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(matrix.adjusted(-0.5, -0.5, 0.5, 0.5));

    const int number = metrics.horizontalAdvance(ui::count(double(std::max<qint64>(m_image.source().length(), 10000))));
    const double left = area.left() - kStrip - kTick, bottom = std::min(matrix.bottom(), area.bottom() + 1.0) + kStrip + kTick;      // along the matrix, also where it ends above
    const bool words = !m_tokens.isEmpty() && !m_compact;
    for (const auto& tick : positionTicks(part.queryBegin, part.queryEnd, metrics.height() * 1.3, y)) {
        if (tick.at < area.top() || tick.at > area.bottom() + 1)
            continue;
        painter.setPen(ink);
        painter.drawLine(QPointF(left, tick.at), QPointF(left + kTick, tick.at));
        const auto text = words && perCell >= metrics.height() * 1.3 ? metrics.elidedText(piece(tick.position), Qt::ElideRight, number) : ui::count(double(tick.position));
        painter.drawText(QRectF(left - kGap - number, tick.at - metrics.height() / 2.0, number, metrics.height()), Qt::AlignRight | Qt::AlignVCenter, text);
    }
    const double room = perCell >= metrics.averageCharWidth() * 7 && words ? perCell : number * 1.5;
    for (const auto& tick : positionTicks(part.keyBegin, part.keyEnd, room, x)) {
        if (tick.at < area.left() || tick.at > area.right() + 1)
            continue;
        painter.setPen(ink);
        painter.drawLine(QPointF(tick.at, bottom), QPointF(tick.at, bottom - kTick));
        const double width = std::max(room, double(number) + 2);
        const auto text = room == perCell ? metrics.elidedText(piece(tick.position), Qt::ElideRight, int(perCell) - 2) : ui::count(double(tick.position));
        painter.drawText(QRectF(tick.at - width / 2, bottom, width, metrics.height()), Qt::AlignCenter, text);
    }
    if (m_compact)
        return;
    painter.setPen(ink);
    const double centerX = matrix.width() > 80 ? matrix.center().x() : area.center().x(), centerY = matrix.height() > 80 ? matrix.center().y() : area.center().y();
    drawUpwards(painter, {kGap + metrics.height() / 2.0, centerY}, std::max(matrix.height(), 10.0 * metrics.height()), metrics.height(), tr("Query position (tokens)"));
    const double width = std::max(matrix.width(), double(metrics.horizontalAdvance(tr("Key position (tokens)"))) + 2);
    painter.drawText(QRectF(centerX - width / 2, bottom + metrics.height() + 2, width, metrics.height()), Qt::AlignCenter, tr("Key position (tokens)"));
}

void HeatmapWidget::paintMarks(QPainter& painter, const QRect& area) const
{
    const auto metrics = fontMetrics();
    const double ratio = devicePixelRatioF();
    const auto x = [&](double key) { return area.left() + m_window.xOf(key) / ratio; };
    const auto y = [&](double query) { return area.top() + m_window.yOf(query) / ratio; };
    const double left = area.left(), right = area.right() + 1, top = area.top(), bottom = std::min(area.bottom() + 1.0, y(double(home().queryEnd)));
    const double length = double(m_image.source().length());
    const double edge = std::min(right, x(length));
    double after = -1e9;                // labels at the right stand below one another
    const auto labelRow = [&](double at, const QString& text, const QColor& color) {
        if (m_compact)
            return;
        at = std::max(std::clamp(at, top + metrics.height() / 2.0, std::max(top, bottom - metrics.height() / 2.0)), after + metrics.height());
        after = at;
        painter.setPen(inkOf(color, palette()));
        painter.drawText(QRectF(edge + kGap, at - metrics.height() / 2.0, markWidth(), metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    if (m_marks.needleBegin >= 0) {
        const double x0 = std::max(x(double(m_marks.needleBegin)), left), x1 = std::min(std::max(x(double(m_marks.needleEnd)), x(double(m_marks.needleBegin)) + 3), right);
        const double y0 = std::max(y(double(m_marks.needleBegin)), top), y1 = std::min(std::max(y(double(m_marks.needleEnd)), y(double(m_marks.needleBegin)) + 3), bottom);
        if (x1 > x0) {
            painter.fillRect(QRectF(x0, bottom + 1, x1 - x0, kStrip - 2), kNeedle);
            if (!m_compact) {
                const double width = metrics.horizontalAdvance(m_marks.needleLabel) + 2;
                const double place = std::clamp((x0 + x1 - width) / 2, left, std::max(left, right - width));
                painter.setPen(inkOf(kNeedle, palette()));
                painter.drawText(QRectF(place, std::max(top, y(0)) - metrics.height() - 2, width, metrics.height()), Qt::AlignCenter, m_marks.needleLabel);
            }
        }
        if (y1 > y0) {
            painter.fillRect(QRectF(left - kStrip + 1, y0, kStrip - 2, y1 - y0), kNeedle);
            labelRow((y0 + y1) / 2, m_marks.needleLabel, kNeedle);
        }
    }
    // Rows that follow one another are one mark.
    double drawn = -1e9, first = -1;
    painter.setPen(Qt::NoPen);
    painter.setBrush(kAnswer);
    for (const auto row : m_marks.queryRows) {
        const double at = y(double(row) + 0.5);
        if (at < top || at > bottom || at - drawn < 2)
            continue;
        QPainterPath triangle(QPointF(left - 1, at));
        triangle.lineTo(left - kStrip + 0.5, at - 3.5);
        triangle.lineTo(left - kStrip + 0.5, at + 3.5);
        triangle.closeSubpath();
        painter.drawPath(triangle);
        first = first < 0 ? at : first;
        drawn = at;
    }
    if (first >= 0)
        labelRow((first + drawn) / 2, m_marks.queryLabel, kAnswer);
}

void HeatmapWidget::paintBar(QPainter& painter, const QRect& area) const
{
    const auto metrics = fontMetrics();
    const auto ink = palette().color(QPalette::WindowText);
    const QRectF bar(area.right() + 1 + markWidth() + kBarGap, area.top(), kBar, area.height());
    const auto& scale = m_image.scale();
    QImage strip(kBar, std::max(2, int(bar.height())), QImage::Format_RGB32);
    for (int i = 0; i < strip.height(); ++i)
        std::fill_n(reinterpret_cast<QRgb*>(strip.scanLine(i)), kBar, scale.color(float(scale.valueAt(1 - (i + 0.5) / strip.height()))));
    painter.drawImage(bar.topLeft(), strip);
    painter.setPen(QPen(ui::mixed(palette().color(QPalette::Window), ink, 0.55), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5));
    painter.setPen(ink);
    double last = 1e9;
    const double barNumber = metrics.horizontalAdvance(QStringLiteral("0.00e-00"));
    for (const double tick : scale.ticks(std::clamp(int(bar.height() / (metrics.height() * 2.5)), 2, 8))) {
        const double at = bar.bottom() - scale.share(tick) * bar.height();
        if (last - at < metrics.height())
            continue;
        last = at;
        painter.drawLine(QPointF(bar.right() + 1, at), QPointF(bar.right() + 1 + kTick, at));
        painter.drawText(QRectF(bar.right() + 1 + kTick + kGap, at - metrics.height() / 2.0, barNumber + kGap, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, barText(tick, scale.scale()));
    }
    if (!m_compact)
        drawUpwards(painter, {width() - kGap - metrics.height() / 2.0, bar.center().y()}, bar.height(), metrics.height(), m_valueName);
}

void HeatmapWidget::paintLines(QPainter& painter, const QRect& area) const
{
    const double ratio = devicePixelRatioF();
    const auto x = [&](double key) { return area.left() + m_window.xOf(key) / ratio; };
    const auto y = [&](double query) { return area.top() + m_window.yOf(query) / ratio; };
    const double length = double(m_image.source().length()), bottom = std::min(double(area.bottom() + 1), y(length)), left = std::max(double(area.left()), x(0));
    if (m_marks.needleBegin >= 0) {
        // Beside what they point at, never on it: the narrower the stripe, the thinner and farther off.
        const double from = double(m_marks.needleBegin), to = double(m_marks.needleEnd), width = x(to) - x(from), beside = width < 12 ? 3.5 : 1.5;
        const auto guide = [&](const QLineF& line) {
            if (!crosses(line, area))
                return;
            if (width >= 12)
                return drawTwoTone(painter, line, Qt::DashLine, kNeedle.lighter(140));
            painter.setPen(QPen(kNeedle.lighter(140), 1, Qt::DotLine));
            painter.drawLine(line);
        };
        for (const double key : {x(from) - beside, x(to) + beside})
            guide({key, std::max(y(from), double(area.top())), key, bottom});
        for (const double query : {y(from) - beside, y(to) + beside})
            guide({left, query, std::min(x(to), double(area.right() + 1)), query});
    }
    const double right = std::min(double(area.right() + 1), x(length)), top = std::max(double(area.top()), y(0));
    if (m_selected) {
        const double key = x(double(m_selected->key) + 0.5), query = y(double(m_selected->query) + 0.5), cell = std::max(1 / (m_window.perPixel * ratio), 7.0);
        for (const QLineF& line : {QLineF(left, query, std::min(x(double(m_selected->query)), right), query), QLineF(key, std::max(y(double(m_selected->key)), top), key, bottom)})
            if (crosses(line, area))
                drawTwoTone(painter, line, Qt::DotLine);
        painter.setBrush(Qt::NoBrush);
        for (const auto& [color, width] : {std::pair{QColor(0, 0, 0, 160), 3.5}, {QColor(Qt::white), 1.5}}) {
            painter.setPen(QPen(color, width));
            painter.drawRect(QRectF(key - cell / 2, query - cell / 2, cell, cell));
        }
    }
    if (m_crosshair) {
        const double key = x(double(m_crosshair->key) + 0.5), query = y(double(m_crosshair->query) + 0.5);
        drawTwoTone(painter, {left, query, right, query});
        drawTwoTone(painter, {key, top, key, bottom});
    }
    if (m_drag.kind == Drag::Kind::Rubber) {
        auto fill = palette().color(QPalette::Highlight);
        painter.setPen(QPen(fill, 1));
        fill.setAlphaF(0.25F);
        painter.setBrush(fill);
        painter.drawRect(QRectF(m_drag.from, m_drag.to).normalized());
    }
}

void HeatmapWidget::paintNotes(QPainter& painter, const QRect& area) const
{
    QStringList notes;
    if (m_waiting)
        notes.append(tr("Loading exact values…"));
    if (const auto bad = m_image.source().nonFinite(m_settings.pooling); bad > 0)
        notes.append(tr("%n values are not finite; they are drawn in magenta", nullptr, int(std::min<qint64>(bad, std::numeric_limits<int>::max()))));
    const auto metrics = fontMetrics();
    double y = area.bottom() + 1 - kInset;
    for (const auto& note : notes) {
        const double width = std::min(metrics.horizontalAdvance(note) + 2.0 * kPadding, area.width() - 2.0 * kInset);
        y -= metrics.height() + kPadding;
        drawChip(painter, QRectF(area.left() + kInset, y, width, metrics.height() + kPadding - 2), metrics.elidedText(note, Qt::ElideRight, int(width) - kPadding), palette());
    }
}

/// In a corner away from the crosshair; at the upper right, where the empty half is, unless it is in the way.
void HeatmapWidget::paintReadout(QPainter& painter, const QRect& area) const
{
    const auto readout = this->readout();
    if (!readout)
        return;
    QStringList lines;
    for (const auto& line : {readout->tokens, readout->value, readout->place, readout->extent})
        if (!line.isEmpty())
            lines.append(line);
    auto bold = font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    int width = 0;
    for (const auto& line : lines)
        width = std::max(width, metrics.horizontalAdvance(line));
    width = std::min(width + 2 * kPadding, area.width() - 2 * kInset);
    const int height = int(lines.size()) * (metrics.height() + 2) + 2 * kPadding - 2;
    const auto mouse = pixelOf(*m_crosshair);
    const double right = area.right() + 1 - kInset - width, left = area.left() + kInset, upper = area.top() + kInset, lower = area.bottom() + 1 - kInset - height;
    QRectF box(right, upper, width, height);
    for (const auto& corner : {QPointF(right, upper), QPointF(left, lower), QPointF(left, upper)}) {
        box.moveTopLeft(corner);
        if (!box.adjusted(-24, -24, 24, 24).contains(mouse))
            break;
    }
    auto back = palette().color(QPalette::ToolTipBase);
    back.setAlphaF(0.93F);
    painter.setPen(QPen(palette().color(QPalette::Mid), 1));
    painter.setBrush(back);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    double y = box.top() + kPadding - 1;
    for (int i = 0; i < lines.size(); ++i) {
        const bool first = i == 0;
        painter.setFont(first ? bold : font());
        painter.setPen(palette().color(QPalette::ToolTipText));
        painter.drawText(QRectF(box.left() + kPadding, y, box.width() - 2 * kPadding, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, painter.fontMetrics().elidedText(lines[i], Qt::ElideMiddle, int(box.width()) - 2 * kPadding));
        y += metrics.height() + 2;
    }
    painter.setFont(font());
}

}  // namespace bam::plots
