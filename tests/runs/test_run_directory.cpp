// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "core/runs/csv_log.h"
#include "core/runs/run_directory.h"
#include "core/spec/official_args.h"
#include "tests/support/file_limits.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <cmath>
#include <fstream>
#include <limits>
#include <set>
#include <thread>

using namespace bam;

namespace {

spec::ModelSpec bamSsmax()
{
    spec::ModelSpec model;
    model.size = "l6";
    model.ssmax = true;
    return model;
}

std::filesystem::path pathOf(const QTemporaryDir& folder) { return folder.path().toStdString(); }

void appendText(const std::filesystem::path& file, const std::string& text) { std::ofstream(file, std::ios::app) << text; }

runs::TrainRow row(std::int64_t step) { return {step, 0.5 * double(step), 4.25f, 0.1f, 1e-3, 0.25, 1000}; }

}  // namespace

class RunDirectoryTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void newRunsTakeTheNextFreeVersion()
    {
        QTemporaryDir folder;
        const auto first = runs::RunDirectory::create(pathOf(folder), bamSsmax());
        QCOMPARE(first.path(), pathOf(folder) / "l6" / "bam_ssmax" / "version_00");
        const auto second = runs::RunDirectory::create(pathOf(folder), bamSsmax());
        QCOMPARE(second.path().filename(), "version_01");
    }

    void aHundredVersionsAreNoLimit()
    {
        QTemporaryDir folder;
        for (int n = 0; n < 100; ++n)
            std::filesystem::create_directories(pathOf(folder) / "l6" / "bam_ssmax" / QString::asprintf("version_%02d", n).toStdString());
        QCOMPARE(runs::RunDirectory::create(pathOf(folder), bamSsmax()).path().filename(), "version_100");
    }

    void simultaneousStartsGetDifferentFolders()
    {
        QTemporaryDir folder;
        std::vector<std::filesystem::path> paths(8);
        std::vector<std::thread> threads;
        for (std::size_t n = 0; n < paths.size(); ++n)
            threads.emplace_back([&, n] { paths[n] = runs::RunDirectory::create(pathOf(folder), bamSsmax()).path(); });
        for (auto& thread : threads)
            thread.join();
        std::sort(paths.begin(), paths.end());
        QVERIFY(std::adjacent_find(paths.begin(), paths.end()) == paths.end());
    }

    void logsHaveTheOfficialHeadersAndReadBack()
    {
        QTemporaryDir folder;
        auto run = runs::RunDirectory::create(pathOf(folder), bamSsmax());
        run.append(row(0));
        run.append(runs::EvalRow{0, 1.5, 4.5f, 0.75, 2000});
        run.append(std::vector<runs::PriorLogRow>{{0, 1, 2, -0.5, 0.25, 0, std::numeric_limits<double>::quiet_NaN()}});
        QCOMPARE(readFile(run.path() / "train.log"), "step,time,loss,norm,lr,exec_time,tok/sec\n0,0,4.25,0.1,0.001,0.25,1000\n");
        QCOMPARE(readFile(run.path() / "eval.log"), "step,time,loss,exec_time,tok/sec\n0,1.5,4.5,0.75,2000\n");
        QCOMPARE(readFile(run.path() / "priors.csv"), "step,layer,head,theta_alpha,theta_beta,theta_mu,seq_scale\n0,1,2,-0.5,0.25,0,\n");
        QCOMPARE(runs::readTrainLog(run.path() / "train.log").at(0).norm, 0.1f);
        QCOMPARE(runs::readEvalLog(run.path() / "eval.log").at(0).loss, 4.5f);
        QVERIFY(std::isnan(runs::readPriors(run.path() / "priors.csv").at(0).seqScale));
        QVERIFY(std::isnan(runs::readPriors(run.path() / "priors.csv").at(0).r1));
    }

    void kerplesRunsHaveItsTwoColumnsToo()
    {
        QTemporaryDir folder;
        auto model = bamSsmax();
        model.encoding = "kerple_log";
        const auto none = std::numeric_limits<double>::quiet_NaN();
        const runs::PriorLogRow values{0, 1, 2, none, none, none, 0.5, 1.25, 0.75};
        std::filesystem::path path;
        {
            auto run = runs::RunDirectory::create(pathOf(folder), model);
            path = run.path();
            run.append(std::vector{values});
            run.writeRun({{"schema", 1}});
        }
        runs::RunDirectory::openLocked(path).append(std::vector{values});       // the file says which columns it has
        QCOMPARE(readFile(path / "priors.csv"), "step,layer,head,theta_alpha,theta_beta,theta_mu,seq_scale,r1,r2\n0,1,2,,,,0.5,1.25,0.75\n0,1,2,,,,0.5,1.25,0.75\n");
        const auto rows = runs::readPriors(path / "priors.csv");
        QCOMPARE(rows.size(), 2u);
        QVERIFY(rows[1].r1 == 1.25 && rows[1].r2 == 0.75 && std::isnan(rows[1].thetaAlpha));
    }

    void kerplesColumnsComeBackWhenItsPriorsAreGone_data()
    {
        QTest::addColumn<QByteArray>("left");
        QTest::newRow("no file") << QByteArray("none");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("torn header") << QByteArray("step,layer,head,theta_alpha,the");
    }
    void kerplesColumnsComeBackWhenItsPriorsAreGone()
    {
        QFETCH(QByteArray, left);
        QTemporaryDir folder;
        spec::RunSpec spec;
        spec.model = bamSsmax();
        spec.model.encoding = "kerple_log";
        const auto none = std::numeric_limits<double>::quiet_NaN();
        std::filesystem::path path;
        {
            auto run = runs::RunDirectory::create(pathOf(folder), spec.model);
            path = run.path();
            run.writeArgs({{"args", spec::officialArgs(spec)}, {"dataset_args", runs::Json::object()}, {"model_args", spec::officialModelArgs(spec)}});
        }
        std::filesystem::remove(path / "priors.csv");
        if (left != "none")
            appendText(path / "priors.csv", left.toStdString());
        runs::RunDirectory::openLocked(path).append(std::vector<runs::PriorLogRow>{{7, 1, 2, none, none, none, 0.5, 1.25, 0.75}});
        QCOMPARE(runs::readPriors(path / "priors.csv").at(0).r2, 0.75);
        std::filesystem::remove(path / "priors.csv");
        appendText(path / "args.json", "}");        // damaged: the run is opened all the same
        runs::RunDirectory::openLocked(path);
        QCOMPARE(readFile(path / "priors.csv"), "step,layer,head,theta_alpha,theta_beta,theta_mu,seq_scale\n");
    }

    void aTornLastRowIsIgnoredByReadersAndCutAtReopening()
    {
        QTemporaryDir folder;
        std::filesystem::path path;
        {
            auto run = runs::RunDirectory::create(pathOf(folder), bamSsmax());
            path = run.path();
            run.append(row(0));
            run.writeRun({{"schema", 1}});
        }
        appendText(path / "train.log", "1,0.5,4.2");
        QCOMPARE(runs::readTrainLog(path / "train.log").size(), 1u);
        auto again = runs::RunDirectory::openLocked(path);
        again.append(row(1));
        const auto rows = runs::readTrainLog(path / "train.log");
        QCOMPARE(rows.size(), 2u);
        QCOMPARE(rows[1].step, 1);
    }

    void trimmingRemovesTheRowsFromThatStepOn()
    {
        QTemporaryDir folder;
        auto run = runs::RunDirectory::create(pathOf(folder), bamSsmax());
        for (int step = 0; step < 10; ++step)
            run.append(row(step));
        run.append(runs::EvalRow{8, 1, 4, 1, 1});
        run.trimTo(7);
        QCOMPARE(runs::readTrainLog(run.path() / "train.log").back().step, 6);
        QVERIFY(runs::readEvalLog(run.path() / "eval.log").empty());
        run.append(row(7));
        QCOMPARE(runs::readTrainLog(run.path() / "train.log").size(), 8u);
    }

    void aFullDiskLeavesOnlyWholeRowsAndSaysSo()
    {
        QTemporaryDir folder;
        auto run = runs::RunDirectory::create(pathOf(folder), bamSsmax());
        run.append(row(0));
        const auto before = readFile(run.path() / "train.log");
        {
            const test::LimitedFileSize limit(before.size() + 10);
            EXPECT_ERROR(run.append(row(1)), ErrorCode::Failed, "train.log");
        }
        QCOMPARE(readFile(run.path() / "train.log"), before);
        run.append(row(1));
        QCOMPARE(runs::readTrainLog(run.path() / "train.log").size(), 2u);
    }

    void aRunInUseIsRefusedNamingItsHolder()
    {
        QTemporaryDir folder;
        auto run = runs::RunDirectory::create(pathOf(folder), bamSsmax());
        run.writeRun({{"schema", 1}});
        EXPECT_ERROR(runs::RunDirectory::openLocked(run.path()), ErrorCode::Environment, "in use by another process (process " + std::to_string(::getpid()));
    }

    void aFolderWithoutARunIsRefused()
    {
        QTemporaryDir folder;
        EXPECT_ERROR(runs::RunDirectory::openLocked(pathOf(folder)), ErrorCode::Usage, "is not a run directory");
    }

    void aFolderThatMayNotBeWrittenIsAnEnvironmentError()
    {
        EXPECT_ERROR(runs::RunDirectory::create("/sys/bamscope", bamSsmax()), ErrorCode::Environment, "/sys/bamscope");
    }

    void damagedLogsNameTheLine()
    {
        QTemporaryDir folder;
        const auto file = pathOf(folder) / "train.log";
        appendText(file, "step,time,loss,norm,lr,exec_time,tok/sec\n0,0,4,1,1,1,1\n1,0,what,1,1,1,1\n");
        EXPECT_ERROR(runs::readTrainLog(file), ErrorCode::Failed, "line 3: \"what\" is not a number");
        const auto other = pathOf(folder) / "other.log";
        appendText(other, "step,loss\n1,2\n");
        EXPECT_ERROR(runs::readTrainLog(other), ErrorCode::Failed, "has no column \"time\"");
    }

    void officialLogsWithMissingRatesAreRead()
    {
        QTemporaryDir folder;
        const auto file = pathOf(folder) / "train.log";
        appendText(file, "step,time,loss,norm,lr,exec_time,tok/sec\n0,0.1,10.5,2.5,None,0.5,1000.5\n");
        const auto rows = runs::readTrainLog(file);
        QVERIFY(std::isnan(rows.at(0).lr));
        QCOMPARE(rows[0].loss, 10.5f);
    }

    void onlyCompleteCheckpointsAreListed()
    {
        QTemporaryDir folder;
        const auto checkpoints = pathOf(folder) / "checkpoints";
        for (const auto* name : {"step_00000020", "step_00000003", "step_00000010", ".writing_step_00000030", "notes"})
            std::filesystem::create_directories(checkpoints / name);
        for (const auto* name : {"step_00000020", "step_00000003"})
            appendText(checkpoints / name / "state.json", "{}");
        const auto found = runs::listCheckpoints(pathOf(folder));
        QCOMPARE(found.size(), 2u);
        QCOMPARE(found[0].first, 3);
        QCOMPARE(found[1].first, 20);
    }

    void oneLookTellsCompleteCheckpointsFromOthersAndFromWhatCannotBeReached()
    {
        QTemporaryDir folder;
        const auto checkpoints = pathOf(folder) / "checkpoints";
        for (const auto* name : {"step_00000003", "step_00000010"})
            std::filesystem::create_directories(checkpoints / name);
        appendText(checkpoints / "step_00000003" / "state.json", "{}");
        std::filesystem::create_symlink("step_00000020", checkpoints / "step_00000020");       // a link to itself
        std::filesystem::create_symlink("nothing", checkpoints / "step_00000030");
        std::set<std::string> told;
        const auto found = runs::findCheckpoints(pathOf(folder), [&](const std::filesystem::path& path, const std::string& reason) { told.insert(path.lexically_relative(checkpoints).string() + (reason.empty() ? "" : ": told")); });
        QVERIFY((told == std::set<std::string>{"step_00000020/state.json: told", "step_00000030: told"}));
        QVERIFY((found.complete == runs::Checkpoints{{3, checkpoints / "step_00000003"}}));
        QVERIFY((found.incomplete == runs::Checkpoints{{10, checkpoints / "step_00000010"}}));
    }

    void checkpointsThatCannotBeReachedAreNotListed()
    {
        QTemporaryDir folder;
        const auto checkpoints = pathOf(folder) / "checkpoints";
        std::filesystem::create_directories(checkpoints / "step_00000003");
        appendText(checkpoints / "step_00000003" / "state.json", "{}");
        std::filesystem::create_symlink("step_00000010", checkpoints / "step_00000010");       // a link to itself
        QCOMPARE(runs::listCheckpoints(pathOf(folder)).size(), 1u);
        std::filesystem::create_symlink("checkpoints", pathOf(folder) / "loop");
        std::filesystem::rename(pathOf(folder) / "loop", pathOf(folder) / "loops");
        QVERIFY(runs::listCheckpoints(pathOf(folder) / "loops").empty());
    }
};

BAMSCOPE_TEST(RunDirectoryTest)
#include "test_run_directory.moc"
