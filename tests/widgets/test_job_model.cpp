// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/widgets/jobs_support.h"
#include "widgets/models/job_model.h"

#include <QAbstractItemModelTester>
#include <QMimeData>
#include <QPersistentModelIndex>
#include <QSignalSpy>

#include <memory>

using namespace bam;
using models::JobModel;
using models::JobRow;

class JobModelTest : public test::Suite {
    Q_OBJECT

    static QString text(const JobModel& model, int row, int column) { return model.index(row, column).data().toString(); }
    /// Drags a row and drops it before another.
    static void drop(JobModel& model, int from, int before)
    {
        const std::unique_ptr<QMimeData> data(model.mimeData({model.index(from, 0)}));
        QVERIFY(!model.dropMimeData(data.get(), Qt::MoveAction, before, 0, {}));
    }

private Q_SLOTS:
    void rowsTellWhereAJobIs()
    {
        JobModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.set(test::someJobs());
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(text(model, 0, JobModel::Title), QString("BAM + SSMax, l12, seed 1, version 1"));
        QCOMPARE(text(model, 0, JobModel::State), QString("Running"));
        QCOMPARE(text(model, 0, JobModel::Progress), QString("1,200 of 20,000 steps"));
        QVERIFY(text(model, 0, JobModel::Speed).startsWith("123"));
        QVERIFY(text(model, 0, JobModel::Speed).endsWith("tok/s"));
        QCOMPARE(text(model, 0, JobModel::Remaining), QString("1 h 05 min"));
        QVERIFY(text(model, 0, JobModel::Elapsed).startsWith("2 min 0"));
        QCOMPARE(model.index(0, 0).data(JobModel::FractionRole).toDouble(), 0.06);
        QVERIFY(model.index(0, 0).data(Qt::DecorationRole).value<QColor>().isValid());
        QCOMPARE(text(model, 2, JobModel::State), QString("Queued, place 2"));
        QCOMPARE(text(model, 2, JobModel::Elapsed), QString());
        QCOMPARE(text(model, 4, JobModel::Elapsed), QString("1 min 05 s"));
        QVERIFY(model.index(4, 0).data(Qt::ToolTipRole).toString().contains("Lower the learning rate."));
        QVERIFY(model.index(0, 0).data(Qt::AccessibleTextRole).toString().contains("Running"));
    }

    void runsOfOneSetUpAreToldApartByTheirVersion()
    {
        auto row = test::jobRow(QStringLiteral("1"), jobs::JobState::Running);
        QVERIFY2(models::titleText(row).endsWith(QStringLiteral(", version 1")), qPrintable(models::titleText(row)));
        row.run.clear();
        QVERIFY(!models::titleText(row).contains(QStringLiteral("version")));
    }

    void whatFinishedIsWholeAlsoIfItsLastWordCameBeforeItsEnd()
    {
        JobModel model;
        auto row = test::jobRow(QStringLiteral("1"), jobs::JobState::Running);
        row.kind = jobs::WorkerKind::RunFile;
        row.unit = QStringLiteral("jobs");
        row.task = QStringLiteral("evaluate");
        row.done = 2;
        row.total = 3;
        model.set({row});
        QVERIFY(text(model, 0, JobModel::Progress).contains("Job 3 of 3: evaluate"));
        row.totalSteps = 300;
        row.step = 120;
        row.done = 1.4;
        row.task = QStringLiteral("train bam");
        model.set({row});
        QCOMPARE(text(model, 0, JobModel::Progress), QString("Job 2 of 3: train bam, step 120 of 300"));
        QVERIFY(std::abs(row.fraction() - 0.4) < 1e-9);
        row.done = 2;
        row.state = jobs::JobState::Finished;
        model.set({row});
        QVERIFY(text(model, 0, JobModel::Progress).startsWith("100"));
        QVERIFY(!text(model, 0, JobModel::Progress).contains("evaluate"));
        QCOMPARE(model.index(0, 0).data(JobModel::FractionRole).toDouble(), 1.0);
        row.state = jobs::JobState::Failed;
        model.set({row});
        QVERIFY(text(model, 0, JobModel::Progress).startsWith("67"));
    }

    void changesKeepWhatWasSelected()
    {
        JobModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto rows = test::someJobs();
        model.set(rows);
        const QPersistentModelIndex third(model.index(3, 0));
        std::swap(rows[1], rows[3]);
        rows.removeAt(2);
        rows.prepend(test::jobRow("2", jobs::JobState::Starting));
        model.set(rows);
        QCOMPARE(third.data(JobModel::IdRole).toString(), QString("13"));
        QCOMPARE(third.row(), 2);
        QSignalSpy changed(&model, &JobModel::dataChanged);
        model.set(rows);
        QVERIFY(changed.isEmpty());     // although what is not known is NaN
        rows[1].done = 1201;
        model.set(rows);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 1);
        model.set({});
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(!third.isValid());
    }

    void droppingAQueuedJobAsksForItsPlace()
    {
        JobModel model;
        model.set(test::someJobs());
        QSignalSpy moved(&model, &JobModel::moveRequested);
        drop(model, 3, 1);      // the last of the queue to its front
        QCOMPARE(moved.takeFirst(), (QVariantList{"13", -2}));
        drop(model, 1, 3);      // between the second and the third
        QCOMPARE(moved.takeFirst(), (QVariantList{"11", 1}));
        drop(model, 1, -1);     // below everything
        QCOMPARE(moved.takeFirst(), (QVariantList{"11", 2}));
        drop(model, 3, 0);      // above the running job
        QCOMPARE(moved.takeFirst(), (QVariantList{"13", -2}));
        drop(model, 2, 2);
        drop(model, 2, 3);
        drop(model, 0, 4);      // runs already
        QVERIFY(moved.isEmpty());
        QVERIFY(!(model.flags(model.index(0, 0)) & Qt::ItemIsDragEnabled));
        QVERIFY(model.flags(model.index(1, 0)) & Qt::ItemIsDragEnabled);
    }

    void everyKindOfWorkHasATitleAndAnIcon()
    {
        JobModel model;
        QVector<JobRow> rows;
        for (const auto kind : {jobs::WorkerKind::Train, jobs::WorkerKind::Resume, jobs::WorkerKind::Evaluate, jobs::WorkerKind::Dataset, jobs::WorkerKind::Tokenizer, jobs::WorkerKind::RunFile})
            for (const auto state : {jobs::JobState::Queued, jobs::JobState::Starting, jobs::JobState::Running, jobs::JobState::Finished, jobs::JobState::Stopped, jobs::JobState::Paused,
                     jobs::JobState::Failed, jobs::JobState::Cancelled}) {
                rows << test::jobRow(QString::number(rows.size()), state, {});
                rows.back().kind = kind;
            }
        model.set(rows);
        QSet<QString> titles, states;
        for (int n = 0; n < model.rowCount(); ++n) {
            QVERIFY(!model.index(n, JobModel::State).data(Qt::DecorationRole).value<QIcon>().isNull());
            QVERIFY(!model.index(n, JobModel::Title).data(Qt::DecorationRole).value<QIcon>().isNull());
            states << text(model, n, JobModel::State);
            titles << text(model, n, JobModel::Title).section(' ', 0, 1).remove(QRegularExpression(",.*"));
        }
        QCOMPARE(states.size(), 8);
        QCOMPARE(titles.size(), 5);     // a file of jobs goes by its own title, as a training does
        QVERIFY(!states.contains(QString()));
    }
};

BAMSCOPE_TEST(JobModelTest)
#include "test_job_model.moc"
