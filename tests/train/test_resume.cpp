// SPDX-License-Identifier: GPL-3.0-or-later
// Going on with a run whose folder is not as the training left it: nothing that was paid for is lost, and nothing is taken for what it is not.
#include "core/base/text.h"
#include "core/runs/folder_lock.h"
#include "core/train/checkpoint.h"
#include "core/train/resume.h"
#include "tests/support/rank_places.h"
#include "tests/support/test_main.h"
#include "tests/train/bench.h"

#include <array>
#include <chrono>
#include <fstream>
#include <memory>
#include <set>
#include <thread>

using namespace bam;
using namespace bam::test;
namespace fs = std::filesystem;

class Resume : public Suite {
    Q_OBJECT
    std::string m_said;

    train::TrainOptions listening()
    {
        m_said.clear();
        train::TrainOptions options;
        options.log = [this](const std::string& line) { m_said += line + "\n"; };
        return options;
    }

private Q_SLOTS:
    void checkpointsOnADiskThatIsAwayAreWaitedFor()
    {
        const Bench bench;
        const auto run = interruptAt(bench.spec(), 11);
        const auto checkpoints = run / "checkpoints", elsewhere = bench.root() / "disk";
        fs::rename(checkpoints, elsewhere);
        fs::create_directory_symlink(elsewhere, checkpoints);
        const auto away = bench.root() / "away";
        fs::rename(elsewhere, away);
        const auto before = contentsOf(run);
        EXPECT_ERROR(train::resumeRun(run, {}), ErrorCode::Environment, "cannot be read now");
        QVERIFY(contentsOf(run) == before);
        EXPECT_ERROR(train::resolveCheckpoint(run, "latest"), ErrorCode::Environment, "cannot be read now");     // of an evaluation
        QCOMPARE(statusOf(run)["state"].get<std::string>(), std::string("failed"));
        QCOMPARE(statusOf(run)["step"].get<int>(), 11);
        fs::rename(away, elsewhere);
        QCOMPARE(train::resumeRun(run, listening()).steps, 12);
        QVERIFY2(m_said.find("resumed at step 11") != std::string::npos, m_said.c_str());
    }

    void aLinkToACheckpointThatLeadsToNothingIsToldAndNotPassedOver()
    {
        const Bench bench;
        const auto run = interruptAt(bench.spec(), 11);
        const auto newest = run / "checkpoints/step_00000011";
        fs::remove_all(newest);
        fs::create_directory_symlink(bench.root() / "nothing", newest);
        EXPECT_ERROR(train::resumeRun(run, {}), ErrorCode::Environment, "leads to nothing");
        QVERIFY(fs::is_symlink(newest));
        fs::remove(newest);
        QCOMPARE(train::resumeRun(run, listening()).steps, 12);
        QVERIFY2(m_said.find("resumed at step 10") != std::string::npos, m_said.c_str());
    }

    // A loop of links is refused by the system, as missing rights or a server that does not answer are, whoever runs this test.
    void aCheckpointThatCannotBeReadNowIsNotSetAside()
    {
        const Bench bench;
        const auto run = interruptAt(bench.spec(), 11);
        const auto file = run / "checkpoints/step_00000011/model.safetensors", kept = bench.root() / "kept";
        fs::rename(file, kept);
        fs::create_symlink("model.safetensors", file);
        const auto before = contentsOf(run);
        EXPECT_ERROR(train::resumeRun(run, {}), ErrorCode::Environment, "step_00000011");
        QVERIFY(contentsOf(run) == before);
        fs::remove(file);
        fs::rename(kept, file);
        QCOMPARE(train::resumeRun(run, listening()).steps, 12);
        QVERIFY2(m_said.find("resumed at step 11") != std::string::npos, m_said.c_str());
    }

    // What a mount point shows without its disk.
    void checkpointsThatAreGoneAreMissed()
    {
        const Bench bench;
        const auto run = interruptAt(bench.spec(), 11);
        const auto kept = bench.root() / "kept";
        fs::rename(run / "checkpoints", kept);
        fs::create_directories(run / "checkpoints");
        const auto before = contentsOf(run);
        EXPECT_ERROR(train::resumeRun(run, {}), ErrorCode::Environment, "status.json tells of one of step 11");
        EXPECT_ERROR(train::resumeRun(run, {}), ErrorCode::Environment, "status.json tells of one of step 11");     // the failure did not make it forget
        QVERIFY(contentsOf(run) == before);
        fs::remove_all(run / "checkpoints");
        fs::rename(kept, run / "checkpoints");
        fs::remove_all(run / "checkpoints/step_00000011");
        QCOMPARE(train::resumeRun(run, listening()).steps, 12);
        QVERIFY2(m_said.find("resumed at step 10") != std::string::npos && m_said.find("the checkpoint of step 11 that status.json tells of is not there") != std::string::npos, m_said.c_str());
        QVERIFY2(m_said.find(" in 1 shard of \"") != std::string::npos, m_said.c_str());
    }

    void aCheckpointWithoutItsStateIsToldAndKept()
    {
        const Bench bench;
        const auto run = interruptAt(bench.spec(), 11);
        fs::remove(run / "checkpoints/step_00000011/state.json");
        QCOMPARE(train::resumeRun(run, listening()).steps, 12);
        QVERIFY2(m_said.find("resumed at step 10") != std::string::npos && m_said.find("step_00000011 cannot be used: it has no state.json") != std::string::npos, m_said.c_str());
        QVERIFY(fs::exists(run / "checkpoints/unusable_step_00000011/model.safetensors"));
    }

    void aStateThatWasChangedIsNotBelieved_data()
    {
        QTest::addColumn<bool>("signedToo");
        QTest::newRow("as it is written now") << true;
        QTest::newRow("of an earlier version, without a checksum") << false;
    }

    void aStateThatWasChangedIsNotBelieved()
    {
        QFETCH(bool, signedToo);
        const Bench bench;
        const auto run = interruptAt(bench.spec(), 11);
        const auto file = run / "checkpoints/step_00000011/state.json";
        auto state = runs::readJsonFile(file);
        QVERIFY(state.contains("xxh128"));
        if (!signedToo)
            state.erase("xxh128");
        state["step"] = 12;
        writeFileAtomic(file, state.dump());
        QCOMPARE(train::resumeRun(run, listening()).steps, 12);
        QVERIFY2(m_said.find("resumed at step 10") != std::string::npos, m_said.c_str());
    }

    void aRunThatHadOnlyToSayThatItIsFinishedKnowsItsLoss()
    {
        const Bench bench;
        const auto run = train::trainNew(bench.spec(), {}).run;
        auto status = statusOf(run);
        const auto loss = status["loss"];
        status["state"] = "running";
        status["loss"] = nullptr;
        writeFileAtomic(run / "status.json", status.dump());
        QCOMPARE(train::resumeRun(run, listening()).lastLoss, loss.get<float>());
        QVERIFY(statusOf(run)["loss"] == loss);
        QCOMPARE(statusOf(run)["state"].get<std::string>(), std::string("finished"));
    }

    void ranksWithOtherDataOfTheSameSizeAreRefused()
    {
        const Bench one, other;
        writeTokens(other.root() / "shards", 4000, 1, "");
        const int port = freePort();
        std::array<std::string, 2> told;
        std::vector<std::jthread> ranks;
        for (int rank = 0; rank < 2; ++rank)
            ranks.emplace_back([&, rank] {
                train::TrainOptions options;
                options.ranks = place(rank, 2, port);
                auto spec = (rank == 0 ? one : other).spec();
                spec.training.tokensPerStep = 64;
                try {
                    train::trainNew(spec, options);
                } catch (const Error& error) {
                    told[std::size_t(rank)] = error.cause();
                }
            });
        ranks.clear();
        for (const auto& text : told)
            QVERIFY2(text.find("rank 1 was given another spec, other data or another tokenizer") != std::string::npos, text.c_str());
    }

    void whatAKilledTrainingLeftHalfWrittenGoes()
    {
        const Bench bench;
        const auto run = interruptAt(bench.spec(), 11);
        const auto checkpoints = run / "checkpoints";
        const auto leave = [](const fs::path& path) {
            fs::create_directories(path.parent_path());
            std::ofstream(path) << "half";
        };
        leave(checkpoints / ".writing_step_00000012/model.safetensors");
        leave(checkpoints / ".before_step_00000010/model.safetensors");
        leave(checkpoints / ".removing_step_00000005/optimizer.safetensors");
        leave(checkpoints / ".latest.4711.0.tmp");
        leave(run / ".status.json.4711.0.tmp");
        leave(run / ".model.pt.4711.3.tmp");
        leave(run / ".notes.tmp");                  // nobody's: it stays
        leave(run / ".results.json.4711.0.tmp");    // of an evaluation, which may be at work
        QCOMPARE(train::resumeRun(run, {}).steps, 12);
        std::set<std::string> hidden;
        for (const auto& entry : fs::recursive_directory_iterator(run))
            if (const auto name = entry.path().filename().string(); name.front() == '.')
                hidden.insert(name);
        QVERIFY2(hidden == (std::set<std::string>{".lock", ".notes.tmp", ".results.json.4711.0.tmp"}), joinNames({hidden.begin(), hidden.end()}).c_str());
    }

    void aCheckpointThatWasBeingReplacedGetsItsNameBack()
    {
        const Bench bench;
        const auto run = interruptAt(bench.spec(), 11);
        fs::rename(run / "checkpoints/step_00000011", run / "checkpoints/.before_step_00000011");
        QCOMPARE(train::resumeRun(run, listening()).steps, 12);
        QVERIFY2(m_said.find("resumed at step 11") != std::string::npos, m_said.c_str());
    }

    void anEmptyStatusDoesNotEndAResume()
    {
        const Bench bench;
        for (const auto* text : {"", "[1]", "{\"state\": 7, \"step\": \"x\"}"}) {
            const auto run = interruptAt(bench.spec(), 7);
            std::ofstream(run / "status.json", std::ios::trunc) << text;
            QCOMPARE(train::resumeRun(run, listening()).steps, 12);
            QVERIFY2(m_said.find("resumed at step 7") != std::string::npos, m_said.c_str());
            QCOMPARE(m_said.find("status.json is not valid JSON") != std::string::npos, *text == '\0');
            QCOMPARE(statusOf(run)["state"].get<std::string>(), std::string("finished"));
        }
    }

    void aStopWhileAnotherProcessHoldsTheRunIsAStop()
    {
        const Bench bench;
        const auto run = interruptAt(bench.spec(), 5);
        const runs::FolderLock held(run, ".lock");
        std::stop_source stop;
        auto options = listening();
        options.log = [&](const std::string& line) {
            if (line.find("waiting for it to end") != std::string::npos)
                stop.request_stop();
        };
        EXPECT_ERROR(train::resumeRun(run, options, stop.get_token()), ErrorCode::Stopped, "stopped on request");
    }

    void otherDataAreRefused_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("shift");
        QTest::addColumn<QString>("tokenizer");
        QTest::addColumn<QString>("told");
        QTest::newRow("more") << 4100 << 0 << "aa" << "4,000 tokens then, 4,100 tokens now";
        QTest::newRow("others") << 4000 << 1 << "aa" << "fingerprint";
        QTest::newRow("of another tokenizer") << 4000 << 0 << "bb" << "the tokenizer of ";
    }

    void otherDataAreRefused()
    {
        QFETCH(int, count);
        QFETCH(int, shift);
        QFETCH(QString, tokenizer);
        QFETCH(QString, told);
        const Bench bench;
        writeTokens(bench.root() / "shards", 4000, 0, "aa");
        const auto run = interruptAt(bench.spec(), 7);
        const auto before = contentsOf(run);
        writeTokens(bench.root() / "shards", std::uint32_t(count), std::uint32_t(shift), tokenizer.toStdString());
        EXPECT_ERROR(train::resumeRun(run, {}), ErrorCode::Usage, told.toStdString());
        QVERIFY(contentsOf(run) == before);
        writeTokens(bench.root() / "shards", 4000, 0, "aa");     // written anew, and the same
        QCOMPARE(train::resumeRun(run, {}).steps, 12);
    }

    void aRunOfAnEarlierVersionGoesOnAndIsRemembered()
    {
        const Bench bench;
        const auto run = interruptAt(bench.spec(), 7);
        auto json = runs::readJsonFile(run / "run.json");
        const auto fingerprint = json.at("data").at("fingerprint");
        json.erase("data");
        writeFileAtomic(run / "run.json", json.dump(2));
        QCOMPARE(train::resumeRun(run, {}).steps, 12);
        QVERIFY(runs::readJsonFile(run / "run.json").at("data").at("fingerprint") == fingerprint);
    }

    void pathsThatAreNoTextAreRefusedBeforeAFolderIsMade()
    {
        const Bench bench;
        auto spec = bench.spec();
        const auto odd = bench.root() / "odd\xff";
        const std::shared_ptr<void> removed(nullptr, [&](void*) { fs::remove_all(odd); });     // Qt cannot
        spec.logDir = (odd / "logs").string();
        EXPECT_ERROR(train::trainNew(spec, {}), ErrorCode::Usage, "is not UTF-8 text");
        QVERIFY(!fs::exists(odd));
        fs::create_directories(odd);
        fs::copy(bench.root() / "shards", odd / "shards");
        spec.logDir = bench.spec().logDir;
        spec.data.dataset = (odd / "shards").string();
        EXPECT_ERROR(train::trainNew(spec, {}), ErrorCode::Usage, "is not UTF-8 text");
        QVERIFY(!fs::exists(spec.logDir));
        fs::rename(interruptAt(bench.spec(), 3), odd / "run");
        EXPECT_ERROR(train::resumeRun(odd / "run", {}), ErrorCode::Usage, "is not UTF-8 text");
    }
};

BAMSCOPE_TEST(Resume)
#include "test_resume.moc"
