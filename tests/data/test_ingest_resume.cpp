// SPDX-License-Identifier: GPL-3.0-or-later
// However an ingest ends, resuming gives the bytes of an uninterrupted one.
#include "core/data/ingest_output.h"
#include "core/runs/folder_lock.h"
#include "tests/data/ingest_support.h"

#include <nlohmann/json.hpp>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using bam::ErrorCode;
using bam::data::ingest;
using bam::data::IngestSpec;
using bam::test::dataFile;
using bam::test::hasNote;
using bam::test::shardHashes;

namespace {

class IngestResumeTest : public bam::test::Suite {
    Q_OBJECT

    bam::test::IngestFolder m_folder;
    std::vector<std::filesystem::path> m_inputs;
    std::map<std::string, std::string> m_whole;
    bam::data::IngestReport m_report;

    IngestSpec spec()
    {
        auto spec = m_folder.spec(m_inputs);
        spec.shardTokens = 20'011;
        return spec;
    }

    /// Runs an ingest in a process of its own, which kills itself without notice at the n-th report of progress.
    static void killedAt(const IngestSpec& spec, int report)
    {
        const auto child = ::fork();
        if (child == 0) {
            int reports = 0;
            try {
                ingest(spec, [&](const bam::Progress&) {
                    if (++reports == report)
                        ::raise(SIGKILL);
                });
            } catch (...) {
                ::_exit(1);
            }
            ::_exit(0);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY2(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL, "the ingest ended before it could be killed");
    }

    void resumedGivesTheSame(IngestSpec spec)
    {
        spec.resume = true;
        spec.threads = 3;
        std::vector<bam::Progress> seen;
        const auto report = ingest(spec, [&](const bam::Progress& progress) { seen.push_back(progress); });
        QVERIFY(!seen.empty());
        QVERIFY(seen.front().done < seen.back().done / 2);              // what was done before does not flatter the ETA
        QCOMPARE(seen.back().done, seen.back().total);
        QVERIFY(shardHashes(spec.output) == m_whole);
        QCOMPARE(report.documents, m_report.documents);
        QCOMPARE(report.tokens, m_report.tokens);
        QCOMPARE(report.bytes, m_report.bytes);
        QCOMPARE(report.skipped, m_report.skipped);
        QCOMPARE(report.repairedBytes, m_report.repairedBytes);
        QCOMPARE(report.shards, m_report.shards);
        QVERIFY(report.notes == m_report.notes);
    }

private Q_SLOTS:
    void initTestCase()
    {
        std::string text, rows;
        for (int n = 0; n < 25; ++n) {
            text += bam::readFile(dataFile("text/documents.txt")) + "\n caf\xe9 \n";
            rows += bam::readFile(dataFile("text/documents.jsonl")) + "{\"text\": 5}\nbroken\n";
        }
        m_inputs = {m_folder.write("in/a.txt", text), m_folder.write("in/b.jsonl", rows)};
#ifdef BAMSCOPE_HAVE_ARROW
        m_inputs.push_back(dataFile("text/documents.jsonl.gz"));
        m_inputs.push_back(dataFile("text/documents.parquet"));
#endif
        m_inputs.push_back(m_folder.write("in/z.txt", text + "\n\n \n"));
        const auto whole = spec();
        m_report = ingest(whole);
        m_whole = shardHashes(whole.output);
        QVERIFY2(m_whole.size() >= 8, bam::str(m_whole.size(), " shards").c_str());
    }

    void afterAKill_data()
    {
        QTest::addColumn<int>("report");
        for (const int report : {1, 2, 4, 5, 6, 7})
            QTest::newRow(qPrintable(QString::number(report))) << report;
    }
    void afterAKill()
    {
        QFETCH(int, report);
        const auto spec = this->spec();
        killedAt(spec, report);
        QVERIFY(shardHashes(spec.output) != m_whole);
        resumedGivesTheSame(spec);
    }

    void afterSeveralKills()
    {
        auto spec = this->spec();
        killedAt(spec, 3);
        spec.resume = true;
        killedAt(spec, 2);
        killedAt(spec, 2);
        resumedGivesTheSame(spec);
    }

    void afterAStop()
    {
        const auto spec = this->spec();
        std::stop_source stop;
        int reports = 0;
        EXPECT_ERROR(ingest(spec,
                         [&](const bam::Progress&) {
                             if (++reports == 5)
                                 stop.request_stop();
                         },
                         stop.get_token()),
            ErrorCode::Stopped, "with resume to continue");
        const auto before = shardHashes(spec.output);
        QVERIFY(before.size() >= 2 && before.size() < m_whole.size());
        resumedGivesTheSame(spec);
    }

    void whenAShardWasWrittenButNotRecorded()
    {
        const auto spec = this->spec();
        killedAt(spec, 6);
        const auto state = nlohmann::json::parse(bam::readFile(spec.output / "ingest_state.json"));
        const auto next = spec.output / bam::str("shard_00000", state.at("shards").get<int>(), ".safetensors");
        bam::writeFileAtomic(next, "half a shard");
        resumedGivesTheSame(spec);
    }

    void fromStandardInput()
    {
        const auto saved = ::dup(STDIN_FILENO);
        const auto open = [&] { QVERIFY(::freopen(m_inputs[0].c_str(), "r", stdin) != nullptr); };
        auto spec = this->spec();
        spec.inputs = {"-"};
        const auto whole = [&] {
            auto uninterrupted = spec;
            uninterrupted.output = m_folder.fresh();
            open();
            ingest(uninterrupted);
            return shardHashes(uninterrupted.output);
        }();
        QVERIFY(whole.size() >= 3);
        open();
        killedAt(spec, 3);
        open();
        spec.resume = true;
        ingest(spec);
        QVERIFY(shardHashes(spec.output) == whole);
        ::dup2(saved, STDIN_FILENO);
        ::close(saved);
    }

    void aFinishedIngestSaysSo()
    {
        auto spec = this->spec();
        ingest(spec);
        spec.resume = true;
        const auto report = ingest(spec);
        QVERIFY(report.resumed);
        QCOMPARE(report.tokens, m_report.tokens);
        QVERIFY(hasNote(report, "already finished"));
        QVERIFY(shardHashes(spec.output) == m_whole);
        // It needs no lock, which is a file, in a folder that may be somebody else's.
        const bam::runs::FolderLock held(spec.output, bam::data::kIngestLock);
        QVERIFY(hasNote(ingest(spec), "already finished"));
    }

    void withoutResumeAnOutputWithShardsIsRefused()
    {
        auto spec = this->spec();
        ingest(spec);
        EXPECT_ERROR(ingest(spec), ErrorCode::Usage, "shard_000000.safetensors");
        QVERIFY(shardHashes(spec.output) == m_whole);
        // Shards of unknown origin are not continued either.
        std::filesystem::remove(spec.output / "ingest_state.json");
        spec.resume = true;
        EXPECT_ERROR(ingest(spec), ErrorCode::Usage, "no ingest_state.json");
    }

    void resumingNothingStartsFromTheBeginning()
    {
        const auto spec = this->spec();
        resumedGivesTheSame(spec);
    }

    void otherSettingsAreRefusedByName()
    {
        auto spec = this->spec();
        killedAt(spec, 5);
        spec.resume = true;
        spec.eos = false;
        spec.shardTokens = 500;
        EXPECT_ERROR(ingest(spec), ErrorCode::Usage, "eos was true, is false and shard_tokens was 20011, is 500");
        spec = this->spec();
        killedAt(spec, 5);
        spec.resume = true;
        spec.inputs.pop_back();
        EXPECT_ERROR(ingest(spec), ErrorCode::Usage, "input files differ");
    }

    void aChangedTextIsNoticed()
    {
        auto text = bam::readFile(m_inputs[0]);
        const auto changing = m_folder.write("changing.txt", text);
        auto spec = this->spec();
        spec.inputs = {changing};
        killedAt(spec, 3);
        std::replace(text.begin(), text.end(), 'e', 'o');
        m_folder.write("changing.txt", text);
        spec.resume = true;
        EXPECT_ERROR(ingest(spec), ErrorCode::Failed, "is not the text at which the ingest was interrupted");
    }

    void aMissingShardIsNoticed()
    {
        auto spec = this->spec();
        ingest(spec);
        std::filesystem::remove(spec.output / "shard_000001.safetensors");
        spec.resume = true;
        EXPECT_ERROR(ingest(spec), ErrorCode::Failed, "shard_000001.safetensors is missing");
    }

    void aDamagedStateIsRefused()
    {
        auto spec = this->spec();
        std::filesystem::create_directories(spec.output);
        bam::writeFileAtomic(spec.output / "ingest_state.json", "{\"version\": 1, \"shards\": \"many\"}");
        spec.resume = true;
        EXPECT_ERROR(ingest(spec), ErrorCode::Failed, "ingest_state.json cannot be read");
        bam::writeFileAtomic(spec.output / "ingest_state.json", "{\"version\": 9}");
        EXPECT_ERROR(ingest(spec), ErrorCode::Failed, "is of version 9");
    }
};

BAMSCOPE_TEST(IngestResumeTest)

}  // namespace

#include "test_ingest_resume.moc"
