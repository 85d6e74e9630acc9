// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a heatmap: one colour per device pixel, from the tiles that suit the zoom. Kept between frames: a moved window scrolls what is there and draws the
// strips that came into view; anything else is drawn anew.
//
// Invariant: what a pixel shows depends on its place alone, not on how the window came there; each tile counts in exactly one pixel, so that pooling keeps a lone cell.
#pragma once

#include "widgets/plots/heatmap_scale.h"
#include "widgets/plots/heatmap_source.h"

#include <QImage>

#include <vector>

namespace bam::plots {

/// Which part of the matrix an image shows: the place of its upper left pixel, counted in pixels from the matrix's corner.
struct HeatmapWindow {
    qint64 left = 0, top = 0;
    double perPixel = 1;        ///< positions

    double keyAt(double x) const { return (double(left) + x) * perPixel; }
    double queryAt(double y) const { return (double(top) + y) * perPixel; }
    double xOf(double key) const { return key / perPixel - double(left); }
    double yOf(double query) const { return query / perPixel - double(top); }
    bool operator==(const HeatmapWindow&) const = default;
};

/// The tiles of one pixel of a row or column of pixels: [first, last]; none where first > last.
struct PixelTiles {
    qint64 first = 0, last = -1;
    bool operator==(const PixelTiles&) const = default;
};

/// @param begin of the grid @param pixel counted from the matrix's corner
PixelTiles tilesOf(qint64 pixel, double perPixel, qint64 begin, qint64 tile, qint64 count);

/// What a pixel shows.
struct HeatmapSample {
    float value = std::numeric_limits<float>::quiet_NaN();
    bool shown = false;                 ///< false: outside or above the diagonal
    qint64 query = 0, key = 0;          ///< of the tile with the value (Max), of the pixel's middle (Mean): its first position
    qint64 queryTile = 1, keyTile = 1;  ///< positions that the tile covers
    qint64 tiles = 0;                   ///< that came together in the pixel
};

class HeatmapImage {
public:
    void setSource(const HeatmapSource& source);
    /// A part that is known more exactly; shown where its tiles are finer than the source's. Empty: none.
    void setDetail(const HeatmapSource& detail);
    void setPooling(Pooling pooling);
    void setScale(const HeatmapScale& scale);
    /// @param paper above the diagonal @param outside beyond the matrix
    void setPaper(QRgb paper, QRgb outside);

    const HeatmapSource& source() const { return m_source; }
    const HeatmapSource& detail() const { return m_detail; }
    Pooling pooling() const { return m_pooling; }
    const HeatmapScale& scale() const { return m_scale; }

    const QImage& picture(const HeatmapWindow& window, const QSize& size);
    HeatmapSample sample(const HeatmapWindow& window, int x, int y) const;
    /// Values of the pixels, row by row; NaN where nothing is shown.
    std::vector<float> values(const HeatmapWindow& window, const QSize& size) const;
    /// Pixels drawn since the image was made, those that were only moved not counted.
    qint64 pixelsDrawn() const { return m_drawn; }

private:
    bool usesDetail(const HeatmapWindow& window) const;
    void draw(const HeatmapWindow& window, const QRect& part);
    void scroll(int dx, int dy);

    HeatmapSource m_source, m_detail;
    Pooling m_pooling = Pooling::Max;
    HeatmapScale m_scale;
    QRgb m_paper = 0xFFFFFFFF, m_outside = 0xFFF0F0F0;
    QImage m_image;
    HeatmapWindow m_window;
    bool m_valid = false;
    qint64 m_drawn = 0;
};

}  // namespace bam::plots
