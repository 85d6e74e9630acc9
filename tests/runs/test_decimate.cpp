// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/decimate.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace bam;
using namespace bam::runs;

namespace {

struct Series {
    std::vector<double> x;
    std::vector<float> y;
    MinMaxIndex index;

    explicit Series(std::size_t size)
        : x(size), y(size)
    {
        std::iota(x.begin(), x.end(), 0.0);
        for (std::size_t i = 0; i < size; ++i)
            y[i] = float(std::sin(double(i) / 1000));
        index.extend(y);
    }
};

}  // namespace

class DecimateTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aMillionPointsBecomeAFewThousandAndKeepTheirSpike()
    {
        Series series(1'000'000);
        series.y[123'456] = 50;
        series.y[654'321] = -50;
        series.index.clear();
        series.index.extend(series.y);
        const auto points = decimate(series.x, series.y, series.index, {0, 999'999, 1000});
        QVERIFY(points.size() <= 4002);
        const auto [low, high] = std::minmax_element(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.y < b.y; });
        QCOMPARE(high->y, 50.0);
        QCOMPARE(low->y, -50.0);
        QVERIFY(std::abs(high->x - 123'456) <= 1000 && std::abs(low->x - 654'321) <= 1000);
        QVERIFY(std::is_sorted(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.x < b.x; }));
        QCOMPARE(points.front(), (PlotPoint{0, 0}));
        QCOMPARE(points.back().x, 999'999.0);
    }

    void aFewPointsAreDrawnAsTheyAreWithANeighbourOnEitherSide()
    {
        const Series series(1000);
        const auto points = decimate(series.x, series.y, series.index, {10.5, 15.5, 400});
        QCOMPARE(points.size(), std::size_t(7));
        QCOMPARE(points.front().x, 10.0);
        QCOMPARE(points.back().x, 16.0);
    }

    void columnsMayBeEquallyWideInTheLogarithm()
    {
        const Series series(100'001);
        const auto points = decimate(series.x, series.y, series.index, {1, 100'000, 50, true});
        // A tenth of the columns belongs to each half decade: the first ones hold single points.
        QVERIFY(points.size() > 60 && points.size() < 210);
        QCOMPARE(points[1].x, 1.0);
        QVERIFY(decimate(series.x, series.y, series.index, {0, 10, 50, true}).empty());
    }

    void anEmptySeriesOrViewGivesNothing()
    {
        const Series series(0), some(10);
        QVERIFY(decimate(series.x, series.y, series.index, {0, 1, 10}).empty());
        QVERIFY(decimate(some.x, some.y, some.index, {5, 5, 10}).empty());
        QVERIFY(decimate(some.x, some.y, some.index, {5, 6, 0}).empty());
    }
};

BAMSCOPE_TEST(DecimateTest)
#include "test_decimate.moc"
