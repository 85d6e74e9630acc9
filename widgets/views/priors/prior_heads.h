// SPDX-License-Identifier: GPL-3.0-or-later
// The heads of a run at one step as small pictures, trajectories and figures: pure functions of what a run has logged.
//
// Invariant: colours tell θβ on one diverging scale for all runs and steps that are shown together.
#pragma once

#include "widgets/figures/figure.h"
#include "widgets/views/priors/prior_run.h"
#include "core/priors/prior_math.h"

#include <QColor>
#include <QPointF>
#include <QString>
#include <QVector>

#include <optional>
#include <utility>
#include <vector>

namespace bam::views {

enum class PriorOrder { Layer, ThetaBeta, EffectiveContext };
enum class HeadShape { Probability, Bias };

struct HeadCell {
    inspect::HeadId id;
    priors::Prior prior;
    bool known = false;             ///< the run tells this head's prior at this step, or its encoding fixes it
    double effective = inspect::kNone;      ///< only when cells are ordered by it
    std::vector<float> outline;     ///< 0 … 1 over logarithmic distances
};

struct HeadCells {
    std::int64_t layers = 0, heads = 0;
    std::vector<HeadCell> cells;    ///< layer by layer
    std::vector<int> order;         ///< indices of cells as they are shown
    std::int64_t keys = 0;
    PriorOrder by = PriorOrder::Layer;

    const HeadCell* find(inspect::HeadId id) const
    {
        return id.layer < 0 || id.head < 0 || id.layer >= layers || id.head >= heads ? nullptr : &cells[std::size_t(id.layer * heads + id.head)];
    }
};

/// What a run's heads look like at a step, for a query that sees so many keys.
HeadCells headCellsOf(const PriorRun& run, std::size_t step, std::int64_t keys, HeadShape shape, PriorOrder order);
/// A head's prior at a step; nothing where the run does not tell it.
std::optional<priors::Prior> priorOfHead(const PriorRun& run, std::size_t step, inspect::HeadId head);

/// Why a run has no priors to show, and what to do; empty when it has some.
struct NoPriors {
    QString text, hint;
    bool isEmpty() const { return text.isEmpty(); }
};
NoPriors whyNoPriors(const PriorRun& run);
/// Whether the slopes of ALiBi stand for learned priors.
bool hasFixedSlopes(const PriorRun& run);
/// Whether parameters have moved that a plane and lines over steps can show.
bool hasTrajectories(const PriorRun& run);
/// The two parameters that a head's prior is a point of: shape and strength, BAM's θβ and θα or Kerple's r2 and r1.
std::pair<priors::Parameter, priors::Parameter> planeOf(const PriorRun& run);
/// Whether a head has learned the same prior in every layer: a global prior, as far as numbers tell.
bool sharesPriors(const PriorRun& run);

/// The largest |θβ| that colours tell apart, for these runs together.
double colorLimitOf(const std::vector<const PriorRun*>& runs);
/// Blue below 0, orange above, grey at 0: seen on light and dark backgrounds. Grey, too, where there is no value.
QColor shapeColor(double thetaBeta, double limit);
/// The same as a thin line, which needs more contrast.
QColor shapeLine(double thetaBeta, double limit, const QColor& ink);

struct HeadPath {
    inspect::HeadId id;
    QVector<QPointF> points;        ///< a point per step; without those that are not finite
    double thetaBeta = 0;           ///< the last one
    QColor color = {};              ///< invalid: that of θβ
};
/// Strength over shape of all heads, by step. @param most points of all paths together; longer ones are thinned evenly, ends kept
std::vector<HeadPath> planePathsOf(const PriorRun& run, qsizetype most);
/// A parameter over steps of all heads.
std::vector<HeadPath> seriesPathsOf(const PriorRun& run, priors::Parameter parameter, qsizetype most);
/// "θβ", "θα", "θμ", "s", "r1", "r2"
QString parameterTitle(priors::Parameter parameter);

/// What a head is, in a line or two.
QString headInWords(const PriorRun& run, const HeadCell& cell, std::int64_t keys);

/// All heads as panels; of more than 256 as one picture of their outlines, a row per head.
figures::Figure headsFigure(const PriorRun& run, const HeadCells& cells, HeadShape shape, double limit, double step);
figures::Figure planeFigure(const std::vector<const PriorRun*>& runs, double step, double limit);
figures::Figure seriesFigure(const std::vector<const PriorRun*>& runs, priors::Parameter parameter, double step, double limit);

}  // namespace bam::views
