// SPDX-License-Identifier: GPL-3.0-or-later
// The commands at work, as a user meets them: dataset, train, stop, resume, evaluate, run.
#include "core/runs/run_directory.h"
#include "tests/app/program.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonArray>
#include <QProcess>

#include <csignal>

using namespace bam;

namespace {

/// Columns step, loss, norm, lr of a train.log.
QByteArrayList numbers(const QByteArray& log)
{
    QByteArrayList rows;
    for (const auto& line : log.split('\n')) {
        const auto fields = line.split(',');
        if (fields.size() >= 5)
            rows << fields[0] + ',' + fields[2] + ',' + fields[3] + ',' + fields[4];
    }
    return rows;
}

}  // namespace

class TrainingCommands : public test::Suite {
    Q_OBJECT
    test::Workplace m_place;

    /// Tiny training into a folder of its own. @returns arguments
    static QStringList training(const QString& logs, const QStringList& more = {}) { return test::Workplace::tinyTraining() + QStringList{"--log_dir", logs} + more; }
    static QString runIn(const QString& logs) { return logs + "/custom/bam_ssmax/version_00"; }

private Q_SLOTS:
    void initTestCase()
    {
        m_place.prepareData();
        const auto shared = m_place.run(training("shared", {"--quiet", "--checkpoint_every", "5"}));    // what several tests look at
        EXPECT_EXIT(shared, 0);
    }

    // 8,192 sequences at once need far more than the 8 GiB of addresses that the process may have; LibTorch's libraries alone take some of them.
    void memoryThatRunsOutIsToldWithWhatWouldFit()
    {
        const auto outcome = m_place.runWithMemoryLimit(test::Workplace::tinyTraining() + QStringList{"--dim", "256", "--batch_size", "8192", "--dataset", "text.txt",
            "--dataset_kind", "passkey_mixture", "--tokenizer", "t.model", "--sequence_length", "128", "--tokens_per_step", "1048576", "--val_tokens", "0", "--log_dir", "memory", "--quiet"}, qint64(8) << 30);
        EXPECT_EXIT(outcome, 1);
        EXPECT_TEXT(outcome.err, "memory ran out on cpu");
        EXPECT_TEXT(outcome.err, "batch_size 8192");
        EXPECT_TEXT(outcome.err, "--tokens_per_step 1048576");
    }

    void aTrainingShowsEachStepAndWhereItIs();
    void jsonReportsEveryStepAsAnObject();
    void quietSaysOnlyTheOutcome();
    void dataThatEndsEarlyIsToldOnStandardError();
    void ctrlCFinishesTheStepAndResumeContinuesBitForBit();
    void aSecondCtrlCEndsAtOnce();
    void theSameRequestToStopMayComeOften();
    void aClosedTerminalStopsNothingUnderNohup();
    void ranksStartWhereTheTemporaryFolderCannotBeUsed();
    void aRunGoesOnOnAnotherDevice();
    void aFinishedRunResumesAtOnce();
    void aRunInUseIsRefused();
    void aFolderWithoutPermissionIsTheMachinesFault();
    void aFullDiskKeepsTheLastCheckpoint();
    void anotherRunsWeightsCanBeTheStart();
    void evaluationReportsCountsAndIntervals();
    void perplexityByPositionIsMeasuredOnTextsAndShards();
    void evaluationOfACheckpointByPath();
    void aTokenizerOfAnotherVocabularyIsRefused();
    void jobsRunOnceAndAreSkippedAfterwards();
};

void TrainingCommands::aTrainingShowsEachStepAndWhereItIs()
{
    const auto outcome = m_place.run(training("shown"));
    EXPECT_EXIT(outcome, 0);
    for (const auto* text : {"parameters: ", "run directory: ", "step      1/12 | loss ", " | norm ", " | lr 1.0e-02 | ", " tok/s | ETA ", "step     12/12", "validation after 4 steps | loss ",
             "done: 12 steps in "})
        EXPECT_TEXT(outcome.out, text);
    QCOMPARE(outcome.out.count("\nstep "), 12);
    QCOMPARE(numbers(m_place.read(runIn("shown") + "/train.log")).size(), 13);
    EXPECT_TEXT(m_place.run({"--batch", "info", runIn("shown")}).out, "state: finished\n  steps: 12 of 12\n  loss: ");
}

void TrainingCommands::jsonReportsEveryStepAsAnObject()
{
    const auto outcome = m_place.run(training("json", {"--json"}));
    EXPECT_EXIT(outcome, 0);
    for (const auto& event : outcome.events())
        QVERIFY2(event.contains("event"), outcome.out.constData());
    const auto steps = outcome.events("step");
    QCOMPARE(steps.size(), 12);
    QCOMPARE(steps.last()["step"].toInt(), 12);
    QVERIFY(steps.last()["loss"].toDouble() > 0 && steps.last()["tokens_per_second"].toDouble() > 0);
    QVERIFY(outcome.events("validation").size() >= 3);
    QVERIFY(outcome.events("done").value(0)["run"].toString().endsWith("version_00"));
    QVERIFY(outcome.err.isEmpty());
    // Asked for rarely, the last step is still told.
    const auto rare = m_place.run(training("rare", {"--json", "--json-interval", "60000"}));
    EXPECT_EXIT(rare, 0);
    QCOMPARE(rare.events("step").size(), 2);
    QCOMPARE(rare.events("step").last()["step"].toInt(), 12);
}

void TrainingCommands::quietSaysOnlyTheOutcome()
{
    const auto outcome = m_place.run(training("quiet", {"--quiet"}));
    EXPECT_EXIT(outcome, 0);
    QVERIFY2(outcome.out.startsWith("done: 12 steps"), outcome.out.constData());
    QCOMPARE(outcome.out.count('\n'), 2);
}

void TrainingCommands::dataThatEndsEarlyIsToldOnStandardError()
{
    const auto outcome = m_place.run(training("short", {"--quiet", "--num_iterations", "1000000"}));
    EXPECT_EXIT(outcome, 0);
    EXPECT_TEXT(outcome.err, " of 1,000,000: it holds ");
    EXPECT_TEXT(outcome.err, "Add data and start a new run, or ask for at most ");
}

void TrainingCommands::ctrlCFinishesTheStepAndResumeContinuesBitForBit()
{
    const QStringList longer{"--num_iterations", "400", "--checkpoint_every", "150"};
    EXPECT_EXIT(m_place.run(training("whole", longer)), 0);
    const auto stopped = m_place.runAndSignal(training("cut", longer), "step     20/400", {SIGINT});
    EXPECT_EXIT(stopped, 3);
    EXPECT_TEXT(stopped.err, "stopping after this step");
    EXPECT_TEXT(stopped.err, "stopped on request after step ");
    EXPECT_TEXT(stopped.err, "--resume");
    EXPECT_TEXT(m_place.run({"--batch", "info", runIn("cut")}).out, "state: stopped");
    const auto resumed = m_place.run({"--batch", "train", "--resume", runIn("cut")});
    EXPECT_EXIT(resumed, 0);
    EXPECT_TEXT(resumed.out, "resumed at step ");
    const auto whole = numbers(m_place.read(runIn("whole") + "/train.log"));
    QCOMPARE(whole.size(), 401);
    QCOMPARE(numbers(m_place.read(runIn("cut") + "/train.log")), whole);
}

void TrainingCommands::aSecondCtrlCEndsAtOnce()
{
    // Steps of 1,000 forward passes: the second signal comes long before the step is done.
    const auto outcome = m_place.runAndSignal(test::Workplace::endlessTraining() + QStringList{"--log_dir", "twice", "--tokens_per_step", "400000"}, " tok/s", {SIGINT, SIGINT});
    EXPECT_EXIT(outcome, 130);
}

// A system that shuts down and a cluster signal every process, and whoever started it does so too.
void TrainingCommands::theSameRequestToStopMayComeOften()
{
    const auto outcome = m_place.runAndSignal(training("often", {"--num_iterations", "100000", "--checkpoint_every", "0"}), "step     20/", {SIGTERM, SIGTERM, SIGHUP, SIGINT, SIGTERM});
    EXPECT_EXIT(outcome, 3);
    const auto checkpoints = runs::listCheckpoints(m_place.path(runIn("often")).toStdString());
    QCOMPARE(checkpoints.size(), 1u);
    QCOMPARE(qint64(checkpoints.front().first), qint64(QJsonDocument::fromJson(m_place.read(runIn("often") + "/status.json")).object()["step"].toInt()));
}

// nohup: what was ignored when the program started stays so, and SIGTERM asks it to stop as ever.
void TrainingCommands::aClosedTerminalStopsNothingUnderNohup()
{
    for (const QStringList& ranks : {QStringList(), QStringList{"--ranks", "2"}}) {
        QProcess process;
        m_place.prepare(process, test::Workplace::endlessTraining() + QStringList{"--batch_size", "1", "--log_dir", ranks.isEmpty() ? "nohup" : "nohup_ranks"} + ranks);
        process.setChildProcessModifier([] {
            std::signal(SIGHUP, SIG_IGN);
            std::signal(SIGINT, SIG_IGN);
        });
        process.start();
        QByteArray out;
        const auto until = [&](const QByteArray& text) {
            QElapsedTimer timer;
            timer.start();
            while (!out.contains(text) && timer.elapsed() < 120'000 && process.state() != QProcess::NotRunning) {
                process.waitForReadyRead(50);
                out += process.readAllStandardOutput() + process.readAllStandardError();
            }
            return out.contains(text);
        };
        QVERIFY(until(" tok/s"));
        ::kill(pid_t(process.processId()), SIGHUP);
        ::kill(pid_t(process.processId()), SIGINT);
        out.clear();
        QVERIFY(until(" tok/s"));       // goes on
        QVERIFY(!out.contains("stopping"));
        ::kill(pid_t(process.processId()), SIGTERM);
        QVERIFY(process.waitForFinished(120'000));
        QCOMPARE(process.exitCode(), 3);
    }
}

// As where a job array passes on the TMPDIR of the machine that it was sent from. The launcher keeps there what the ranks tell of their end.
void TrainingCommands::ranksStartWhereTheTemporaryFolderCannotBeUsed()
{
    const auto missing = m_place.path("missing");
    QByteArray told;
    const auto ended = [&](const QStringList& arguments, const QString& temporary) {
        QProcess process;
        m_place.prepare(process, arguments);
        auto environment = process.processEnvironment();
        environment.insert("TMPDIR", temporary);
        process.setProcessEnvironment(environment);
        process.start();
        if (!process.waitForFinished(120'000))
            return -1;
        told = process.readAllStandardError();
        return process.exitCode();
    };
    const int trained = ended(training("no_tmpdir", {"--ranks", "2", "--quiet"}), missing);
    QVERIFY2(trained == 0, told.constData());
    QCOMPARE(QJsonDocument::fromJson(m_place.read(runIn("no_tmpdir") + "/status.json")).object()["state"].toString(), QString("finished"));
    QVERIFY(!QFileInfo::exists(missing));
    const int refused = ended(training("no_tmpdir", {"--ranks", "2", "--quiet", "--dataset", "nowhere"}), "/proc");     // there, but nobody can make a folder in it
    QVERIFY2(refused == 2, told.constData());
    EXPECT_TEXT(told, "nowhere");
}

void TrainingCommands::aRunGoesOnOnAnotherDevice()
{
    EXPECT_EXIT(m_place.runAndSignal(training("elsewhere", {"--num_iterations", "400"}), "step     20/400", {SIGTERM}), 3);
    const auto file = runIn("elsewhere") + "/run.json";
    m_place.write(file, QByteArray(m_place.read(file)).replace("\"device\": \"cpu\"", "\"device\": \"cuda:90\""));
    const QStringList resume{"--batch", "train", "--resume", runIn("elsewhere")};
    EXPECT_EXIT(m_place.run(resume), 4);
    EXPECT_EXIT(m_place.run(resume + QStringList{"--device", "cpu", "--threads", "1"}), 0);
}

void TrainingCommands::aFinishedRunResumesAtOnce()
{
    const auto before = m_place.read(runIn("shared") + "/train.log");
    const auto outcome = m_place.run({"--batch", "train", "--resume", runIn("shared")});
    EXPECT_EXIT(outcome, 0);
    EXPECT_TEXT(outcome.out, "done: 12 steps");
    QCOMPARE(m_place.read(runIn("shared") + "/train.log"), before);
}

void TrainingCommands::aRunInUseIsRefused()
{
    QProcess first;
    first.setProgram(QStringLiteral(BAMSCOPE_PROGRAM));
    first.setArguments(test::Workplace::endlessTraining() + QStringList{"--log_dir", "used"});
    first.setWorkingDirectory(m_place.path());
    first.start();
    QTRY_VERIFY_WITH_TIMEOUT(m_place.read(runIn("used") + "/train.log").count('\n') > 1, 60'000);
    const auto second = m_place.run({"--batch", "train", "--resume", runIn("used")});
    first.terminate();
    QVERIFY(first.waitForFinished(60'000));
    EXPECT_EXIT(second, 4);
    EXPECT_TEXT(second.err, "version_00");
    QCOMPARE(first.exitCode(), 3);
}

void TrainingCommands::aFolderWithoutPermissionIsTheMachinesFault()
{
    const auto outcome = m_place.run(training("/sys/bamscope"));
    EXPECT_EXIT(outcome, 4);
    EXPECT_TEXT(outcome.err, "/sys/bamscope");
}

void TrainingCommands::aFullDiskKeepsTheLastCheckpoint()
{
    // While logging: the priors of 2 · 16 heads after each step pass 400 KB long before the end; nothing else does.
    const auto logging = m_place.runWithFileLimit(training("logging", {"--num_iterations", "800", "--heads", "16", "--val_loss_every", "1", "--val_tokens", "32", "--checkpoint_every", "20", "--quiet"}), 400'000);
    EXPECT_EXIT(logging, 1);
    EXPECT_TEXT(logging.err, "priors.csv");
    const auto info = m_place.run({"--batch", "info", runIn("logging"), "--json"}).events("info").value(0);
    QCOMPARE(info["state"].toString(), QString("failed"));
    QVERIFY(!info["checkpoints"].toArray().isEmpty());
    EXPECT_EXIT(m_place.run({"--batch", "evaluate", runIn("logging"), "--passkey_lengths", "200", "--samples", "1", "--threads", "1"}), 0);

    // While checkpointing: the moments of this model need 800 KB.
    const QStringList wider{"--dim", "64", "--num_iterations", "300", "--checkpoint_every", "40"};
    EXPECT_EXIT(m_place.runAndSignal(training("saving", wider), "step     10/300", {SIGINT}), 3);
    const auto checkpoints = [&] { return m_place.run({"--batch", "info", runIn("saving"), "--json"}).events("info").value(0)["checkpoints"].toArray(); };
    const auto before = checkpoints();
    QCOMPARE(before.size(), 1);
    const auto saving = m_place.runWithFileLimit({"--batch", "train", "--resume", runIn("saving"), "--quiet"}, 600'000);
    EXPECT_EXIT(saving, 1);
    EXPECT_TEXT(saving.err, "optimizer.safetensors");
    QCOMPARE(checkpoints(), before);
    EXPECT_EXIT(m_place.run({"--batch", "train", "--resume", runIn("saving"), "--quiet"}), 0);
}

void TrainingCommands::anotherRunsWeightsCanBeTheStart()
{
    const auto outcome = m_place.run(training("heir", {"--checkpoint", runIn("shared"), "--reset_steps", "--num_iterations", "3"}));
    EXPECT_EXIT(outcome, 0);
    EXPECT_TEXT(outcome.out, "step      1/3 ");
    const auto continued = m_place.run(training("heir2", {"--checkpoint", runIn("shared"), "--num_iterations", "15"}));
    EXPECT_EXIT(continued, 0);
    EXPECT_TEXT(continued.out, "step     13/15");
}

void TrainingCommands::evaluationReportsCountsAndIntervals()
{
    const auto outcome = m_place.run({"--batch", "evaluate", runIn("shared"), "--passkey_lengths", "200,300", "--samples", "3", "--sampling", "equidistant,random", "--seed", "5",
        "--threads", "1", "--json"});
    EXPECT_EXIT(outcome, 0);
    const auto cells = outcome.events("passkey");
    QCOMPARE(cells.size(), 4);
    QCOMPARE(cells[0]["samples"].toInt(), 3);
    QVERIFY(cells[0]["wilson_95"].toArray().at(1).toDouble() > cells[0]["accuracy"].toDouble() - 1e-9);
    const auto results = QJsonDocument::fromJson(m_place.read(runIn("shared") + "/results.json")).object();
    QVERIFY(results.contains("passkey"));
    const auto table = m_place.run({"--batch", "evaluate", runIn("shared"), "--passkey_lengths", "200", "--samples", "2", "--threads", "1"});
    EXPECT_EXIT(table, 0);
    EXPECT_TEXT(table.out, "Wilson");
    EXPECT_TEXT(table.out, "results.json");
    const auto scaled = m_place.run({"--batch", "evaluate", runIn("shared"), "--passkey_lengths", "200", "--rope_scaling", "yarn", "--rope_factor", "4"});
    EXPECT_EXIT(scaled, 2);
    EXPECT_TEXT(scaled.err, "does not rotate queries and keys");
    const auto bad = m_place.run({"--batch", "evaluate", runIn("shared"), "--passkey_lengths", "-3", "--sampling", "middle"});
    EXPECT_EXIT(bad, 2);
    EXPECT_TEXT(bad.err, "2 problems");
}

void TrainingCommands::perplexityByPositionIsMeasuredOnTextsAndShards()
{
    const QStringList rest{"--run_passkey", "false", "--perplexity_tokens", "64", "--perplexity_window", "16", "--threads", "1"};
    const auto outcome = m_place.run(QStringList{"--batch", "evaluate", runIn("shared"), "--perplexity", "text.txt", "--json"} + rest);
    EXPECT_EXIT(outcome, 0);
    const auto curves = outcome.events("perplexity");
    QCOMPARE(curves.size(), 1);
    QCOMPARE(curves[0]["corpus"].toString(), QStringLiteral("text"));
    QCOMPARE(curves[0]["positions"].toArray().size(), 4);
    QVERIFY(curves[0]["perplexity"].toArray().at(3).toDouble() > 1);
    QVERIFY(outcome.events("passkey").isEmpty());
    const auto shards = m_place.run(QStringList{"--batch", "evaluate", runIn("shared"), "--perplexity", "shards"} + rest);
    EXPECT_EXIT(shards, 0);
    EXPECT_TEXT(shards.out, "perplexity by position on shards: ");
    EXPECT_TEXT(shards.out, " at 64, ");
    const auto results = QJsonDocument::fromJson(m_place.read(runIn("shared") + "/results.json")).object();
    QCOMPARE(results["perplexity"].toArray().size(), 2);
    const auto uneven = m_place.run(QStringList{"--batch", "evaluate", runIn("shared"), "--perplexity", "text.txt", "--perplexity_tokens", "50", "--perplexity_window", "16"});
    EXPECT_EXIT(uneven, 2);
    EXPECT_TEXT(uneven.err, "a multiple of perplexity_window = 16, such as 48");
}

void TrainingCommands::evaluationOfACheckpointByPath()
{
    const QStringList rest{"--passkey_lengths", "200", "--samples", "1", "--threads", "1"};
    const auto folder = m_place.run(QStringList{"--batch", "evaluate", "--checkpoint", runIn("shared") + "/checkpoints/step_00000010"} + rest);
    EXPECT_EXIT(folder, 0);
    EXPECT_TEXT(folder.out, "step_00000010");
    const auto args = m_place.run(QStringList{"--batch", "evaluate", "--checkpoint", runIn("shared") + "/checkpoints/step_00000012/model.safetensors", "--checkpoint_args",
        runIn("shared") + "/args.json"} + rest);
    EXPECT_EXIT(args, 0);
    const auto step = m_place.run(QStringList{"--batch", "evaluate", runIn("shared"), "--checkpoint", "7"} + rest);
    EXPECT_EXIT(step, 2);
    EXPECT_TEXT(step.err, "10 and 12");
}

void TrainingCommands::aTokenizerOfAnotherVocabularyIsRefused()
{
    EXPECT_EXIT(m_place.run({"--batch", "tokenizer", "train", "text.txt", "--pieces", "120", "--out", "other.model", "--with-passkey-sentences"}), 0);
    const auto outcome = m_place.run(training("other", {"--tokenizer", "other.model"}));
    EXPECT_EXIT(outcome, 2);
    EXPECT_TEXT(outcome.err, "other.model");
    QVERIFY(!QFileInfo::exists(m_place.path("other")));
    const auto narrow = m_place.run(training("narrow", {"--vocabulary", "100"}));
    QVERIFY2(narrow.code == 1 || narrow.code == 2, narrow.err.constData());
    EXPECT_TEXT(narrow.err, "vocab");
}

void TrainingCommands::jobsRunOnceAndAreSkippedAfterwards()
{
    m_place.write("jobs.json", R"({"jobs": [
        {"tokenizer": {"texts": ["${text}"], "pieces": 160, "out": "${out}/t.model", "passkey_sentences": true}},
        {"train": {"model": {"model_size": "custom", "dim": 16, "n_layers": 1, "n_heads": 2, "ffn_dim_multiplier": 2, "vocab_size": 160},
            "data": {"dataset_kind": "passkey_mixture", "dataset": "${text}", "tokenizer": "${out}/t.model", "val_tokens": 0},
            "training": {"batch_size": 2, "sequence_length": 200, "num_iterations": 3}}, "as": "small"},
        {"evaluate": {"passkey": {"lengths": [200], "samples": 2}}, "run": "small"}],
        "figures": [{"accuracy_by_length": ["small"], "out": "${out}/figure"}]})");
    const QStringList call{"--batch", "run", "jobs.json", "--out", "jobs", "--set", "text=text.txt", "--threads", "1", "--device", "cpu", "--seed", "3", "--json"};
    const auto first = m_place.run(call);
    EXPECT_EXIT(first, 0);
    QCOMPARE(first.events("step").size(), 3);
    const auto second = m_place.run(call);
    EXPECT_EXIT(second, 0);
    QCOMPARE(second.events("step").size(), 0);
    QCOMPARE(second.events("finished").value(0)["results"].toArray().at(0).toObject()["passkey"].toArray().size(), 1);
    QVERIFY(QFileInfo::exists(m_place.path("jobs/passkey.csv")));
}

BAMSCOPE_TEST(TrainingCommands)
#include "test_training_commands.moc"
