// SPDX-License-Identifier: GPL-3.0-or-later
// Moving through the loss view with mouse and keys.
#include "tests/support/test_main.h"
#include "tests/widgets/loss_view_support.h"

#include <QToolButton>
#include <QMenu>
#include <QAbstractItemModelTester>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QSignalSpy>
#include <QSlider>

using namespace bam;
using test::curveRun;
using test::logPiece;
using test::ShownLossView;

namespace {

const QString kA = QStringLiteral("a"), kB = QStringLiteral("b"), kC = QStringLiteral("c");

double falling(int step) { return 2 + 8.0 / (1 + step * 0.02); }

bool isClose(const QCPRange& a, const QCPRange& b) { return std::abs(a.lower - b.lower) < 0.02 * b.size() && std::abs(a.upper - b.upper) < 0.02 * b.size(); }

struct OneRun : ShownLossView {
    explicit OneRun(const QByteArray& settings = "{\"smoothing\":0}")
        : ShownLossView(settings)
    {
        view.setRuns({curveRun(kA)});
        view.append(logPiece(kA, 0, 1000, falling));
        settle();
    }
};

}  // namespace

class LossViewInputTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theWheelZoomsAboutTheMouse()
    {
        OneRun shown;
        const auto before = shown.x();
        const auto at = shown.pixel(300, 5);
        const double under = shown.plot.valueAt(0, at).x();
        shown.wheel(at, 3);
        QVERIFY(std::abs(shown.x().size() * std::pow(1.2, 3) / before.size() - 1) < 1e-6);
        QVERIFY(std::abs(shown.plot.valueAt(0, at).x() - under) < 1e-6 * before.size());
        QVERIFY(shown.y().size() < 8);
    }

    void oneCannotZoomAwayFromTheData()
    {
        ShownLossView shown;
        shown.view.setRuns({curveRun(kA)});
        shown.view.append(logPiece(kA, 0, 1000, falling));
        shown.settle();
        for (int i = 0; i < 60; ++i)
            shown.action("zoomOut")->trigger(), shown.plot.refreshNow();
        QVERIFY(shown.x().size() > 2000 && shown.x().size() < 25000);
        for (int i = 0; i < 200; ++i)
            shown.action("panRight")->trigger(), shown.plot.refreshNow();
        QVERIFY(shown.x().lower <= 999);
        shown.hover({shown.plot.rectOf(views::kLossPane)->rect().left() + 1, shown.middle().y()});
        shown.action("fit")->trigger();
        shown.settle();
        for (int i = 0; i < 100; ++i)
            shown.action("zoomIn")->trigger(), shown.plot.refreshNow();
        QVERIFY(shown.x().size() > 5e-4);
    }

    void theWheelOverAnAxisZoomsOnlyThat()
    {
        OneRun shown;
        const auto x = shown.x(), y = shown.y();
        const auto rect = shown.plot.rectOf(0)->rect();
        shown.wheel({rect.center().x(), rect.bottom() + 15}, 2);
        QVERIFY(shown.x().size() < 0.8 * x.size());
        shown.action("fit")->trigger();
        shown.settle();
        QVERIFY(isClose(shown.x(), x));
        shown.wheel({rect.left() - 10, rect.center().y()}, 2);
        QVERIFY(isClose(shown.x(), x));
        QVERIFY(shown.y().size() < 0.8 * y.size());
    }

    void aRectangleDrawnWithShiftBecomesTheView()
    {
        OneRun shown;
        shown.drag(shown.pixel(200, 6), shown.pixel(600, 3), Qt::ShiftModifier);
        QVERIFY(isClose(shown.x(), {200, 600}));
        QVERIFY(isClose(shown.y(), {3, 6}));
    }

    void theRectangleToolServesOnce()
    {
        OneRun shown;
        QTest::keyClick(&shown.plot, Qt::Key_R);
        QVERIFY(shown.action("rectangle")->isChecked());
        shown.drag(shown.pixel(100, 6), shown.pixel(500, 4));
        QVERIFY(isClose(shown.x(), {100, 500}));
        QVERIFY(!shown.action("rectangle")->isChecked());
    }

    void draggingPansAndBackAndForwardStepThroughViews()
    {
        OneRun shown;
        const auto fitted = shown.x();
        shown.drag(shown.pixel(500, 5), shown.pixel(300, 5));
        const auto moved = shown.x();
        QVERIFY(std::abs(moved.lower - fitted.lower - 200) < 5);
        QVERIFY(shown.action("back")->isEnabled());
        QTest::keyClick(&shown.plot, Qt::Key_Left, Qt::AltModifier);
        shown.settle();
        QVERIFY(isClose(shown.x(), fitted));
        QTest::keyClick(&shown.plot, Qt::Key_Right, Qt::AltModifier);
        shown.settle();
        QVERIFY(isClose(shown.x(), moved));
        QVERIFY(!shown.action("forward")->isEnabled());
    }

    void partsOfAPixelMoveThePictureWhenTheyMakeUpAWholeOne()
    {
        OneRun shown;
        const auto fitted = shown.x();
        const double unit = fitted.size() / shown.plot.rectOf(0)->width();
        const QPointF from = shown.middle();
        QTest::mousePress(&shown.plot, Qt::LeftButton, Qt::NoModifier, from.toPoint());
        for (const double by : {20.0, 20.4, 20.8, 21.2, 30.3}) {
            QMouseEvent event(QEvent::MouseMove, from + QPointF(by, 0), shown.plot.mapToGlobal(from), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(&shown.plot, &event);
            shown.settle();
            const double moved = (fitted.lower - shown.x().lower) / unit;
            QVERIFY2(std::abs(moved - std::round(moved)) < 1e-6 && std::abs(moved - by) <= 0.5 + 1e-6, qPrintable(QString::number(moved)));
        }
        QTest::mouseRelease(&shown.plot, Qt::LeftButton, Qt::NoModifier, from.toPoint());
    }

    void draggingAnAxisMovesOnlyThat()
    {
        OneRun shown;
        const auto x = shown.x(), y = shown.y();
        const auto rect = shown.plot.rectOf(0)->rect();
        shown.drag({rect.center().x(), rect.bottom() + 15}, {rect.center().x() - 100, rect.bottom() + 115});
        QVERIFY(shown.x().lower > x.lower + 50);
        QVERIFY(std::abs(shown.x().size() - x.size()) < 1e-6 * x.size());
        shown.action("fit")->trigger();
        shown.settle();
        shown.drag({rect.left() - 10, rect.center().y()}, {rect.left() - 10, rect.center().y() + 60});
        QVERIFY(isClose(shown.x(), x));
        QVERIFY(shown.y().lower > y.lower + 0.1);
    }

    void aDoubleClickAndHomeShowEverything()
    {
        OneRun shown;
        const auto fitted = shown.x();
        shown.wheel(shown.middle(), 5);
        QTest::mouseDClick(&shown.plot, Qt::LeftButton, Qt::NoModifier, shown.middle());
        shown.settle();
        QVERIFY(isClose(shown.x(), fitted));
        shown.wheel(shown.middle(), 5);
        shown.plot.setFocus();
        QTest::keyClick(&shown.plot, Qt::Key_Home);
        shown.settle();
        QVERIFY(isClose(shown.x(), fitted));
    }

    void keysZoomAndMove()
    {
        OneRun shown;
        shown.plot.setFocus();
        const auto fitted = shown.x();
        QTest::keyClick(&shown.plot, Qt::Key_Plus);
        shown.settle();
        QVERIFY(std::abs(shown.x().size() * 1.5 / fitted.size() - 1) < 1e-6);
        const auto zoomed = shown.x();
        QTest::keyClick(&shown.plot, Qt::Key_Left);
        shown.settle();
        QVERIFY(std::abs(zoomed.lower - shown.x().lower - 0.1 * zoomed.size()) < 1e-6 * zoomed.size());
    }

    void theNewestRowsAreFollowedUntilSomeonePans()
    {
        OneRun shown;
        const auto rect = shown.plot.rectOf(0)->rect();
        shown.wheel({rect.right() - 2, rect.bottom() + 15}, 6);     // the newest rows stay visible
        QVERIFY(shown.action("follow")->isChecked());
        const double size = shown.x().size();
        shown.view.append(logPiece(kA, 1000, 500, falling));
        shown.settle();
        QVERIFY(shown.x().contains(1499));
        QVERIFY(std::abs(shown.x().size() - size) < 1e-6 * size);
        shown.drag(shown.middle(), shown.middle() + QPoint(100, 0));
        QVERIFY(!shown.action("follow")->isChecked());
        const auto stays = shown.x();
        shown.view.append(logPiece(kA, 1500, 500, falling));
        shown.settle();
        QVERIFY(isClose(shown.x(), stays));
        QTest::keyClick(&shown.plot, Qt::Key_F);
        shown.settle();
        QVERIFY(shown.x().contains(1999));
    }

    void aFittedViewGrowsWithTheLog()
    {
        OneRun shown;
        shown.view.append(logPiece(kA, 1000, 1000, falling));
        shown.settle();
        QVERIFY(shown.x().contains(1999) && shown.x().contains(0));
    }

    void panesShareTheHorizontalAxisAndFitThemselves()
    {
        OneRun shown("{\"smoothing\":0,\"panes\":[true,true,true,true]}");
        shown.wheel(shown.middle(views::kNormPane), 4);
        for (int pane = 0; pane < views::kPanes; ++pane)
            QCOMPARE(shown.plot.rectOf(pane)->axis(QCPAxis::atBottom)->range(), shown.x());
        QVERIFY(shown.y(views::kNormPane).contains(0.5) && shown.y(views::kNormPane).upper < 0.62);
        shown.hover(shown.middle(views::kNormPane));
        QVERIFY(std::abs(*shown.readout.rows().at(0).value - 0.5) < 0.1);
        const int before = shown.plot.rectOf(views::kLossPane)->height();
        QTest::keyClick(&shown.plot, Qt::Key_1);
        shown.settle();
        QVERIFY(!shown.plot.isShown(views::kNormPane));
        QVERIFY(shown.plot.rectOf(views::kLossPane)->height() > before);
        QCOMPARE(shown.plot.rectOf(views::kLossPane)->left(), shown.plot.rectOf(views::kSpeedPane)->left());
    }

    void fittingMayIgnoreTheSteepBeginning()
    {
        OneRun shown;
        QVERIFY(shown.y().upper > 9.5);
        QTest::keyClick(&shown.plot, Qt::Key_O);
        shown.settle();
        QVERIFY(shown.y().upper < 9.5);
        QVERIFY(shown.y().lower < 2.6);
    }

    void theLegendHidesShowsAndSinglesOut()
    {
        ShownLossView shown;
        const QAbstractItemModelTester tester(shown.legend.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        shown.view.setRuns({curveRun(kA), curveRun(kB), curveRun(kC)});
        for (const auto& path : {kA, kB, kC})
            shown.view.append(logPiece(path, 0, 300, falling));
        shown.settle();
        auto* viewport = shown.legend.viewport();
        const auto hidden = [&](int row) { return shown.legend.model()->index(row, 0).data(views::CurveLegendModel::HiddenRole).toBool(); };
        QTest::mouseClick(viewport, Qt::LeftButton, Qt::NoModifier, shown.legendRow(1));
        QVERIFY(!hidden(0) && hidden(1) && !hidden(2));
        shown.settle();
        QCOMPARE(shown.plot.layerOf(0)->curves().size(), std::size_t(4));    // train and validation of two
        const auto doubleClick = [&](int row) {
            QTest::mouseClick(viewport, Qt::LeftButton, Qt::NoModifier, shown.legendRow(row));
            QTest::mouseDClick(viewport, Qt::LeftButton, Qt::NoModifier, shown.legendRow(row));
        };
        doubleClick(2);
        QVERIFY(hidden(0) && hidden(1) && !hidden(2));
        doubleClick(2);
        QVERIFY(!hidden(0) && !hidden(1) && !hidden(2));
        shown.legend.setFocus();
        shown.legend.setCurrentIndex(shown.legend.model()->index(0, 0));
        QTest::keyClick(&shown.legend, Qt::Key_Space);
        QVERIFY(hidden(0));
    }

    void hoveringTheLegendDimsTheOthers()
    {
        ShownLossView shown;
        shown.view.setRuns({curveRun(kA), curveRun(kB)});
        for (const auto& path : {kA, kB})
            shown.view.append(logPiece(path, 0, 300, falling));
        shown.settle();
        QVERIFY(shown.legend.viewport()->hasMouseTracking());
        const auto at = shown.legendRow(0);
        QMouseEvent move(QEvent::MouseMove, at, shown.legend.viewport()->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(shown.legend.viewport(), &move);
        shown.settle();
        const auto& curves = shown.plot.layerOf(0)->curves();
        QVERIFY(curves.front().color.alphaF() < 0.3F);
        QCOMPARE(curves.back().color.alphaF(), 1.0F);
    }

    void hoveringAHiddenCurveLeavesTheOthersAsTheyAre()
    {
        ShownLossView shown;
        shown.view.setRuns({curveRun(kA), curveRun(kB)});
        for (const auto& path : {kA, kB})
            shown.view.append(logPiece(path, 0, 300, falling));
        shown.settle();
        const auto at = shown.legendRow(0);
        QMouseEvent move(QEvent::MouseMove, at, shown.legend.viewport()->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(shown.legend.viewport(), &move);
        QTest::mouseClick(shown.legend.viewport(), Qt::LeftButton, Qt::NoModifier, at);
        shown.settle();
        const auto& curves = shown.plot.layerOf(0)->curves();
        QCOMPARE(curves.size(), std::size_t(2));
        QCOMPARE(curves.front().color.alphaF(), 1.0F);
    }

    void sixtyRunsFitIntoAListThatScrolls()
    {
        ShownLossView shown;
        QVector<views::CurveRun> runs;
        for (int i = 0; i < 60; ++i)
            runs.append(curveRun(QString::number(i)));
        shown.view.setRuns(runs);
        for (int i = 0; i < 60; ++i)
            shown.view.append(logPiece(QString::number(i), 0, 300, [i](int step) { return falling(step) + i * 0.1; }));
        shown.settle();
        QVERIFY(shown.legend.verticalScrollBar()->maximum() > 0);
        shown.hover(shown.middle());
        QCOMPARE(shown.readout.rows().size(), std::size_t(60));
        QVERIFY(shown.plot.rect().contains(shown.readout.geometry()));
    }

    void theListOfCurvesTakesLittleRoomAndGoesBelowANarrowPlot()
    {
        ShownLossView shown;
        auto long1 = curveRun(kA), long2 = curveRun(kB);
        long1.title = long2.title = QString(200, QLatin1Char('m'));
        shown.view.setRuns({long1, long2});
        shown.view.append(logPiece(kA, 0, 300, falling));
        shown.view.append(logPiece(kB, 0, 300, falling));
        shown.settle();
        QVERIFY(shown.legend.x() >= shown.plot.geometry().right());
        QVERIFY(shown.legend.width() <= 300);
        QVERIFY(shown.legend.model()->index(0, 0).data(Qt::ToolTipRole).toString().contains(long1.title));

        const int line = shown.view.fontMetrics().height();
        shown.view.resize(30 * line, 640);
        shown.settle();
        QVERIFY(shown.legend.y() >= shown.plot.geometry().bottom());
        QVERIFY(shown.legend.isVisible() && shown.legend.height() < 5 * line);
        QVERIFY(shown.plot.width() >= 30 * line - 2);
        const auto place = shown.legend.geometry();
        shown.view.append(logPiece(kA, 300, 3000, falling));
        shown.settle();
        QCOMPARE(shown.legend.geometry(), place);

        shown.view.resize(35 * line, 640);      // a little wider: no flicker at the border
        shown.settle();
        QVERIFY(shown.legend.y() >= shown.plot.geometry().bottom());
        shown.view.resize(1000, 640);
        shown.settle();
        QVERIFY(shown.legend.x() >= shown.plot.geometry().right());
        QVERIFY(shown.legend.width() <= 300);
        QVERIFY(shown.legend.height() > 400);
    }

    void sliderNumberAndKeySetTheSmoothing()
    {
        OneRun shown;
        auto* slider = shown.view.findChild<QSlider*>(QStringLiteral("smoothingSlider"));
        auto* number = shown.view.findChild<QDoubleSpinBox*>(QStringLiteral("smoothing"));
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_PageUp);
        QVERIFY(number->value() > 0.5 && number->value() < 0.9);
        number->setFocus();
        number->selectAll();
        QTest::keyClicks(number, QLocale().toString(0.99));
        QTest::keyClick(number, Qt::Key_Return);
        QCOMPARE(slider->value(), 500);
        shown.settle();
        QCOMPARE(shown.plot.layerOf(0)->curves().size(), std::size_t(3));    // raw, smoothed, validation
        QTest::keyClick(&shown.plot, Qt::Key_S);
        QCOMPARE(number->value(), 0.0);
        QTest::keyClick(&shown.plot, Qt::Key_S);
        QCOMPARE(number->value(), 0.99);
    }

    void automaticSmoothingFollowsTheLengthUntilOneIsSetByHand()
    {
        ShownLossView shown("{}");
        auto* number = shown.view.findChild<QDoubleSpinBox*>(QStringLiteral("smoothing"));
        auto* slider = shown.view.findChild<QSlider*>(QStringLiteral("smoothingSlider"));
        shown.view.setRuns({curveRun(kA)});
        shown.view.append(logPiece(kA, 0, 1001, falling));
        shown.settle();
        QCOMPARE(number->value(), 0.9333);      // fifteen steps
        QVERIFY(shown.action("autoSmoothing")->isChecked());
        shown.view.append(logPiece(kA, 1001, 9000, falling));
        shown.settle();
        QCOMPARE(number->value(), 0.9933);
        const auto automatic = shown.view.saveSettings();

        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_PageUp);
        const double byHand = number->value();
        QVERIFY(byHand > 0.9933 && !shown.action("autoSmoothing")->isChecked());
        shown.view.append(logPiece(kA, 10'001, 30'000, falling));
        shown.settle();
        QCOMPARE(number->value(), byHand);
        const auto fixed = shown.view.saveSettings();

        QTest::keyClick(&shown.plot, Qt::Key_S, Qt::ShiftModifier);
        QCOMPARE(number->value(), 0.998);
        QTest::keyClick(&shown.plot, Qt::Key_S);
        QCOMPARE(number->value(), 0.0);
        QTest::keyClick(&shown.plot, Qt::Key_S);
        QVERIFY(shown.action("autoSmoothing")->isChecked());
        QCOMPARE(number->value(), 0.998);

        shown.view.restoreSettings(fixed);
        QCOMPARE(number->value(), byHand);
        shown.view.restoreSettings(automatic);
        QCOMPARE(number->value(), 0.998);
        shown.view.setRuns({});
        shown.view.setRuns({curveRun(kA)});
        shown.view.append(logPiece(kA, 0, 100, falling));
        shown.settle();
        QCOMPARE(number->value(), 0.8);
    }

    void aClickOnACurveTellsItsRun()
    {
        OneRun shown;
        QSignalSpy clicks(&shown.view, &views::LossView::runClicked);
        QTest::mouseMove(&shown.plot, shown.pixel(500, falling(500)));
        shown.hover(shown.pixel(500, falling(500)));
        QTest::mouseClick(&shown.plot, Qt::LeftButton, Qt::NoModifier, shown.pixel(500, falling(500)));
        QCOMPARE(clicks.size(), 1);
        QCOMPARE(clicks.first().first().toString(), kA);
        QTest::mouseClick(&shown.plot, Qt::LeftButton, Qt::NoModifier, shown.pixel(500, falling(500)) - QPoint(0, 60));
        QCOMPARE(clicks.size(), 1);
    }

    void whatTheBarHasNoRoomForIsInItsMenu()
    {
        ShownLossView shown("{\"smoothing\":0}", {420, 500});
        auto* more = shown.view.findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"));
        QVERIFY(more && more->isVisible() && more->menu());
        QStringList texts;
        for (const auto* action : more->menu()->actions())
            texts.append(action->text());
        QVERIFY2(texts.contains(QStringLiteral("Show")) && texts.contains(QStringLiteral("Groups")), qPrintable(texts.join(QLatin1Char('|'))));
    }

    void everyCommandCanBeReachedByKey()
    {
        ShownLossView shown;
        QSet<QKeySequence> keys;
        for (const auto* action : shown.view.viewActions()) {
            if (action->isSeparator())
                continue;
            QVERIFY2(!action->shortcut().isEmpty(), qPrintable(action->objectName()));
            QVERIFY2(!keys.contains(action->shortcut()), qPrintable(action->objectName()));
            keys.insert(action->shortcut());
        }
        QVERIFY(keys.size() >= 25);
    }
};

BAMSCOPE_TEST(LossViewInputTest)
#include "test_loss_view_input.moc"
