// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/job_outcome.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <csignal>

using namespace bam;
using jobs::JobEnding;
using jobs::JobState;
using work::ExitStatus;
using work::JobOutcome;

class JobOutcomeTest : public test::Suite {
    Q_OBJECT
    static constexpr std::int64_t kProcess = 4711;

    struct Place {
        Place()
        {
            job.process.pid = kProcess;
            job.run = folder.path().toStdString();
        }
        void status(const std::string& state, std::int64_t pid = kProcess)
        {
            writeFileAtomic(std::filesystem::path(job.run) / "status.json",
                str("{\"state\": \"", state, "\", \"step\": 77, \"pid\": ", pid, ", \"error\": {\"message\": \"the disk is full\", \"hint\": \"Make room.\"}}"));
        }
        void errors(const std::string& text) { writeFileAtomic(errFile.toStdString(), text); }
        JobOutcome outcome(const std::optional<JobEnding>& ending = {}, const std::optional<ExitStatus>& exit = {}) const { return work::outcomeOf(job, ending, exit, errFile); }
        QTemporaryDir folder;
        QString errFile = folder.filePath("err.txt");
        jobs::JobRecord job;
    };

private Q_SLOTS:
    void theWorkersOwnLastWordCounts()
    {
        Place place;
        place.status("running");
        QVERIFY(place.outcome(JobEnding{true, 0, {}, {}}, ExitStatus{0, SIGSEGV}).state == JobState::Finished);
        const auto failed = place.outcome(JobEnding{false, 2, "no dataset", "Name one."});
        QVERIFY(failed.state == JobState::Failed);
        QCOMPARE(failed.cause, QString("no dataset"));
        QCOMPARE(failed.hint, QString("Name one."));
        QVERIFY(place.outcome(JobEnding{false, 3, "stopped on request", {}}).state == JobState::Stopped);
        place.status("paused");
        QVERIFY(place.outcome(JobEnding{false, 3, "paused on request", {}}).state == JobState::Paused);
        QCOMPARE(place.outcome(JobEnding{false, 3, {}, {}}).step, 77);
    }

    void withoutItTheRunsStatusDoesIfItIsOfThisProcess()
    {
        Place place;
        place.status("failed");
        QCOMPARE(place.outcome().cause, QString("the disk is full"));
        QCOMPARE(place.outcome().hint, QString("Make room."));
        place.status("finished");
        QVERIFY(place.outcome().state == JobState::Finished);
        place.status("finished", kProcess + 1);     // of an earlier start
        QVERIFY(place.outcome().state == JobState::Failed);
        QCOMPARE(place.outcome().step, -1);
        writeFileAtomic(std::filesystem::path(place.job.run) / "status.json", "[1, ");
        QVERIFY(place.outcome().state == JobState::Failed);
    }

    void aSignalIsNamed()
    {
        Place place;
        place.status("running");
        QVERIFY(place.outcome({}, ExitStatus{0, SIGKILL}).hint.contains("memory"));
        QVERIFY(place.outcome({}, ExitStatus{0, SIGSEGV}).cause.contains("signal 11"));
        place.job.stopAsked = true;
        QVERIFY(place.outcome({}, ExitStatus{0, SIGTERM}).state == JobState::Stopped);      // before it could listen
        QVERIFY(place.outcome({}, ExitStatus{130, 0}).state == JobState::Stopped);
        place.job.killAsked = true;
        QVERIFY(place.outcome({}, ExitStatus{0, SIGKILL}).state == JobState::Stopped);
    }

    void aSilentEndShowsTheLastLineOfItsErrors()
    {
        Place place;
        place.job.run.clear();
        QVERIFY(place.outcome().cause.contains("without a word"));
        place.errors("first\nterminate called after throwing\n\n");
        QVERIFY(place.outcome().cause.contains("terminate called"));
        const auto status = place.outcome({}, ExitStatus{127, 0});
        QVERIFY(status.cause.contains("127") && status.cause.contains("terminate called"));
        QVERIFY(place.outcome({}, ExitStatus{0, 0}).state == JobState::Finished);
    }
};

BAMSCOPE_TEST(JobOutcomeTest)
#include "test_job_outcome.moc"
