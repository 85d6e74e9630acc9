// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/trash.h"
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
