// SPDX-License-Identifier: GPL-3.0-or-later
// Bad inputs of an ingest: each is refused with the file, what was found and what to do.
#include "core/data/ingest_output.h"
#include "core/runs/folder_lock.h"
#include "tests/data/ingest_support.h"

#include <algorithm>

using bam::ErrorCode;
using bam::data::ingest;
using bam::test::dataFile;

namespace {

/// But for the file that locks it.
bool holdsNothing(const std::filesystem::path& folder)
{
    return std::ranges::all_of(std::filesystem::directory_iterator(folder), [](const auto& entry) { return entry.path().filename() == bam::data::kIngestLock; });
}

class IngestErrorsTest : public bam::test::Suite {
    Q_OBJECT

    bam::test::IngestFolder m_folder;

    std::string fixture(const std::string& name) const { return bam::readFile(dataFile("text/" + name)); }

private Q_SLOTS:
    void aMissingFileIsAUsageError()
    {
        EXPECT_ERROR(ingest(m_folder.spec({m_folder.path("absent.txt")})), ErrorCode::Usage, "absent.txt");
    }

    void anEmptyFileIsAUsageError()
    {
        EXPECT_ERROR(ingest(m_folder.spec({m_folder.write("empty.txt", "")})), ErrorCode::Usage, "empty.txt is empty");
    }

    void aFileOfBlanksIsAUsageErrorAndLeavesNothing()
    {
        const auto spec = m_folder.spec({m_folder.write("blank.txt", "\n \n\t\n")});
        EXPECT_ERROR(ingest(spec), ErrorCode::Usage, "3 documents, all empty");
        QVERIFY(holdsNothing(spec.output));
    }

    void anEmptyFolderIsAUsageError()
    {
        std::filesystem::create_directories(m_folder.path("nothing"));
        EXPECT_ERROR(ingest(m_folder.spec({m_folder.path("nothing")})), ErrorCode::Usage, "nothing to read");
        m_folder.write("pictures/a.png", "x");
        EXPECT_ERROR(ingest(m_folder.spec({m_folder.path("pictures")})), ErrorCode::Usage, ".png");
        EXPECT_ERROR(ingest(m_folder.spec({})), ErrorCode::Usage, "nothing to read");
    }

    void anUnknownEndingIsAUsageErrorThatNamesTheKnownOnes()
    {
        EXPECT_ERROR(ingest(m_folder.spec({m_folder.write("table.csv", "a,b\n")})), ErrorCode::Usage, ".parquet");
        EXPECT_ERROR(ingest(m_folder.spec({m_folder.write("what.gz", "x")})), ErrorCode::Usage, "what.gz");
    }

    void standardInputTwiceIsAUsageError() { EXPECT_ERROR(ingest(m_folder.spec({"-", "-"})), ErrorCode::Usage, "given twice"); }

    void nonsensicalSettingsAreUsageErrors()
    {
        auto spec = m_folder.spec({dataFile("text/documents.txt")});
        spec.unit = "page";
        EXPECT_ERROR(ingest(spec), ErrorCode::Usage, "expected line or file");
        spec = m_folder.spec({dataFile("text/documents.txt")});
        spec.shardTokens = 0;
        EXPECT_ERROR(ingest(spec), ErrorCode::Usage, "shard_tokens is 0");
        spec = m_folder.spec({dataFile("text/documents.txt")});
        spec.output.clear();
        EXPECT_ERROR(ingest(spec), ErrorCode::Usage, "no output folder");
        spec = m_folder.spec({dataFile("text/documents.txt")});
        spec.tokenizer = m_folder.path("absent.model");
        EXPECT_ERROR(ingest(spec), ErrorCode::Usage, "absent.model");
    }

    void aMissingColumnOfJsonNamesThoseOfTheFirstRow()
    {
        auto spec = m_folder.spec({m_folder.write("rows.jsonl", "{\"id\": 1, \"body\": \"x\", \"url\": \"y\"}\n")});
        EXPECT_ERROR(ingest(spec), ErrorCode::Usage, "line 1: there is no column \"text\", only body, id and url");
        spec.column = "id";
        EXPECT_ERROR(ingest(spec), ErrorCode::Usage, "the column \"id\" holds a JSON number, expected a string");
        QVERIFY(holdsNothing(spec.output));
    }

    void aFileWithoutAnyRowOfJsonIsRefused()
    {
        const auto pretty = m_folder.write("pretty.jsonl", "[\n {\n  \"text\": \"one\"\n }\n]\n");
        EXPECT_ERROR(ingest(m_folder.spec({pretty})), ErrorCode::Failed, "no line of " + pretty.string() + " is a JSON object (5 lines; line 1: ");
        // The file after it is not reached, and the one before it does not hide it.
        const auto good = dataFile("text/documents.jsonl");
        EXPECT_ERROR(ingest(m_folder.spec({good, pretty, good})), ErrorCode::Failed, "pretty.jsonl");
    }

    void contentOfAnotherKindThanTheNameSaysIsRefused()
    {
        EXPECT_ERROR(ingest(m_folder.spec({m_folder.write("gz.txt", fixture("members.txt.gz"))})), ErrorCode::Failed, "holds gzip data");
        EXPECT_ERROR(ingest(m_folder.spec({m_folder.write("zst.jsonl", fixture("documents.jsonl.zst"))})), ErrorCode::Failed, "holds zstd data");
        EXPECT_ERROR(ingest(m_folder.spec({m_folder.write("parquet.txt", fixture("documents.parquet"))})), ErrorCode::Failed, "holds Parquet data");
        EXPECT_ERROR(ingest(m_folder.spec({m_folder.write("wide.txt", std::string("\xff\xfeo\0n\0", 6))})), ErrorCode::Failed, "iconv");
    }

    void anOutputThatIsAFileIsRefused()
    {
        auto spec = m_folder.spec({dataFile("text/documents.txt")});
        spec.output = m_folder.write("occupied", "x");
        EXPECT_ERROR(ingest(spec), ErrorCode::Failed, "occupied");
    }

    void aFolderThatIsBeingWrittenIsRefused()
    {
        const auto spec = m_folder.spec({dataFile("text/documents.txt")});
        std::filesystem::create_directories(spec.output);
        const bam::runs::FolderLock lock(spec.output, bam::data::kIngestLock);
        EXPECT_ERROR(ingest(spec), ErrorCode::Environment, "is in use by another process");
    }

#ifdef BAMSCOPE_HAVE_ARROW
    void parquetWithoutTheColumnNamesThosePresent()
    {
        auto spec = m_folder.spec({dataFile("text/documents.parquet")});
        spec.column = "texts";
        EXPECT_ERROR(ingest(spec), ErrorCode::Usage, "has no column \"texts\", only id, meta, text and url");
        EXPECT_ERROR(ingest(spec), ErrorCode::Usage, "Did you mean the column \"text\"?");
        spec.column = "meta";
        EXPECT_ERROR(ingest(spec), ErrorCode::Usage, "the column \"meta\" holds struct");
        EXPECT_ERROR(ingest(m_folder.spec({dataFile("text/numbers.parquet")})), ErrorCode::Usage, "holds int64, expected text");
        QVERIFY(!std::filesystem::exists(spec.output));
    }

    void aDamagedCompressedFileIsNamedWithTheReason_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("damage");
        for (const char* file : {"documents.jsonl.gz", "documents.jsonl.zst", "members.txt.gz"})
            for (const char* damage : {"cut", "flipped", "text"})
                QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(file, damage))) << file << damage;
    }
    void aDamagedCompressedFileIsNamedWithTheReason()
    {
        QFETCH(QString, file);
        QFETCH(QString, damage);
        auto content = fixture(file.toStdString());
        if (damage == "cut")
            content.resize(content.size() - 40);
        else if (damage == "flipped")
            content[content.size() / 2] = char(~content[content.size() / 2]);
        else
            content = "this is plain text, of some length, which no decompressor takes for its own\n";
        const auto path = m_folder.write("damaged_" + file.toStdString(), content);
        EXPECT_ERROR(ingest(m_folder.spec({path})), ErrorCode::Failed, path.string() + " cannot be decompressed as");
    }

    void aDamagedParquetFileIsRefused()
    {
        auto content = fixture("documents.parquet");
        const auto cut = m_folder.write("cut.parquet", content.substr(0, content.size() / 2));
        EXPECT_ERROR(ingest(m_folder.spec({cut})), ErrorCode::Failed, "cut.parquet cannot be read as Parquet");
        const auto text = m_folder.write("text.parquet", "this is no table\n");
        EXPECT_ERROR(ingest(m_folder.spec({text})), ErrorCode::Failed, "text.parquet cannot be read as Parquet");
        // The pages carry checksums; these bytes are text of the first row group.
        auto flipped = content;
        for (std::size_t at = 1000; at < 1040; ++at)
            flipped[at] = char(~flipped[at]);
        const auto damaged = m_folder.write("flipped.parquet", flipped);
        EXPECT_ERROR(ingest(m_folder.spec({damaged})), ErrorCode::Failed, "flipped.parquet cannot be read as Parquet after row 0: ");
    }

    void whatComesBeforeTheDamageIsKeptForResuming()
    {
        std::string rows;
        for (int n = 0; n < 40; ++n)
            rows += fixture("documents.jsonl");
        const auto good = m_folder.write("before/good.jsonl", rows);
        const auto bad = m_folder.write("before/worse.jsonl.gz", fixture("documents.jsonl.gz").substr(0, 800));
        auto spec = m_folder.spec({good, bad});
        spec.shardTokens = 20'000;
        EXPECT_ERROR(ingest(spec), ErrorCode::Failed, "worse.jsonl.gz");
        const auto before = bam::test::shardHashes(spec.output);
        QVERIFY(before.size() > 2);
        spec.resume = true;
        EXPECT_ERROR(ingest(spec), ErrorCode::Failed, "worse.jsonl.gz");
        QVERIFY(bam::test::shardHashes(spec.output) == before);
    }
#else
    void compressedFilesAndParquetSayHowToRebuild()
    {
        EXPECT_ERROR(ingest(m_folder.spec({dataFile("text/documents.jsonl.gz")})), ErrorCode::Environment, "BAMSCOPE_PARQUET=ON");
        EXPECT_ERROR(ingest(m_folder.spec({dataFile("text/documents.parquet")})), ErrorCode::Environment, "BAMSCOPE_PARQUET=ON");
    }
#endif
};

BAMSCOPE_TEST(IngestErrorsTest)

}  // namespace

#include "test_ingest_errors.moc"
