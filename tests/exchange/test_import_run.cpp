// SPDX-License-Identifier: GPL-3.0-or-later
// An imported run as a folder beside ours: what is written, what never is, and what refuses it.
#include "core/base/files.h"
#include "core/exchange/import_run.h"
#include "core/compare/comparison.h"
#include "core/runs/control.h"
#include "core/runs/imported.h"
#include "core/runs/run_directory.h"
#include "core/runs/run_record.h"
#include "core/train/resume.h"
#include "tests/support/file_limits.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <cmath>
#include <fstream>

using namespace bam;
using namespace bam::exchange;

class ImportRunTest : public test::Suite {
    Q_OBJECT
    QTemporaryDir m_folder;

    std::filesystem::path place(const std::string& name = {}) const { return std::filesystem::path(m_folder.path().toStdString()) / name; }
    std::filesystem::path write(const std::string& name, const std::string& content) const
    {
        std::ofstream(place(name), std::ios::binary) << content;
        return place(name);
    }
    ImportedRun imported(const std::filesystem::path& source, const std::string& logs, bool again = false, const std::vector<std::string>& maps = {}, const std::string& name = {}) const
    {
        const auto sources = findSources(source);
        const auto plan = planImport(*sources.at(0), name, maps);
        return importRun(*sources[0], plan, place(logs), again);
    }

private Q_SLOTS:
    void anImportedRunHasOurFilesAndSaysWhereItIsFrom()
    {
        const auto source = write("history.csv", "time,step,loss,val_loss,lr,speed\n1700000000,0,4.5,,0.1,7\n1700000010,5,3.25,3.5,0.2,7\nx\n");
        const auto run = imported(source, "logs");
        QCOMPARE(run.path, place("logs/imported/history/version_00"));
        QCOMPARE(run.trainRows, std::size_t(2));
        QCOMPARE(readFile(run.path / "train.log"), std::string("step,time,loss,norm,lr,exec_time,tok/sec\n0,0,4.5,,0.1,,\n5,10,3.25,,0.2,,\n"));
        QCOMPARE(readFile(run.path / "eval.log"), std::string("step,time,loss,exec_time,tok/sec\n5,10,3.5,,\n"));
        const auto json = runs::readJsonFile(run.path / "run.json");
        QCOMPARE(json["imported"]["kind"].get<std::string>(), std::string("csv"));
        QCOMPARE(json["imported"]["source"].get<std::string>(), std::filesystem::canonical(source).string());
        QCOMPARE(json["imported"]["columns"]["val_loss"].get<std::string>(), std::string("val_loss"));
        QCOMPARE(json["imported"]["not_taken"].at(0).get<std::string>(), std::string("speed"));
        QCOMPARE(json["imported"]["rows"]["left_out"].get<int>(), 1);
        QCOMPARE(json["imported"]["files"][0]["xxh3"].get<std::string>().size(), std::size_t(32));
        QCOMPARE(json["starts"][0]["time"].get<std::string>(), std::string("2023-11-14T22:13:20Z"));
        QCOMPARE(runs::readTrainLog(run.path / "train.log").size(), std::size_t(2));
    }

    void whatWasDecidedIsKeptWithTheRun()
    {
        const auto run = imported(write("noted.csv", "step,split,loss\n0,train,4\n0,train,3\n1,train,nan\n0,val,5\n"), "noted");
        QCOMPARE(readFile(run.path / "train.log"), std::string("step,time,loss,norm,lr,exec_time,tok/sec\n0,,3,,,,\n"));
        QCOMPARE(readFile(run.path / "eval.log"), std::string("step,time,loss,exec_time,tok/sec\n0,,5,,\n"));
        const auto notes = runs::readJsonFile(run.path / "run.json")["imported"]["notes"];
        QCOMPARE(notes.size(), std::size_t(3));
        for (const auto& [n, text] : {std::pair(0, "told apart by their \"split\""), {1, "1 value was replaced"}, {2, "loss is NaN"}})
            QVERIFY2(notes[std::size_t(n)].get<std::string>().find(text) != std::string::npos, notes.dump().c_str());
    }

    void listsOfRunsShowIt()
    {
        const auto run = imported(write("listed.csv", "step,loss,val_loss\n0,4,5\n9,2,3\n"), "listed");
        QCOMPARE(runs::findRuns(place("listed")), std::vector<std::filesystem::path>{run.path});
        const auto record = runs::readRecord(run.path, place("listed"), 0);
        QVERIFY(record.imported && !record.official);
        QVERIFY2(record.problem.empty(), record.problem.c_str());
        QCOMPARE(record.state, runs::RunState::Imported);
        QCOMPARE(record.encoding, std::string("listed"));
        QCOMPARE(record.step, 9);
        QCOMPARE(record.loss, 2.0);
        QCOMPARE(record.validationLoss, 3.0);
        const auto data = compare::readRunData(run.path);
        QVERIFY(data.notes.empty());
        QCOMPARE(data.finalLoss, 3.0);
    }

    void theSameSourceIsImportedOnce()
    {
        const auto source = write("once.csv", "step,loss,other\n0,4,5\n");
        const auto first = imported(source, "once"), second = imported(source, "once");
        QVERIFY(!first.wasThere && second.wasThere);
        QCOMPARE(second.path, first.path);
        QCOMPARE(imported(source, "once", true).path.filename().string(), std::string("version_01"));
        QCOMPARE(imported(source, "once", false, {"other=loss"}).path.filename().string(), std::string("version_02"));
        write("once.csv", "step,loss,other\n0,4,5\n1,3,5\n");      // it has grown
        QCOMPARE(imported(source, "once").path.filename().string(), std::string("version_03"));
        QCOMPARE(readFile(first.path / "train.log").size(), readFile(place("once/imported/once/version_01/train.log")).size());
    }

    void runsOfOneTableWhosePathsEndAlikeAreBothImported()
    {
        const auto file = write("both.csv", "run,set,step,loss\nlogsA/l12/bam/version_00,train,0,4\nlogsB/l12/bam/version_00,train,0,3\n");
        const auto sources = findSources(file);
        QCOMPARE(sources.size(), std::size_t(2));
        std::vector<std::string> losses;
        for (const auto again : {false, true})
            for (const auto& source : sources) {
                const auto run = importRun(*source, planImport(*source, {}, {}), place("both"), false);
                QCOMPARE(run.wasThere, again);
                losses.push_back(readFile(run.path / "train.log").substr(std::string("step,time,loss,norm,lr,exec_time,tok/sec\n").size(), 4));
            }
        QCOMPARE(losses, (std::vector<std::string>{"0,,4", "0,,3", "0,,4", "0,,3"}));
        QCOMPARE(runs::readJsonFile(place("both/imported/l12-bam-version_00/version_01/run.json"))["imported"]["run"].get<std::string>(), std::string("logsB/l12/bam/version_00"));
    }

    void nothingThatTrainsOrAsksTouchesIt()
    {
        const auto run = imported(write("kept.csv", "step,loss\n0,4\n"), "kept").path;
        const auto before = readFile(run / "train.log");
        std::vector<std::string> notes;
        EXPECT_ERROR(runs::RunDirectory::openLocked(run), ErrorCode::Usage, "was imported from a table");
        EXPECT_ERROR(train::specToResume(run, 1, notes), ErrorCode::Usage, "it has curves and no model, so it cannot be resumed");
        EXPECT_ERROR(runs::requestControl(run, {}), ErrorCode::Usage, "cannot be asked for anything");
        QVERIFY(readFile(run / "train.log") == before);
        QVERIFY(!std::filesystem::exists(run / "control"));
    }

    void aSourceWithoutALossIsRefusedWithItsColumns()
    {
        EXPECT_ERROR(imported(write("other.csv", "step,accuracy,speed\n0,0.5,7\n"), "none"), ErrorCode::Usage, "Columns: \"step\", \"accuracy\" and \"speed\".");
        EXPECT_ERROR(imported(write("pretty.json", "{\n  \"loss\": [4, 3]\n}\n"), "none"), ErrorCode::Usage, "line 1 of pretty.json is no JSON object");
        EXPECT_ERROR(imported(write("unusable.csv", "step,loss\n0.5,4\n"), "none"), ErrorCode::Usage, "no row of");
        QVERIFY(!std::filesystem::exists(place("none")));
    }

    void aFullDiskLeavesNothing()
    {
        std::string text = "step,loss\n";
        for (int n = 0; n < 5000; ++n)
            text += std::to_string(n) + ",1\n";
        const auto source = write("full.csv", text);
        {
            const test::LimitedFileSize limit(20'000);
            EXPECT_ERROR(imported(source, "full"), ErrorCode::Failed, "Cannot write");
        }
        QVERIFY(runs::findRuns(place("full")).empty());
        QVERIFY(!std::filesystem::exists(place("full/imported/full/version_00")));
    }

    void namesBecomeFolders_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("folder");
        QTest::newRow("plain") << "bam-12.v1" << "bam-12.v1";
        QTest::newRow("spaces") << "quiet river (2)" << "quiet_river_2";
        QTest::newRow("up and away") << "../../etc/passwd" << "etc_passwd";
        QTest::newRow("hidden") << ".git" << "git";
        QTest::newRow("nothing left") << "///" << "run";
        QTest::newRow("a name of ours") << "checkpoints" << "run";
        QTest::newRow("long") << QString(300, QLatin1Char('a')) << QString(80, QLatin1Char('a'));
    }
    void namesBecomeFolders()
    {
        QFETCH(QString, name);
        QFETCH(QString, folder);
        QCOMPARE(QString::fromStdString(folderName(name.toStdString())), folder);
    }
};

BAMSCOPE_TEST(ImportRunTest)
#include "test_import_run.moc"
