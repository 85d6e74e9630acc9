// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a prior against the tables that the model uses, against closed forms and against sums in long double.
#include "core/encoding/encoding.h"
#include "core/priors/prior_math.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <cmath>

namespace bam::priors {
namespace {

at::Tensor tableOf(const std::string& encoding, const spec::ModelSpec& spec, std::int64_t length)
{
    return encoding::kind(encoding).makeBias({spec, at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(1))})->table(length).detach().to(at::kDouble);
}

Prior gaussian(double thetaAlpha, double thetaBeta, double thetaMu = 0)
{
    Prior prior;
    prior.thetaAlpha = thetaAlpha;
    prior.thetaBeta = thetaBeta;
    prior.thetaMu = thetaMu;
    return prior;
}

Prior linear(double slope)
{
    Prior prior;
    prior.form = Form::Linear;
    prior.thetaAlpha = std::log(slope);
    prior.thetaBeta = 1;
    return prior;
}

/// All of a reach by plain sums in long double.
struct Sums {
    long double sum = 0, entropy = 0, mean = 0;
    std::int64_t within[3] = {-1, -1, -1};

    Sums(const Prior& prior, std::int64_t keys)
    {
        const long double factor = biasFactor(prior, double(keys)), mu = std::exp((long double)prior.thetaMu) - std::exp(-(long double)prior.thetaMu);
        const auto bias = [&](std::int64_t d) { return -std::exp((long double)prior.thetaAlpha) * std::pow(std::abs((long double)-d - mu) + 1e-5L, (long double)prior.thetaBeta); };
        for (std::int64_t d = 0; d < keys; ++d)
            sum += std::exp(factor * bias(d));
        long double upTo = 0;
        for (std::int64_t d = 0; d < keys; ++d) {
            const long double p = std::exp(factor * bias(d)) / sum;
            entropy -= p > 0 ? p * std::log(p) : 0;
            mean += p * d;
            upTo += p;
            const long double shares[] = {0.5L, 0.9L, 0.99L};
            for (int i = 0; i < 3; ++i)
                if (within[i] < 0 && upTo >= shares[i])
                    within[i] = d;
        }
    }
};

Prior sandwich(double ratio, std::int64_t width)
{
    Prior prior;
    prior.form = Form::Cosines;
    prior.ratio = ratio;
    prior.width = width;
    return prior;
}

bool isNear(double a, double b, double relative) { return std::abs(a - b) <= relative * std::max(1.0, std::abs(b)); }

}  // namespace

class PriorMathTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theBiasIsTheOneThatTheModelAdds()
    {
        for (const double alpha : {-2.0, 0.3})
            for (const double beta : {-2.0, -0.6, 0.0, 0.5, 1.0, 2.0})
                for (const double theta : {-0.8, 0.0, 0.4}) {
                    spec::ModelSpec spec;
                    spec.heads = spec.kvHeads = 1;
                    spec.dim = 8;
                    spec.prior.thetaAlphaInit = std::to_string(alpha);
                    spec.prior.thetaBetaInit = std::to_string(beta);
                    spec.prior.thetaMuInit = theta;
                    const auto table = tableOf("bam", spec, 500);
                    const auto prior = gaussian(alpha, beta, theta);
                    for (int d = 0; d < 500; ++d)
                        QVERIFY2(isNear(biasAt(prior, d), table[0][d].item<double>(), 2e-4), qPrintable(QStringLiteral("θα %1 θβ %2 θμ %3 δ %4").arg(alpha).arg(beta).arg(theta).arg(d)));
                }
    }

    void alibisHeadsAreTheTablesOfTheModel()
    {
        spec::ModelSpec spec;
        spec.heads = spec.kvHeads = 6;
        spec.dim = 96;
        const auto table = tableOf("alibi", spec, 300);
        for (int head = 0; head < 6; ++head) {
            const auto prior = priorOf({}, "alibi", head, 6);
            for (int d = 0; d < 300; ++d)
                QVERIFY(isNear(biasAt(prior, d), table[head][d].item<double>(), 1e-6));
        }
        QCOMPARE(biasFactor(priorOf({inspect::kNone, inspect::kNone, inspect::kNone, 0.4}, "alibi_ssmax", 0, 6), 1000), 1.0);      // the content alone is scaled
    }

    void sandwichsHeadsAreTheTablesOfTheModel()
    {
        spec::ModelSpec spec;
        spec.heads = spec.kvHeads = 6;
        spec.dim = 96;
        for (const std::int64_t width : {64, 128}) {
            spec.prior.sandwichWidth = width;
            const auto table = tableOf("sandwich", spec, 300);
            for (int head = 0; head < 6; ++head) {
                const auto prior = sandwich(8.0 * (head + 1) / 6, width);
                for (int d = 0; d < 300; ++d)
                    QVERIFY(isNear(biasAt(prior, d), table[head][d].item<double>(), 1e-5));
            }
        }
        auto scaled = sandwich(1, 128);
        scaled.ssmax = true;
        QCOMPARE(biasFactor(scaled, 1000), 1.0);        // the content alone is scaled
        QCOMPARE(specialCaseOf(scaled), SpecialCase::SlowingFall);
        for (const auto& none : {sandwich(0, 128), sandwich(-1, 128), sandwich(NAN, 128), sandwich(1, 0)})
            QVERIFY(!distributionOf(none, 100).problem.empty());
    }

    void sandwichsReachIsWhatPlainSumsGive()
    {
        for (const double ratio : {0.5, 1.0, 8.0})
            for (const std::int64_t keys : {1, 100, 4096}) {
                const auto prior = sandwich(ratio, 128);
                double sum = 0, mean = 0;
                for (std::int64_t d = 0; d < keys; ++d) {
                    const auto weight = std::exp(biasAt(prior, double(d)));
                    sum += weight;
                    mean += weight * double(d);
                }
                const auto exact = distributionOf(prior, keys).reach, estimate = estimateReach(prior, keys);
                QVERIFY(isNear(exact.meanDistance, mean / sum, 1e-9));
                // What ripples is estimated less well than what only falls.
                const auto where = qPrintable(QStringLiteral("c %1 n %2: %3 and %4").arg(ratio).arg(keys).arg(exact.effective).arg(estimate.effective));
                QVERIFY2(isNear(estimate.effective, exact.effective, 0.05), where);
            }
        QVERIFY(distributionOf(sandwich(8, 128), 4096).reach.effective > distributionOf(sandwich(1, 128), 4096).reach.effective);
    }

    void alibiIsAGeometricSeries()
    {
        constexpr double slope = 0.01;
        constexpr int keys = 3000;
        const auto found = distributionOf(linear(slope), keys);
        const double q = std::exp(-slope), sum = (1 - std::pow(q, keys)) / (1 - q);
        QVERIFY(isNear(found.logSum, std::log(sum), 1e-12));
        const double mean = q / (1 - q) - keys * std::pow(q, keys) / (1 - std::pow(q, keys));
        QVERIFY(isNear(found.reach.meanDistance, mean, 1e-10));
        QVERIFY(isNear(found.reach.entropy, std::log(sum) + slope * mean, 1e-12));
        QVERIFY(isNear(found.probability.front(), 1 / sum, 1e-12));
        // 1 − q^(d+1) ≥ share · (1 − q^keys)
        QCOMPARE(found.reach.within90, std::ceil(std::log(1 - 0.9 * (1 - std::pow(q, keys))) / -slope - 1));
    }

    void withoutAPriorEveryKeyCountsTheSame()
    {
        Prior nope;
        nope.form = Form::Uniform;
        for (const auto& prior : {nope, gaussian(1.5, 0)}) {
            const auto found = distributionOf(prior, 4096);
            QVERIFY(isNear(found.reach.effective, 4096, 1e-9));
            QVERIFY(isNear(found.reach.meanDistance, 4095 / 2.0, 1e-9));
            QCOMPARE(found.reach.within50, 2047.0);
            QCOMPARE(found.reach.within99, std::ceil(0.99 * 4096) - 1);
            QVERIFY(isNear(found.probability[77] * 4096, 1, 1e-9));
        }
    }

    void reachIsWhatPlainSumsGive()
    {
        for (const double alpha : {-3.0, 0.0, 1.0})
            for (const double beta : {-1.5, -0.3, 0.2, 0.7, 1.0, 2.0})
                for (const double theta : {0.0, -2.5})
                    for (const bool ssmax : {false, true}) {
                        auto prior = gaussian(alpha, beta, theta);
                        prior.ssmax = ssmax;
                        prior.seqScale = 0.43;
                        const auto found = distributionOf(prior, 2500).reach;
                        const Sums expected(prior, 2500);
                        const auto where = qPrintable(QStringLiteral("θα %1 θβ %2 θμ %3 SSMax %4").arg(alpha).arg(beta).arg(theta).arg(ssmax));
                        QVERIFY2(isNear(found.entropy, double(expected.entropy), 1e-9), where);
                        QVERIFY2(isNear(found.meanDistance, double(expected.mean), 1e-9), where);
                        QVERIFY2(found.within50 == double(expected.within[0]) && found.within90 == double(expected.within[1]) && found.within99 == double(expected.within[2]), where);
                    }
    }

    void aMillionKeysAreSummedExactly()
    {
        auto prior = gaussian(-2, 0.3, -1);
        prior.ssmax = true;
        prior.seqScale = 0.3;
        const auto found = distributionOf(prior, kMostKeys);
        const Sums expected(prior, kMostKeys);
        QVERIFY(isNear(found.logSum, double(std::log(expected.sum)), 1e-12));
        QVERIFY(isNear(found.reach.entropy, double(expected.entropy), 1e-10));
        QVERIFY(isNear(found.reach.meanDistance, double(expected.mean), 1e-9));
        QCOMPARE(found.reach.within50, double(expected.within[0]));
        QCOMPARE(found.reach.within99, double(expected.within[2]));
        QVERIFY(found.distance.size() <= 2000);
        QCOMPARE(found.distance.front(), 0.0);
        QCOMPARE(found.distance.back(), double(kMostKeys - 1));
        QVERIFY(std::is_sorted(found.distance.begin(), found.distance.end()));
        QVERIFY(isNear(found.cumulative.back(), 1, 1e-12));
    }

    void workInPortionsEndsWithTheSame()
    {
        const auto prior = gaussian(-2, 0.4, -2);
        DistributionWork work(prior, 5000, 300);
        int portions = 0;
        while (!work.advance(700))
            ++portions;
        QVERIFY(portions >= 14);
        const auto whole = distributionOf(prior, 5000, 300);
        QCOMPARE(work.result().probability, whole.probability);
        QCOMPARE(work.result().cumulative, whole.cumulative);
        QCOMPARE(work.result().reach.entropy, whole.reach.entropy);
        QVERIFY(DistributionWork(gaussian(0, NAN), 10).isDone());
    }

    void aNarrowPeakFarAwayIsNotMissedByTheCurve()
    {
        auto prior = gaussian(2, 2, thetaMuOf(-123456));
        const auto found = distributionOf(prior, kMostKeys);
        const auto peak = std::max_element(found.probability.begin(), found.probability.end());
        QCOMPARE(found.distance[std::size_t(peak - found.probability.begin())], 123456.0);
        QVERIFY(*peak > 0.99);
        QVERIFY(isNear(centreOf(prior, kMostKeys), 123456, 1e-9));
        QCOMPARE(centreOf(prior, 1000), 999.0);
    }

    void estimatesAreNearTheExactReach()
    {
        for (const std::int64_t keys : {1, 2, 40, 512, 4096, 200000})
            for (const double alpha : {-5.0, -1.0, 0.5})
                for (const double beta : {-2.0, -0.6, -0.1, 0.3, 1.0, 2.0})
                    for (const double theta : {0.0, -4.0, 0.5}) {
                        auto prior = gaussian(alpha, beta, theta);
                        prior.ssmax = keys % 3 == 0;
                        prior.seqScale = 0.5;
                        const auto exact = distributionOf(prior, keys).reach, estimate = estimateReach(prior, keys);
                        const auto where = qPrintable(QStringLiteral("n %1 θα %2 θβ %3 θμ %4: %5 and %6").arg(keys).arg(alpha).arg(beta).arg(theta).arg(exact.effective).arg(estimate.effective));
                        QVERIFY2(isNear(estimate.effective, exact.effective, 2e-3), where);
                        QVERIFY2(isNear(estimate.meanDistance, exact.meanDistance, 5e-3), where);
                        QVERIFY2(isNear(estimate.within90, exact.within90, 1e-2) || std::abs(estimate.within90 - exact.within90) <= 1, where);
                    }
    }

    void aSketchDrawsWhatTheExactCurveIs()
    {
        for (const double beta : {-0.8, 0.3, 1.0}) {
            const auto prior = gaussian(-1, beta, -3);
            const auto exact = distributionOf(prior, 100000), sketch = sketchOf(prior, 100000);
            QCOMPARE(sketch.distance, exact.distance);
            for (std::size_t i = 0; i < exact.distance.size(); ++i) {
                QVERIFY(std::abs(sketch.probability[i] - exact.probability[i]) <= 2e-3 * exact.probability[i]);
                QVERIFY(std::abs(sketch.cumulative[i] - exact.cumulative[i]) < 2e-3);
            }
        }
        QVERIFY(!sketchOf(gaussian(NAN, 1), 100).problem.empty());
    }

    void scalableSoftmaxNarrowsAPriorAsTheTextGrows()
    {
        auto plain = gaussian(-2, 0.5), scaled = plain;
        scaled.ssmax = true;
        scaled.seqScale = 0.5;
        const auto without = lengthEffectOf(plain), with = lengthEffectOf(scaled);
        QCOMPARE(without.keys.front(), 16.0);
        QCOMPARE(without.keys.back(), double(kMostKeys));
        for (std::size_t i = 0; i < without.keys.size(); ++i) {
            QCOMPARE(lambdaAt(scaled, without.keys[i]), 0.5 * std::log(without.keys[i]));
            if (without.keys[i] > std::exp(2.0) * 1.01)     // λ > 1
                QVERIFY(with.reach[i].effective < without.reach[i].effective);
        }
        QVERIFY(with.reach.back().effective < 0.2 * without.reach.back().effective);
    }

    void scaleAndLocationAreTheSameParametersInOtherWords()
    {
        for (const double alpha : {-2.0, 0.4})
            for (const double beta : {-1.0, 0.3, 2.0}) {
                const double scale = alphaOf(alpha, beta).value();
                QVERIFY(isNear(thetaAlphaOf(scale, beta).value(), alpha, 1e-12));
                QVERIFY(isNear(biasAt(gaussian(alpha, beta), 7), -std::pow((7 + kEpsilon) / scale, beta), 1e-12));
            }
        for (const double mu : {-100.0, -0.5, 0.0, 3.0})
            QVERIFY(isNear(muOf(thetaMuOf(mu)), mu, 1e-12));
        QVERIFY(!alphaOf(0.5, 0) && !alphaOf(0.5, 1e-12) && !thetaAlphaOf(3, 0) && !thetaAlphaOf(-1, 1) && !thetaAlphaOf(0, 1));
        QVERIFY(!alphaOf(5, -1e-3 * 5 / 5000));      // e^5,000,000 is no number
    }

    void regimesAndKnownDistributionsAreNamed()
    {
        QCOMPARE(regimeOf(0.01), Regime::Local);
        QCOMPARE(regimeOf(0), Regime::Broad);
        QCOMPARE(regimeOf(-0.59), Regime::Broad);
        QCOMPARE(regimeOf(-0.6), Regime::Inverted);
        const std::vector<std::pair<double, SpecialCase>> cases{{0, SpecialCase::Uniform}, {1, SpecialCase::Laplace}, {2, SpecialCase::Gaussian}, {0.5, SpecialCase::HeavyTail},
            {1.5, SpecialCase::BetweenLaplaceAndGaussian}, {3, SpecialCase::FlatTop}, {-0.2, SpecialCase::Inverted}};
        for (const auto& [beta, expected] : cases)
            QCOMPARE(specialCaseOf(gaussian(0, beta)), expected);
        QCOMPARE(specialCaseOf(linear(0.5)), SpecialCase::Laplace);
    }

    void whatIsNoPriorIsSaidSo()
    {
        QVERIFY(!distributionOf(gaussian(NAN, 1), 100).problem.empty());
        QVERIFY(!distributionOf(gaussian(800, -3), 100).problem.empty());       // −∞ everywhere
        QVERIFY(!distributionOf(gaussian(0, 1), 0).problem.empty());
        QVERIFY(!distributionOf(gaussian(0, 1), kMostKeys + 1).problem.empty());
        QVERIFY(!estimateReach(gaussian(INFINITY, 1), 100).valid());
        QVERIFY(outlineOf(gaussian(0, NAN), 100, 20).empty());
        const auto one = distributionOf(gaussian(1, -4), 1);
        QVERIFY(one.problem.empty());
        QCOMPARE(one.probability, std::vector<double>{1.0});
        QCOMPARE(one.reach.effective, 1.0);
        QVERIFY(distributionOf(gaussian(5, -4), 100).reach.within50 > 50);      // b(0) = −1.5e22 takes nothing from the others
    }

    void anOutlineTouchesOneAtThePeak()
    {
        const auto outline = outlineOf(gaussian(1, 2, thetaMuOf(-40)), 4096, 48);
        QCOMPARE(outline.size(), std::size_t(48));
        QCOMPARE(*std::max_element(outline.begin(), outline.end()), 1.0f);
        QVERIFY(outline.front() < 1e-6f && outline.back() < 1e-6f);
        QVERIFY(outlineOf(gaussian(0, -1), 4096, 48).front() < 1e-6f);
    }

    void aHeadIsReadAsItsEncodingSays()
    {
        const inspect::PriorValues values{0.5, -0.7, inspect::kNone, 0.43};
        const auto bam = priorOf(values, "bam_ssmax", 0, 4);
        QCOMPARE(bam.form, Form::GeneralizedGaussian);
        QCOMPARE(bam.thetaMu, 0.0);
        QVERIFY(bam.ssmax);
        QCOMPARE(bam.seqScale, 0.43);
        QVERIFY(!priorOf({0.5, 1, 0, inspect::kNone}, "bam", 0, 4).ssmax);
        QCOMPARE(priorOf({}, "nope", 0, 4).form, Form::Uniform);
        const auto kernel = priorOf({.seqScale = 0.5, .r1 = 0.75, .r2 = 0.25}, "kerple_log_ssmax", 0, 4);
        QVERIFY(kernel.form == Form::Logarithmic && kernel.r1 == 0.75 && kernel.r2 == 0.25);
        QCOMPARE(biasFactor(kernel, 1000), 1.0);        // the content alone is scaled
        QVERIFY(isInHistory("kerple_power") && isInHistory("bam") && !isInHistory("t5_ssmax") && !isInHistory("fire"));
        QVERIFY(hasLearnedPrior("t5") && !hasLearnedPrior("sandwich") && hasAnyPrior("sandwich_ssmax"));
        QVERIFY(hasLearnedPrior("bam_ssmax") && !hasLearnedPrior("alibi") && hasAnyPrior("alibi_ssmax") && !hasAnyPrior("rotary"));
    }
};

BAMSCOPE_TEST(PriorMathTest)

}  // namespace bam::priors

#include "test_prior_math.moc"
