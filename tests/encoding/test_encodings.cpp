// SPDX-License-Identifier: GPL-3.0-or-later
// The paper's encodings against their formulas, and the registry.
#include "core/base/error.h"
#include "tests/encoding/bias_support.h"

#include <cmath>

using namespace bam;
using namespace bam::test;

class EncodingsTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theRegistryListsThePapersEncodingsAndThenTheOthers()
    {
        QCOMPARE(encoding::encodingNames(),
            (std::vector<std::string>{"nope", "sinusoidal", "rotary", "alibi", "bam", "t5", "kerple_log", "kerple_power", "fire", "sandwich"}));
        for (const auto& kind : encoding::registry())
            QVERIFY(!kind.title.empty() && !kind.source.empty());
    }

    void anUnknownNameIsAnsweredWithTheNearest() { EXPECT_ERROR(encoding::kind("alibbi"), ErrorCode::Usage, "Did you mean \"alibi\"?"); }

    void alibiSlopesOfAPowerOfTwo()
    {
        const auto slopes = encoding::alibiSlopes(8);
        for (std::size_t h = 0; h < 8; ++h)
            QCOMPARE(slopes[h], std::pow(2.0, -double(h + 1)));
    }

    void alibiSlopesOfOtherHeadCountsInterleave()
    {
        const auto slopes = encoding::alibiSlopes(6);   // 4 of four heads, then every second of eight
        const std::vector<double> expected{0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125};
        for (std::size_t h = 0; h < 6; ++h)
            QVERIFY(std::abs(slopes[h] - expected[h]) < 1e-15);
        QCOMPARE(encoding::alibiSlopes(24).size(), 24u);
    }

    void alibiFallsLinearlyWithDistance()
    {
        const auto table = makeBias("alibi", withHeads(2))->table(5);
        for (int d = 0; d < 5; ++d) {
            QCOMPARE(table[0][d].item<float>(), -0.0625f * float(d));
            QCOMPARE(table[1][d].item<float>(), -0.00390625f * float(d));
        }
    }

    void bamIsAlibiAtShapeOneWithSlopeScale()
    {
        auto spec = withHeads(8);
        spec.prior.thetaAlphaInit = "slope";
        spec.prior.thetaBetaInit = "1";
        const auto prior = makeBias("bam", spec)->table(300).detach(), alibi = makeBias("alibi", spec)->table(300);
        QVERIFY((prior - alibi).abs().max().item<double>() < 2e-4);     // ε = 1e-5 and rounding at δ = 300
    }

    void bamFollowsItsFormulaForEveryShapeAndOffset()
    {
        for (const double beta : {-2.0, -0.6, 0.0, 0.5, 1.0, 2.0, 3.0})
            for (const double theta : {-0.8, 0.0, 0.4}) {
                auto spec = withHeads(1, 8);
                spec.prior.thetaAlphaInit = "0.3";
                spec.prior.thetaBetaInit = std::to_string(beta);
                spec.prior.thetaMuInit = theta;
                const auto table = makeBias("bam", spec)->table(40).detach();
                const double mu = std::exp(theta) - std::exp(-theta);
                for (int d = 0; d < 40; ++d) {
                    const double expected = -std::exp(0.3) * std::pow(std::abs(-d - mu) + 1e-5, beta);
                    QVERIFY(std::abs(table[0][d].item<double>() - expected) <= 2e-4 * std::max(1.0, std::abs(expected)));
                }
            }
    }

    void priorStartsAreTheOnesAskedFor()
    {
        auto spec = withHeads(4);
        spec.prior.thetaAlphaInit = "slope_raw";
        spec.prior.thetaBetaInit = "linear";
        auto module = makeBias("bam", spec);
        QCOMPARE(parameter(*module, "theta_alpha").view({-1})[0].item<float>(), 0.25f);
        QCOMPARE(parameter(*module, "theta_beta").view({-1})[3].item<float>(), 1.0f);
        QVERIFY(!parameter(*module, "theta_mu").requires_grad());
        spec.prior.thetaAlphaInit = "slope";
        QCOMPARE(parameter(*makeBias("bam", spec), "theta_alpha").view({-1})[0].item<float>(), float(std::log(0.25)));
        spec.prior.thetaBetaTrainable = false;
        QVERIFY(at::equal(parameter(*makeBias("bam", spec), "theta_beta"), at::ones({1, 4, 1, 1})));
        spec.prior.thetaBetaTrainable = true;
        spec.prior.thetaBetaInit = "sampled";
        QVERIFY(at::equal(parameter(*makeBias("bam", spec, 7), "theta_beta"), parameter(*makeBias("bam", spec, 7), "theta_beta")));
        QVERIFY(!at::equal(parameter(*makeBias("bam", spec, 7), "theta_beta"), parameter(*makeBias("bam", spec, 8), "theta_beta")));
    }

    void anUnreadablePriorStartIsNamed()
    {
        auto spec = withHeads(4);
        spec.prior.thetaAlphaInit = "slopes";
        spec.prior.thetaBetaInit = "1e999";
        const auto problems = encoding::kind("bam").check(spec);
        QCOMPARE(problems.size(), 2u);
        QVERIFY(problems[0].find("\"slopes\"") != std::string::npos);
    }

    void rotaryTurnsPositionZeroByNothingAndKeepsLength()
    {
        const auto [cosine, sine] = encoding::kind("rotary").rotationTable(withHeads(2, 16), {}, 0, 10);
        QVERIFY(at::equal(cosine[0], at::ones({4})));
        QVERIFY((cosine.square() + sine.square() - 1).abs().max().item<double>() < 1e-6);
        QVERIFY(std::abs(cosine[3][1].item<double>() - std::cos(3.0 * std::pow(500000.0, -2.0 / 8.0))) < 1e-6);
        const auto [later, unused] = encoding::kind("rotary").rotationTable(withHeads(2, 16), {}, 7, 3);
        QVERIFY(at::equal(later[0], cosine[7]));
    }

    void rotaryRefusesAnOddHeadWidth() { QCOMPARE(encoding::kind("rotary").check(withHeads(2, 14)).size(), 1u); }

    void sinusoidalAlternatesSineAndCosine()
    {
        const auto table = encoding::kind("sinusoidal").embeddingTable(withHeads(1, 6), 4, 2);
        for (int k = 0; k < 6; ++k) {
            const double angle = 5.0 * std::pow(10000.0, -k / 6.0);
            QVERIFY(std::abs(table[1][k].item<double>() - (k % 2 == 0 ? std::sin(angle) : std::cos(angle))) < 1e-5);
        }
    }

    void scalarsOfHeadsAreOneNumberPerHead()
    {
        for (const auto& kind : encoding::registry())
            for (const auto& name : kind.headScalars)
                QVERIFY(parameter(*makeBias(kind.name, withHeads(4)), name).sizes() == at::IntArrayRef({1, 4, 1, 1}));
    }

    void equalSeedsGiveEqualBiases()
    {
        for (const auto& kind : encoding::registry()) {
            if (!kind.makeBias)
                continue;
            QVERIFY2(at::equal(makeBias(kind.name, withHeads(4), 3)->table(50), makeBias(kind.name, withHeads(4), 3)->table(50)), kind.name.c_str());
            // A processor with wide registers may round the last numbers of a row otherwise.
            QVERIFY2(at::allclose(makeBias(kind.name, withHeads(4))->table(50).narrow(1, 0, 20), makeBias(kind.name, withHeads(4))->table(20), 1e-6, 1e-7), kind.name.c_str());
        }
    }

    void scalableSoftmaxScalesTheBiasOfBamAlone()
    {
        for (const auto& kind : encoding::registry())
            QCOMPARE(kind.ssmaxScalesBias, kind.name == "bam");
    }
};

BAMSCOPE_TEST(EncodingsTest)
#include "test_encodings.moc"
