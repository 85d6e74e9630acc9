// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix view: tool row, steps between heads, settings and figures.
#include "tests/support/attention_matrix.h"
#include "tests/support/test_main.h"
#include "widgets/views/attention/matrix_view.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>

using namespace bam;
using plots::HeatmapCell;
using views::MatrixView;

namespace {

constexpr qint64 kLength = 400;
const test::RetrievalHead kHead{kLength, 120, 126, 390};

inspect::Prompt prompt()
{
    inspect::Prompt prompt;
    prompt.tokens.resize(std::size_t(kLength));
    for (qint64 i = 0; i < kLength; ++i)
        prompt.pieces.push_back(" w" + std::to_string(i));
    prompt.queryRows = {390, 391, 392};
    prompt.needleBegin = 120;
    prompt.needleEnd = 126;
    return prompt;
}

inspect::Capture capture(qint64 tile = 1)
{
    inspect::Capture capture;
    capture.prompt = prompt();
    capture.layers = 2;
    capture.heads = 2;
    capture.matrices.resize(4);
    capture.matrices[3] = test::pyramidOf(kLength, tile, kHead);
    capture.summary.resize(4);
    capture.summary[3].needleMass = 0.83;
    return capture;
}

struct Shown {
    MatrixView view;

    explicit Shown(qint64 tile = 1)
    {
        view.resize(800, 760);
        view.setContent(views::matrixContent(capture(tile), {1, 1}));
        view.show();
    }
    QComboBox* box(const char* name) { return view.findChild<QComboBox*>(QLatin1String(name)); }
    void choose(const char* name, int index)
    {
        box(name)->setCurrentIndex(index);
        Q_EMIT box(name)->activated(index);
    }
    void type(const char* name, const QString& text)
    {
        auto* line = view.findChild<QWidget*>(QLatin1String(name))->findChild<QLineEdit*>();
        line->selectAll();
        QTest::keyClicks(line, text);
    }
};

}  // namespace

class MatrixViewTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theHeadIsNamedWithWhatIsKnownOfIt()
    {
        Shown shown;
        QCOMPARE(shown.view.findChild<QLabel*>(QStringLiteral("matrixHead"))->text(), QStringLiteral("Layer 1, head 1: 83 % of the answer's attention on the needle"));
        QCOMPARE(shown.view.heatmap().tokens().at(7), QStringLiteral(" w7"));
        QCOMPARE(shown.view.heatmap().marks().queryRows, (std::vector<qint64>{390, 391, 392}));
        shown.view.setContent(views::matrixContent(capture(), {0, 0}));
        QVERIFY(!shown.view.findChild<QAction*>(QStringLiteral("saveFigure"))->isEnabled());       // that head has no matrix
        QVERIFY(shown.view.heatmap().image().source().empty());
    }

    void keysAndButtonsStepBetweenHeads()
    {
        Shown shown;
        QSignalSpy steps(&shown.view, &MatrixView::headStepped);
        QVERIFY(QTest::qWaitForWindowActive(&shown.view));
        QTest::keyClick(&shown.view.heatmap(), Qt::Key_PageDown);
        QTest::keyClick(&shown.view.heatmap(), Qt::Key_PageUp);
        QTest::keyClick(&shown.view.heatmap(), Qt::Key_PageDown, Qt::ShiftModifier);
        shown.view.findChild<QAction*>(QStringLiteral("previousLayer"))->trigger();
        QCOMPARE(steps, (QList<QVariantList>{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}));
    }

    void theToolRowSetsTheHeatmap()
    {
        Shown shown;
        const auto& now = shown.view.heatmap().settings();
        shown.choose("heatmapMap", 1);
        QCOMPARE(now.map, shown.box("heatmapMap")->itemText(1));
        shown.choose("heatmapScale", 2);
        QCOMPARE(now.scale, plots::ColorScale::Log);
        shown.choose("heatmapPooling", 1);
        QCOMPARE(now.pooling, plots::Pooling::Mean);
        shown.type("heatmapHigh", QStringLiteral("0.5"));
        shown.type("heatmapLow", QStringLiteral("1e-3"));
        QCOMPARE(now.range, plots::HeatmapSettings::Range::Fixed);
        QCOMPARE(shown.box("heatmapRange")->currentIndex(), 2);
        QCOMPARE(shown.view.heatmap().scale().low(), 1e-3);
        QCOMPARE(shown.view.heatmap().scale().high(), 0.5);
        shown.type("heatmapLow", QStringLiteral("7"));      // above the high one: not taken
        QCOMPARE(shown.view.heatmap().scale().low(), 1e-3);
        shown.choose("heatmapRange", 0);
        QVERIFY(shown.view.heatmap().scale().high() < 0.5);
    }

    void resetShowsEverything()
    {
        Shown shown;
        shown.view.heatmap().showRange({100, 150, 50, 100});
        QVERIFY(!shown.view.heatmap().showsAll());
        shown.view.findChild<QAction*>(QStringLiteral("heatmapReset"))->trigger();
        QVERIFY(shown.view.heatmap().showsAll());
    }

    void settingsComeBack()
    {
        Shown first;
        first.choose("heatmapMap", 2);
        first.choose("heatmapScale", 0);
        first.choose("heatmapPooling", 1);
        first.choose("heatmapRange", 1);
        Shown second;
        second.view.restoreSettings(first.view.saveSettings());
        QCOMPARE(second.view.heatmap().settings().map, first.view.heatmap().settings().map);
        QCOMPARE(second.view.heatmap().settings().scale, plots::ColorScale::Linear);
        QCOMPARE(second.view.heatmap().settings().pooling, plots::Pooling::Mean);
        QCOMPARE(second.view.heatmap().settings().range, plots::HeatmapSettings::Range::Visible);
        QCOMPARE(second.box("heatmapScale")->currentIndex(), 0);
        Shown third;
        const auto before = third.view.heatmap().settings();
        third.view.restoreSettings(R"({"map": "no such map", "scale": 77, "range": 2, "low": 4, "high": 1})");
        QCOMPARE(third.view.heatmap().settings(), before);
    }

    void theFigureIsWhatIsInView()
    {
        Shown shown;
        shown.view.heatmap().showRange({380, 400, 110, 130});
        QSignalSpy requested(&shown.view, &MatrixView::figureRequested);
        shown.view.findChild<QAction*>(QStringLiteral("saveFigure"))->trigger();
        QCOMPARE(requested.count(), 1);
        const auto figure = shown.view.figure();
        const auto part = shown.view.heatmap().visible();
        const auto& panel = figure.panels.at(0);
        const auto& heatmap = panel.heatmaps.at(0);
        QCOMPARE(heatmap.columns, int(part.keyEnd - part.keyBegin));
        QCOMPARE(heatmap.rows, int(part.queryEnd - part.queryBegin));
        QCOMPARE(heatmap.x0, double(part.keyBegin));
        QCOMPARE(heatmap.y0, double(part.queryBegin));
        for (int row = 0; row < heatmap.rows; ++row)
            for (int column = 0; column < heatmap.columns; ++column) {
                const auto query = part.queryBegin + row, key = part.keyBegin + column;
                const float value = heatmap.values[row * heatmap.columns + column];
                QVERIFY(key > query ? std::isnan(value) : value == kHead(query, key));
            }
        QVERIFY(panel.y.reversed);
        QCOMPARE(panel.colors.high, shown.view.heatmap().scale().high());
        QCOMPARE(int(panel.spans.size()), 2);      // the needle's keys and the answer's queries
        QCOMPARE(panel.spans[0].from, 120.0);
        QCOMPARE(panel.spans[1].from, 390.0);
        QCOMPARE(panel.spans[1].to, 393.0);
    }

    void aLargeFigureIsPooled()
    {
        MatrixView view;
        view.resize(700, 700);
        views::MatrixContent content;
        content.matrix = test::pyramidOf(3000, 1, [](qint64 query, qint64 key) { return query == 2500 && key == 700 ? 1.0F : 0.01F; });
        view.setContent(content);
        view.show();
        const auto figure = view.figure();
        const auto& heatmap = figure.panels.at(0).heatmaps.at(0);
        QVERIFY(heatmap.columns <= 1024 && heatmap.rows <= 1024 && heatmap.columns > 500);
        QCOMPARE(int(std::count(heatmap.values.begin(), heatmap.values.end(), 1.0F)), 1);
        QVERIFY(std::isnan(heatmap.values[heatmap.columns - 1]));
        QVERIFY(heatmap.x1 >= 3000 && heatmap.x1 < 3010);
    }

    void aRegionOfAnotherHeadIsPassedOver()
    {
        Shown shown(16);
        auto region = std::make_shared<inspect::Region>();
        region->asked = {{0, 1}, 100, 110, 100, 110, 1024, false};
        region->rows = region->columns = 10;
        region->max.assign(100, 0.5F);
        region->mean = region->max;
        shown.view.setRegion(region);
        QVERIFY(shown.view.heatmap().image().detail().empty());
        auto own = std::make_shared<inspect::Region>(*region);
        own->asked.head = {1, 1};
        shown.view.setRegion(own);
        QVERIFY(!shown.view.heatmap().image().detail().empty());
    }

    void everyControlIsReachableAndExplained()
    {
        Shown shown;
        for (auto* box : shown.view.findChildren<QComboBox*>())
            QVERIFY(!box->accessibleName().isEmpty() && box->toolTip().size() > 20);
        for (auto* button : shown.view.findChildren<QAbstractButton*>())
            QVERIFY2(!button->toolTip().isEmpty() && (!button->text().isEmpty() || !button->accessibleName().isEmpty()), qPrintable(button->objectName()));
        for (auto* action : shown.view.findChildren<QAction*>())
            QVERIFY2(action->isSeparator() || action->text().isEmpty() || action->icon().isNull() || !action->icon().pixmap(16).isNull(), qPrintable(action->objectName()));
    }
};

BAMSCOPE_TEST(MatrixViewTest)
#include "test_matrix_view.moc"
