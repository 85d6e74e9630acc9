// SPDX-License-Identifier: GPL-3.0-or-later
// The queue over devices, with workers of the real program.
#include "tests/support/file_limits.h"
#include "tests/window/supervisor_support.h"

#include <cerrno>

#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {
int lockFailure = 0;    // errno of every lock while it is not 0
}

/// In place of the C library's, so that a file system without locks needs none.
extern "C" int flock(int file, int operation) noexcept
{
    if (lockFailure == 0)
        return int(::syscall(SYS_flock, file, operation));
    errno = lockFailure;
    return -1;
}

using namespace bam;
using jobs::JobState;
using test::Supervision;
using test::Workplace;

class JobQueueTest : public test::Suite {
    Q_OBJECT
    Workplace m_place;

    QStringList queued(const Supervision& place) const
    {
        QStringList titles;
        for (const auto& row : place.window->jobs())
            if (row.state == JobState::Queued)
                titles << row.title;
        return titles;
    }

private Q_SLOTS:
    void initTestCase() { m_place.prepareData(); }

    void jobsOfOneDeviceRunOneAfterTheOther()
    {
        Supervision place(m_place, "queue");
        int most = 0;
        QObject::connect(place.window.get(), &work::Supervisor::jobsChanged, [&] {
            int active = 0;
            for (const auto& row : place.window->jobs())
                active += row.isActive() ? 1 : 0;
            most = std::max(most, active);
        });
        const auto first = place.window->enqueue(place.training(Workplace::tinyTraining(), "q1"));
        const auto second = place.window->enqueue(place.training(Workplace::tinyTraining(), "q2"));
        QTRY_VERIFY(place.row(first).isActive());
        QVERIFY(place.stateOf(second) == JobState::Queued);
        QCOMPARE(place.row(second).place, 1);
        EXPECT_STATE(place, first, JobState::Finished);
        EXPECT_STATE(place, second, JobState::Finished);
        QCOMPARE(most, 1);
        QVERIFY(place.row(second).started >= place.row(first).started);
        QCOMPARE(place.ended.value(0).id, first);
    }

    void theOrderIsChangedAndKept()
    {
        Supervision place(m_place, "order");
        const auto running = place.window->start(place.training(Workplace::endlessTraining(), "o0"));
        const auto a = place.window->enqueue(place.training(Workplace::tinyTraining(), "a"));
        const auto b = place.window->enqueue(place.training(Workplace::tinyTraining(), "b"));
        const auto c = place.window->enqueue(place.training(Workplace::tinyTraining(), "c"));
        QCOMPARE(queued(place), (QStringList{"a", "b", "c"}));
        place.window->moveQueued(c, -2);
        QCOMPARE(queued(place), (QStringList{"c", "a", "b"}));
        place.window->moveQueued(c, 1);
        place.window->moveQueued(b, 99);
        QCOMPARE(queued(place), (QStringList{"a", "c", "b"}));
        place.window->cancelQueued(a);
        QVERIFY(place.stateOf(a) == JobState::Cancelled);
        place.close();
        place.open();
        QCOMPARE(queued(place), (QStringList{"c", "b"}));
        QVERIFY(place.row(running).isActive());
        QTest::qWait(100);
        QCOMPARE(queued(place), (QStringList{"c", "b"}));
        place.window->cancelQueued(b);
        place.window->killJob(running);
        EXPECT_STATE(place, c, JobState::Finished);
    }

    void otherDevicesAndMoreProcessorJobsDoNotWait()
    {
        Supervision place(m_place, "devices");
        place.window->start(place.training(Workplace::endlessTraining(), "d0"));
        auto elsewhere = place.training(Workplace::tinyTraining(), "d1");
        elsewhere.device = "cuda:3";    // the worker itself computes on the CPU here
        const auto other = place.window->enqueue(elsewhere);
        const auto waiting = place.window->enqueue(place.training(Workplace::tinyTraining(), "d2"));
        EXPECT_STATE(place, other, JobState::Finished);
        QVERIFY(place.stateOf(waiting) == JobState::Queued);
        auto settings = place.window->settings();
        settings.cpuJobs = 2;
        place.window->setSettings(settings);
        EXPECT_STATE(place, waiting, JobState::Finished);
    }

    void ofTwoWindowsOneStartsWhatBothQueue()
    {
        Supervision first(m_place, "shared");
        QTRY_VERIFY(first.window->runsQueue());
        work::Supervisor second(QStringLiteral(BAMSCOPE_PROGRAM), first.state());
        auto settings = second.settings();
        settings.desktopNotifications = false;
        second.setSettings(settings);
        QTest::qWait(50);
        QVERIFY(!second.runsQueue());
        const auto id = second.enqueue(first.training(Workplace::tinyTraining(), "shared"));
        EXPECT_STATE(first, id, JobState::Finished);
        QTRY_VERIFY_WITH_TIMEOUT(second.job(id)->state == JobState::Finished, test::kPatienceMs);
        first.close();
        QTRY_VERIFY_WITH_TIMEOUT(second.runsQueue(), test::kPatienceMs);
        const auto next = second.enqueue(first.training(Workplace::tinyTraining(), "shared"));
        QTRY_VERIFY_WITH_TIMEOUT(second.job(next)->state == JobState::Finished, test::kPatienceMs);
    }

    void aFullDiskKeepsJobsInTheQueueUntilThereIsRoom()
    {
        Supervision place(m_place, "no-room");
        auto settings = place.window->settings();
        settings.retryMs = 200;
        place.window->setSettings(settings);
        QTRY_VERIFY(place.window->runsQueue());
        const auto first = place.window->enqueue(place.training(Workplace::tinyTraining(), "r1"));
        const auto second = place.window->enqueue(place.training(Workplace::tinyTraining(), "r2"));
        {
            const test::LimitedFileSize full(20);
            QTRY_VERIFY(!place.row(first).cause.isEmpty());
            QTest::qWait(700);      // it is tried again, and told once
            QCOMPARE(queued(place), (QStringList{"r1", "r2"}));
            place.window->clearEnded();
            QCOMPARE(queued(place), (QStringList{"r1", "r2"}));
        }
        QVERIFY(place.ended.isEmpty());
        QCOMPARE(std::count_if(place.messages.begin(), place.messages.end(), [](const auto& message) { return message.severity == ui::Severity::Warning; }), 1);
        QVERIFY(place.told(ui::Severity::Warning).hint.contains("stays in the queue"));
        EXPECT_STATE(place, first, JobState::Finished);
        EXPECT_STATE(place, second, JobState::Finished);
        QVERIFY(place.row(first).cause.isEmpty());
    }

    void withoutFileLocksTheQueueIsWorkedOffByOneWindow()
    {
        for (const int failure : {ENOLCK, EOPNOTSUPP}) {
            lockFailure = failure;
            const auto atEnd = qScopeGuard([] { lockFailure = 0; });
            Supervision first(m_place, QStringLiteral("no-locks-%1").arg(failure));
            QTRY_VERIFY(first.window->runsQueue());
            QVERIFY(first.told(ui::Severity::Information).text.contains("File locks do not work"));
            QCOMPARE(first.messages.size(), 1);
            work::Supervisor second(QStringLiteral(BAMSCOPE_PROGRAM), first.state());
            QTest::qWait(50);
            QVERIFY(!second.runsQueue());
            const auto id = first.window->enqueue(first.training(Workplace::tinyTraining(), "nl"));
            EXPECT_STATE(first, id, JobState::Finished);
            first.close();
            QTRY_VERIFY_WITH_TIMEOUT(second.runsQueue(), test::kPatienceMs);
        }
    }
};

BAMSCOPE_TEST(JobQueueTest)
#include "test_job_queue.moc"
