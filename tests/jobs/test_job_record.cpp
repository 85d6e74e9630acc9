// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "core/jobs/job_record.h"
#include "core/spec/spec_io.h"
#include "tests/support/file_limits.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

using namespace bam;
using namespace bam::jobs;

class JobRecords : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aJobComesBackFromDiskAsItWas()
    {
        QTemporaryDir folder;
        const JobStore store(folder.path().toStdString());
        auto record = store.create(trainWorker({}, "cuda:1", "a title"), 4);
        QVERIFY(record.state == JobState::Queued);
        QCOMPARE(QByteArray::fromStdString(readFile(store.specFile(record.id))), QByteArray::fromStdString(record.spec.specJson));
        record.state = JobState::Failed;
        record.process = {"host", "boot", 77, 123456789, "pid:[7]"};
        record.started = 5;
        record.ended = 9;
        record.exitCode = 1;
        record.stopAsked = true;
        record.run = "logs/l12/bam/version_00";
        record.cause = "cause \xff";     // not UTF-8, as a path may be
        record.hint = "hint";
        store.save(record);
        std::vector<JobProblem> problems;
        const auto loaded = store.load(problems);
        QVERIFY(problems.empty());
        QCOMPARE(loaded.size(), std::size_t(1));
        const auto& back = loaded.front();
        QCOMPARE(back.id, record.id);
        QVERIFY(back.state == JobState::Failed && back.process == record.process && back.stopAsked && !back.killAsked);
        QCOMPARE(back.position, 4);
        QCOMPARE(back.ended, 9);
        QCOMPARE(back.exitCode, 1);
        QCOMPARE(back.run, record.run);
        QCOMPARE(back.hint, record.hint);
        QCOMPARE(back.spec.title, std::string("a title"));
        QCOMPARE(back.spec.specJson, record.spec.specJson);
    }

    void aDamagedRecordIsSetAsideAndTheOthersAreRead()
    {
        QTemporaryDir folder;
        const JobStore store(folder.path().toStdString());
        const auto good = store.create(datasetWorker({"a.txt"}), 1);
        const auto torn = store.create(datasetWorker({"b.txt"}), 2);
        const auto foreign = store.create(datasetWorker({"c.txt"}), 3);
        writeFileAtomic(store.folderOf(torn.id) / "job.json", "{\"state\": ");
        writeFileAtomic(store.folderOf(foreign.id) / "job.json", "{\"state\": \"dreaming\"}");
        std::filesystem::create_directory(store.folder() / "something else");
        std::vector<JobProblem> problems;
        const auto loaded = store.load(problems);
        QCOMPARE(loaded.size(), std::size_t(1));
        QCOMPARE(loaded.front().id, good.id);
        QCOMPARE(problems.size(), std::size_t(2));
        QVERIFY(std::filesystem::exists(store.folderOf(torn.id) / "job.json.broken"));
        problems.clear();
        QCOMPARE(store.load(problems).size(), std::size_t(1));
        QVERIFY(problems.empty());
    }

    void aFullDiskLeavesNoHalfAJob()
    {
        QTemporaryDir folder;
        const JobStore store(folder.path().toStdString());
        auto kept = store.create(datasetWorker({"a.txt"}), 1);
        const auto before = readFile(store.folderOf(kept.id) / "job.json");
        const test::LimitedFileSize full(20);
        EXPECT_ERROR(store.create(datasetWorker({"b.txt"}), 2), ErrorCode::Failed, "job.json");
        QCOMPARE(std::distance(std::filesystem::directory_iterator(store.folder()), {}), std::ptrdiff_t(1));
        kept.state = JobState::Running;
        EXPECT_ERROR(store.save(kept), ErrorCode::Failed, "job.json");
        QCOMPARE(readFile(store.folderOf(kept.id) / "job.json"), before);
    }

    void aFolderThatWasRemovedIsToldAsThat()
    {
        QTemporaryDir folder;
        const JobStore store(folder.path().toStdString());
        const auto record = store.create(trainWorker(spec::preset("laptop"), "cpu"), 1);
        std::filesystem::remove_all(store.folder());
        EXPECT_ERROR(store.save(record), ErrorCode::Failed, "is gone");
    }
};

BAMSCOPE_TEST(JobRecords)
#include "test_job_record.moc"
