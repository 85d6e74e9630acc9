// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "core/interop/event_codec.h"
#include "core/interop/event_file.h"
#include "tests/support/file_limits.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <set>

namespace {

namespace fs = std::filesystem;
using bam::ErrorCode;
using bam::interop::EventWriter;
using bam::interop::readEvents;
using bam::interop::ScalarEvent;
using bam::test::dataFile;

class TestEventFile : public bam::test::Suite {
    Q_OBJECT
private Q_SLOTS:
    // protobuf alone would make room for 50 MB on the word of a length, before it looked whether so much is there.
    void anEventWhoseLengthsGoBeyondItIsRefused()
    {
        bam::interop::EventDecoder decoder;
        bam::interop::DecodedEvent event;
        const std::string unknownField = "\x2a\xff\xff\xff\x7f\x52\xff\xff\xff\x7f";      // a summary of 2^28 bytes, in it a field of as many
        const std::string within = "\x2a\x06\x52\xff\xff\xff\x7f\x01";                     // the summary fits, its field does not
        for (const auto& bytes : {unknownField, within})
            QVERIFY(!decoder.decode(bytes.data(), bytes.size(), event));
        const auto whole = bam::interop::encodeScalar(1, 2, "a", 3);
        QVERIFY(decoder.decode(whole.data(), whole.size(), event));
        for (std::size_t size = 1; size < whole.size(); ++size)
            decoder.decode(whole.data(), size, event);      // refused or not, never read beyond
    }

    void cleanup();
    void everyPointIsThereAsSoonAsItIsWritten();
    void theFirstRecordIsTheOneThatTensorBoardExpects();
    void eachWriterHasAFileOfItsOwn();
    void aResumedRunTellsFromWhichStepOn();
    void bothFormsOfScalarsAreRead();
    void aTornEndIsIgnored();
    void zerosAtTheEndAreATornEnd();
    void aVisitorIsCalledForWhatItAskedFor();
    void aWrongChecksumIsToldWithItsPlace();
    void aLengthBeyondTheFileTakesNoMemory();
    void whatIsNoEventFileIsRefused();
    void aFlippedByteIsReadOrRefused();
    void aFullDiskKeepsWhatWasWritten();
    void aFolderThatCannotBeMadeIsTold();

private:
    fs::path folder() const { return fs::path(m_folder.path().toStdString()) / "events"; }
    fs::path write(const std::string& content) const
    {
        const auto file = fs::path(m_folder.path().toStdString()) / "test.tfevents";
        fs::remove(file);   // some file systems sync a file that replaces its old content
        std::ofstream(file, std::ios::binary | std::ios::trunc) << content;
        return file;
    }
    QTemporaryDir m_folder;
};

void TestEventFile::cleanup()
{
    fs::remove_all(folder());
}

void TestEventFile::everyPointIsThereAsSoonAsItIsWritten()
{
    EventWriter writer(folder());
    const auto begin = std::time(nullptr);
    for (int step = 0; step < 5; ++step) {
        writer.scalar("train/loss", step, 0.1 * step);
        writer.scalar("eval/loss", step, -step, 1234.5);
        const auto file = readEvents(writer.path());
        QCOMPARE(file.scalars.size(), std::size_t(2 * step + 2));
        QCOMPARE(file.tornBytes, std::size_t(0));
        const auto& loss = file.scalars[file.scalars.size() - 2];
        QCOMPARE(loss.tag, std::string("train/loss"));
        QCOMPARE(loss.step, std::int64_t(step));
        QCOMPARE(loss.value, double(float(0.1 * step)));
        QVERIFY(std::abs(loss.wallTime - double(begin)) < 60);
        QCOMPARE(file.scalars.back().wallTime, 1234.5);
    }
    writer.scalar("large", std::int64_t(1) << 40, std::numeric_limits<double>::infinity());
    writer.scalar("torn \xff name", -1, std::nan(""));
    const auto file = readEvents(writer.path());
    QCOMPARE(file.scalars[10].step, std::int64_t(1) << 40);
    QVERIFY(std::isinf(file.scalars[10].value));
    QVERIFY(std::isnan(file.scalars[11].value));
    QCOMPARE(file.scalars[11].tag, std::string("torn \xef\xbf\xbd name"));
}

void TestEventFile::theFirstRecordIsTheOneThatTensorBoardExpects()
{
    const EventWriter writer(folder());
    const auto content = bam::readFile(writer.path());
    QVERIFY(writer.path().filename().string().starts_with("events.out.tfevents."));
    QVERIFY(bam::interop::isEventFile(writer.path()));
    QVERIFY(content.find("brain.Event:2") != std::string::npos);
    // A record of 24 bytes: tag and number of the time, tag, length and text of the version. The checksum of that length is known.
    QCOMPARE(content.size(), std::size_t(12 + 24 + 4));
    QVERIFY(content.substr(0, 12) == std::string("\x18\0\0\0\0\0\0\0\xa3\x7f\x4b\x22", 12));
}

void TestEventFile::eachWriterHasAFileOfItsOwn()
{
    std::set<fs::path> paths;
    for (int n = 0; n < 3; ++n)
        paths.insert(EventWriter(folder()).path());
    QCOMPARE(paths.size(), std::size_t(3));
}

void TestEventFile::aResumedRunTellsFromWhichStepOn()
{
    EventWriter writer(folder(), 500);
    writer.scalar("train/loss", 500, 1);
    const auto file = readEvents(writer.path());
    QVERIFY(file.restarts == std::vector<std::int64_t>{500});
    QCOMPARE(file.scalars.size(), std::size_t(1));
    QVERIFY(readEvents(EventWriter(folder()).path()).restarts.empty());
}

void TestEventFile::bothFormsOfScalarsAreRead()
{
    const auto file = readEvents(dataFile("events/tensorboard.tfevents"));
    std::map<std::string, std::vector<ScalarEvent>> curves;
    for (const auto& scalar : file.scalars)
        curves[scalar.tag].push_back(scalar);
    QCOMPARE(curves.size(), std::size_t(8));
    const auto value = [&](const char* tag, std::size_t n) { return curves.at(tag).at(n).value; };
    QCOMPARE(value("plain", 0), 0.5);
    QCOMPARE(value("plain", 1), 0.25);
    QVERIFY(std::isnan(value("plain/second", 0)));
    QCOMPARE(value("float", 0), 1.5);
    QCOMPARE(value("float", 1), -2.5);
    QCOMPARE(value("double", 0), 0.1);
    QCOMPARE(value("half", 0), -2.5);
    QCOMPARE(value("half", 1), std::ldexp(1.0, -24));
    QCOMPARE(value("bfloat16", 0), 3.0);
    QCOMPARE(value("int32", 0), -7.0);
    QCOMPARE(value("int64", 0), std::ldexp(1.0, 40));
    QCOMPARE(curves["float"][1].step, std::int64_t(2));
    QCOMPARE(curves["float"][1].wallTime, 1002.5);
    QCOMPARE(file.others, std::size_t(4));
    QVERIFY(file.restarts == std::vector<std::int64_t>{2});
}

void TestEventFile::aTornEndIsIgnored()
{
    EventWriter writer(folder());
    writer.scalar("a", 1, 1);
    const auto before = bam::readFile(writer.path()).size();
    writer.scalar("a", 2, 2);
    const auto whole = bam::readFile(writer.path());
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        const auto file = readEvents(write(whole.substr(0, size)));
        QCOMPARE(file.scalars.size(), std::size_t(size < before ? 0 : size < whole.size() ? 1 : 2));
        if (size >= before && size < whole.size())
            QCOMPARE(file.tornBytes, size - before);
    }
    // The process that goes on writes a file of its own, so the torn end stays where it is.
    QVERIFY(EventWriter(folder(), 2).path() != writer.path());
}

void TestEventFile::zerosAtTheEndAreATornEnd()
{
    EventWriter writer(folder());
    writer.scalar("a", 1, 1);
    const auto whole = bam::readFile(writer.path());
    for (const std::size_t zeros : {std::size_t(1), std::size_t(12), std::size_t(100)}) {
        const auto file = readEvents(write(whole + std::string(zeros, '\0')));
        QCOMPARE(file.scalars.size(), std::size_t(1));
        QCOMPARE(file.tornBytes, zeros);
    }
    EXPECT_ERROR(readEvents(write(whole + std::string(100, '\0') + whole)), ErrorCode::Failed, "wrong checksum at byte " + std::to_string(whole.size()));
}

void TestEventFile::aVisitorIsCalledForWhatItAskedFor()
{
    EventWriter writer(folder(), 500);
    writer.scalar("a", 500, 1);
    std::vector<std::int64_t> steps, restarts;
    bam::interop::EventVisitor scalars, starts;
    scalars.scalar = [&](const ScalarEvent& scalar) { steps.push_back(scalar.step); };
    starts.restart = [&](std::int64_t step) { restarts.push_back(step); };
    QVERIFY(bam::interop::visitEvents(writer.path(), scalars).restarts == std::vector<std::int64_t>{500});
    QVERIFY(bam::interop::visitEvents(writer.path(), starts).scalars.empty());
    QVERIFY(steps == std::vector<std::int64_t>{500});
    QVERIFY(restarts == std::vector<std::int64_t>{500});
}

void TestEventFile::aWrongChecksumIsToldWithItsPlace()
{
    EventWriter writer(folder());
    writer.scalar("a", 1, 1);
    const auto begin = bam::readFile(writer.path()).size();
    writer.scalar("a", 2, 2);
    const auto whole = bam::readFile(writer.path());
    const auto damaged = [&](std::size_t at) {
        auto content = whole;
        content[at] = char(content[at] ^ 1);
        return write(content);
    };
    const auto place = " at byte " + std::to_string(begin);
    EXPECT_ERROR(readEvents(damaged(begin)), ErrorCode::Failed, "holds a record whose length has a wrong checksum" + place);
    EXPECT_ERROR(readEvents(damaged(begin + 9)), ErrorCode::Failed, "holds a record whose length has a wrong checksum" + place);
    EXPECT_ERROR(readEvents(damaged(begin + 14)), ErrorCode::Failed, "holds an event with a wrong checksum" + place);
    EXPECT_ERROR(readEvents(damaged(whole.size() - 1)), ErrorCode::Failed, "holds an event with a wrong checksum" + place);
    EXPECT_ERROR(readEvents(damaged(0)), ErrorCode::Failed, "at byte 0");
    EXPECT_ERROR(readEvents(damaged(0)), ErrorCode::Failed, "test.tfevents");
}

void TestEventFile::aLengthBeyondTheFileTakesNoMemory()
{
    // 2^62 bytes, with the right checksum of that length: a record that is not whole yet, as far as can be told.
    const std::string huge("\0\0\0\0\0\0\0\x40\x7f\x85\xf0\x00", 12);
    const auto file = readEvents(write(huge + std::string(100, 'x')));
    QVERIFY(file.scalars.empty());
    QCOMPARE(file.tornBytes, std::size_t(112));
}

void TestEventFile::whatIsNoEventFileIsRefused()
{
    EXPECT_ERROR(readEvents(write("step,time,loss\n1,2,3\n4,5,6\n")), ErrorCode::Failed, "wrong checksum at byte 0");
    EXPECT_ERROR(readEvents(folder() / "missing"), ErrorCode::Failed, "no such file");
    QVERIFY(readEvents(write("")).scalars.empty());
    // A record with right checksums that holds no event: group of no number.
    EXPECT_ERROR(readEvents(write(std::string("\x01\0\0\0\0\0\0\0\x01\x75\xde\x41\x07\x46\xf8\xf7\x11", 17))), ErrorCode::Failed, "is no event at byte 0");
}

void TestEventFile::aFlippedByteIsReadOrRefused()
{
    const auto whole = bam::readFile(dataFile("events/tensorboard.tfevents"));
    int refused = 0;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        auto content = whole;
        content[at] = char(content[at] ^ (1 << at % 8));
        try {
            (void)readEvents(write(content));
        } catch (const bam::Error& error) {
            QCOMPARE(int(error.code()), int(ErrorCode::Failed));
            ++refused;
        }
    }
    QCOMPARE(refused, int(whole.size()));   // each byte is guarded by a checksum, or is one
}

void TestEventFile::aFullDiskKeepsWhatWasWritten()
{
    EventWriter writer(folder());
    writer.scalar("a", 1, 1);
    const auto before = bam::readFile(writer.path());
    {
        const bam::test::LimitedFileSize full(before.size() + 20);
        EXPECT_ERROR(writer.scalar("a", 2, 2), ErrorCode::Failed, "Cannot append to");
    }
    QVERIFY(bam::readFile(writer.path()) == before);
    writer.scalar("a", 3, 3);
    QCOMPARE(readEvents(writer.path()).scalars.back().step, std::int64_t(3));
}

void TestEventFile::aFolderThatCannotBeMadeIsTold()
{
    std::ofstream(fs::path(m_folder.path().toStdString()) / "events") << "a file";
    EXPECT_ERROR(EventWriter(folder()), ErrorCode::Failed, "Cannot create");
}

}  // namespace

BAMSCOPE_TEST(TestEventFile)
#include "test_event_file.moc"
