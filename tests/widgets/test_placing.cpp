// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "widgets/figures/placing.h"

using namespace bam::figures;

namespace {

Figure risingFigure(double from, double to)
{
    Figure figure;
    figure.panels.resize(1);
    figure.panels[0].x = {.low = 0, .high = 10};
    figure.panels[0].y = {.low = 0, .high = 10};
    Series series;
    series.x = {0, 10};
    series.y = {from, to};
    figure.panels[0].series.push_back(series);
    return figure;
}

}  // namespace

class PlacingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void textsOfLinesThatAreFarApartStandAtTheirLeft()
    {
        QCOMPARE(labelColumns({50, 100, 150}, 12, 200), (std::vector<int>{-1, -1, -1}));
    }

    void textsOfNearLinesStandBesideEachOther()
    {
        QCOMPARE(labelColumns({50, 55}, 12, 200), (std::vector<int>{-1, 1}));
        QCOMPARE(labelColumns({50, 52, 54}, 12, 200), (std::vector<int>{-1, 1, 2}));
        QCOMPARE(labelColumns({54, 52, 50}, 12, 200), (std::vector<int>{2, 1, -1}));        // whatever their order
    }

    void noTextLeavesThePanelWhereThereIsRoom()
    {
        QCOMPARE(labelColumns({3}, 12, 200), (std::vector<int>{1}));
        QCOMPARE(labelColumns({198, 198}, 12, 200), (std::vector<int>{-1, -2}));
        QCOMPARE(labelColumns({5, 5, 5, 5}, 12, 20).size(), std::size_t(4));         // no room at all: still somewhere
    }

    void marksThatAreNotShownTakeNoPlace()
    {
        Panel panel;
        panel.marks = {{.at = 20, .label = QStringLiteral("outside")}, {.at = 5, .label = QStringLiteral("a")}, {.at = 5, .label = {}}, {.at = 5, .vertical = false, .label = QStringLiteral("across")},
            {.at = 5.1, .label = QStringLiteral("b")}};
        QCOMPARE(markColumns(panel, {0, 10}, 12, 200), (std::vector<int>{-1, -1, -1, -1, 1}));
    }

    void aLegendTakesAsFewRowsAsItsEntriesAllow()
    {
        QCOMPARE(legendColumns({50, 50, 50}, 200), 3);
        QCOMPARE(legendColumns({100, 40, 90, 60}, 170), 2);      // 100 and 60
        QCOMPARE(legendColumns({100, 40, 90, 60}, 150), 1);
        QCOMPARE(legendColumns({500}, 100), 1);
        QCOMPARE(legendColumns({}, 100), 1);
    }

    void theLegendGoesWhereTheCurvesAreNot()
    {
        QCOMPARE(quietCorner(risingFigure(1, 9), 0), Qt::TopLeftCorner);
        QCOMPARE(quietCorner(risingFigure(9, 1), 0), Qt::TopRightCorner);
        QCOMPARE(quietCorner(risingFigure(9, 9), 0), Qt::BottomRightCorner);
        QCOMPARE(quietCorner(risingFigure(1, 1), 0), Qt::TopRightCorner);
        auto upside = risingFigure(9, 9);
        upside.panels[0].y.reversed = true;
        QCOMPARE(quietCorner(upside, 0), Qt::TopRightCorner);
        upside.panels[0].series.clear();
        QCOMPARE(quietCorner(upside, 0), Qt::TopRightCorner);
    }
};

BAMSCOPE_TEST(PlacingTest)

#include "test_placing.moc"
