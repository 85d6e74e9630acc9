// SPDX-License-Identifier: GPL-3.0-or-later
// Workers of the real program under supervision: they start, stop, pause, die, and are found again.
#include "core/base/files.h"
#include "tests/support/file_limits.h"
#include "tests/window/supervisor_support.h"

#include <QDir>

using namespace bam;
using jobs::JobState;
using test::Supervision;
using test::Workplace;
using ui::Severity;

class SupervisorTest : public test::Suite {
    Q_OBJECT
    Workplace m_place;

    /// Has begun to train.
    static bool trains(const Supervision& place, const QString& id) { return place.row(id).step > 0; }
    QByteArray fileOf(const QString& run, const QString& name) const
    {
        QFile file(run + '/' + name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private Q_SLOTS:
    void initTestCase() { m_place.prepareData(); }

    void aTrainingRunsToItsEnd();
    void aStoppedTrainingLeavesACheckpointAndCanBeResumed();
    void aKilledWorkerIsAFailureThatIsTold();
    void killingOnRequestIsNoFailure();
    void aStopThatIsNotObeyedOffersToKill();
    void aPausedAndResumedTrainingGivesTheSameWeights();
    void aPausedFileOfJobsGoesOnAsTheSameJob();
    void aCheckpointOnRequestIsTold();
    void theNextWindowFindsTheWorkerAndSeesItsEnd();
    void aWorkerThatEndedWithoutAWindowIsAccountedFor();
    void aReusedProcessNumberIsNotTakenForTheWorker();
    void aDamagedRecordIsToldOnce();
    void aRefusedSpecTellsCauseAndHint();
    void aMissingProgramIsTold();
    void aFullDiskIsToldAndLeavesNoJob();
    void aStateThatCannotBeKeptIsToldAndMadeUpForLater();
    void otherKindsOfWorkRunTheSameWay();
};

void SupervisorTest::aTrainingRunsToItsEnd()
{
    Supervision place(m_place, "whole");
    const auto id = place.window->start(place.training(Workplace::tinyTraining(), "whole"));
    QVERIFY(place.row(id).isActive());
    EXPECT_STATE(place, id, JobState::Finished);
    const auto row = place.row(id);
    QCOMPARE(row.step, 12);
    QCOMPARE(row.fraction(), 1.0);
    QVERIFY(row.run.endsWith("whole/custom/bam_ssmax/version_00"));
    QCOMPARE(place.runs, QStringList{row.run});
    QVERIFY(row.started > 0 && row.ended >= row.started);
    QCOMPARE(place.ended.size(), 1);
    QVERIFY(place.told(Severity::Success).text.contains("finished"));
    QVERIFY(QFileInfo(place.window->outFile(id)).size() > 0);
    QCOMPARE(QFileInfo(place.window->errFile(id)).size(), 0);
    place.window->clearEnded();
    QVERIFY(place.window->jobs().isEmpty());
    QVERIFY(!QFileInfo::exists(place.window->outFile(id)));
    QVERIFY(QFileInfo::exists(row.run + "/train.log"));
}

void SupervisorTest::aStoppedTrainingLeavesACheckpointAndCanBeResumed()
{
    Supervision place(m_place, "stopped");
    const auto id = place.window->start(place.training(Workplace::endlessTraining(), "stopped"));
    QTRY_VERIFY_WITH_TIMEOUT(trains(place, id), test::kPatienceMs);
    QCOMPARE(place.window->jobOfRun(place.row(id).run), id);
    place.window->stopRun(place.row(id).run);
    QVERIFY(place.row(id).stopping);
    EXPECT_STATE(place, id, JobState::Stopped);
    const auto run = place.row(id).run;
    QVERIFY(!QDir(run + "/checkpoints").entryList({"step_*"}).isEmpty());
    QVERIFY(place.window->jobOfRun(run).isEmpty());

    auto spec = jobs::resumeWorker(run.toStdString(), "bam_ssmax", "cpu");
    spec.workingFolder = m_place.path().toStdString();
    const auto again = place.window->start(spec);
    const auto before = place.row(id).step;
    QTRY_VERIFY_WITH_TIMEOUT(place.row(again).step > before, test::kPatienceMs);
    place.window->stopJob(again);
    EXPECT_STATE(place, again, JobState::Stopped);
    QVERIFY(fileOf(run, "log.txt").contains("resumed at step "));
    QVERIFY(place.told(Severity::Error).text.isEmpty());
}

void SupervisorTest::aKilledWorkerIsAFailureThatIsTold()
{
    Supervision place(m_place, "killed");
    const auto id = place.window->start(place.training(Workplace::endlessTraining(), "killed"));
    QTRY_VERIFY_WITH_TIMEOUT(trains(place, id), test::kPatienceMs);
    QCOMPARE(::kill(pid_t(place.processOf(id)), SIGKILL), 0);
    EXPECT_STATE(place, id, JobState::Failed);
    QVERIFY2(place.row(id).cause.contains("signal 9"), qPrintable(place.row(id).cause));
    QVERIFY(place.row(id).hint.contains("memory"));
    const auto message = place.told(Severity::Error);
    QVERIFY(message.text.contains("killed") && message.text.contains("signal 9"));
    QVERIFY(!message.action.isEmpty());
    QSignalSpy log(place.window.get(), &work::Supervisor::logRequested);
    message.onAction();
    QCOMPARE(log.value(0).value(0).toString(), id);
    // The window side goes on: the next training is fine.
    const auto next = place.window->start(place.training(Workplace::tinyTraining(), "after"));
    EXPECT_STATE(place, next, JobState::Finished);
}

void SupervisorTest::killingOnRequestIsNoFailure()
{
    Supervision place(m_place, "wanted");
    const auto id = place.window->start(place.training(Workplace::endlessTraining(), "wanted"));
    QTRY_VERIFY_WITH_TIMEOUT(trains(place, id), test::kPatienceMs);
    place.window->killJob(id);
    EXPECT_STATE(place, id, JobState::Stopped);
    QVERIFY(place.row(id).cause.contains("request"));
    QVERIFY(place.told(Severity::Error).text.isEmpty());
}

void SupervisorTest::aStopThatIsNotObeyedOffersToKill()
{
    Supervision place(m_place, "slow");
    auto settings = place.window->settings();
    settings.patienceSeconds = 1;
    place.window->setSettings(settings);
    // One step of this takes minutes.
    const auto id = place.window->start(place.training(Workplace::endlessTraining(), "slow", {"--tokens_per_step", "40000000"}));
    QTRY_VERIFY_WITH_TIMEOUT(!place.runs.isEmpty(), test::kPatienceMs);
    place.window->stopJob(id);
    QTRY_VERIFY_WITH_TIMEOUT(!place.told(Severity::Warning).action.isEmpty(), test::kPatienceMs);
    QVERIFY(place.row(id).isActive() && place.row(id).stopping);
    QVERIFY(place.told(Severity::Warning).text.contains("has not stopped"));
    place.told(Severity::Warning).onAction();
    EXPECT_STATE(place, id, JobState::Stopped);
}

void SupervisorTest::aPausedAndResumedTrainingGivesTheSameWeights()
{
    Supervision place(m_place, "paused");
    const QStringList length{"--num_iterations", "600", "--checkpoint_every", "0"};
    const auto id = place.window->start(place.training(Workplace::endlessTraining(), "paused", length));
    QTRY_VERIFY_WITH_TIMEOUT(trains(place, id), test::kPatienceMs);
    place.window->pauseJob(id, 550);
    EXPECT_STATE(place, id, JobState::Paused);
    QCOMPARE(place.row(id).step, 550);
    QVERIFY(place.told(Severity::Information).text.contains("550"));
    const auto run = place.row(id).run;
    auto spec = jobs::resumeWorker(run.toStdString(), "bam_ssmax", "cpu");
    spec.workingFolder = m_place.path().toStdString();
    const auto again = place.window->start(spec);
    EXPECT_STATE(place, again, JobState::Finished);
    EXPECT_EXIT(m_place.run(Workplace::endlessTraining() + QStringList{"--log_dir", "undisturbed", "--quiet"} + length), 0);
    const QString weights = "checkpoints/step_00000600/model.safetensors";
    const auto undisturbed = m_place.read("undisturbed/custom/bam_ssmax/version_00/" + weights);
    QVERIFY(undisturbed.size() > 1000);
    QVERIFY(fileOf(run, weights) == undisturbed);
}

void SupervisorTest::aPausedFileOfJobsGoesOnAsTheSameJob()
{
    Supervision place(m_place, "several");
    m_place.write("several.json", R"({"jobs": [
        {"train": {"model": {"model_size": "custom", "dim": 16, "n_layers": 1, "n_heads": 2, "ffn_dim_multiplier": 2, "vocab_size": 160},
            "data": {"dataset_kind": "passkey_mixture", "dataset": "text.txt", "tokenizer": "t.model", "val_tokens": 0},
            "training": {"batch_size": 2, "sequence_length": 200, "num_iterations": 400, "threads": 1}}, "as": "small"},
        {"evaluate": {"passkey": {"lengths": [200], "samples": 2}}, "run": "small"}]})");
    auto spec = jobs::runFileWorker("several.json", "cpu", {"--out", "several", "--threads", "1"});
    spec.workingFolder = m_place.path().toStdString();
    const auto id = place.window->start(spec);
    QTRY_VERIFY_WITH_TIMEOUT(trains(place, id), test::kPatienceMs);
    const auto run = place.row(id).run;
    QCOMPARE(place.window->jobOfRun(run), id);
    QVERIFY(place.window->resumableJobOfRun(run).isEmpty());
    place.window->pauseRun(run, place.row(id).step + 20);
    EXPECT_STATE(place, id, JobState::Paused);
    QVERIFY(!QFileInfo::exists(run + "/results.json"));
    QCOMPARE(place.window->resumableJobOfRun(run), id);
    place.window->resumeJob(id);
    EXPECT_STATE(place, id, JobState::Finished);
    QCOMPARE(place.window->jobs().size(), 1);
    QCOMPARE(place.row(id).run, run);
    QVERIFY(fileOf(run, "log.txt").contains("resumed at step "));
    QVERIFY(QFileInfo::exists(run + "/results.json"));
}

void SupervisorTest::aCheckpointOnRequestIsTold()
{
    Supervision place(m_place, "asked");
    const auto id = place.window->start(place.training(Workplace::endlessTraining(), "asked"));
    QTRY_VERIFY_WITH_TIMEOUT(trains(place, id), test::kPatienceMs);
    place.window->checkpointJob(id);
    QTRY_VERIFY_WITH_TIMEOUT(place.told(Severity::Success).text.contains("Checkpoint"), test::kPatienceMs);
    QVERIFY(!QDir(place.row(id).run + "/checkpoints").entryList({"step_*"}).isEmpty());
    QVERIFY(place.row(id).isActive());
    place.window->checkpointRun(m_place.path("nowhere"));
    QVERIFY(place.told(Severity::Error).text.contains("nowhere"));
}

void SupervisorTest::theNextWindowFindsTheWorkerAndSeesItsEnd()
{
    Supervision place(m_place, "next");
    const auto id = place.window->start(place.training(Workplace::endlessTraining(), "next"));
    QTRY_VERIFY_WITH_TIMEOUT(trains(place, id), test::kPatienceMs);
    const auto pid = place.processOf(id);
    place.close();
    QCOMPARE(::kill(pid_t(pid), 0), 0);
    place.open();
    QVERIFY(place.row(id).isActive());
    QTRY_VERIFY_WITH_TIMEOUT(trains(place, id), test::kPatienceMs);
    const auto step = place.row(id).step;
    QTRY_VERIFY_WITH_TIMEOUT(place.row(id).step > step, test::kPatienceMs);
    place.window->stopJob(id);
    EXPECT_STATE(place, id, JobState::Stopped);
}

void SupervisorTest::aWorkerThatEndedWithoutAWindowIsAccountedFor()
{
    Supervision place(m_place, "alone");
    const auto good = place.window->start(place.training(Workplace::tinyTraining(), "alone"));
    const auto bad = place.window->start(place.training(Workplace::endlessTraining(), "alone2"));
    const auto pid = place.processOf(bad);
    QVERIFY(pid > 0);
    place.close();
    QTRY_VERIFY_WITH_TIMEOUT(m_place.read("alone/custom/bam_ssmax/version_00/status.json").contains("finished"), test::kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(!m_place.read("alone2/custom/bam_ssmax/version_00/train.log").isEmpty(), test::kPatienceMs);
    QCOMPARE(::kill(pid_t(pid), SIGKILL), 0);
    QTRY_VERIFY_WITH_TIMEOUT(!runs::isAlive(runs::identityOf(pid)), test::kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(!work::isEnding(pid), test::kPatienceMs);
    QVERIFY(work::exitStatusOf(pid));    // as if another program had been the parent: how it ended is not known any more
    place.open();
    EXPECT_STATE(place, good, JobState::Finished);
    EXPECT_STATE(place, bad, JobState::Failed);
    QVERIFY2(place.row(bad).cause.contains("without a word"), qPrintable(place.row(bad).cause));
    QCOMPARE(place.ended.size(), 2);
    QCOMPARE(place.row(good).step, 12);
}

void SupervisorTest::aReusedProcessNumberIsNotTakenForTheWorker()
{
    Supervision place(m_place, "reused");
    place.close();
    const jobs::JobStore store(place.state().toStdString());
    auto record = store.create(place.training(Workplace::tinyTraining(), "reused"), 1);
    record.state = JobState::Running;
    record.started = 1'700'000'000;
    record.process = runs::identityOf(::getpid());      // a kill would end this test
    record.process.startTicks -= 100;
    store.save(record);
    place.open();
    const auto id = QString::fromStdString(record.id);
    place.window->killJob(id);
    place.window->stopJob(id);
    EXPECT_STATE(place, id, JobState::Failed);
}

void SupervisorTest::aDamagedRecordIsToldOnce()
{
    Supervision place(m_place, "damaged");
    place.close();
    const jobs::JobStore store(place.state().toStdString());
    const auto record = store.create(place.training(Workplace::tinyTraining(), "damaged"), 1);
    writeFileAtomic(store.folderOf(record.id) / "job.json", "\x01\x02");
    place.open();
    QTRY_VERIFY(place.told(Severity::Warning).hint.contains("job.json.broken"));
    QVERIFY(place.window->jobs().isEmpty());
    place.messages.clear();
    place.close();
    place.open();
    QTest::qWait(50);
    QVERIFY(place.messages.isEmpty());
}

void SupervisorTest::aRefusedSpecTellsCauseAndHint()
{
    Supervision place(m_place, "refused");
    auto spec = jobs::trainWorker({}, "cpu", "refused");
    spec.specJson = "{\"model\": {\"n_layers\": -3, \"colour\": \"red\"}}";
    const auto id = place.window->start(spec);
    EXPECT_STATE(place, id, JobState::Failed);
    QVERIFY2(place.row(id).cause.contains("n_layers"), qPrintable(place.row(id).cause));
    QVERIFY(place.row(id).cause.contains("colour"));
    QVERIFY(place.told(Severity::Error).text.contains("n_layers"));
    auto missing = place.training(Workplace::tinyTraining(), "refused", {"--dataset", "no-such-folder"});
    const auto other = place.window->start(missing);
    EXPECT_STATE(place, other, JobState::Failed);
    QVERIFY2(place.row(other).cause.contains("no-such-folder"), qPrintable(place.row(other).cause));
    QVERIFY(!place.told(Severity::Error).hint.isEmpty());
    const auto small = place.window->start(place.training(Workplace::tinyTraining(), "refused", {"--vocabulary", "159"}));
    EXPECT_STATE(place, small, JobState::Failed);
    QVERIFY2(place.row(small).cause.contains("Vocabulary is 159") && place.row(small).hint.contains("Set Vocabulary to"), qPrintable(place.row(small).cause + place.row(small).hint));
}

void SupervisorTest::aMissingProgramIsTold()
{
    Supervision place(m_place, "missing");
    place.close();
    place.open(m_place.path("no-program"));
    const auto id = place.window->start(place.training(Workplace::tinyTraining(), "missing"));
    QVERIFY(place.stateOf(id) == JobState::Failed);
    QVERIFY(place.told(Severity::Error).text.contains("no-program"));
    QVERIFY(!place.told(Severity::Error).hint.isEmpty());
    place.close();
    place.open();
    auto spec = place.training(Workplace::tinyTraining(), "missing");
    spec.workingFolder = m_place.path("no-folder").toStdString();
    QVERIFY(place.stateOf(place.window->start(spec)) == JobState::Failed);
    QVERIFY(place.told(Severity::Error).text.contains("no-folder"));
}

void SupervisorTest::aFullDiskIsToldAndLeavesNoJob()
{
    Supervision place(m_place, "full");
    {
        const test::LimitedFileSize full(20);
        QVERIFY(place.window->start(place.training(Workplace::tinyTraining(), "full")).isEmpty());
    }
    QVERIFY(place.window->jobs().isEmpty());
    QVERIFY(place.told(Severity::Error).text.contains("full"));
    QVERIFY(!place.told(Severity::Error).hint.isEmpty());
    QCOMPARE(QDir(place.state()).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 0);
    const auto id = place.window->start(place.training(Workplace::tinyTraining(), "full"));
    EXPECT_STATE(place, id, JobState::Finished);
}

void SupervisorTest::aStateThatCannotBeKeptIsToldAndMadeUpForLater()
{
    Supervision place(m_place, "unkept");
    const auto id = place.window->start(place.training(Workplace::tinyTraining(), "unkept"));
    {
        const test::LimitedFileSize full(20);
        EXPECT_STATE(place, id, JobState::Finished);
    }
    QVERIFY(place.told(Severity::Warning).text.contains("cannot be kept"));
    place.close();
    place.messages.clear();
    place.open();
    EXPECT_STATE(place, id, JobState::Finished);
    QCOMPARE(place.row(id).step, 12);
    QVERIFY(place.told(Severity::Warning).text.isEmpty());
}

void SupervisorTest::otherKindsOfWorkRunTheSameWay()
{
    Supervision place(m_place, "others");
    auto dataset = jobs::datasetWorker({"text.txt", "--tokenizer", "t.model", "--out", "more"});
    dataset.workingFolder = m_place.path().toStdString();
    const auto made = place.window->start(dataset);
    EXPECT_STATE(place, made, JobState::Finished);
    QVERIFY(QFileInfo::exists(m_place.path("more")));
    auto tokenizer = jobs::tokenizerWorker({"text.txt", "--pieces", "160", "--with-passkey-sentences", "--out", "another.model"});
    tokenizer.workingFolder = m_place.path().toStdString();
    const auto cut = place.window->start(tokenizer);
    EXPECT_STATE(place, cut, JobState::Finished);
    const auto trained = place.window->start(place.training(Workplace::tinyTraining(), "others"));
    EXPECT_STATE(place, trained, JobState::Finished);
    const auto test = place.window->start(jobs::evaluateWorker(place.row(trained).run.toStdString(), "bam_ssmax", "cpu", {"--passkey_lengths", "200", "--samples", "2", "--threads", "1"}));
    EXPECT_STATE(place, test, JobState::Finished);
    QVERIFY(QFileInfo::exists(place.row(trained).run + "/results.json"));
}

BAMSCOPE_TEST(SupervisorTest)
#include "test_supervisor.moc"
