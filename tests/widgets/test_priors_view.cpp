// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/widgets/priors_support.h"
#include "widgets/common/colors.h"
#include "widgets/figures/figure_plot.h"
#include "widgets/views/priors/value_slider.h"
#include "widgets/views/setup/number_box.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QToolButton>

namespace bam::views {
namespace {

using test::ShownPriors;

void type(QWidget* box, const char* text)
{
    box->setFocus();
    auto* line = box->findChild<QLineEdit*>();
    line->selectAll();
    QTest::keyClicks(line, QString::fromUtf8(text));
}

void wheel(QWidget* widget, int notches)
{
    const QPointF at = widget->rect().center();
    QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
}

QString textOf(const ShownPriors& shown, const char* name) { return shown.find<QLabel>(name)->text(); }

QVector<PriorRun> twoRuns() { return {test::priorRun(QStringLiteral("/runs/a")), test::priorRun(QStringLiteral("/runs/b"), QStringLiteral("bam"))}; }

}  // namespace

class PriorsViewTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void slidersAndNumbersMoveEachOtherAndTheEquation()
    {
        ShownPriors shown;
        auto* slider = shown.find<ValueSlider>("thetaBetaSlider");
        auto* spin = shown.find<QDoubleSpinBox>("thetaBeta");
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Right);
        QVERIFY(std::abs(shown.prior().thetaBeta - 0.51) < 1e-9);
        QCOMPARE(spin->value(), 0.51);
        wheel(slider, -3);
        QVERIFY(std::abs(shown.prior().thetaBeta - 0.48) < 1e-9);
        QTest::keyClick(slider, Qt::Key_PageUp);
        QVERIFY(std::abs(shown.prior().thetaBeta - 0.58) < 1e-9);
        QVERIFY2(textOf(shown, "priorEquation").contains(QStringLiteral("<sup>0.58</sup>")), qPrintable(textOf(shown, "priorEquation")));
        type(spin, "1.25");
        QCOMPARE(shown.prior().thetaBeta, 1.25);
        QCOMPARE(slider->number(), 1.25);
        type(shown.find("thetaAlpha"), "-2.5");
        QCOMPARE(shown.prior().thetaAlpha, -2.5);
        shown.settle();
        QCOMPARE(shown.explorer.content().curves[0].distribution.prior, shown.prior());
        QTest::mouseClick(shown.find("thetaAlphaReset"), Qt::LeftButton);
        QCOMPARE(shown.prior().thetaAlpha, 0.0);
        QCOMPARE(shown.find<ValueSlider>("thetaAlphaSlider")->number(), 0.0);
    }

    void aWheelOverASliderWithoutTheFocusLeavesItAlone()
    {
        ShownPriors shown;
        shown.find("keysBox")->setFocus();
        wheel(shown.find("thetaBetaSlider"), 2);
        wheel(shown.find("thetaBeta"), 2);
        QCOMPARE(shown.prior().thetaBeta, 0.5);
    }

    void draggingASliderIsOneStepBack()
    {
        ShownPriors shown;
        auto* slider = shown.find<ValueSlider>("thetaAlphaSlider");
        QStyleOptionSlider option;
        option.initFrom(slider);
        option.orientation = Qt::Horizontal;
        option.maximum = slider->maximum();
        option.sliderPosition = option.sliderValue = slider->value();
        const auto handle = slider->style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, slider).center();
        QTest::mousePress(slider, Qt::LeftButton, Qt::NoModifier, handle);
        for (int dx = 2; dx <= 12; dx += 2) {
            QMouseEvent move(QEvent::MouseMove, handle + QPoint(dx, 0), slider->mapToGlobal(handle + QPoint(dx, 0)), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(slider, &move);
        }
        QTest::mouseRelease(slider, Qt::LeftButton, Qt::NoModifier, handle + QPoint(12, 0));
        QVERIFY(shown.prior().thetaAlpha > 0.2);
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Left);
        QTest::keyClick(slider, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(shown.prior().thetaAlpha > 0.2);
        QTest::keyClick(slider, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(shown.prior().thetaAlpha, 0.0);
        QVERIFY(!shown.explorer.undoAction()->isEnabled());
        QVERIFY(shown.explorer.redoAction()->isEnabled());
        shown.trigger("redoPrior");
        QVERIFY(shown.prior().thetaAlpha > 0.2);
    }

    void scaleShapeAndOffsetAreKeptInStepWithThetas()
    {
        ShownPriors shown;
        type(shown.find("alphaBox"), "20");
        QVERIFY(std::abs(shown.prior().thetaAlpha + 0.5 * std::log(20)) < 1e-9);
        QVERIFY(std::abs(shown.find<QDoubleSpinBox>("thetaAlpha")->value() + 0.5 * std::log(20)) < 1e-4);
        type(shown.find("betaBox"), "1");
        QCOMPARE(shown.find<NumberBox>("alphaBox")->number(), std::optional(20.0));
        QVERIFY(std::abs(shown.prior().thetaAlpha + std::log(20)) < 1e-9);
        type(shown.find("muBox"), "-30");
        QVERIFY(std::abs(shown.find<QDoubleSpinBox>("thetaMu")->value() - std::asinh(-15.0)) < 1e-4);
        QVERIFY(textOf(shown, "priorEquation").contains(QStringLiteral("− 30")));
        type(shown.find("thetaBeta"), "0");
        QVERIFY(!shown.find("alphaBox")->isEnabled() && shown.find<NumberBox>("alphaBox")->isEmpty());
        QVERIFY(textOf(shown, "priorScaleEquation").contains(QStringLiteral("no scale")));
        QVERIFY(textOf(shown, "priorCase").contains(QStringLiteral("Uniform")));
    }

    void aNumberThatIsNoneIsSaidBesideTheFields()
    {
        ShownPriors shown;
        auto* problem = shown.find<QLabel>("priorInputProblem");
        type(shown.find("keysBox"), "2000000");
        QVERIFY2(problem->isVisible() && problem->text().contains(QStringLiteral("1,000,000")), qPrintable(problem->text()));
        QCOMPARE(shown.explorer.state().keys, std::int64_t(200'000));      // until the last digit
        type(shown.find("keysBox"), "abc");
        QVERIFY(problem->isVisible());
        type(shown.find("keysBox"), "8,192");
        QVERIFY(!problem->isVisible());
        QCOMPARE(shown.explorer.state().keys, std::int64_t(8192));
    }

    void aMillionKeysAreSketchedAtOnceAndSummedSoon()
    {
        ShownPriors shown;
        type(shown.find("keysBox"), "1000000");
        QVERIFY(!shown.explorer.isExact());
        const auto sketched = textOf(shown, "priorWords");
        QVERIFY(sketched.contains(QStringLiteral("1,000,000")));
        QTRY_VERIFY_WITH_TIMEOUT(shown.explorer.isExact(), 30000);
        const auto exact = priors::distributionOf(shown.prior(), 1'000'000).reach;
        shown.settle();
        QCOMPARE(shown.explorer.content().curves[0].distribution.reach.within90, exact.within90);
        // Changed while sums are on their way: the old ones are not shown.
        type(shown.find("thetaBeta"), "1");
        type(shown.find("thetaBeta"), "0.9");
        QTRY_VERIFY_WITH_TIMEOUT(shown.explorer.isExact(), 30000);
        shown.settle();
        QCOMPARE(shown.explorer.content().curves[0].distribution.prior.thetaBeta, 0.9);
    }

    void formsAndScalableSoftmaxAreChosen()
    {
        ShownPriors shown;
        auto* form = shown.find<QComboBox>("priorForm");
        form->setFocus();
        QTest::keyClick(form, Qt::Key_Down);
        QCOMPARE(shown.prior().form, priors::Form::Linear);
        QVERIFY(!shown.find("thetaBeta")->isEnabled() && shown.find("thetaAlpha")->isEnabled());
        QTest::keyClick(form, Qt::Key_Down);
        QCOMPARE(shown.prior().form, priors::Form::Uniform);
        QVERIFY(!shown.find("thetaAlpha")->isEnabled());
        QVERIFY(textOf(shown, "priorWords").contains(QStringLiteral("token(s) of 4,096")));
        QVERIFY(!shown.find("seqScale")->isEnabled());
        shown.trigger("undoPrior");
        shown.trigger("undoPrior");
        QCOMPARE(shown.prior().form, priors::Form::GeneralizedGaussian);
        QTest::mouseClick(shown.find("priorSsmax"), Qt::LeftButton, Qt::NoModifier, {8, shown.find("priorSsmax")->height() / 2});
        QVERIFY(shown.prior().ssmax && shown.find("seqScale")->isEnabled());
        QVERIFY(textOf(shown, "priorNormalisation").contains(QStringLiteral("ln 4,096")));
    }

    void sandwichIsExploredByItsFormulaAndT5AndFireByTheirRuns()
    {
        ShownPriors shown;
        auto* form = shown.find<QComboBox>("priorForm");
        const auto before = shown.prior();
        form->setFocus();
        for (int n = 0; n < 5; ++n)
            QTest::keyClick(form, Qt::Key_Down);
        QCOMPARE(shown.prior().form, priors::Form::Cosines);
        QVERIFY(shown.find("ratio")->isVisible() && shown.find("widthBox")->isVisible() && !shown.find("thetaAlpha")->isVisible());
        QTest::keyClick(form, Qt::Key_Down);
        QCOMPARE(shown.prior().form, priors::Form::Cosines);        // what only a run can give is named, and cannot be chosen
        const int learned = form->count() - 1;
        QVERIFY(form->itemText(learned).contains(QStringLiteral("T5, FIRE")));
        QVERIFY(!form->model()->flags(form->model()->index(learned, 0)).testFlag(Qt::ItemIsEnabled));
        QVERIFY(form->toolTip().contains(QStringLiteral("Select a run of theirs")));
        type(shown.find("ratio"), "2");
        type(shown.find("widthBox"), "64");
        QCOMPARE(shown.prior().ratio, 2.0);
        QCOMPARE(shown.prior().width, std::int64_t(64));
        type(shown.find("widthBox"), "63");
        QCOMPARE(shown.prior().width, std::int64_t(6));     // as it was typed, up to what can be
        QVERIFY(textOf(shown, "priorInputProblem").contains(QStringLiteral("even number")));
        type(shown.find("widthBox"), "64");
        shown.trigger("keepPrior");
        QCOMPARE(shown.explorer.state().compared->title, QStringLiteral("Kept: c 2.00, w 64"));
        shown.find<QAction>("sandwich7")->trigger();
        QCOMPARE(shown.prior().ratio, 8.0);
        QVERIFY(textOf(shown, "priorCase").contains(QStringLiteral("Slowing fall")));
        shown.settle();
        QCOMPARE(shown.explorer.content().curves.size(), std::size_t(2));
        QVERIFY(!shown.explorer.content().curves[0].distribution.bias.empty());
        PriorsView other;
        other.restoreSettings(shown.view.saveSettings());
        QVERIFY(other.findChild<ExplorerPane*>()->state().prior == shown.prior());
        while (shown.find<QAction>("undoPrior")->isEnabled())
            shown.trigger("undoPrior");
        QVERIFY(shown.prior() == before);
    }

    void presetsAreInTheMenuAndCanBeUndone()
    {
        ShownPriors shown;
        auto* menu = shown.find<QMenu>("presetMenu");
        menu->findChild<QAction*>(QStringLiteral("gaussian"))->trigger();
        QCOMPARE(shown.prior().thetaBeta, 2.0);
        shown.find<QAction>("alibi3")->trigger();
        QVERIFY(shown.prior().form == priors::Form::Linear && std::abs(std::exp(shown.prior().thetaAlpha) - 1.0 / 16) < 1e-9);
        QVERIFY(textOf(shown, "priorCase").contains(QStringLiteral("Laplace")));
        shown.trigger("undoPrior");
        QCOMPARE(shown.prior().thetaBeta, 2.0);
    }

    void whatIsKeptIsDrawnBesideWhatFollows()
    {
        ShownPriors shown;
        shown.trigger("keepPrior");
        type(shown.find("thetaBeta"), "1.5");
        shown.settle();
        QCOMPARE(shown.explorer.content().curves.size(), std::size_t(2));
        QCOMPARE(shown.explorer.content().curves[1].distribution.prior.thetaBeta, 0.5);
        QCOMPARE(shown.explorer.plot(1).figure().panels[0].series.size(), std::size_t(2));
        shown.trigger("dropCompared");
        shown.settle();
        QCOMPARE(shown.explorer.content().curves.size(), std::size_t(1));
    }

    void hoveringAHeadHighlightsItEverywhere()
    {
        ShownPriors shown;
        shown.view.setRuns(twoRuns());
        auto* second = shown.find<QComboBox>("secondRun");
        second->setFocus();
        QTest::keyClick(second, Qt::Key_Down);
        shown.settle();
        QCOMPARE(shown.heads.shown().size(), std::size_t(2));
        auto& a = shown.heads.panel(0);
        auto& b = shown.heads.panel(1);
        ShownPriors::hover(a.grid().viewport(), a.grid().cellRect({1, 2}).center());
        const MaybeHead expected = inspect::HeadId{1, 2};
        for (auto* panel : {&a, &b})
            QVERIFY(panel->grid().highlight() == expected && panel->plane().highlight() == expected && panel->series().highlight() == expected);
        shown.settle();
        QCOMPARE(shown.explorer.content().curves.size(), std::size_t(3));      // the explorer's own and the head of either run
        QVERIFY(shown.explorer.content().curves[1].title.contains(QStringLiteral("Layer 1 · head 2")));
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(a.grid().viewport(), &leave);
        QVERIFY(!b.grid().highlight());
        shown.settle();
        QCOMPARE(shown.explorer.content().curves.size(), std::size_t(1));
        // From the plane.
        const auto& dot = b.plane().dots()[5];
        ShownPriors::hover(&b.plane(), b.plane().pixelOf(dot.at).toPoint());
        QVERIFY(a.grid().highlight() == MaybeHead(dot.id));
    }

    void aClickLoadsAHeadAndCtrlClickCompares()
    {
        ShownPriors shown;
        shown.view.setRuns({test::priorRun(QStringLiteral("/runs/a"))});
        shown.settle();
        auto& grid = shown.heads.panel(0).grid();
        QTest::mouseClick(grid.viewport(), Qt::LeftButton, Qt::NoModifier, grid.cellRect({0, 0}).center());
        QVERIFY(std::abs(shown.prior().thetaBeta + 1) < 1e-6);
        QVERIFY(shown.prior().ssmax && std::abs(shown.prior().seqScale - 0.53) < 1e-6);
        QCOMPARE(shown.explorer.state().trainedLength, std::int64_t(160));
        QVERIFY2(textOf(shown, "priorOrigin").contains(QStringLiteral("Layer 0 · head 0")) && textOf(shown, "priorOrigin").contains(QStringLiteral("step 1,000")), qPrintable(textOf(shown, "priorOrigin")));
        QTest::mouseClick(grid.viewport(), Qt::LeftButton, Qt::ControlModifier, grid.cellRect({2, 3}).center());
        QVERIFY(std::abs(shown.prior().thetaBeta + 1) < 1e-6);
        QVERIFY(shown.explorer.state().compared && std::abs(shown.explorer.state().compared->prior.thetaBeta - 1) < 1e-6);
        shown.trigger("undoPrior");
        shown.trigger("undoPrior");
        QVERIFY(!shown.explorer.state().origin);
    }

    void aLoadedHeadCanBeTriedInTheModel()
    {
        ShownPriors shown;
        shown.view.setRuns({test::priorRun(QStringLiteral("/runs/a"))});
        shown.settle();
        auto* button = shown.find<QAction>("tryInModel");
        QVERIFY(!button->isEnabled());
        auto& grid = shown.heads.panel(0).grid();
        QTest::mouseClick(grid.viewport(), Qt::LeftButton, Qt::NoModifier, grid.cellRect({1, 3}).center());
        type(shown.find("thetaBeta"), "-0.9");
        QVERIFY(button->isEnabled());
        QSignalSpy spy(&shown.view, &PriorsView::tryInModel);
        button->trigger();
        QCOMPARE(spy.count(), 1);
        QCOMPARE(spy[0][0].toString(), QStringLiteral("/runs/a"));
        QCOMPARE(spy[0][1].toLongLong(), 1);
        QCOMPARE(spy[0][2].toLongLong(), 3);
        const auto values = spy[0][3].value<inspect::PriorValues>();
        QCOMPARE(values.thetaBeta, -0.9);
        QVERIFY(std::abs(values.seqScale - 0.53) < 1e-6);
    }

    void theKeyboardWalksThroughHeads()
    {
        ShownPriors shown;
        shown.view.setRuns({test::priorRun(QStringLiteral("/runs/a"))});
        shown.settle();
        auto& grid = shown.heads.panel(0).grid();
        grid.setFocus(Qt::TabFocusReason);
        QVERIFY(grid.current() == MaybeHead(inspect::HeadId{0, 0}));
        QTest::keyClick(&grid, Qt::Key_Right);
        QTest::keyClick(&grid, Qt::Key_Down);
        QVERIFY(grid.current() == MaybeHead(inspect::HeadId{1, 1}));
        QVERIFY(grid.accessibleDescription().contains(QStringLiteral("Layer 1 · head 1")));
        QVERIFY(shown.heads.panel(0).plane().highlight() == grid.current());
        QTest::keyClick(&grid, Qt::Key_End);
        QVERIFY(grid.current() == MaybeHead(inspect::HeadId{2, 3}));
        QTest::keyClick(&grid, Qt::Key_Down);
        QVERIFY(grid.current() == MaybeHead(inspect::HeadId{2, 3}));
        QTest::keyClick(&grid, Qt::Key_Return);
        QVERIFY(std::abs(shown.prior().thetaBeta - 1) < 1e-6);
    }

    void headsAreSortedAndKeepTheirOrderWhileTheyMove()
    {
        ShownPriors shown;
        shown.view.setRuns({test::priorRun(QStringLiteral("/runs/a"))});
        shown.settle();
        auto& grid = shown.heads.panel(0).grid();
        auto* order = shown.find<QComboBox>("headOrder");
        order->setFocus();
        QTest::keyClick(order, Qt::Key_Down);
        QCOMPARE(grid.cells().by, PriorOrder::ThetaBeta);
        QCOMPARE(grid.cells().order.front(), 0);
        QTest::keyClick(order, Qt::Key_Down);
        QCOMPARE(grid.cells().by, PriorOrder::EffectiveContext);
        const auto sorted = grid.cells().order;
        const auto nearest = grid.cells().cells[std::size_t(sorted.front())];
        QVERIFY(nearest.prior.thetaBeta > 0);
        QVERIFY(grid.headAt(grid.cellRect(nearest.id).center()) == MaybeHead(nearest.id));
        QVERIFY(grid.cellRect(nearest.id).topLeft().manhattanLength() < 12);        // first of all
        shown.heads.scrubber().setPlaying(true);
        QCOMPARE(shown.heads.step(), 0.0);
        QCOMPARE(grid.cells().order, sorted);
        shown.heads.scrubber().setPlaying(false);
        QVERIFY(grid.cells().order != sorted);
    }

    void theFilmPlaysStopsAndRepeats()
    {
        ShownPriors shown;
        shown.view.setRuns({test::priorRun(QStringLiteral("/runs/a"))});
        shown.settle();
        auto& scrubber = shown.heads.scrubber();
        auto& grid = shown.heads.panel(0).grid();
        QCOMPARE(shown.heads.step(), 1000.0);
        grid.setFocus();
        QTest::keyClick(&grid, Qt::Key_Space);
        QVERIFY(scrubber.isPlaying());
        QCOMPARE(shown.heads.step(), 0.0);
        scrubber.advance(6);
        QCOMPARE(shown.heads.step(), 500.0);
        QVERIFY(std::abs(grid.cells().find({0, 0})->prior.thetaBeta + 0.25) < 1e-6);       // half of the way from 0.5 to −1
        scrubber.advance(60);
        QCOMPARE(shown.heads.step(), 1000.0);
        QVERIFY(!scrubber.isPlaying());
        shown.find<QToolButton>("loopPriors")->setChecked(true);
        QTest::mouseClick(shown.find("playPriors"), Qt::LeftButton);
        scrubber.advance(60);
        QVERIFY(scrubber.isPlaying());
        scrubber.advance(1);
        QCOMPARE(shown.heads.step(), 0.0);
        QTest::keyClick(&grid, Qt::Key_Space);
        QVERIFY(!scrubber.isPlaying());
        auto* slider = shown.find<QSlider>("stepSlider");
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Right);
        QCOMPARE(shown.heads.step(), 100.0);
        QCOMPARE(shown.heads.panel(0).series().cursorAt(), 100.0);
    }

    void aClickIntoTheCurvesGoesToThatStep()
    {
        ShownPriors shown;
        shown.view.setRuns({test::priorRun(QStringLiteral("/runs/a"))});
        shown.settle();
        auto& series = shown.heads.panel(0).series();
        const auto room = series.plotRect();
        QTest::mouseClick(&series, Qt::LeftButton, Qt::NoModifier, QPointF(series.pixelOf({310, 0}).x(), room.top() + 2).toPoint());
        QCOMPARE(shown.heads.step(), 300.0);
    }

    void aLiveRunIsFollowedUnlessSomebodyLooksBack()
    {
        ShownPriors shown;
        auto run = test::priorRun(QStringLiteral("/runs/a"), QStringLiteral("bam"), 3, 4, 0);
        run.running = true;
        shown.view.setRuns({run});
        QVERIFY(shown.find<QLabel>("headsEmptyText")->text().contains(QStringLiteral("being read")));
        shown.view.append(test::priorRows(run.path, 3, 4, 0, 4));
        QTRY_COMPARE(shown.heads.step(), 300.0);
        QVERIFY(textOf(shown, "stepLabel").contains(QStringLiteral("live")));
        shown.view.append(test::priorRows(run.path, 3, 4, 4, 2));
        QTRY_COMPARE(shown.heads.step(), 500.0);
        shown.heads.scrubber().setStep(200);
        shown.view.append(test::priorRows(run.path, 3, 4, 6, 2));
        QTest::qWait(150);
        QCOMPARE(shown.heads.step(), 200.0);
        QTest::mouseClick(shown.find("lastStep"), Qt::LeftButton);
        QCOMPARE(shown.heads.step(), 700.0);
        shown.view.append(test::priorRows(run.path, 3, 4, 8, 1));
        QTRY_COMPARE(shown.heads.step(), 800.0);
        shown.view.append(test::priorRows(QStringLiteral("/runs/unknown"), 1, 1, 0, 1));
        QCOMPARE(shown.view.runs(), QStringList{run.path});
    }

    void twoRunsShareAxesAndColors()
    {
        ShownPriors shown;
        auto runs = twoRuns();
        runs[1].history = {};
        runs[1].history.append(test::priorRows(runs[1].path, 2, 2, 0, 21, 100, 2000));
        shown.view.setRuns(runs);
        auto* second = shown.find<QComboBox>("secondRun");
        QVERIFY(!shown.heads.panel(1).isVisible());
        second->setFocus();
        QTest::keyClick(second, Qt::Key_Down);
        QVERIFY(shown.heads.panel(1).isVisible());
        const auto& a = shown.heads.panel(0).plane().content();
        const auto& b = shown.heads.panel(1).plane().content();
        QVERIFY(a.xLow == b.xLow && a.xHigh == b.xHigh && a.yLow == b.yLow && a.yHigh == b.yHigh);
        QVERIFY(a.xLow < priors::kRegimeEdge && a.regions.size() == 3 && a.marks.size() == 2);
        QCOMPARE(shown.heads.panel(0).series().content().xHigh, 2000.0);
        QCOMPARE(shown.heads.step(), 2000.0);
        shown.heads.scrubber().setStep(1500);
        QCOMPARE(shown.heads.panel(0).series().cursorAt(), 1000.0);     // its own last one
        QCOMPARE(shown.heads.panel(1).series().cursorAt(), 1500.0);
        QCOMPARE(shown.heads.panel(1).grid().cells().cells.size(), std::size_t(4));
        shown.view.setRuns({runs[0]});
        QVERIFY(!shown.heads.panel(1).isVisible());
    }

    void rowsStayWhenTheSelectionChanges()
    {
        ShownPriors shown;
        auto bare = twoRuns();
        for (auto& run : bare)
            run.history = {};
        shown.view.setRuns(bare);
        shown.view.append(test::priorRows(bare[0].path, 3, 4, 0, 11));
        QTRY_COMPARE(shown.heads.step(), 1000.0);
        std::swap(bare[0], bare[1]);
        bare[1].title = QStringLiteral("Another title");
        shown.view.setRuns(bare);
        QCOMPARE(shown.heads.runs()[1]->history.steps(), std::size_t(11));
        QCOMPARE(shown.heads.runs()[1]->title, QStringLiteral("Another title"));
        QCOMPARE(shown.heads.shown()[0]->path, QStringLiteral("/runs/a"));      // the one with priors
    }

    void runsWithoutPriorsAndNoRunsAreSaidSo()
    {
        ShownPriors shown;
        auto* text = shown.find<QLabel>("headsEmptyText");
        QVERIFY(text->isVisible() && text->text().contains(QStringLiteral("No run is selected")));
        shown.view.setRuns({test::priorRun(QStringLiteral("/runs/r"), QStringLiteral("rotary"))});
        QVERIFY2(text->text().contains(QStringLiteral("RoPE")), qPrintable(text->text()));
        shown.view.setRuns({test::priorRun(QStringLiteral("/runs/l"), QStringLiteral("alibi"), 2, 8)});
        QVERIFY(!text->isVisible());
        QVERIFY(!shown.heads.panel(0).plane().isVisible());      // slopes do not move
        auto& grid = shown.heads.panel(0).grid();
        QTest::mouseClick(grid.viewport(), Qt::LeftButton, Qt::NoModifier, grid.cellRect({1, 0}).center());
        QVERIFY(shown.prior().form == priors::Form::Linear && std::abs(std::exp(shown.prior().thetaAlpha) - 0.5) < 1e-9);
    }

    void figuresAreWhatIsOnTheScreen()
    {
        ShownPriors shown;
        QStringList kinds;
        for (const auto& figure : shown.view.figures())
            kinds.append(figure.kind);
        QCOMPARE(kinds, (QStringList{QStringLiteral("prior_bias"), QStringLiteral("prior_probability"), QStringLiteral("prior_mass"), QStringLiteral("prior_length"), QStringLiteral("prior_explorer")}));
        shown.view.setRuns({test::priorRun(QStringLiteral("/runs/a"))});
        shown.settle();
        QCOMPARE(shown.view.figures().size(), std::size_t(8));
        QSignalSpy spy(&shown.view, &PriorsView::figureRequested);
        auto* menu = shown.find<QMenu>("priorFigureMenu");
        Q_EMIT menu->aboutToShow();
        QCOMPARE(menu->actions().size(), 8);
        menu->actions()[6]->trigger();
        QCOMPARE(spy.count(), 1);
        QCOMPARE(spy[0][0].value<figures::Figure>().kind, QStringLiteral("prior_plane"));
    }

    void partsAreShownByRoomAndByChoice()
    {
        ShownPriors small({850, 460});
        QVERIFY(small.explorer.isVisible() && !small.heads.isVisible());
        small.trigger("showHeads");
        QVERIFY(!small.explorer.isVisible() && small.heads.isVisible());
        small.trigger("showBoth");
        QVERIFY(small.explorer.isVisible() && small.heads.isVisible());
        ShownPriors large({1200, 1300});
        QVERIFY(large.explorer.isVisible() && large.heads.isVisible());
    }

    void settingsAreKeptAndBadOnesIgnored()
    {
        ShownPriors shown;
        type(shown.find("thetaBeta"), "-0.75");
        type(shown.find("keysBox"), "32768");
        shown.trigger("showHeads");
        PriorsView other;
        other.restoreSettings(shown.view.saveSettings());
        const auto& state = other.findChild<ExplorerPane*>()->state();
        QCOMPARE(state.prior.thetaBeta, -0.75);
        QCOMPARE(state.keys, std::int64_t(32768));
        for (const auto* bad : {"", "{", "[1]", "{\"keys\": -5, \"thetaBeta\": \"x\", \"form\": 17, \"shown\": 99}"})
            other.restoreSettings(bad);
        QCOMPARE(state.prior.thetaBeta, -0.75);
        QCOMPARE(state.keys, std::int64_t(1));
        QCOMPARE(state.prior.form, priors::Form::GeneralizedGaussian);
    }

    void manyHeadsAreShownInCellsThatCanBeSeen()
    {
        ShownPriors shown({850, 460});
        shown.trigger("showHeads");
        shown.view.setRuns({test::priorRun(QStringLiteral("/runs/big"), QStringLiteral("bam"), 24, 64, 2)});
        shown.settle();
        auto& grid = shown.heads.panel(0).grid();
        for (const auto order : {PriorOrder::Layer, PriorOrder::ThetaBeta}) {
            auto cells = grid.cells();
            cells.by = order;
            grid.setCells(cells, 1, {});
            const auto rect = grid.cellRect({0, 0});
            QVERIFY(rect.width() >= 13 && rect.height() >= 12);
        }
        grid.setFocus(Qt::TabFocusReason);
        QTest::keyClick(&grid, Qt::Key_End);
        QVERIFY(grid.viewport()->rect().contains(grid.cellRect({23, 63}).center()));        // scrolled to it
        QVERIFY(!grid.grab().isNull());
    }
};

BAMSCOPE_TEST(PriorsViewTest)

}  // namespace bam::views

#include "test_priors_view.moc"
