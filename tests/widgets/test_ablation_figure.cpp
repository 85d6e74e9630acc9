// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "widgets/figures/gallery/ablation_figure.h"
#include "widgets/figures/render.h"

using namespace bam;
using namespace bam::figures;

namespace {

/// Two retrieval heads of eight: the first alone loses nearly everything.
inspect::StudyRecord record(bool alone)
{
    inspect::StudyRecord record{"logs/custom/bam_ssmax/version_00", "bam_ssmax", "step_00001000", 1000, 0, {}};
    auto& study = record.study;
    study.prompts = 20;
    study.promptTokens = 4090;
    for (int n = 0; n < 8; ++n)
        study.ranking.push_back({{n / 4, n % 4}, 0.5 / (n + 1), n == 0 ? 272.0 : n == 1 ? 10.0 : 9.9, -1.0, alone ? (n == 0 ? 1 : 20 - n) : -1});
    study.points = {{0, 19, 20, 19, 20}, {1, 1, 20, 50, 60}, {2, 0, 20, 40, 60}, {3, 0, 20, 30, 60}, {7, 0, 20, 0, 0}};
    return record;
}

}  // namespace

class AblationFigureTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theSharesFoundStandOverTheCountOfHeadsWithTheirIntervals()
    {
        const auto figure = ablationFigure(record(false));
        QCOMPARE(figure.kind, QStringLiteral("ablation"));
        QVERIFY(figure.title.contains(QStringLiteral("4090 tokens")));
        QCOMPARE(figure.panels.size(), std::size_t(1));
        const auto& panel = figure.panels[0];
        QCOMPARE(panel.series.size(), std::size_t(2));
        QCOMPARE(panel.series[0].x, (QVector<double>{0, 1, 2, 3, 7}));
        QCOMPARE(panel.series[0].y, (QVector<double>{0.95, 0.05, 0, 0, 0}));
        QCOMPARE(panel.series[1].x, (QVector<double>{0, 1, 2, 3}));     // of seven heads there are no seven others
        QCOMPARE(panel.series[1].y[1], 50.0 / 60);
        const auto interval = wilsonInterval(50, 60);
        QCOMPARE(panel.series[1].low[1], interval.low);
        QCOMPARE(panel.series[1].high[1], interval.high);
        QVERIFY(panel.y.low < 0 && panel.y.high > 1);
        QCOMPARE(panel.x.ticks.back().text, QStringLiteral("7"));
    }

    void eachHeadByItselfIsAPointAndRetrievalHeadsStandApart()
    {
        const auto figure = ablationFigure(record(true));
        QCOMPARE(figure.panels.size(), std::size_t(2));
        const auto& panel = figure.panels[1];
        QCOMPARE(panel.series.size(), std::size_t(2));
        QCOMPARE(panel.series[0].x, (QVector<double>{1, 2}));           // 10 times uniform is enough, 9.9 is not
        QCOMPARE(panel.series[0].y, (QVector<double>{0.05, 0.95}));
        QCOMPARE(panel.series[1].x.size(), 6);
        QCOMPARE(panel.series[1].y.last(), 13.0 / 20);
        QVERIFY(hasWhiskers(panel.series[1]));
        QCOMPARE(panel.marks.at(0).at, 0.95);
        QVERIFY(!panel.marks[0].vertical);
        QCOMPARE(panel.x.ticks[5].text, QStringLiteral("1:1"));
        if (qEnvironmentVariableIsSet("BAMSCOPE_KEEP_FIGURES"))
            imageOf(figure, {}, 150).save(qEnvironmentVariable("BAMSCOPE_KEEP_FIGURES") + QStringLiteral("/ablation.png"));
    }

    void namesOfManyHeadsDoNotTouch()
    {
        auto many = record(true);
        for (int n = 0; n < 136; ++n)
            many.study.ranking.push_back({{n / 12, n % 12}, 0, 0.5, 1, 19});
        const auto& ticks = ablationFigure(many).panels[1].x.ticks;
        QVERIFY(ticks.size() <= 16 && ticks.size() > 8);
        QCOMPARE(ticks[1].text, QStringLiteral("0:1"));                 // the tenth of the ranking
    }

    void aStudyOfNothingHasNoPanels()
    {
        QVERIFY(ablationFigure({}).panels.empty());
    }
};

BAMSCOPE_TEST(AblationFigureTest)
#include "test_ablation_figure.moc"
