// SPDX-License-Identifier: GPL-3.0-or-later
// One window works off the queue, with the kernel's locks and without.
#include "core/base/files.h"
#include "core/jobs/queue_lock.h"
#include "core/runs/folder_lock.h"
#include "tests/support/failing_locks.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <cerrno>

#include <unistd.h>

using namespace bam;
using jobs::QueueLock;
using test::lockFailure;

namespace {

std::string holder(const std::string& host, const runs::ProcessIdentity& process)
{
    return "{\"host\":\"" + host + "\",\"boot\":\"" + process.boot + "\",\"pid\":" + std::to_string(process.pid) + ",\"start_ticks\":" + std::to_string(process.startTicks) + "}\n";
}

}  // namespace

class QueueLockTest : public test::Suite {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;
    std::filesystem::path folder() const { return m_folder->path().toStdString(); }
    std::filesystem::path file() const { return folder() / ".queue.holder"; }
    static std::unique_ptr<QueueLock> take(const std::filesystem::path& folder)
    {
        std::string why;
        return QueueLock::take(folder, why);
    }
    void renewedAgo(int seconds) const { test::renewedAgo(file(), seconds); }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        lockFailure = ENOLCK;
    }
    void cleanup() { lockFailure = 0; }

    void theKernelsLockIsUsedWhereThereIsOne()
    {
        lockFailure = 0;
        std::string why;
        auto first = QueueLock::take(folder(), why);
        QVERIFY(first && !first->byFile() && why.empty());
        QVERIFY(!take(folder()));
        first.reset();
        QVERIFY(take(folder()));
        QVERIFY(!std::filesystem::exists(file()));
    }

    void withoutLocksAFileNamesTheHolder()
    {
        std::string why;
        auto first = QueueLock::take(folder(), why);
        QVERIFY(first && first->byFile());
        QVERIFY(!why.empty());
        QVERIFY(first->renew());
        QVERIFY(!take(folder()));
        first.reset();
        QVERIFY(!std::filesystem::exists(file()));
        QVERIFY(take(folder()));
    }

    void aHolderThatIsGoneIsReplacedAtOnce()
    {
        writeFileAtomic(file(), holder(runs::hostName(), test::endedProcess()));
        const auto lock = take(folder());
        QVERIFY(lock && lock->renew());
    }

    void aHolderOnAnotherMachineIsReplacedWhenItIsSilent()
    {
        writeFileAtomic(file(), holder("elsewhere", runs::identityOf(::getpid())));
        QVERIFY(!take(folder()));
        renewedAgo(QueueLock::kStaleSeconds - 30);
        QVERIFY(!take(folder()));
        renewedAgo(QueueLock::kStaleSeconds + 30);
        QVERIFY(take(folder()));
    }

    void whoWasReplacedIsTold()
    {
        const auto lock = take(folder());
        writeFileAtomic(file(), holder("elsewhere", runs::identityOf(::getpid())));
        QVERIFY(!lock->renew());
    }

    void aFileThatIsNotWrittenYetIsWaitedFor()
    {
        writeFileAtomic(file(), std::string());
        QVERIFY(!take(folder()));
        renewedAgo(QueueLock::kStaleSeconds + 30);
        QVERIFY(take(folder()));
    }

    void aFolderThatCannotBeWrittenIsToldApart()
    {
        EXPECT_ERROR(take(folder() / "missing"), ErrorCode::Failed, "missing");
        lockFailure = EIO;
        EXPECT_ERROR(take(folder()), ErrorCode::Failed, "lock");
    }
};

BAMSCOPE_TEST(QueueLockTest)
#include "test_queue_lock.moc"
