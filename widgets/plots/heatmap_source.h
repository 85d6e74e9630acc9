// SPDX-License-Identifier: GPL-3.0-or-later
// The values of a query × key heatmap, as tiles of one or more sizes: all of a head's matrix (a pyramid), or a part of it (a region). Positions are tokens, from 0;
// a pair above the diagonal (key > query) has no value, whatever a tile holds there.
//
// Invariant: a value; copies share the tiles, which never change.
#pragma once

#include "core/inspect/lens_types.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace bam::plots {

enum class Pooling { Max, Mean };

/// Equal tiles over a rectangle of the matrix, row by row, the first queries first.
struct HeatmapGrid {
    qint64 queryBegin = 0, queryEnd = 0, keyBegin = 0, keyEnd = 0;      ///< positions
    qint64 queryTile = 1, keyTile = 1;                                  ///< positions per tile
    qint64 rows = 0, columns = 0;
    bool triangular = false;            ///< row r holds its first r + 1 tiles only
    std::array<const float*, 2> values{};       ///< by Pooling; the same twice where there is one kind only

    const float* row(Pooling pooling, qint64 row) const { return values[std::size_t(pooling)] + (triangular ? row * (row + 1) / 2 : row * columns); }
    /// How many of a row's tiles hold a pair at or below the diagonal.
    qint64 columnsOf(qint64 row) const;
    qint64 lastQuery(qint64 row) const { return std::min(queryEnd, queryBegin + (row + 1) * queryTile) - 1; }
    bool contains(qint64 query, qint64 key) const { return query >= queryBegin && query < queryEnd && key >= keyBegin && key < keyEnd; }
    /// Of the tile that holds a pair; NaN outside the rectangle and above the diagonal.
    float at(Pooling pooling, qint64 query, qint64 key) const;
};

/// Which values of a region.
enum class RegionPart { Attention, ContentScore, PriorTerm, Content, Position, Joint };

class HeatmapSource {
public:
    HeatmapSource() = default;
    /// The whole matrix of one head.
    explicit HeatmapSource(const std::shared_ptr<const inspect::AttentionPyramid>& pyramid);
    /// A part of a matrix of `length` positions a side. Empty where the region does not have this part.
    HeatmapSource(const std::shared_ptr<const inspect::Region>& region, RegionPart part, qint64 length);

    bool empty() const { return m_grids.empty(); }
    /// Positions a side of the whole matrix.
    qint64 length() const { return m_length; }
    const HeatmapGrid& finest() const { return m_grids.front(); }
    /// The coarsest tiles that are no larger than a pixel; the finest where none are.
    const HeatmapGrid& gridFor(double positionsPerPixel) const;
    /// A grid with at most `side` tiles a side, where there is one; else the coarsest.
    const HeatmapGrid& gridOf(qint64 side) const;
    /// Of the finest tiles: how many hold no finite number.
    qint64 nonFinite(Pooling pooling) const { return m_nonFinite[std::size_t(pooling)]; }

private:
    void countNonFinite();

    std::shared_ptr<const void> m_owner;
    qint64 m_length = 0;
    std::vector<HeatmapGrid> m_grids;       // finest first
    std::array<qint64, 2> m_nonFinite{};
};

/// Smallest positive and all-over smallest and largest finite values of a rectangle, from tiles that lie at least partly in it.
struct HeatmapExtremes {
    double low = inspect::kNone, positive = inspect::kNone, high = inspect::kNone;     ///< NaN: there is none
};
HeatmapExtremes extremesOf(const HeatmapGrid& grid, Pooling pooling, qint64 queryBegin, qint64 queryEnd, qint64 keyBegin, qint64 keyEnd);

}  // namespace bam::plots
