// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "tests/support/file_limits.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using bam::ErrorCode;

fs::path folderOf(const QTemporaryDir& folder) { return folder.path().toStdString(); }

int entriesIn(const fs::path& folder)
{
    return static_cast<int>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// Exit statuses of the child that writes to a really full disk.
enum FullDisk { AsExpected = 0, NotMountable = 10, WrongError, NoError, OldContentLost, TemporaryLeft };

/// Runs in a child process, in its own mount namespace: a file system of 64 KiB, an old file, a write of 1 MiB over it.
FullDisk writeToFullDisk(const fs::path& mountPoint)
{
    if (::unshare(CLONE_NEWNS) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
        return NotMountable;
    ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    if (::mount("tmpfs", mountPoint.c_str(), "tmpfs", 0, "size=64k") != 0)
        return NotMountable;
    const fs::path file = mountPoint / "log";
    bam::writeFileAtomic(file, "old");
    try {
        bam::writeFileAtomic(file, std::string(1 << 20, 'x'));
        return NoError;
    } catch (const bam::Error& error) {
        if (error.code() != ErrorCode::Failed || error.cause().find("the disk is full") == std::string::npos
            || error.cause().find(file.string()) == std::string::npos || error.hint().empty())
            return WrongError;
    }
    if (bam::readFile(file) != "old")
        return OldContentLost;
    return entriesIn(mountPoint) == 1 ? AsExpected : TemporaryLeft;
}

class TestFiles : public bam::test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void contentIsReadBackUnchanged();
    void anExistingFileIsReplaced();
    void streamedContentArrivesInOrder();
    void permissionsFollowTheUmask();
    void aWriterThatThrowsLeavesTheOldContentAndNoTemporary();
    void aWriteThatHitsALimitLeavesTheOldContentAndNoTemporary();
    void aSwallowedWriteErrorStillFails();
    void aFullDiskIsNamedAndLeavesTheOldContent();
    void aLeftOverTemporaryOfAnotherProcessIsNoObstacle();
    void missingFolderIsNamed();
    void aFolderInPlaceOfAFileIsAnError();
    void eachSystemReasonHasItsCodeAndHint_data();
    void eachSystemReasonHasItsCodeAndHint();
    void syncFolderNeedsAFolder();
    void sha256MatchesThePublishedValues();
    void mapShowsTheFile();
    void anEmptyFileMapsToNothing();
    void aMapMovesWithItsOwner();
    void whatIsNoRegularFileCannotBeMapped();
};

void TestFiles::contentIsReadBackUnchanged()
{
    QTemporaryDir folder;
    const fs::path file = folderOf(folder) / "a file";
    std::string content("zero \0 byte\n", 12);
    for (int i = 0; i < 300000; ++i)
        content += static_cast<char>(i * 7);
    bam::writeFileAtomic(file, content);
    QVERIFY(bam::readFile(file) == content);
    bam::writeFileAtomic(file, "");
    QCOMPARE(bam::readFile(file), std::string());
}

void TestFiles::anExistingFileIsReplaced()
{
    QTemporaryDir folder;
    const fs::path file = folderOf(folder) / "status.json";
    bam::writeFileAtomic(file, "a much longer first version");
    bam::writeFileAtomic(file, "second");
    QCOMPARE(bam::readFile(file), std::string("second"));
    QCOMPARE(entriesIn(folderOf(folder)), 1);
}

void TestFiles::streamedContentArrivesInOrder()
{
    QTemporaryDir folder;
    const fs::path file = folderOf(folder) / "stream";
    bam::writeFileAtomic(file, [](const bam::ByteSink& sink) {
        for (const std::string_view part : {"one ", "", "two ", "three"})
            sink(part.data(), part.size());
    });
    QCOMPARE(bam::readFile(file), std::string("one two three"));
}

void TestFiles::permissionsFollowTheUmask()
{
    QTemporaryDir folder;
    const fs::path file = folderOf(folder) / "shared";
    const mode_t previous = ::umask(022);
    bam::writeFileAtomic(file, "x");
    ::umask(previous);
    struct stat status{};
    QCOMPARE(::stat(file.c_str(), &status), 0);
    QCOMPARE(int(status.st_mode & 0777), 0644);
}

void TestFiles::aWriterThatThrowsLeavesTheOldContentAndNoTemporary()
{
    QTemporaryDir folder;
    const fs::path file = folderOf(folder) / "kept";
    bam::writeFileAtomic(file, "old");
    const auto failingWriter = [](const bam::ByteSink& sink) {
        sink("new", 3);
        throw bam::Error(ErrorCode::Stopped, "stopped in the middle");
    };
    EXPECT_ERROR(bam::writeFileAtomic(file, failingWriter), ErrorCode::Stopped, "stopped in the middle");
    QCOMPARE(bam::readFile(file), std::string("old"));
    QCOMPARE(entriesIn(folderOf(folder)), 1);
}

void TestFiles::aWriteThatHitsALimitLeavesTheOldContentAndNoTemporary()
{
    QTemporaryDir folder;
    const fs::path file = folderOf(folder) / "kept";
    bam::writeFileAtomic(file, "old");
    const bam::test::LimitedFileSize limit(4096);
    EXPECT_ERROR(bam::writeFileAtomic(file, std::string(10000, 'x')), ErrorCode::Failed, "largest size allowed");
    QCOMPARE(bam::readFile(file), std::string("old"));
    QCOMPARE(entriesIn(folderOf(folder)), 1);
}

void TestFiles::aSwallowedWriteErrorStillFails()
{
    QTemporaryDir folder;
    const fs::path file = folderOf(folder) / "kept";
    bam::writeFileAtomic(file, "old");
    const bam::test::LimitedFileSize limit(4096);
    const auto carelessWriter = [](const bam::ByteSink& sink) {
        const std::string content(10000, 'x');
        try {
            sink(content.data(), content.size());
        } catch (const bam::Error&) {
        }
    };
    EXPECT_ERROR(bam::writeFileAtomic(file, carelessWriter), ErrorCode::Failed, file.string());
    QCOMPARE(bam::readFile(file), std::string("old"));
}

void TestFiles::aFullDiskIsNamedAndLeavesTheOldContent()
{
    // A write to /dev/full fails with ENOSPC everywhere; the whole path through a full file system needs a mount, which is done
    // where the system allows it (user namespaces or root).
    std::FILE* full = std::fopen("/dev/full", "w");
    QVERIFY(full != nullptr);
    std::setbuf(full, nullptr);
    errno = 0;
    std::fputc('x', full);
    const int reason = errno;
    std::fclose(full);
    QCOMPARE(reason, ENOSPC);
    EXPECT_ERROR(bam::throwFileError("logs/train.log", "write", reason), ErrorCode::Failed,
        "Cannot write \"logs/train.log\": the disk is full.");

    QTemporaryDir folder;
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(writeToFullDisk(folderOf(folder)));
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    const int outcome = WEXITSTATUS(status);
    if (outcome == NotMountable)
        qInfo("No file system could be mounted here; the full disk was tested through /dev/full and a size limit.");
    else
        QCOMPARE(outcome, int(AsExpected));
}

void TestFiles::aLeftOverTemporaryOfAnotherProcessIsNoObstacle()
{
    QTemporaryDir folder;
    const fs::path file = folderOf(folder) / "f";
    const fs::path leftOver = folderOf(folder) / (".f." + std::to_string(::getpid()) + ".0.tmp");
    std::ofstream(leftOver) << "torn";
    bam::writeFileAtomic(file, "whole");
    QCOMPARE(bam::readFile(file), std::string("whole"));
    QCOMPARE(bam::readFile(leftOver), std::string("torn"));
}

void TestFiles::missingFolderIsNamed()
{
    QTemporaryDir folder;
    const fs::path file = folderOf(folder) / "nowhere" / "f";
    EXPECT_ERROR(bam::writeFileAtomic(file, "x"), ErrorCode::Failed, "nowhere/f\": no such file or folder");
    EXPECT_ERROR(bam::readFile(file), ErrorCode::Failed, "Cannot read \"" + file.string() + "\": no such file or folder");
    EXPECT_ERROR(bam::sha256OfFile(file), ErrorCode::Failed, "no such file");
    EXPECT_ERROR(bam::MappedFile(file), ErrorCode::Failed, "no such file");
}

void TestFiles::aFolderInPlaceOfAFileIsAnError()
{
    QTemporaryDir folder;
    const fs::path inner = folderOf(folder) / "inner";
    fs::create_directory(inner);
    std::ofstream(inner / "occupied") << "x";
    EXPECT_ERROR(bam::readFile(inner), ErrorCode::Failed, "it is a folder");
    EXPECT_ERROR(bam::MappedFile(inner), ErrorCode::Failed, "it is a folder");
    EXPECT_ERROR(bam::writeFileAtomic(inner, "x"), ErrorCode::Failed, "it is a folder");
    QCOMPARE(entriesIn(folderOf(folder)), 1);
}

void TestFiles::eachSystemReasonHasItsCodeAndHint_data()
{
    QTest::addColumn<int>("reason");
    QTest::addColumn<int>("code");
    QTest::addColumn<std::string>("text");
    const auto row = [](const char* name, int reason, ErrorCode code, const char* text) {
        QTest::newRow(name) << reason << int(code) << std::string(text);
    };
    row("full", ENOSPC, ErrorCode::Failed, "the disk is full");
    row("quota", EDQUOT, ErrorCode::Failed, "the disk is full");
    row("denied", EACCES, ErrorCode::Environment, "permission denied");
    row("not permitted", EPERM, ErrorCode::Environment, "permission denied");
    row("read-only", EROFS, ErrorCode::Environment, "read-only");
    row("name", ENAMETOOLONG, ErrorCode::Failed, "too long");
    row("descriptors", EMFILE, ErrorCode::Failed, "too many files are open");
    row("device", EIO, ErrorCode::Failed, "input/output error");
    row("other", ELOOP, ErrorCode::Failed, std::strerror(ELOOP));
}

void TestFiles::eachSystemReasonHasItsCodeAndHint()
{
    QFETCH(int, reason);
    QFETCH(int, code);
    QFETCH(std::string, text);
    try {
        bam::throwFileError("some/file", "write", reason);
    } catch (const bam::Error& error) {
        QCOMPARE(int(error.code()), code);
        QVERIFY2(error.cause().find("\"some/file\"") != std::string::npos, error.what());
        QVERIFY2(error.cause().find(text) != std::string::npos, error.what());
        QVERIFY(!error.hint().empty());
    }
}

void TestFiles::syncFolderNeedsAFolder()
{
    QTemporaryDir folder;
    bam::syncFolder(folderOf(folder));
    EXPECT_ERROR(bam::syncFolder(folderOf(folder) / "none"), ErrorCode::Failed, "no such file or folder");
    bam::writeFileAtomic(folderOf(folder) / "f", "x");
    EXPECT_ERROR(bam::syncFolder(folderOf(folder) / "f"), ErrorCode::Failed, "not a folder");
}

void TestFiles::sha256MatchesThePublishedValues()
{
    // FIPS 180-2, appendix B.
    QCOMPARE(bam::sha256(""), std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    QCOMPARE(bam::sha256("abc"), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    const std::string million(1000000, 'a');
    const std::string expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
    QCOMPARE(bam::sha256(million), expected);
    QTemporaryDir folder;
    bam::writeFileAtomic(folderOf(folder) / "million", million);
    QCOMPARE(bam::sha256OfFile(folderOf(folder) / "million"), expected);
}

void TestFiles::mapShowsTheFile()
{
    QTemporaryDir folder;
    const fs::path file = folderOf(folder) / "f";
    bam::writeFileAtomic(file, "mapped bytes");
    const bam::MappedFile map(file);
    QCOMPARE(map.size(), std::size_t(12));
    QCOMPARE(std::string(reinterpret_cast<const char*>(map.data()), map.size()), std::string("mapped bytes"));
    QCOMPARE(map.path(), file);
    // Replacing the file does not change what is mapped: a reader never sees half of two versions.
    bam::writeFileAtomic(file, "another text");
    QCOMPARE(std::string(reinterpret_cast<const char*>(map.data()), map.size()), std::string("mapped bytes"));
}

void TestFiles::anEmptyFileMapsToNothing()
{
    QTemporaryDir folder;
    bam::writeFileAtomic(folderOf(folder) / "f", "");
    const bam::MappedFile map(folderOf(folder) / "f");
    QCOMPARE(map.size(), std::size_t(0));
    QVERIFY(map.data() == nullptr);
}

void TestFiles::aMapMovesWithItsOwner()
{
    QTemporaryDir folder;
    bam::writeFileAtomic(folderOf(folder) / "a", "first");
    bam::writeFileAtomic(folderOf(folder) / "b", "second");
    bam::MappedFile a(folderOf(folder) / "a");
    const std::byte* const address = a.data();
    bam::MappedFile moved(std::move(a));
    QVERIFY(moved.data() == address);
    QVERIFY(a.data() == nullptr);
    moved = bam::MappedFile(folderOf(folder) / "b");
    QCOMPARE(std::string(reinterpret_cast<const char*>(moved.data()), moved.size()), std::string("second"));
}

void TestFiles::whatIsNoRegularFileCannotBeMapped()
{
    EXPECT_ERROR(bam::MappedFile("/dev/zero"), ErrorCode::Failed, "not a regular file");
}

BAMSCOPE_TEST(TestFiles)

}  // namespace

#include "test_files.moc"
