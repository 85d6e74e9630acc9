// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/widgets/compare_support.h"
#include "widgets/common/banner.h"
#include "widgets/figures/figure_plot.h"
#include "widgets/views/compare/compare_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>

using namespace bam;
using namespace bam::views;

namespace {

struct Shown {
    QWidget window;
    CompareView view{&window};
    QTableView& results = *view.findChild<QTableView*>(QStringLiteral("resultTable"));
    QTabWidget& tabs = *view.findChild<QTabWidget*>(QStringLiteral("compareTabs"));

    explicit Shown(const QSize& size = {1400, 900})
    {
        view.offerAttention();
        window.resize(size);
        view.resize(size);
        window.show();
        window.activateWindow();
    }
    void show(const std::vector<compare::RunData>& runs = test::threeRuns(), const QStringList& titles = test::threeTitles()) { view.setComparison(test::compareData(runs, titles)); }
    template <class T>
    T* find(const char* name) const { return view.findChild<T*>(QLatin1String(name)); }
    QString top() const { return results.model()->index(0, 0).data().toString(); }
    void openTab(int tab) { QTest::mouseClick(tabs.tabBar(), Qt::LeftButton, Qt::NoModifier, tabs.tabBar()->tabRect(tab).center()); }
    void clickHeader(int column)
    {
        auto* header = results.horizontalHeader();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, Qt::NoModifier, {header->sectionViewportPosition(column) + 20, header->height() / 2});
    }
    QAction* action(const char* name) const { return find<QAction>(name); }
};

}  // namespace

class CompareViewTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void withoutRunsItSaysWhatToDo()
    {
        Shown shown;
        QVERIFY(shown.find<QLabel>("compareEmpty")->isVisible());
        QVERIFY(!shown.results.isVisible());
        QVERIFY(!shown.action("copyTsv")->isEnabled());
        QVERIFY(!CompareView().findChild<QTabWidget*>(QStringLiteral("compareTabs"))->isTabVisible(2));     // nobody would answer
        shown.show();
        QVERIFY(shown.results.isVisible());
        shown.view.setComparison(nullptr);
        QVERIFY(shown.find<QLabel>("compareEmpty")->isVisible());
    }

    void clicksOnAColumnSortTheRowsAndTheFirstColumnPutsThemBack()
    {
        Shown shown;
        shown.show();
        QCOMPARE(shown.top(), QStringLiteral("160 tokens"));
        shown.clickHeader(3);
        QCOMPARE(shown.top(), QStringLiteral("512 tokens"));    // RoPE finds none there
        shown.clickHeader(0);
        QCOMPARE(shown.top(), QStringLiteral("160 tokens"));
    }

    void tablesAreCopiedAsTheyStandOnTheScreen()
    {
        Shown shown;
        shown.show();
        shown.action("copyTsv")->trigger();
        auto text = QApplication::clipboard()->text();
        QVERIFY2(text.startsWith(QLatin1String("Result\tl6 BAM 01\tl6 ALiBi 01\tl6 RoPE 01\n160 tokens\t1.0000\t1.0000\t1.0000\n")), qPrintable(text));
        shown.openTab(1);
        shown.action("copyLatex")->trigger();
        text = QApplication::clipboard()->text();
        QVERIFY2(text.contains(QLatin1String("model.encoding & bam & alibi & rotary")), qPrintable(text));
        QSignalSpy save(&shown.view, &CompareView::tableSaveRequested);
        shown.action("saveTable")->trigger();
        QCOMPARE(save.size(), 1);
        QCOMPARE(shown.view.shownTableName(), QStringLiteral("parameters"));
    }

    void allPlotsStandSideBySideWhereThereIsRoomAndOneWhereThereIsNot()
    {
        Shown wide({2400, 1000});
        wide.show();
        QVERIFY(wide.find<QWidget>("accuracyPlot")->isVisible() && wide.find<QWidget>("lossPlot")->isVisible());
        QVERIFY(!wide.find<QWidget>("perplexityPlot")->isVisible());       // nothing to show
        QVERIFY(!wide.action("showPerplexity")->isEnabled());
        Shown narrow({760, 520});
        narrow.show();
        QVERIFY(narrow.find<QWidget>("accuracyPlot")->isVisible());
        QVERIFY(!narrow.find<QWidget>("lossPlot")->isVisible());
        narrow.action("showLoss")->trigger();
        QVERIFY(narrow.find<QWidget>("lossPlot")->isVisible());
        narrow.action("showAccuracy")->trigger();
        QVERIFY(!narrow.find<QWidget>("accuracyPlot")->isVisible());
        narrow.view.resize(2400, 1000);
        QVERIFY(!narrow.find<QWidget>("accuracyPlot")->isVisible());       // as it was chosen
        QCOMPARE(narrow.view.figures().size(), std::size_t(1));
        QCOMPARE(narrow.view.figures()[0].kind, QStringLiteral("validation_loss"));
    }

    void figuresAreOfferedForFiles()
    {
        Shown shown;
        auto runs = test::threeRuns();
        test::addPerplexity(runs[0], "Bible", {20, 15});
        shown.show(runs);
        QSignalSpy wanted(&shown.view, &CompareView::figureRequested);
        shown.action("savePerplexity")->trigger();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].value<figures::Figure>().kind, QStringLiteral("perplexity_by_position"));
        QVERIFY(!shown.action("saveAttention")->isEnabled());
    }

    void groupingAndPromptsAreAskedForAndRemembered()
    {
        Shown shown;
        auto runs = test::threeRuns();
        runs[0].results.passkey.push_back(runs[0].results.passkey[0]);
        runs[0].results.passkey[1].sampling = "end";
        shown.show(runs);
        QSignalSpy asked(&shown.view, &CompareView::requestChanged);
        auto* grouping = shown.find<QComboBox>("compareGrouping");
        grouping->setFocus();
        QTest::keyClick(grouping, Qt::Key_Down);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(shown.view.grouping(), CompareGrouping::Encodings);
        auto* protocols = shown.find<QComboBox>("compareProtocol");
        QCOMPARE(protocols->count(), 2);
        QVERIFY(protocols->itemText(1).startsWith(QLatin1String("key at the end, 5 digit")));
        protocols->setFocus();
        QTest::keyClick(protocols, Qt::Key_Down);
        QCOMPARE(asked.size(), 2);
        QVERIFY(shown.view.protocol().startsWith(QLatin1String("end")));
        shown.action("showIntervals")->trigger();
        CompareView other;
        other.restoreSettings(shown.view.saveSettings());
        QCOMPARE(other.grouping(), CompareGrouping::Encodings);
        QCOMPARE(other.protocol(), shown.view.protocol());
        QVERIFY(!other.findChild<QAction*>(QStringLiteral("showIntervals"))->isChecked());
        other.restoreSettings("{\"grouping\": 99, \"tab\": -4, \"plots\": \"x\"}");
        other.restoreSettings("no settings");
    }

    void runsOfEqualParametersSaySo()
    {
        Shown shown;
        auto runs = test::threeRuns();
        runs.resize(2);
        runs[1].parameters.spec = runs[0].parameters.spec;
        shown.show(runs, test::threeTitles().mid(0, 2));
        shown.openTab(1);
        QVERIFY(shown.find<QLabel>("noParameters")->isVisible());
        QVERIFY(shown.find<QLabel>("noParameters")->text().contains(QLatin1String("are the same")));
        runs.resize(1);
        shown.show(runs, test::threeTitles().mid(0, 1));
        QVERIFY(shown.find<QLabel>("noParameters")->text().contains(QLatin1String("second run")));
    }

    void notesOfFilesAreToldAboveTheCurves()
    {
        Shown shown;
        auto data = std::make_shared<CompareData>(*test::compareData(test::threeRuns(), test::threeTitles()));
        data->notes = {QStringLiteral("results.json: the file is empty."), QStringLiteral("two"), QStringLiteral("three"), QStringLiteral("four")};
        shown.view.setComparison(data);
        QCOMPARE(shown.view.findChild<ui::BannerArea*>()->count(), 1);
        shown.show();
        QCOMPARE(shown.view.findChild<ui::BannerArea*>()->count(), 0);
    }

    void attentionIsAskedForStoppedAndShown()
    {
        Shown shown;
        shown.show();
        shown.openTab(2);
        auto* go = shown.find<QPushButton>("attentionGo");
        QSignalSpy wanted(&shown.view, &CompareView::capturesWanted), stopped(&shown.view, &CompareView::captureStopRequested), figure(&shown.view, &CompareView::figureRequested);
        auto* length = shown.find<QSpinBox>("promptLength");
        length->setFocus();
        length->selectAll();
        QTest::keyClicks(length, QStringLiteral("2048"));
        QTest::mouseClick(go, Qt::LeftButton);
        QCOMPARE(wanted.size(), 1);
        const auto runs = wanted[0][0].toStringList();
        QCOMPARE(runs.size(), 3);
        QCOMPARE(wanted[0][1].value<inspect::PromptSpec>().length, 2048);
        QVERIFY(go->text().contains(QLatin1String("Stop")));
        shown.view.setCapture(runs[0], {ComparedCapture::State::Running, {}, QStringLiteral("layer 2 of 4")});
        QVERIFY(shown.find<QLabel>("attentionState")->text().contains(QLatin1String("l6 BAM 01: layer 2 of 4")));
        QTest::mouseClick(go, Qt::LeftButton);
        QCOMPARE(stopped.size(), 1);
        shown.view.setCapture(runs[0], {ComparedCapture::State::Done, test::attentionOf(64, {1, 0}), {}});
        shown.view.setCapture(runs[1], {ComparedCapture::State::Done, test::attentionOf(64, {0, 1}), {}});
        shown.view.setCapture(runs[2], {ComparedCapture::State::Failed, {}, QStringLiteral("there is no checkpoint")});
        QVERIFY(go->text().contains(QLatin1String("Look")));
        auto* plot = shown.find<figures::FigurePlot>("attentionPlot");
        QVERIFY(plot->isVisible());
        QCOMPARE(plot->figure().panels.size(), std::size_t(2));
        QVERIFY(shown.find<QLabel>("attentionState")->text().contains(QLatin1String("l6 RoPE 01 could not be looked into: there is no checkpoint")));
        QVERIFY(shown.find<QLabel>("attentionNotes")->text().contains(QLatin1String("found 48")));
        auto* heads = shown.find<QComboBox>("headMode");
        QVERIFY(!shown.find<QSpinBox>("headLayer")->isEnabled());
        heads->setFocus();
        QTest::keyClick(heads, Qt::Key_Down);
        QVERIFY(shown.find<QSpinBox>("headLayer")->isEnabled());
        QCOMPARE(plot->figure().panels[0].y.ticks.at(0).text, QStringLiteral("L0 H0"));
        shown.action("saveAttention")->trigger();
        QCOMPARE(figure.size(), 1);
        QCOMPARE(figure[0][0].value<figures::Figure>().kind, QStringLiteral("attention_side_by_side"));
        // Runs that stay keep what was captured.
        auto two = test::threeRuns();
        two.resize(2);
        shown.show(two, test::threeTitles().mid(0, 2));
        QCOMPARE(plot->figure().panels.size(), std::size_t(2));
        shown.view.setCapture(QStringLiteral("/elsewhere"), {ComparedCapture::State::Done, test::attentionOf(64, {1, 0}), {}});
        QCOMPARE(plot->figure().panels.size(), std::size_t(2));
    }

    void hoveringACurveHighlightsItInTheOtherPlots()
    {
        Shown shown({2400, 1000});
        shown.show();
        auto* accuracy = shown.find<figures::FigurePlot>("accuracyPlot");
        const auto id = accuracy->figure().panels.at(0).series.at(1).id;
        Q_EMIT accuracy->hovered(id);
        QCOMPARE(shown.find<figures::FigurePlot>("lossPlot")->highlighted(), id);
        Q_EMIT accuracy->hovered(QString());
        QVERIFY(shown.find<figures::FigurePlot>("lossPlot")->highlighted().isEmpty());
    }
};

BAMSCOPE_TEST(CompareViewTest)
#include "test_compare_view.moc"
