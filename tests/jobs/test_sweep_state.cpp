// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "core/base/text.h"
#include "core/jobs/spawn.h"
#include "core/jobs/sweep_pace.h"
#include "core/jobs/sweep_plan.h"
#include "core/jobs/sweep_rules.h"
#include "core/jobs/sweep_state.h"
#include "tests/support/test_main.h"

#include <QProcess>
#include <QTemporaryDir>

#include <cmath>
#include <csignal>
#include <set>

#include <unistd.h>

using namespace bam;
using namespace bam::jobs;

namespace {

spec::SweepSpec sweepOf(const char* section)
{
    auto json = spec::parseJson(R"({"preset": "laptop", "data": {"dataset": "text.txt", "tokenizer": "t.model"}})", "the test");
    json["sweep"] = spec::parseJson(section, "the test");
    return spec::readSweep({json}, "test");
}

/// A run directory as far as a sweep looks at it.
void makeRun(const std::filesystem::path& folder, const std::string& status)
{
    std::filesystem::create_directories(folder);
    writeFileAtomic(folder / "run.json", "{}");
    writeFileAtomic(folder / "status.json", status);
}

SweepEntry running(int failures = 0)
{
    SweepEntry entry;
    entry.state = SweepRunState::Running;
    entry.failures = failures;
    entry.run = "somewhere";
    return entry;
}

}  // namespace

class SweepStateTest : public test::Suite {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::filesystem::path path(const char* name) const { return std::filesystem::path(m_folder.path().toStdString()) / name; }

private Q_SLOTS:
    void whatWasSavedIsReadBack()
    {
        std::vector<std::string> notes;
        auto state = merged({}, sweepOf(R"({"seeds": "0-1", "encodings": ["bam", "rotary"]})"), notes);
        QVERIFY(notes.empty());
        QCOMPARE(state.entries.size(), 4U);
        state.process = runs::identityOf(::getpid());
        auto& entry = state.entries[2];
        entry.state = SweepRunState::Skipped;
        entry.cause = "it \"failed\" in\nmany ways \xff";
        entry.starts = 3;
        entry.process = runs::identityOf(::getpid());
        const SweepStore store(path("saved"));
        store.save(state);
        const auto read = store.load();
        QCOMPARE(read.entries.size(), 4U);
        QVERIFY(read.process == state.process);
        QVERIFY(read.entries[2].state == SweepRunState::Skipped);
        QCOMPARE(read.entries[2].starts, 3);
        QVERIFY(read.entries[2].cause.starts_with("it \"failed\" in\nmany ways "));
        QVERIFY(read.entries[2].process == entry.process);
        QCOMPARE(read.entries[1].id, state.entries[1].id);
        QVERIFY(SweepStore::isSweepFolder(path("saved")));
        QVERIFY(!SweepStore::isSweepFolder(path("nowhere")));
    }

    void theStateOfARunAloneCountsOverTheWhole()
    {
        std::vector<std::string> notes;
        auto state = merged({}, sweepOf(R"({"seeds": "0-2"})"), notes);
        const SweepStore store(path("alone"));
        store.save(state);
        state.entries[1].state = SweepRunState::Finished;
        store.saveAlone(state, state.entries[1]);
        const auto read = store.load();
        QCOMPARE(read.entries.size(), 3U);
        QVERIFY(read.entries[1].state == SweepRunState::Finished);
        store.save(read);
        store.forgetAlone(read);
        QVERIFY(store.load().entries[1].state == SweepRunState::Finished);
        QVERIFY(!std::filesystem::exists(store.folderOf(read.entries[1].id) / "sweep.json"));
    }

    void aDamagedStateIsAnErrorAndStays()
    {
        std::filesystem::create_directories(path("broken"));
        for (const auto* text : {"{\"entries\": [", "{}", R"({"name": "x", "process": 3, "entries": []})"}) {
            writeFileAtomic(path("broken") / "sweep.json", text);
            EXPECT_ERROR(SweepStore(path("broken")).load(), ErrorCode::Failed, "sweep.json");
            QCOMPARE(readFile(path("broken") / "sweep.json"), std::string(text));
        }
    }

    void aMovedFolderFindsItsRunsAgain()
    {
        std::vector<std::string> notes;
        auto state = merged({}, sweepOf(R"({"seeds": [1, 2]})"), notes);
        const SweepStore before(path("before"));
        state.entries[0].run = (before.folder() / "logs/l12/bam/version_00").string();
        state.entries[1].run = path("outside").string();
        for (const auto& entry : state.entries)
            makeRun(entry.run, "{}");
        before.save(state);
        auto text = readFile(before.folder() / "sweep.json");
        QVERIFY(text.find(R"("run": "logs/l12/bam/version_00")") != std::string::npos);
        std::filesystem::rename(path("before"), path("after"));
        const SweepStore after(path("after"));
        const auto moved = (after.folder() / "logs/l12/bam/version_00").string();
        QCOMPARE(after.load().entries[0].run, moved);
        QCOMPARE(after.load().entries[1].run, path("outside").string());
        // As earlier versions wrote it.
        const std::string relative = "\"run\": \"";
        text.replace(text.find(relative + "logs"), relative.size(), relative + before.folder().string() + "/");
        writeFileAtomic(after.folder() / "sweep.json", text);
        QCOMPARE(after.load().entries[0].run, moved);
    }

    void aTrainedRunThatIsGoneIsNotTrainedAnewUnasked()
    {
        const auto spec = sweepOf("{}").runs[0].spec;
        SweepEntry entry;
        entry.run = path("nowhere-to-be-found").string();
        entry.state = SweepRunState::Running;
        settle(entry, spec, {SweepRunState::Finished, {}, {}, true}, {1, true});
        QCOMPARE(entry.stage, std::string("evaluate"));
        for (int call = 0; call < 2; ++call) {
            beginCall(entry, spec, {1, false});
            QVERIFY(entry.state == SweepRunState::Skipped);
            QVERIFY2(entry.cause.find(entry.run) != std::string::npos, entry.cause.c_str());
        }
        beginCall(entry, spec, {1, false, true});
        QVERIFY(entry.state == SweepRunState::Waiting);
        QCOMPARE(entry.stage, std::string("train"));
        // What had not come to its end begins anew by itself.
        SweepEntry stopped;
        stopped.run = entry.run;
        stopped.state = SweepRunState::Stopped;
        beginCall(stopped, spec, {1, false});
        QVERIFY(stopped.state == SweepRunState::Waiting);
    }

    void whatIsKeptOfATrainingMakesNoOtherOfIt()
    {
        std::vector<std::string> notes;
        const auto sweep = sweepOf(R"({"seeds": [1]})");
        auto changed = sweep;
        changed.runs[0].spec.training.checkpointEvery += 10;
        changed.runs[0].spec.training.keepLast += 1;
        changed.runs[0].spec.training.exportPt = true;
        auto known = merged({}, sweep, notes);
        known.entries[0].state = SweepRunState::Finished;
        const auto again = merged(known, changed, notes);
        QCOMPARE(again.entries.size(), 1U);
        QVERIFY(again.entries[0].state == SweepRunState::Finished);
        // A state of an earlier version, which counted them: known by the spec that the run was started with, or by the same spec.
        auto old = known;
        old.entries[0].hash = fullHash(withAbsolutePaths(sweep.runs[0].spec));
        QVERIFY(merged(old, sweep, notes).entries[0].state == SweepRunState::Finished);
        const SweepStore store(path("old"));
        store.save(old);
        auto text = readFile(store.folder() / "sweep.json");
        text.replace(text.find("\"schema\": 2"), 11, "\"schema\": 1");
        writeFileAtomic(store.folder() / "sweep.json", text);
        std::filesystem::create_directories(store.folderOf(old.entries[0].id));
        writeFileAtomic(store.specFile(old.entries[0].id), spec::prettyJson(spec::toJson(withAbsolutePaths(sweep.runs[0].spec))));
        QCOMPARE(merged(store.load(), changed, notes).entries.size(), 1U);
        QVERIFY(notes.empty());
    }

    void runsThatDifferInWhatTheyKeepAloneAreStillSeveral()
    {
        std::vector<std::string> notes;
        const auto one = merged({}, sweepOf("{}"), notes);
        const auto state = merged(one, sweepOf(R"({"fields": {"training.keep_last": [2, 5]}})"), notes);
        QCOMPARE(state.entries.size(), 2U);
        QCOMPARE(state.entries[0].id, one.entries[0].id);
        QVERIFY(state.entries[0].hash != state.entries[1].hash);
    }

    void aProgramThatOnlyNamesARunIsNoWorker()
    {
        QProcess other;
        const auto word = path("some run").string();
        other.start("/bin/sh", {"-c", "read line; true", "sh", QString::fromStdString(word)});
        QVERIFY(other.waitForStarted());
        QCOMPARE(workerWithWord(word), 0);
        other.closeWriteChannel();
        QVERIFY(other.waitForFinished());
    }

    void everyPathOfARunBecomesAbsolute()
    {
        auto run = sweepOf("{}").runs[0].spec;
        auto& evaluation = run.evaluation;
        run.training.checkpoint = "start.pt";
        evaluation.perplexity = "book.txt";
        evaluation.ruler.essays = "essays";
        evaluation.choice.tasks = {"mmlu=questions", "own.json"};
        QCOMPARE(withAbsolutePaths(run).evaluation.passkey.filler, std::string("noise"));
        QCOMPARE(withAbsolutePaths(run).evaluation.checkpoint, std::string("latest"));
        evaluation.passkey.filler = "prose.txt";
        evaluation.checkpoint = "best.pt";
        const auto here = std::filesystem::current_path().string() + "/";
        const auto made = withAbsolutePaths(run);
        QCOMPARE(made.training.checkpoint, here + "start.pt");
        QCOMPARE(made.evaluation.perplexity, here + "book.txt");
        QCOMPARE(made.evaluation.ruler.essays, here + "essays");
        QCOMPARE(made.evaluation.passkey.filler, here + "prose.txt");
        QCOMPARE(made.evaluation.checkpoint, here + "best.pt");
        QCOMPARE(made.evaluation.choice.tasks, (std::vector<std::string>{"mmlu=" + here + "questions", here + "own.json"}));
        run.evaluation.checkpoint = "500";
        QCOMPARE(withAbsolutePaths(run).evaluation.checkpoint, std::string("500"));
    }

    void onlyWhatChangesATrainingChangesItsHash()
    {
        const std::set<std::string> kept{"log_dir", "training.device", "training.threads", "training.cuda_graphs", "training.checkpoint_every", "training.checkpoint_minutes", "training.keep_last",
            "training.keep_every", "training.capture_every", "training.capture_length", "training.log_every", "training.tensorboard", "training.export_pt", "training.shard_optimizer",
            "training.bucket_mb", "training.dist_timeout"};
        for (const auto& path : kept)
            QVERIFY2(spec::findField(path), path.c_str());
        const auto base = sweepOf("{}").runs[0].spec;
        const auto hash = trainingHash(base);
        for (const auto& entry : spec::allFields()) {
            auto run = base;
            auto value = fieldValue(run, entry.path);
            if (auto* whole = std::get_if<std::int64_t>(&value))
                *whole += 1;
            else if (auto* real = std::get_if<double>(&value))
                *real += 1;
            else if (auto* flag = std::get_if<bool>(&value))
                *flag = !*flag;
            else if (auto* text = std::get_if<std::string>(&value))
                *text += "x";
            else if (auto* numbers = std::get_if<std::vector<std::int64_t>>(&value))
                numbers->push_back(1);
            else
                std::get<std::vector<std::string>>(value).push_back("end");
            setFieldValue(run, entry.path, value);
            const bool same = entry.section.starts_with("evaluation") || kept.contains(entry.path);
            QVERIFY2((trainingHash(run) == hash) == same, entry.path.c_str());
            QVERIFY2((evaluationHash(run.evaluation) == evaluationHash(base.evaluation)) == !entry.section.starts_with("evaluation"), entry.path.c_str());
        }
    }

    void namesOfFoldersArePlainAndDiffer()
    {
        std::vector<std::string> notes;
        const auto state = merged({}, sweepOf(R"({"fields": {"data.dataset": ["a/b c", "a/b_c", "ä", "../.."]}})"), notes);
        std::set<std::string> ids;
        for (const auto& entry : state.entries) {
            QVERIFY(entry.id.find('/') == std::string::npos && entry.id.find(' ') == std::string::npos && entry.id.front() != '.');
            ids.insert(entry.id);
        }
        QCOMPARE(ids.size(), 4U);
    }

    void aFailureIsTriedAgainAndThenSkipped()
    {
        const auto spec = sweepOf("{}").runs[0].spec;
        const SweepRules rules{2, false};
        auto entry = running();
        for (const int failures : {1, 2}) {
            settle(entry, spec, {SweepRunState::Failed, "no luck", {}, true}, rules);
            QVERIFY(entry.state == SweepRunState::Failed);
            QCOMPARE(entry.failures, failures);
        }
        settle(entry, spec, {SweepRunState::Failed, "no luck", {}, true}, rules);
        QVERIFY(entry.state == SweepRunState::Skipped);
        QCOMPARE(entry.cause, std::string("no luck"));
        beginCall(entry, spec, rules);
        QVERIFY(entry.state == SweepRunState::Waiting);
        QCOMPARE(entry.failures, 0);
    }

    void whatWaitsIsStartedBeforeWhatFailed()
    {
        SweepEntry failed, waiting, trained, finished;
        failed.state = SweepRunState::Failed;
        trained.stage = "evaluate";
        finished.state = SweepRunState::Finished;
        QCOMPARE(nextToStart({&failed, &waiting, &trained, &finished}), &trained);
        QCOMPARE(nextToStart({&failed, &waiting, &finished}), &waiting);
        QCOMPARE(nextToStart({&failed, &finished}), &failed);
        QVERIFY(!nextToStart({&finished}));
    }

    void aFinishedRunStaysSoUnlessItIsGoneOrToBeTested()
    {
        const auto spec = sweepOf("{}").runs[0].spec;
        SweepEntry entry;
        entry.state = SweepRunState::Finished;
        entry.run = path("run").string();
        makeRun(entry.run, R"({"state": "finished", "step": 5})");
        beginCall(entry, spec, {1, false});
        QVERIFY(entry.state == SweepRunState::Finished);
        auto untested = entry;
        beginCall(untested, spec, {1, true});
        QVERIFY(untested.state == SweepRunState::Waiting);
        QCOMPARE(untested.stage, std::string("evaluate"));
        settle(untested, spec, {SweepRunState::Finished, {}, {}, true}, {1, true});
        QVERIFY(untested.state == SweepRunState::Finished);
        beginCall(untested, spec, {1, true});
        QVERIFY(untested.state == SweepRunState::Finished);
        std::filesystem::remove_all(entry.run);
        beginCall(entry, spec, {1, false});
        QVERIFY(entry.state == SweepRunState::Skipped);
        beginCall(entry, spec, {1, false, true});
        QVERIFY(entry.state == SweepRunState::Waiting);
        QCOMPARE(entry.stage, std::string("train"));
    }

    void theEndOfAWorkerIsReadFromWhateverTellsIt()
    {
        auto entry = running();
        const auto err = path("err.txt");
        writeFileAtomic(err, "first\n\nlast words\n");
        QVERIFY(endOf(entry, JobEnding{true, 0, {}, {}}, ExitStatus{0, 0}, err, false).state == SweepRunState::Finished);
        QVERIFY(endOf(entry, JobEnding{false, 1, "bad", {}}, ExitStatus{1, 0}, err, false).state == SweepRunState::Failed);
        QVERIFY(endOf(entry, JobEnding{false, 2, "bad", {}}, std::nullopt, err, false).state == SweepRunState::Skipped);
        QVERIFY(endOf(entry, JobEnding{false, 4, "in use", {}}, std::nullopt, err, false).state == SweepRunState::Failed);
        QVERIFY(endOf(entry, JobEnding{false, 3, "stopped", {}}, std::nullopt, err, false).state == SweepRunState::Stopped);
        const auto killed = endOf(entry, std::nullopt, ExitStatus{0, SIGKILL}, err, false);
        QVERIFY(killed.state == SweepRunState::Failed);
        QCOMPARE(killed.cause, std::string("the process was ended by signal 9 (Killed); its last lines of standard error: first | last words"));
        QVERIFY(endOf(entry, std::nullopt, ExitStatus{0, SIGTERM}, err, true).state == SweepRunState::Stopped);
        QVERIFY(endOf(entry, std::nullopt, ExitStatus{130, 0}, err, true).state == SweepRunState::Stopped);
        QVERIFY(endOf(entry, std::nullopt, ExitStatus{134, 0}, err, false).state == SweepRunState::Failed);
        QVERIFY(!endOf(entry, std::nullopt, std::nullopt, err, false).told);
        // The status of its run counts when it is of this very process.
        entry.run = path("told").string();
        entry.process = runs::identityOf(::getpid());
        makeRun(entry.run, str(R"({"state": "failed", "pid": )", entry.process.pid, R"(, "host": ")", entry.process.host, R"(", "error": {"message": "disk full", "hint": "tidy", "exit_code": 1}})"));
        QCOMPARE(endOf(entry, std::nullopt, std::nullopt, err, false).cause, std::string("disk full"));
        ++entry.process.pid;
        QVERIFY(!endOf(entry, std::nullopt, std::nullopt, err, false).told);
    }

    void thePaceIsOfTheWorkDoneInThisCall()
    {
        const auto sweep = sweepOf(R"({"seeds": "0-3"})");
        std::vector<std::string> notes;
        auto state = merged({}, sweep, notes);
        std::vector<SweepPace::Run> runs;
        for (std::size_t n = 0; n < 4; ++n)
            runs.push_back({state.entries[n].id, sweep.runs[n].spec});
        const auto began = SweepPace::Clock::now();
        SweepPace pace(runs, began);
        state.entries[0].state = SweepRunState::Finished;
        state.entries[1].state = SweepRunState::Running;
        JobProgress worker;
        worker.step = 500;          // resumed there
        worker.totalSteps = 1000;
        auto progress = pace.progress(state, {{&state.entries[1], worker}}, began + std::chrono::seconds(10));
        QVERIFY(std::isnan(progress.etaSeconds));
        QCOMPARE(progress.fraction, 0.375);
        worker.step = 750;
        progress = pace.progress(state, {{&state.entries[1], worker}}, began + std::chrono::seconds(100));
        QVERIFY(std::abs(progress.etaSeconds - 900) < 1e-6);        // a quarter of a run in 100 s, 2¼ runs to go
        QCOMPARE(progress.counts.runs, 4U);
        QCOMPARE(progress.counts.finished, 1U);
    }

    void runsOfSeveralProcessesTakeTheNamedDevicesInGroups()
    {
        const std::vector<std::string> gpus{"cuda:2", "cuda:3", "cuda:5", "cuda:6", "cuda:7"};
        QCOMPARE(deviceGroups(gpus, 1), gpus);
        QCOMPARE(deviceGroups(gpus, 2), (std::vector<std::string>{"cuda:2,cuda:3", "cuda:5,cuda:6"}));
        QCOMPARE(deviceGroups({"cpu"}, 4), std::vector<std::string>{"cpu"});
        EXPECT_ERROR(deviceGroups({"cuda:0"}, 2), ErrorCode::Usage, "there is 1 GPU: cuda:0");
        EXPECT_ERROR(deviceGroups({"cuda:0", "cpu"}, 2), ErrorCode::Usage, "on GPUs or on the CPU");

        const SweepStore store(path("groups"));
        auto entry = running();
        entry.id = "one";
        entry.run.clear();
        entry.device = "cuda:5,cuda:6";
        entry.stage = "train";
        QCOMPARE(workerArguments(entry, store, 2, 1),
            (std::vector<std::string>{"--batch", "train", store.specFile("one").string(), "--ranks", "2", "--devices", "cuda:5,cuda:6", "--json", "--json-interval", "1000"}));
        QCOMPARE(deviceOfRanks(entry.device), std::string("cuda"));
        // A run that goes on does so where there is room now.
        entry.run = path("begun").string();
        makeRun(entry.run, "{}");
        QCOMPARE(workerArguments(entry, store, 2, 1),
            (std::vector<std::string>{"--batch", "train", "--resume", entry.run, "--device", "cuda", "--ranks", "2", "--devices", "cuda:5,cuda:6", "--json", "--json-interval", "1000"}));
        auto alone = entry;
        alone.device = "cuda:0";
        QCOMPARE(workerArguments(alone, store, 1, 1), (std::vector<std::string>{"--batch", "train", "--resume", entry.run, "--device", "cuda:0", "--json", "--json-interval", "1000"}));
        entry.stage = "evaluate";
        const auto test = workerArguments(entry, store, 2, 1);
        QCOMPARE(*(std::find(test.begin(), test.end(), "--device") + 1), std::string("cuda:5"));
        entry.stage = "train";
        entry.device = "cpu";
        const auto onCpu = workerArguments(entry, store, 2, 1);
        QVERIFY(std::find(onCpu.begin(), onCpu.end(), "--devices") == onCpu.end());
        QCOMPARE(deviceOfRanks("cuda:1"), std::string("cuda:1"));
    }

    void aPlanCountsTokensAndKnowsTimeOnlyFromRunsThatCompare()
    {
        auto sweep = sweepOf(R"({"seeds": "0-1"})");
        const auto plan = planSweep(sweep, {}, {"cpu"}, {});
        QCOMPARE(plan.rows.size(), 2U);
        QCOMPARE(plan.rows[0].tokens, 1000.0 * 32 * 160);
        QVERIFY(std::isnan(plan.rows[0].seconds) && std::isnan(plan.seconds));
        QVERIFY(plan.rows[0].bytes > 0 && plan.deviceBytes > 0 && plan.fits(plan.rows[0]));
        const double flops = plan.rows[0].flops / plan.rows[0].tokens;
        const auto known = planSweep(sweep, {}, {"cpu"}, {{false, flops, 1000}, {false, flops * 10, 1e9}, {true, flops, 1e9}});
        QCOMPARE(known.rows[0].seconds, plan.rows[0].tokens / 1000);
        QCOMPARE(known.seconds, 2 * known.rows[0].seconds);
        std::vector<std::string> notes;
        auto state = merged({}, sweep, notes);
        state.entries[0].state = SweepRunState::Finished;
        state.entries[0].run = path("planned").string();
        QVERIFY(planSweep(sweep, state, {"cpu"}, {}).rows[0].state == SweepRunState::Skipped);      // as the sweep itself would find it
        makeRun(state.entries[0].run, R"({"state": "finished", "step": 5})");
        QVERIFY(planSweep(sweep, state, {"cpu"}, {}).rows[0].state == SweepRunState::Finished);
        QCOMPARE(planSweep(sweep, state, {"cpu"}, {{false, flops, 1000}}).seconds, known.rows[0].seconds);
        // Two processes on the CPU: twice the memory, a batch each in every step, and only runs of two processes compare.
        sweep.ranks = 2;
        const auto two = planSweep(sweep, {}, {"cpu"}, {{false, flops, 1000}, {false, flops, 3000, 2}});
        QCOMPARE(two.rows[0].tokens, 2 * plan.rows[0].tokens);
        QCOMPARE(two.rows[0].seconds, two.rows[0].tokens / 3000);
        QCOMPARE(two.rows[0].bytes, 2 * plan.rows[0].bytes);
        QVERIFY(std::isnan(planSweep(sweep, {}, {"cpu"}, {{false, flops, 1000}}).seconds));
        const auto onTwo = planSweep(sweep, {}, {"cuda:0,cuda:1"}, {}).rows[0].bytes;
        sweep.ranks = 1;
        QCOMPARE(planSweep(sweep, {}, {"cuda:0"}, {}).rows[0].bytes, onTwo);
        sweep.parallel = 1'000'000;
        const auto crowded = planSweep(sweep, {}, {"cpu"}, {});
        QVERIFY(!crowded.fits(crowded.rows[0]));
    }
};

BAMSCOPE_TEST(SweepStateTest)
#include "test_sweep_state.moc"
