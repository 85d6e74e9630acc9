// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/run_scanner.h"
#include "app/work/run_watcher.h"
#include "tests/support/test_main.h"
#include "tests/window/run_folders.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThread>

#include <atomic>
#include <map>

#include <csignal>
#include <sys/fsuid.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace bam;
using namespace bam::test;
using work::RunWatcher;

namespace {

/// What a window would hold.
class Listener : public QObject {
    Q_OBJECT
public:
    explicit Listener(RunWatcher& watcher)
    {
        connect(&watcher, &RunWatcher::runsChanged, this, [this](const QVector<runs::RunRecord>& changed, const QStringList& removed) {
            ++signalCount;
            for (const auto& record : changed)
                records.insert_or_assign(QString::fromStdString(record.path.string()), record);
            for (const auto& path : removed)
                records.erase(path);
        });
        connect(&watcher, &RunWatcher::scanned, this, [this](int runs) { scannedRuns = runs; });
        connect(&watcher, &RunWatcher::curvesRead, this, [this](const std::shared_ptr<runs::CurvePiece>& piece) {
            ++signalCount;
            ++pieces;
            curves[QString::fromStdString(piece->run.string())].append(std::move(*piece));
        });
        connect(&watcher, &RunWatcher::notesNotSaved, this, [this](const QString&, const runs::RunNotes& notes, const QString& cause) {
            problems.append(cause);
            lostNotes.append(notes);
        });
        connect(&watcher, &RunWatcher::problem, this, [this](const QString&, const QString& text) { problems.append(text); });
    }
    bool complete(const QString& run) { return curves[run].complete(); }
    std::size_t rows(const QString& run) { return curves[run].train().rows(); }
    runs::RunState state(const QString& run) { return records.count(run) ? records.at(run).state : runs::RunState::Unknown; }

    std::map<QString, runs::RunRecord> records;
    std::map<QString, runs::RunCurves> curves;
    QStringList problems;
    QVector<runs::RunNotes> lostNotes;
    int scannedRuns = -1, pieces = 0, signalCount = 0;
};

}  // namespace

class RunWatcherTest : public Suite {
    Q_OBJECT
private Q_SLOTS:
    void runsBelowTheFoldersAreFoundWithTheirNumbers()
    {
        QTemporaryDir folder;
        const auto run = makeRun(folder.filePath("l6/bam/version_00"), "running"), other = makeRun(folder.filePath("deep/l6/rotary/version_01"));
        RunWatcher watcher;
        Listener seen(watcher);
        watcher.setRoots({folder.path(), folder.filePath("l6")});
        QTRY_COMPARE(seen.scannedRuns, 2);
        QCOMPARE(seen.records.size(), std::size_t(2));
        const auto& record = seen.records.at(run);
        QCOMPARE(record.state, runs::RunState::Running);
        QCOMPARE(record.root.string(), folder.path().toStdString());
        QCOMPARE(record.device, std::string("cuda:1"));
        QCOMPARE(record.tokensPerSecond, 12000.0);
        QCOMPARE(record.tokensPerStep, 2.0 * 4 * 64);
        QVERIFY(record.flopsPerToken > 1e6);
        QCOMPARE(seen.records.at(other).state, runs::RunState::Finished);
        QVERIFY(seen.problems.isEmpty());
        watcher.setRoots({folder.filePath("deep")});
        QTRY_COMPARE(seen.records.size(), std::size_t(1));
        QVERIFY(seen.records.count(other));
    }

    void whatChangesBelowAFolderIsNoticed()
    {
        QTemporaryDir folder;
        const auto run = makeRun(folder.filePath("l6/bam/version_00"), "running");
        RunWatcher watcher;
        Listener seen(watcher);
        watcher.setRoots({folder.path()});
        QTRY_COMPARE(seen.scannedRuns, 1);
        writeText(run + "/status.json", statusText("finished", 1000));
        QTRY_COMPARE(seen.state(run), runs::RunState::Finished);
        const auto added = makeRun(folder.filePath("l8/rotary/version_00"));
        QTRY_VERIFY(seen.records.count(added));
        writeText(added + "/notes.json", R"({"tags": ["paper"]})");
        QTRY_COMPARE(seen.records.at(added).notes.tags, std::vector<std::string>{"paper"});
        QVERIFY(QDir(run).removeRecursively());
        QTRY_VERIFY(!seen.records.count(run));
        QVERIFY(QDir(folder.filePath("l8")).removeRecursively());
        QTRY_VERIFY(seen.records.empty());
        makeRun(added);     // what was removed and made again is watched again
        QTRY_VERIFY(seen.records.count(added));
        writeText(added + "/status.json", statusText("failed", 3));
        QTRY_COMPARE(seen.state(added), runs::RunState::Failed);
    }

    void aRunWhoseProcessEndsWithoutAWordIsLost()
    {
        QTemporaryDir folder;
        const auto run = folder.filePath("l6/bam/version_00");
        makeRun(run, "running");
        const auto child = ::fork();
        if (child == 0)
            for (;;)
                ::pause();
        writeText(run + "/status.json", statusText("running", 10, 1000, child));
        RunWatcher watcher;
        Listener seen(watcher);
        watcher.setRoots({folder.path()});
        QTRY_COMPARE(seen.state(run), runs::RunState::Running);
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        QTRY_COMPARE(seen.state(run), runs::RunState::Lost);
    }

    void aFolderThatComesLaterIsNoticed()
    {
        QTemporaryDir folder;
        RunWatcher watcher;
        Listener seen(watcher);
        watcher.setRoots({folder.filePath("logs")});
        QTRY_COMPARE(seen.scannedRuns, 0);
        QCOMPARE(seen.problems.size(), 1);
        QVERIFY(seen.problems.first().contains("does not exist"));
        const auto run = makeRun(folder.filePath("logs/l6/bam/version_00"));
        QTRY_VERIFY(seen.records.count(run));
    }

    void aFolderThatGoesAndComesBackIsNoticed()
    {
        QTemporaryDir folder;
        const auto root = folder.filePath("deep/logs");
        RunWatcher watcher;
        Listener seen(watcher);
        watcher.setRoots({root});
        QTRY_COMPARE(seen.scannedRuns, 0);
        QDir().mkpath(folder.filePath("deep"));
        QTest::qWait(400);
        const auto run = makeRun(root + "/l6/bam/version_00");
        QTRY_VERIFY(seen.records.count(run));
        QVERIFY(QDir(root).removeRecursively());
        QTRY_VERIFY(seen.records.empty());
        QTest::qWait(400);
        makeRun(run);
        QTRY_VERIFY(seen.records.count(run));
        QCOMPARE(seen.problems.size(), 2);      // at the start, and when it went
    }

    void notesAreSavedBesideTheRun()
    {
        QTemporaryDir folder;
        const auto run = makeRun(folder.filePath("l6/bam/version_00")), gone = makeRun(folder.filePath("l6/bam/version_01"));
        RunWatcher watcher;
        Listener seen(watcher);
        watcher.setRoots({folder.path()});
        QTRY_COMPARE(seen.scannedRuns, 2);
        watcher.saveNotes(run, {{"paper"}, "good", true, {}});
        QTRY_COMPARE(seen.records.at(run).notes.note, std::string("good"));
        QVERIFY(QFileInfo::exists(run + "/notes.json"));
        QVERIFY(QDir(gone).removeRecursively());
        watcher.saveNotes(gone, {{"paper"}, {}, false, {}});
        QTRY_COMPARE(seen.problems.size(), 1);
        QVERIFY(seen.problems.first().contains("version_01"));
        QCOMPARE(seen.lostNotes.first().tags, std::vector<std::string>{"paper"});       // to try again with
    }

    void aLogFolderThatIsMovedAwayAndBackIsNoticed()
    {
        QTemporaryDir folder;
        const auto logs = folder.filePath("logs"), away = folder.filePath("away"), run = makeRun(logs + "/l6/bam/version_00");
        RunWatcher watcher;
        Listener seen(watcher);
        watcher.setRoots({logs});
        QTRY_COMPARE(seen.scannedRuns, 1);
        QVERIFY(QDir().rename(logs, away));
        QTRY_VERIFY(seen.records.empty());
        QTRY_VERIFY(!seen.problems.isEmpty());
        QVERIFY(seen.problems.last().contains("does not exist"));
        QVERIFY(QDir().rename(away, logs));
        QTRY_COMPARE(seen.records.size(), std::size_t(1));
        makeRun(logs + "/l6/bam/version_01");       // and it is watched as before
        QTRY_COMPARE(seen.records.size(), std::size_t(2));
    }

    void foldersWhoseNamesAreNoTextAreCounted()
    {
        QTemporaryDir folder;
        makeRun(folder.filePath("l6/bam/version_00"));
        const auto strange = (folder.path() + "/l6/").toLocal8Bit() + "b\xff\xfe";
        QCOMPARE(::mkdir(strange.constData(), 0755), 0);
        RunWatcher watcher;
        Listener seen(watcher);
        watcher.setRoots({folder.path()});
        QTRY_COMPARE(seen.scannedRuns, 1);
        QTRY_COMPARE(seen.problems.size(), 1);
        QVERIFY2(seen.problems.first().startsWith("1 ") && seen.problems.first().contains(folder.path() + "/l6"), qPrintable(seen.problems.first()));
        QCOMPARE(::rmdir(strange.constData()), 0);      // QTemporaryDir cannot
    }

    void aFolderThatMayNotBeReadIsNamed()
    {
        QTemporaryDir folder;
        makeRun(folder.filePath("l6/bam/version_00"));
        const auto closed = folder.filePath("closed");
        QVERIFY(QDir().mkdir(closed));
        QCOMPARE(::chmod(QFile::encodeName(folder.path()).constData(), 0755), 0);
        QCOMPARE(::chmod(QFile::encodeName(closed).constData(), 0), 0);
        const int before = ::setfsuid(65534);      // where the tests are run by one who may read everything
        std::map<QString, QStringList> told;
        int found = -1;
        work::RunScanner::Sink sink;
        sink.changed = [](runs::RunRecord&&) {};
        sink.removed = sink.folderChanged = [](const QString&) {};
        sink.scanned = [&](int count) { found = count; };
        sink.problem = [&](const QString& path, const QString& text) { told[path].append(text); };
        sink.pause = [] {};
        work::RunScanner scanner(sink, true);
        scanner.setRoots({folder.path()});
        QTRY_VERIFY(found >= 0);
        ::setfsuid(uid_t(before));
        QCOMPARE(told[closed].size(), 1);
        QVERIFY2(told[closed].first().contains(closed) && told[closed].first().contains("permission") && !told[closed].first().contains("inotify"), qPrintable(told[closed].first()));
        QCOMPARE(::chmod(QFile::encodeName(closed).constData(), 0755), 0);
        QTRY_VERIFY(told[closed].last().isEmpty());     // so no more
    }

    void runsOfTheOfficialCodeAreFollowedByTheirLogs()
    {
        QTemporaryDir folder;
        const auto run = folder.filePath("l12/rotary/version_3");
        writeText(run + "/args.json", "{}");
        writeText(run + "/train.log", kTrainHeader + trainRows(0, 7));
        RunWatcher watcher;
        Listener seen(watcher);
        watcher.setRoots({folder.path()});
        watcher.follow({run});
        QTRY_COMPARE(seen.rows(run), std::size_t(7));
        appendText(run + "/train.log", trainRows(7, 3));
        QTRY_COMPARE(seen.rows(run), std::size_t(10));
        QTRY_COMPARE(seen.records.at(run).step, 9);
    }

    void whereNothingCanBeWatchedRunningRunsAreStillLookedAt()
    {
        QTemporaryDir folder;
        const auto run = makeRun(folder.filePath("l6/bam/version_00"), "running");
        std::map<QString, runs::RunRecord> records;
        QStringList problems;
        int scannedRuns = -1;
        work::RunScanner::Sink sink;
        sink.changed = [&](runs::RunRecord&& record) { records.insert_or_assign(QString::fromStdString(record.path.string()), record); };
        sink.removed = [&](const QString& path) { records.erase(path); };
        sink.scanned = [&](int count) { scannedRuns = count; };
        sink.problem = [&](const QString&, const QString& text) { problems.append(text); };
        sink.folderChanged = [](const QString&) {};
        sink.pause = [] {};
        work::RunScanner scanner(sink, false);
        scanner.setRoots({folder.path()});
        QTRY_COMPARE(scannedRuns, 1);
        QCOMPARE(problems.size(), 1);
        QVERIFY(problems.first().contains("watches no more folders"));
        writeText(run + "/status.json", statusText("finished", 1000));
        QTRY_COMPARE(records.at(run).state, runs::RunState::Finished);
    }

    void brokenFoldersAreToldOnceAndHarmNothing()
    {
        QTemporaryDir folder;
        const auto good = makeRun(folder.filePath("l6/bam/version_00")), broken = makeRun(folder.filePath("l6/bam/version_01")), odd = folder.filePath("l6/bam/version_02");
        writeText(broken + "/status.json", "{\"state\": ");
        writeText(odd, "a file where a folder is expected");
        const auto official = folder.filePath("l12/rotary/version_3");
        writeText(official + "/args.json", "{\"args\": 3}");
        writeText(official + "/train.log", kTrainHeader + trainRows(0, 7));
        QDir().mkpath(folder.filePath("l6/bam/version_03/run.json"));
        RunWatcher watcher;
        Listener seen(watcher);
        watcher.setRoots({folder.path()});
        QTRY_COMPARE(seen.scannedRuns, 3);
        QCOMPARE(seen.problems.size(), 1);
        QVERIFY(seen.problems.first().contains("status.json cannot be read"));
        QVERIFY(!seen.records.at(broken).problem.empty());
        QVERIFY(seen.records.at(official).official);
        QCOMPARE(seen.records.at(official).step, 6);
        writeText(broken + "/notes.json", "{}");        // reads the run again: the same trouble is not told again
        QTest::qWait(400);
        QCOMPARE(seen.problems.size(), 1);
        QVERIFY(seen.records.count(good));
    }

    void curvesOfFollowedRunsAreReadAndGrow()
    {
        QTemporaryDir folder;
        const auto run = makeRun(folder.filePath("l6/bam/version_00"), "finished", 100), live = makeRun(folder.filePath("l6/bam/version_01"), "running", 5);
        writeText(run + "/checkpoints/step_00000050/state.json", "{}");
        RunWatcher watcher;
        Listener seen(watcher);
        watcher.setRoots({folder.path()});
        watcher.follow({run, live});
        QTRY_VERIFY(seen.complete(run) && seen.complete(live));
        QCOMPARE(seen.rows(run), std::size_t(100));
        QCOMPARE(seen.curves[run].validation().rows(), std::size_t(1));
        QCOMPARE(seen.curves[run].marks(), (std::vector<runs::CurveMark>{{runs::CurveMark::Kind::Checkpoint, 50}}));
        appendText(live + "/train.log", trainRows(5, 3));
        QTRY_COMPARE(seen.rows(live), std::size_t(8));
        appendText(run + "/train.log", trainRows(100, 20));     // not running by its own word: the log's notification tells
        QTRY_COMPARE(seen.rows(run), std::size_t(120));
        QTest::qWait(2200);                                     // quiet again, so watched again
        appendText(run + "/train.log", trainRows(120, 5));
        QTRY_COMPARE(seen.rows(run), std::size_t(125));
        watcher.follow({live});
        appendText(run + "/train.log", trainRows(125, 5));
        QTest::qWait(500);
        QCOMPARE(seen.rows(run), std::size_t(125));
        watcher.follow({live, run});                            // read afresh: what a view held before is void
        QTRY_COMPARE(seen.rows(run), std::size_t(130));
        QVERIFY(seen.problems.isEmpty());
    }

    void aLogThatIsCutReplacedOrRemovedIsToldOnce()
    {
        QTemporaryDir folder;
        const auto run = makeRun(folder.filePath("l6/bam/version_00"), "running", 50);
        RunWatcher watcher;
        Listener seen(watcher);
        watcher.setRoots({folder.path()});
        watcher.follow({run});
        QTRY_COMPARE(seen.rows(run), std::size_t(50));
        QVERIFY(QFile::resize(run + "/train.log", (kTrainHeader + trainRows(0, 20)).size()));
        QTRY_COMPARE(seen.rows(run), std::size_t(20));
        QTRY_COMPARE(seen.problems.size(), 1);
        QVERIFY(seen.problems.first().contains("cut or replaced"));
        QVERIFY(QFile::rename(run + "/train.log", run + "/train.log.1"));
        QTRY_COMPARE(seen.problems.size(), 2);
        QVERIFY(seen.problems.last().contains("no train.log"));
        QCOMPARE(seen.rows(run), std::size_t(20));      // what was read stays
        writeText(run + "/train.log", kTrainHeader + trainRows(0, 3));
        QTRY_COMPARE(seen.rows(run), std::size_t(3));
        QVERIFY(QDir(run).removeRecursively());
        QTRY_VERIFY(!seen.records.count(run));
        QTRY_VERIFY(seen.problems.last().contains("not there any more"));
    }

    void aResumedRunCutsItsLogWithoutAlarm()
    {
        QTemporaryDir folder;
        const auto run = makeRun(folder.filePath("l6/bam/version_00"), "stopped", 50);
        RunWatcher watcher;
        Listener seen(watcher);
        watcher.setRoots({folder.path()});
        watcher.follow({run});
        QTRY_COMPARE(seen.rows(run), std::size_t(50));
        QVERIFY(QFile::resize(run + "/train.log", (kTrainHeader + trainRows(0, 40)).size()));
        auto json = runText();
        json.replace("\"ranks\": 2}]", "\"ranks\": 2}, {\"resumed_from_step\": 40}]");
        writeText(run + "/run.json", json);
        appendText(run + "/train.log", trainRows(40, 5));
        QTRY_COMPARE(seen.rows(run), std::size_t(45));
        QTRY_COMPARE(seen.curves[run].marks(), (std::vector<runs::CurveMark>{{runs::CurveMark::Kind::Resume, 40}}));
        QVERIFY2(seen.problems.isEmpty(), qPrintable(seen.problems.join('\n')));
    }

    void manyRowsASecondGiveFewSignals()
    {
        QTemporaryDir folder;
        QStringList live;
        for (int i = 0; i < 8; ++i)
            live.append(makeRun(folder.filePath(QStringLiteral("l6/bam/version_0%1").arg(i)), "running", 1));
        RunWatcher watcher;
        Listener seen(watcher);
        watcher.setRoots({folder.path()});
        watcher.follow(live);
        QTRY_COMPARE(seen.curves.size(), std::size_t(8));
        std::atomic<bool> stop{false};
        std::unique_ptr<QThread> writer(QThread::create([&] {
            for (int step = 1; !stop; ++step) {
                for (const auto& run : live)
                    appendText(run + "/train.log", trainRows(step, 1));
                if (step % 100 == 0)
                    for (const auto& run : live)
                        writeText(run + "/status.json", statusText("running", step));
                QThread::msleep(7);
            }
        }));
        writer->start();
        QTest::qWait(500);
        const int before = seen.signalCount;
        QElapsedTimer timer;
        timer.start();
        QTest::qWait(2000);
        const double perSecond = (seen.signalCount - before) * 1000.0 / double(timer.elapsed());
        stop = true;
        writer->wait();
        std::size_t rows = 0;
        for (const auto& run : live)
            rows += seen.rows(run);
        qInfo("%.1f signals a second for %.0f rows in all", perSecond, double(rows));
        QVERIFY(perSecond > 2 && perSecond <= 20);
        QVERIFY(rows > 300);
    }

    void aWatcherEndsInTheMiddleOfItsWork()
    {
        QTemporaryDir folder;
        QStringList all;
        for (int i = 0; i < 40; ++i)
            all.append(makeRun(folder.filePath(QStringLiteral("l6/bam/version_%1").arg(i)), "running", 3000));
        for (int i = 0; i < 5; ++i) {
            RunWatcher watcher;
            Listener seen(watcher);
            watcher.setRoots({folder.path()});
            watcher.follow(all);
            QTest::qWait(i * 7);
        }
    }

    void whatNobodyWouldPutIntoRunFoldersIsToldAndEndsNothing()
    {
        QTemporaryDir folder;
        const auto good = makeRun(folder.filePath("l6/bam/version_00"));
        const auto pipes = makeRun(folder.filePath("l6/bam/version_01")), loops = makeRun(folder.filePath("l6/bam/version_02")), rows = makeRun(folder.filePath("l6/bam/version_03"));
        for (const auto* name : {"/train.log", "/status.json", "/notes.json"}) {
            QFile::remove(pipes + QLatin1String(name));
            QCOMPARE(::mkfifo((pipes + QLatin1String(name)).toLocal8Bit().constData(), 0600), 0);
        }
        QDir().mkpath(loops + "/checkpoints");
        QVERIFY(QFile::link(QStringLiteral("step_00000010"), loops + "/checkpoints/step_00000010"));
        appendText(rows + "/train.log", "inf,1,1,1,1,1,1\nnan,1,1,1,1,1,1\n");
        {
            RunWatcher watcher;
            Listener seen(watcher);
            watcher.setRoots({folder.path()});
            watcher.follow({good, pipes, loops, rows});
            QTRY_COMPARE(seen.scannedRuns, 4);
            QTRY_VERIFY(seen.complete(good) && seen.complete(loops) && seen.complete(rows));
            QTRY_VERIFY2(seen.problems.filter(QStringLiteral("not a regular file")).size() >= 2, qPrintable(seen.problems.join('\n')));
            QTRY_COMPARE(seen.problems.filter(QStringLiteral("that are no rows")).size(), 1);
            QCOMPARE(seen.rows(rows), std::size_t(10));
        }   // ends although nobody ever writes into the pipes
    }

    void fiveThousandRunsAreFound()
    {
        QTemporaryDir folder;
        const char* encodings[] = {"bam", "bam_ssmax", "rotary", "alibi", "nope"};
        const char* sizes[] = {"l6", "l12", "l24", "l8", "laptop"};
        for (int i = 0; i < 5000; ++i) {
            const auto run = folder.filePath(QStringLiteral("%1/%2/version_%3").arg(sizes[i % 5], encodings[i / 5 % 5]).arg(i / 25, 2, 10, QLatin1Char('0')));
            QDir().mkpath(run);
            writeText(run + "/status.json", statusText("finished", 1000));
            writeText(run + "/run.json", runText(i));
        }
        RunWatcher watcher;
        Listener seen(watcher);
        QElapsedTimer timer;
        timer.start();
        qint64 first = -1;
        connect(&watcher, &RunWatcher::runsChanged, &seen, [&] { first = first < 0 ? timer.elapsed() : first; });
        watcher.setRoots({folder.path()});
        QTRY_COMPARE_WITH_TIMEOUT(seen.scannedRuns, 5000, 60000);
        QCOMPARE(seen.records.size(), std::size_t(5000));
        qInfo("5000 runs: first after %lld ms, all after %lld ms", first, timer.elapsed());
    }
};

BAMSCOPE_TEST(RunWatcherTest)
#include "test_run_watcher.moc"
