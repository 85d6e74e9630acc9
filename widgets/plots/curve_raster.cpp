// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/curve_raster.h"

#include <QImage>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace bam::plots {
namespace {

constexpr std::size_t kRough = 64;      // and from which on an interval may be a little too large
constexpr std::size_t kDense = 4;       // rows per column from which on joints need no interpolation

/// First row at or after `from` with x ≥ value. Rows of neighbouring columns are about equally many: `guess` rows on is tried first.
std::size_t advance(const std::vector<double>& x, std::size_t size, std::size_t from, std::size_t guess, double value)
{
    std::size_t low = from, high = std::min(from + guess + 1, size);
    if (const auto near = from + guess; near > from && near < size && x[near - 1] < value) {
        if (x[near] >= value)
            return near;
        low = near;
    }
    for (std::size_t stride = 2; high < size && x[high] < value; stride *= 2) {
        low = high;
        high = std::min(high + stride, size);
    }
    return std::size_t(std::lower_bound(x.begin() + std::ptrdiff_t(low), x.begin() + std::ptrdiff_t(high), value) - x.begin());
}

/// From x of a row to pixels, with the logarithms of the axis' ends taken once.
class ColumnPlace {
public:
    ColumnPlace(const PixelMap& x, double factor)
        : m_log(x.logarithmic)
        , m_factor(factor)
        , m_scale(x.length / (m_log ? std::log(x.end / x.begin) : x.end - x.begin))
        , m_zero(x.origin - m_scale * (m_log ? std::log(x.begin) : x.begin))
    {
    }
    double pixel(double x) const { return m_zero + m_scale * (m_log ? std::log(std::max(x * m_factor, 0.0)) : x * m_factor); }

private:
    bool m_log;
    double m_factor, m_scale, m_zero;
};

struct Point {
    double x = 0, y = 0;
};

void include(runs::Extremes& heights, float y)
{
    heights.low = y < heights.low ? y : heights.low;        // false for NaN
    heights.high = y > heights.high ? y : heights.high;
}

/// The straight line between two rows, over all columns between them.
void includeLine(std::vector<runs::Extremes>& heights, const Point& from, const Point& to)
{
    if (!std::isfinite(from.y) || !std::isfinite(to.y) || !(to.x >= from.x))
        return;
    const double size = double(heights.size());
    const int begin = int(std::clamp(from.x, -1.0, size) + 1) - 1, end = int(std::clamp(to.x, -1.0, size) + 1) - 1;
    const double slope = to.x > from.x ? (to.y - from.y) / (to.x - from.x) : 0;
    for (int column = std::max(begin, 0); column <= std::min(end, int(heights.size()) - 1); ++column) {
        auto& extremes = heights[std::size_t(column)];
        include(extremes, float(from.y + slope * (std::max(from.x, double(column)) - from.x)));
        include(extremes, float(from.y + slope * (std::min(to.x, double(column) + 1) - from.x)));
    }
}

/// Thickens the line: column by column the hull of what a round pen covers.
void thicken(const std::vector<Interval>& thin, double width, std::vector<Interval>& thick)
{
    if (width <= 0) {
        thick = thin;
        return;
    }
    const double radius = std::max(width, 1.0) / 2;
    const int reach = int(radius), size = int(thin.size());
    thick.assign(thin.size(), Interval());
    for (int d = -reach; d <= reach; ++d) {
        const auto height = float(std::sqrt(std::max(0.0, radius * radius - double(d) * d)));
        // An empty interval, from +∞ to −∞, stays without effect.
        for (int column = std::max(0, -d); column < size - std::max(0, d); ++column) {
            const auto& from = thin[std::size_t(column + d)];
            auto& to = thick[std::size_t(column)];
            to.top = std::min(to.top, from.top - height);
            to.bottom = std::max(to.bottom, from.bottom + height);
        }
    }
}

quint32 scaled(quint32 color, quint32 share)    // share of 256
{
    const quint32 a = (((color >> 8) & 0x00FF00FF) * share) & 0xFF00FF00, b = (((color & 0x00FF00FF) * share) >> 8) & 0x00FF00FF;
    return a | b;
}

/// Colour over what is there; both premultiplied.
void blend(quint32& pixel, quint32 color) { pixel = color + scaled(pixel, 256 - (color >> 24)); }

/// Colour over many pixels, byte by byte, which compilers turn into vector instructions of 16 bits.
class Blender {
public:
    explicit Blender(quint32 color)
        : m_color(color)
        , m_share(quint16(256 - (color >> 24)))
    {
        for (int i = 0; i < kBytes; ++i)
            m_bytes[std::size_t(i)] = quint8(color >> (Q_BYTE_ORDER == Q_BIG_ENDIAN ? 24 - i % 4 * 8 : i % 4 * 8));
    }
    void blend(quint32* begin, quint32* end) const
    {
        auto* bytes = reinterpret_cast<quint8*>(begin);
        auto* const last = reinterpret_cast<quint8*>(end);
        for (; last - bytes >= kBytes; bytes += kBytes)
            for (int i = 0; i < kBytes; ++i)    // no byte overflows: premultiplied colours leave room
                bytes[i] = quint8((quint16(bytes[i] * m_share) >> 8) + m_bytes[std::size_t(i)]);
        for (auto* at = reinterpret_cast<quint32*>(bytes); at < end; ++at)
            plots::blend(*at, m_color);
    }

private:
    static constexpr int kBytes = 16;
    quint32 m_color;
    quint16 m_share;
    std::array<quint8, kBytes> m_bytes{};
};

bool isOff(int column, const RasterPen& pen)
{
    const int period = pen.dashOn + pen.dashOff;
    const int at = ((column - pen.dashPhase) % period + period) % period;
    return at >= pen.dashOn;
}

/// Curves ready to be painted, and some columns of the image turned by 90°, so that a column's pixels follow each other in memory.
class Strip {
public:
    explicit Strip(int height)
        : m_height(height)
        , m_pixels(std::size_t(kColumns) * std::size_t(height))
    {
    }
    static constexpr int kColumns = 16;
    static constexpr int kAtOnce = 4;       // columns painted with all curves before the next: they stay in the processor's nearest cache

    struct Brush {
        std::vector<Interval> intervals;
        RasterPen pen;
        quint32 color;
        Blender blender;
    };
    void clear() { std::fill(m_pixels.begin(), m_pixels.end(), 0); }
    void paint(const Brush& brush, int origin, int begin, int end);
    void copyTo(quint32* image, std::ptrdiff_t stride, int columns) const;

private:
    int m_height;
    std::vector<quint32> m_pixels;
};

/// @param origin column of the image that the strip begins with
void Strip::paint(const Brush& brush, int origin, int begin, int end)
{
    const auto& pen = brush.pen;
    const quint32 color = brush.color;
    const bool opaque = color >> 24 == 255;
    const auto steep = float(3 * pen.width);
    for (int column = begin; column < end; ++column) {
        const auto& interval = brush.intervals[std::size_t(column)];
        const float top = std::max(interval.top, 0.0f), bottom = std::min(interval.bottom, float(m_height));
        if (!(top < bottom) || (pen.dashOn > 0 && interval.bottom - interval.top < steep && isOff(column, pen)))
            continue;
        auto* pixels = m_pixels.data() + std::size_t(column - origin) * std::size_t(m_height);
        const int first = int(top), last = std::min(int(bottom), m_height - 1);
        if (first == last) {
            blend(pixels[first], scaled(color, quint32((bottom - top) * 256)));
            continue;
        }
        blend(pixels[first], scaled(color, quint32((float(first + 1) - top) * 256)));
        if (opaque)
            std::fill(pixels + first + 1, pixels + last, color);
        else
            brush.blender.blend(pixels + first + 1, pixels + last);
        blend(pixels[last], scaled(color, std::min(quint32((bottom - float(last)) * 256), 256u)));
    }
}

/// @param image the strip's first column @param stride pixels from line to line
void Strip::copyTo(quint32* image, std::ptrdiff_t stride, int columns) const
{
    for (int y = 0; y < m_height; ++y, image += stride)
        for (int column = 0; column < columns; ++column)
            image[column] = m_pixels[std::size_t(column) * std::size_t(m_height) + std::size_t(y)];
}

}  // namespace

std::size_t CurveRows::size() const { return std::min({x->size(), y->size(), index->size()}); }

double PixelMap::pixel(double value) const
{
    if (!logarithmic) {
        const double drawn = exponential ? std::exp(value) : value;
        return origin + length * (drawn - begin) / (end - begin);
    }
    const double log = exponential ? value : std::log(std::max(value, 0.0));
    return origin + length * (log - std::log(begin)) / std::log(end / begin);
}

double HeightMap::height(double value) const
{
    if (logarithmic == exponential)     // the logarithm of an exponential is the value
        return value;
    return exponential ? std::exp(value) : value > 0 ? std::log(value) : std::isnan(value) ? value : -std::numeric_limits<double>::infinity();
}

double PixelMap::value(double pixel) const
{
    const double share = (pixel - origin) / length;
    return logarithmic ? begin * std::pow(end / begin, share) : begin + share * (end - begin);
}

std::size_t firstRowFrom(const CurveRows& rows, double value)
{
    const auto end = rows.x->begin() + std::ptrdiff_t(rows.size());
    return std::size_t(std::lower_bound(rows.x->begin(), end, value / rows.factor) - rows.x->begin());
}

void coveredHeights(const CurveRows& rows, const PixelMap& x, const HeightMap& map, int first, std::vector<runs::Extremes>& heights)
{
    std::fill(heights.begin(), heights.end(), runs::Extremes());
    const auto size = rows.size();
    if (size == 0 || heights.empty() || !(rows.factor > 0))
        return;
    const auto& xs = *rows.x;
    const auto& ys = *rows.y;
    const auto height = [&](std::size_t row) { return map.height(double(ys[row])); };
    const ColumnPlace place(x, rows.factor);
    // Of two lines that meet in a row, the second finds it computed.
    Point last;
    std::size_t lastRow = size;
    const auto point = [&](std::size_t row) { return Point{place.pixel(xs[row]) - first, height(row)}; };
    const auto join = [&](std::size_t row) {
        const auto from = lastRow == row - 1 ? last : point(row - 1);
        last = point(row);
        lastRow = row;
        includeLine(heights, from, last);
    };

    const double step = x.logarithmic ? std::pow(x.end / x.begin, 1 / x.length) : (x.end - x.begin) / x.length;
    double edge = x.value(first);
    const double firstEdge = edge;
    auto begin = firstRowFrom(rows, edge);
    // Where rows are equally far apart, none has to be looked at to find the column it belongs to.
    const double rowsPerX = 1 / (rows.factor * rows.spacing), rowOfZero = xs.front() / rows.spacing;
    const auto regularRow = [&](double value) {
        const double place = value * rowsPerX - rowOfZero;
        if (place <= double(begin))
            return begin;
        if (place >= double(size))
            return size;
        const auto row = std::size_t(place);
        return row + (double(row) < place);
    };
    std::size_t guess = 0, before = 0;
    for (std::size_t column = 0; column < heights.size() && begin < size; ++column) {
        edge = x.logarithmic ? edge * step : firstEdge + step * double(column + 1);
        const auto end = rows.spacing > 0 ? regularRow(edge) : advance(xs, size, begin, guess, edge / rows.factor);
        guess = end - begin;
        if (guess == 0) {
            before = 0;
            continue;
        }
        auto& here = heights[column];
        if (guess == 1) {
            include(here, float(height(begin)));
        } else if (const auto extremes = guess >= kRough ? rows.index->roughRange(ys, begin, end) : rows.index->range(ys, begin, end); !extremes.empty()) {
            include(here, float(map.height(double(extremes.low))));
            include(here, float(map.height(double(extremes.high))));
        }
        if (before >= kRough && guess >= kRough) {
            // Blocks of rows that lie on both sides of the border join the columns.
            if (const auto& left = heights[column - 1]; !here.empty() && !left.empty())
                include(here, std::clamp((here.low + here.high) / 2, left.low, left.high));
        } else if (before >= kDense && guess >= kDense) {
            if (!std::isnan(ys[begin]))
                include(here, float(height(begin - 1)));
        } else if (begin > 0) {
            join(begin);
        }
        before = guess;
        begin = end;
    }
    if (begin > 0 && begin < size)
        join(begin);
}

void intervalsOf(const std::vector<runs::Extremes>& heights, const PixelMap& y, std::vector<Interval>& intervals)
{
    constexpr double kFar = 1e6;    // pixels: far outside any image, and still exact enough to compute with
    const double begin = y.logarithmic ? std::log(y.begin) : y.begin;
    const double scale = y.length / ((y.logarithmic ? std::log(y.end) : y.end) - begin), zero = y.origin - scale * begin;
    intervals.resize(heights.size());
    // No heights at all, from +∞ to −∞, give an interval that is as empty.
    const auto pixel = [&](float height) { return float(std::min(std::max(zero + scale * double(height), -kFar), kFar)); };
    for (std::size_t column = 0; column < heights.size(); ++column)
        intervals[column] = {pixel(heights[column].high), pixel(heights[column].low)};
    if (scale > 0)
        for (auto& interval : intervals)
            std::swap(interval.top, interval.bottom);
}

void coveredIntervals(const CurveRows& rows, const PixelMap& x, const PixelMap& y, int columns, std::vector<Interval>& intervals)
{
    std::vector<runs::Extremes> heights(std::size_t(std::max(columns, 0)));
    coveredHeights(rows, x, HeightMap(y), 0, heights);
    intervalsOf(heights, y, intervals);
}

void paintCurves(QImage& image, const std::vector<RasterCurve>& curves)
{
    std::vector<Strip::Brush> brushes;
    brushes.reserve(curves.size());
    for (const auto& curve : curves) {
        const quint32 color = qPremultiply(curve.pen.color.rgba());
        brushes.push_back({{}, curve.pen, color, Blender(color)});
        thicken(curve.intervals, curve.pen.width, brushes.back().intervals);
    }
    Strip strip(image.height());
    auto* const pixels = reinterpret_cast<quint32*>(image.bits());
    const auto stride = std::ptrdiff_t(image.bytesPerLine()) / 4;
    for (int begin = 0; begin < image.width(); begin += Strip::kColumns) {
        const int end = std::min(begin + Strip::kColumns, image.width());
        strip.clear();
        for (int from = begin; from < end; from += Strip::kAtOnce)
            for (const auto& brush : brushes)
                strip.paint(brush, begin, from, std::min({from + Strip::kAtOnce, end, int(brush.intervals.size())}));
        strip.copyTo(pixels + begin, stride, end - begin);
    }
}

}  // namespace bam::plots
