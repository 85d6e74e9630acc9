// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/series_layer.h"

#include "widgets/plots/color_maps.h"
#include "widgets/plots/marker_shape.h"

#include <algorithm>
#include <cmath>

namespace bam::figures {
namespace {

constexpr double kBand = 0.15;          // opacity
constexpr double kBehind = 0.22;        // of what is not highlighted
constexpr double kFar = 30000;          // pixels; painters lose precision beyond
constexpr int kFewMarkers = 8;          // on a line that is told apart by them

bool isPoint(const QPointF& point) { return std::isfinite(point.x()) && std::isfinite(point.y()); }

QPointF bounded(const QPointF& point) { return {std::clamp(point.x(), -kFar, kFar), std::clamp(point.y(), -kFar, kFar)}; }

/// Of all points in one column of pixels only the first, the highest, the lowest and the last are seen.
class Thinner {
public:
    explicit Thinner(QPolygonF& out, double column) : m_out(out), m_width(column) {}
    void add(const QPointF& point)
    {
        const double column = std::floor(point.x() / m_width);
        if (m_count > 0 && column == m_column) {
            if (point.y() < m_low.y())
                m_low = point;
            if (point.y() > m_high.y())
                m_high = point;
            m_last = point;
            ++m_count;
            return;
        }
        flush();
        m_column = column;
        m_first = m_low = m_high = m_last = point;
        m_count = 1;
    }
    void flush()
    {
        if (m_count > 0)
            m_out.append(m_first);
        if (m_count > 3) {
            const bool lowFirst = m_low.x() < m_high.x();
            m_out.append(lowFirst ? m_low : m_high);
            m_out.append(lowFirst ? m_high : m_low);
        } else if (m_count == 3) {
            m_out.append(m_low == m_first || m_low == m_last ? m_high : m_low);
        }
        if (m_count > 1)
            m_out.append(m_last);
        m_count = 0;
    }

private:
    QPolygonF& m_out;
    const double m_width;
    double m_column = 0;
    QPointF m_first, m_low, m_high, m_last;
    int m_count = 0;
};

QPolygonF stepped(const QPolygonF& line)
{
    QPolygonF steps;
    for (qsizetype i = 0; i < line.size(); ++i) {
        if (i > 0)
            steps.append({line[i].x(), line[i - 1].y()});
        steps.append(line[i]);
    }
    return steps;
}

/// The parts of a line inside of a rectangle (Liang and Barsky 1984): SVG as Qt writes it knows no clipping.
QVector<QPolygonF> clipped(const QPolygonF& line, const QRectF& area)
{
    QVector<QPolygonF> parts;
    for (qsizetype i = 1; i < line.size(); ++i) {
        const QPointF from = line[i - 1], way = line[i] - from;
        double begin = 0, end = 1;
        const auto cut = [&](double along, double room) {
            if (along == 0)
                return room >= 0;
            const double t = room / along;
            (along < 0 ? begin : end) = along < 0 ? std::max(begin, t) : std::min(end, t);
            return begin <= end;
        };
        if (!cut(-way.x(), from.x() - area.left()) || !cut(way.x(), area.right() - from.x()) || !cut(-way.y(), from.y() - area.top()) || !cut(way.y(), area.bottom() - from.y()))
            continue;
        const QPointF a = from + begin * way, b = from + end * way;
        if (begin > 0 || parts.isEmpty() || parts.last().last() != a)
            parts.append(QPolygonF{a});
        parts.last().append(b);
    }
    return parts;
}

bool isVectorized(const QCPPainter& painter) { return painter.modes().testFlag(QCPPainter::pmVectorized); }

double barWidth(const QVector<double>& x)
{
    double step = INFINITY;
    for (qsizetype i = 1; i < x.size(); ++i)
        if (x[i] > x[i - 1])
            step = std::min(step, x[i] - x[i - 1]);
    return std::isfinite(step) ? 0.8 * step : 0.8;
}

QCPRange rangeOf(const QVector<double>& values, QCP::SignDomain domain, bool& found)
{
    QCPRange range;
    found = false;
    for (const double value : values) {
        if (!std::isfinite(value) || (domain == QCP::sdPositive && value <= 0) || (domain == QCP::sdNegative && value >= 0))
            continue;
        if (!found)
            range = QCPRange(value, value);
        range.expand(value);
        found = true;
    }
    return range;
}

}  // namespace

SeriesLayer::SeriesLayer(QCPAxis* x, QCPAxis* y, Series series, SeriesLook look, SeriesSizes sizes)
    : QCPAbstractPlottable(x, y)
    , m_series(std::move(series))
    , m_look(std::move(look))
    , m_sizes(sizes)
{
    setName(m_series.name);
    setSelectable(QCP::stNone);
    m_ascending = std::is_sorted(m_series.x.begin(), m_series.x.end());
}

void SeriesLayer::setColors(const QString& map, ColorScale scale, const Range& range)
{
    m_map = map;
    m_scale = scale;
    m_range = range;
}

QPointF SeriesLayer::pixelOf(qsizetype point) const { return coordsToPixels(m_series.x.value(point), m_series.y.value(point)); }

QColor SeriesLayer::faded(double opacity) const
{
    QColor color = m_look.color;
    color.setAlphaF(float(std::clamp(opacity * m_series.opacity * (m_emphasis == Emphasis::Behind ? kBehind : 1), 0.0, 1.0)));
    return color;
}

QPen SeriesLayer::linePen(double opacity) const
{
    QPen pen(faded(opacity), m_sizes.line * m_series.width * (m_emphasis == Emphasis::Highlighted ? 1.7 : 1), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (!m_look.dashes.isEmpty())
        pen.setDashPattern(m_look.dashes);
    return pen;
}

/// Unbroken stretches in pixels, thinned to what can be seen.
QVector<QPolygonF> SeriesLayer::lines(const QVector<double>& y) const
{
    QVector<QPolygonF> result;
    const auto& x = m_series.x;
    qsizetype begin = 0, end = std::min(x.size(), y.size());
    const auto range = mKeyAxis->range();
    if (m_ascending) {
        begin = std::max<qsizetype>(0, std::lower_bound(x.begin(), x.begin() + end, range.lower) - x.begin() - 1);
        end = std::min<qsizetype>(end, std::upper_bound(x.begin() + begin, x.begin() + end, range.upper) - x.begin() + 1);
    }
    // Finer than a pixel where there are many pixels to a line's width: a file is looked at closely.
    const double column = std::max(1.0, m_sizes.line / 2);
    const bool thin = m_ascending && double(end - begin) > 3 * mKeyAxis->axisRect()->width() / column;
    const bool logX = mKeyAxis->scaleType() == QCPAxis::stLogarithmic, logY = mValueAxis->scaleType() == QCPAxis::stLogarithmic;
    QPolygonF line;
    const auto close = [&] {
        if (!line.isEmpty())
            result.append(line);
        line.clear();
    };
    Thinner thinner(line, column);
    for (qsizetype i = begin; i < end; ++i) {
        const bool drawable = std::isfinite(x[i]) && std::isfinite(y[i]) && !(logX && x[i] <= 0) && !(logY && y[i] <= 0);
        if (!drawable) {
            thinner.flush();
            close();
            continue;
        }
        const auto point = bounded(coordsToPixels(x[i], y[i]));
        if (thin)
            thinner.add(point);
        else
            line.append(point);
    }
    thinner.flush();
    close();
    return result;
}

void SeriesLayer::draw(QCPPainter* painter)
{
    if (hasWhiskers(m_series))
        drawWhiskers(painter);
    else if (!m_series.low.isEmpty())
        drawBand(painter);
    if (m_series.shape == Shape::Bars)
        drawBars(painter);
    else if (m_series.shape != Shape::Points)
        drawLine(painter);
    if (m_series.shape == Shape::Points || m_series.shape == Shape::LineAndPoints)
        drawMarkers(painter);
    else if (m_look.marked && m_series.shape != Shape::Bars)
        drawFewMarkers(painter);
}

/// A line from low to high at each point, as far as it is inside of the panel.
void SeriesLayer::drawWhiskers(QCPPainter* painter) const
{
    applyDefaultAntialiasingHint(painter);
    painter->setPen(QPen(faded(1), m_sizes.line * m_series.width, Qt::SolidLine, Qt::FlatCap));
    for (qsizetype i = 0; i < std::min({m_series.x.size(), m_series.low.size(), m_series.high.size()}); ++i) {
        const auto at = [&](double value) { return m_series.sideways ? coordsToPixels(value, m_series.y.value(i)) : coordsToPixels(m_series.x[i], value); };
        const auto low = at(m_series.low[i]), high = at(m_series.high[i]);
        if (isPoint(low) && isPoint(high))
            for (const auto& part : clipped(QPolygonF{bounded(low), bounded(high)}, QRectF(clipRect())))
                painter->drawPolyline(part);
    }
}

void SeriesLayer::drawBand(QCPPainter* painter) const
{
    auto lows = m_series.low, highs = m_series.high;
    const bool logY = mValueAxis->scaleType() == QCPAxis::stLogarithmic;
    for (qsizetype i = 0; i < std::min(lows.size(), highs.size()); ++i) {
        if (!std::isfinite(lows[i]) || !std::isfinite(highs[i]))
            lows[i] = highs[i] = std::numeric_limits<double>::quiet_NaN();
        else if (logY && highs[i] > 0)
            lows[i] = std::max(lows[i], mValueAxis->range().lower);
    }
    const auto low = lines(lows), high = lines(highs);
    applyFillAntialiasingHint(painter);
    painter->setPen(Qt::NoPen);
    painter->setBrush(faded(kBand));
    for (qsizetype i = 0; i < std::min(low.size(), high.size()); ++i) {
        const bool steps = m_series.shape == Shape::Steps;
        QPolygonF area = steps ? stepped(high[i]) : high[i];
        const QPolygonF lower = steps ? stepped(low[i]) : low[i];
        for (qsizetype k = lower.size(); k-- > 0;)
            area.append(lower[k]);
        painter->drawPolygon(isVectorized(*painter) ? area.intersected(QPolygonF(QRectF(clipRect()))) : area);
    }
}

void SeriesLayer::drawLine(QCPPainter* painter) const
{
    applyDefaultAntialiasingHint(painter);
    painter->setPen(linePen(1));
    painter->setBrush(Qt::NoBrush);
    for (const auto& line : lines(m_series.y)) {
        const auto drawn = m_series.shape == Shape::Steps ? stepped(line) : line;
        if (drawn.size() > 1 && isVectorized(*painter))
            for (const auto& part : clipped(drawn, QRectF(clipRect())))
                painter->drawPolyline(part);
        else if (drawn.size() > 1)
            painter->drawPolyline(drawn);
        else if (m_series.shape == Shape::Line && !m_look.marked)
            drawMarker(painter, drawn.first(), faded(1));       // one value between two gaps
    }
}

void SeriesLayer::drawBars(QCPPainter* painter) const
{
    applyFillAntialiasingHint(painter);
    const double width = barWidth(m_series.x) / m_barsThere;
    painter->setPen(m_look.hollow ? QPen(faded(1), m_sizes.line * 0.8) : QPen(Qt::NoPen));
    painter->setBrush(m_look.hollow ? faded(0.25) : faded(0.85));
    for (qsizetype i = 0; i < std::min(m_series.x.size(), m_series.y.size()); ++i) {
        if (!std::isfinite(m_series.y[i]))
            continue;
        const double middle = m_series.x[i] + (m_barPlace - (m_barsThere - 1) / 2.0) * width;
        const double foot = mValueAxis->scaleType() == QCPAxis::stLogarithmic ? mValueAxis->range().lower : 0;
        const QRectF bar(bounded(coordsToPixels(middle - width / 2, m_series.y[i])), bounded(coordsToPixels(middle + width / 2, foot)));
        painter->drawRect(bar.normalized() & QRectF(clipRect()));
    }
}

void SeriesLayer::drawMarkers(QCPPainter* painter) const
{
    applyScattersAntialiasingHint(painter);
    const auto clip = QRectF(clipRect()).adjusted(-1, -1, 1, 1);
    for (qsizetype i = 0; i < std::min(m_series.x.size(), m_series.y.size()); ++i) {
        const auto at = pixelOf(i);
        if (!isPoint(at) || !clip.contains(at))
            continue;
        QColor color = faded(1);
        if (i < m_series.shade.size()) {
            if (std::isnan(m_series.shade[i]))
                continue;
            color = QColor::fromRgb(plots::colorAt(m_map, shareOf(m_series.shade[i], m_range, m_scale)));
            color.setAlphaF(faded(1).alphaF());
        }
        drawMarker(painter, at, color);
    }
}

void SeriesLayer::drawFewMarkers(QCPPainter* painter) const
{
    const qsizetype count = std::min(m_series.x.size(), m_series.y.size());
    const qsizetype every = std::max<qsizetype>(1, count / kFewMarkers);
    applyScattersAntialiasingHint(painter);
    for (qsizetype i = every / 2; i < count; i += every)
        if (const auto at = pixelOf(i); isPoint(at) && clipRect().contains(at.toPoint()))
            drawMarker(painter, at, faded(1));
}

void SeriesLayer::drawMarker(QCPPainter* painter, const QPointF& center, const QColor& color) const
{
    const double r = m_sizes.marker / 2 * (m_emphasis == Emphasis::Highlighted ? 1.4 : 1);
    const bool shaded = !m_series.shade.isEmpty();
    const bool strokes = m_look.marker == plots::kUnknownMarker;
    painter->setPen(strokes ? QPen(color, r / 2) : QPen(shaded ? m_look.color : color, shaded ? r / 6 : r / 3));
    painter->setBrush(strokes ? QBrush(Qt::NoBrush) : QBrush(m_look.hollow && !shaded ? m_paper : color));
    painter->drawPath(plots::markerShape(m_look.marker, center, r));
}

void SeriesLayer::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const
{
    applyDefaultAntialiasingHint(painter);
    const auto middle = rect.center();
    if (!m_series.low.isEmpty() && !hasWhiskers(m_series))
        painter->fillRect(rect.adjusted(0, rect.height() * 0.12, 0, -rect.height() * 0.12), faded(kBand));
    if (m_series.shape == Shape::Bars) {
        painter->setPen(m_look.hollow ? QPen(faded(1), m_sizes.line * 0.8) : QPen(Qt::NoPen));
        painter->setBrush(m_look.hollow ? faded(0.25) : faded(0.85));
        painter->drawRect(QRectF(middle.x() - rect.height() / 2, rect.top() + rect.height() * 0.15, rect.height(), rect.height() * 0.7));
        return;
    }
    if (m_series.shape != Shape::Points) {
        painter->setPen(linePen(1));
        painter->drawLine(QPointF(rect.left(), middle.y()), QPointF(rect.right(), middle.y()));
    }
    if (m_series.shape == Shape::Points || m_series.shape == Shape::LineAndPoints || m_look.marked)
        drawMarker(painter, middle, faded(1));
}

double SeriesLayer::selectTest(const QPointF& position, bool, QVariant*) const
{
    double least = -1;
    for (qsizetype i = 0; i < std::min(m_series.x.size(), m_series.y.size()); ++i) {
        const auto at = pixelOf(i);
        if (!isPoint(at))
            continue;
        const double distance = std::hypot(at.x() - position.x(), at.y() - position.y());
        least = least < 0 ? distance : std::min(least, distance);
    }
    return least;
}

QCPRange SeriesLayer::getKeyRange(bool& found, QCP::SignDomain domain) const { return rangeOf(m_series.x, domain, found); }
QCPRange SeriesLayer::getValueRange(bool& found, QCP::SignDomain domain, const QCPRange&) const { return rangeOf(m_series.y, domain, found); }

}  // namespace bam::figures
