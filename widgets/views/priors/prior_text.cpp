// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/priors/prior_text.h"

#include "widgets/common/format.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace bam::views {
namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(PriorText)
};

const QString kMinus = QStringLiteral("\u2212");

QString power(const QString& base, const QString& exponent) { return QStringLiteral("%1<sup>%2</sup>").arg(base, exponent); }
QString name(const char* text) { return QStringLiteral("<i>%1</i>").arg(QString::fromUtf8(text)); }

/// "δ + 3.2" inside the bars.
QString shifted(double mu)
{
    const double shown = std::round(mu * 100) / 100;
    if (shown == 0)
        return name("δ");
    return name("δ") + (mu < 0 ? QStringLiteral(" \u2212 ") : QStringLiteral(" + ")) + (std::abs(mu) < 1000 ? parameterText(std::abs(mu)) : ui::count(std::abs(mu)));
}

QString tokens(double distance)
{
    const int whole = int(std::llround(distance));
    return Text::tr("%Ln token(s)", nullptr, whole);
}

}  // namespace

QString parameterText(double value, int digits)
{
    if (!std::isfinite(value))
        return QStringLiteral("\u2014");
    auto text = QLocale().toString(std::abs(value), 'f', digits);
    const bool zero = std::abs(value) < 0.5 * std::pow(10.0, -digits);
    return value < 0 && !zero ? kMinus + text : text;
}

QString equationOf(const PriorState& state)
{
    const auto& prior = state.prior;
    const auto head = QStringLiteral("%1(%2) = ").arg(name("b"), name("δ"));
    const auto scale = power(name("e"), parameterText(prior.thetaAlpha));
    switch (prior.form) {
    case priors::Form::Uniform: return head + QStringLiteral("0");
    case priors::Form::Linear: return head + kMinus + scale + QStringLiteral(" · ") + name("δ") + QStringLiteral(" = ") + kMinus + ui::significant(std::exp(prior.thetaAlpha), 3) + QStringLiteral(" · ") + name("δ");
    case priors::Form::Logarithmic:
        return head + kMinus + ui::significant(prior.r1, 3) + QStringLiteral(" · ln (1 + ") + ui::significant(prior.r2, 3) + QStringLiteral(" · ") + name("δ") + QLatin1Char(')');
    case priors::Form::Power: return head + kMinus + ui::significant(prior.r1, 3) + QStringLiteral(" · ") + power(name("δ"), parameterText(prior.r2));
    case priors::Form::Table: return head + Text::tr("the numbers of the checkpoint");
    case priors::Form::Cosines:
        return head + QStringLiteral("(Σ cos(%1·%2<sub>i</sub>) %3 %4) / %5").arg(name("δ"), name("ω"), kMinus, ui::count(double(prior.width / 2)), ui::significant(prior.ratio, 3));
    case priors::Form::GeneralizedGaussian: break;
    }
    return head + kMinus + scale + QStringLiteral(" · ") + power(QStringLiteral("(|%1| + %2)").arg(shifted(priors::muOf(prior.thetaMu)), name("ε")), parameterText(prior.thetaBeta));
}

QString scaleEquationOf(const PriorState& state)
{
    const auto& prior = state.prior;
    if (prior.form == priors::Form::Uniform)
        return Text::tr("Without a prior, position alone prefers no key.");
    if (prior.form == priors::Form::Logarithmic)
        return QStringLiteral("= ln ") + power(QStringLiteral("(1 + %1 · %2)").arg(ui::significant(prior.r2, 3), name("δ")), kMinus + ui::significant(prior.r1, 3));
    if (prior.form == priors::Form::Cosines)
        return QStringLiteral("%1<sub>i</sub> = ").arg(name("ω")) + power(QStringLiteral("10000"), kMinus + QStringLiteral("2i/%1").arg(prior.width)) + QStringLiteral(", i = 0 … %1").arg(prior.width / 2 - 1);
    if (prior.form == priors::Form::Power || prior.form == priors::Form::Table)
        return {};
    const auto alpha = priors::alphaOf(prior.thetaAlpha, prior.thetaBeta);
    if (!alpha && std::abs(prior.thetaBeta) < 1e-6)
        return Text::tr("At θβ = 0 the bias is the constant %1 at all distances, which the softmax removes: there is no scale α, whatever θα is.").arg(kMinus + ui::significant(std::exp(prior.thetaAlpha), 3));
    if (!alpha)
        return Text::tr("So near to θβ = 0 the scale α = e<sup>−θα/θβ</sup> is larger or smaller than any number that can be written.");
    const auto inside = QStringLiteral("|%1| / %2").arg(shifted(prior.form == priors::Form::Linear ? 0 : priors::muOf(prior.thetaMu)), ui::significant(*alpha, 4));
    return QStringLiteral("= ") + kMinus + power(QStringLiteral("(%1)").arg(inside), parameterText(prior.thetaBeta));
}

QString normalisationOf(const PriorState& state)
{
    const auto& prior = state.prior;
    const bool scaled = prior.ssmax && prior.form == priors::Form::GeneralizedGaussian;
    const auto exponent = scaled ? QStringLiteral("λ·b(δ)") : QStringLiteral("b(δ)");
    auto text = QStringLiteral("%1(%2) = %3 / Σ %4").arg(name("p"), name("δ"), power(name("e"), exponent), power(name("e"), exponent));
    if (scaled)
        text += QStringLiteral(" , λ = %1 · ln %2 = %3").arg(parameterText(prior.seqScale), ui::count(double(state.keys)), parameterText(priors::lambdaAt(prior, double(state.keys))));
    return text;
}

QString specialCaseTitle(priors::SpecialCase which)
{
    switch (which) {
    case priors::SpecialCase::Uniform: return Text::tr("Uniform, as NoPE");
    case priors::SpecialCase::Laplace: return Text::tr("Laplace, as ALiBi");
    case priors::SpecialCase::Gaussian: return Text::tr("Gaussian");
    case priors::SpecialCase::HeavyTail: return Text::tr("Heavy tail");
    case priors::SpecialCase::BetweenLaplaceAndGaussian: return Text::tr("Between Laplace and Gaussian");
    case priors::SpecialCase::FlatTop: return Text::tr("Flat top, hard edge");
    case priors::SpecialCase::Inverted: return Text::tr("Inverted");
    case priors::SpecialCase::PowerLaw: return Text::tr("Power law");
    case priors::SpecialCase::SlowingFall: return Text::tr("Slowing fall with ripples");
    case priors::SpecialCase::Unnamed: return Text::tr("A shape of its own");
    }
    return {};
}

QString specialCaseMeaning(const priors::Prior& prior)
{
    switch (priors::specialCaseOf(prior)) {
    case priors::SpecialCase::Uniform: return Text::tr("All keys count the same: position decides nothing.");
    case priors::SpecialCase::Laplace: return Text::tr("Each further token counts less by the same factor, so there is an end to what is seen.");
    case priors::SpecialCase::Gaussian: return Text::tr("A neighbourhood counts, and next to nothing beyond it.");
    case priors::SpecialCase::HeavyTail: return Text::tr("Near tokens count more, and far ones are never quite forgotten.");
    case priors::SpecialCase::BetweenLaplaceAndGaussian: return Text::tr("A neighbourhood with soft edges.");
    case priors::SpecialCase::FlatTop: return Text::tr("All of a neighbourhood counts the same, and nothing beyond it.");
    case priors::SpecialCase::PowerLaw: return Text::tr("Near tokens count more, and each doubling of the distance costs about the same factor.");
    case priors::SpecialCase::Unnamed: return Text::tr("The bias is a curve of its own, which no few numbers tell.");
    case priors::SpecialCase::SlowingFall: return Text::tr("Near tokens count more; each further token costs less than the one before, and far away the cosines ripple.");
    case priors::SpecialCase::Inverted: break;
    }
    return priors::regimeOf(prior.thetaBeta) == priors::Regime::Inverted ? Text::tr("The neighbourhood is suppressed and far tokens get the attention: the shape of retrieval heads.")
                                                                          : Text::tr("The nearest tokens stand back a little; all others count about the same.");
}

QString regimeTitle(priors::Regime regime)
{
    switch (regime) {
    case priors::Regime::Local: return Text::tr("Local: θβ > 0");
    case priors::Regime::Broad: return Text::tr("Broad: −0.6 < θβ ≤ 0");
    case priors::Regime::Inverted: return Text::tr("Inverted: θβ ≤ −0.6");
    }
    return {};
}

QString reachInWords(const priors::Reach& reach)
{
    if (!reach.valid())
        return {};
    return Text::tr("Half of the mass lies within %1, 99 % within %2; effective context %3 of %4.")
        .arg(tokens(reach.within50), tokens(reach.within99), tokens(std::max(1.0, reach.effective)), ui::count(double(reach.keys)));
}

QString ssmaxInWords(const PriorState& state)
{
    const auto& prior = state.prior;
    if (prior.form == priors::Form::Uniform)
        return Text::tr("Without a prior there is nothing for Scalable-Softmax to scale.");
    if (prior.form == priors::Form::Linear)
        return Text::tr("With ALiBi, Scalable-Softmax scales the content alone: the prior stays as it is.");
    if (prior.form != priors::Form::GeneralizedGaussian)
        return Text::tr("With this encoding Scalable-Softmax scales the content alone: the prior stays as it is.");
    if (!prior.ssmax)
        return Text::tr("Without Scalable-Softmax the bias is the same for every length of text.");
    const double lambda = priors::lambdaAt(prior, double(state.keys)), trained = priors::lambdaAt(prior, double(state.trainedLength));
    return Text::tr("At %1 keys Scalable-Softmax takes the bias times %2; at the training length of %3 it was %4.")
        .arg(ui::count(double(state.keys)), parameterText(lambda), ui::count(double(state.trainedLength)), parameterText(trained));
}

QString priorHeadTitle(inspect::HeadId head) { return Text::tr("Layer %1 · head %2").arg(head.layer).arg(head.head); }

QString originTitle(const HeadOrigin& origin)
{
    return Text::tr("%1 of %2, step %3", "1: layer and head").arg(priorHeadTitle(origin.head), origin.runTitle, ui::count(origin.step));
}

}  // namespace bam::views
