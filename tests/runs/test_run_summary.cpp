// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/folder_lock.h"
#include "core/runs/run_directory.h"
#include "core/runs/run_summary.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <cmath>
#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

using namespace bam;
using namespace bam::runs;

namespace {

constexpr std::int64_t kNow = 1'796'000'000;

std::string status(const std::string& state, const std::string& host, long pid, const std::string& heartbeat)
{
    return R"({"state": ")" + state + R"(", "step": 250, "total_steps": 1000, "seconds": 50, "loss": 2.5, "validation_loss": null, "host": ")" + host + R"(", "pid": )"
        + std::to_string(pid) + R"(, "heartbeat": ")" + heartbeat + "\"}";
}

}  // namespace

class RunSummaryTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aRunningRunTellsWhereItIsAndWhenItEnds()
    {
        const auto run = place("l12/bam_ssmax/version_07");
        write(run / "run.json", R"({"spec": {"training": {"seed": 5}}, "starts": [{"time": "2026-11-29T10:00:00Z"}]})");
        write(run / "status.json", status("running", hostName(), ::getpid(), timeStamp()));
        const auto summary = summarize(run, kNow);
        QCOMPARE(summary.size, std::string("l12"));
        QCOMPARE(summary.encoding, std::string("bam_ssmax"));
        QCOMPARE(summary.version, 7);
        QCOMPARE(summary.state, RunState::Running);
        QCOMPARE(summary.progress(), 0.25);
        QCOMPARE(summary.etaSeconds(), 150.0);
        QCOMPARE(summary.seed, 5);
        QCOMPARE(summary.started, std::string("2026-11-29T10:00:00Z"));
        QVERIFY(std::isnan(summary.validationLoss));
        QVERIFY(!summary.official && summary.problem.empty());
    }

    void stepsThatTheDataIsNotEnoughForStayAskedFor()
    {
        const auto run = place("l6/bam/version_03");
        write(run / "run.json", R"({"spec": {"training": {"seed": 5, "num_iterations": 4000}}})");
        write(run / "status.json", status("running", hostName(), ::getpid(), timeStamp()));
        auto summary = summarize(run, kNow);
        QCOMPARE(summary.totalSteps, 4000);
        QCOMPARE(summary.dataSteps, 1000);
        QCOMPARE(summary.etaSeconds(), 150.0);      // to the end of the data
        QVERIFY(!summary.dataEnded());
        write(run / "status.json", status("finished", hostName(), ::getpid(), "2020-01-01T00:00:00Z"));
        QVERIFY(summarize(run, kNow).dataEnded());
        write(run / "run.json", R"({"spec": {"training": {"num_iterations": 1000}}})");
        QVERIFY(!summarize(run, kNow).dataEnded());
    }

    void aRunWhoseProcessIsGoneIsLost()
    {
        const auto run = place("l6/bam/version_00");
        write(run / "run.json", "{}");
        write(run / "status.json", status("running", hostName(), 2'000'000'000, "2026-11-29T20:56:26Z"));
        QCOMPARE(summarize(run, kNow).state, RunState::Lost);
        // On another machine only the heartbeat can tell.
        write(run / "status.json", status("running", "elsewhere", 1, "2026-11-29T20:56:26Z"));
        QCOMPARE(summarize(run, 1'795'985'786 + 100).state, RunState::Running);
        QCOMPARE(summarize(run, 1'795'985'786 + 1000).state, RunState::Lost);
    }

    void aRunWhoseProcessNumberWasUsedAgainIsLost()
    {
        const auto run = place("l6/bam/version_02");
        write(run / "run.json", "{}");
        // This process was started after the run's last sign.
        write(run / "status.json", status("running", hostName(), ::getpid(), "2020-01-01T00:00:00Z"));
        QCOMPARE(summarize(run, kNow).state, RunState::Lost);
        // A sign from far ahead is no sign.
        write(run / "status.json", status("running", "elsewhere", 1, "2099-01-01T00:00:00Z"));
        QCOMPARE(summarize(run, kNow).state, RunState::Lost);
    }

    void aFileOfBracketsAloneIsAProblemOfTheRun()
    {
        const auto run = place("l6/bam/version_03");
        write(run / "run.json", "{\"spec\":" + std::string(200'000, '[') + "1" + std::string(200'000, ']') + "}");
        const auto summary = summarize(run, kNow);
        QVERIFY2(summary.problem.find("nests deeper") != std::string::npos, summary.problem.c_str());
    }

    void aPausedRunSaysSo()
    {
        const auto run = place("l6/bam/version_01");
        write(run / "run.json", "{}");
        write(run / "status.json", status("paused", hostName(), 2'000'000'000, "2026-11-29T20:56:26Z"));
        QCOMPARE(summarize(run, kNow).state, RunState::Paused);
    }

    void aFailedRunTellsWhy()
    {
        const auto run = place("l6/bam/version_01");
        write(run / "run.json", "{}");
        write(run / "status.json", R"({"state": "failed", "step": 3, "error": {"message": "loss is nan", "hint": "Lower the learning rate."}})");
        const auto summary = summarize(run, kNow);
        QCOMPARE(summary.state, RunState::Failed);
        QCOMPARE(summary.error, std::string("loss is nan"));
        QCOMPARE(summary.hint, std::string("Lower the learning rate."));
    }

    void officialFoldersAndBrokenOnesAppearToo()
    {
        const auto official = place("l12/rotary/version_2"), broken = place("l12/alibi/version_00");
        write(official / "args.json", "{}");
        write(broken / "run.json", "{}");
        write(broken / "status.json", "{\"state\": ");
        QVERIFY(summarize(official, kNow).official);
        QCOMPARE(summarize(official, kNow).state, RunState::Unknown);
        QVERIFY(summarize(broken, kNow).problem.find("status.json cannot be read") != std::string::npos);
        QVERIFY(summarize(broken / "gone", kNow).problem.find("is not there any more") != std::string::npos);
    }

    void aRunIsKnownByItsFilesHoweverItsFolderIsCalledOrTyped()
    {
        const auto run = place("custom/alibi/version_04"), copy = place("copies/mine"), official = place("copies/theirs"), bare = place("copies/bare");
        write(run / "run.json", "{}");
        write(copy / "run.json", R"({"spec": {"model": {"model_size": "l6", "position_encoding": "bam_ssmax"}}})");
        write(official / "args.json", R"({"args": {"model_size": "l12", "position_encoding": "rotary"}})");
        write(bare / "args.json", "[");
        QCOMPARE(summarize(copy, kNow).encoding, std::string("bam_ssmax"));
        QCOMPARE(summarize(copy, kNow).size, std::string("l6"));
        QCOMPARE(summarize(official, kNow).encoding, std::string("rotary"));
        QCOMPARE(summarize(official, kNow).size, std::string("l12"));
        QCOMPARE(summarize(bare, kNow).encoding, std::string("bare"));      // its own name, not that of the folder around it
        QVERIFY(summarize(bare, kNow).size.empty());
        const auto before = std::filesystem::current_path();
        for (const auto& [from, typed] : {std::pair(run.parent_path(), "version_04"), {run, "."}, {run, "../version_04/"}}) {
            std::filesystem::current_path(from);
            const auto summary = summarize(typed, kNow);
            std::filesystem::current_path(before);
            QCOMPARE(summary.encoding, std::string("alibi"));
            QCOMPARE(summary.size, std::string("custom"));
            QCOMPARE(summary.version, 4);
        }
    }

    void runsAreFoundBelowAFolder()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        for (const auto* name : {"a/l6/bam/version_00", "l6/bam/version_01", "l6/bam/version_00"})
            write(root / name / "args.json", "{}");
        write(root / ".hidden/l6/bam/version_00/args.json", "{}");
        write(root / "l6/bam/version_00/checkpoints/step_1/args.json", "{}");
        std::filesystem::create_directory_symlink(root / "l6", root / "link");
        QCOMPARE(findRuns(root), (std::vector<std::filesystem::path>{root / "a/l6/bam/version_00", root / "l6/bam/version_00", root / "l6/bam/version_01"}));
        QCOMPARE(findRuns(root / "l6/bam/version_01").size(), std::size_t(1));
        QVERIFY(findRuns(root / "nothing").empty());
    }

    void pipesAndGiantsInPlaceOfFilesAreToldAndNotRead()
    {
        const auto run = place("l6/bam/version_05");
        write(run / "run.json", "{}");
        QCOMPARE(::mkfifo((run / "status.json").c_str(), 0600), 0);
        QVERIFY2(summarize(run, kNow).problem.find("it is not a regular file") != std::string::npos, summarize(run, kNow).problem.c_str());
        std::filesystem::remove(run / "status.json");
        write(run / "status.json", "{");
        std::filesystem::resize_file(run / "status.json", std::uintmax_t(2) << 30);
        QVERIFY2(summarize(run, kNow).problem.find("more than what belongs there") != std::string::npos, summarize(run, kNow).problem.c_str());
        std::filesystem::remove(run / "status.json");
        std::filesystem::create_directory(run / "status.json");
        QVERIFY2(summarize(run, kNow).problem.find("it is a folder") != std::string::npos, summarize(run, kNow).problem.c_str());
    }

    void aProcessNumberThatNoProcessCanHaveIsNotAlive()
    {
        const auto run = place("l6/bam/version_06");
        write(run / "run.json", "{}");
        write(run / "status.json", status("running", hostName(), 4294967296, "2026-11-29T20:56:26Z"));
        QCOMPARE(summarize(run, kNow).state, RunState::Lost);
    }

private:
    std::filesystem::path place(const char* name) const { return std::filesystem::path(m_folder.path().toStdString()) / name; }
    static void write(const std::filesystem::path& file, const std::string& text)
    {
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }

    QTemporaryDir m_folder;
};

BAMSCOPE_TEST(RunSummaryTest)
#include "test_run_summary.moc"
