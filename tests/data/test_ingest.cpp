// SPDX-License-Identifier: GPL-3.0-or-later
// Text to shards: formats, order, counting, progress.
#include "tests/data/ingest_support.h"
#include "tests/support/file_limits.h"

#include <chrono>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#ifdef BAMSCOPE_HAVE_ARROW
constexpr bool kHaveArrow = true;
#else
constexpr bool kHaveArrow = false;
#endif

using bam::ErrorCode;
using bam::data::ingest;
using bam::data::IngestSpec;
using bam::test::dataFile;
using bam::test::hasNote;
using bam::test::linesOf;
using bam::test::readShards;
using bam::test::shardHashes;

namespace {

/// Standard input of this process, while it lives.
class StandardInput {
public:
    explicit StandardInput(const std::filesystem::path& file) : m_saved(::dup(STDIN_FILENO))
    {
        const int descriptor = ::open(file.c_str(), O_RDONLY);
        ::dup2(descriptor, STDIN_FILENO);
        ::close(descriptor);
    }
    ~StandardInput()
    {
        ::dup2(m_saved, STDIN_FILENO);
        ::close(m_saved);
    }

private:
    int m_saved;
};

class IngestTest : public bam::test::Suite {
    Q_OBJECT

    bam::test::IngestFolder m_folder;
    const std::vector<std::string> m_documents = linesOf(dataFile("text/documents.txt"));

private Q_SLOTS:
    void everyLineBecomesADocumentWithBosAndEos()
    {
        const auto spec = m_folder.spec({dataFile("text/documents.txt")});
        const auto report = ingest(spec);
        const auto expected = m_folder.expected(m_documents);
        const auto found = readShards(spec.output);
        QVERIFY(found.ids == expected.ids);
        QVERIFY(found.documents == expected.documents);
        QCOMPARE(report.documents, std::int64_t(m_documents.size()));
        QCOMPARE(report.tokens, std::int64_t(expected.ids.size()));
        QCOMPARE(report.shards, 1);
        QCOMPARE(report.bytes, std::int64_t(bam::readFile(dataFile("text/documents.txt")).size() - m_documents.size()));
        QCOMPARE(report.skipped, 0);
        QVERIFY(report.notes.empty());
        QVERIFY(!report.resumed);
    }

    void bosAndEosCanBeLeftOut()
    {
        auto spec = m_folder.spec({m_folder.write("two.txt", "one river\ntwo stones\n")});
        spec.bos = spec.eos = false;
        ingest(spec);
        const auto model = m_folder.tokenizer();
        auto expected = model.encode("one river");
        const auto second = model.encode("two stones");
        expected.insert(expected.end(), second.begin(), second.end());
        const auto found = readShards(spec.output).ids;
        QVERIFY(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
    }

    void aModelWithoutBosSaysSoAndGoesOn()
    {
        auto spec = m_folder.spec({m_folder.write("plain.txt", "the river runs\n")});
        spec.tokenizer = dataFile("text/no_bos.model");
        const auto report = ingest(spec);
        QVERIFY(hasNote(report, "no BOS token"));
        QVERIFY(hasNote(report, "no EOS token"));
        const auto expected = bam::tokenizer::Tokenizer::load(spec.tokenizer).encode("the river runs");
        const auto found = readShards(spec.output).ids;
        QVERIFY(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
    }

    void allFormatsHoldTheSameDocuments_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("JSON Lines") << "documents.jsonl";
        if (!kHaveArrow)
            return;
        for (const char* file : {"documents.jsonl.gz", "documents.jsonl.zst", "members.txt.gz", "documents.parquet", "large_string.parquet",
                 "dictionary.parquet", "binary.parquet"})
            QTest::newRow(file) << file;
    }
    void allFormatsHoldTheSameDocuments()
    {
        QFETCH(QString, file);
        const auto spec = m_folder.spec({dataFile("text/" + file.toStdString())});
        ingest(spec);
        QVERIFY(readShards(spec.output).ids == m_folder.expected(m_documents).ids);
    }

    void theNumberOfThreadsDoesNotChangeTheBytes()
    {
        std::string text;
        for (int n = 0; n < 30; ++n)
            for (const auto& line : m_documents)
                text += line + '\n';
        const auto input = m_folder.write("many.txt", text);
        std::map<std::string, std::string> first;
        for (const int threads : {1, 2, 5}) {
            auto spec = m_folder.spec({input});
            spec.threads = threads;
            spec.shardTokens = 20'000;
            ingest(spec);
            const auto hashes = shardHashes(spec.output);
            QVERIFY(hashes.size() > 2);
            QVERIFY(first.empty() || first == hashes);
            first = hashes;
        }
    }

    void documentsRunOnFromShardToShard()
    {
        auto spec = m_folder.spec({dataFile("text/documents.txt")});
        spec.shardTokens = 97;
        const auto report = ingest(spec);
        const auto expected = m_folder.expected(m_documents);
        const auto found = readShards(spec.output);
        QVERIFY(found.ids == expected.ids);
        QVERIFY(found.documents == expected.documents);
        QCOMPARE(report.shards, std::int64_t((expected.ids.size() + 96) / 97));
        for (std::size_t shard = 0; shard + 1 < found.shardSizes.size(); ++shard)
            QCOMPARE(found.shardSizes[shard], 97);
        QCOMPARE(bam::test::shardFiles(spec.output).at(1).filename().string(), std::string("shard_000001.safetensors"));
    }

    void foldersAreReadInNameOrder()
    {
        m_folder.write("tree/b.txt", "third\n");
        m_folder.write("tree/a/2.txt", "second\n");
        m_folder.write("tree/a/1.jsonl", "{\"text\": \"first\"}\n");
        m_folder.write("tree/readme.md", "no document\n");
        m_folder.write("tree/info.json", "{\n \"description\": 1\n}\n");
        m_folder.write("tree/.hidden/x.txt", "hidden\n");
        m_folder.write("tree/nothing.txt", "");
        const auto spec = m_folder.spec({m_folder.path("tree"), m_folder.path("tree/b.txt")});
        const auto report = ingest(spec);
        QVERIFY(readShards(spec.output).ids == m_folder.expected({"first", "second", "third"}).ids);
        QVERIFY(hasNote(report, "2 files with other endings ignored (.json and .md)"));
        QVERIFY(hasNote(report, "1 empty file ignored"));
        QVERIFY(hasNote(report, "1 file given more than once"));
    }

    void textsAndShardsMayShareAFolder()
    {
        m_folder.write("shared/a.txt", "one river\n");
        auto spec = m_folder.spec({m_folder.path("shared")});
        spec.output = m_folder.path("shared");
        ingest(spec);
        spec.resume = true;
        QVERIFY(hasNote(ingest(spec), "already finished"));
    }

    void aWholeFileCanBeOneDocument()
    {
        const std::string text = "first line\n\nsecond line\n";
        auto spec = m_folder.spec({m_folder.write("whole/a.txt", text), m_folder.write("whole/b.txt", "another")});
        spec.unit = "file";
        const auto report = ingest(spec);
        QCOMPARE(report.documents, 2);
        QVERIFY(readShards(spec.output).ids == m_folder.expected({text, "another"}).ids);
    }

    void lineEndsAndByteOrderMarksAreNoText()
    {
        const auto spec = m_folder.spec({m_folder.write("windows.txt", "\xef\xbb\xbf" "one river\r\ntwo stones\r\nlast light")});
        ingest(spec);
        QVERIFY(readShards(spec.output).ids == m_folder.expected({"one river", "two stones", "last light"}).ids);
    }

    void aVeryLongLineIsOneDocument()
    {
        std::string line;
        while (line.size() < 400'000)
            line += "seven cold stones ";
        const auto spec = m_folder.spec({m_folder.write("long.txt", "short\n" + line + "\nshort\n")});
        const auto report = ingest(spec);
        QCOMPARE(report.documents, 3);
        const auto documents = readShards(spec.output).documents;
        QCOMPARE(documents.front(), 0);
        QVERIFY(std::count(documents.begin(), documents.end(), 1) > 40'000);
        QCOMPARE(documents.back(), 2);
    }

    void tokenisingAVeryLongLineCanBeStopped()
    {
        std::string line = "seven cold stones ";
        while (line.size() < 2'000'000)
            line += line;
        const auto spec = m_folder.spec({m_folder.write("endless.txt", line)});
        const auto start = std::chrono::steady_clock::now();
        m_folder.tokenizer().encode(line);
        const auto whole = std::chrono::steady_clock::now() - start;
        std::stop_source stop;
        std::chrono::steady_clock::time_point asked;
        {
            const std::jthread later([&] {
                std::this_thread::sleep_for(whole / 4);
                asked = std::chrono::steady_clock::now();
                stop.request_stop();
            });
            EXPECT_ERROR(ingest(spec, {}, stop.get_token()), ErrorCode::Stopped, "with resume to continue");
        }
        QVERIFY(std::chrono::steady_clock::now() - asked < whole / 2);
    }

    void blankDocumentsAreSkippedAndCounted()
    {
        const auto spec = m_folder.spec({m_folder.write("gaps.txt", "one river\n\n   \t\ntwo stones\n\n")});
        const auto report = ingest(spec);
        QCOMPARE(report.documents, 2);
        QCOMPARE(report.skipped, 3);
        QVERIFY(hasNote(report, "3 empty documents skipped"));
        QVERIFY(readShards(spec.output).documents == m_folder.expected({"one river", "two stones"}).documents);
    }

    void invalidUtf8IsReplacedCountedAndReported()
    {
        const auto spec = m_folder.spec({m_folder.write("latin1.txt", "good line\ncaf\xe9 and na\xefve\n")});
        const auto report = ingest(spec);
        QCOMPARE(report.repairedBytes, 2);
        QVERIFY(hasNote(report, "2 invalid UTF-8 sequences replaced by U+FFFD, the first in " + m_folder.path("latin1.txt").string() + ", line 2"));
        QVERIFY(readShards(spec.output).ids == m_folder.expected({"good line", "caf\uFFFD and na\uFFFDve"}).ids);
    }

    void invalidUtf8InJsonIsReplacedToo()
    {
        const auto spec = m_folder.spec({m_folder.write("latin1.jsonl", "{\"text\": \"caf\xe9\"}\n")});
        QCOMPARE(ingest(spec).repairedBytes, 1);
        QVERIFY(readShards(spec.output).ids == m_folder.expected({"caf\uFFFD"}).ids);
    }

    void brokenLinesOfJsonAreSkippedAndTheFirstIsNamed()
    {
        const auto spec = m_folder.spec({m_folder.write("some.jsonl",
            "{\"text\": \"one river\"}\n{\"text\": \"cut sho\n[1, 2]\n\n{\"id\": 5}\n{\"text\": null}\n{\"text\": \"two stones\"}\n")});
        const auto report = ingest(spec);
        QCOMPARE(report.documents, 2);
        QCOMPARE(report.skipped, 5);
        QVERIFY(hasNote(report, "2 lines that are no JSON objects skipped, the first is " + m_folder.path("some.jsonl").string() + ", line 2: parse error"));
        QVERIFY(hasNote(report, "1 row without text in the column \"text\" skipped, the first is " + m_folder.path("some.jsonl").string() + ", line 5"));
        QVERIFY(hasNote(report, "2 empty documents skipped"));
        QVERIFY(readShards(spec.output).ids == m_folder.expected({"one river", "two stones"}).ids);
    }

    void anotherColumnCanBeChosen()
    {
        auto spec = m_folder.spec({m_folder.write("other.jsonl", "{\"text\": \"no\", \"body\": \"one river\"}\n")});
        spec.column = "body";
        ingest(spec);
        QVERIFY(readShards(spec.output).ids == m_folder.expected({"one river"}).ids);
    }

    void standardInputIsReadByLines()
    {
        const StandardInput input(dataFile("text/documents.txt"));
        const auto spec = m_folder.spec({"-"});
        const auto report = ingest(spec);
        QCOMPARE(report.documents, std::int64_t(m_documents.size()));
        QVERIFY(readShards(spec.output).ids == m_folder.expected(m_documents).ids);
    }

    void standardInputMayBeRowsOfJson()
    {
        const StandardInput input(dataFile("text/documents.jsonl"));
        const auto spec = m_folder.spec({"-"});
        ingest(spec);
        QVERIFY(readShards(spec.output).ids == m_folder.expected(m_documents).ids);
    }

    void waitingForStandardInputCanBeStopped()
    {
        int ends[2];
        QCOMPARE(::pipe(ends), 0);
        const auto saved = ::dup(STDIN_FILENO);
        ::dup2(ends[0], STDIN_FILENO);
        std::stop_source stop;
        const std::jthread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(150));
            stop.request_stop();
        });
        EXPECT_ERROR(ingest(m_folder.spec({"-"}), {}, stop.get_token()), ErrorCode::Stopped, "stopped");
        ::dup2(saved, STDIN_FILENO);
        for (const int descriptor : {saved, ends[0], ends[1]})
            ::close(descriptor);
    }

    void theNumberOfDocumentsCanBeLimited()
    {
        auto spec = m_folder.spec({dataFile("text/documents.txt")});
        spec.maxDocuments = 7;
        QCOMPARE(ingest(spec).documents, 7);
        QVERIFY(readShards(spec.output).ids == m_folder.expected({m_documents.begin(), m_documents.begin() + 7}).ids);
    }

    void progressRunsToTheSizeOfTheInputs()
    {
        std::string text;
        for (int n = 0; n < 60; ++n)
            for (const auto& line : m_documents)
                text += line + '\n';
        const auto spec = m_folder.spec({m_folder.write("progress/a.txt", text), dataFile("text/documents.jsonl")});
        std::vector<bam::Progress> seen;
        ingest(spec, [&](const bam::Progress& progress) { seen.push_back(progress); });
        QVERIFY(seen.size() > 3);
        const double total = double(text.size() + std::filesystem::file_size(dataFile("text/documents.jsonl"))) / 1048576;
        for (std::size_t n = 0; n < seen.size(); ++n) {
            QCOMPARE(seen[n].total, total);
            QCOMPARE(seen[n].unit, std::string("MiB"));
            QVERIFY(n == 0 || seen[n].done > seen[n - 1].done);
        }
        QCOMPARE(seen.back().done, total);
        QVERIFY(seen.back().detail.find("3,660 documents") != std::string::npos);
    }

    void parquetRowsWithoutAValueAreSkipped()
    {
        if (!kHaveArrow)
            return;
        const auto spec = m_folder.spec({dataFile("text/nulls.parquet")});
        const auto report = ingest(spec);
        QCOMPARE(report.documents, 40);
        QCOMPARE(report.skipped, 20);
    }

    void aFullDiskIsReportedAndLeavesNoHalfShard()
    {
        std::string text;
        for (int n = 0; n < 10; ++n)
            for (const auto& line : m_documents)
                text += line + '\n';
        const auto spec = m_folder.spec({m_folder.write("disk.txt", text)});
        {
            const bam::test::LimitedFileSize limit(60'000);
            EXPECT_ERROR(ingest(spec), ErrorCode::Failed, "shard_000000.safetensors");
        }
        QVERIFY(bam::test::shardFiles(spec.output).empty());
        ingest(spec);
        QVERIFY(!bam::test::shardFiles(spec.output).empty());
    }
};

BAMSCOPE_TEST(IngestTest)

}  // namespace

#include "test_ingest.moc"
