// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of what heads learned: θβ against θα with the three regimes, the biases of each regime and of any encoding, and where heads with θβ ≤ 0 attend. Pure functions.
#pragma once

#include "core/inspect/lens_types.h"
#include "core/priors/prior_math.h"
#include "widgets/figures/figure.h"

#include <vector>

namespace bam::figures {

struct HeadPrior {
    inspect::HeadId head;
    inspect::PriorValues prior;
};

/// The heads of one run at one step.
struct PriorRun {
    QString id;                 ///< stable: the run's path
    QString name;               ///< for the legend
    plots::CurveStyle style;
    std::vector<HeadPrior> heads;
};

/// Every head as a point; regimes are marked at θβ = 0 and −0.6. Of a single run points are coloured by layer. Heads without θα and θβ are left out.
Figure priorScatterFigure(const std::vector<PriorRun>& runs, const Provenance& provenance = {});

/// b(δ) of every head, a panel for each regime that has heads: θβ ≤ −0.6, −0.6 < θβ ≤ 0, θβ > 0. @param length distances from 1 to length − 1 tokens
Figure priorsByRegimeFigure(const std::vector<PriorRun>& runs, std::int64_t length, const Provenance& provenance = {});

/// Every head's bias of one run, whatever its encoding.
struct BiasRun {
    QString id;                 ///< stable: the run's path
    QString name;               ///< of its panel
    plots::CurveStyle style;
    std::int64_t trainedLength = -1;    ///< tokens; −1: unknown
    std::vector<std::pair<inspect::HeadId, priors::Prior>> heads;
};

/// b(δ) of every head for a query that sees `length` keys, a panel for each run with its trained length marked. Heads with the same bias are one curve.
Figure biasesByDistanceFigure(const std::vector<BiasRun>& runs, std::int64_t length, const Provenance& provenance = {});

/// Heads × key positions of the heads with θβ ≤ 0, the smallest θβ first: means over the answer's queries, of stretches the largest. The needle is a span.
/// Without such heads the figure has no panels. @param columns at most so many stretches
Figure invertedHeadsFigure(const inspect::Capture& capture, const QString& title, int columns = 1024, const Provenance& provenance = {});

}  // namespace bam::figures
