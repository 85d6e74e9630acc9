// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "widgets/plots/curve_raster.h"

#include <QImage>

#include <cmath>

using namespace bam;
using plots::Interval;

namespace {

struct Curve {
    std::vector<double> x;
    std::vector<float> y;
    runs::MinMaxIndex index;

    void add(double at, float value)
    {
        x.push_back(at);
        y.push_back(value);
    }
    plots::CurveRows rows(double factor = 1)
    {
        index.extend(y);
        return {&x, factor, &y, &index};
    }
};

std::vector<Interval> cover(Curve& curve, const plots::PixelMap& x, const plots::PixelMap& y, int columns, double factor = 1)
{
    std::vector<Interval> intervals;
    plots::coveredIntervals(curve.rows(factor), x, y, columns, intervals);
    return intervals;
}

/// y pixel 100 is value 0, pixel 0 is value 10.
plots::PixelMap tenUp() { return {0, 10, 100, -100}; }

}  // namespace

class CurveRasterTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyRowLiesInItsColumnsInterval()
    {
        Curve curve;
        for (int i = 0; i < 50000; ++i)
            curve.add(i * 2.0, float(5 + 4 * std::sin(i * 0.37) * std::cos(i * 0.0011)));
        const plots::PixelMap x{1000, 90000, 0, 300}, y = tenUp();
        const auto intervals = cover(curve, x, y, 300);
        for (std::size_t i = 0; i < curve.x.size(); ++i) {
            const double column = x.pixel(curve.x[i]);
            if (column < 0.001 || column > 299.999 || std::abs(column - std::round(column)) < 1e-3)
                continue;
            const auto& interval = intervals[std::size_t(column)];
            const double at = y.pixel(double(curve.y[i]));
            QVERIFY(double(interval.top) <= at + 1e-3 && double(interval.bottom) >= at - 1e-3);
        }
    }

    void neighbouringColumnsTouch()
    {
        Curve curve;
        for (int i = 0; i < 40; ++i)
            curve.add(i * 10, float(i % 2 * 8 + 1));
        const auto intervals = cover(curve, {0, 390, 0, 1000}, tenUp(), 1000);
        for (std::size_t column = 1; column + 1 < intervals.size(); ++column) {
            QVERIFY(!intervals[column].empty());
            QVERIFY(intervals[column].top <= intervals[column - 1].bottom + 0.01f && intervals[column].bottom >= intervals[column - 1].top - 0.01f);
        }
    }

    void aGapOfNotANumberStaysOpen()
    {
        Curve curve;
        for (int i = 0; i < 10; ++i)
            curve.add(i, i == 5 ? std::nanf("") : 5.0f);
        const auto intervals = cover(curve, {0, 9, 0, 90}, tenUp(), 90);
        QVERIFY(!intervals[35].empty());
        QVERIFY(intervals[45].empty());
        QVERIFY(intervals[55].empty());
        QVERIFY(!intervals[65].empty());
    }

    void linesReachTheBordersFromRowsOutside()
    {
        Curve curve;
        curve.add(-100, 0);
        curve.add(100, 10);
        const auto intervals = cover(curve, {-10, 10, 0, 20}, tenUp(), 20);
        QVERIFY(!intervals.front().empty());
        QVERIFY(!intervals.back().empty());
        QVERIFY(std::abs(intervals[10].bottom - 50) < 0.01f);   // value 5 at x = 0
    }

    void logarithmicAxesSkipWhatHasNoLogarithm()
    {
        Curve curve;
        for (const auto& [x, y] : {std::pair{0.0, 1.0f}, {1.0, 1.0f}, {10.0, 0.0f}, {100.0, -3.0f}, {1000.0, 10.0f}, {10000.0, 100.0f}})
            curve.add(x, y);
        plots::PixelMap x{1, 10000, 0, 400}, y{1, 100, 100, -100};
        x.logarithmic = y.logarithmic = true;
        const auto intervals = cover(curve, x, y, 400);
        QVERIFY(std::abs(intervals[350].top - 25) < 1);         // √10 · 10: three quarters up
        QVERIFY(intervals[150].empty());
        QVERIFY(intervals[250].empty());
    }

    void theFactorAndTheExponentialAreApplied()
    {
        Curve curve;
        curve.add(0, float(std::log(2.0)));
        curve.add(10, float(std::log(8.0)));
        plots::PixelMap y = tenUp();
        y.exponential = true;
        const auto intervals = cover(curve, {0, 5000, 0, 100}, y, 100, 500);
        QVERIFY(std::abs(intervals.front().bottom - 80) < 1);
        QVERIFY(std::abs(intervals.back().top - 20) < 1);
    }

    void aLineIsAsWideAsItsPenAndAntialiased()
    {
        QImage image(20, 20, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        std::vector<Interval> flat(20);
        for (auto& interval : flat)
            interval.include(10.25f);
        plots::paintCurves(image, {{flat, {QColor(255, 0, 0), 4}}});
        double covered = 0;
        for (int y = 0; y < 20; ++y)
            covered += qAlpha(image.pixel(10, y)) / 255.0;
        QVERIFY(std::abs(covered - 4) < 0.05);
        QVERIFY(qAlpha(image.pixel(10, 8)) > 150 && qAlpha(image.pixel(10, 8)) < 230);
        QCOMPARE(image.pixel(10, 10), qRgba(255, 0, 0, 255));
    }

    void dashesLeaveGapsButHideNoSpike()
    {
        QImage image(100, 50, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        std::vector<Interval> line(100);
        for (std::size_t column = 0; column < line.size(); ++column) {
            line[column].include(25);
            if (column == 57)       // within a gap
                line[column].include(5);
        }
        plots::RasterPen pen{QColor(0, 0, 255), 2};
        pen.dashOn = 12;
        pen.dashOff = 8;
        plots::paintCurves(image, {{line, pen}});
        QVERIFY(qAlpha(image.pixel(5, 25)) > 0);
        QCOMPARE(qAlpha(image.pixel(15, 25)), 0);
        QCOMPARE(qAlpha(image.pixel(57, 10)), 255);
    }
};

BAMSCOPE_TEST(CurveRasterTest)
#include "test_curve_raster.moc"
