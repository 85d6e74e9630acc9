// SPDX-License-Identifier: GPL-3.0-or-later
// What long runs rely on: checksums, checkpoints by the clock, heartbeats, steps that went wrong, memory that ran out.
#include "core/base/checksum.h"
#include "core/interop/event_file.h"
#include "core/runs/control.h"
#include "core/runs/folder_lock.h"
#include "core/train/checkpoint.h"
#include "core/train/memory_report.h"
#include "core/train/run_writer.h"
#include "core/train/step_watch.h"
#include "core/spec/estimate.h"
#include "tests/support/test_main.h"
#include "tests/train/bench.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <new>
#include <thread>

using namespace bam;
using namespace bam::test;
using train::StepWatch;

namespace {

void flipByte(const std::filesystem::path& file, std::int64_t fromEnd)
{
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(-fromEnd, std::ios::end);
    const char byte = char(stream.get());
    stream.seekp(-fromEnd, std::ios::end);
    stream.put(char(byte ^ 0x40));
}

}  // namespace

class Survival : public Suite {
    Q_OBJECT
private Q_SLOTS:
    void checksumsAreThoseOfTheUsualTool()
    {
        const QTemporaryDir folder;
        const auto file = std::filesystem::path(folder.path().toStdString()) / "x";
        std::ofstream(file) << "abc";
        QCOMPARE(checksumOfFile(file), std::string("06b05ab6733a618578af5f94892f3950"));    // echo -n abc | xxh128sum
        EXPECT_ERROR(checksumOfFile(file.string() + "y"), ErrorCode::Failed, "open");
    }

    // One flipped bit deep in the numbers: nothing but the checksum can know.
    void aFlippedBitIsFoundAndTheCheckpointBeforeIsTaken()
    {
        const Bench bench;
        auto spec = bench.spec();
        spec.training.keepLast = 5;
        const auto whole = train::trainNew(spec, {}).run;
        for (const auto* name : {"model.safetensors", "optimizer.safetensors"}) {
            const auto run = interruptAt(spec, 11);
            flipByte(run / "checkpoints/step_00000011" / name, 100);
            EXPECT_ERROR(train::verifyCheckpoint(run / "checkpoints/step_00000011"), ErrorCode::Failed, "not as it was written");
            std::string said;
            train::TrainOptions options;
            options.log = [&](const std::string& line) { said += line + "\n"; };
            QCOMPARE(train::resumeRun(run, options).steps, 12);
            QVERIFY2(said.find("step_00000011 cannot be used") != std::string::npos, said.c_str());
            QVERIFY(said.find("resumed at step 10") != std::string::npos);
            QCOMPARE(numbersOf(run), numbersOf(whole));
        }
    }

    // What cannot be used must not count among those that are kept, nor be the newest.
    void afterADamagedCheckpointTheNewOnesStay()
    {
        const Bench bench;
        auto spec = bench.spec();
        spec.training.keepLast = 1;
        spec.training.keepEvery = 5;
        spec.training.numIterations = 30;
        spec.training.checkpointEvery = 5;
        const auto run = interruptAt(spec, 18);
        flipByte(run / "checkpoints/step_00000018/model.safetensors", 100);
        const auto stepsOf = [&] {
            std::vector<std::int64_t> steps;
            for (const auto& [step, folder] : runs::listCheckpoints(run))
                steps.push_back(step);
            return steps;
        };
        QCOMPARE(stepsOf(), (std::vector<std::int64_t>{5, 10, 15, 18}));
        std::string said;
        std::stop_source stop;
        train::TrainOptions options;
        options.log = [&](const std::string& line) { said += line + "\n"; };
        options.onStep = [&](const train::StepReport& report) {
            if (report.row.step == 15)
                stop.request_stop();
        };
        EXPECT_ERROR(train::resumeRun(run, options, stop.get_token()), ErrorCode::Stopped, "after step 16");
        QCOMPARE(stepsOf(), (std::vector<std::int64_t>{5, 10, 15, 16}));
        QCOMPARE(readFile(run / "checkpoints/latest"), std::string("step_00000016\n"));
        train::verifyCheckpoint(train::resolveCheckpoint(run, "latest"));
        QVERIFY2(said.find("step_00000018 is kept as unusable_step_00000018") != std::string::npos, said.c_str());
        QVERIFY(std::filesystem::exists(run / "checkpoints/unusable_step_00000018/model.safetensors"));
    }

    void aStepIsSavedOnceHoweverManyAskForIt()
    {
        const Bench bench;
        auto spec = bench.spec();
        spec.training.checkpointEvery = 1;
        spec.training.keepLast = 100;
        std::filesystem::path run, mark;
        train::TrainOptions options;
        options.onStart = [&](const std::filesystem::path& path) {
            run = path;
            runs::requestControl(run, {runs::ControlKind::Checkpoint, 4, {}});
        };
        options.log = [&](const std::string& line) {
            if (line.find("written on request") != std::string::npos) {
                mark = runs::listCheckpoints(run).back().second / "mark";       // goes when the folder is written again
                std::ofstream(mark) << "x";
            }
        };
        train::trainNew(spec, options);
        QVERIFY(!mark.empty());
        QVERIFY2(std::filesystem::exists(mark), mark.c_str());
        QCOMPARE(runs::listCheckpoints(run).size(), std::size_t(12));
    }

    // Another checkpoint of the same step, as an interrupted attempt may leave it: the new one takes its place whole.
    void aCheckpointOfTheSameStepIsReplaced()
    {
        const Bench bench;
        const auto run = interruptAt(bench.spec(), 6);
        const auto old = run / "checkpoints/step_00000010";
        std::filesystem::create_directories(old);
        std::ofstream(old / "leftover") << "x";
        QCOMPARE(train::resumeRun(run, {}).steps, 12);
        train::verifyCheckpoint(old);
        QVERIFY(!std::filesystem::exists(old / "leftover"));
        for (const auto& entry : std::filesystem::directory_iterator(run / "checkpoints"))
            QVERIFY2(!entry.path().filename().string().starts_with("."), entry.path().c_str());
    }

    void aRunWithoutACheckpointSaysThatItBeginsAnew()
    {
        const Bench bench;
        const auto spec = bench.spec();
        const auto run = interruptAt(spec, 3);
        std::filesystem::remove_all(run / "checkpoints");
        auto status = statusOf(run);
        status.erase("saved_step");     // as of one that was killed before its first checkpoint
        writeFileAtomic(run / "status.json", status.dump());
        std::string said;
        train::TrainOptions options;
        options.log = [&](const std::string& line) { said += line + "\n"; };
        QCOMPARE(train::resumeRun(run, options).steps, 12);
        QVERIFY2(said.find("has no checkpoint; its 3 steps are done again") != std::string::npos, said.c_str());
        QCOMPARE(numbersOf(run), numbersOf(train::trainNew(spec, {}).run));
    }

    void aDamagedModelIsNotEvaluatedEither()
    {
        const Bench bench;
        const auto run = train::trainNew(bench.spec(), {}).run;
        const auto checkpoint = train::resolveCheckpoint(run, "latest");
        flipByte(checkpoint / "model.safetensors", 60);
        model::Transformer model(bench.spec().model, 0);
        EXPECT_ERROR(train::loadWeights(checkpoint, model), ErrorCode::Failed, "model.safetensors");
    }

    void checkpointsComeByTheClockToo()
    {
        const Bench bench;
        auto spec = bench.spec();
        spec.training.checkpointEvery = 0;
        spec.training.checkpointMinutes = 1e-9;     // always over
        spec.training.keepLast = 100;
        QCOMPARE(runs::listCheckpoints(train::trainNew(spec, {}).run).size(), std::size_t(12));
        spec.training.checkpointMinutes = 60;
        QCOMPARE(runs::listCheckpoints(train::trainNew(spec, {}).run).size(), std::size_t(1));
    }

    void rowsComeAsOftenAsAskedAndAlwaysForTheLastStep()
    {
        const Bench bench;
        auto spec = bench.spec();
        spec.training.logEvery = 5;
        std::vector<std::int64_t> steps;
        const auto run = train::trainNew(spec, {}).run;
        for (const auto& row : runs::readTrainLog(run / "train.log"))
            steps.push_back(row.step);
        QCOMPARE(steps, (std::vector<std::int64_t>{0, 5, 10, 11}));
        spec.training.logEvery = 1;
        QVERIFY(readFile(runs::listCheckpoints(run).back().second / "model.safetensors") == readFile(runs::listCheckpoints(train::trainNew(spec, {}).run).back().second / "model.safetensors"));
    }

    void weightsForPyTorchThatCannotBeWrittenAreToldAndTheRunIsFinished()
    {
        const Bench bench;
        auto spec = bench.spec();
        spec.training.exportPt = true;
        train::TrainOptions options;
        options.onStep = [&](const train::StepReport& report) {
            if (report.row.step == 10)      // a folder in its place
                std::filesystem::create_directories(std::filesystem::path(spec.logDir) / "custom/bam_ssmax/version_00/model.pt/full");
        };
        const auto result = train::trainNew(spec, options);
        QVERIFY(result.notExported.has_value());
        QVERIFY2(result.notExported->cause().find("model.pt could not be written") != std::string::npos, result.notExported->what());
        QVERIFY(result.notExported->hint().find("--batch export") != std::string::npos);
        QCOMPARE(statusOf(result.run)["state"].get<std::string>(), std::string("finished"));
        QCOMPARE(runs::listCheckpoints(result.run).back().first, 12);
        std::filesystem::remove_all(result.run / "model.pt");
        spec.logDir += "_2";
        QVERIFY(!train::trainNew(spec, {}).notExported);
    }

    void curvesForTensorBoardAndWeightsForPyTorchAreWrittenWhenAsked()
    {
        const Bench bench;
        auto spec = bench.spec();
        spec.training.tensorboard = spec.training.exportPt = true;
        const auto run = interruptAt(spec, 6);
        QVERIFY(!std::filesystem::exists(run / "model.pt"));
        QCOMPARE(train::resumeRun(run, {}).steps, 12);
        std::vector<interop::EventFile> files;
        for (const auto& entry : std::filesystem::directory_iterator(run))
            if (interop::isEventFile(entry.path()))
                files.push_back(interop::readEvents(entry.path()));
        QCOMPARE(files.size(), std::size_t(2));     // one a sitting
        std::map<std::int64_t, float> losses;
        std::vector<std::int64_t> restarts;
        for (const auto& file : files) {
            restarts.insert(restarts.end(), file.restarts.begin(), file.restarts.end());
            for (const auto& event : file.scalars)
                if (event.tag == "train/loss")
                    losses[event.step] = float(event.value);
        }
        QVERIFY(std::find(restarts.begin(), restarts.end(), 6) != restarts.end());
        const auto rows = runs::readTrainLog(run / "train.log");
        QCOMPARE(losses.size(), rows.size());
        for (const auto& row : rows)
            QCOMPARE(losses.at(row.step), row.loss);
        model::Transformer fromPt(spec.model, 1), fromCheckpoint(spec.model, 2);
        train::loadWeights(run / "model.pt", fromPt);
        train::loadWeights(train::resolveCheckpoint(run, "latest"), fromCheckpoint);
        const auto a = fromPt.parameters(), b = fromCheckpoint.parameters();
        for (std::size_t n = 0; n < a.size(); ++n)
            QVERIFY(at::equal(a[n].second, b[n].second));
    }

    // However long a step takes, others see that the process lives.
    void theHeartbeatGoesOnWithoutSteps()
    {
        const Bench bench;
        train::RunWriter writer(runs::RunDirectory::create(bench.root() / "logs", bench.spec().model), {}, std::chrono::milliseconds(20));
        writer.writeStatus({{"state", "running"}, {"step", 7}}, false);
        const auto file = writer.path() / "status.json";
        const auto written = std::filesystem::last_write_time(file);
        QTRY_VERIFY(std::filesystem::last_write_time(file) > written);
        QCOMPARE(statusOf(writer.path())["step"].get<int>(), 7);
        writer.writeStatus({{"state", "finished"}, {"step", 8}}, true);
        const auto last = std::filesystem::last_write_time(file);
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        QVERIFY(std::filesystem::last_write_time(file) == last);
        QCOMPARE(statusOf(writer.path())["state"].get<std::string>(), std::string("finished"));
    }

    void aResumeWaitsForTheProcessThatStillEnds()
    {
        const Bench bench;
        const auto run = interruptAt(bench.spec(), 5);
        auto held = std::make_optional<runs::FolderLock>(run, ".lock");
        std::thread ending([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
            held.reset();
        });
        std::string said;
        train::TrainOptions options;
        options.log = [&](const std::string& line) { said += line + "\n"; };
        QCOMPARE(train::resumeRun(run, options).steps, 12);
        ending.join();
        QVERIFY2(said.find("waiting for it to end") != std::string::npos, said.c_str());
    }

    void spikesAndWhatIsNotFiniteAreToldApart()
    {
        StepWatch watch(5);
        for (std::size_t n = 0; n < StepWatch::kLeast; ++n)
            QVERIFY(watch.judge(3, n == 3 ? 100.0f : 1.0f + 0.01f * float(n)) == StepWatch::Judgement::Good);   // nothing is a spike yet
        QVERIFY(watch.median() > 1 && watch.median() < 1.2);
        QVERIFY(watch.judge(3, 4.9f) == StepWatch::Judgement::Good);
        QVERIFY(watch.judge(3, 50) == StepWatch::Judgement::Spike);
        QVERIFY(watch.median() < 1.2);                                      // it is not remembered
        QVERIFY(watch.judge(std::numeric_limits<float>::quiet_NaN(), 1) == StepWatch::Judgement::NotFinite);
        QVERIFY(watch.judge(1, std::numeric_limits<float>::infinity()) == StepWatch::Judgement::NotFinite);
        StepWatch later(5);
        later.remember(watch.memory());
        QCOMPARE(later.median(), watch.median());
        for (int n = 0; n < 150; ++n)
            QCOMPARE(int(later.judge(3, float(n % 7) + 0.1f)), int(watch.judge(3, float(n % 7) + 0.1f)));
        StepWatch third(5);
        third.remember(later.memory());             // a full ring, turned
        QVERIFY(third.memory() == watch.memory() && third.memory().size() == StepWatch::kWindow);
        third.remember("nonsense");
        QCOMPARE(third.median(), 0.0);
        StepWatch blind(0);
        for (int n = 0; n < 50; ++n)
            QVERIFY(blind.judge(3, float(n * n)) == StepWatch::Judgement::Good);
    }

    void aSpikeIsToldWithItsTensorAndItsUpdateLeftOutWhenAsked()
    {
        const Bench bench;
        auto spec = bench.spec();
        spec.training.numIterations = 30;
        spec.training.spikeFactor = 0.5;        // every step after the first 20 is one
        const auto plain = train::trainNew(bench.spec(), {}).run;
        const auto told = train::trainNew(spec, {}).run;
        const auto log = readFile(told / "log.txt");
        QVERIFY2(log.find("warning: step 25: the gradient norm") != std::string::npos && log.find("the gradient of ") != std::string::npos && log.find(" % of its square") != std::string::npos, log.c_str());
        QVERIFY(log.find("left out") == std::string::npos);
        spec.training.onBadStep = "skip";
        const auto skipped = train::trainNew(spec, {}).run;
        QVERIFY(readFile(skipped / "log.txt").find("the updates of 10 were left out") != std::string::npos);
        const auto rows = runs::readTrainLog(skipped / "train.log"), all = runs::readTrainLog(told / "train.log");
        QCOMPARE(rows.size(), std::size_t(30));
        QCOMPARE(rows[20].loss, all[20].loss);          // until then the same
        QVERIFY(rows[29].loss != all[29].loss);
        // A resumed run knows the steps before.
        const auto resumed = interruptAt(spec, 24);
        train::resumeRun(resumed, {});
        QCOMPARE(numbersOf(resumed), numbersOf(skipped));
        spec.training.spikeFactor = 0;
        QCOMPARE(numbersOf(train::trainNew(spec, {}).run), numbersOf([&] { spec.training.onBadStep = "stop"; return train::trainNew(spec, {}).run; }()));
    }

    void whenMemoryRunsOutWhatWouldFitIsSaid()
    {
        auto spec = spec::RunSpec();
        spec.training.batchSize = 64;
        spec.training.sequenceLength = 2048;
        spec.training.tokensPerStep = 64 * 2048;
        spec.training.device = "cpu";
        const auto whole = spec::estimate(spec, 1).totalBytes;
        const auto fits = train::fittingBatch(spec, 1, whole / 2);
        QVERIFY(fits >= 1 && fits < 64 && 64 % fits == 0);
        auto smaller = spec;
        smaller.training.batchSize = fits;
        QVERIFY(spec::estimate(smaller, 1).totalBytes <= whole / 2);
        const auto error = train::outOfMemory(spec, 1, at::kCPU, std::int64_t(whole / 2), true, "at step 12");
        const std::string text = error.what();
        QVERIFY2(text.find("at step 12") != std::string::npos && text.find("batch_size 64") != std::string::npos && text.find("--tokens_per_step 131072") != std::string::npos, text.c_str());
        // What is proposed divides the step, also where memory seemed to be there.
        const std::string roomy = train::outOfMemory(spec, 1, at::kCPU, std::int64_t(100 * whole), false, "at step 0").what();
        QVERIFY2(roomy.find("--batch_size 32 ") != std::string::npos && roomy.find("checkpoint") == std::string::npos, roomy.c_str());
        QCOMPARE(train::fittingBatch(spec, 1, 1000), std::int64_t(0));
        QVERIFY(std::string(train::outOfMemory(spec, 2, at::kCPU, 1000, false, "at step 1").what()).find("--shard_optimizer") != std::string::npos);
        QVERIFY(train::isOutOfMemory(std::bad_alloc()));
        QVERIFY(!train::isOutOfMemory(std::runtime_error("x")));
    }
};

BAMSCOPE_TEST(Survival)
#include "test_survival.moc"
