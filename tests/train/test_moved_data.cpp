// SPDX-License-Identifier: GPL-3.0-or-later
// Going on with a run whose data or tokenizer lie elsewhere than at its start, or did not stay as they were.
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/runs/run_record.h"
#include "core/tokenizer/tokenizer.h"
#include "tests/support/test_main.h"
#include "tests/train/bench.h"

using namespace bam;
using namespace bam::test;
namespace fs = std::filesystem;

class MovedData : public Suite {
    Q_OBJECT
    std::string m_said;

    train::TrainOptions with(const std::string& dataset, const std::string& tokenizer = {})
    {
        m_said.clear();
        train::TrainOptions options;
        options.log = [this](const std::string& line) { m_said += line + "\n"; };
        options.dataset = dataset;
        options.tokenizer = tokenizer;
        return options;
    }

    static std::string recorded(const fs::path& run, const char* key) { return runs::readJsonFile(run / "run.json").at("spec").at("data").at(key).get<std::string>(); }

    /// Ends after one more step.
    static void resumeFor(const fs::path& run, std::int64_t step, train::TrainOptions options)
    {
        std::stop_source stop;
        options.onStep = [&](const train::StepReport& report) {
            if (report.row.step + 1 == step)
                stop.request_stop();
        };
        EXPECT_ERROR(train::resumeRun(run, options, stop.get_token()), ErrorCode::Stopped, "stopped on request");
    }

    /// A run over the pass-key mixture, whose tokenizer and text lie in the bench's folder.
    static spec::RunSpec mixture(const Bench& bench)
    {
        auto spec = bench.spec();
        tokenizer::trainBpe({.texts = {dataFile("text/documents.txt")}, .pieces = 400, .byteFallback = true, .output = bench.root() / "small.model"});
        fs::copy_file(dataFile("text/documents.txt"), bench.root() / "text.txt");
        spec.model.vocabulary = 400;
        spec.data.kind = "passkey_mixture";
        spec.data.dataset = (bench.root() / "text.txt").string();
        spec.data.tokenizer = (bench.root() / "small.model").string();
        spec.data.valTokens = 0;
        spec.training.batchSize = 1;
        spec.training.sequenceLength = 320;
        spec.training.tokensPerStep = 320;
        spec.training.valLossEvery = 0;
        return spec;
    }

private Q_SLOTS:
    void dataThatWereMovedAreNamedOnceAndRemembered()
    {
        const Bench bench, undisturbed;
        const auto run = interruptAt(bench.spec(), 7);
        const auto family = runs::readRecord(run, {}, 0).family;
        const auto moved = bench.root() / "elsewhere";
        fs::rename(bench.root() / "shards", moved);
        const auto before = contentsOf(run);
        EXPECT_ERROR(train::resumeRun(run, {}), ErrorCode::Usage, "are not where they were");
        EXPECT_ERROR(train::resumeRun(run, {}), ErrorCode::Usage, "--dataset PATH");
        fs::create_directories(bench.root() / "shards");        // what a mount point shows without its disk
        EXPECT_ERROR(train::resumeRun(run, {}), ErrorCode::Usage, "--dataset PATH");
        QVERIFY(contentsOf(run) == before);
        resumeFor(run, 9, with((bench.root() / "shards/../elsewhere").string()));
        QCOMPARE(recorded(run, "dataset"), moved.string());
        const auto starts = runs::readJsonFile(run / "run.json").at("starts");
        QVERIFY(!starts.at(0).contains("dataset") && starts.at(1).at("dataset") == moved.string());
        QCOMPARE(runs::readRecord(run, {}, 0).family, family);      // it still belongs to its other seeds
        QCOMPARE(train::resumeRun(run, with({})).steps, 12);
        QCOMPARE(numbersOf(run), numbersOf(train::trainNew(undisturbed.spec(), {}).run));
    }

    void otherDataAreNotTakenForThoseThatWereMoved()
    {
        const Bench bench;
        writeTokens(bench.root() / "shards", 4000, 0, "aa");
        const auto run = interruptAt(bench.spec(), 7);
        const auto before = contentsOf(run);
        const auto other = bench.root() / "other";
        const auto refused = [&](const char* told) {
            EXPECT_ERROR(train::resumeRun(run, with(other.string())), ErrorCode::Usage, told);
            QVERIFY(contentsOf(run) == before);
        };
        refused("There is no folder of shards");
        writeTokens(other, 4000, 1, "aa");
        refused("other text (fingerprint ");
        refused("--dataset");
        writeTokens(other, 4100, 0, "aa");
        refused("4,000 tokens then, 4,100 tokens now");
        writeTokens(other, 4000, 0, "bb");
        refused("the tokenizer of ");
        QCOMPARE(train::resumeRun(run, with({})).steps, 12);
    }

    void shardsOfAnUnfinishedIngestAreToldAtTheStartWithWhatHelpsLater()
    {
        const Bench bench;
        const auto shards = bench.root() / "shards", alone = bench.root() / "alone", state = shards / "ingest_state.json";
        const auto warning = "the ingest of \"" + shards.string() + "\" is not finished: the run trains on the one shard that is there now";
        for (const auto* text : {"{\"finished\": true}", "{\"finished\": 0}", "[false]", "{"}) {
            writeFileAtomic(state, text);
            train::trainNew(bench.spec(), with({}));
            QVERIFY2(m_said.find("ingest") == std::string::npos, m_said.c_str());
        }
        writeFileAtomic(state, "{\"finished\": false}");
        const auto run = interruptAt(bench.spec(), 7);
        const auto log = readFile(run / "log.txt");
        QVERIFY2(log.find("warning: " + warning) != std::string::npos, log.c_str());
        resumeFor(run, 8, with({}));
        QVERIFY2(m_said.find("warning: " + warning) != std::string::npos, m_said.c_str());
        fs::create_directories(alone);
        fs::create_symlink(shards / "shard_000000.safetensors", alone / "shard_000000.safetensors");
        fs::copy_file(shards / "shard_000000.safetensors", shards / "shard_000001.safetensors");
        writeFileAtomic(state, "{\"finished\": true}");
        EXPECT_ERROR(train::resumeRun(run, {}), ErrorCode::Usage, "4,000 tokens then, 8,000 tokens now");
        QCOMPARE(train::resumeRun(run, with(alone.string())).steps, 12);
        QVERIFY2(m_said.find("ingest") == std::string::npos, m_said.c_str());
    }

    void aRunWithoutAFingerprintTellsWhatIsCompared()
    {
        const Bench bench;
        const auto run = interruptAt(bench.spec(), 7);
        auto json = runs::readJsonFile(run / "run.json");
        json.erase("data");
        writeFileAtomic(run / "run.json", json.dump(2));
        fs::rename(bench.root() / "shards", bench.root() / "elsewhere");
        QCOMPARE(train::resumeRun(run, with((bench.root() / "elsewhere").string())).steps, 12);
        QVERIFY2(m_said.find("kept no fingerprint of its data") != std::string::npos, m_said.c_str());
    }

    void aTokenizerThatIsGoneIsReplacedByTheRunsOwnCopy()
    {
        const Bench bench;
        const auto run = interruptAt(mixture(bench), 3);
        const auto model = bench.root() / "small.model";
        fs::remove(model);
        resumeFor(run, 5, with({}));
        QVERIFY2(m_said.find("the run's own copy is used") != std::string::npos, m_said.c_str());
        QCOMPARE(recorded(run, "tokenizer"), model.string());       // may come back, and the run may move with its copy
        QCOMPARE(train::resumeRun(run, with({})).steps, 12);
    }

    void aTokenizerIsNamedWhereTheCopyIsNotTheRightOne()
    {
        const Bench bench;
        const auto run = interruptAt(mixture(bench), 3);
        const auto model = bench.root() / "small.model", moved = bench.root() / "moved.model";
        fs::rename(model, moved);
        tokenizer::trainBpe({.texts = {dataFile("text/documents.txt")}, .pieces = 390, .byteFallback = true, .output = run / "tokenizer.model"});
        const auto before = contentsOf(run);
        EXPECT_ERROR(train::resumeRun(run, {}), ErrorCode::Usage, "no copy that is known to be the same");
        EXPECT_ERROR(train::resumeRun(run, {}), ErrorCode::Usage, "--tokenizer PATH");
        EXPECT_ERROR(train::resumeRun(run, with({}, (run / "tokenizer.model").string())), ErrorCode::Usage, "the tokenizer of ");
        QVERIFY(contentsOf(run) == before);
        resumeFor(run, 5, with({}, moved.string()));
        QCOMPARE(recorded(run, "tokenizer"), moved.string());
        QCOMPARE(train::resumeRun(run, with({})).steps, 12);
    }
};

BAMSCOPE_TEST(MovedData)
#include "test_moved_data.moc"
