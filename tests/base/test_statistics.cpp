// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/statistics.h"
#include "tests/support/test_main.h"

#include <cmath>

namespace {

class TestStatistics : public bam::test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void wilsonMatchesPublishedValues();
    void theEndsAreExact();
    void noTrialsKnowNothing();
    void impossibleCountsAreRefused();
};

void verifyInterval(const bam::Interval& interval, double low, double high)
{
    QVERIFY2(std::abs(interval.low - low) < 5e-5, qPrintable(QString::number(interval.low, 'g', 10)));
    QVERIFY2(std::abs(interval.high - high) < 5e-5, qPrintable(QString::number(interval.high, 'g', 10)));
}

void TestStatistics::wilsonMatchesPublishedValues()
{
    // Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
    verifyInterval(bam::wilsonInterval(81, 263), 0.2553, 0.3662);
    verifyInterval(bam::wilsonInterval(15, 148), 0.0624, 0.1605);
    verifyInterval(bam::wilsonInterval(0, 20), 0.0000, 0.1611);
    verifyInterval(bam::wilsonInterval(1, 29), 0.0061, 0.1718);
}

void TestStatistics::theEndsAreExact()
{
    QCOMPARE(bam::wilsonInterval(0, 7).low, 0.0);
    QCOMPARE(bam::wilsonInterval(7, 7).high, 1.0);
    QCOMPARE(bam::wilsonInterval(7, 7).low, 1 - bam::wilsonInterval(0, 7).high);
}

void TestStatistics::noTrialsKnowNothing()
{
    QCOMPARE(bam::wilsonInterval(0, 0).low, 0.0);
    QCOMPARE(bam::wilsonInterval(0, 0).high, 1.0);
}

void TestStatistics::impossibleCountsAreRefused()
{
    EXPECT_ERROR(bam::wilsonInterval(3, 2), bam::ErrorCode::Failed, "3 successes in 2 trials");
    EXPECT_ERROR(bam::wilsonInterval(-1, 2), bam::ErrorCode::Failed, "does not exist");
}

BAMSCOPE_TEST(TestStatistics)

}  // namespace

#include "test_statistics.moc"
