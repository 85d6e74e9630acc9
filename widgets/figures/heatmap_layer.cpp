// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/heatmap_layer.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace bam::figures {
namespace {

constexpr int kLogCells = 1024;     // along a logarithmic axis

QRgb colorOf(const plots::ColorTable& table, float value, const Range& range, ColorScale scale)
{
    if (std::isnan(value))
        return qRgba(0, 0, 0, 0);
    return table[std::size_t(std::lround(shareOf(double(value), range, scale) * (plots::kColorSteps - 1)))];
}

/// Cells along one axis that are drawn as one picture.
struct Stretch {
    int first = 0, count = 0;
    double begin = 0, end = 0;      // pixels
};

/// What is in sight: the whole cells, and those that are cut at either end.
std::vector<Stretch> stretches(double origin, double perCell, double begin, double end)
{
    const int first = int(std::floor((begin - origin) / perCell + 1e-6)), last = int(std::ceil((end - origin) / perCell - 1e-6)) - 1;
    if (last < first)
        return {};
    if (first == last)
        return {{first, 1, begin, end}};
    std::vector<Stretch> result{{first, 1, begin, origin + (first + 1) * perCell}};
    if (last > first + 1)
        result.push_back({first + 1, last - first - 1, origin + (first + 1) * perCell, origin + last * perCell});
    result.push_back({last, 1, origin + last * perCell, end});
    return result;
}

float highest(float a, float b) { return std::isnan(a) ? b : std::isnan(b) ? a : std::max(a, b); }

/// The same with at most that many cells either way, at least one: each the highest of those that it stands for.
Heatmap pooled(const Heatmap& heatmap, int columns, int rows)
{
    Heatmap result = heatmap;
    result.columns = std::clamp(columns, 1, heatmap.columns);
    result.rows = std::clamp(rows, 1, heatmap.rows);
    result.values = QVector<float>(qsizetype(result.columns) * result.rows, std::numeric_limits<float>::quiet_NaN());
    for (int row = 0; row < heatmap.rows; ++row) {
        const auto to = qsizetype(qint64(row) * result.rows / heatmap.rows) * result.columns;
        const auto from = qsizetype(row) * heatmap.columns;
        for (int column = 0; column < heatmap.columns; ++column) {
            auto& value = result.values[to + qsizetype(qint64(column) * result.columns / heatmap.columns)];
            value = highest(value, heatmap.values[from + column]);
        }
    }
    return result;
}

}  // namespace

QImage heatmapImage(const Heatmap& heatmap, const QString& map, ColorScale scale, const Range& range)
{
    const auto& table = plots::colorTable(map);
    QImage image(std::max(heatmap.columns, 1), std::max(heatmap.rows, 1), QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    bool opaque = true;
    for (int row = 0; row < heatmap.rows; ++row) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(heatmap.rows - 1 - row));
        for (int column = 0; column < heatmap.columns; ++column) {
            line[column] = colorOf(table, heatmap.values.value(qsizetype(row) * heatmap.columns + column, std::numeric_limits<float>::quiet_NaN()), range, scale);
            opaque = opaque && qAlpha(line[column]) == 255;
        }
    }
    return opaque ? image.convertToFormat(QImage::Format_RGB32) : image;
}

QImage relaid(const QImage& cells, const Heatmap& heatmap, const Range& x, const Range& y, bool logX, bool logY)
{
    const int columns = logX ? kLogCells : cells.width(), rows = logY ? kLogCells : cells.height();
    QImage image(columns, rows, QImage::Format_ARGB32);
    const auto along = [](const Range& range, double share, bool logarithmic) { return logarithmic ? range.low * std::pow(range.high / range.low, share) : range.low + share * (range.high - range.low); };
    for (int row = 0; row < rows; ++row) {
        const double at = along(y, 1 - (row + 0.5) / rows, logY);
        const int from = std::clamp(int((1 - (at - heatmap.y0) / (heatmap.y1 - heatmap.y0)) * cells.height()), 0, cells.height() - 1);
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(row));
        for (int column = 0; column < columns; ++column) {
            const double share = (along(x, (column + 0.5) / columns, logX) - heatmap.x0) / (heatmap.x1 - heatmap.x0);
            line[column] = cells.pixel(std::clamp(int(share * cells.width()), 0, cells.width() - 1), from);
        }
    }
    return image;
}

HeatmapLayer::HeatmapLayer(QCPAxis* x, QCPAxis* y, Heatmap heatmap, const QString& map, ColorScale scale, const Range& range)
    : QCPAbstractPlottable(x, y)
    , m_heatmap(std::move(heatmap))
    , m_map(map)
    , m_scale(scale)
    , m_range(range)
{
    setSelectable(QCP::stNone);
}

qsizetype HeatmapLayer::cellAt(double x, double y) const
{
    const double column = std::floor((x - m_heatmap.x0) / (m_heatmap.x1 - m_heatmap.x0) * m_heatmap.columns);
    const double row = std::floor((y - m_heatmap.y0) / (m_heatmap.y1 - m_heatmap.y0) * m_heatmap.rows);
    if (!(column >= 0 && column < m_heatmap.columns && row >= 0 && row < m_heatmap.rows))
        return -1;
    return qsizetype(row) * m_heatmap.columns + qsizetype(column);
}

void HeatmapLayer::draw(QCPPainter* painter)
{
    if (m_heatmap.columns < 1 || m_heatmap.rows < 1)
        return;
    const bool logX = mKeyAxis->scaleType() == QCPAxis::stLogarithmic, logY = mValueAxis->scaleType() == QCPAxis::stLogarithmic;
    const double x0 = logX && m_heatmap.x0 <= 0 ? mKeyAxis->range().lower : m_heatmap.x0;
    const double y0 = logY && m_heatmap.y0 <= 0 ? mValueAxis->range().lower : m_heatmap.y0;
    const QPointF a = coordsToPixels(x0, y0), b = coordsToPixels(m_heatmap.x1, m_heatmap.y1);
    const auto target = QRectF(a, b).normalized();
    painter->setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter->setRenderHint(QPainter::LosslessImageRendering, true);
    // Upside down, or from right to left, where an axis runs so.
    const bool mirrorX = b.x() < a.x(), mirrorY = b.y() > a.y();
    if (logX || logY) {
        const auto image = relaid(heatmapImage(m_heatmap, m_map, m_scale, m_range), m_heatmap, {x0, m_heatmap.x1}, {y0, m_heatmap.y1}, logX, logY);
        painter->drawImage(target, image.mirrored(mirrorX, mirrorY));
        return;
    }
    const double device = painter->modes().testFlag(QCPPainter::pmVectorized) ? INFINITY : std::max(1.0, painter->transform().m11() * painter->device()->devicePixelRatioF());
    const double columns = target.width() * device, rows = target.height() * device;
    if (m_heatmap.columns > columns || m_heatmap.rows > rows) {
        const QSize cells(int(std::clamp<double>(columns, 1, m_heatmap.columns)), int(std::clamp<double>(rows, 1, m_heatmap.rows)));     // a squeezed plot has no whole pixel for them
        if (m_pooled.size() != cells)
            m_pooled = heatmapImage(pooled(m_heatmap, cells.width(), cells.height()), m_map, m_scale, m_range);
        painter->drawImage(target, m_pooled.mirrored(mirrorX, mirrorY));
        return;
    }
    if (m_image.isNull())
        m_image = heatmapImage(m_heatmap, m_map, m_scale, m_range);
    const auto image = m_image.mirrored(mirrorX, mirrorY);
    const auto xs = mKeyAxis->range(), ys = mValueAxis->range();
    const auto visible = target & QRectF(coordsToPixels(xs.lower, ys.lower), coordsToPixels(xs.upper, ys.upper)).normalized();
    if (!painter->modes().testFlag(QCPPainter::pmVectorized) || visible == target) {
        painter->drawImage(target, image);
        return;
    }
    // Files get what is in sight only, since SVG as Qt writes it knows no clipping. A cell is of one colour, so half a cell is the cell in half its width.
    for (const auto& row : stretches(target.top(), target.height() / image.height(), visible.top(), visible.bottom()))
        for (const auto& column : stretches(target.left(), target.width() / image.width(), visible.left(), visible.right()))
            painter->drawImage(QRectF(QPointF(column.begin, row.begin), QPointF(column.end, row.end)), image.copy(column.first, row.first, column.count, row.count));
}

double HeatmapLayer::selectTest(const QPointF&, bool, QVariant*) const { return -1; }

QCPRange HeatmapLayer::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = true;
    return {m_heatmap.x0, m_heatmap.x1};
}

QCPRange HeatmapLayer::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = true;
    return {m_heatmap.y0, m_heatmap.y1};
}

}  // namespace bam::figures
