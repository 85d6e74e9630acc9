// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/trash_worker.h"
#include "core/base/error.h"
#include "tests/support/test_main.h"
#include "tests/window/run_folders.h"

#include <QTemporaryDir>

using namespace bam;
using namespace bam::test;

class TrashTest : public Suite {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QDir().mkpath(m_folder.filePath(QStringLiteral("data")));
        qputenv("XDG_DATA_HOME", m_folder.filePath(QStringLiteral("data")).toLocal8Bit());
    }
    void cleanupTestCase() { qunsetenv("XDG_DATA_HOME"); }

    void aRunGoesToTheTrashAndComesBack()
    {
        const auto root = m_folder.filePath("logs0"), run = makeRun(root + "/l6/bam/version_00", "finished", 12);
        const auto trashed = work::moveToTrash(run, root);
        QVERIFY(!QFileInfo::exists(run));
        QVERIFY(QFileInfo::exists(trashed.trashPath + "/train.log"));
        work::restoreFromTrash(trashed);
        QVERIFY(QFileInfo::exists(run + "/train.log"));
        QVERIFY(!QFileInfo::exists(trashed.trashPath));
        EXPECT_ERROR(work::restoreFromTrash(trashed), ErrorCode::Usage, "is there again");
    }

    void aRunningRunStays()
    {
        const auto root = m_folder.filePath("logs1"), run = makeRun(root + "/l6/bam/version_00", "running");
        EXPECT_ERROR(work::moveToTrash(run, root), ErrorCode::Usage, "still running");
        QVERIFY(QFileInfo::exists(run + "/train.log"));
        EXPECT_ERROR(work::moveToTrash(root + "/l6/bam/version_77", root), ErrorCode::Usage, "not there any more");
    }

    void withoutATrashItStaysInTheLogFolder()
    {
        const auto root = m_folder.filePath("logs2"), run = makeRun(root + "/l6/bam/version_00");
        const auto trashed = work::moveToLogFolderTrash(run, root);
        QVERIFY(!trashed.desktopTrash);
        QCOMPARE(trashed.trashPath, root + "/.trash/l6.bam.version_00");
        makeRun(run);
        QCOMPARE(work::moveToLogFolderTrash(run, root).trashPath, root + "/.trash/l6.bam.version_00.2");
        work::restoreFromTrash(trashed);
        QVERIFY(QFileInfo::exists(run + "/train.log"));
    }

    void manyRunsAreMovedBesideTheWindowAndComeBack()
    {
        const auto root = m_folder.filePath("many");
        QVector<std::pair<QString, QString>> runs;
        for (int n = 0; n < 40; ++n)
            runs.append({makeRun(root + QStringLiteral("/l6/bam/version_%1").arg(n, 2, 10, QLatin1Char('0')), n == 7 ? "running" : "finished", 12), root});
        work::TrashWorker worker;
        work::TrashResult moved, back;
        QVector<int> steps;
        connect(&worker, &work::TrashWorker::progress, this, [&steps](int done) { steps.append(done); });
        bool told = false;
        worker.moveAway(runs, [&](const work::TrashResult& result) { moved = result; });
        QVERIFY(worker.isRunning());
        QVERIFY(moved.done.isEmpty());      // nothing was done on this thread
        worker.putBack([&] { return moved.done; }, [&](const work::TrashResult& result) { back = result, told = true; });
        QTRY_VERIFY(told);
        QCOMPARE(moved.done.size(), 39);
        QCOMPARE(moved.failed, 1);
        QVERIFY(moved.cause.contains("still running"));
        QCOMPARE(steps.mid(0, 3), (QVector<int>{0, 1, 2}));
        QCOMPARE(back.done.size(), 39);
        for (const auto& [run, folder] : runs)
            QVERIFY(QFileInfo::exists(run + "/train.log"));
    }

    void cancellingLeavesTheRestWhereItIs()
    {
        const auto root = m_folder.filePath("cancelled");
        QVector<std::pair<QString, QString>> runs;
        for (int n = 0; n < 10; ++n)
            runs.append({makeRun(root + QStringLiteral("/l6/bam/version_0%1").arg(n), "finished", 12), root});
        work::TrashWorker worker;
        connect(&worker, &work::TrashWorker::progress, [&worker](int done) {
            if (done == 3)
                worker.cancel();
        });
        std::optional<work::TrashResult> result;
        worker.moveAway(runs, [&](const work::TrashResult& told) { result = told; });
        QTRY_VERIFY(result.has_value());
        QVERIFY(result->cancelled);
        QCOMPARE(result->done.size(), 4);       // the one that was under way, too
        for (int n = 0; n < 10; ++n)
            QCOMPARE(QFileInfo::exists(runs[n].first), n >= 4);
        // The next time it goes to the end.
        result.reset();
        worker.putBack([moved = QVector<work::TrashedRun>()] { return moved; }, [&](const work::TrashResult& told) { result = told; });
        QTRY_VERIFY(result.has_value());
        QVERIFY(!result->cancelled);
    }

    void nothingIsOverwrittenWhenARunComesBack()
    {
        const auto root = m_folder.filePath("logs3"), run = makeRun(root + "/l6/bam/version_00");
        const auto trashed = work::moveToTrash(run, root);
        QDir().mkpath(run);     // even an empty folder may be another run's first moment
        EXPECT_ERROR(work::restoreFromTrash(trashed), ErrorCode::Usage, "is there again");
        QVERIFY(QFileInfo::exists(trashed.trashPath + "/train.log"));
        QDir().rmdir(run);
        QVERIFY(QDir(trashed.trashPath).removeRecursively());
        EXPECT_ERROR(work::restoreFromTrash(trashed), ErrorCode::Usage, "not in the trash any more");
    }

private:
    QTemporaryDir m_folder;
};

BAMSCOPE_TEST(TrashTest)
#include "test_trash.moc"
