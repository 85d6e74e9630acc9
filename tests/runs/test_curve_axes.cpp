// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/curve_axes.h"
#include "tests/support/test_main.h"

#include <limits>

namespace bam::runs {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

class CurveAxesTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void stepsBecomeTokensAndFlops()
    {
        QCOMPARE(perStep(XAxis::Step, 512, 100), 1.0);
        QCOMPARE(perStep(XAxis::Tokens, 512, 100), 512.0);
        QCOMPARE(perStep(XAxis::Flops, 512, 100), 51200.0);
        QVERIFY(std::isnan(perStep(XAxis::Flops, 512, kNaN)));
        QVERIFY(std::abs(perplexity(2) - 7.38905609893) < 1e-9);
    }

    void soundTimesAreNotCopied()
    {
        const std::vector<double> step{0, 1, 2}, time{0, 0.5, 1};
        TimeColumn column;
        column.extend(step, time);
        QVERIFY(&column.of(time) == &time);
    }

    void missingTimesAreInterpolatedOverSteps()
    {
        const std::vector<double> step{0, 1, 3, 4, 6}, time{10, kNaN, kNaN, 18, kNaN};
        TimeColumn column;
        column.extend(step, time);
        QCOMPARE(column.of(time), (std::vector<double>{10, 12, 16, 18, 22}));
    }

    void anOpenGapIsCorrectedWhenItsEndComes()
    {
        std::vector<double> step{0, 2, 4}, time{0, 2, kNaN};
        TimeColumn column;
        column.extend(step, time);
        QCOMPARE(column.of(time).back(), 4.0);
        step.push_back(6);
        time.push_back(10);
        column.extend(step, time);
        QCOMPARE(column.of(time), (std::vector<double>{0, 2, 6, 10}));
    }

    void aClockThatBeginsAnewGoesOn()
    {
        const std::vector<double> step{0, 1, 2, 3}, time{5, 9, 1, 4};
        TimeColumn column;
        column.extend(step, time);
        QCOMPARE(column.of(time), (std::vector<double>{5, 9, 9, 12}));
    }

    void withoutAnyTimeThereIsNoAxis()
    {
        const std::vector<double> step{0, 1}, time{kNaN, kNaN};
        TimeColumn column;
        column.extend(step, time);
        QVERIFY(column.of(time).empty());
    }
};

BAMSCOPE_TEST(CurveAxesTest)

}  // namespace bam::runs

#include "test_curve_axes.moc"
