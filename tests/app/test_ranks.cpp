// SPDX-License-Identifier: GPL-3.0-or-later
// Several ranks on one machine, as the real program starts them: the same numbers as one process, and what happens when one of them dies.
#include "core/interop/safetensors.h"
#include "core/runs/control.h"
#include "core/runs/folder_lock.h"
#include "core/runs/run_directory.h"
#include "core/runs/run_summary.h"
#include "tests/app/program.h"
#include "tests/support/free_port.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>

#include <QDir>
#include <QJsonArray>

#include <csignal>
#include <ctime>

using namespace bam;

namespace {

// Sums over ranks have another order than sums over micro-batches, and Adam's first steps follow the sign of gradients that nearly cancel: a difference grows with
// the learning rate. At 1e-4, the default, all stay within this (3.2e-7 measured, of a θα, whose gradient is a millionth of what it is summed from).
constexpr double kTolerance = 1e-6;

/// The largest difference of any number of two safetensors files with the same names; infinity when they have others.
double largestDifference(const std::filesystem::path& a, const std::filesystem::path& b)
{
    const interop::SafetensorsFile first(a), second(b);
    if (first.names() != second.names())
        return std::numeric_limits<double>::infinity();
    double largest = 0;
    for (const auto& name : first.names())
        largest = std::max(largest, (first.tensor(name).to(at::kDouble) - second.tensor(name).to(at::kDouble)).abs().max().item<double>());
    return largest;
}

}  // namespace

class Ranks : public test::Suite {
    Q_OBJECT
    test::Workplace m_place;

    QString runIn(const QString& logs, int version = 0) const { return logs + QStringLiteral("/custom/bam_ssmax/version_%1").arg(version, 2, 10, QLatin1Char('0')); }
    std::filesystem::path pathOf(const QString& logs) const { return m_place.path(runIn(logs)).toStdString(); }
    QJsonObject statusOf(const QString& logs) const { return QJsonDocument::fromJson(m_place.read(runIn(logs) + "/status.json")).object(); }

    /// 50 steps of 6 sequences: one, two or three ranks divide them evenly.
    QStringList fifty(const QString& logs) const
    {
        auto flags = test::Workplace::endlessTraining();
        return flags + QStringList{"--batch_size", "2", "--tokens_per_step", QString::number(12 * lengthOf(flags)), "--num_iterations", "50", "--val_loss_every", "25", "--val_tokens", QString::number(10 * lengthOf(flags)),
            "--checkpoint_every", "20", "--learning_rate", "1e-4", "--dist_timeout", "60", "--log_dir", logs, "--quiet"};
    }
    static int lengthOf(const QStringList& flags) { return flags.at(flags.lastIndexOf("--sequence_length") + 1).toInt(); }

    /// Process numbers of the ranks of a launcher.
    QList<int> ranksOf(qint64 launcher) const
    {
        QFile file(QStringLiteral("/proc/%1/task/%1/children").arg(launcher));
        QList<int> found;
        if (file.open(QIODevice::ReadOnly))
            for (const auto& number : file.readAll().split(' '))
                if (!number.trimmed().isEmpty())
                    found.push_back(number.toInt());
        return found;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_place.prepareData();
        EXPECT_EXIT(m_place.run(fifty("one")), 0);
    }

    void twoAndThreeRanksGiveTheNumbersOfOne_data()
    {
        QTest::addColumn<QStringList>("flags");
        QTest::newRow("two") << QStringList{"--ranks", "2"};
        QTest::newRow("three") << QStringList{"--ranks", "3"};
        QTest::newRow("two, small buckets") << QStringList{"--ranks", "2", "--bucket_mb", "1"};
        QTest::newRow("two, sharded optimiser") << QStringList{"--ranks", "2", "--shard_optimizer"};
        QTest::newRow("three, sharded optimiser") << QStringList{"--ranks=3", "--shard_optimizer"};
    }

    void twoAndThreeRanksGiveTheNumbersOfOne()
    {
        QFETCH(QStringList, flags);
        const auto logs = "several_" + flags.join('_').remove('-').remove('=');
        EXPECT_EXIT(m_place.run(fifty(logs) + flags), 0);
        for (const auto* step : {"step_00000040", "step_00000050"})
            for (const auto* file : {"model.safetensors", "optimizer.safetensors"}) {
                const auto difference = largestDifference(pathOf("one") / "checkpoints" / step / file, pathOf(logs) / "checkpoints" / step / file);
                QVERIFY2(difference <= kTolerance, qPrintable(QStringLiteral("%1/%2 differs by %3").arg(step, file).arg(difference)));
            }
        const auto one = runs::readTrainLog(pathOf("one") / "train.log"), several = runs::readTrainLog(pathOf(logs) / "train.log");
        QCOMPARE(several.size(), std::size_t(50));
        for (std::size_t n = 0; n < several.size(); ++n) {
            QVERIFY(std::abs(one[n].loss - several[n].loss) <= kTolerance * 5);     // float32 of a loss near 5
            QVERIFY(std::abs(one[n].norm - several[n].norm) <= kTolerance * std::max(1.0f, one[n].norm) * 10);
        }
        const auto validated = runs::readEvalLog(pathOf("one") / "eval.log"), shared = runs::readEvalLog(pathOf(logs) / "eval.log");
        QCOMPARE(shared.size(), validated.size());
        for (std::size_t n = 0; n < shared.size(); ++n)
            QVERIFY(std::abs(validated[n].loss - shared[n].loss) <= kTolerance * 5);
        EXPECT_TEXT(m_place.read(runIn(logs) + "/log_rank_01.txt"), "rank 1 of ");
        QVERIFY(!QFile::exists(m_place.path(runIn(logs) + "/log_rank_00.txt")));
    }

    void aRunOfTwoRanksGoesOnWithAnotherNumber_data()
    {
        QTest::addColumn<QStringList>("flags");
        QTest::newRow("one") << QStringList{};
        QTest::newRow("three") << QStringList{"--ranks", "3"};
    }

    void aRunOfTwoRanksGoesOnWithAnotherNumber()
    {
        QFETCH(QStringList, flags);
        const QString logs = flags.isEmpty() ? "to_one" : "to_three";
        QProcess process;
        m_place.startTraining(process, fifty(logs) + QStringList{"--ranks", "2", "--shard_optimizer"}, logs);
        runs::requestControl(pathOf(logs), {runs::ControlKind::Pause, 30});
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 3);
        QCOMPARE(statusOf(logs)["state"].toString(), QString("paused"));
        QCOMPARE(statusOf(logs)["step"].toInt(), 30);
        EXPECT_EXIT(m_place.run(QStringList{"--batch", "train", "--resume", runIn(logs), "--quiet"} + flags), 0);
        const auto difference = largestDifference(pathOf("one") / "checkpoints/step_00000050/model.safetensors", pathOf(logs) / "checkpoints/step_00000050/model.safetensors");
        QVERIFY2(difference <= kTolerance, qPrintable(QString::number(difference)));
        QCOMPARE(runs::readTrainLog(pathOf(logs) / "train.log").size(), std::size_t(50));
    }

    void aKilledRankEndsAllIsNamedAndResumeGivesTheSameBits()
    {
        EXPECT_EXIT(m_place.run(fifty("whole") + QStringList{"--ranks", "2", "--num_iterations", "400"}), 0);
        for (const int victim : {0, 1}) {
            const auto logs = QStringLiteral("killed_%1").arg(victim);
            QProcess process;
            m_place.startTraining(process, fifty(logs) + QStringList{"--ranks", "2", "--num_iterations", "400"}, logs);
            QTRY_VERIFY_WITH_TIMEOUT(QDir(m_place.path(runIn(logs) + "/checkpoints")).exists("step_00000020/state.json"), 60'000);
            const auto ranks = ranksOf(process.processId());
            QCOMPARE(ranks.size(), 2);
            ::kill(ranks.at(victim), SIGKILL);
            QVERIFY(process.waitForFinished(60'000));
            QCOMPARE(process.exitCode(), 1);
            const auto text = process.readAllStandardError();
            EXPECT_TEXT(text, QStringLiteral("rank %1 of 2 was ended by signal 9").arg(victim).toUtf8());
            QCOMPARE(statusOf(logs)["state"].toString(), QString("failed"));
            EXPECT_TEXT(statusOf(logs)["error"].toObject()["message"].toString().toUtf8(), QStringLiteral("rank %1 of 2").arg(victim).toUtf8());
            for (const int rank : ranks)
                QVERIFY(::kill(rank, 0) != 0);
            EXPECT_EXIT(m_place.run({"--batch", "train", "--resume", runIn(logs), "--quiet", "--ranks", "2"}), 0);
            for (const auto* file : {"/checkpoints/step_00000400/model.safetensors", "/checkpoints/step_00000400/optimizer.safetensors"})
                QVERIFY(m_place.read(runIn(logs) + file) == m_place.read(runIn("whole") + file));
        }
    }

    void aKilledLauncherLeavesARunThatStoppedInOrder()
    {
        QProcess process;
        m_place.startTraining(process, fifty("orphans") + QStringList{"--ranks", "2", "--num_iterations", "100000"}, "orphans");
        const auto ranks = ranksOf(process.processId());
        QCOMPARE(ranks.size(), 2);
        process.kill();
        QVERIFY(process.waitForFinished(60'000));
        for (const int rank : ranks)
            QTRY_VERIFY_WITH_TIMEOUT(::kill(rank, 0) != 0, 60'000);
        QCOMPARE(statusOf("orphans")["state"].toString(), QString("stopped"));
        QVERIFY(!runs::listCheckpoints(pathOf("orphans")).empty());
        QCOMPARE(runs::listCheckpoints(pathOf("orphans")).back().first, statusOf("orphans")["step"].toInt());
    }

    // Again and again: a rank that is done first must not make the launcher hurry the one that still writes.
    void stoppedByASignalAllWriteOneCheckpoint()
    {
        for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGTERM, SIGINT}) {
            QDir(m_place.path("stopped")).removeRecursively();
            QProcess process;
            m_place.startTraining(process, fifty("stopped") + QStringList{"--ranks", "2", "--num_iterations", "100000", "--checkpoint_every", "0"}, "stopped");
            ::kill(pid_t(process.processId()), signal);
            QVERIFY(process.waitForFinished(60'000));
            QCOMPARE(process.exitCode(), 3);
            QCOMPARE(process.readAllStandardError().count("stopping after this step"), 1);
            QCOMPARE(statusOf("stopped")["state"].toString(), QString("stopped"));
            QCOMPARE(runs::listCheckpoints(pathOf("stopped")).back().first, statusOf("stopped")["step"].toInt());
        }
        EXPECT_TEXT(m_place.read(runIn("stopped") + "/log_rank_01.txt"), "stopped on request");
    }

    // As systems that shut down do, and clusters that signal all processes of a job.
    void aSignalToEveryProcessLeavesACheckpoint()
    {
        QProcess process;
        m_place.startTraining(process, fifty("everyone") + QStringList{"--ranks", "2", "--num_iterations", "100000", "--checkpoint_every", "0"}, "everyone");
        auto all = ranksOf(process.processId());
        QCOMPARE(all.size(), 2);
        all.append(int(process.processId()));
        for (int again = 0; again < 2; ++again)
            for (const int one : all) {
                ::kill(one, SIGTERM);
                QTest::qWait(20);
            }
        QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 60'000);
        QCOMPARE(process.exitCode(), 3);
        QCOMPARE(statusOf("everyone")["state"].toString(), QString("stopped"));
        QCOMPARE(runs::listCheckpoints(pathOf("everyone")).back().first, statusOf("everyone")["step"].toInt());
    }

    void aStopBeforeTheRanksListenIsAStop()
    {
        QProcess process;
        m_place.prepare(process, fifty("early") + QStringList{"--ranks", "2", "--num_iterations", "100000"});
        process.start();
        QTRY_COMPARE_WITH_TIMEOUT(ranksOf(process.processId()).size(), 2, 60'000);
        ::kill(pid_t(process.processId()), SIGTERM);
        QVERIFY(process.waitForFinished(60'000));
        QVERIFY2(process.exitCode() == 3, process.readAllStandardError().constData());
    }

    // Of a job whose other machine never came: the time that was asked for ends it in order.
    void aStopWhileOtherRanksAreWaitedForIsAStop()
    {
        const auto port = QString::number(test::freePort());
        for (const auto* rank : {"0", "1"}) {
            QProcess process;
            m_place.prepare(process, fifty("alone"));
            auto environment = process.processEnvironment();
            for (const auto& [name, value] : {std::pair<QString, QString>{"RANK", rank}, {"LOCAL_RANK", rank}, {"WORLD_SIZE", "2"}, {"LOCAL_WORLD_SIZE", "2"}, {"MASTER_ADDR", "127.0.0.1"}, {"MASTER_PORT", port}})
                environment.insert(name, value);
            process.setProcessEnvironment(environment);
            process.start();
            QTest::qWait(3000);     // it is there, and waits: nothing tells so on rank 1
            QCOMPARE(process.state(), QProcess::Running);
            ::kill(pid_t(process.processId()), SIGTERM);
            QVERIFY(process.waitForFinished(20'000));
            const auto text = process.readAllStandardError();
            QVERIFY2(process.exitCode() == 3, text.constData());
            EXPECT_TEXT(text, "stopped on request while waiting for ");
        }
        QVERIFY(!QDir(m_place.path("alone")).exists());
    }

    void aResumeThatMeetsARunJustFinishingEndsWithIt()
    {
        EXPECT_EXIT(m_place.run(fifty("finishing") + QStringList{"--ranks", "2"}), 0);
        const auto finished = m_place.read(runIn("finishing") + "/status.json");
        auto running = finished;
        QVERIFY(running.contains("\"finished\""));
        m_place.write(runIn("finishing") + "/status.json", running.replace("\"finished\"", "\"running\""));
        auto held = std::make_optional<runs::FolderLock>(pathOf("finishing"), ".lock");
        QProcess process;
        m_place.prepare(process, {"--batch", "train", "--resume", runIn("finishing"), "--ranks", "2"});
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start();
        QByteArray text;
        QTRY_VERIFY_WITH_TIMEOUT((text += process.readAll()).contains("waiting for it to end"), 60'000);
        m_place.write(runIn("finishing") + "/status.json", finished);
        held.reset();
        QVERIFY(process.waitForFinished(60'000));
        text += process.readAll();
        QVERIFY2(process.exitCode() == 0, text.constData());
        EXPECT_TEXT(text, "is finished at step 50; nothing to resume");
    }

    void aFinishedRunNeedsNeitherRanksNorDevicesThatFit()
    {
        for (const auto& flags : {QStringList{"--ranks", "4"}, {"--devices", "cuda:90,cuda:91"}, {"--ranks", "2", "--device", "cuda:90"}}) {
            const auto outcome = m_place.run(QStringList{"--batch", "train", "--resume", runIn("one")} + flags);
            EXPECT_EXIT(outcome, 0);
            EXPECT_TEXT(outcome.out, "is finished at step 50; nothing to resume");
        }
    }

    void aRunThatIsInUseIsToldByAllRanksAtOnce()
    {
        EXPECT_EXIT(m_place.run(fifty("used") + QStringList{"--ranks", "2"}), 0);
        auto status = m_place.read(runIn("used") + "/status.json");
        m_place.write(runIn("used") + "/status.json", status.replace("\"finished\"", "\"running\""));     // a finished one would only say so
        const runs::FolderLock held(pathOf("used"), ".lock");
        const auto outcome = m_place.run({"--batch", "train", "--resume", runIn("used"), "--ranks", "2", "--quiet"});
        EXPECT_EXIT(outcome, 4);
        EXPECT_TEXT(outcome.err, "is in use by another process");
        QVERIFY2(!outcome.err.contains("lost contact") && !outcome.err.contains("did not come"), outcome.err.constData());
    }

    // Validation of one forward pass of one rank: then the other ranks have none.
    void validationTooSmallForMoreRanksDoesNotEndAResume()
    {
        auto flags = fifty("small");
        flags << "--val_tokens" << QString::number(2 * lengthOf(flags));
        QProcess process;
        m_place.startTraining(process, flags, "small");
        runs::requestControl(pathOf("small"), {runs::ControlKind::Pause, 30});
        QVERIFY(process.waitForFinished(60'000));
        EXPECT_EXIT(m_place.run({"--batch", "train", "--resume", runIn("small"), "--ranks", "3", "--quiet"}), 0);
        QCOMPARE(runs::readEvalLog(pathOf("small") / "eval.log").size(), std::size_t(3));
    }

    void whatCannotBeSharedIsRefused()
    {
        auto flags = fifty("refused");
        const auto uneven = m_place.run(flags + QStringList{"--ranks", "4"});
        EXPECT_EXIT(uneven, 2);
        EXPECT_TEXT(uneven.err, "4 processes");
        EXPECT_EXIT(m_place.run(flags + QStringList{"--ranks", "0"}), 2);
        EXPECT_EXIT(m_place.run(flags + QStringList{"--ranks", "2", "--devices", "tpu"}), 2);
        // Devices that are named and not there: nothing begins on the CPU instead.
        auto anywhere = flags;
        anywhere[anywhere.lastIndexOf("--device") + 1] = "auto";
        const auto absent = m_place.run(anywhere + QStringList{"--devices", "cuda:90,cuda:91"});
        EXPECT_EXIT(absent, 4);
        EXPECT_TEXT(absent.err, "--devices names cuda:90, but ");
        EXPECT_EXIT(m_place.run(flags + QStringList{"--ranks", "2", "--devices", "cuda:0"}), 2);
        const auto twice = m_place.run(flags + QStringList{"--ranks", "2", "--devices", "cuda:0,0"});
        EXPECT_EXIT(twice, 2);
        EXPECT_TEXT(twice.err, "cuda:0 twice");
        const auto named = m_place.run(flags + QStringList{"--ranks", "2", "--device", "cuda:1"});
        EXPECT_EXIT(named, 2);
        EXPECT_TEXT(named.err, "cuda:1");
        test::Workplace inside;
        inside.setEnvironment("WORLD_SIZE", "2");
        const auto lost = inside.run(flags);
        EXPECT_EXIT(lost, 2);
        EXPECT_TEXT(lost.err, "RANK is not set");
        QVERIFY(!QDir(m_place.path("refused")).exists());
    }

    void sharedEvaluationsGiveTheResultsOfOneProcess()
    {
        const QStringList what{"--batch", "evaluate", runIn("one"), "--passkey_lengths", "0,160,256", "--samples", "5", "--perplexity", "text.txt", "--perplexity_tokens", "256", "--perplexity_window", "64",
            "--perplexity_sequences", "3", "--device", "cpu", "--threads", "1", "--quiet"};
        const auto results = [&] { return QJsonDocument::fromJson(m_place.read(runIn("one") + "/results.json")).object(); };
        EXPECT_EXIT(m_place.run(what), 0);
        const auto alone = results();
        for (const int ranks : {2, 3}) {
            QVERIFY(QFile::remove(m_place.path(runIn("one") + "/results.json")));
            EXPECT_EXIT(m_place.run(what + QStringList{"--again", "--ranks", QString::number(ranks)}), 0);
            const auto shared = results();
            QCOMPARE(shared["passkey"], alone["passkey"]);
            const auto details = [](const QJsonObject& all) { return all["passkey_details"].toObject().begin()->toArray(); };
            QCOMPARE(details(shared).size(), 3);
            for (int n = 0; n < 3; ++n)
                for (const auto* key : {"outcomes", "correct", "samples", "length"})
                    QCOMPARE(details(shared)[n].toObject()[key], details(alone)[n].toObject()[key]);
            const auto curve = [](const QJsonObject& all) { return all["perplexity"].toArray()[0].toObject()["perplexity"].toArray(); };
            QCOMPARE(curve(shared).size(), 4);
            for (int n = 0; n < 4; ++n)
                QVERIFY(std::abs(curve(shared)[n].toDouble() - curve(alone)[n].toDouble()) <= 1e-9 * curve(alone)[n].toDouble());
        }
    }

    void aStoppedSharedEvaluationKeepsWhatIsFinished()
    {
        QVERIFY(QFile::remove(m_place.path(runIn("one") + "/results.json")));
        const auto outcome = m_place.runAndSignal({"--batch", "evaluate", runIn("one"), "--passkey_lengths", "0,160,6000", "--samples", "400", "--device", "cpu", "--threads", "1", "--ranks", "2", "--json"}, "\"length\":160", {SIGTERM});
        EXPECT_EXIT(outcome, 3);
        const auto results = QJsonDocument::fromJson(m_place.read(runIn("one") + "/results.json")).object();
        QCOMPARE(results["passkey_details"].toObject().begin()->toArray().size(), 2);
    }

    void theDryRunCountsTheRanks()
    {
        const auto dry = m_place.run(fifty("dry") + QStringList{"--ranks", "2", "--dry-run"});
        EXPECT_EXIT(dry, 0);
        EXPECT_TEXT(dry.out, "on 2 ranks");
    }
};

BAMSCOPE_TEST(Ranks)
#include "test_ranks.moc"
