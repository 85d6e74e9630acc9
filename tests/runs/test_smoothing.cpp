// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/smoothing.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <limits>

namespace bam::runs {
namespace {

/// The definition, row by row.
double plain(const std::vector<double>& step, const std::vector<float>& y, std::size_t row, double decay)
{
    double sum = 0, weights = 0;
    for (std::size_t i = 0; i <= row; ++i) {
        if (std::isnan(y[i]))
            continue;
        const double weight = std::pow(decay, step[row] - step[i]);
        sum += weight * double(y[i]);
        weights += weight;
    }
    return sum / weights;
}

struct Series {
    std::vector<double> step;
    std::vector<float> y;
};

Series uneven(int rows)
{
    Series series;
    double step = 3;
    for (int i = 0; i < rows; ++i) {
        series.step.push_back(step);
        series.y.push_back(i % 7 == 3 ? std::numeric_limits<float>::quiet_NaN() : float(std::sin(i * 0.7) + 3));
        step += 1 + i % 4;
    }
    return series;
}

}  // namespace

class SmoothingTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void everyValueIsTheWeightedMeanOfThoseBefore()
    {
        const auto series = uneven(200);
        Smoother smoother(0.93);
        QVERIFY(smoother.extend(series.step, series.y));
        for (std::size_t row = 0; row < series.y.size(); ++row) {
            if (std::isnan(series.y[row]))
                QVERIFY(std::isnan(smoother.values()[row]));
            else
                QVERIFY(std::abs(double(smoother.values()[row]) - plain(series.step, series.y, row, 0.93)) < 1e-5);
        }
    }

    void forEveryStepItIsAdamsCorrectedMoment()
    {
        const std::vector<double> step{0, 1, 2, 3, 4, 5};
        const std::vector<float> y{4, 2, 7, 1, 1, 9};
        Smoother smoother(0.9);
        smoother.extend(step, y);
        double moment = 0;
        for (std::size_t t = 0; t < y.size(); ++t) {
            moment = 0.9 * moment + 0.1 * double(y[t]);
            QVERIFY(std::abs(double(smoother.values()[t]) - moment / (1 - std::pow(0.9, double(t + 1)))) < 1e-6);
        }
    }

    void rowsMayComeInAnyPieces()
    {
        const auto series = uneven(100);
        Smoother whole(0.97), pieces(0.97);
        whole.extend(series.step, series.y);
        QVERIFY(!pieces.extend(series.step, series.y, 7));
        QCOMPARE(pieces.size(), std::size_t(7));
        while (!pieces.extend(series.step, series.y, 13)) {}
        for (std::size_t row = 0; row < whole.size(); ++row)
            QVERIFY(std::isnan(whole.values()[row]) ? std::isnan(pieces.values()[row]) : whole.values()[row] == pieces.values()[row]);
        pieces.clear();
        QCOMPARE(pieces.size(), std::size_t(0));
        QCOMPARE(pieces.decay(), 0.97);
    }

    void logsOfDifferentDensityAreSmoothedOverAsManySteps()
    {
        Series every, tenth;
        for (int step = 0; step < 2000; ++step) {
            const float y = step < 1000 ? 1 : 0;
            every.step.push_back(step);
            every.y.push_back(y);
            if (step % 10 == 0) {
                tenth.step.push_back(step);
                tenth.y.push_back(y);
            }
        }
        Smoother a(0.99), b(0.99);
        a.extend(every.step, every.y);
        b.extend(tenth.step, tenth.y);
        QVERIFY(std::abs(a.values()[1100] - b.values()[110]) < 0.05f);   // without regard to the gaps it would be 0.9
        QVERIFY(a.values()[1100] > 0.3f && a.values()[1100] < 0.4f);    // about 1/e after 100 steps
    }

    void noSmoothingLeavesTheValues()
    {
        Smoother smoother(0);
        smoother.extend({1, 2, 5}, {3, 1, 2});
        QCOMPARE(smoother.values(), (std::vector<float>{3, 1, 2}));
    }

    void theSpanThatSuitsALengthIsAboutAHundredthOfIt()
    {
        for (double steps = 700; steps < 600'000; steps *= 1.1) {
            const double span = 1 / (1 - decayForLength(steps, 1));
            QVERIFY2(span >= 0.008 * steps && span <= 0.017 * steps, qPrintable(QString::number(steps)));
        }
        QCOMPARE(decayForLength(20, 1), 0.8);           // never fewer than five rows
        QCOMPARE(decayForLength(1000, 10), 0.98);
        QCOMPARE(decayForLength(1e9, 1), 0.9999);
        QCOMPARE(decayForLength(0, 0), 0.8);
    }
};

BAMSCOPE_TEST(SmoothingTest)

}  // namespace bam::runs

#include "test_smoothing.moc"
