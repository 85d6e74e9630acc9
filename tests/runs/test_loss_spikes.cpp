// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/loss_spikes.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <limits>
#include <random>

namespace bam::runs {
namespace {

struct Series {
    std::vector<double> step;
    std::vector<float> loss;
};

/// A power law with noise, like a training's.
Series training(int rows)
{
    std::mt19937 random(7);
    std::normal_distribution<float> noise(0, 0.06f);
    Series series;
    for (int i = 0; i < rows; ++i) {
        series.step.push_back(2.0 * i);
        series.loss.push_back(2.5f + 8 * std::pow(1 + float(i) / 40, -0.35f) + noise(random));
    }
    return series;
}

}  // namespace

class LossSpikesTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void anOrdinaryTrainingHasNone()
    {
        const auto series = training(20000);
        LossSpikes spikes;
        QVERIFY(spikes.extend(series.step, series.loss));
        QCOMPARE(spikes.spikes().size(), std::size_t(0));
    }

    void aSpikeIsFoundAtItsHighestRow()
    {
        auto series = training(5000);
        series.loss[3000] += 1.5f;
        series.loss[3001] += 3;
        series.loss[3020] += 2;
        series.loss[4500] += 2;
        LossSpikes spikes;
        spikes.extend(series.step, series.loss);
        QCOMPARE(spikes.spikes().size(), std::size_t(2));
        QCOMPARE(spikes.spikes()[0].row, std::size_t(3001));
        QCOMPARE(spikes.spikes()[0].step, 6002.0);
        QCOMPARE(float(spikes.spikes()[0].loss), series.loss[3001]);
        QVERIFY(std::abs(spikes.spikes()[0].usual - (double(series.loss[3001]) - 3)) < 0.5);
        QCOMPARE(spikes.spikes()[1].row, std::size_t(4500));
    }

    void piecesFindTheSame()
    {
        auto series = training(5000);
        series.loss[2222] += 4;
        LossSpikes whole, pieces;
        whole.extend(series.step, series.loss);
        while (!pieces.extend(series.step, series.loss, 37)) {}
        QCOMPARE(pieces.spikes().size(), whole.spikes().size());
        QCOMPARE(pieces.spikes()[0].row, whole.spikes()[0].row);
    }

    void aLevelThatStaysHighIsNotMarkedForever()
    {
        auto series = training(5000);
        for (std::size_t i = 3000; i < 5000; ++i)
            series.loss[i] += 3;
        LossSpikes spikes;
        spikes.extend(series.step, series.loss);
        QVERIFY(!spikes.spikes().empty());
        QVERIFY(spikes.spikes().back().row < 3300);
    }

    void notANumberIsPassedOver()
    {
        auto series = training(1000);
        for (std::size_t i = 0; i < 1000; i += 3)
            series.loss[i] = std::numeric_limits<float>::quiet_NaN();
        LossSpikes spikes;
        QVERIFY(spikes.extend(series.step, series.loss));
        QCOMPARE(spikes.spikes().size(), std::size_t(0));
    }
};

BAMSCOPE_TEST(LossSpikesTest)

}  // namespace bam::runs

#include "test_loss_spikes.moc"
