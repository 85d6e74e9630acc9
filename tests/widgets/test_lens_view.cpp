// SPDX-License-Identifier: GPL-3.0-or-later
// The attention page as people use it, with captures made by hand.
#include "tests/support/test_main.h"
#include "tests/widgets/lens_support.h"
#include "widgets/views/attention/attended_text.h"
#include "widgets/views/attention/head_map.h"
#include "widgets/views/attention/head_measures.h"
#include "widgets/views/attention/lens_view.h"
#include "widgets/views/attention/matrix_view.h"
#include "widgets/views/attention/retrieval_strip.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableWidget>
#include <QTimer>
#include <QToolButton>

using namespace bam;
using namespace bam::views;

namespace {

const QString kRun = QStringLiteral("/runs/l6/bam/version_00");

struct Shown {
    Shown()
    {
        view.resize(1200, 760);
        view.show();
        view.setRuns({{kRun, QStringLiteral("BAM, seed 1"), QStringLiteral("bam"), 160}});
        QObject::connect(&view, &LensView::captureWanted, &view, [this](const LensWish& wish) { wishes.push_back(wish); });
    }
    template <typename T>
    T* find(const char* name) { return view.findChild<T*>(QLatin1String(name)); }
    void press(const char* name) { QTest::mouseClick(find<QAbstractButton>(name), Qt::LeftButton); }
    /// Answers the wish that came last, as a model would.
    void answer(const test::CaptureShape& shape = {}) { view.showCapture(test::someCapture(shape, wishes.back().changes)); }
    void capture()
    {
        press("lensCapture");
        answer();
    }
    /// So that shortcuts reach it.
    void activate()
    {
        view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&view));
    }
    QString verdict() { return find<QLabel>("lensVerdict")->text(); }
    LensView view;
    std::vector<LensWish> wishes;
};

}  // namespace

class LensViewTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void anEmptyPageTellsWhatToDo()
    {
        LensView view;
        view.show();
        QVERIFY(view.findChild<QLabel*>("lensEmpty")->isVisible());
        QVERIFY(view.findChild<QLabel*>("lensEmpty")->text().contains(QStringLiteral("Select a run")));
        QVERIFY(!view.findChild<QPushButton*>("lensCapture")->isEnabled());
        QVERIFY(view.figures().empty());
    }

    void thePromptIsAskedForAsItWasSetUp()
    {
        Shown shown;
        shown.view.setCheckpoints(kRun, {100, 200, 300});
        QVERIFY(shown.find<QComboBox>("lensCheckpoint")->currentText().contains(QStringLiteral("300")));
        QTest::keyClick(shown.find<QComboBox>("lensCheckpoint"), Qt::Key_Down);
        QTest::keyClick(shown.find<QComboBox>("lensCheckpoint"), Qt::Key_Down);
        auto* length = shown.find<QComboBox>("lensLength")->lineEdit();
        length->selectAll();
        QTest::keyClicks(length, QStringLiteral("900000000"));
        QVERIFY(!shown.find<QPushButton>("lensCapture")->isEnabled());      // never another length than the field shows
        length->selectAll();
        QTest::keyClicks(length, QStringLiteral("4096"));
        QVERIFY(shown.find<QPushButton>("lensCapture")->isEnabled());
        QVERIFY2(shown.find<QLabel>("lensTimes")->text().contains(QStringLiteral("25.6")), qPrintable(shown.find<QLabel>("lensTimes")->text()));
        shown.press("lensNewPrompt");
        shown.find<QSpinBox>("lensDigits")->setValue(7);
        shown.activate();
        shown.find<QWidget>("lensDepth")->setFocus();
        QTest::keyClick(shown.find<QWidget>("lensDepth"), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(shown.wishes.size(), std::size_t(1));
        const auto& wish = shown.wishes.front();
        QCOMPARE(QString::fromStdString(wish.source.run.string()), kRun);
        QCOMPARE(QString::fromStdString(wish.source.checkpoint), QStringLiteral("100"));
        QCOMPARE(wish.prompt.length, 4096);
        QCOMPARE(wish.prompt.seed, 1);
        QCOMPARE(wish.prompt.digits, 7);
        QVERIFY(wish.prompt.kind == inspect::PromptKind::Passkey && wish.changes.empty() && !wish.matrices);
    }

    void whileACaptureRunsItShowsHowLongAndCanBeCancelled()
    {
        Shown shown;
        QSignalSpy cancelled(&shown.view, &LensView::captureCancelled);
        shown.press("lensCapture");
        QVERIFY(!shown.find<QPushButton>("lensCapture")->isEnabled());
        Progress progress;
        progress.task = "layers";
        progress.done = 1;
        progress.total = 4;
        progress.seconds = 2;
        shown.view.showProgress(progress);
        QVERIFY2(shown.find<QLabel>("lensProgressText")->text().contains(QStringLiteral("6.0")), qPrintable(shown.find<QLabel>("lensProgressText")->text()));
        shown.press("lensCancel");
        QCOMPARE(cancelled.count(), 1);
        QVERIFY(shown.find<QPushButton>("lensCapture")->isEnabled());
        shown.view.showCapture(test::someCapture());     // too late
        QVERIFY(!shown.view.capture());
    }

    void allViewsFollowTheChosenHead()
    {
        Shown shown;
        shown.capture();
        auto* strip = shown.find<RetrievalStrip>("retrievalStrip");
        auto* map = shown.find<HeadMap>("headMap");
        QCOMPARE(shown.view.head(), (inspect::HeadId{1, 3}));        // the one with the most mass
        QTest::mouseClick(map, Qt::LeftButton, {}, map->cellOf({0, 2}).center());
        QCOMPARE(strip->selected(), (inspect::HeadId{0, 2}));
        QTest::mouseClick(strip->viewport(), Qt::LeftButton, {}, strip->pointOf({1, 0}, 20).toPoint());
        QCOMPARE(map->current(), (inspect::HeadId{1, 0}));
        QCOMPARE(shown.view.head(), (inspect::HeadId{1, 0}));
        shown.find<QTabWidget>("lensTabs")->setCurrentIndex(1);
        QVERIFY(shown.find<QLabel>("tokensTitle")->text().contains(QStringLiteral("L1\u00B7H0")));
        shown.find<QComboBox>("stripQueries")->setCurrentIndex(3);      // the second token of the answer
        QCOMPARE(shown.view.query(), 62);
        QCOMPARE(shown.find<AttendedText>("attendedText")->query(), 62);
    }

    void anotherQueryIsTakenApartOnDemand()
    {
        Shown shown;
        QSignalSpy wanted(&shown.view, &LensView::decompositionWanted);
        shown.capture();
        shown.find<QTabWidget>("lensTabs")->setCurrentIndex(1);
        auto* text = shown.find<AttendedText>("attendedText");
        QTest::qWait(10);
        QTest::mouseClick(text->viewport(), Qt::LeftButton, {}, text->pointOf(30));
        QCOMPARE(shown.view.query(), 30);
        QTRY_COMPARE(wanted.count(), 1);
        QCOMPARE(wanted[0][1].toLongLong(), 30);
        auto parts = std::make_shared<inspect::Decomposition>();
        parts->head = shown.view.head();
        parts->query = 29;
        shown.view.setDecomposition(parts);      // of a query that was left meanwhile
        QCOMPARE(shown.view.figures().size(), std::size_t(3));
        auto right = std::make_shared<inspect::Decomposition>(*parts);
        right->query = 30;
        right->joint.assign(31, 1.0 / 31);
        shown.view.setDecomposition(right);
        QCOMPARE(shown.view.figures().size(), std::size_t(4));
    }

    void theMatrixOfAHeadIsAskedForWhenItIsLookedAt()
    {
        Shown shown;
        QSignalSpy wanted(&shown.view, &LensView::matrixWanted);
        shown.capture();
        QTest::qWait(200);
        QCOMPARE(wanted.count(), 0);
        shown.find<QTabWidget>("lensTabs")->setCurrentIndex(2);
        QTRY_COMPARE(wanted.count(), 1);
        inspect::PyramidLevel level;
        level.side = 64;
        level.max.assign(64 * 65 / 2, 0.25f);
        level.mean = level.max;
        shown.view.setMatrix(shown.view.head(), std::make_shared<const inspect::AttentionPyramid>(64, level));
        auto* matrix = shown.view.findChild<MatrixView*>();
        QVERIFY(matrix->content().matrix);
        shown.activate();
        matrix->heatmap().setFocus();
        QTest::keyClick(&matrix->heatmap(), Qt::Key_PageUp);
        QCOMPARE(shown.view.head(), (inspect::HeadId{1, 2}));
        QTRY_COMPARE(wanted.count(), 2);
        QTest::keyClick(&matrix->heatmap(), Qt::Key_PageDown);
        QVERIFY(matrix->content().matrix);
        QTest::qWait(200);
        QCOMPARE(wanted.count(), 2);        // it is known already
    }

    void anAblatedHeadChangesTheAnswerAndCanBeRestored()
    {
        Shown shown;
        shown.capture();
        QVERIFY2(shown.verdict().contains(QStringLiteral("Retrieved")), qPrintable(shown.verdict()));
        auto* map = shown.find<HeadMap>("headMap");
        QTest::mouseClick(map, Qt::LeftButton, {}, map->cellOf({1, 2}).center());
        QTest::mouseClick(map, Qt::LeftButton, Qt::ControlModifier, map->cellOf({1, 3}).center());
        QTimer::singleShot(0, &shown.view, [&] {
            auto* menu = shown.view.findChild<QMenu*>("headMenu");
            QTest::keyClick(menu, Qt::Key_N);
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, map->cellOf({1, 3}).center(), map->mapToGlobal(map->cellOf({1, 3}).center()));
        QApplication::sendEvent(map, &event);
        QCOMPARE(shown.view.changes().changes().size(), std::size_t(2));
        QCOMPARE(shown.wishes.size(), std::size_t(1));       // nothing runs by itself
        QCOMPARE(shown.find<QListWidget>("lensChanges")->count(), 2);
        shown.find<RetrievalStrip>("retrievalStrip")->setKey(20);
        QVERIFY(!shown.view.figures().front().title.contains(QStringLiteral("gives nothing")));
        shown.press("lensRunAgain");
        QCOMPARE(shown.wishes.size(), std::size_t(2));
        shown.answer();
        const auto readout = shown.find<QLabel>("lensReadout")->text();
        QVERIFY2(readout.contains(QStringLiteral("weight 0,")), qPrintable(readout));       // of what is shown now
        for (const auto& figure : {shown.view.figures()[0], shown.view.figures()[1]}) {
            QVERIFY2(figure.title.contains(QStringLiteral("gives nothing")), qPrintable(figure.title));
            const auto conditions = figure.provenance.runs.front().conditions;
            QVERIFY2(conditions.contains(QStringLiteral("pass key 123")) && conditions.contains(headLabel({1, 3})), qPrintable(conditions));
        }
        QVERIFY2(shown.verdict().contains(QStringLiteral("Not retrieved")), qPrintable(shown.verdict()));
        auto* table = shown.find<QTableWidget>("lensAnswerTable");
        QVERIFY(!table->isColumnHidden(3));
        QCOMPARE(table->item(0, 2)->text(), QStringLiteral("0.100"));
        QCOMPARE(table->item(0, 3)->text(), QStringLiteral("0.900"));
        QVERIFY(table->item(0, 0)->toolTip().contains(QStringLiteral("0.050")));
        shown.press("lensUndoButton");
        QCOMPARE(shown.view.changes().changes().size(), std::size_t(0));
        shown.press("lensRedoButton");
        QCOMPARE(shown.view.changes().changes().size(), std::size_t(2));
        shown.find<QListWidget>("lensChanges")->setCurrentRow(0);
        shown.press("lensRemoveChange");
        QCOMPARE(shown.view.changes().changes().size(), std::size_t(1));
        shown.press("lensRestoreAllButton");
        QCOMPARE(shown.view.changes().changes().size(), std::size_t(0));
    }

    void theExperimentAblatesTheTopHeadsAndAsManyOthersAndTabulates()
    {
        Shown shown;
        QVERIFY(!shown.find<QPushButton>("lensAblateTop")->isEnabled());
        shown.capture();
        shown.find<QSpinBox>("lensCount")->setValue(2);
        shown.press("lensAblateTop");
        QCOMPARE(shown.wishes.back().changes.size(), std::size_t(2));
        QCOMPARE(shown.wishes.back().changes[0].head, (inspect::HeadId{1, 2}));
        shown.answer();
        shown.press("lensAblateRandom");
        QCOMPARE(shown.wishes.back().changes.size(), std::size_t(2));
        for (const auto& change : shown.wishes.back().changes)
            QVERIFY(change.head != (inspect::HeadId{1, 2}) && change.head != (inspect::HeadId{1, 3}));
        shown.answer();
        auto* outcomes = shown.find<QTableWidget>("lensOutcomes");
        QCOMPARE(outcomes->rowCount(), 3);
        QVERIFY(outcomes->item(0, 2)->text().startsWith(QStringLiteral("3 of 3")));
        QVERIFY(outcomes->item(1, 2)->text().startsWith(QStringLiteral("0 of 3")));
        QVERIFY(outcomes->item(2, 2)->text().startsWith(QStringLiteral("3 of 3")));
        QCOMPARE(shown.find<QSpinBox>("lensRandomSeed")->value(), 1);
    }

    void withRunAgainEachChangeIsCaptured()
    {
        Shown shown;
        shown.capture();
        shown.find<QCheckBox>("lensAgain")->click();
        for (auto* action : shown.view.viewActions())
            if (action->objectName() == QLatin1String("ablateUniform"))
                action->trigger();
        QTRY_COMPARE(shown.wishes.size(), std::size_t(2));
        QVERIFY(shown.wishes.back().changes.front().ablation == inspect::Ablation::Uniform);
        QCOMPARE(shown.wishes.back().changes.front().head, (inspect::HeadId{1, 3}));
    }

    void aPriorToTryIsComparedWithTheLearnedOne()
    {
        Shown shown;
        inspect::PriorValues values;
        values.thetaBeta = -0.8;
        shown.view.setHeadPrior(kRun, 1, 1, values);
        QCOMPARE(shown.wishes.size(), std::size_t(1));
        QVERIFY(shown.wishes.back().changes.empty());
        shown.answer();
        QCOMPARE(shown.wishes.size(), std::size_t(2));
        QCOMPARE(shown.wishes.back().changes.front().prior->thetaBeta, -0.8);
        shown.answer();
        QCOMPARE(shown.find<QTableWidget>("lensOutcomes")->rowCount(), 2);
        QVERIFY(!shown.find<QTableWidget>("lensAnswerTable")->isColumnHidden(3));
        QVERIFY(shown.find<QListWidget>("lensChanges")->item(0)->text().contains(QStringLiteral("\u22120.80")));
    }

    void aPromptThatMemoryDoesNotAllowIsSaidBeforehandWithWhatWouldFit()
    {
        Shown shown;
        QSignalSpy wanted(&shown.view, &LensView::previewWanted);
        QTRY_VERIFY(wanted.count() > 0);
        LensPreview preview;
        preview.info.source.run = kRun.toStdString();
        preview.info.trainedLength = 160;
        preview.prompt = test::somePrompt({2, 4, 5000, 20, 24, 3});
        preview.longest = 3000;
        shown.view.showPreview(preview);
        auto* warning = shown.find<QLabel>("lensWarning");
        QVERIFY(warning->isVisible());
        QVERIFY2(warning->text().contains(QStringLiteral("5,000")) && warning->text().contains(QStringLiteral("3,000")), qPrintable(warning->text()));
        shown.press("lensFit");
        QCOMPARE(shown.find<QComboBox>("lensLength")->currentText(), QStringLiteral("3,000"));
        QTRY_VERIFY(!shown.find<QLabel>("lensWarning")->isVisible());
    }

    void ownTextShowsItsTokensAndTakesANeedle()
    {
        Shown shown;
        shown.find<QComboBox>("lensKind")->setCurrentIndex(2);
        auto* text = shown.find<QPlainTextEdit>("lensText");
        QVERIFY(text->isVisible() && !shown.find<QComboBox>("lensLength")->isVisible());
        QTest::keyClicks(text, QStringLiteral("one two three"));
        LensPreview preview;
        preview.info.source.run = kRun.toStdString();
        preview.prompt = test::somePrompt();
        preview.prompt->pieces = {" one", " two", " three"};
        preview.prompt->tokens = {1, 2, 3};
        QSignalSpy wanted(&shown.view, &LensView::previewWanted);
        QTRY_VERIFY(wanted.count() > 0);
        QCOMPARE(qvariant_cast<LensWish>(wanted.last()[0]).prompt.text, std::string("one two three"));
        shown.view.showPreview(preview);
        QCOMPARE(text->extraSelections().size(), 3);
        QVERIFY(text->extraSelections()[0].format.background() != text->extraSelections()[1].format.background());
        auto cursor = text->textCursor();
        cursor.setPosition(4);
        cursor.setPosition(7, QTextCursor::KeepAnchor);
        text->setTextCursor(cursor);
        shown.press("lensMarkNeedle");
        shown.press("lensCapture");
        QCOMPARE(shown.wishes.back().prompt.needle, std::string("two"));
        QVERIFY(shown.wishes.back().prompt.kind == inspect::PromptKind::Text);
    }

    void anErrorIsShownAndThePageStaysUsable()
    {
        Shown shown;
        shown.capture();
        shown.press("lensCapture");
        ui::Message message{ui::Severity::Error};
        message.text = QStringLiteral("attention of layer 1, head 2 is not finite at query 7");
        shown.view.endCapture(message);
        const auto banners = shown.view.findChildren<ui::Banner*>();
        QCOMPARE(banners.size(), 1);
        QVERIFY(shown.view.capture());                  // what was shown stays
        QVERIFY(shown.find<QPushButton>("lensCapture")->isEnabled());
        shown.capture();
        QTRY_COMPARE(shown.view.findChildren<ui::Banner*>().size(), 0);
    }

    void figuresAreOfferedOfEachPicture()
    {
        Shown shown;
        QSignalSpy asked(&shown.view, &LensView::figureRequested);
        shown.capture();
        for (const auto* name : {"stripFigure", "mapFigure", "answerFigure"})
            shown.press(name);
        shown.find<QTabWidget>("lensTabs")->setCurrentIndex(1);
        shown.press("tokensFigure");
        QCOMPARE(asked.count(), 4);
        QCOMPARE(shown.view.figures()[1].kind, QStringLiteral("head_map"));
        QCOMPARE(shown.view.figures()[0].provenance.runs.front().id, kRun);
    }

    void ropeIsScaledOnlyWhereItIsAndEveryCaptureSaysIt()
    {
        Shown shown;
        QVERIFY(!shown.find<QWidget>("lensRope")->isVisible());
        shown.view.setRuns({{kRun, QStringLiteral("BAM, seed 1"), QStringLiteral("bam"), 160}, {QStringLiteral("/runs/r"), QStringLiteral("RoPE"), QStringLiteral("rotary"), 160, true}});
        shown.view.selectRun(QStringLiteral("/runs/r"));
        QVERIFY(shown.find<QWidget>("lensRope")->isVisible());
        const auto answer = [&] {
            auto capture = *test::someCapture({}, shown.wishes.back().changes);
            capture.ropeScaling = shown.wishes.back().ropeScaling;
            if (capture.ropeScaling.isOn())
                capture.ropeScaling.originalLength = 160;
            shown.view.showCapture(std::make_shared<const inspect::Capture>(capture));
        };
        shown.press("lensCapture");
        QVERIFY(!shown.wishes.back().ropeScaling.isOn());
        answer();
        QVERIFY(!shown.find<QLabel>("lensTitle")->text().contains(QStringLiteral("YaRN")));
        const auto head = shown.view.head();
        auto* method = shown.find<QComboBox>("lensRopeMethod");
        method->setCurrentIndex(method->findData(QStringLiteral("yarn")));
        shown.find<QDoubleSpinBox>("lensRopeFactor")->setValue(8);
        shown.press("lensCapture");
        QVERIFY((shown.wishes.back().ropeScaling == encoding::RopeScaling{"yarn", 8, 0}));
        answer();
        QVERIFY2(shown.find<QLabel>("lensTitle")->text().contains(QStringLiteral("RoPE (YaRN × 8 of 160 tokens)")), qPrintable(shown.find<QLabel>("lensTitle")->text()));
        QCOMPARE(shown.view.head(), head);      // the same prompt: the same head is looked at
        const auto figures = shown.view.figures();
        for (const auto& figure : figures) {
            QVERIFY2(figure.title.contains(QStringLiteral("YaRN × 8")), qPrintable(figure.title));
            QVERIFY2(figure.provenance.runs.front().conditions.contains(QStringLiteral("RoPE scaling YaRN × 8 of 160 tokens")), qPrintable(figure.provenance.runs.front().conditions));
        }
        QCOMPARE(figures[2].panels.front().series.size(), std::size_t(1));      // its answer stands beside none of another rotation
        const auto* outcomes = shown.find<QTableWidget>("lensOutcomes");
        QCOMPARE(outcomes->rowCount(), 2);
        shown.view.changes().set({{{1, 3}, inspect::Ablation::Zero, {}}}, QStringLiteral("zero"));
        shown.press("lensRunAgain");
        QCOMPARE(shown.wishes.back().ropeScaling.method, std::string("yarn"));      // heads are changed in what is shown
        answer();
        QCOMPARE(shown.view.figures()[2].panels.front().series.size(), std::size_t(2));
        shown.view.selectRun(kRun);
        shown.press("lensCapture");
        QVERIFY(!shown.wishes.back().ropeScaling.isOn());
    }

    void settingsAreKept()
    {
        Shown shown;
        shown.find<QComboBox>("lensRopeMethod")->setCurrentIndex(2);
        shown.find<QDoubleSpinBox>("lensRopeFactor")->setValue(16);
        shown.find<QComboBox>("lensLength")->setCurrentText(QStringLiteral("8192"));
        shown.find<QSpinBox>("lensSeed")->setValue(4);
        LensView other;
        other.restoreSettings(shown.view.saveSettings());
        QCOMPARE(other.findChild<QComboBox*>("lensLength")->currentText(), QStringLiteral("8,192"));
        QCOMPARE(other.findChild<QSpinBox*>("lensSeed")->value(), 4);
        QCOMPARE(other.findChild<QComboBox*>("lensRopeMethod")->currentIndex(), 2);
        QCOMPARE(other.findChild<QDoubleSpinBox*>("lensRopeFactor")->value(), 16.0);
        other.restoreSettings("{");
    }
};

BAMSCOPE_TEST(LensViewTest)

#include "test_lens_view.moc"
