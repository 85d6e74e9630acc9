// SPDX-License-Identifier: GPL-3.0-or-later
// A query taken apart, as curves and in words; without widgets.
#pragma once

#include "widgets/figures/figure.h"
#include "widgets/plots/curve_stack.h"

namespace bam::views {

/// Which factors the view shows, in this order, as curves and as maps.
enum class Factor { ContentScore, PriorTerm, Content, Position, Joint };
inline constexpr int kFactors = 5;

/// "Content score q·k/√d"
QString factorName(Factor factor);
/// "Content score", for little room.
QString shortFactorName(Factor factor);
QColor factorColor(Factor factor);
bool isProbability(Factor factor);

/// Scores, prior term, the two probabilities, joint.
std::vector<plots::StackPanel> panelsOf(const std::shared_ptr<const inspect::Decomposition>& values);

/// How far joint = content · position · Z holds (model.md, "The BAM prior").
struct FactorIdentity {
    double deviation = 0;           ///< largest over the keys; not finite where a value is not
    qint64 key = -1;                ///< where; −1: there is none
    qint64 notFinite = 0;           ///< keys with a value that is no finite number
    bool holds() const { return notFinite == 0 && deviation <= 1e-6; }
};
FactorIdentity identityOf(const inspect::Decomposition& values);

/// "λ = s·ln n = 3.581 (s = 0.43, n = 4,131), ln Z = 8.67, Z = 5,830"
QString factorText(const inspect::Decomposition& values);
/// What λ and Z are for.
QString factorHelp();
/// "Joint = content × prior × Z holds: largest deviation 3e-9"
QString identityText(const FactorIdentity& identity);

/// What the curves show, with at most four points for each of 1,024 columns.
figures::Figure curvesFigure(const plots::CurveStack& curves, const QString& title);

}  // namespace bam::views
