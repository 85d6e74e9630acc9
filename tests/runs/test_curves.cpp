// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/curves.h"
#include "tests/support/test_main.h"

namespace bam::runs {
namespace {

LogColumns rows(std::initializer_list<double> steps)
{
    LogColumns columns;
    columns.values.resize(kTrainColumns);
    for (const double step : steps) {
        columns.step.push_back(step);
        columns.time.push_back(step * 2);
        for (auto& values : columns.values)
            values.push_back(float(step) * 10);
    }
    return columns;
}

CurvePiece piece(std::initializer_list<double> steps, bool restarted = false)
{
    CurvePiece result;
    result.train = rows(steps);
    result.trainRestarted = restarted;
    return result;
}

}  // namespace

class CurvesTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void piecesAddUp()
    {
        RunCurves curves;
        curves.append(piece({0, 1, 2}));
        curves.append(piece({3, 4}));
        QCOMPARE(curves.train().step, (std::vector<double>{0, 1, 2, 3, 4}));
        QCOMPARE(curves.train().values[kNorm], (std::vector<float>{0, 10, 20, 30, 40}));
        QCOMPARE(curves.trainIndex(kLoss).range(curves.train().values[kLoss], 1, 4).high, 30.0f);
        QCOMPARE(curves.generation(), 0);
    }

    void aRestartedLogReplacesWhatWasThere()
    {
        RunCurves curves;
        curves.append(piece({0, 1, 2}));
        curves.append(piece({5}, true));
        QCOMPARE(curves.train().step, (std::vector<double>{5}));
        QCOMPARE(curves.trainIndex(kLoss).size(), std::size_t(1));
        QCOMPARE(curves.generation(), 1);
    }

    void stepsThatComeAgainReplaceTheOldOnesWithinAndBetweenPieces()
    {
        RunCurves curves;
        curves.append(piece({0, 1, 2, 1, 2, 3}));
        QCOMPARE(curves.train().step, (std::vector<double>{0, 1, 2, 3}));
        curves.append(piece({2, 3, 4}));
        QCOMPARE(curves.train().step, (std::vector<double>{0, 1, 2, 3, 4}));
        QCOMPARE(curves.generation(), 2);
    }
};

BAMSCOPE_TEST(CurvesTest)

}  // namespace bam::runs

#include "test_curves.moc"
