// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/priors/prior_state.h"

#include "core/encoding/sandwich_sum.h"
#include "core/encoding/slopes.h"

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr std::size_t kMostSteps = 200;

priors::Prior learned(double thetaAlpha, double thetaBeta)
{
    return {priors::Form::GeneralizedGaussian, thetaAlpha, thetaBeta, 0, false, 0.43};
}

}  // namespace

FieldRange rangeOf(PriorField field)
{
    constexpr auto most = double(priors::kMostKeys);
    switch (field) {
    case PriorField::ThetaAlpha: return {-30, 30, -10, 5, 0, 0.01};
    case PriorField::ThetaBeta: return {-4, 4, -2, 3, 0.5, 0.01};
    case PriorField::ThetaMu: return {-14, 14, -8, 2, 0, 0.01};
    case PriorField::Alpha: return {1e-12, 1e12, 1e-3, 1e6, 1, 0};
    case PriorField::Beta: return {-4, 4, -2, 3, 0.5, 0.01};
    case PriorField::Mu: return {-1e6, 1e6, -3000, 10, 0, 0};
    case PriorField::R1: return {0, 1000, 0, 10, 1, 0.01};
    case PriorField::R2: return {0, 100, 0, 4, 1, 0.01};
    case PriorField::Ratio: return {0.01, 1000, 0.1, 8, 1, 0.01};
    case PriorField::Width: return {2, 1024, 2, 512, 128, 0};
    case PriorField::SeqScale: return {-10, 10, 0, 2, 0.43, 0.01};
    case PriorField::Keys: return {1, most, 16, most, 4096, 0};
    case PriorField::TrainedLength: return {1, most, 16, most, 512, 0};
    }
    return {};
}

double valueOf(const PriorState& state, PriorField field)
{
    const auto& prior = state.prior;
    switch (field) {
    case PriorField::ThetaAlpha: return prior.thetaAlpha;
    case PriorField::ThetaBeta:
    case PriorField::Beta: return prior.thetaBeta;
    case PriorField::ThetaMu: return prior.thetaMu;
    case PriorField::Alpha: return priors::alphaOf(prior.thetaAlpha, prior.thetaBeta).value_or(inspect::kNone);
    case PriorField::Mu: return priors::muOf(prior.thetaMu);
    case PriorField::R1: return prior.r1;
    case PriorField::R2: return prior.r2;
    case PriorField::Ratio: return prior.ratio;
    case PriorField::Width: return double(prior.width);
    case PriorField::SeqScale: return prior.seqScale;
    case PriorField::Keys: return double(state.keys);
    case PriorField::TrainedLength: return double(state.trainedLength);
    }
    return inspect::kNone;
}

PriorState edited(const PriorState& state, PriorField field, double value)
{
    auto next = state;
    if (std::isnan(value))
        return next;
    const auto range = rangeOf(field);
    value = std::clamp(value, range.least, range.most);
    auto& prior = next.prior;
    switch (field) {
    case PriorField::ThetaAlpha: prior.thetaAlpha = value; break;
    case PriorField::ThetaBeta: prior.thetaBeta = value; break;
    case PriorField::ThetaMu: prior.thetaMu = value; break;
    case PriorField::Alpha:
        if (const auto theta = priors::thetaAlphaOf(value, prior.thetaBeta))
            prior.thetaAlpha = *theta;
        break;
    case PriorField::Beta:
        if (const auto alpha = priors::alphaOf(prior.thetaAlpha, prior.thetaBeta))
            prior.thetaAlpha = priors::thetaAlphaOf(*alpha, value).value_or(prior.thetaAlpha);
        prior.thetaBeta = value;
        break;
    case PriorField::Mu: prior.thetaMu = priors::thetaMuOf(value); break;
    case PriorField::R1: prior.r1 = value; break;
    case PriorField::R2: prior.r2 = value; break;
    case PriorField::Ratio: prior.ratio = value; break;
    case PriorField::Width: prior.width = 2 * std::int64_t(std::llround(value / 2)); break;     // a sine and a cosine share each frequency
    case PriorField::SeqScale: prior.seqScale = value; break;
    case PriorField::Keys: next.keys = std::int64_t(std::llround(value)); break;
    case PriorField::TrainedLength: next.trainedLength = std::int64_t(std::llround(value)); break;
    }
    return next;
}

bool isShown(const PriorState& state, PriorField field)
{
    switch (field) {
    case PriorField::ThetaAlpha:
    case PriorField::ThetaBeta:
    case PriorField::ThetaMu:
    case PriorField::Alpha:
    case PriorField::Beta:
    case PriorField::Mu: return !priors::isKernel(state.prior.form) && state.prior.form != priors::Form::Table && state.prior.form != priors::Form::Cosines;
    case PriorField::R1:
    case PriorField::R2: return priors::isKernel(state.prior.form);
    case PriorField::Ratio:
    case PriorField::Width: return state.prior.form == priors::Form::Cosines;
    case PriorField::SeqScale:
    case PriorField::Keys:
    case PriorField::TrainedLength: break;
    }
    return true;
}

bool isUsed(const PriorState& state, PriorField field)
{
    switch (field) {
    case PriorField::ThetaAlpha: return state.prior.form == priors::Form::Linear || state.prior.form == priors::Form::GeneralizedGaussian;
    case PriorField::Alpha: return isUsed(state, PriorField::ThetaAlpha) && !std::isnan(valueOf(state, field));
    case PriorField::ThetaBeta:
    case PriorField::Beta:
    case PriorField::ThetaMu:
    case PriorField::Mu: return state.prior.form == priors::Form::GeneralizedGaussian;
    case PriorField::R1:
    case PriorField::R2: return priors::isKernel(state.prior.form);
    case PriorField::Ratio:
    case PriorField::Width: return state.prior.form == priors::Form::Cosines;
    case PriorField::SeqScale: return state.prior.ssmax;
    case PriorField::Keys:
    case PriorField::TrainedLength: break;
    }
    return true;
}

std::vector<PriorPreset> priorPresets()
{
    priors::Prior uniform;
    uniform.form = priors::Form::Uniform;
    return {
        {QStringLiteral("nope"), PriorPreset::tr("&NoPE: no prior"), PriorPreset::tr("Every key counts the same: b is 0. θβ = 0 gives the same up to a constant."), uniform},
        {QStringLiteral("laplace"), PriorPreset::tr("&Laplace (θβ = 1)"), PriorPreset::tr("Probability falls by the same factor with each token, as with ALiBi."), learned(-3, 1)},
        {QStringLiteral("gaussian"), PriorPreset::tr("&Gaussian (θβ = 2)"), PriorPreset::tr("A bell: a neighbourhood that counts, and next to nothing beyond it."), learned(-8, 2)},
        {QStringLiteral("heavyTail"), PriorPreset::tr("&Heavy tail (0 < θβ < 1)"), PriorPreset::tr("Near tokens count more, far ones are never forgotten."), learned(0, 0.35)},
        {QStringLiteral("inverted"), PriorPreset::tr("&Inverted (θβ < 0)"),
            PriorPreset::tr("The neighbourhood is suppressed and attention goes to far tokens: the shape of retrieval heads."), learned(2, -0.8)},
    };
}

PriorState withPreset(PriorState state, const PriorPreset& preset)
{
    const auto before = state.prior;
    state.prior = preset.prior;
    state.prior.ssmax = before.ssmax;
    state.prior.seqScale = before.seqScale;
    state.origin.reset();
    return state;
}

PriorState withAlibi(PriorState state, std::int64_t head, std::int64_t heads)
{
    state.prior.form = priors::Form::Linear;
    state.prior.thetaAlpha = std::log(encoding::alibiSlopes(heads)[std::size_t(std::clamp<std::int64_t>(head, 0, heads - 1))]);
    state.prior.thetaBeta = 1;
    state.prior.thetaMu = 0;
    state.origin.reset();
    return state;
}

PriorState withSandwich(PriorState state, std::int64_t head, std::int64_t heads)
{
    state.prior.form = priors::Form::Cosines;
    state.prior.table.reset();
    state.prior.ratio = encoding::sandwichRatio(std::clamp<std::int64_t>(head, 0, heads - 1), heads);
    state.origin.reset();
    return state;
}

PriorState withHead(PriorState state, const HeadOrigin& origin, const priors::Prior& prior, std::int64_t trainedLength)
{
    const double s = state.prior.seqScale;
    state.prior = prior;
    if (!prior.ssmax)
        state.prior.seqScale = s;
    if (trainedLength > 0)
        state.trainedLength = std::min(trainedLength, priors::kMostKeys);
    state.origin = origin;
    return state;
}

void PriorUndo::leave(const PriorState& before, std::optional<PriorField> field)
{
    const bool same = field && field == m_field && !m_back.empty();
    m_field = field;
    m_forward.clear();
    if (same)
        return;
    m_back.push_back(before);
    if (m_back.size() > kMostSteps)
        m_back.erase(m_back.begin());
}

const PriorState& PriorUndo::undo(const PriorState& now)
{
    endGesture();
    return step(m_back, m_forward, now);
}

const PriorState& PriorUndo::redo(const PriorState& now)
{
    endGesture();
    return step(m_forward, m_back, now);
}

/// Through a member: GCC 12 takes what an empty optional of a local state leaves for uninitialised.
const PriorState& PriorUndo::step(std::vector<PriorState>& from, std::vector<PriorState>& to, const PriorState& now)
{
    if (from.empty())
        return now;
    to.push_back(now);
    m_given = from.back();
    from.pop_back();
    return m_given;
}

}  // namespace bam::views
