// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/curve_layer.h"

#include "widgets/plots/marker_shape.h"

#include <algorithm>
#include <cmath>

namespace bam::plots {
namespace {

constexpr std::size_t kFewPoints = 4000;        // of a pane: so many the painter strokes within some milliseconds
constexpr double kMarkerRoom = 14;              // pixels a marker needs
constexpr double kMarkSize = 8;
constexpr float kBandOpacity = 0.22F;

void setDashes(QPen& pen, Line line)
{
    const auto dashes = dashesOf(line);
    if (dashes.isEmpty())
        return;
    pen.setCapStyle(Qt::FlatCap);
    pen.setDashPattern(dashes);
}

}  // namespace

void drawMarker(QPainter& painter, const QPointF& center, int marker, double size, const QColor& color, const QColor& inside)
{
    painter.setPen(QPen(color, std::max(1.3, size / 5)));
    painter.setBrush(marker == kUnknownMarker ? QBrush(Qt::NoBrush) : QBrush(inside));
    painter.drawPath(markerShape(marker, center, size / 2));
}

CurveLayer::CurveLayer(QCPAxis* x, QCPAxis* y)
    : QCPAbstractPlottable(x, y)
{
    setSelectable(QCP::stNone);
}

void CurveLayer::setContent(std::vector<DrawnCurve> curves, std::vector<DrawnBand> bands, std::vector<DrawnMark> marks)
{
    m_curves = std::move(curves);
    std::stable_sort(m_curves.begin(), m_curves.end(), [](const DrawnCurve& a, const DrawnCurve& b) { return a.order < b.order; });
    m_bands = std::move(bands);
    m_marks = std::move(marks);
}

void CurveLayer::clear()
{
    setContent({}, {}, {});
    m_spots.clear();
    m_covers.clear();
}

PixelMap CurveLayer::xMap(double scale) const
{
    const auto* axis = keyAxis();
    return {axis->range().lower, axis->range().upper, 0, std::max(1.0, axis->axisRect()->width() * scale), axis->scaleType() == QCPAxis::stLogarithmic, false};
}

PixelMap CurveLayer::yMap(bool exponential, double scale) const
{
    const auto* axis = valueAxis();
    const double height = std::max(1.0, axis->axisRect()->height() * scale);
    return {axis->range().lower, axis->range().upper, height, -height, axis->scaleType() == QCPAxis::stLogarithmic, exponential};
}

QPointF CurveLayer::pixelOf(double x, double y) const
{
    const auto origin = keyAxis()->axisRect()->topLeft();
    return {origin.x() + xMap().pixel(x), origin.y() + yMap(false).pixel(y)};
}

/// Whether the painter can stroke all that is visible in time.
bool CurveLayer::isFew() const
{
    const auto range = keyAxis()->range();
    std::size_t points = 0;
    for (const auto& curve : m_curves)
        points += firstRowFrom(curve.rows, range.upper) - firstRowFrom(curve.rows, range.lower);
    for (const auto& band : m_bands)
        points += 3 * band.points.size();
    return points <= kFewPoints;
}

void CurveLayer::draw(QCPPainter* painter)
{
    if (isFew()) {
        for (const auto& band : m_bands)
            drawBand(painter, band, false);
        drawLines(painter);
        for (const auto& band : m_bands)
            drawBand(painter, band, true);
    } else {
        drawRaster(painter);
    }
    for (const auto& curve : m_curves)
        if (curve.marker >= 0)
            drawMarkers(painter, curve);
    for (const auto& band : m_bands)
        if (band.marker >= 0) {
            std::vector<QPointF> places;
            for (const auto& point : band.points)
                places.push_back(pixelOf(point.x, band.exponential ? std::exp(point.mean) : point.mean));
            stampMarkers(painter, places, band.marker, band.width, band.color, isHollow(band.line));
        }
    drawMarks(painter);
}

RasterPen CurveLayer::penOf(const QColor& color, double width, Line line, double scale) const
{
    RasterPen pen{color, width * scale};
    const auto dashes = dashesOf(line);
    if (dashes.isEmpty())
        return pen;
    pen.dashOn = std::max(1, int(std::lround(dashes[0] * std::max(pen.width, 1.5))));
    pen.dashOff = std::max(2, int(std::lround(dashes[1] * std::max(pen.width, 1.5))));
    // Dashes are counted from where x is 0 (or 1 on a logarithmic axis): there they stay while the curve is moved.
    const auto x = xMap(scale);
    pen.dashPhase = int(std::fmod(x.pixel(x.logarithmic ? 1 : 0), double(pen.dashOn + pen.dashOff)));
    return pen;
}

void CurveLayer::drawRaster(QCPPainter* painter)
{
    const auto rect = keyAxis()->axisRect()->rect();
    const double scale = std::max(1.0, painter->deviceTransform().m11());
    const QSize size(int(std::lround(rect.width() * scale)), int(std::lround(rect.height() * scale)));
    if (m_image.size() != size)
        m_image = QImage(size, QImage::Format_ARGB32_Premultiplied);
    if (m_image.isNull())
        return;
    m_image.setDevicePixelRatio(scale);
    const auto x = xMap(scale);
    std::vector<RasterCurve> drawn, lines;
    for (const auto& band : m_bands)
        addBand(band, scale, drawn, lines);
    for (const auto& curve : m_curves) {
        drawn.push_back({{}, penOf(curve.color, curve.width, curve.line, scale)});
        const auto y = yMap(curve.exponential, scale);
        intervalsOf(m_covers.heights(curve.rows, x, HeightMap(y), size.width()), y, drawn.back().intervals);
    }
    m_covers.next();
    drawn.insert(drawn.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
    paintCurves(m_image, drawn);
    painter->drawImage(QPointF(rect.topLeft()), m_image);
}

/// A band is the area between two lines, and its mean a third.
void CurveLayer::addBand(const DrawnBand& band, double scale, std::vector<RasterCurve>& areas, std::vector<RasterCurve>& lines) const
{
    std::vector<double> x;
    std::vector<float> mean, low, high;
    for (const auto& point : band.points) {
        x.push_back(point.x);
        mean.push_back(float(point.mean));
        low.push_back(float(point.low));
        high.push_back(float(point.high));
    }
    const int columns = m_image.width();
    const auto cover = [&](const std::vector<float>& y, std::vector<Interval>& intervals) {
        runs::MinMaxIndex index;
        index.extend(y);
        coveredIntervals({&x, 1, &y, &index}, xMap(scale), yMap(band.exponential, scale), columns, intervals);
    };
    auto fill = band.color;
    fill.setAlphaF(kBandOpacity * fill.alphaF());
    areas.push_back({{}, penOf(fill, 0, Line::Solid, scale)});
    auto& area = areas.back().intervals;
    std::vector<Interval> below;
    cover(high, area);
    cover(low, below);
    for (std::size_t column = 0; column < area.size(); ++column)
        area[column].bottom = std::max(area[column].bottom, below[column].bottom);
    lines.push_back({{}, penOf(band.color, band.width, band.line, scale)});
    cover(mean, lines.back().intervals);
}

void CurveLayer::drawLines(QCPPainter* painter) const
{
    painter->setAntialiasing(true);
    for (const auto& curve : m_curves)
        drawLine(painter, curve);
}

void CurveLayer::drawLine(QCPPainter* painter, const DrawnCurve& curve) const
{
    const auto range = keyAxis()->range();
    const auto origin = QPointF(keyAxis()->axisRect()->topLeft());
    const auto x = xMap(), y = yMap(curve.exponential);
    const auto size = curve.rows.size();
    const auto first = firstRowFrom(curve.rows, range.lower);
    const auto last = std::min(firstRowFrom(curve.rows, range.upper) + 2, size);
    QPen pen(curve.color, curve.width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    setDashes(pen, curve.line);
    QPolygonF line;
    const auto flush = [&] {
        painter->setPen(pen);
        painter->setBrush(Qt::NoBrush);
        if (line.size() > 1)
            painter->drawPolyline(line);
        else if (line.size() == 1 && curve.marker < 0) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(curve.color);
            painter->drawEllipse(line.first(), curve.width + 0.5, curve.width + 0.5);
        }
        line.clear();
    };
    for (auto row = first > 0 ? first - 1 : first; row < last; ++row) {
        const QPointF point(x.pixel((*curve.rows.x)[row] * curve.rows.factor), y.pixel(double((*curve.rows.y)[row])));
        if (std::isfinite(point.x()) && std::isfinite(point.y()))
            line.append(origin + QPointF(std::clamp(point.x(), -1e5, 1e5), std::clamp(point.y(), -1e5, 1e5)));
        else
            flush();
    }
    flush();
}

void CurveLayer::drawMarkers(QCPPainter* painter, const DrawnCurve& curve) const
{
    const auto range = keyAxis()->range();
    const auto origin = QPointF(keyAxis()->axisRect()->topLeft());
    const auto x = xMap(), y = yMap(curve.exponential);
    const auto last = firstRowFrom(curve.rows, std::nextafter(range.upper, INFINITY));
    std::vector<QPointF> places;
    for (auto row = firstRowFrom(curve.rows, range.lower); row < last; ++row)
        places.push_back(origin + QPointF(x.pixel((*curve.rows.x)[row] * curve.rows.factor), y.pixel(double((*curve.rows.y)[row]))));
    stampMarkers(painter, places, curve.marker, curve.width, curve.color, isHollow(curve.line));
}

/// Markers where there is room, each from one picture: thousands of outlines would take too long.
void CurveLayer::stampMarkers(QCPPainter* painter, const std::vector<QPointF>& places, int marker, double width, const QColor& color, bool hollow) const
{
    const double size = 3.2 * width, half = std::ceil(0.75 * size + 2), scale = std::max(1.0, painter->deviceTransform().m11());
    QImage stamp((QSizeF(2 * half, 2 * half) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    stamp.setDevicePixelRatio(scale);
    stamp.fill(Qt::transparent);
    QPainter picture(&stamp);
    picture.setRenderHint(QPainter::Antialiasing);
    drawMarker(picture, {half, half}, marker, size, color, hollow ? mParentPlot->palette().color(QPalette::Base) : color);
    picture.end();
    double occupied = -1e9;
    const auto rect = QRectF(keyAxis()->axisRect()->rect());
    for (const auto& at : places) {
        if (!std::isfinite(at.y()) || at.x() - occupied < kMarkerRoom)
            continue;
        occupied = at.x();
        if (at.y() > rect.top() - half && at.y() < rect.bottom() + half)
            painter->drawImage(QPointF(std::round((at.x() - half) * scale) / scale, std::round((at.y() - half) * scale) / scale), stamp);
    }
}

void CurveLayer::drawBand(QCPPainter* painter, const DrawnBand& band, bool line) const
{
    const auto drawn = [&](double value) { return band.exponential ? std::exp(value) : value; };
    const bool log = valueAxis()->scaleType() == QCPAxis::stLogarithmic;
    const double floor = valueAxis()->range().lower;
    QPolygonF mean, area, low;
    for (const auto& point : band.points) {
        mean.append(pixelOf(point.x, drawn(point.mean)));
        area.append(pixelOf(point.x, drawn(point.high)));
        low.append(pixelOf(point.x, log ? std::max(drawn(point.low), floor * 1e-3) : drawn(point.low)));
    }
    painter->setAntialiasing(true);
    if (line) {
        QPen pen(band.color, band.width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
        setDashes(pen, band.line);
        painter->setPen(pen);
        painter->setBrush(Qt::NoBrush);
        painter->drawPolyline(mean);
        return;
    }
    std::reverse(low.begin(), low.end());
    auto fill = band.color;
    fill.setAlphaF(kBandOpacity * fill.alphaF());
    painter->setPen(Qt::NoPen);
    painter->setBrush(fill);
    painter->drawPolygon(area + low);
}

void CurveLayer::drawMarks(QCPPainter* painter)
{
    m_spots.clear();
    const auto rect = QRectF(keyAxis()->axisRect()->rect());
    painter->setAntialiasing(true);
    for (const auto& mark : m_marks) {
        auto at = pixelOf(mark.x, mark.kind == DrawnMark::Kind::Spike ? mark.y : valueAxis()->range().lower);
        if (!(at.x() >= rect.left() && at.x() <= rect.right()))
            continue;
        at.setY(mark.kind == DrawnMark::Kind::Spike ? std::max(at.y() - kMarkSize, rect.top() + kMarkSize / 2) : rect.bottom() - kMarkSize * (mark.kind == DrawnMark::Kind::Resume ? 1.9 : 0.7));
        // Marks on top of each other are one, which tells of all.
        const auto near = std::find_if(m_spots.rbegin(), m_spots.rend(), [&](const Spot& spot) { return std::abs(spot.at.x() - at.x()) < 0.7 * kMarkSize && std::abs(spot.at.y() - at.y()) < 0.7 * kMarkSize; });
        if (near != m_spots.rend()) {
            near->texts.append(mark.text);
            continue;
        }
        m_spots.push_back({at, {mark.text}});
        const double r = kMarkSize / 2;
        const auto base = mParentPlot->palette().color(QPalette::Base);
        painter->setPen(QPen(base, 1));
        painter->setBrush(mark.color);
        if (mark.kind == DrawnMark::Kind::Checkpoint) {
            painter->drawPolygon(QPolygonF{at + QPointF(0, -r), at + QPointF(r, 0), at + QPointF(0, r), at + QPointF(-r, 0)});
        } else if (mark.kind == DrawnMark::Kind::Resume) {
            painter->drawPolygon(QPolygonF{at + QPointF(-r * 0.8, -r), at + QPointF(r, 0), at + QPointF(-r * 0.8, r)});
            painter->setPen(QPen(mark.color, 1, Qt::DotLine));
            painter->drawLine(QPointF(at.x(), rect.top()), QPointF(at.x(), at.y() - r));
        } else {
            painter->drawPolygon(QPolygonF{at + QPointF(-r, -r * 0.9), at + QPointF(r, -r * 0.9), at + QPointF(0, r * 0.9)});
        }
    }
}

QStringList CurveLayer::marksAt(const QPointF& position) const
{
    QStringList texts;
    for (const auto& spot : m_spots)
        if (std::abs(spot.at.x() - position.x()) <= kMarkSize && std::abs(spot.at.y() - position.y()) <= kMarkSize)
            texts += spot.texts;
    return texts;
}

double CurveLayer::selectTest(const QPointF&, bool, QVariant*) const { return -1; }

QCPRange CurveLayer::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = false;      // fitting is the view's matter: it knows which curves count
    return {};
}

QCPRange CurveLayer::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = false;
    return {};
}

void CurveLayer::drawLegendIcon(QCPPainter*, const QRectF&) const {}

}  // namespace bam::plots
