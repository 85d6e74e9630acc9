// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "widgets/views/priors/prior_figures.h"
#include "widgets/views/priors/prior_text.h"

#include <cmath>

namespace bam::views {
namespace {

PriorState stateOf(double thetaAlpha, double thetaBeta, double thetaMu = 0)
{
    PriorState state;
    state.prior.thetaAlpha = thetaAlpha;
    state.prior.thetaBeta = thetaBeta;
    state.prior.thetaMu = thetaMu;
    return state;
}

ExplorerContent contentAt(const PriorState& state) { return contentOf(state, priors::distributionOf(state.prior, state.keys)); }

}  // namespace

class PriorStateTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void scaleAndLocationChangeThetasSoThatTheOthersStay()
    {
        const auto state = stateOf(-2, 0.5);
        QVERIFY(std::abs(valueOf(state, PriorField::Alpha) - std::exp(4.0)) < 1e-9);
        auto next = edited(state, PriorField::Alpha, 100);
        QVERIFY(std::abs(next.prior.thetaAlpha + 0.5 * std::log(100)) < 1e-12);
        QCOMPARE(next.prior.thetaBeta, 0.5);
        next = edited(next, PriorField::Beta, 2);       // keeps α
        QVERIFY(std::abs(valueOf(next, PriorField::Alpha) - 100) < 1e-6);
        next = edited(next, PriorField::ThetaBeta, 1);  // keeps θα
        QVERIFY(std::abs(next.prior.thetaAlpha + 2 * std::log(100)) < 1e-12);
        next = edited(next, PriorField::Mu, -40);
        QVERIFY(std::abs(valueOf(next, PriorField::Mu) + 40) < 1e-9);
        QVERIFY(std::abs(next.prior.thetaMu - std::asinh(-20.0)) < 1e-12);
    }

    void atShapeZeroThereIsNoScaleAndThatIsSaid()
    {
        const auto flat = edited(stateOf(0.7, 0.5), PriorField::Beta, 0);
        QVERIFY(std::isnan(valueOf(flat, PriorField::Alpha)));
        QVERIFY(!isUsed(flat, PriorField::Alpha));
        QCOMPARE(flat.prior.thetaAlpha, 0.7);       // nothing to keep a scale by
        QCOMPARE(edited(flat, PriorField::Alpha, 5), flat);
        QVERIFY2(scaleEquationOf(flat).contains(QStringLiteral("no scale")), qPrintable(scaleEquationOf(flat)));
        QVERIFY(scaleEquationOf(stateOf(5, 0.001)).contains(QStringLiteral("number")));
        QVERIFY(scaleEquationOf(stateOf(-2, 0.5)).contains(QStringLiteral("<sup>0.50</sup>")));
    }

    void valuesBeyondTheirRangeAndNoNumbersChangeNothingUnexpected()
    {
        QCOMPARE(edited({}, PriorField::ThetaBeta, 99).prior.thetaBeta, rangeOf(PriorField::ThetaBeta).most);
        QCOMPARE(edited({}, PriorField::Keys, 1e9).keys, priors::kMostKeys);
        QCOMPARE(edited({}, PriorField::Keys, 0).keys, std::int64_t(1));
        QCOMPARE(edited({}, PriorField::ThetaAlpha, NAN), PriorState());
    }

    void presetsAreTheKnownDistributions()
    {
        QStringList found;
        for (const auto& preset : priorPresets())
            found.append(preset.id + QLatin1Char(' ') + specialCaseTitle(priors::specialCaseOf(withPreset({}, preset).prior)));
        QCOMPARE(found, (QStringList{QStringLiteral("nope Uniform, as NoPE"), QStringLiteral("laplace Laplace, as ALiBi"), QStringLiteral("gaussian Gaussian"), QStringLiteral("heavyTail Heavy tail"),
                            QStringLiteral("inverted Inverted")}));
        auto scaled = PriorState();
        scaled.prior.ssmax = true;
        scaled.prior.seqScale = 0.7;
        QVERIFY(withPreset(scaled, priorPresets()[1]).prior.ssmax);
        QCOMPARE(withPreset(scaled, priorPresets()[1]).prior.seqScale, 0.7);
        const auto alibi = withAlibi({}, 0, 8);
        QVERIFY(std::abs(priors::biasAt(alibi.prior, 10) + 5) < 1e-9);
    }

    void kernelsHaveTheirTwoNumbersInThePlaceOfTheta()
    {
        auto state = PriorState();
        QVERIFY(isShown(state, PriorField::ThetaAlpha) && !isShown(state, PriorField::R1));
        state.prior.form = priors::Form::Power;
        QVERIFY(!isShown(state, PriorField::Alpha) && !isUsed(state, PriorField::ThetaBeta) && isShown(state, PriorField::R2) && isUsed(state, PriorField::R1));
        state = edited(edited(state, PriorField::R1, 0.5), PriorField::R2, 1.5);
        QVERIFY(std::abs(priors::biasAt(state.prior, 4) + 4) < 1e-9);
        QCOMPARE(valueOf(state, PriorField::R2), 1.5);
        QCOMPARE(edited(state, PriorField::R1, -1).prior.r1, 0.0);
        // Kerple's power is BAM's shape, but for what a softmax removes.
        auto bam = stateOf(std::log(0.5), 1.5);
        QVERIFY(std::abs(priors::biasAt(bam.prior, 100) - priors::biasAt(state.prior, 100)) < 1e-3);
    }

    void sandwichHasItsRatioAndWidthInThePlaceOfTheta()
    {
        auto state = PriorState();
        QVERIFY(!isShown(state, PriorField::Ratio) && !isShown(state, PriorField::Width));
        state = withSandwich(state, 3, 8);
        QCOMPARE(valueOf(state, PriorField::Ratio), 4.0);
        QCOMPARE(valueOf(state, PriorField::Width), 128.0);
        for (const auto field : {PriorField::ThetaAlpha, PriorField::Alpha, PriorField::ThetaBeta, PriorField::ThetaMu, PriorField::R1})
            QVERIFY(!isShown(state, field) && !isUsed(state, field));
        QVERIFY(isShown(state, PriorField::Ratio) && isUsed(state, PriorField::Width));
        const auto before = priors::biasAt(state.prior, 10);
        state = edited(state, PriorField::Ratio, 2);
        QVERIFY(std::abs(priors::biasAt(state.prior, 10) - 2 * before) < 1e-9);
        QCOMPARE(edited(state, PriorField::Width, 63).prior.width % 2, std::int64_t(0));
        QCOMPARE(edited(state, PriorField::Ratio, -3).prior.ratio, rangeOf(PriorField::Ratio).least);
        const auto equation = equationOf(state);
        QVERIFY2(equation.contains(QStringLiteral("64) / 2")), qPrintable(equation));
        QVERIFY(scaleEquationOf(state).contains(QStringLiteral("2i/128")));
        QVERIFY(ssmaxInWords(state).contains(QStringLiteral("the content alone")));
    }

    void editsOfOneFieldInARowAreOneStepBack()
    {
        PriorUndo undo;
        auto state = stateOf(0, 0.5);
        const auto first = state;
        const auto edit = [&](PriorField field, double value) {
            undo.leave(state, field);
            state = edited(state, field, value);
        };
        for (const double beta : {0.6, 0.7, 0.8})
            edit(PriorField::ThetaBeta, beta);
        edit(PriorField::ThetaAlpha, 1);
        state = undo.undo(state);
        QCOMPARE(state.prior.thetaBeta, 0.8);
        QCOMPARE(state.prior.thetaAlpha, 0.0);
        state = undo.undo(state);
        QCOMPARE(state, first);
        QVERIFY(!undo.canUndo());
        QCOMPARE(undo.undo(state), first);
        state = undo.redo(state);
        QCOMPARE(state.prior.thetaBeta, 0.8);
        edit(PriorField::ThetaBeta, 0.9);
        QVERIFY(!undo.canRedo());
        undo.endGesture();
        edit(PriorField::ThetaBeta, 1.0);
        QCOMPARE(undo.undo(state).prior.thetaBeta, 0.9);
    }

    void theEquationCarriesItsNumbers()
    {
        const auto equation = equationOf(stateOf(0.41, 0.73, std::asinh(-1.6)));
        QVERIFY2(equation.contains(QStringLiteral("<sup>0.41</sup>")) && equation.contains(QStringLiteral("<sup>0.73</sup>")) && equation.contains(QStringLiteral(" − 3.20")), qPrintable(equation));
        QVERIFY(!equationOf(stateOf(0, 1)).contains(QStringLiteral("0.00</i>")));
        QVERIFY(equationOf(stateOf(-1.25, -0.5)).contains(QStringLiteral("<sup>−1.25</sup>")));
        QVERIFY(equationOf(withAlibi({}, 0, 8)).contains(QStringLiteral("0.5 · ")));
        auto scaled = stateOf(0, 1);
        scaled.prior.ssmax = true;
        scaled.prior.seqScale = 0.5;
        scaled.keys = 1000;
        QVERIFY2(normalisationOf(scaled).contains(QStringLiteral("0.50 · ln 1,000 = 3.45")), qPrintable(normalisationOf(scaled)));
        QVERIFY(ssmaxInWords(scaled).contains(QStringLiteral("3.45")));
    }

    void reachIsToldInPlainWords()
    {
        priors::Reach reach;
        reach.keys = 4096;
        reach.effective = 96.2;
        reach.within50 = 1;
        reach.within99 = 3410;
        QCOMPARE(reachInWords(reach).remove(QStringLiteral("(s)")), QStringLiteral("Half of the mass lies within 1 token, 99 % within 3,410 token; effective context 96 token of 4,096."));
        QVERIFY(reachInWords({}).isEmpty());
    }

    void figuresShowTheCurvesOfTheState()
    {
        auto state = stateOf(-2, 0.5);
        state.compared = ComparedPrior{QStringLiteral("Kept"), stateOf(0, 1).prior};
        const auto content = contentAt(state);
        const auto figure = probabilityFigure(content);
        QCOMPARE(figure.panels.size(), std::size_t(1));
        const auto& panel = figure.panels[0];
        QCOMPARE(panel.series.size(), std::size_t(2));
        QCOMPARE(panel.series.back().id, QStringLiteral("current"));        // on top
        QCOMPARE(panel.x.scale, figures::AxisScale::Log);
        QCOMPARE(panel.series.back().x.front(), kZeroOnLogAxis);
        QCOMPARE(panel.x.ticks.front().text, QStringLiteral("0"));
        double mass = 0;
        for (const auto& curve : content.curves)
            mass += curve.distribution.cumulative.back();
        QVERIFY(std::abs(mass - 2) < 1e-9);
        const auto cumulative = cumulativeFigure(content).panels[0];
        QCOMPARE(cumulative.marks.size(), std::size_t(3));
        QCOMPARE(cumulative.marks[1].at, content.curves[0].distribution.reach.within90);
        const auto length = lengthFigure(content).panels[0];
        QCOMPARE(length.series.size(), std::size_t(4));
        QCOMPARE(length.marks[0].at, 512.0);
        QCOMPARE(explorerFigure(content).panels.size(), std::size_t(4));
        state.logDistance = false;
        state.logProbability = true;
        const auto linear = probabilityFigure(contentAt(state)).panels[0];
        QCOMPARE(linear.x.scale, figures::AxisScale::Linear);
        QCOMPARE(linear.y.scale, figures::AxisScale::Log);
        QCOMPARE(linear.series.back().x.front(), 0.0);
    }

    void anInvertedBiasIsShownBesideItsAbyss()
    {
        const auto panel = biasFigure(contentAt(stateOf(1, -1))).panels[0];
        const auto& series = panel.series[0];
        QVERIFY(std::isnan(series.y[0]));       // b(0) = −271,828
        QVERIFY(std::abs(series.y[1] + std::exp(1.0)) < 1e-3);
        QCOMPARE(panel.notes.size(), std::size_t(1));
        QVERIFY2(panel.notes[0].text.contains(QStringLiteral("b(0)")), qPrintable(panel.notes[0].text));
        QVERIFY(biasFigure(contentAt(stateOf(1, 0.5))).panels[0].notes.empty());
    }

    void readoutsTellExactValues()
    {
        const auto state = stateOf(-2, 1);
        const auto lines = distributionReadout(contentAt(state), 10.2);
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0], QStringLiteral("δ = 10"));
        QVERIFY2(lines[1].contains(QStringLiteral("b = -1.353")) || lines[1].contains(QStringLiteral("b = −1.353")), qPrintable(lines[1]));
        QCOMPARE(distributionReadout(contentAt(state), 0.5)[0], QStringLiteral("δ = 0"));
        QCOMPARE(lengthReadout(contentAt(state), 1000).size(), 3);
    }

    void aPriorThatIsNoneGivesEmptyCurves()
    {
        const auto content = contentAt(stateOf(30, 4));
        QVERIFY(!explorerFigure(content).panels.empty());
        auto state = stateOf(NAN, 1);
        QVERIFY(!contentAt(state).curves[0].distribution.problem.empty());
        QVERIFY(cumulativeFigure(contentAt(state)).panels[0].marks.empty());
    }
};

BAMSCOPE_TEST(PriorStateTest)

}  // namespace bam::views

#include "test_prior_state.moc"
