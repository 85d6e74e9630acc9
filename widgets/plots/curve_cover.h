// SPDX-License-Identifier: GPL-3.0-or-later
// What curves cover of the columns of a pane, kept from picture to picture: as long as the x axis only moves by whole pixels, rows are looked up for the
// columns that come into sight alone, and a change of the y axis costs nothing here.
//
// Invariant: what is handed out is the same as if it were made anew.
#pragma once

#include "widgets/plots/curve_raster.h"

#include <unordered_map>
#include <vector>

namespace bam::plots {

/// Of one curve.
class CurveCover {
public:
    const std::vector<runs::Extremes>& heights(const CurveRows& rows, const PixelMap& x, const HeightMap& map, int columns);

private:
    bool isOf(const CurveRows& rows, const HeightMap& map, int columns) const;
    void moveTo(int first);
    void make(int from, int to);

    CurveRows m_rows;
    std::size_t m_size = 0;             // rows when it was made
    HeightMap m_map{PixelMap()};
    PixelMap m_x;                       // that columns are counted along: column 0 begins at its pixel 0
    int m_first = 0;                    // the column that m_heights begins with
    std::vector<runs::Extremes> m_heights;
};

/// Of all curves of a pane. Columns that a curve points to must outlast it here, or clear() must come before they go.
class CurveCovers {
public:
    /// Valid until next(). @param columns of the pane
    const std::vector<runs::Extremes>& heights(const CurveRows& rows, const PixelMap& x, const HeightMap& map, int columns);
    /// A picture is complete: curves that were not in it are forgotten.
    void next();
    void clear() { m_covers.clear(); }

private:
    struct Kept {
        CurveCover cover;
        bool used = false;
    };
    std::unordered_map<const std::vector<float>*, Kept> m_covers;       // by the column of y
};

}  // namespace bam::plots
