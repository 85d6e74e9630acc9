// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/curve_raster.h"

#include <QImage>

#include <algorithm>
#include <cmath>

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

/// The straight line between two rows, over all columns between them.
void includeLine(std::vector<Interval>& intervals, double x0, double y0, double x1, double y1)
{
    if (!std::isfinite(y0) || !std::isfinite(y1) || !(x1 >= x0))
        return;
    const int last = int(intervals.size()) - 1;
    const int begin = int(std::clamp(std::floor(x0), -1.0, double(last) + 1)), end = int(std::clamp(std::floor(x1), -1.0, double(last) + 1));
    const double slope = x1 > x0 ? (y1 - y0) / (x1 - x0) : 0;
    for (int column = std::max(begin, 0); column <= std::min(end, last); ++column) {
        auto& interval = intervals[std::size_t(column)];
        interval.include(float(y0 + slope * (std::max(x0, double(column)) - x0)));
        interval.include(float(y0 + slope * (std::min(x1, double(column) + 1) - x0)));
    }
}

/// Thickens the line: column by column the hull of what a round pen covers.
std::vector<Interval> thickened(const std::vector<Interval>& thin, double width)
{
    if (width <= 0)
        return thin;
    const double radius = std::max(width, 1.0) / 2;
    const int reach = int(radius), size = int(thin.size());
    std::vector<Interval> thick(thin.size());
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
    return thick;
}

quint32 scaled(quint32 color, quint32 share)    // share of 256
{
    const quint32 a = (((color >> 8) & 0x00FF00FF) * share) & 0xFF00FF00, b = (((color & 0x00FF00FF) * share) >> 8) & 0x00FF00FF;
    return a | b;
}

/// Colour over what is there; both premultiplied.
void blend(quint32& pixel, quint32 color) { pixel = color + scaled(pixel, 256 - (color >> 24)); }

/// The same for many, byte by byte, which compilers turn into vector instructions of 16 bits.
void blendAll(quint32* begin, quint32* end, quint32 color)
{
    const auto share = quint16(256 - (color >> 24));
    auto* bytes = reinterpret_cast<quint8*>(begin);
    const auto count = (end - begin) * 4;
    for (std::ptrdiff_t i = 0; i < count; ++i)
        bytes[i] = quint8(quint16(bytes[i] * share) >> 8);
    for (auto* at = begin; at < end; ++at)
        *at += color;       // no byte overflows: premultiplied colours leave room
}

bool isOff(int column, const RasterPen& pen)
{
    const int period = pen.dashOn + pen.dashOff;
    const int at = ((column - pen.dashPhase) % period + period) % period;
    return at >= pen.dashOn;
}

/// Some columns of the image turned by 90°, so that a column's pixels follow each other in memory.
class Strip {
public:
    explicit Strip(int height)
        : m_height(height)
        , m_pixels(std::size_t(kColumns) * std::size_t(height))
    {
    }
    static constexpr int kColumns = 16;
    void clear() { std::fill(m_pixels.begin(), m_pixels.end(), 0); }
    void paint(const std::vector<Interval>& intervals, const RasterPen& pen, int begin, int end);
    void copyTo(QImage& image, int begin, int end) const;

private:
    int m_height;
    std::vector<quint32> m_pixels;
};

void Strip::paint(const std::vector<Interval>& intervals, const RasterPen& pen, int begin, int end)
{
    const quint32 color = qPremultiply(pen.color.rgba());
    const bool opaque = pen.color.alpha() == 255;
    const auto steep = float(3 * pen.width);
    for (int column = begin; column < end; ++column) {
        const auto& interval = intervals[std::size_t(column)];
        const float top = std::max(interval.top, 0.0f), bottom = std::min(interval.bottom, float(m_height));
        if (!(top < bottom) || (pen.dashOn > 0 && interval.bottom - interval.top < steep && isOff(column, pen)))
            continue;
        auto* pixels = m_pixels.data() + std::size_t(column - begin) * std::size_t(m_height);
        const int first = int(top), last = std::min(int(bottom), m_height - 1);
        if (first == last) {
            blend(pixels[first], scaled(color, quint32((bottom - top) * 256)));
            continue;
        }
        blend(pixels[first], scaled(color, quint32((float(first + 1) - top) * 256)));
        if (opaque)
            std::fill(pixels + first + 1, pixels + last, color);
        else
            blendAll(pixels + first + 1, pixels + last, color);
        blend(pixels[last], scaled(color, std::min(quint32((bottom - float(last)) * 256), 256u)));
    }
}

void Strip::copyTo(QImage& image, int begin, int end) const
{
    for (int y = 0; y < m_height; ++y) {
        auto* line = reinterpret_cast<quint32*>(image.scanLine(y)) + begin;
        for (int column = 0; column < end - begin; ++column)
            line[column] = m_pixels[std::size_t(column) * std::size_t(m_height) + std::size_t(y)];
    }
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

void coveredIntervals(const CurveRows& rows, const PixelMap& x, const PixelMap& y, int columns, std::vector<Interval>& intervals)
{
    intervals.assign(std::size_t(std::max(columns, 0)), Interval());
    const auto size = rows.size();
    if (size == 0 || columns <= 0 || !(rows.factor > 0))
        return;
    const auto& xs = *rows.x;
    const auto& ys = *rows.y;
    // The logarithms of the axis' ends are taken once.
    const double logBegin = y.logarithmic ? std::log(y.begin) : y.begin;
    const double scale = y.length / ((y.logarithmic ? std::log(y.end) : y.end) - logBegin);
    const double zero = y.origin - scale * logBegin;
    const bool straight = y.logarithmic == y.exponential;   // the logarithm of an exponential is the value
    const auto yPixel = [&](float value) {
        double v = double(value);
        if (!straight)
            v = y.exponential ? std::exp(v) : v > 0 ? std::log(v) : -std::numeric_limits<double>::infinity();
        return zero + scale * v;
    };
    const auto xPixel = [&](std::size_t row) { return x.pixel(xs[row] * rows.factor); };
    const auto join = [&](std::size_t row) { includeLine(intervals, xPixel(row - 1), yPixel(ys[row - 1]), xPixel(row), yPixel(ys[row])); };

    const double step = x.logarithmic ? std::pow(x.end / x.begin, 1 / x.length) : (x.end - x.begin) / x.length;
    double edge = x.value(0);
    const double first = edge;
    auto begin = firstRowFrom(rows, edge);
    // Where rows are equally far apart, none has to be looked at to find the column it belongs to.
    const auto regularRow = [&](double value) {
        const double row = std::ceil((value / rows.factor - xs.front()) / rows.spacing);
        return row <= double(begin) ? begin : row >= double(size) ? size : std::size_t(row);
    };
    std::size_t guess = 0, before = 0;
    for (int column = 0; column < columns && begin < size; ++column) {
        edge = x.logarithmic ? edge * step : first + step * (column + 1);
        const auto end = rows.spacing > 0 ? regularRow(edge) : advance(xs, size, begin, guess, edge / rows.factor);
        guess = end - begin;
        if (guess == 0) {
            before = 0;
            continue;
        }
        auto& interval = intervals[std::size_t(column)];
        if (guess == 1) {
            interval.include(float(yPixel(ys[begin])));
        } else if (const auto extremes = guess >= kRough ? rows.index->roughRange(ys, begin, end) : rows.index->range(ys, begin, end); !extremes.empty()) {
            interval.include(float(yPixel(extremes.low)));
            interval.include(float(yPixel(extremes.high)));
        }
        if (before >= kRough && guess >= kRough) {
            // Blocks of rows that lie on both sides of the border join the columns.
            if (auto& left = intervals[std::size_t(column) - 1]; !interval.empty() && !left.empty()) {
                interval.include(std::clamp((interval.top + interval.bottom) / 2, left.top, left.bottom));
            }
        } else if (before >= kDense && guess >= kDense) {
            if (!std::isnan(ys[begin]))
                interval.include(float(yPixel(ys[begin - 1])));
        } else if (begin > 0) {
            join(begin);
        }
        before = guess;
        begin = end;
    }
    if (begin > 0 && begin < size)
        join(begin);
}

void paintCurves(QImage& image, const std::vector<RasterCurve>& curves)
{
    std::vector<std::vector<Interval>> thick;
    for (const auto& curve : curves)
        thick.push_back(thickened(curve.intervals, curve.pen.width));
    Strip strip(image.height());
    for (int begin = 0; begin < image.width(); begin += Strip::kColumns) {
        const int end = std::min(begin + Strip::kColumns, image.width());
        strip.clear();
        for (std::size_t i = 0; i < curves.size(); ++i)
            strip.paint(thick[i], curves[i].pen, begin, std::min(end, int(thick[i].size())));
        strip.copyTo(image, begin, end);
    }
}

}  // namespace bam::plots
