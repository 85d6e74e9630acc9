// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/heatmap_image.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace bam::plots {
namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();

/// What is no finite number stays visible, whatever it comes together with.
float largerCarefully(float a, float b) { return !std::isfinite(a) ? a : !std::isfinite(b) ? b : std::max(a, b); }

/// The values of one grid, pixel line by pixel line.
class GridLines {
public:
    struct Line {
        PixelTiles rows;
        int begin = 0, end = 0;     // pixels with a value
    };

    GridLines(const HeatmapSource& source, const HeatmapGrid& grid, Pooling pooling, const HeatmapWindow& window, int begin, int end)
        : m_grid(grid)
        , m_window(window)
        , m_pooling(pooling)
        , m_careful(source.nonFinite(pooling) > 0)
        , m_begin(begin)
        , m_columns(std::size_t(end - begin))
        , m_sums(std::size_t(grid.columns))
        , m_counts(pooling == Pooling::Mean ? std::size_t(grid.columns) : 0)
    {
        for (int x = begin; x < end; ++x) {
            const auto tiles = tilesOf(window.left + x, window.perPixel, grid.keyBegin, grid.keyTile, grid.columns);
            m_columns[std::size_t(x - begin)] = tiles;
            if (tiles.first > tiles.last)
                continue;
            m_first = std::min(m_first, x);
            m_end = x + 1;
            m_most = std::max(m_most, tiles.last - tiles.first + 1);
        }
    }

    /// Pixels of the grid's rectangle, values or not.
    int left() const { return std::min(m_first, m_end); }
    int right() const { return m_end; }

    Line line(int y) const
    {
        Line line{tilesOf(m_window.top + y, m_window.perPixel, m_grid.queryBegin, m_grid.queryTile, m_grid.rows), 0, 0};
        if (line.rows.first > line.rows.last || m_first >= m_end)
            return line;
        const auto limit = m_grid.columnsOf(line.rows.last);
        const auto from = m_columns.begin() + (m_first - m_begin), to = m_columns.begin() + (m_end - m_begin);
        line.begin = m_first;
        line.end = m_first + int(std::partition_point(from, to, [&](const PixelTiles& tiles) { return tiles.first < limit; }) - from);
        // Of a tile that is larger than a pixel, only what is at or below the diagonal.
        if (m_window.perPixel < double(std::min(m_grid.queryTile, m_grid.keyTile))) {
            const double after = std::floor(m_window.queryAt(y + 0.5)) + 1;
            auto end = int(std::clamp(std::ceil(m_window.xOf(after) - 0.5), double(line.begin), double(line.end)));
            while (end > line.begin && m_window.keyAt(end - 0.5) >= after)
                --end;
            while (end < line.end && m_window.keyAt(end + 0.5) < after)
                ++end;
            line.end = end;
        }
        return line;
    }

    /// Of the pixels [from, line.end).
    void values(const Line& line, int from, float* result)
    {
        if (from >= line.end)
            return;
        const auto limit = m_grid.columnsOf(line.rows.last), begin = of(from).first, end = std::min(of(line.end - 1).last + 1, limit);
        m_pooling == Pooling::Max ? largest(line, from, begin, end, result) : means(line, from, begin, end, result);
    }

    PixelTiles of(int x) const { return m_columns[std::size_t(x - m_begin)]; }

private:
    void largest(const Line& line, int from, qint64 begin, qint64 end, float* result)
    {
        const float* values = m_grid.row(m_pooling, line.rows.last);
        if (line.rows.first < line.rows.last) {
            std::copy(values + begin, values + end, m_sums.begin() + begin);
            float* sums = m_sums.data();
            for (auto row = line.rows.first; row < line.rows.last; ++row) {
                const float* other = m_grid.row(m_pooling, row);
                const auto last = std::min(end, m_grid.columnsOf(row));
                if (m_careful)
                    for (auto column = begin; column < last; ++column)
                        sums[column] = largerCarefully(sums[column], other[column]);
                else
                    for (auto column = begin; column < last; ++column)
                        sums[column] = sums[column] > other[column] ? sums[column] : other[column];
            }
            values = sums;
        }
        const auto* columns = &m_columns[std::size_t(from - m_begin)];
        const int count = line.end - from;
        if (m_most <= 1) {
            for (int i = 0; i < count; ++i)
                result[i] = values[columns[i].first];
        } else if (m_most <= 2 && !m_careful) {
            for (int i = 0; i < count; ++i) {
                const float a = values[columns[i].first], b = values[std::min(columns[i].last, end - 1)];
                result[i] = a > b ? a : b;
            }
        } else {
            for (int i = 0; i < count; ++i) {
                float value = values[columns[i].first];
                for (auto column = columns[i].first + 1; column <= std::min(columns[i].last, end - 1); ++column)
                    value = largerCarefully(value, values[column]);
                result[i] = value;
            }
        }
    }

    void means(const Line& line, int from, qint64 begin, qint64 end, float* result)
    {
        std::fill(m_sums.begin() + begin, m_sums.begin() + end, 0.0F);
        std::fill(m_counts.begin() + begin, m_counts.begin() + end, 0.0F);
        float *sums = m_sums.data(), *counts = m_counts.data();
        for (auto row = line.rows.first; row <= line.rows.last; ++row) {
            const float* values = m_grid.row(m_pooling, row);
            for (auto column = begin, last = std::min(end, m_grid.columnsOf(row)); column < last; ++column) {
                sums[column] += values[column];
                counts[column] += 1;
            }
        }
        for (int x = from; x < line.end; ++x) {
            const auto tiles = of(x);
            float sum = 0, count = 0;
            for (auto column = tiles.first; column <= std::min(tiles.last, end - 1); ++column) {
                sum += sums[column];
                count += counts[column];
            }
            result[x - from] = sum / count;
        }
    }

    const HeatmapGrid& m_grid;
    const HeatmapWindow& m_window;
    Pooling m_pooling;
    bool m_careful;
    int m_begin;
    std::vector<PixelTiles> m_columns;
    std::vector<float> m_sums, m_counts;        // by tile of a row
    int m_first = std::numeric_limits<int>::max(), m_end = 0;
    qint64 m_most = 0;                          // tiles in a pixel
};

}  // namespace

PixelTiles tilesOf(qint64 pixel, double perPixel, qint64 begin, qint64 tile, qint64 count)
{
    if (perPixel < double(tile)) {
        const double place = ((double(pixel) + 0.5) * perPixel - double(begin)) / double(tile);
        return place >= 0 && place < double(count) ? PixelTiles{qint64(place), qint64(place)} : PixelTiles{};
    }
    // Those that begin in the pixel.
    const auto first = qint64(std::ceil((double(pixel) * perPixel - double(begin)) / double(tile)));
    const auto after = qint64(std::ceil((double(pixel + 1) * perPixel - double(begin)) / double(tile)));
    return {std::max<qint64>(first, 0), std::min(after, count) - 1};
}

void HeatmapImage::setSource(const HeatmapSource& source)
{
    m_source = source;
    m_detail = {};
    m_valid = false;
}

void HeatmapImage::setDetail(const HeatmapSource& detail)
{
    m_detail = detail;
    m_valid = false;
}

void HeatmapImage::setPooling(Pooling pooling)
{
    m_valid = m_valid && pooling == m_pooling;
    m_pooling = pooling;
}

void HeatmapImage::setScale(const HeatmapScale& scale)
{
    m_valid = m_valid && scale == m_scale;
    m_scale = scale;
}

void HeatmapImage::setPaper(QRgb paper, QRgb outside)
{
    m_valid = m_valid && paper == m_paper && outside == m_outside;
    m_paper = paper;
    m_outside = outside;
}

bool HeatmapImage::usesDetail(const HeatmapWindow& window) const
{
    return !m_detail.empty() && window.perPixel < double(m_source.finest().queryTile) && m_detail.finest().queryTile < m_source.finest().queryTile;
}

const QImage& HeatmapImage::picture(const HeatmapWindow& window, const QSize& size)
{
    if (m_image.size() != size) {
        m_image = QImage(size, QImage::Format_RGB32);
        m_valid = false;
    }
    const auto dx = window.left - m_window.left, dy = window.top - m_window.top;
    const int width = size.width(), height = size.height();
    const bool moved = m_valid && window.perPixel == m_window.perPixel && std::abs(dx) < width && std::abs(dy) < height;
    m_window = window;
    m_valid = true;
    if (!moved) {
        draw(window, QRect(QPoint(0, 0), size));
        return m_image;
    }
    if (dx == 0 && dy == 0)
        return m_image;
    const int x = int(dx), y = int(dy);
    scroll(x, y);
    if (y != 0)
        draw(window, QRect(0, y > 0 ? height - y : 0, width, std::abs(y)));
    if (x != 0)
        draw(window, QRect(x > 0 ? width - x : 0, y > 0 ? 0 : -y, std::abs(x), height - std::abs(y)));
    return m_image;
}

void HeatmapImage::scroll(int dx, int dy)
{
    const int width = m_image.width(), height = m_image.height(), rows = height - std::abs(dy);
    const auto bytes = std::size_t(width - std::abs(dx)) * sizeof(QRgb);
    auto* pixels = reinterpret_cast<QRgb*>(m_image.bits());
    const auto line = m_image.bytesPerLine() / qsizetype(sizeof(QRgb));
    for (int i = 0; i < rows; ++i) {
        const int row = dy >= 0 ? i : height - 1 - i;       // nothing is overwritten before it was moved
        std::memmove(pixels + row * line + std::max(-dx, 0), pixels + (row + dy) * line + std::max(dx, 0), bytes);
    }
}

void HeatmapImage::draw(const HeatmapWindow& window, const QRect& part)
{
    m_drawn += qint64(part.width()) * part.height();
    if (m_source.empty()) {
        for (int y = part.top(); y <= part.bottom(); ++y)
            std::fill_n(reinterpret_cast<QRgb*>(m_image.scanLine(y)) + part.left(), part.width(), m_outside);
        return;
    }
    const auto paint = [&](const HeatmapSource& source, const HeatmapGrid& grid, bool base) {
        GridLines lines(source, grid, m_pooling, window, part.left(), part.left() + part.width());
        std::vector<float> values(std::size_t(part.width()));
        GridLines::Line before;
        int beforeRow = -1;
        for (int y = part.top(); y <= part.bottom(); ++y) {
            auto* pixels = reinterpret_cast<QRgb*>(m_image.scanLine(y));
            const auto line = lines.line(y);
            const bool inside = line.rows.first <= line.rows.last && lines.left() < lines.right();
            if (base) {
                std::fill(pixels + part.left(), pixels + part.left() + part.width(), m_outside);
                if (inside)
                    std::fill(pixels + line.end, pixels + lines.right(), m_paper);
            }
            if (!inside || line.begin >= line.end)
                continue;
            // Lines of the same tiles differ only in where the diagonal is.
            int from = line.begin;
            if (beforeRow >= 0 && before.rows == line.rows) {
                from = std::min(before.end, line.end);
                std::copy(reinterpret_cast<const QRgb*>(m_image.constScanLine(beforeRow)) + line.begin, reinterpret_cast<const QRgb*>(m_image.constScanLine(beforeRow)) + from, pixels + line.begin);
            }
            lines.values(line, from, values.data());
            m_scale.colors(values.data(), line.end - from, pixels + from);
            before = line;
            beforeRow = y;
        }
    };
    paint(m_source, m_source.gridFor(window.perPixel), true);
    if (usesDetail(window))
        paint(m_detail, m_detail.finest(), false);
}

std::vector<float> HeatmapImage::values(const HeatmapWindow& window, const QSize& size) const
{
    std::vector<float> result(std::size_t(size.width()) * std::size_t(size.height()), kNothing);
    if (m_source.empty())
        return result;
    const auto fill = [&](const HeatmapSource& source, const HeatmapGrid& grid) {
        GridLines lines(source, grid, m_pooling, window, 0, size.width());
        for (int y = 0; y < size.height(); ++y)
            if (const auto line = lines.line(y); line.begin < line.end)
                lines.values(line, line.begin, result.data() + std::size_t(y) * std::size_t(size.width()) + line.begin);
    };
    fill(m_source, m_source.gridFor(window.perPixel));
    if (usesDetail(window))
        fill(m_detail, m_detail.finest());
    return result;
}

HeatmapSample HeatmapImage::sample(const HeatmapWindow& window, int x, int y) const
{
    HeatmapSample sample;
    const auto take = [&](const HeatmapSource& source, const HeatmapGrid& grid) {
        GridLines lines(source, grid, m_pooling, window, x, x + 1);
        const auto line = lines.line(y);
        if (line.begin >= line.end)
            return false;
        sample.shown = true;
        lines.values(line, x, &sample.value);
        const auto columns = lines.of(x);
        auto row = (line.rows.first + line.rows.last) / 2, column = (columns.first + columns.last) / 2;
        sample.tiles = 0;
        for (auto r = line.rows.first; r <= line.rows.last; ++r)
            for (auto c = columns.first; c <= std::min(columns.last, grid.columnsOf(r) - 1); ++c) {
                ++sample.tiles;
                const float value = grid.row(m_pooling, r)[c];
                if (m_pooling == Pooling::Max && (value == sample.value || !std::isfinite(value)))
                    row = r, column = c;
            }
        column = std::min(column, grid.columnsOf(row) - 1);
        sample.query = grid.queryBegin + row * grid.queryTile;
        sample.key = grid.keyBegin + column * grid.keyTile;
        sample.queryTile = std::min(grid.queryTile, grid.queryEnd - sample.query);
        sample.keyTile = std::min(grid.keyTile, grid.keyEnd - sample.key);
        return true;
    };
    if (m_source.empty() || (usesDetail(window) && take(m_detail, m_detail.finest())))
        return sample;
    take(m_source, m_source.gridFor(window.perPixel));
    return sample;
}

}  // namespace bam::plots
