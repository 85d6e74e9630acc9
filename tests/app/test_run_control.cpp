// SPDX-License-Identifier: GPL-3.0-or-later
// Requests through the control folder, as the real program obeys them.
#include "core/runs/control.h"
#include "tests/app/program.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>

using namespace bam;
using runs::ControlKind;

class RunControl : public test::Suite {
    Q_OBJECT
    test::Workplace m_place;

    QString runIn(const QString& logs) const { return logs + "/custom/bam_ssmax/version_00"; }
    std::filesystem::path pathOf(const QString& logs) const { return m_place.path(runIn(logs)).toStdString(); }
    QJsonObject statusOf(const QString& logs) const { return QJsonDocument::fromJson(m_place.read(runIn(logs) + "/status.json")).object(); }

private Q_SLOTS:
    void initTestCase() { m_place.prepareData(); }

    void pausedAtAStepAndResumedGivesTheSameWeights()
    {
        const auto longer = test::Workplace::endlessTraining() + QStringList{"--num_iterations", "600", "--checkpoint_every", "0"};
        EXPECT_EXIT(m_place.run(longer + QStringList{"--log_dir", "whole", "--quiet"}), 0);
        QProcess process;
        m_place.startTraining(process, longer, "cut");
        const auto request = runs::requestControl(pathOf("cut"), {ControlKind::Pause, 500});
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 3);
        QCOMPARE(statusOf("cut")["state"].toString(), QString("paused"));
        QCOMPARE(statusOf("cut")["step"].toInt(), 500);
        const auto answer = runs::controlAnswer(request);
        QVERIFY(answer);
        QCOMPARE(answer->result, std::string("paused"));
        QCOMPARE(answer->step, 500);
        EXPECT_TEXT(m_place.run({"--batch", "info", runIn("cut")}).out, "state: paused");

        EXPECT_EXIT(m_place.run({"--batch", "train", "--resume", runIn("cut"), "--quiet"}), 0);
        for (const auto* file : {"/checkpoints/step_00000600/model.safetensors", "/checkpoints/step_00000600/optimizer.safetensors"}) {
            const auto undisturbed = m_place.read(runIn("whole") + file);
            QVERIFY(undisturbed.size() > 1000);
            QVERIFY(m_place.read(runIn("cut") + file) == undisturbed);
        }
        QCOMPARE(m_place.read(runIn("cut") + "/train.log").count('\n'), 601);
    }

    void aCheckpointOnRequestAndNonsenseDoNotEndTheTraining()
    {
        QProcess process;
        m_place.startTraining(process, test::Workplace::endlessTraining(), "asked");
        QFile nonsense(m_place.path(runIn("asked") + "/control/nonsense.json"));
        const auto request = runs::requestControl(pathOf("asked"), {ControlKind::Checkpoint, {}});
        QVERIFY(nonsense.open(QIODevice::WriteOnly) && nonsense.write("stop, please") > 0);
        nonsense.close();
        QTRY_VERIFY_WITH_TIMEOUT(runs::controlAnswer(request) && runs::controlAnswer(nonsense.fileName().toStdString()), 60'000);
        QCOMPARE(runs::controlAnswer(request)->result, std::string("checkpoint"));
        QCOMPARE(runs::controlAnswer(nonsense.fileName().toStdString())->result, std::string("refused"));
        const auto name = QStringLiteral("step_%1").arg(runs::controlAnswer(request)->step, 8, 10, QLatin1Char('0'));
        QVERIFY(QDir(m_place.path(runIn("asked") + "/checkpoints")).exists(name + "/state.json"));
        QCOMPARE(process.state(), QProcess::Running);

        const auto stop = runs::requestControl(pathOf("asked"), {ControlKind::Stop, {}});
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 3);
        QCOMPARE(runs::controlAnswer(stop)->result, std::string("stopped"));
        QCOMPARE(statusOf("asked")["state"].toString(), QString("stopped"));
        QCOMPARE(statusOf("asked")["step"].toInt(), int(runs::controlAnswer(stop)->step));
    }

    void theControlCommandIsAnsweredByATraining()
    {
        QProcess process;
        m_place.startTraining(process, test::Workplace::endlessTraining(), "commanded");
        const auto run = runIn("commanded");
        const auto checkpoint = m_place.run({"--batch", "control", run, "checkpoint"});
        EXPECT_EXIT(checkpoint, 0);
        EXPECT_TEXT(checkpoint.out, ": checkpoint at step ");
        const auto log = m_place.run({"--batch", "control", run, "log_every=50", "--json"});
        EXPECT_EXIT(log, 0);
        QCOMPARE(log.events("answer").value(0)["result"].toString(), QString("log_every"));
        EXPECT_TEXT(log.events("answer").value(0)["detail"].toString().toUtf8(), "every 50 steps");
        QCOMPARE(process.state(), QProcess::Running);
        const auto status = m_place.run({"--batch", "status", run});
        EXPECT_EXIT(status, 0);
        EXPECT_TEXT(status.out, "running");
        // A pause far ahead is not answered in time, and the stop comes first.
        EXPECT_EXIT(m_place.run({"--batch", "control", run, "pause=900000", "--wait", "1"}), 1);
        EXPECT_EXIT(m_place.run({"--batch", "control", run, "stop"}), 0);
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 3);
    }

    void theControlCommandTellsThatNobodyAnswers()
    {
        EXPECT_EXIT(m_place.run(test::Workplace::tinyTraining() + QStringList{"--log_dir", "over", "--quiet"}), 0);
        const auto over = m_place.run({"--batch", "control", runIn("over"), "checkpoint"});
        EXPECT_EXIT(over, 1);
        EXPECT_TEXT(over.out, "no process trains it: it is finished");
        QVERIFY(QDir(m_place.path(runIn("over") + "/control")).isEmpty());
        // A run whose process is gone without a word.
        QProcess process;
        m_place.startTraining(process, test::Workplace::endlessTraining(), "gone");
        process.kill();
        QVERIFY(process.waitForFinished());
        const auto gone = m_place.run({"--batch", "control", runIn("gone"), "stop"});
        EXPECT_EXIT(gone, 1);
        EXPECT_TEXT(gone.out, "no process trains it: its process is gone");
        QVERIFY(QDir(m_place.path(runIn("gone") + "/control")).isEmpty());
        QVERIFY(QDir(m_place.path()).mkpath("official"));
        m_place.write("official/args.json", "{}");
        const auto official = m_place.run({"--batch", "control", "official", "stop"});
        EXPECT_EXIT(official, 1);
        EXPECT_TEXT(official.out, "no process trains it: it is of the official code");
        EXPECT_TEXT(m_place.run({"--batch", "status", runIn("gone")}).out, "lost");
        for (const QStringList& wrong : {QStringList{runIn("gone"), "halt"}, {runIn("gone"), "log_every=0"}, {runIn("gone"), "pause=soon"}, {"shards", "stop"}, {runIn("gone")}})
            EXPECT_EXIT(m_place.run(QStringList{"--batch", "control"} + wrong), 2);
    }
};

BAMSCOPE_TEST(RunControl)
#include "test_run_control.moc"
