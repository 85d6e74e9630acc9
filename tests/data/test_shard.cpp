// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "core/data/shard.h"
#include "core/interop/safetensors.h"
#include "tests/support/file_limits.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <QTemporaryDir>

#include <numeric>

namespace {

namespace fs = std::filesystem;
using bam::ErrorCode;
using bam::data::listShards;
using bam::data::Shard;
using bam::data::ShardWriterOptions;
using bam::data::writeShard;
using bam::interop::SafetensorsFile;
using bam::interop::writeSafetensors;
using bam::test::dataFile;
using Ids = std::vector<std::uint32_t>;
using Metadata = std::map<std::string, std::string>;

Ids counting(std::uint32_t first, std::size_t count)
{
    Ids ids(count);
    std::iota(ids.begin(), ids.end(), first);
    return ids;
}

ShardWriterOptions options(std::int64_t pieces)
{
    ShardWriterOptions result;
    result.tokenizerName = "small.model";
    result.tokenizerSha256 = "00ff";
    result.tokenizerPath = "models/small.model";
    result.source = "bible.txt";
    result.pieces = pieces;
    return result;
}

const Metadata kMetadata = {{"format", "bamscope-shard-1"}, {"tokenizer", "t"}, {"tokenizer_sha256", ""}, {"pieces", "10"}, {"count", "4"}};

class TestShard : public bam::test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void cleanup();
    void whatIsWrittenIsReadBack();
    void theFileIsAsDesigned();
    void idsBeyond16BitsAreKept();
    void rangesAreCopiesAndStayInside();
    void anEmptyShardIsAShard();
    void anOfficialShardIsReadAsItIs();
    void theWriterRefusesWhatMakesNoSense();
    void aFullDiskKeepsTheOldShard();
    void damagedShardsAreRefused_data();
    void damagedShardsAreRefused();
    void officialFilesWithoutTheTensorsAreRefused();
    void shardsAreListedInNameOrder();
    void aFolderWithoutShardsSaysWhatItHolds();

private:
    fs::path folder() const { return m_folder.path().toStdString(); }
    fs::path file(const std::string& name = "shard_000000.safetensors") const { return folder() / name; }
    QTemporaryDir m_folder;
};

void TestShard::cleanup()
{
    for (const auto& entry : fs::directory_iterator(folder()))
        fs::remove_all(entry.path());
}

void TestShard::whatIsWrittenIsReadBack()
{
    writeShard(file(), counting(65000, 500), Ids(500, 7), options(65536));
    const auto shard = Shard::open(file());
    QCOMPARE(shard.size(), std::int64_t(500));
    QCOMPARE(shard.info().path, file());
    QCOMPARE(shard.info().tokenizerName, std::string("small.model"));
    QCOMPARE(shard.info().tokenizerSha256, std::string("00ff"));
    QCOMPARE(shard.info().tokenizerPath, std::string("models/small.model"));
    QCOMPARE(shard.info().pieces, std::int64_t(65536));
    QVERIFY(shard.tokens(0, 500).equal(at::arange(65000, 65500, at::kLong)));
    QVERIFY(shard.documents(0, 500).equal(at::full({500}, 7, at::kLong)));
}

void TestShard::theFileIsAsDesigned()
{
    writeShard(file(), {3, 1, 2}, {0, 0, 1}, options(4));
    const SafetensorsFile content(file());
    QVERIFY(content.names() == (std::vector<std::string>{"input_ids", "document_ids"}));
    QVERIFY(content.tensor("input_ids").scalar_type() == at::kUInt16);
    QVERIFY(content.tensor("document_ids").scalar_type() == at::kUInt32);
    const Metadata expected = {{"format", "bamscope-shard-1"}, {"tokenizer", "small.model"}, {"tokenizer_sha256", "00ff"},
        {"tokenizer_path", "models/small.model"}, {"pieces", "4"}, {"source", "bible.txt"}, {"count", "3"}};
    QVERIFY(content.metadata() == expected);
}

void TestShard::idsBeyond16BitsAreKept()
{
    writeShard(file(), {1, 70000}, {4000000000u, 0}, options(100000));
    QVERIFY(SafetensorsFile(file()).tensor("input_ids").scalar_type() == at::kUInt32);
    QVERIFY(Shard::open(file()).tokens(0, 2).equal(at::tensor({1, 70000}, at::kLong)));
    QCOMPARE(Shard::open(file()).documents(0, 1).item<std::int64_t>(), std::int64_t(4000000000));
    // Pieces decide, not the ids that happen to occur: all shards of a set have one type.
    writeShard(file(), {1, 2}, {0, 0}, options(65537));
    QVERIFY(SafetensorsFile(file()).tensor("input_ids").scalar_type() == at::kUInt32);
    // Unknown number of pieces: the ids decide.
    writeShard(file(), {1, 65536}, {0, 0}, options(0));
    QVERIFY(Shard::open(file()).tokens(0, 2).equal(at::tensor({1, 65536}, at::kLong)));
}

void TestShard::rangesAreCopiesAndStayInside()
{
    writeShard(file(), counting(0, 10), counting(0, 10), options(10));
    const auto shard = Shard::open(file());
    auto part = shard.tokens(3, 4);
    QVERIFY(part.scalar_type() == at::kLong);
    QVERIFY(part.equal(at::arange(3, 7, at::kLong)));
    part.fill_(0);
    QVERIFY(shard.tokens(3, 4).equal(at::arange(3, 7, at::kLong)));
    QCOMPARE(shard.tokens(10, 0).numel(), std::int64_t(0));
    EXPECT_ERROR(shard.tokens(7, 4), ErrorCode::Failed, "it holds 10");
    EXPECT_ERROR(shard.documents(-1, 2), ErrorCode::Failed, file().string());
    EXPECT_ERROR(shard.tokens(2, std::numeric_limits<std::int64_t>::max()), ErrorCode::Failed, "it holds 10");
}

void TestShard::anEmptyShardIsAShard()
{
    writeShard(file(), {}, {}, options(4));
    QCOMPARE(Shard::open(file()).size(), std::int64_t(0));
}

void TestShard::anOfficialShardIsReadAsItIs()
{
    const auto shard = Shard::open(dataFile("pt/sample_000000.pt"));
    QCOMPARE(shard.size(), std::int64_t(640));
    QCOMPARE(shard.info().tokenizerName, std::string("mistralai/Mistral-7B-Instruct-v0.3"));
    QCOMPARE(shard.info().tokenizerSha256, std::string());
    QCOMPARE(shard.info().pieces, std::int64_t(0));
    QVERIFY(shard.tokens(100, 5).equal((at::arange(120, 125, at::kLong) * 7919 + 13).remainder(32768)));
    QVERIFY(shard.documents(0, 640).equal((65530 + at::arange(20, 660, at::kLong).div(47, "floor")).remainder(65536)));
}

void TestShard::theWriterRefusesWhatMakesNoSense()
{
    EXPECT_ERROR(writeShard(file(), {1, 2}, {0}, options(4)), ErrorCode::Failed, "2 tokens and 1 document ids");
    EXPECT_ERROR(writeShard(file(), {1, 4}, {0, 0}, options(4)), ErrorCode::Failed, "token id 4 does not exist in a tokenizer of 4 pieces");
    QVERIFY(!fs::exists(file()));
}

void TestShard::aFullDiskKeepsTheOldShard()
{
    writeShard(file(), {1}, {0}, options(4));
    {
        const bam::test::LimitedFileSize limit(4096);
        EXPECT_ERROR(writeShard(file(), Ids(5000, 1), Ids(5000, 0), options(4)), ErrorCode::Failed, file().string());
    }
    QCOMPARE(Shard::open(file()).size(), std::int64_t(1));
}

void TestShard::damagedShardsAreRefused_data()
{
    QTest::addColumn<int>("which");
    QTest::addColumn<std::string>("text");
    int which = 0;
    for (const char* text : {"format = \"\", expected bamscope-shard-1", "format = \"bamscope-shard-2\"", "lacks \"count\"", "count = \"many\"",
             "pieces = \"-1\"", "input_ids has 4 entries, expected 5", "document_ids has 3 entries, expected 4", "input_ids has type Float",
             "2 dimensions", "holds no tensor \"document_ids\"", "not a valid safetensors file", "no such file"})
        QTest::addRow("%d", which) << which << std::string(text), ++which;
}

void TestShard::damagedShardsAreRefused()
{
    QFETCH(int, which);
    QFETCH(std::string, text);
    Metadata metadata = kMetadata;
    at::Tensor ids = at::arange(4, at::kInt), documents = at::zeros({4}, at::kInt);
    switch (which) {
    case 0: metadata.erase("format"); break;
    case 1: metadata["format"] = "bamscope-shard-2"; break;
    case 2: metadata.erase("count"); break;
    case 3: metadata["count"] = "many"; break;
    case 4: metadata["pieces"] = "-1"; break;
    case 5: metadata["count"] = "5"; break;
    case 6: documents = at::zeros({3}, at::kInt); break;
    case 7: ids = at::zeros({4}); break;
    case 8: ids = at::zeros({2, 2}, at::kInt); break;
    default: break;
    }
    bam::interop::NamedTensors tensors = {{"input_ids", ids}, {"document_ids", documents}};
    if (which == 9)
        tensors.pop_back();
    writeSafetensors(file(), tensors, metadata);
    if (which == 10)
        fs::resize_file(file(), fs::file_size(file()) - 1);
    if (which == 11)
        fs::remove(file());
    EXPECT_ERROR(Shard::open(file()), ErrorCode::Failed, text);
    EXPECT_ERROR(Shard::open(file()), ErrorCode::Failed, file().string());
}

void TestShard::officialFilesWithoutTheTensorsAreRefused()
{
    EXPECT_ERROR(Shard::open(dataFile("pt/state_dict.pt")), ErrorCode::Failed, "it holds no tensor \"input_ids\"");
    EXPECT_ERROR(Shard::open(dataFile("pt/malicious.pt")), ErrorCode::Failed, "asks for posix.system");
    EXPECT_ERROR(Shard::open(dataFile("pt/truncated.pt")), ErrorCode::Failed, "cannot be read");
}

void TestShard::shardsAreListedInNameOrder()
{
    for (const char* name : {"shard_000010.safetensors", "shard_000002.safetensors", "dataset.json", ".shard_000003.safetensors.7.tmp", ".x.safetensors"})
        bam::writeFileAtomic(file(name), "x");
    fs::create_directory(file("folder.safetensors"));
    QVERIFY(listShards(folder()) == (std::vector{file("shard_000002.safetensors"), file("shard_000010.safetensors")}));
    bam::writeFileAtomic(file("sample_000000.pt"), "x");
    EXPECT_ERROR(listShards(folder()), ErrorCode::Usage, "2 .safetensors and 1 .pt files");
    fs::remove(file("shard_000002.safetensors"));
    fs::remove(file("shard_000010.safetensors"));
    QVERIFY(listShards(folder()) == std::vector{file("sample_000000.pt")});
}

void TestShard::aFolderWithoutShardsSaysWhatItHolds()
{
    EXPECT_ERROR(listShards(folder()), ErrorCode::Usage, "it is empty");
    for (const char* name : {"c.txt", "a.txt", "b.parquet", "d.txt", "e.txt"})
        bam::writeFileAtomic(file(name), "x");
    EXPECT_ERROR(listShards(folder()), ErrorCode::Usage, "it holds a.txt, b.parquet, c.txt and 2 others");
    EXPECT_ERROR(listShards(folder()), ErrorCode::Usage, "bamscope --batch dataset");
    EXPECT_ERROR(listShards(folder() / "none"), ErrorCode::Usage, "There is no folder of shards");
    EXPECT_ERROR(listShards(file("a.txt")), ErrorCode::Usage, "There is no folder of shards");
}

BAMSCOPE_TEST(TestShard)

}  // namespace

#include "test_shard.moc"
