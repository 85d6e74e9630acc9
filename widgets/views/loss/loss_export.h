// SPDX-License-Identifier: GPL-3.0-or-later
// What is visible, for the clipboard: as a picture with its legend, or as rows.
#pragma once

#include "widgets/views/loss/curve_plot.h"
#include "widgets/views/loss/loss_content.h"

#include <QImage>

namespace bam::views {

/// Plot and list of visible curves, `scale` times as fine as on the screen.
QImage pictureOf(CurvePlot& plot, const std::vector<CurveEntry>& entries, const LossSettings& settings, double scale);

/// Rows of the visible runs in the visible range of x.
std::size_t rowsWithin(const CurveStore& store, const LossSettings& settings, const QCPRange& x);
/// The same as CSV with a header, one line per row, for programs: decimal points, no thousands. Empty fields: not known.
QString csvOf(const CurveStore& store, const LossSettings& settings, const QCPRange& x);

}  // namespace bam::views
