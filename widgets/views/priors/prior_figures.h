// SPDX-License-Identifier: GPL-3.0-or-later
// The explorer's plots as figures: pure functions of what is shown, the same for the screen, files and batches.
#pragma once

#include "widgets/figures/figure.h"
#include "widgets/views/priors/prior_state.h"

#include <vector>

namespace bam::views {

/// One prior with its curves.
struct PriorCurve {
    QString id;                 ///< "current", "compared", "0/3/5" for a head of the first run
    QString title;              ///< legend entry
    plots::CurveStyle style;
    priors::Distribution distribution;
};

struct ExplorerContent {
    PriorState state;
    std::vector<PriorCurve> curves;             ///< the first is the explorer's own
    priors::LengthEffect plain, scaled;         ///< of the explorer's prior without and with Scalable-Softmax; scaled is empty where that changes nothing
};

/// A head that is shown beside the explorer's prior while it is highlighted.
struct PriorBeside {
    QString id, title;
    plots::CurveStyle style;
    priors::Prior prior;
};

/// Up to so many keys sums over all of them are made at once; above, curves are sketched until the sums are there.
inline constexpr std::int64_t kExactAtOnce = 50'000;

/// Everything but the sums. @param own of the state's prior and keys
ExplorerContent contentOf(const PriorState& state, priors::Distribution own, const std::vector<PriorBeside>& beside = {});
/// The style of priors that are drawn for comparison.
plots::CurveStyle comparedStyle();

figures::Figure biasFigure(const ExplorerContent& content);
figures::Figure probabilityFigure(const ExplorerContent& content);
figures::Figure cumulativeFigure(const ExplorerContent& content);
figures::Figure lengthFigure(const ExplorerContent& content);
/// The four in one.
figures::Figure explorerFigure(const ExplorerContent& content);

/// Where distance 0 stands on a logarithmic axis.
inline constexpr double kZeroOnLogAxis = 0.5;
/// What stands at a place of the plots, for a readout: distance, and per curve b, p and the cumulative mass, as lines of text.
QStringList distributionReadout(const ExplorerContent& content, double distance);
QStringList lengthReadout(const ExplorerContent& content, double keys);

}  // namespace bam::views
