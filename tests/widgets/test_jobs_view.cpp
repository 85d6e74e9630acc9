// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/widgets/jobs_support.h"
#include "widgets/views/jobs/jobs_view.h"
#include "widgets/views/jobs/pause_dialog.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>

using namespace bam;
using models::JobModel;
using views::JobsView;

class JobsViewTest : public test::Suite {
    Q_OBJECT

    struct Shown {
        Shown() : view(&model)
        {
            model.set(test::someJobs());
            view.resize(1000, 300);
            view.show();
        }
        QTreeView* table() { return view.findChild<QTreeView*>("jobsTable"); }
        void click(int row)
        {
            const auto at = table()->visualRect(model.index(row, 0)).center();
            QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, at);
        }
        void press(const char* action)
        {
            auto* bar = view.findChild<QToolBar*>("jobsBar");
            QTest::mouseClick(bar->widgetForAction(view.findChild<QAction*>(QLatin1String(action))), Qt::LeftButton);
        }
        bool enabled(const char* action) { return view.findChild<QAction*>(QLatin1String(action))->isEnabled(); }
        QString detail() { return view.findChild<QLabel*>("jobDetail")->text(); }
        JobModel model;
        JobsView view;
    };

private Q_SLOTS:
    void rowsAndColumnsFollowTheSizeOfTheText()
    {
        Shown shown;
        const auto before = QApplication::font();
        auto font = before;
        font.setPointSizeF(before.pointSizeF() * 1.46);     // Ctrl++ four times
        const int narrow = shown.table()->header()->sectionSize(JobModel::State);
        QApplication::setFont(font);
        QTRY_VERIFY(shown.table()->header()->sectionSize(JobModel::State) > narrow * 1.2);
        const QFontMetrics metrics(shown.table()->font());
        QVERIFY(shown.table()->header()->sectionSize(JobModel::State) > metrics.horizontalAdvance(QStringLiteral("Queued, place 88")) + 20);
        shown.view.resize(1280, shown.view.minimumSizeHint().height());
        QTRY_VERIFY(shown.table()->viewport()->height() >= 3 * shown.table()->visualRect(shown.model.index(0, 0)).height());
        QApplication::setFont(before);
    }

    void aFileOfJobsIsPausedAndResumedAsOne()
    {
        Shown shown;
        auto row = test::jobRow(QStringLiteral("1"), jobs::JobState::Running);
        row.kind = jobs::WorkerKind::RunFile;
        shown.model.set({row});
        shown.click(0);
        QVERIFY(shown.enabled("jobPause") && shown.enabled("jobCheckpoint") && !shown.enabled("jobResume"));
        row.state = jobs::JobState::Paused;
        shown.model.set({row});
        QSignalSpy again(&shown.view, &JobsView::resumeJobRequested), other(&shown.view, &JobsView::resumeRequested);
        shown.press("jobResume");
        QCOMPARE(again.count(), 1);
        QCOMPARE(again[0][0].toString(), QStringLiteral("1"));
        QCOMPARE(other.count(), 0);
    }

    void withoutJobsItSaysWhatBelongsHere()
    {
        JobModel model;
        JobsView view(&model);
        view.show();
        QVERIFY(view.findChild<QLabel*>("noJobs")->isVisible());
        model.set(test::someJobs());
        QVERIFY(!view.findChild<QLabel*>("noJobs")->isVisible());
        QVERIFY(view.findChild<QTreeView*>("jobsTable")->isVisible());
    }

    void aRunningJobCanBeStoppedPausedAndKilled()
    {
        Shown shown;
        shown.click(0);
        QCOMPARE(shown.view.selectedJobs(), QStringList{"1"});
        QVERIFY(shown.detail().contains("2.8761"));
        QSignalSpy stop(&shown.view, &JobsView::stopRequested), checkpoint(&shown.view, &JobsView::checkpointRequested), pause(&shown.view, &JobsView::pauseRequested),
            kill(&shown.view, &JobsView::killRequested);
        shown.press("jobStop");
        shown.press("jobCheckpoint");
        QCOMPARE(stop.value(0).value(0).toString(), QString("1"));
        QCOMPARE(checkpoint.size(), 1);
        QTimer::singleShot(0, [] {
            auto* dialog = qobject_cast<views::PauseDialog*>(QApplication::activeModalWidget());
            auto* step = dialog->findChild<QSpinBox*>("pauseStep");
            QCOMPARE(step->minimum(), 1201);
            QCOMPARE(step->maximum(), 20'000);
            QCOMPARE(step->value(), 2000);
            QTest::keyClicks(step, "5000");
            QTest::keyClick(step, Qt::Key_Return);
        });
        shown.press("jobPause");
        QCOMPARE(pause.value(0), (QVariantList{"1", 5000}));
        const auto answer = [](bool yes) {
            QTimer::singleShot(0, [yes] {
                auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                for (auto* button : box->buttons())
                    if ((box->buttonRole(button) == QMessageBox::DestructiveRole) == yes)
                        QTest::mouseClick(button, Qt::LeftButton);
            });
        };
        answer(false);
        shown.press("jobKill");
        QVERIFY(kill.isEmpty());
        answer(true);
        shown.press("jobKill");
        QCOMPARE(kill.size(), 1);
        for (const auto* other : {"jobUp", "jobDown", "jobCancel", "jobResume"})
            QVERIFY(!shown.enabled(other));
    }

    void theQueueIsOrderedByMouseAndKeys()
    {
        Shown shown;
        QSignalSpy moved(&shown.view, &JobsView::moveRequested), cancelled(&shown.view, &JobsView::cancelRequested);
        shown.click(1);
        QVERIFY(!shown.enabled("jobUp") && shown.enabled("jobDown") && !shown.enabled("jobStop") && !shown.enabled("jobLog"));
        shown.press("jobDown");
        QCOMPARE(moved.takeFirst(), (QVariantList{"11", 1}));
        shown.view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&shown.view));
        shown.table()->setFocus();
        QTest::keyClick(shown.table(), Qt::Key_Down);
        QCOMPARE(shown.view.selectedJobs(), QStringList{"12"});
        QTest::keyClick(shown.table(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(moved.takeFirst(), (QVariantList{"12", -1}));
        QTest::keyClick(shown.table(), Qt::Key_Delete);
        QCOMPARE(cancelled.value(0).value(0).toString(), QString("12"));
    }

    void aFailedJobTellsWhyAndCanBeResumed()
    {
        Shown shown;
        QSignalSpy resume(&shown.view, &JobsView::resumeRequested), log(&shown.view, &JobsView::logRequested), run(&shown.view, &JobsView::runRequested), clear(&shown.view, &JobsView::clearEndedRequested);
        shown.view.select("20");
        QCOMPARE(shown.detail(), QString("step 812: loss is nan. Lower the learning rate."));
        shown.press("jobResume");
        shown.press("jobLog");
        shown.press("jobRun");
        shown.press("jobClear");
        QCOMPARE(resume.value(0).value(0).toString(), QString("logs/l12/alibi/version_00"));
        QCOMPARE(log.size() + run.size() + clear.size(), 3);
        shown.table()->setFocus();
        QTest::keyClick(shown.table(), Qt::Key_Return);
        QCOMPARE(log.size(), 2);
    }

    void aRunThatGoesOnAlreadyIsNotResumedOnceMore()
    {
        Shown shown;
        auto rows = test::someJobs();
        shown.view.select("20");
        QVERIFY(shown.enabled("jobResume"));
        rows.prepend(test::jobRow(QStringLiteral("2"), jobs::JobState::Running, QStringLiteral("alibi")));
        rows[0].kind = jobs::WorkerKind::Resume;
        rows[0].run = rows.back().run;
        shown.model.set(rows);
        QCOMPARE(shown.view.selectedJobs(), QStringList{"20"});
        QVERIFY(!shown.enabled("jobResume"));
    }

    void thePauseDialogKeepsUpWithTheTraining()
    {
        Shown shown;
        shown.click(0);
        QSignalSpy pause(&shown.view, &JobsView::pauseRequested);
        QTimer::singleShot(0, [&shown] {
            auto* dialog = QApplication::activeModalWidget();
            auto* step = dialog->findChild<QSpinBox*>("pauseStep");
            auto rows = shown.model.rows();
            rows[0].step = 2400;
            shown.model.set(rows);
            QCOMPARE(step->minimum(), 2401);
            QCOMPARE(step->value(), 2401);
            QTest::keyClick(step, Qt::Key_Return);
        });
        shown.press("jobPause");
        QCOMPARE(pause.value(0), (QVariantList{"1", 2401}));
    }

    void aJobThatEndsWhileSelectedChangesWhatCanBeDone()
    {
        Shown shown;
        shown.view.select("1");
        QVERIFY(shown.enabled("jobStop"));
        auto rows = test::someJobs();
        rows[0].stopping = true;
        shown.model.set(rows);
        QVERIFY(!shown.enabled("jobStop") && shown.enabled("jobKill"));
        rows[0].state = jobs::JobState::Stopped;
        shown.model.set(rows);
        QVERIFY(!shown.enabled("jobKill") && shown.enabled("jobResume"));
        shown.model.set({});
        for (const auto* action : shown.view.jobActions())
            QVERIFY2(!action->isEnabled(), qPrintable(action->text()));
    }

    void everyButtonHasANameATipAndAnIcon()
    {
        Shown shown;
        for (auto* action : shown.view.jobActions()) {
            QVERIFY(!action->toolTip().isEmpty() && !action->icon().isNull() && !action->text().isEmpty());
            auto* button = shown.view.findChild<QToolBar*>("jobsBar")->widgetForAction(action);
            QVERIFY(button && !qobject_cast<QToolButton*>(button)->text().isEmpty());
        }
        const auto settings = shown.view.saveSettings();
        shown.table()->setColumnWidth(0, 77);
        shown.view.restoreSettings(settings);
        QVERIFY(shown.table()->columnWidth(0) != 77);
    }
};

BAMSCOPE_TEST(JobsViewTest)
#include "test_jobs_view.moc"
