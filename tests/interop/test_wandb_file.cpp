// SPDX-License-Identifier: GPL-3.0-or-later
// tests/data/wandb/run-quiet.wandb was written by wandb 0.31.0 in offline mode: 40 rows of train/loss = 5/(step + 1), train/grad_norm and lr, an eval/loss in every tenth, and a last row whose loss is NaN.
#include "core/base/files.h"
#include "core/interop/wandb_file.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <fstream>

using namespace bam;
using namespace bam::interop;
using Kind = WandbRecord::Kind;

namespace {

std::vector<WandbRecord> recordsOf(const std::filesystem::path& file, WandbFileEnd* end = nullptr)
{
    std::vector<WandbRecord> records;
    const auto found = readWandbFile(file, [&](const WandbRecord& record, std::size_t) {
        records.push_back(record);
        return true;
    });
    if (end)
        *end = found;
    return records;
}

std::string valueOf(const WandbRecord& record, const std::string& key)
{
    for (const auto& [name, value] : record.items)
        if (name == key)
            return value;
    return {};
}

}  // namespace

class WandbFileTest : public test::Suite {
    Q_OBJECT
    QTemporaryDir m_folder;

    std::filesystem::path write(const std::string& content) const
    {
        const auto file = std::filesystem::path(m_folder.path().toStdString()) / "run-x.wandb";
        std::ofstream(file, std::ios::binary) << content;
        return file;
    }

private Q_SLOTS:
    void aRunThatWandbWroteIsRead()
    {
        WandbFileEnd end;
        const auto records = recordsOf(test::dataFile("wandb/run-quiet.wandb"), &end);
        QCOMPARE(end.tornBytes, std::size_t(0));
        QCOMPARE(end.records, records.size());
        std::vector<WandbRecord> rows;
        std::string name, config, project;
        int exits = 0;
        for (const auto& record : records) {
            if (record.kind == Kind::History)
                rows.push_back(record);
            if (record.kind == Kind::Run) {
                name = record.name;
                project = record.project;
                config = valueOf(record, "model");
            }
            exits += record.kind == Kind::Exit;
        }
        QCOMPARE(rows.size(), std::size_t(41));
        QCOMPARE(name, std::string("quiet-river"));
        QCOMPARE(project, std::string("proj"));
        QCOMPARE(config, std::string(R"({"dim":16,"encoding":"bam"})"));
        QCOMPARE(exits, 1);
        QCOMPARE(std::stod(valueOf(rows[4], "train/loss")), 1.0);
        QCOMPARE(valueOf(rows[4], "_step"), std::string("4"));
        QVERIFY(valueOf(rows[8], "eval/loss").empty());
        QCOMPARE(std::stod(valueOf(rows[9], "eval/loss")), 0.55);
    }

    void aRecordLongerThanABlockIsPutTogether()
    {
        const std::string large(100'000, '7');
        const auto file = write(encodeWandbFile({encodeWandbHistory(1, {{"a", "1"}}), encodeWandbHistory(2, {{"b", large}}), encodeWandbHistory(3, {{"c", "3"}})}));
        const auto records = recordsOf(file);
        QCOMPARE(records.size(), std::size_t(3));
        QVERIFY(valueOf(records[1], "b") == large);
        QCOMPARE(records[2].step.value(), 3);
    }

    // A header of seven bytes fits exactly into what is left of a block, or it does not fit and zeros fill the rest.
    void everyPlaceOfABlocksEndIsRead()
    {
        for (std::size_t fill = 32'680; fill < 32'770; ++fill) {
            const auto records = recordsOf(write(encodeWandbFile({encodeWandbHistory(1, {{"a", std::string(fill, '1')}}), encodeWandbHistory(2, {{"b", "2"}})})));
            QCOMPARE(records.size(), std::size_t(2));
            QCOMPARE(valueOf(records[1], "b"), std::string("2"));
        }
    }

    void aTornEndIsLeftAndTold()
    {
        const auto whole = encodeWandbFile({encodeWandbHistory(1, {{"a", "1"}}), encodeWandbHistory(2, {{"b", std::string(70'000, '2')}})});
        const auto first = encodeWandbFile({encodeWandbHistory(1, {{"a", "1"}})}).size();
        for (std::size_t size = first; size < whole.size(); size += 997) {
            WandbFileEnd end;
            QCOMPARE(recordsOf(write(whole.substr(0, size)), &end).size(), std::size_t(1));
            QCOMPARE(end.tornBytes, size - first);
        }
        WandbFileEnd end;
        recordsOf(write(encodeWandbFile({encodeWandbHistory(1, {{"a", "1"}})}) + std::string(5000, '\0')), &end);
        QCOMPARE(end.tornBytes, std::size_t(0));        // filled up, not torn
    }

    void damageIsToldWithItsPlace()
    {
        auto bytes = encodeWandbFile({encodeWandbHistory(1, {{"a", "1"}}), encodeWandbHistory(2, {{"b", "2"}})});
        bytes.back() ^= 1;
        EXPECT_ERROR(recordsOf(write(bytes)), ErrorCode::Failed, "holds a fragment with a wrong checksum at byte");
        EXPECT_ERROR(recordsOf(write("step,loss\n1,2\n")), ErrorCode::Failed, "is no run file of Weights & Biases");
        EXPECT_ERROR(recordsOf(write("")), ErrorCode::Failed, "is no run file of Weights & Biases");
        EXPECT_ERROR(recordsOf(write(encodeWandbFile({"\xff\xff\xff"}))), ErrorCode::Failed, "holds a record that is none at byte 7");
    }

    void aFlippedByteIsReadOrRefused()
    {
        const auto whole = readFile(test::dataFile("wandb/run-quiet.wandb")).substr(0, 4000);
        for (std::size_t at = 0; at < whole.size(); at += 3) {
            auto bytes = whole;
            bytes[at] = char(bytes[at] ^ 0x55);
            try {
                recordsOf(write(bytes));
            } catch (const Error& error) {
                QCOMPARE(int(error.code()), int(ErrorCode::Failed));
            }
        }
    }

    void aRecordWhoseLengthsGoBeyondItIsRefused()
    {
        WandbRecord record;
        const std::string beyond = "\x12\xff\xff\xff\x7f\x0a\xff\xff\xff\x7f";     // a history of 2^28 bytes, in it an item of as many
        QVERIFY(!decodeWandbRecord(beyond.data(), beyond.size(), record));
        const auto whole = encodeWandbRun("id", "name", {{"lr", "0.1"}}, 1000);
        QVERIFY(decodeWandbRecord(whole.data(), whole.size(), record));
        QCOMPARE(record.startTime, 1000.0);
        for (std::size_t size = 1; size < whole.size(); ++size)
            decodeWandbRecord(whole.data(), size, record);      // refused or not, never read beyond
    }

    void readingEndsWhereItIsTold()
    {
        int seen = 0;
        readWandbFile(test::dataFile("wandb/run-quiet.wandb"), [&](const WandbRecord&, std::size_t) { return ++seen < 3; });
        QCOMPARE(seen, 3);
    }
};

BAMSCOPE_TEST(WandbFileTest)
#include "test_wandb_file.moc"
