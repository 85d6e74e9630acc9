// SPDX-License-Identifier: GPL-3.0-or-later
// The training loop as a user meets it: stop and resume, damaged checkpoints, full disks, non-finite numbers.
#include "core/base/files.h"
#include "core/data/shard.h"
#include "core/interop/safetensors.h"
#include "core/runs/run_summary.h"
#include "core/spec/official_args.h"
#include "core/spec/spec_io.h"
#include "core/train/checkpoint.h"
#include "core/train/trainer.h"
#include "tests/support/file_limits.h"
#include "tests/support/test_main.h"
#include "tests/train/bench.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <QTemporaryDir>

#include <fstream>
#include <sstream>

using namespace bam;
using namespace bam::test;

class TrainerTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aRunLeavesEverythingItsDirectoryPromises()
    {
        const Bench bench;
        const auto result = train::trainNew(bench.spec(), {});
        QCOMPARE(result.steps, 12);
        for (const auto* file : {"args.json", "run.json", "status.json", "train.log", "eval.log", "priors.csv", "log.txt", "checkpoints/latest"})
            QVERIFY2(std::filesystem::exists(result.run / file), file);
        QCOMPARE(runs::readTrainLog(result.run / "train.log").size(), 12u);
        QCOMPARE(evaluationsOf(result.run).substr(0, 2), "0,");
        QCOMPARE(runs::readEvalLog(result.run / "eval.log").size(), 4u);            // steps 0, 4, 8, 12
        QCOMPARE(runs::readPriors(result.run / "priors.csv").size(), 4u * 2 * 2);
        QCOMPARE(statusOf(result.run)["state"].get<std::string>(), "finished");
        QCOMPARE(readFile(result.run / "checkpoints" / "latest"), "step_00000012\n");
        QVERIFY(runs::readTrainLog(result.run / "train.log").back().loss < runs::readTrainLog(result.run / "train.log").front().loss);
    }

    void argsJsonAndTheCheckpointRebuildTheModel()
    {
        const Bench bench;
        const auto result = train::trainNew(bench.spec(), {});
        model::Transformer model(spec::modelFromOfficialArgs(spec::readOfficialArgs(result.run / "args.json"), "args.json"), 99);
        train::loadWeights(train::resolveCheckpoint(result.run, "latest"), model);
        // Its validation loss is the one the run reported last.
        const auto shard = data::Shard::open(bench.root() / "shards" / "shard_000000.safetensors");
        double sum = 0;
        for (int n = 0; n < 4; ++n) {
            at::NoGradGuard guard;
            const auto tokens = shard.tokens(n * 32, 33), documents = shard.documents(n * 32, 32).view({2, 16});
            sum += model.loss(tokens.narrow(0, 0, 32).view({2, 16}), tokens.narrow(0, 1, 32).view({2, 16}), documents).item<double>();
        }
        QVERIFY(std::abs(sum / 4 - double(result.validationLoss.value())) < 1e-6);
    }

    void equalSpecsGiveEqualNumbersBitForBit()
    {
        const Bench bench;
        const auto first = train::trainNew(bench.spec(), {}), second = train::trainNew(bench.spec(), {});
        QCOMPARE(numbersOf(first.run), numbersOf(second.run));
        const interop::SafetensorsFile a(first.run / "checkpoints/step_00000012/model.safetensors"), b(second.run / "checkpoints/step_00000012/model.safetensors");
        for (const auto& name : a.names())
            QVERIFY2(at::equal(a.tensor(name), b.tensor(name)), name.c_str());
    }

    void interruptionAtAnyStepAndResumeChangesNothing()
    {
        const Bench bench;
        const auto whole = train::trainNew(bench.spec(), {}).run;
        for (std::int64_t step = 1; step <= 12; ++step) {
            const auto run = interruptAt(bench.spec(), step);
            const auto result = train::resumeRun(run, {});
            QCOMPARE(result.steps, 12);
            QCOMPARE(numbersOf(run), numbersOf(whole));
            QCOMPARE(evaluationsOf(run), evaluationsOf(whole));
            QCOMPARE(readFile(run / "priors.csv"), readFile(whole / "priors.csv"));
        }
    }

    void aRunWhoseDataEndsEarlySaysHowMuchWouldBeNeeded()
    {
        const Bench bench;
        auto spec = bench.spec();
        spec.training.numIterations = 3000;
        const auto result = train::trainNew(spec, {});
        QCOMPARE(result.steps, 60);     // (4,000 − 128 − 16 − 1) / 64
        QVERIFY(result.shortage.has_value());
        QCOMPARE(result.shortage->cause(), std::string("the data ends after step 60 of 3,000: it holds 4,000 tokens and is read once, and 192,145 tokens would be needed"));
        QVERIFY(result.shortage->hint().find("at most 60 steps") != std::string::npos);
        const auto log = readFile(result.run / "log.txt");
        const auto first = log.find("warning: " + result.shortage->cause());
        QVERIFY(first != std::string::npos && log.find("warning: ", first + 1) > log.find("finished 60 steps"));
        const auto summary = runs::summarize(result.run, 0);
        QCOMPARE(summary.state, runs::RunState::Finished);
        QVERIFY(summary.dataEnded());
        QCOMPARE(summary.step, 60);
        QCOMPARE(summary.totalSteps, 3000);
        QCOMPARE(summary.dataSteps, 60);
        // As many as there are was what was asked for.
        spec.training.numIterations = -1;
        const auto all = train::trainNew(spec, {});
        QCOMPARE(all.steps, 60);
        QVERIFY(!all.shortage && !runs::summarize(all.run, 0).dataEnded());
    }

    void aStoppedRunSaysHowToContinue()
    {
        const Bench bench;
        const auto run = interruptAt(bench.spec(), 3);
        const auto status = statusOf(run);
        QCOMPARE(status["state"].get<std::string>(), "stopped");
        QCOMPARE(status["step"].get<int>(), 3);
        QVERIFY(status["error"]["hint"].get<std::string>().find("--resume") != std::string::npos);
    }

    void aNewRunFromACheckpointGoesOnWhereItWas()
    {
        const Bench bench;
        const auto whole = train::trainNew(bench.spec(), {}).run;
        const auto first = interruptAt(bench.spec(), 6);
        auto spec = bench.spec();
        spec.training.checkpoint = first.string();
        const auto second = train::trainNew(spec, {}).run;
        QVERIFY(second != first);
        QCOMPARE(runs::readTrainLog(second / "train.log").front().step, 6);
        QCOMPARE(runs::readTrainLog(second / "train.log").back().loss, runs::readTrainLog(whole / "train.log").back().loss);
        spec.training.resetSteps = true;
        const auto fresh = runs::readTrainLog(train::trainNew(spec, {}).run / "train.log");
        QCOMPARE(fresh.size(), 12u);
        QVERIFY(fresh.front().loss < runs::readTrainLog(whole / "train.log").front().loss);
    }

    void resumingAFinishedRunTrainsNothing()
    {
        const Bench bench;
        const auto run = train::trainNew(bench.spec(), {}).run;
        const auto before = readFile(run / "train.log");
        std::string said;
        train::TrainOptions options;
        options.log = [&](const std::string& line) { said += line; };
        QCOMPARE(train::resumeRun(run, options).steps, 12);
        QCOMPARE(readFile(run / "train.log"), before);
        QVERIFY(said.find("nothing to resume") != std::string::npos);
    }

    void aDamagedNewestCheckpointFallsBackToTheOneBefore()
    {
        const Bench bench;
        auto spec = bench.spec();
        spec.training.keepLast = 5;
        const auto whole = train::trainNew(spec, {}).run;
        const auto run = interruptAt(spec, 11);
        const auto newest = run / "checkpoints/step_00000011/model.safetensors";
        std::filesystem::resize_file(newest, std::filesystem::file_size(newest) / 2);
        std::string said;
        train::TrainOptions options;
        options.log = [&](const std::string& line) { said += line + "\n"; };
        QCOMPARE(train::resumeRun(run, options).steps, 12);
        QVERIFY2(said.find("step_00000011 cannot be used") != std::string::npos, said.c_str());
        QCOMPARE(numbersOf(run), numbersOf(whole));
    }

    void aRunWhoseEveryCheckpointIsDamagedIsNotStartedOver()
    {
        const Bench bench;
        const auto run = interruptAt(bench.spec(), 3);
        std::ofstream(run / "checkpoints/step_00000003/optimizer.safetensors") << "nonsense";
        const auto log = readFile(run / "train.log");
        EXPECT_ERROR(train::resumeRun(run, {}), ErrorCode::Failed, "none of the 1 checkpoints");
        QCOMPARE(readFile(run / "train.log"), log);
    }

    void oldCheckpointsGoExceptTheKeptOnes()
    {
        const Bench bench;
        auto spec = bench.spec();
        spec.training.checkpointEvery = 2;
        spec.training.keepLast = 2;
        spec.training.keepEvery = 4;
        std::vector<std::int64_t> steps;
        for (const auto& [step, folder] : runs::listCheckpoints(train::trainNew(spec, {}).run))
            steps.push_back(step);
        QCOMPARE(steps, (std::vector<std::int64_t>{4, 8, 10, 12}));
    }

    void aFullDiskWhileLoggingEndsTheRunWithItsCheckpointIntact()
    {
        const Bench bench;
        auto spec = bench.spec();
        spec.training.checkpointEvery = 2;
        std::optional<test::LimitedFileSize> limit;
        std::filesystem::path run;
        train::TrainOptions options;
        options.onStep = [&](const train::StepReport& report) {
            if (report.row.step == 6) {
                run = std::filesystem::path(spec.logDir) / "custom/bam_ssmax/version_00";
                limit.emplace(std::filesystem::file_size(run / "train.log") + 5);
            }
        };
        EXPECT_ERROR(train::trainNew(spec, options), ErrorCode::Failed, "train.log");
        limit.reset();
        QCOMPARE(runs::readTrainLog(run / "train.log").size(), 7u);
        QCOMPARE(runs::listCheckpoints(run).back().first, 6);
        QCOMPARE(train::resumeRun(run, {}).steps, 12);
    }

    void aFullDiskWhileCheckpointingLeavesTheLastGoodOne()
    {
        const Bench bench;
        auto spec = bench.spec();
        spec.training.checkpointEvery = 4;
        std::optional<test::LimitedFileSize> limit;
        const auto run = std::filesystem::path(spec.logDir) / "custom/bam_ssmax/version_00";
        train::TrainOptions options;
        options.onStep = [&](const train::StepReport& report) {
            if (report.row.step == 7)
                limit.emplace(8192);    // rows still fit, a checkpoint of 30 kB does not
        };
        EXPECT_ERROR(train::trainNew(spec, options), ErrorCode::Failed, "model.safetensors");
        limit.reset();
        const auto checkpoints = runs::listCheckpoints(run);
        QCOMPARE(checkpoints.size(), 1u);
        QCOMPARE(checkpoints[0].first, 4);
        for (const auto& entry : std::filesystem::directory_iterator(run / "checkpoints"))
            QVERIFY2(entry.path().filename().string().front() != '.', "a half-written checkpoint was left");
        QCOMPARE(train::resumeRun(run, {}).steps, 12);
    }

    void aNonFiniteLossNamesTheStepAndTheTensor()
    {
        const Bench bench;
        auto spec = bench.spec();
        spec.training.learningRate = 100;
        spec.training.weightDecay = 100;    // weights grow ten-thousandfold a step
        spec.training.warmupIters = 0;
        spec.training.checkpointEvery = 1;
        std::string message;
        try {
            train::trainNew(spec, {});
        } catch (const Error& error) {
            QCOMPARE(int(error.code()), int(ErrorCode::Failed));
            message = error.what();
        }
        QVERIFY2(message.find("step ") == 0 && message.find("first non-finite: the ") != std::string::npos, message.c_str());
        QVERIFY2(message.find("is intact") != std::string::npos, message.c_str());
        const auto run = std::filesystem::path(spec.logDir) / "custom/bam_ssmax/version_00";
        QCOMPARE(statusOf(run)["state"].get<std::string>(), "failed");
        for (const auto& row : runs::readTrainLog(run / "train.log"))
            QVERIFY(std::isfinite(row.loss));
    }

    void aTokenBeyondTheVocabularyIsRefused()
    {
        const Bench bench;
        auto spec = bench.spec();
        data::writeShard(bench.root() / "shards" / "shard_000000.safetensors", std::vector<std::uint32_t>(4000, 49), std::vector<std::uint32_t>(4000, 0), {"test.model", "", "", "test", 0});
        spec.model.vocabulary = 49;
        EXPECT_ERROR(train::trainNew(spec, {}), ErrorCode::Failed, "49");
    }

    void contradictionsAreRefusedBeforeAFolderIsMade()
    {
        const Bench bench;
        auto spec = bench.spec();
        spec.training.tokensPerStep = 70;
        spec.model.heads = 3;
        EXPECT_ERROR(train::trainNew(spec, {}), ErrorCode::Usage, "64");
        QVERIFY(!std::filesystem::exists(spec.logDir));
    }

    void askingForAbsentCudaIsAnEnvironmentError()
    {
        const Bench bench;
        auto spec = bench.spec();
        spec.training.device = "cuda:63";
        EXPECT_ERROR(train::trainNew(spec, {}), ErrorCode::Environment, "cuda");
        QVERIFY(!std::filesystem::exists(spec.logDir));
    }
};

BAMSCOPE_TEST(TrainerTest)
#include "test_trainer.moc"
