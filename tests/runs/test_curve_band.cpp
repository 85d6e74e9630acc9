// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/curve_band.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <limits>

namespace bam::runs {

class CurveBandTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void meanAndDeviationAreThoseOfTheInterpolatedRuns()
    {
        const std::vector<double> a{0, 10}, b{0, 5, 10};
        const std::vector<float> ya{0, 10}, yb{2, 3, 12};
        const auto points = band({{&a, 1, &ya}, {&b, 1, &yb}}, {0, 5, 7.5}, BandKind::StandardDeviation);
        QCOMPARE(points.size(), std::size_t(3));
        QCOMPARE(points[1].mean, 4.0);
        QVERIFY(std::abs(points[1].high - (4 + std::sqrt(2.0))) < 1e-12);
        QVERIFY(std::abs(points[1].low - (4 - std::sqrt(2.0))) < 1e-12);
        QCOMPARE(points[2].mean, 7.5);      // both runs are at 7.5 there
        QCOMPARE(points[2].low, points[2].high);
    }

    void repeatsOfASeedCountOnce()
    {
        const std::vector<double> x{0, 1};
        const std::vector<float> a{1, 1}, b{3, 3}, c{6, 6};
        const auto points = band({{&x, 1, &a, 0}, {&x, 1, &b, 0}, {&x, 1, &c, 1}}, {0.5}, BandKind::StandardDeviation);
        QCOMPARE(points.size(), std::size_t(1));
        QCOMPARE(points[0].mean, 4.0);      // of 2 and 6
        QCOMPARE(points[0].seeds, 2);
        QVERIFY(std::abs(points[0].high - (4 + std::sqrt(8.0))) < 1e-12);
        QVERIFY(band({{&x, 1, &a, 5}, {&x, 1, &b, 5}}, {0.5}, BandKind::StandardDeviation).empty());      // one seed has no spread
        QCOMPARE(band({{&x, 1, &a}, {&x, 1, &b}}, {0.5}, BandKind::StandardDeviation).size(), std::size_t(1));     // not known: two
    }

    void extremesAreTheLowestAndHighest()
    {
        const std::vector<double> x{0, 1};
        const std::vector<float> a{1, 1}, b{4, 4}, c{2, 2};
        const auto points = band({{&x, 1, &a}, {&x, 1, &b}, {&x, 1, &c}}, {0.5}, BandKind::Extremes);
        QCOMPARE(points.size(), std::size_t(1));
        QCOMPARE(points[0].low, 1.0);
        QCOMPARE(points[0].high, 4.0);
        QVERIFY(std::abs(points[0].mean - 7.0 / 3) < 1e-12);
        QCOMPARE(points[0].seeds, 3);
    }

    void runsCountOnlyWithinTheirOwnRows()
    {
        const std::vector<double> a{0, 10}, b{4, 20};
        const std::vector<float> y{1, 1};
        const auto points = band({{&a, 1, &y}, {&b, 1, &y}}, {0, 2, 5, 10, 15}, BandKind::Extremes, 2);
        QCOMPARE(points.size(), std::size_t(2));
        QCOMPARE(points[0].x, 5.0);
        QCOMPARE(points[1].x, 10.0);
        QCOMPARE(band({{&a, 1, &y}, {&b, 1, &y}}, {0, 2, 5, 10, 15}, BandKind::Extremes, 1).size(), std::size_t(5));
    }

    void theFactorScalesXAndNaNIsNotBridged()
    {
        const std::vector<double> x{0, 1, 2, 3};
        const std::vector<float> y{0, 2, std::numeric_limits<float>::quiet_NaN(), 6};
        const auto points = band({{&x, 100, &y}}, {50, 100, 150, 250, 300}, BandKind::Extremes, 1);
        QCOMPARE(points.size(), std::size_t(3));
        QCOMPARE(points[0].mean, 1.0);
        QCOMPARE(points[2].x, 300.0);
    }
};

BAMSCOPE_TEST(CurveBandTest)

}  // namespace bam::runs

#include "test_curve_band.moc"
