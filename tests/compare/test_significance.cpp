// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/compare/significance.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>

using namespace bam;
using namespace bam::compare;

namespace {

PairedScores scores(std::initializer_list<int> first, std::initializer_list<int> second) { return {{first.begin(), first.end()}, {second.begin(), second.end()}}; }

/// All n^n resamples of a few differences, sorted: what a bootstrap of infinitely many resamples would find.
std::vector<double> allResamples(const PairedScores& pairs)
{
    const auto n = pairs.first.size();
    std::vector<double> all;
    std::size_t count = 1;
    for (std::size_t i = 0; i < n; ++i)
        count *= n;
    for (std::size_t code = 0; code < count; ++code) {
        double sum = 0;
        for (std::size_t i = 0, rest = code; i < n; ++i, rest /= n)
            sum += pairs.first[rest % n] - pairs.second[rest % n];
        all.push_back(sum / double(n));
    }
    std::sort(all.begin(), all.end());
    return all;
}

/// Pairs of which `first` are found by one and `second` by the other, with what both find in common.
PairedScores draw(SplitMix64& random, int n, double first, double second)
{
    PairedScores pairs;
    for (int i = 0; i < n; ++i) {
        const double ease = random.unit();      // of the prompt, for both: outcomes go together, as they do in fact
        pairs.first.push_back(0.5 * ease + 0.5 * random.unit() < first ? 1 : 0);
        pairs.second.push_back(0.5 * ease + 0.5 * random.unit() < second ? 1 : 0);
    }
    return pairs;
}

/// P(½u + ½v < t) of two uniform numbers.
double below(double t) { return t <= 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t); }

}  // namespace

class SignificanceTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theBootstrapAgreesWithCountingAllResamples()
    {
        const auto pairs = scores({1, 1, 1, 1, 0, 1}, {0, 1, 0, 0, 1, 0});
        const auto all = allResamples(pairs);
        const auto found = pairedBootstrap({pairs}, {.resamples = 40000});
        QVERIFY(std::abs(found.difference - 0.5) < 1e-12);
        const auto at = [&](double share) { return all[std::size_t(share * double(all.size() - 1))]; };
        QCOMPARE(found.interval.low, at(0.025));
        QCOMPARE(found.interval.high, at(0.975));
        const double notAbove = double(std::upper_bound(all.begin(), all.end(), 1e-9) - all.begin()) / double(all.size());
        QVERIFY2(std::abs(found.bootstrapP - 2 * notAbove) < 4 * 2 * std::sqrt(notAbove / 40000), qPrintable(QString::number(found.bootstrapP)));
        QCOMPARE(found.prompts, 6);
        QVERIFY(found.paired);
    }

    void equalInputGivesEqualNumbers()
    {
        SplitMix64 random(4);
        const auto pairs = draw(random, 20, 0.7, 0.4);
        const auto one = pairedBootstrap({pairs}), two = pairedBootstrap({pairs});
        QCOMPARE(one.bootstrapP, two.bootstrapP);
        QCOMPARE(one.interval.low, two.interval.low);
    }

    void swappingTheColumnsTurnsTheDifferenceAround()
    {
        SplitMix64 random(5);
        const auto pairs = draw(random, 40, 0.7, 0.4);
        const auto one = pairedBootstrap({pairs}), other = pairedBootstrap({{pairs.second, pairs.first}});
        QCOMPARE(one.difference, -other.difference);
        QVERIFY(std::abs(one.interval.low + other.interval.high) < 0.03);
    }

    void theIntervalCoversTheTruthAtItsRate()
    {
        SplitMix64 random(77);
        constexpr int kTrials = 500;
        const double truth = below(0.65) - below(0.45);
        int covered = 0, coveredUnpaired = 0;
        for (int trial = 0; trial < kTrials; ++trial) {
            const auto pairs = draw(random, 80, 0.65, 0.45);
            const auto found = pairedBootstrap({pairs}, {.resamples = 1000, .seed = std::uint64_t(trial)});
            covered += found.interval.low <= truth && truth <= found.interval.high;
            const auto mean = [](const std::vector<double>& values) { return std::count(values.begin(), values.end(), 1.0) / double(values.size()); };
            const auto apart = draw(random, 80, 0.65, 0.45);
            const auto unpaired = unpairedBootstrap({{mean(pairs.first), mean(apart.second), 80, 80}}, {.resamples = 1000, .seed = std::uint64_t(trial)});
            coveredUnpaired += unpaired.interval.low <= truth && truth <= unpaired.interval.high;
        }
        // 95 % of 500 are 475 ± 15 (three standard errors); percentile intervals of 80 pairs fall a little short.
        QVERIFY2(covered >= 455 && covered <= 490, qPrintable(QString::number(covered)));
        QVERIFY2(coveredUnpaired >= 455 && coveredUnpaired <= 492, qPrintable(QString::number(coveredUnpaired)));
    }

    void ofEqualModelsNoMoreThanOneInTwentyIsCalledWorse()
    {
        SplitMix64 random(12);
        for (const int n : {10, 20, 60}) {
            int alarms = 0;
            for (int trial = 0; trial < 600; ++trial)
                alarms += pairedBootstrap({draw(random, n, 0.5, 0.5)}, {.resamples = 600, .seed = std::uint64_t(trial)}).p < 0.05;
            QVERIFY2(alarms <= 30 + 16, qPrintable(QStringLiteral("%1 of 600 at %2 prompts").arg(alarms).arg(n)));
        }
    }

    void aLargeDifferenceIsFoundWithFewPrompts()
    {
        const auto found = pairedBootstrap({scores({1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 1})});
        QVERIFY2(found.p < 0.01, qPrintable(QString::number(found.p)));
        QCOMPARE(found.exactP, 2.0 / 512);
    }

    void threePromptsOfTenAreNotEnoughThoughTheBootstrapAloneIsNearlySure()
    {
        const auto found = pairedBootstrap({scores({1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {0, 0, 0, 1, 1, 1, 1, 1, 1, 1})});
        QVERIFY(found.bootstrapP < 0.07);
        QCOMPARE(found.exactP, 0.25);
        QCOMPARE(found.p, 0.25);
    }

    void strataCountAlikeWhateverTheirSize()
    {
        const auto found = pairedBootstrap({scores({1, 1}, {0, 0}), scores({0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0})});
        QCOMPARE(found.difference, 0.5);
        QCOMPARE(found.prompts, 8);
    }

    void exactTestsAgreeWithTheirTables()
    {
        QCOMPARE(signTest(0, 0), 1.0);
        QVERIFY(std::abs(signTest(8, 1) - 0.0390625) < 1e-12);
        QVERIFY(std::abs(signTest(5, 5) - 1) < 1e-12);
        // Fisher's tea: 3 of 4 against 1 of 4.
        QVERIFY(std::abs(fisherTest(3, 4, 1, 4) - 34.0 / 70) < 1e-9);
        QVERIFY(std::abs(fisherTest(4, 4, 0, 4) - 2.0 / 70) < 1e-9);
        QCOMPARE(fisherTest(0, 5, 0, 9), 1.0);
    }

    void holmStepsDownAndKeepsTheOrder()
    {
        const auto adjusted = holm({0.01, 0.04, 0.03, 0.005});
        QVERIFY(std::abs(adjusted[3] - 0.02) < 1e-12);
        QVERIFY(std::abs(adjusted[0] - 0.03) < 1e-12);
        QVERIFY(std::abs(adjusted[2] - 0.06) < 1e-12);
        QVERIFY(std::abs(adjusted[1] - 0.06) < 1e-12);      // not below a smaller p
        QCOMPARE(holm({0.9, 0.8}), (std::vector<double>{1, 1}));
        QVERIFY(holm({}).empty());
    }

    void scoresThatDoNotPairAreRefused()
    {
        EXPECT_ERROR(pairedBootstrap({{{1, 0}, {1}}}), ErrorCode::Failed, "prompt by prompt");
        EXPECT_ERROR(pairedBootstrap({}), ErrorCode::Failed, "no prompts");
        EXPECT_ERROR(unpairedBootstrap({{1, 1, 0, 4}}), ErrorCode::Failed, "no prompts");
    }
};

BAMSCOPE_TEST(SignificanceTest)
#include "test_significance.moc"
