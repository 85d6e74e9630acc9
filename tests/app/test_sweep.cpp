// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps with the real program: real processes, real kills.
#include "tests/app/sweep_place.h"
#include "tests/support/test_main.h"

#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <csignal>

using namespace bam;

namespace {

constexpr int kPatience = 120'000;

pid_t workerOf(const QJsonObject& entry) { return pid_t(entry["process"].toObject()["pid"].toInteger()); }

QJsonObject entryOf(const QList<QJsonObject>& entries, const QString& titlePart)
{
    for (const auto& entry : entries)
        if (entry["title"].toString().contains(titlePart))
            return entry;
    return {};
}

}  // namespace

class SweepCommand : public test::Suite {
    Q_OBJECT
    test::SweepPlace m_place;

    /// Starts a sweep and waits until so many of its runs train.
    std::unique_ptr<QProcess> started(const QString& name, int training, const QStringList& more)
    {
        auto process = m_place.start(test::SweepPlace::sweepArguments(name, more));
        QElapsedTimer timer;
        for (timer.start(); m_place.training(name) < training && timer.elapsed() < kPatience;)
            QTest::qWait(50);
        return process;
    }

private Q_SLOTS:
    void initTestCase() { m_place.prepareData(); }

    void fourRunsAtOnceGiveTheSameWeightsAsEachAlone();
    void aKilledSweepAdoptsLivingWorkersAndResumesDeadOnes();
    void aSweepWaitsForRanksWhoseLauncherWasKilled();
    void aSweepThatWasKilledBeforeItKnewItsWorkerFindsIt();
    void runsThatFailAreTriedAgainAndSkippedWhileOthersFinish();
    void aWorkerKilledBySomebodySaysSo();
    void aSweepStopsWithCheckpointsAndGoesOn();
    void aSignalToTheSweepAndItsWorkersStopsWithCheckpoints();
    void aSecondSignalLeavesTheWorkersAndTheNextCallAdoptsThem();
    void onlyOneSweepWorksOnAFolder();
    void aChangedFileAddsRunsAndKeepsOthers();
    void trainedRunsAreTestedWhenAsked();
    void aMovedSweepKeepsItsRunsAndTrainsNoneAnewUnasked();
    void aRunOnAHostThatFellSilentIsResumedWithoutBlame();
    void statusTellsHowRunsEndedAfterTheirSweepWasKilled();
    void aRemovedRunThatStillTrainsKeepsItsPlaceAndIsStopped();
    void aSweepWithProblemsStartsNothing();
    void runsOfOneSweepHaveTheSameData();
    void dataThatEndTooEarlyAreTold();
};

void SweepCommand::runsOfOneSweepHaveTheSameData()
{
    const auto text = m_place.read("text.txt");
    m_place.writeSweep("same_data", R"("seeds": [1])", R"("num_iterations": 10)", true);
    EXPECT_EXIT(m_place.sweep("same_data"), 0);
    m_place.writeSweep("same_data", R"("seeds": [1, 2])", R"("num_iterations": 10)", true);
    m_place.write("text.txt", text + "one line more\n");
    const auto refused = m_place.sweep("same_data");
    m_place.write("text.txt", text);
    EXPECT_EXIT(refused, 2);
    EXPECT_TEXT(refused.out + refused.err, "was trained on");
    QCOMPARE(m_place.runDirectories("same_data").size(), 1);
    EXPECT_EXIT(m_place.sweep("same_data"), 0);
    QCOMPARE(m_place.runDirectories("same_data").size(), 2);
}

void SweepCommand::dataThatEndTooEarlyAreTold()
{
    m_place.writeSweep("too_few", R"("seeds": [1])", R"("num_iterations": 50000, "checkpoint_every": 0)");
    const auto outcome = m_place.sweep("too_few");
    EXPECT_EXIT(outcome, 0);
    EXPECT_TEXT(outcome.out + outcome.err, "the data ended after ");
}

void SweepCommand::fourRunsAtOnceGiveTheSameWeightsAsEachAlone()
{
    m_place.writeSweep("four", R"("encodings": ["bam", "rotary"], "seeds": "0-1", "parallel": 4)", R"("num_iterations": 300, "checkpoint_every": 0)");
    const auto outcome = m_place.sweep("four");
    EXPECT_EXIT(outcome, 0);
    // All four were started before the first one ended.
    const auto changes = outcome.events("run");
    QSet<QString> begun;
    for (int n = 0; n < 4; ++n) {
        QCOMPARE(changes[n]["state"].toString(), QString("running"));
        begun << changes[n]["id"].toString();
    }
    QCOMPARE(begun.size(), 4);
    QCOMPARE(m_place.count("four", "finished"), 4);
    QCOMPARE(m_place.runDirectories("four").size(), 4);
    QSet<QByteArray> different;
    for (const auto& entry : m_place.entries("four")) {
        const auto spec = "four/runs/" + entry["id"].toString() + "/spec.json";
        const auto logs = "alone-" + entry["id"].toString();
        EXPECT_EXIT(m_place.run({"--batch", "train", spec, "--log_dir", logs, "--quiet"}), 0);
        const auto encoding = entry["title"].toString().section(',', 0, 0);
        const auto alone = m_place.weights(logs + "/custom/" + encoding + "/version_00");
        QVERIFY(alone.size() > 1000);
        QVERIFY2(m_place.weights(entry["run"].toString()) == alone, qPrintable(entry["title"].toString()));
        QCOMPARE(entry["attempts"].toInt(), 1);
        different << alone;
    }
    QCOMPARE(different.size(), 4);

    const auto again = m_place.sweep("four");
    EXPECT_EXIT(again, 0);
    QVERIFY(again.events("run").isEmpty());
    // What a finished run took is what an unfinished one will take.
    const auto dry = m_place.sweep("four", {"--dry-run", "--set", "sweep.seeds=0-2"});
    EXPECT_EXIT(dry, 0);
    QCOMPARE(dry.events("run").size(), 6);
    for (const auto& row : dry.events("run"))
        QVERIFY(row["seconds"].toDouble() > 0 && row["bytes"].toDouble() > 0 && row["fits"].toBool());
    QCOMPARE(dry.events("plan").value(0)["tokens"].toDouble(), 6.0 * 300 * 64);
}

void SweepCommand::aKilledSweepAdoptsLivingWorkersAndResumesDeadOnes()
{
    m_place.writeSweep("killed", R"("seeds": [1, 2, 3], "parallel": 2)", R"("num_iterations": 1000, "tokens_per_step": 800, "checkpoint_every": 100)", true);
    const auto process = started("killed", 2, {});
    process->kill();
    QVERIFY(process->waitForFinished());
    const auto before = m_place.entries("killed");
    QCOMPARE(m_place.count("killed", "running"), 2);
    const auto adopted = entryOf(before, "seed 1"), lost = entryOf(before, "seed 2");
    QCOMPARE(::kill(workerOf(adopted), 0), 0);
    QCOMPARE(::kill(workerOf(lost), SIGKILL), 0);
    QTRY_VERIFY_WITH_TIMEOUT(m_place.run({"--batch", "status", "killed", "--json"}).events("status").value(0)["counts"].toObject()["lost"].toInt() == 1, kPatience);

    const auto outcome = m_place.sweep("killed");
    EXPECT_EXIT(outcome, 0);
    EXPECT_TEXT(outcome.out, "is still running");
    EXPECT_TEXT(outcome.out, "is resumed");
    const auto after = m_place.entries("killed");
    QCOMPARE(m_place.count("killed", "finished"), 3);
    QCOMPARE(m_place.runDirectories("killed").size(), 3);
    QCOMPARE(entryOf(after, "seed 1")["attempts"].toInt(), 1);
    QCOMPARE(entryOf(after, "seed 2")["attempts"].toInt(), 2);
    for (const auto* seed : {"seed 1", "seed 2"})
        QCOMPARE(entryOf(after, seed)["run"].toString(), entryOf(before, seed)["run"].toString());
    for (const auto& entry : after)
        QCOMPARE(m_place.read(QDir(m_place.path()).relativeFilePath(entry["run"].toString()) + "/train.log").count('\n'), 1001);
}

void SweepCommand::aSweepWaitsForRanksWhoseLauncherWasKilled()
{
    // Steps of many forward passes: the ranks still hold their run when the next sweep comes.
    m_place.writeSweep("held", R"("seeds": [1], "ranks": 2)", R"("num_iterations": 3, "tokens_per_step": 200000)", true);
    const auto process = started("held", 1, {});
    const auto run = m_place.entries("held").value(0)["run"].toString();
    process->kill();
    QVERIFY(process->waitForFinished());
    QCOMPARE(::kill(workerOf(m_place.entries("held").value(0)), SIGKILL), 0);
    const auto outcome = m_place.sweep("held");
    EXPECT_EXIT(outcome, 0);
    const auto entry = m_place.entries("held").value(0);
    QCOMPARE(entry["attempts"].toInt(), 2);
    QCOMPARE(entry["failures"].toInt(), 0);
    QCOMPARE(entry["run"].toString(), run);
    EXPECT_TEXT(m_place.read(QDir(m_place.path()).relativeFilePath(run) + "/log.txt"), "stopped on request");
}

void SweepCommand::aSweepThatWasKilledBeforeItKnewItsWorkerFindsIt()
{
    m_place.writeSweep("unknown", R"("seeds": [1])", R"("num_iterations": 1000, "tokens_per_step": 800)", true);
    const auto process = started("unknown", 1, {});
    process->kill();
    QVERIFY(process->waitForFinished());
    // As if it had been killed between starting the worker and writing that down.
    auto state = QJsonDocument::fromJson(m_place.read("unknown/sweep.json")).object();
    auto entries = state["entries"].toArray();
    auto entry = entries[0].toObject();
    auto worker = entry["process"].toObject();
    worker["pid"] = 0;
    entry["process"] = worker;
    entry["run"] = QString();
    entries[0] = entry;
    state["entries"] = entries;
    m_place.write("unknown/sweep.json", QJsonDocument(state).toJson());
    const auto outcome = m_place.sweep("unknown");
    EXPECT_EXIT(outcome, 0);
    EXPECT_TEXT(outcome.out, "is still running");
    QCOMPARE(m_place.runDirectories("unknown").size(), 1);
    QCOMPARE(m_place.entries("unknown").value(0)["attempts"].toInt(), 1);
}

void SweepCommand::runsThatFailAreTriedAgainAndSkippedWhileOthersFinish()
{
    for (const auto* folder : {"torn", "empty"})
        QVERIFY(QDir(m_place.path()).mkdir(folder));
    const auto shard = QDir(m_place.path("shards")).entryList({"*.safetensors"}).value(0);
    m_place.write("torn/" + shard, m_place.read("shards/" + shard).left(300));
    m_place.writeSweep("failing", R"("fields": {"data.dataset": ["torn", "empty", "shards"]}, "seeds": [0, 1], "retries": 2, "parallel": 2)");
    const auto outcome = m_place.sweep("failing");
    EXPECT_EXIT(outcome, 1);
    EXPECT_TEXT(outcome.err, "2 of 6 runs are finished");
    EXPECT_TEXT(outcome.err, "not a valid safetensors file");
    for (const auto& entry : m_place.entries("failing")) {
        const auto title = entry["title"].toString();
        const bool torn = title.contains("torn"), empty = title.contains("empty");
        QCOMPARE(entry["state"].toString(), torn || empty ? QString("skipped") : QString("finished"));
        QCOMPARE(entry["attempts"].toInt(), torn ? 3 : 1);      // a wrong spec gets the same answer each time
        if (torn)
            EXPECT_TEXT(entry["cause"].toString().toUtf8(), "not a valid safetensors file");
        if (empty)
            EXPECT_TEXT(entry["cause"].toString().toUtf8(), "holds no shards");
        if (torn)
            QVERIFY(QFileInfo::exists(m_place.path("failing/runs/" + entry["id"].toString() + "/train-3.err")));
    }
    EXPECT_TEXT(m_place.run({"--batch", "status", "failing"}).out, "4 skipped");
    // Repaired, the same command does what is left.
    m_place.write("torn/" + shard, m_place.read("shards/" + shard));
    m_place.write("empty/" + shard, m_place.read("shards/" + shard));
    EXPECT_EXIT(m_place.sweep("failing"), 0);
    QCOMPARE(m_place.count("failing", "finished"), 6);
    QCOMPARE(m_place.runDirectories("failing").size(), 6);
}

void SweepCommand::aWorkerKilledBySomebodySaysSo()
{
    m_place.writeSweep("shot", R"("seeds": [1, 2], "retries": 0)", R"("num_iterations": 1000)", true);
    const auto process = started("shot", 1, {});
    QCOMPARE(::kill(workerOf(entryOf(m_place.entries("shot"), "seed 1")), SIGKILL), 0);
    QVERIFY(process->waitForFinished(kPatience));
    QCOMPARE(process->exitCode(), 1);
    const auto shot = entryOf(m_place.entries("shot"), "seed 1");
    QCOMPARE(shot["state"].toString(), QString("skipped"));
    EXPECT_TEXT(shot["cause"].toString().toUtf8(), "signal 9 (Killed)");
    EXPECT_TEXT(shot["hint"].toString().toUtf8(), "memory");
    QCOMPARE(entryOf(m_place.entries("shot"), "seed 2")["state"].toString(), QString("finished"));
}

void SweepCommand::aSweepStopsWithCheckpointsAndGoesOn()
{
    m_place.writeSweep("stopped", R"("seeds": [1, 2, 3], "parallel": 2)", R"("num_iterations": 1000, "checkpoint_every": 0)", true);
    const auto process = started("stopped", 2, {});
    process->terminate();
    QVERIFY(process->waitForFinished(kPatience));
    QCOMPARE(process->exitCode(), 3);
    QCOMPARE(m_place.count("stopped", "stopped"), 2);
    QCOMPARE(m_place.count("stopped", "waiting"), 1);
    for (const auto& entry : m_place.entries("stopped"))
        if (entry["state"].toString() == "stopped")
            QVERIFY(m_place.weights(entry["run"].toString()).size() > 1000);
    EXPECT_TEXT(m_place.run({"--batch", "status", "stopped"}).out, "0 of 3 runs finished, 0 running, 1 waiting, 2 stopped");

    EXPECT_EXIT(m_place.sweep("stopped"), 0);
    QCOMPARE(m_place.runDirectories("stopped").size(), 3);
    const auto entry = entryOf(m_place.entries("stopped"), "seed 1");
    QCOMPARE(entry["attempts"].toInt(), 2);
    EXPECT_EXIT(m_place.run({"--batch", "train", "stopped/runs/" + entry["id"].toString() + "/spec.json", "--log_dir", "undisturbed", "--quiet"}), 0);
    QVERIFY(m_place.weights(entry["run"].toString()) == m_place.weights("undisturbed/custom/bam_ssmax/version_00"));
}

void SweepCommand::aSignalToTheSweepAndItsWorkersStopsWithCheckpoints()
{
    m_place.writeSweep("everyone", R"("seeds": [1, 2], "parallel": 2)", R"("num_iterations": 100000, "checkpoint_every": 0)", true);
    const auto process = started("everyone", 2, {});
    for (const auto& entry : m_place.entries("everyone"))
        ::kill(workerOf(entry), SIGTERM);
    process->terminate();
    QVERIFY(process->waitForFinished(kPatience));
    QCOMPARE(process->exitCode(), 3);
    for (const auto& entry : m_place.entries("everyone")) {
        QCOMPARE(entry["state"].toString(), QString("stopped"));
        QVERIFY(m_place.weights(entry["run"].toString()).size() > 1000);
    }
}

void SweepCommand::aSecondSignalLeavesTheWorkersAndTheNextCallAdoptsThem()
{
    // Steps of many forward passes: the worker is still in its step when the second signal comes.
    m_place.writeSweep("twice", R"("seeds": [1])", R"("num_iterations": 3, "tokens_per_step": 200000)", true);
    auto process = m_place.start(test::SweepPlace::sweepArguments("twice"));
    QTRY_VERIFY_WITH_TIMEOUT(!m_place.entries("twice").value(0)["run"].toString().isEmpty(), kPatience);
    ::kill(pid_t(process->processId()), SIGINT);
    QTRY_VERIFY_WITH_TIMEOUT(m_place.read("twice.out").contains("press Ctrl-C again"), kPatience);
    ::kill(pid_t(process->processId()), SIGINT);
    QVERIFY(process->waitForFinished(kPatience));
    QCOMPARE(process->exitCode(), 130);
    QCOMPARE(m_place.count("twice", "running"), 1);
    // The worker obeys the first signal. The next call adopts it and is told that it stopped, or comes later and resumes it.
    const auto next = m_place.sweep("twice");
    QVERIFY2(next.code == 3 || next.code == 0, next.err.constData());
    EXPECT_EXIT(m_place.sweep("twice"), 0);
    QCOMPARE(m_place.runDirectories("twice").size(), 1);
}

void SweepCommand::onlyOneSweepWorksOnAFolder()
{
    m_place.writeSweep("locked", R"("seeds": [1])", R"("num_iterations": 100000)", true);
    const auto process = started("locked", 1, {});
    const auto second = m_place.sweep("locked");
    const auto single = m_place.sweep("locked", {"--only", "0"});
    process->terminate();
    QVERIFY(process->waitForFinished(kPatience));
    EXPECT_EXIT(second, 4);
    EXPECT_TEXT(second.err, "in use by another process");
    EXPECT_EXIT(single, 4);
}

void SweepCommand::aChangedFileAddsRunsAndKeepsOthers()
{
    m_place.writeSweep("changed", R"("seeds": [1, 2])");
    EXPECT_EXIT(m_place.sweep("changed"), 0);
    m_place.writeSweep("changed", R"("seeds": [2, 3])", R"("device": "auto", "threads": 1)");    // neither changes a training
    const auto outcome = m_place.sweep("changed");
    EXPECT_EXIT(outcome, 0);
    EXPECT_TEXT(outcome.out, "1 run is new");
    EXPECT_TEXT(outcome.out, "not in the sweep any more");
    QCOMPARE(m_place.runDirectories("changed").size(), 3);
    const auto entries = m_place.entries("changed");
    QCOMPARE(entries.size(), 3);
    QCOMPARE(entries[2]["index"].toInt(), -1);
    QVERIFY(entries[2]["title"].toString().contains("seed 1"));
    QCOMPARE(m_place.count("changed", "finished"), 3);
    // A changed training of a finished run is another run.
    m_place.writeSweep("changed", R"("seeds": [2])", R"("num_iterations": 13)");
    EXPECT_EXIT(m_place.sweep("changed"), 0);
    QCOMPARE(m_place.runDirectories("changed").size(), 4);
}

void SweepCommand::trainedRunsAreTestedWhenAsked()
{
    m_place.writeSweep("tested", R"("seeds": [1, 2], "evaluate": true)");
    EXPECT_EXIT(m_place.sweep("tested"), 0);
    for (const auto& run : m_place.runDirectories("tested")) {
        QFile results(run + "/results.json");
        QVERIFY(results.open(QIODevice::ReadOnly));
        EXPECT_TEXT(results.readAll(), "passkey");
    }
    const auto again = m_place.sweep("tested");
    EXPECT_EXIT(again, 0);
    QVERIFY(again.events("run").isEmpty());
    // Another test of the same runs trains nothing.
    const auto other = m_place.sweep("tested", {"--set", "evaluation.passkey.samples=3"});
    EXPECT_EXIT(other, 0);
    for (const auto& change : other.events("run"))
        QCOMPARE(change["stage"].toString(), QString("evaluate"));
    QCOMPARE(m_place.runDirectories("tested").size(), 2);
}

void SweepCommand::aMovedSweepKeepsItsRunsAndTrainsNoneAnewUnasked()
{
    m_place.writeSweep("here", R"("seeds": [1, 2])");
    EXPECT_EXIT(m_place.sweep("here"), 0);
    QDir place(m_place.path());
    QVERIFY(place.rename("here", "there") && place.rename("here.json", "there.json"));
    const auto moved = m_place.sweep("there");
    EXPECT_EXIT(moved, 0);
    QVERIFY(moved.events("run").isEmpty());
    QCOMPARE(m_place.runDirectories("there").size(), 2);

    const auto run = entryOf(m_place.entries("there"), "seed 1")["run"].toString();
    QVERIFY(place.rename(run, "aside"));
    QCOMPARE(m_place.sweep("there", {"--dry-run"}).events("run").value(0)["state"].toString(), QString("skipped"));
    EXPECT_TEXT(m_place.run({"--batch", "status", "there"}).out, "1 of 2 runs finished, 0 running, 0 waiting, 1 skipped");
    for (int call = 0; call < 2; ++call) {
        const auto gone = m_place.sweep("there");
        EXPECT_EXIT(gone, 1);
        EXPECT_TEXT(gone.err, run.toUtf8());
        QCOMPARE(m_place.runDirectories("there").size(), 1);
    }
    QVERIFY(place.rename("aside", run));
    EXPECT_EXIT(m_place.sweep("there"), 0);
    QVERIFY(QDir(run).removeRecursively());
    EXPECT_EXIT(m_place.sweep("there", {"--retrain-gone"}), 0);
    QCOMPARE(m_place.runDirectories("there").size(), 2);
}

void SweepCommand::aRunOnAHostThatFellSilentIsResumedWithoutBlame()
{
    m_place.writeSweep("silent", R"("seeds": [1], "retries": 0)", R"("num_iterations": 1000, "checkpoint_every": 0)", true);
    const auto process = started("silent", 1, {});
    process->terminate();
    QVERIFY(process->waitForFinished(kPatience));
    // As if it had worked on another machine, whose last sign came nearly too long ago.
    const auto run = QDir(m_place.path()).relativeFilePath(m_place.entries("silent").value(0)["run"].toString());
    auto status = QJsonDocument::fromJson(m_place.read(run + "/status.json")).object();
    status["state"] = "running";
    status["host"] = "elsewhere";
    status["heartbeat"] = QDateTime::currentDateTimeUtc().addSecs(-588).toString("yyyy-MM-ddTHH:mm:ssZ");
    m_place.write(run + "/status.json", QJsonDocument(status).toJson());
    auto state = QJsonDocument::fromJson(m_place.read("silent/sweep.json")).object();
    auto entry = state["entries"].toArray()[0].toObject();
    entry["state"] = "running";
    entry["process"] = QJsonObject{{"host", "elsewhere"}, {"boot", "another"}, {"pid", status["pid"]}, {"start_ticks", 1}};
    QVERIFY(QFile::remove(m_place.path("silent/runs/" + entry["id"].toString() + "/train-1.jsonl")));
    state["entries"] = QJsonArray{entry};
    m_place.write("silent/sweep.json", QJsonDocument(state).toJson());

    const auto outcome = m_place.sweep("silent");
    EXPECT_EXIT(outcome, 0);
    EXPECT_TEXT(outcome.out, "is still running on elsewhere");
    EXPECT_TEXT(outcome.out, "no sign from host elsewhere");
    QCOMPARE(m_place.count("silent", "finished"), 1);
    QCOMPARE(m_place.entries("silent").value(0)["failures"].toInt(), 0);
    QCOMPARE(m_place.runDirectories("silent").size(), 1);
}

void SweepCommand::statusTellsHowRunsEndedAfterTheirSweepWasKilled()
{
    m_place.writeSweep("orphan", R"("seeds": [1])", R"("num_iterations": 100000)", true);
    const auto process = started("orphan", 1, {});
    process->kill();
    QVERIFY(process->waitForFinished());
    QCOMPARE(::kill(workerOf(m_place.entries("orphan").value(0)), SIGTERM), 0);
    QJsonObject status;
    const auto state = [&] {
        status = m_place.run({"--batch", "status", "orphan", "--json"}).events("status").value(0);
        return status["entries"].toArray()[0].toObject()["state"].toString();
    };
    QTRY_COMPARE_WITH_TIMEOUT(state(), QString("stopped"), kPatience);
    QCOMPARE(status["counts"].toObject()["stopped"].toInt(), 1);
    QCOMPARE(status["counts"].toObject()["lost"].toInt(), 0);
}

void SweepCommand::aRemovedRunThatStillTrainsKeepsItsPlaceAndIsStopped()
{
    m_place.writeSweep("removed", R"("seeds": [1])", R"("num_iterations": 100000)", true);
    const auto first = started("removed", 1, {});
    first->kill();
    QVERIFY(first->waitForFinished());
    m_place.writeSweep("removed", R"("seeds": [2])", R"("num_iterations": 100000)", true);
    const auto second = m_place.start(test::SweepPlace::sweepArguments("removed"));
    QTRY_VERIFY_WITH_TIMEOUT(m_place.read("removed.out").contains("though it is not in the sweep any more"), kPatience);
    QTest::qWait(1000);
    QCOMPARE(entryOf(m_place.entries("removed"), "seed 2")["attempts"].toInt(), 0);     // the CPU takes one at a time
    second->terminate();
    QVERIFY(second->waitForFinished(kPatience));
    QCOMPARE(second->exitCode(), 3);
    QCOMPARE(entryOf(m_place.entries("removed"), "seed 1")["state"].toString(), QString("stopped"));
}

void SweepCommand::aSweepWithProblemsStartsNothing()
{
    m_place.writeSweep("wrong", R"("encodings": ["bam", "rotari"], "seed": "0-4", "fields": {"training.learning_rat": [1]}, "parallel": 0)");
    const auto outcome = m_place.sweep("wrong");
    EXPECT_EXIT(outcome, 2);
    for (const auto* text : {"rotari", "did you mean seeds?", "did you mean training.learning_rate?", "sweep.parallel is 0"})
        EXPECT_TEXT(outcome.err, text);
    QVERIFY(!QFileInfo::exists(m_place.path("wrong")));
    m_place.writeSweep("absent", R"("seeds": "0-1")");
    const auto absent = m_place.sweep("absent", {"--dataset", "nowhere"});
    EXPECT_EXIT(absent, 2);
    EXPECT_TEXT(absent.err, "nowhere");
    EXPECT_TEXT(m_place.run({"--batch", "train", "absent.json"}).err, "--batch sweep absent.json");
    EXPECT_TEXT(m_place.run({"--batch", "train", "--preset", "paper_grid"}).err, "--batch sweep --preset paper_grid");
}

BAMSCOPE_TEST(SweepCommand)
#include "test_sweep.moc"
