// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/run_export.h"
#include "tests/support/test_main.h"
#include "tests/window/run_folders.h"

#include <QSignalSpy>
#include <QTemporaryDir>

using namespace bam;
using namespace bam::test;
using work::RunExport;

class RunExportTest : public Suite {
    Q_OBJECT
private Q_SLOTS:
    void curvesOfSeveralRunsComeIntoOneTable()
    {
        QTemporaryDir folder;
        const auto a = makeRun(folder.filePath("l6/bam/version_00"), "finished", 2), b = makeRun(folder.filePath("l6/odd, name/version_00"), "finished", 1);
        QFile::remove(b + "/eval.log");
        RunExport job;
        QSignalSpy finished(&job, &RunExport::finished);
        const auto file = folder.filePath("curves.csv");
        job.start({{a, 100, 10}, {b}}, file);
        QVERIFY(job.isRunning());
        QTRY_COMPARE(finished.size(), 1);
        QCOMPARE(finished.first().at(1).toLongLong(), 4);
        QVERIFY(!job.isRunning());
        QFile csv(file);
        QVERIFY(csv.open(QIODevice::ReadOnly));
        const auto lines = QString::fromUtf8(csv.readAll()).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 5);
        QCOMPARE(lines[0], QStringLiteral("run,set,step,tokens,flops,time_s,loss,gradient_norm,learning_rate,tokens_per_s"));
        QCOMPARE(lines[1], a + QStringLiteral(",train,0,0,0,0,3,0.7,0.001,10000"));
        QCOMPARE(lines[2], a + QStringLiteral(",train,1,100,1000,0.5,2.5,0.7,0.001,10000"));
        QCOMPARE(lines[3], a + QStringLiteral(",validation,0,0,0,1,2.9,,,"));
        QCOMPARE(lines[4], QStringLiteral("\"%1\",train,0,,,0,3,0.7,0.001,10000").arg(b));
    }

    void aCancelledExportLeavesWhatWasThere()
    {
        QTemporaryDir folder;
        QVector<work::ExportedRun> all;
        for (int i = 0; i < 4; ++i)
            all.append({makeRun(folder.filePath(QStringLiteral("l6/bam/version_%1").arg(i)), "finished", 100000)});
        const auto file = folder.filePath("curves.csv");
        writeText(file, "before");
        {
            RunExport job;
            QSignalSpy cancelled(&job, &RunExport::cancelled), finished(&job, &RunExport::finished);
            job.start(all, file);
            job.cancel();
            QTRY_COMPARE(cancelled.size() + finished.size(), 1);
            QCOMPARE(cancelled.size(), 1);
            job.start(all, file);       // and one that is left in the middle
        }
        QFile csv(file);
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readAll(), QByteArray("before"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
    }

    void aFileThatCannotBeWrittenIsToldWithAHint()
    {
        QTemporaryDir folder;
        RunExport job;
        QSignalSpy failed(&job, &RunExport::failed);
        job.start({{makeRun(folder.filePath("l6/bam/version_00"))}}, folder.filePath("nowhere/curves.csv"));
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(failed.first().first().toString().contains(QStringLiteral("nowhere")));
        QVERIFY(!failed.first().last().toString().isEmpty());
    }
};

BAMSCOPE_TEST(RunExportTest)
#include "test_run_export.moc"
