// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "widgets/figures/gallery/result_figures.h"

#include <cmath>
#include <limits>

using namespace bam;

namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

figures::ResultCurve curve(QVector<double> x, QVector<double> y) { return {QStringLiteral("run"), QStringLiteral("BAM"), plots::styleOf(QStringLiteral("bam")), std::move(x), std::move(y), {}, {}}; }

}  // namespace

class ResultFiguresTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void accuracyIsDrawnAgainstLengthWithItsIntervalAndTheTrainedLength()
    {
        auto run = curve({0, 160, 512}, {1, 0.9, 0.5});
        run.low = {0.8, 0.7, 0.3};
        run.high = {1, 1, 0.7};
        const auto figure = figures::accuracyFigure({run}, 160);
        const auto& panel = figure.panels.at(0);
        QCOMPARE(panel.x.scale, figures::AxisScale::Log);
        QCOMPARE(panel.series.at(0).x, (QVector<double>{160, 512}));    // a prompt of no length has no place on this axis
        QCOMPARE(panel.series.at(0).low, (QVector<double>{0.7, 0.3}));
        QCOMPARE(panel.marks.at(0).at, 160.0);
        QVERIFY(panel.x.low < 160 && panel.x.high > 512);
        QVERIFY(panel.y.low < 0 && panel.y.high > 1);
    }

    void ticksStandAtTestedLengthsAndNeverTouch()
    {
        const auto ticks = figures::lengthTicks({8192, 512, 512, 640, 4096, 768, 0});
        QVector<double> at;
        for (const auto& tick : ticks)
            at.append(tick.at);
        QCOMPARE(at, (QVector<double>{512, 640, 4096, 8192}));
        QCOMPARE(ticks.back().text, QStringLiteral("8192"));
    }

    void perplexitiesFarApartAreDrawnOnALogarithmicAxis()
    {
        const auto near = figures::perplexityFigure({{QStringLiteral("a"), {curve({1024, 2048}, {20, 40})}}}, 0);
        QCOMPARE(near.panels.at(0).y.scale, figures::AxisScale::Linear);
        QVERIFY(near.panels.at(0).marks.empty());
        const auto far = figures::perplexityFigure({{QStringLiteral("a"), {curve({1024, 2048}, {20, 900})}}, {QStringLiteral("b"), {curve({1024}, {3})}}}, 512);
        QCOMPARE(far.panels.at(0).y.scale, figures::AxisScale::Log);
        QCOMPARE(far.panels.size(), std::size_t(2));
        QCOMPARE(far.panels.at(1).title, QStringLiteral("b"));
        QCOMPARE(far.columns, 2);
    }

    void aBandOfGapsIsNoBand()
    {
        auto run = curve({0, 10}, {3, 2});
        run.low = run.high = {kGap, kGap};
        QVERIFY(figures::lossFigure({run}).panels.at(0).series.at(0).low.isEmpty());
        QCOMPARE(figures::lossFigure({run, curve({}, {})}).panels.at(0).series.size(), std::size_t(1));
    }

    void depthsAreDrawnFromTheBeginningOfThePromptDownwards()
    {
        const auto figure = figures::depthFigure({{QStringLiteral("BAM"), {512, 4096}, 2, {1, 0.5f, 0, float(kGap)}}, {QStringLiteral("RoPE"), {512}, 1, {0}}});
        QVERIFY(figure.sharedColors);
        QCOMPARE(figure.columns, 2);
        const auto& panel = figure.panels.at(0);
        QVERIFY(panel.y.reversed);
        QCOMPARE(panel.x.ticks.at(1).at, 1.5);
        QCOMPARE(panel.x.ticks.at(1).text, QStringLiteral("4096"));
        QCOMPARE(panel.heatmaps.at(0).rows, 2);
        QCOMPARE(panel.heatmaps.at(0).values.at(1), 0.5f);
        QCOMPARE(panel.colors.high, 1.0);
    }

    void rulerHasAPanelForEachTask()
    {
        const auto figure = figures::rulerFigure({{QStringLiteral("vt"), {curve({512, 1024}, {1, 0.5})}}, {QStringLiteral("cwe"), {curve({512}, {0})}}}, 512);
        QCOMPARE(figure.panels.size(), std::size_t(2));
        QCOMPARE(figure.panels.at(1).title, QStringLiteral("cwe"));
        QCOMPARE(figure.panels.at(0).marks.at(0).at, 512.0);
    }

    void trainingLossesSayHowManyRowsAPointStandsFor()
    {
        QCOMPARE(figures::trainingLossFigure({curve({0, 1}, {3, 2})}, 1).title, QStringLiteral("Training loss"));
        QVERIFY(figures::trainingLossFigure({curve({0, 1}, {3, 2})}, 50).title.contains(QStringLiteral("up to 50 rows")));
    }
};

BAMSCOPE_TEST(ResultFiguresTest)
#include "test_result_figures.moc"
