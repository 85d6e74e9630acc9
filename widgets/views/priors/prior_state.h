// SPDX-License-Identifier: GPL-3.0-or-later
// What the explorer of priors is set to, how an edit changes it, and the edits before.
//
// Invariant: θα, θβ, θμ are what is kept; α, β and μ are the same in other words, so the two never disagree.
#pragma once

#include "core/priors/prior_math.h"

#include <QCoreApplication>
#include <QString>

#include <optional>
#include <vector>

namespace bam::views {

enum class PriorField { ThetaAlpha, ThetaBeta, ThetaMu, Alpha, Beta, Mu, R1, R2, Ratio, Width, SeqScale, Keys, TrainedLength };

/// A head that the explorer was set from, or that it is compared with.
struct HeadOrigin {
    QString run;                ///< path
    QString runTitle;
    inspect::HeadId head;
    double step = -1;
    bool operator==(const HeadOrigin&) const = default;
};

struct ComparedPrior {
    QString title;
    priors::Prior prior;
    bool operator==(const ComparedPrior&) const = default;
};

struct PriorState {
    priors::Prior prior = {priors::Form::GeneralizedGaussian, 0, 0.5, 0, false, 0.43};
    std::int64_t trainedLength = 512;       ///< tokens
    std::int64_t keys = 4096;               ///< that the query sees, itself included: 1 … priors::kMostKeys
    bool logDistance = true, logProbability = false;
    std::optional<HeadOrigin> origin = {};
    std::optional<ComparedPrior> compared = {};

    bool operator==(const PriorState&) const = default;
};

/// Least and largest value that may be typed; sliders cover the part of it where learned priors are.
struct FieldRange {
    double least = 0, most = 0, sliderLeast = 0, sliderMost = 0, standard = 0, step = 0.01;
};
FieldRange rangeOf(PriorField field);

/// NaN where the field has no value: α at θβ = 0.
double valueOf(const PriorState& state, PriorField field);
/// The state after a person sets a field. α, β and μ change θ so that the others of the three stay, as far as they exist: another β keeps α, not θα.
PriorState edited(const PriorState& state, PriorField field, double value);
/// Whether the field belongs beside a prior of this form: r1 and r2, or Sandwich's c and w, take the place of θ, and a curve of a checkpoint has none.
bool isShown(const PriorState& state, PriorField field);
/// Whether a prior of this form has such a field.
bool isUsed(const PriorState& state, PriorField field);

struct PriorPreset {
    Q_DECLARE_TR_FUNCTIONS(PriorPreset)
public:
    QString id, title, tip;
    priors::Prior prior;
};
/// NoPE, Laplace, Gaussian, a heavy tail, an inverted prior; s of Scalable-Softmax is the state's own.
std::vector<PriorPreset> priorPresets();
PriorState withPreset(PriorState state, const PriorPreset& preset);
PriorState withAlibi(PriorState state, std::int64_t head, std::int64_t heads);
/// With the state's own width.
PriorState withSandwich(PriorState state, std::int64_t head, std::int64_t heads);
/// @param trainedLength of the run; −1: not known
PriorState withHead(PriorState state, const HeadOrigin& origin, const priors::Prior& prior, std::int64_t trainedLength);

/// Steps back and forward. Edits of one field in a row are one step, until endGesture().
class PriorUndo {
public:
    /// @param field of the edit; nothing: an edit that is a step of its own
    void leave(const PriorState& before, std::optional<PriorField> field = {});
    void endGesture() { m_field.reset(); }
    /// What is shown then, valid until the next step; `now` where there is nothing to take back.
    const PriorState& undo(const PriorState& now);
    const PriorState& redo(const PriorState& now);
    bool canUndo() const { return !m_back.empty(); }
    bool canRedo() const { return !m_forward.empty(); }

private:
    const PriorState& step(std::vector<PriorState>& from, std::vector<PriorState>& to, const PriorState& now);
    std::vector<PriorState> m_back, m_forward;
    PriorState m_given;
    std::optional<PriorField> m_field;
};

}  // namespace bam::views
