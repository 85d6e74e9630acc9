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

    void scoresHaveOneRowInAllRunsAndLyingWhiskers()
    {
        const figures::ResultScores bam{QStringLiteral("/a"), QStringLiteral("BAM"), {}, {QStringLiteral("algebra"), QStringLiteral("biology")}, {0.25, 0.75}, {0.1, kGap}, {0.5, kGap}};
        const figures::ResultScores rope{QStringLiteral("/b"), QStringLiteral("RoPE"), {}, {QStringLiteral("chemistry"), QStringLiteral("biology")}, {1, 0.5}, {kGap, kGap}, {kGap, kGap}};
        const auto alone = figures::scoresPanel({bam, {}}, QStringLiteral("Accuracy"), true);
        QCOMPARE(alone.series.size(), std::size_t(1));
        QCOMPARE(alone.series[0].y, (QVector<double>{1, 2}));
        const auto panel = figures::scoresPanel({bam, rope}, QStringLiteral("Accuracy"), true);
        QCOMPARE(panel.y.ticks.size(), std::size_t(3));
        QCOMPARE(panel.y.ticks[1].text, QStringLiteral("biology"));
        QCOMPARE(panel.y.high, 3.5);
        QVERIFY(panel.y.reversed && panel.x.low < 0 && panel.x.high > 1);
        const auto &first = panel.series.at(0), &second = panel.series.at(1);
        QVERIFY(first.sideways && figures::hasWhiskers(first));
        QCOMPARE(first.low.at(0), 0.1);
        QVERIFY(!figures::hasWhiskers(second));
        QVERIFY(first.y[1] > 1.5 && first.y[1] < second.y[1] && second.y[1] < 2.5);     // beside each other in one row
    }

    void slidingPerplexitiesHaveARowForEachRunAndAPanelForEachText()
    {
        const figures::ResultScores bam{QStringLiteral("/a"), QStringLiteral("BAM"), {}, {}, {12}, {11}, {13}}, rope{QStringLiteral("/b"), QStringLiteral("RoPE"), {}, {}, {900}, {800}, {1000}};
        const auto figure = figures::slidingFigure({{QStringLiteral("Bible, 512/256"), {bam, rope}}, {QStringLiteral("news, 512/256"), {bam}}});
        QCOMPARE(figure.kind, QStringLiteral("sliding_perplexity"));
        QCOMPARE(figure.columns, 2);
        const auto& panel = figure.panels.at(0);
        QCOMPARE(panel.title, QStringLiteral("Bible, 512/256"));
        QCOMPARE(panel.y.ticks.at(1).text, QStringLiteral("RoPE"));
        QCOMPARE(panel.series.at(1).x, (QVector<double>{900}));
        QCOMPARE(panel.series[1].y, (QVector<double>{2}));
        QCOMPARE(panel.series[1].high, (QVector<double>{1000}));
        QVERIFY(panel.series[1].name.isEmpty());                // the row tells
        QCOMPARE(panel.x.scale, figures::AxisScale::Log);       // far apart
        QCOMPARE(figure.panels.at(1).x.scale, figures::AxisScale::Linear);
    }

    void choicesHaveAPanelForNormalizedAccuracyWhereThereIsAny()
    {
        const figures::ResultScores bam{QStringLiteral("/a"), QStringLiteral("BAM"), {}, {QStringLiteral("arc")}, {0.25}, {0.1}, {0.5}};
        QCOMPARE(figures::choicesFigure({bam}, {figures::ResultScores{}}).panels.size(), std::size_t(1));
        auto more = bam;
        more.of.prepend(QStringLiteral("mmlu"));
        for (auto* values : {&more.value, &more.low, &more.high})
            values->prepend(0.25);
        const auto both = figures::choicesFigure({more}, {bam});
        QCOMPARE(both.panels.size(), std::size_t(2));
        QCOMPARE(both.panels.at(1).y.ticks, both.panels.at(0).y.ticks);     // a task has one row in both
        QCOMPARE(both.panels.at(1).series.at(0).y, (QVector<double>{2}));
        QVERIFY(both.panels.at(1).x.label.contains(QStringLiteral("acc_norm")));
    }

    void trainingLossesSayHowManyRowsAPointStandsFor()
    {
        QCOMPARE(figures::trainingLossFigure({curve({0, 1}, {3, 2})}, 1).title, QStringLiteral("Training loss"));
        QVERIFY(figures::trainingLossFigure({curve({0, 1}, {3, 2})}, 50).title.contains(QStringLiteral("up to 50 rows")));
    }
};

BAMSCOPE_TEST(ResultFiguresTest)
#include "test_result_figures.moc"
