// SPDX-License-Identifier: GPL-3.0-or-later
// One writer or several that share, with the kernel's locks and without.
#include "core/base/files.h"
#include "core/runs/folder_lock.h"
#include "core/runs/holder_file.h"
#include "tests/support/failing_locks.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <set>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace bam;
using namespace bam::runs;
using test::endedProcess;
using test::lockFailure;
using test::renewedAgo;
using namespace std::chrono_literals;

namespace {

ProcessIdentity onOtherHost()
{
    auto process = identityOf(::getpid());
    process.host = "elsewhere";
    process.pid = 4711;
    return process;
}

void name(const std::filesystem::path& file, const ProcessIdentity& process) { writeFileAtomic(file, toJson(process).dump() + "\n"); }

}  // namespace

class FolderLockTest : public test::Suite {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;
    std::filesystem::path folder() const { return m_folder->path().toStdString(); }
    std::filesystem::path holder() const { return folder() / ".lock.holder"; }
    std::filesystem::path sharer(const std::string& host, std::int64_t process) const { return folder() / (".lock.shared." + host + "." + std::to_string(process) + ".0"); }
    std::unique_ptr<FolderLock> take(FolderLock::Kind kind) const { return std::make_unique<FolderLock>(folder(), ".lock", kind); }
    static std::string own() { return "(process " + std::to_string(::getpid()) + " on " + hostName() + ")"; }
    std::set<std::string> files() const
    {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder()))
            names.insert(entry.path().filename().string());
        return names;
    }
    const std::set<std::string> m_released{".lock"};

private Q_SLOTS:
    void init() override
    {
        m_folder = std::make_unique<QTemporaryDir>();
        lockFailure = EOPNOTSUPP;
    }
    void cleanup() { lockFailure = 0; }

    void oneAloneOrSeveralThatShare_data()
    {
        QTest::addColumn<int>("failure");
        QTest::newRow("with locks") << 0;
        for (const int failure : {ENOLCK, EOPNOTSUPP, ENOSYS, EINVAL})
            QTest::addRow("%s", std::strerror(failure)) << failure;
    }

    void oneAloneOrSeveralThatShare()
    {
        QFETCH(int, failure);
        lockFailure = failure;
        auto first = take(FolderLock::Alone);
        EXPECT_ERROR(take(FolderLock::Alone), ErrorCode::Environment, own());
        EXPECT_ERROR(take(FolderLock::Shared), ErrorCode::Environment, own());
        QVERIFY_THROWS_EXCEPTION(FolderInUse, take(FolderLock::Shared));
        first.reset();
        QVERIFY(files() == m_released);
        first = take(FolderLock::Shared);
        auto second = take(FolderLock::Shared);
        EXPECT_ERROR(take(FolderLock::Alone), ErrorCode::Environment, own());
        first.reset();
        EXPECT_ERROR(take(FolderLock::Alone), ErrorCode::Environment, own());
        first = take(FolderLock::Shared);       // who was refused is not in the way
        first.reset();
        second.reset();
        QVERIFY(files() == m_released);
        QVERIFY(take(FolderLock::Alone));
    }

    void withLocksNoFileNamesTheHolder()
    {
        lockFailure = 0;
        const auto first = take(FolderLock::Shared), second = take(FolderLock::Shared);
        QVERIFY(files() == m_released);
    }

    // Locks of a network disk that fail for a while, or on one of two mounts.
    void whoLocksAndWhoCannotSeeEachOther()
    {
        auto first = take(FolderLock::Alone);       // by a file
        lockFailure = 0;
        EXPECT_ERROR(take(FolderLock::Alone), ErrorCode::Environment, own());
        first.reset();
        QVERIFY(take(FolderLock::Alone));
        const auto parent = "process " + std::to_string(::getppid()) + " on " + hostName();     // which lives, and locked while it could
        writeFileAtomic(folder() / ".lock", parent + "\n");
        lockFailure = ENOLCK;
        EXPECT_ERROR(take(FolderLock::Alone), ErrorCode::Environment, parent);
        writeFileAtomic(folder() / ".lock", "process 1 on elsewhere\n");
        QVERIFY(take(FolderLock::Alone));
    }

    void anotherMachineOfTheSameNameIsGoneByAgeAlone()
    {
        auto process = identityOf(::getpid());
        process.boot = "another";
        name(holder(), process);
        EXPECT_ERROR(take(FolderLock::Alone), ErrorCode::Environment, own());
    }

    void theFilesOfAHolderThatIsGoneAreNotInTheWay()
    {
        const auto process = endedProcess();
        name(holder(), process);
        QVERIFY(take(FolderLock::Shared));
        QVERIFY(files() == m_released);
        name(holder(), process);
        name(sharer(hostName(), process.pid), process);
        QVERIFY(take(FolderLock::Alone));
        QVERIFY(files() == m_released);
    }

    void aHolderOnAnotherMachineIsReplacedWhenItIsSilent()
    {
        for (const auto& [file, kind] : {std::pair(holder(), FolderLock::Alone), {holder(), FolderLock::Shared}, {sharer("elsewhere", 4711), FolderLock::Alone}}) {
            name(file, onOtherHost());
            EXPECT_ERROR(take(kind), ErrorCode::Environment, "(process 4711 on elsewhere)");
            renewedAgo(file, HolderFile::kStaleSeconds - 30);
            EXPECT_ERROR(take(kind), ErrorCode::Environment, "wait two minutes");
            QVERIFY((files() == std::set<std::string>{".lock", file.filename().string()}));     // nothing of the one who was refused
            renewedAgo(file, HolderFile::kStaleSeconds + 30);
            QVERIFY(take(kind));
            QVERIFY(files() == m_released);
        }
    }

    // Of one host name, with its own numbers of processes: this number may be free here, or another process's.
    void aHolderInAnotherContainerIsReplacedWhenItIsSilent()
    {
        for (auto process : {endedProcess(), identityOf(::getpid())}) {
            process.pidNamespace = "pid:[1]";
            name(holder(), process);
            EXPECT_ERROR(take(FolderLock::Alone), ErrorCode::Environment, "wait two minutes");
            renewedAgo(holder(), HolderFile::kStaleSeconds + 30);
            QVERIFY(take(FolderLock::Alone));
            QVERIFY(files() == m_released);
        }
    }

    void sharersOfTwoContainersHaveFilesOfTheirOwn()
    {
        const auto first = take(FolderLock::Shared);
        const auto namespaceOfThis = identityOf(::getpid()).pidNamespace;
        const auto number = namespaceOfThis.substr(5, namespaceOfThis.size() - 6);
        QVERIFY(std::ranges::any_of(files(), [&](const auto& file) { return file.starts_with(".lock.shared." + hostName() + "." + number + "."); }));
    }

    void aSharerOnAnotherMachineDoesNotMind()
    {
        const auto file = sharer("elsewhere", 4711);
        name(file, onOtherHost());
        QVERIFY(take(FolderLock::Shared));
        QVERIFY(std::filesystem::exists(file));
    }

    void aFileThatIsNotWrittenYetIsWaitedFor()
    {
        writeFileAtomic(holder(), std::string());
        for (const auto kind : {FolderLock::Alone, FolderLock::Shared})
            EXPECT_ERROR(take(kind), ErrorCode::Environment, "not named itself");
        renewedAgo(holder(), HolderFile::kStaleSeconds + 30);
        QVERIFY(take(FolderLock::Alone));
    }

    void aHeldLockIsRenewed()
    {
        const auto age = [&] {
            struct stat info{};
            ::stat(holder().c_str(), &info);
            return std::time(nullptr) - info.st_mtime;
        };
        const FolderLock lock(folder(), ".lock", FolderLock::Alone, 10ms);
        renewedAgo(holder(), 1000);
        QTRY_VERIFY(age() < 100);
    }

    void whoWasReplacedLeavesTheOthersFile()
    {
        auto lock = std::make_unique<FolderLock>(folder(), ".lock", FolderLock::Alone, 1ms);
        name(holder(), onOtherHost());
        renewedAgo(holder(), 1000);
        QTest::qWait(50);
        lock.reset();
        struct stat info{};
        QCOMPARE(::stat(holder().c_str(), &info), 0);
        QVERIFY(std::time(nullptr) - info.st_mtime > 900);
    }

    void otherProcessesSeeIt()
    {
        auto lock = take(FolderLock::Alone);
        const auto refusedInChild = [&](FolderLock::Kind kind) {
            const auto child = ::fork();
            if (child == 0) {
                int status = 1;
                try {
                    const FolderLock other(folder(), ".lock", kind);
                    status = 0;
                } catch (const FolderInUse&) {
                    status = 2;
                } catch (...) {
                }
                ::_exit(status);
            }
            int status = 0;
            ::waitpid(child, &status, 0);
            return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        };
        QCOMPARE(refusedInChild(FolderLock::Alone), 2);
        QCOMPARE(refusedInChild(FolderLock::Shared), 2);
        lock.reset();
        QCOMPARE(refusedInChild(FolderLock::Alone), 0);
        QCOMPARE(refusedInChild(FolderLock::Shared), 0);
    }

    void whatFailsOtherwiseIsAnError()
    {
        lockFailure = EIO;
        EXPECT_ERROR(take(FolderLock::Alone), ErrorCode::Failed, "Cannot lock");
        QVERIFY(files() == m_released);
        lockFailure = ENOLCK;
        EXPECT_ERROR(FolderLock(folder() / "missing", ".lock"), ErrorCode::Failed, "missing");
    }
};

BAMSCOPE_TEST(FolderLockTest)
#include "test_folder_lock.moc"
