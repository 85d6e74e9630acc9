// SPDX-License-Identifier: GPL-3.0-or-later
// What is read of each kind of source, bad rows among them.
#include "core/exchange/text_rows.h"
#include "core/interop/event_file.h"
#include "core/interop/wandb_file.h"
#include "tests/exchange/source_support.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <algorithm>
#include <cmath>

using namespace bam;
using namespace bam::exchange;
using test::Read;
using test::readSource;

class SourcesTest : public test::Suite {
    Q_OBJECT
    QTemporaryDir m_folder;

    std::filesystem::path place(const std::string& name = {}) const { return std::filesystem::path(m_folder.path().toStdString()) / name; }
    std::filesystem::path write(const std::string& name, const std::string& content) const
    {
        return test::writeText(place(name), content);
    }
    Read only(const std::filesystem::path& path) const { return test::readOnly(path); }

private Q_SLOTS:
    void aTableIsReadByItsHeader()
    {
        const auto read = only(write("plain.csv", "\xef\xbb\xbfiteration,train_loss,val_loss,lr,phase\r\n0,4.5,,1e-3,warm\r\n10,3.5,3.75,2e-3,\"up, and on\"\r\n20,nan,,3e-3,up\r\n"));
        QCOMPARE(read.curves.train.size(), std::size_t(2));
        QCOMPARE(read.curves.train[1].step, 10);
        QCOMPARE(read.curves.train[1].loss, 3.5f);
        QCOMPARE(read.curves.train[1].lr, 2e-3);
        QVERIFY(std::isnan(read.curves.train[1].norm) && std::isnan(read.curves.train[1].time));
        QCOMPARE(read.curves.eval.size(), std::size_t(1));
        QCOMPARE(read.curves.eval[0].loss, 3.75f);
        QCOMPARE(read.curves.badRows, 0);
    }

    void separatorsAndDecimalCommasAreFound_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("semicolons") << QByteArray("step;loss\n1;0,5\n");
        QTest::newRow("tabs") << QByteArray("step\tloss\n1\t0.5\n");
        QTest::newRow("bars") << QByteArray("step | loss\n1 | 0.5\n");
        QTest::newRow("a comment sign") << QByteArray("# step,loss\n1,0.5\n");
        QTest::newRow("empty lines") << QByteArray("\n\nstep,loss\n\n1,0.5\n\n");
        QTest::newRow("no last line break") << QByteArray("step,loss\n1,+0.5");
    }
    void separatorsAndDecimalCommasAreFound()
    {
        QFETCH(QByteArray, text);
        const auto read = only(write("separated.csv", text.toStdString()));
        QCOMPARE(read.curves.train.size(), std::size_t(1));
        QCOMPARE(read.curves.train[0].step, 1);
        QCOMPARE(read.curves.train[0].loss, 0.5f);
    }

    void badRowsAreNamedCountedAndLeftOut()
    {
        const auto read = only(write("bad.csv", "step,loss\n0,4\n1,three\n2\n3,2,1\nx,2\n1.5,2\n-1,2\n,2\n7,1\n"));
        QCOMPARE(read.curves.train.size(), std::size_t(2));
        QCOMPARE(read.curves.train[1].step, 7);
        QCOMPARE(read.curves.badRows, 7);
        QCOMPARE(read.curves.bad.size(), std::size_t(5));
        QVERIFY(read.curves.bad[0].find("line 3 of bad.csv: loss is \"three\"; expected a number") != std::string::npos);
        QVERIFY(read.curves.bad[1].find("line 4 of bad.csv has 1 fields, its header 2") != std::string::npos);
    }

    void aTableWithoutStepsIsNumbered()
    {
        const auto read = only(write("numbered.csv", "loss,lr\n3,0.1\n2,0.1\n"));
        QVERIFY(read.curves.numbered);
        QCOMPARE(read.curves.train[1].step, 1);
    }

    void timesBecomeSecondsSinceTheFirst_data()
    {
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("second");
        QTest::addColumn<double>("started");
        QTest::newRow("seconds since 1970") << QByteArray("1700000000.5") << QByteArray("1700000002.5") << 1700000000.5;
        QTest::newRow("milliseconds") << QByteArray("1700000000500") << QByteArray("1700000002500") << 1700000000.5;
        QTest::newRow("dates") << QByteArray("2023-11-14T22:13:20.5Z") << QByteArray("2023-11-14 23:13:22.5+01:00") << 1700000000.5;
        QTest::newRow("since the start") << QByteArray("0") << QByteArray("2") << std::nan("");
    }
    void timesBecomeSecondsSinceTheFirst()
    {
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, second);
        QFETCH(double, started);
        const auto read = only(write("times.csv", "time,step,loss\n" + first.toStdString() + ",0,3\n" + second.toStdString() + ",1,2\n"));
        QCOMPARE(read.curves.train[0].time, 0.0);
        QVERIFY(std::abs(read.curves.train[1].time - 2) < 1e-6);
        QVERIFY(std::isnan(started) ? std::isnan(read.curves.startedAt) : std::abs(read.curves.startedAt - started) < 1e-3);
    }

    void datesSayHowFarTheyAreFromGreenwich()
    {
        const double noon = secondsOfDate("2026-11-29T12:00:00Z").value();
        for (const auto* date : {"2026-11-29T17:30:00+05:30", "2026-11-29T17:30:00+0530", "2026-11-29 17:00:00+05", "2026-11-29T08:30:00-0330", "2026-11-29T12:00:00+0000"})
            QVERIFY2(secondsOfDate(date) == noon, date);
        for (const auto* date : {"2026-11-29T12:00:00+5", "2026-11-29T12:00:00+05:3", "2026-11-29T12:00:00+05300", "2026-11-29T12:00:00+", "2026-11-29T12:00:00+ab:cd"})
            QVERIFY2(!secondsOfDate(date), date);
    }

    void whatIsLoggedBesideTheLossIsToldWithTheNextLoss()
    {
        const auto read = only(write("sparse.csv", "step,loss,lr,grad_norm\n0,4,,\n1,,0.1,\n2,,0.2,9\n3,3,,\n4,2,,\n"));
        QCOMPARE(read.curves.train.size(), std::size_t(3));
        QCOMPARE(read.curves.train[1].lr, 0.2);
        QCOMPARE(read.curves.train[1].norm, 9.f);
        QVERIFY(std::isnan(read.curves.train[2].lr));       // told once
    }

    void aLaterRowOfAStepCountsAndStepsAreSorted()
    {
        const auto read = only(write("resumed.csv", "step,loss\n0,4\n1,3\n2,9\n1,2.5\n2,2\n"));
        QCOMPARE(read.curves.train.size(), std::size_t(3));
        QCOMPARE(read.curves.train[1].loss, 2.5f);
        QCOMPARE(read.curves.train[2].loss, 2.f);
    }

    void whatIsNoTableIsRefused()
    {
        EXPECT_ERROR(only(write("headless.csv", "0,4.5\n1,4.4\n")), ErrorCode::Usage, "has no header");
        EXPECT_ERROR(only(write("empty.csv", "")), ErrorCode::Usage, "is empty");
        EXPECT_ERROR(only(write("binary.csv", std::string("\x89PNG\0\x1a", 6))), ErrorCode::Usage, "is no text");
        EXPECT_ERROR(only(place("missing.csv")), ErrorCode::Usage, "is not there");
        std::filesystem::create_directories(place("nothing"));
        EXPECT_ERROR(only(place("nothing")), ErrorCode::Usage, "holds neither TensorBoard event files nor a W&B run");
    }

    void jsonLinesMayNestAndDiffer()
    {
        const auto read = only(write("history.jsonl", "{\"_step\": 0, \"train\": {\"loss\": 4.5}, \"note\": \"x\"}\n\n{\"_step\": 1, \"train\": {\"loss\": NaN}, \"eval/loss\": \"4.25\"}\nnot json\n{\"_step\": 2, \"train\": {\"loss\": 3.5}, \"list\": [1]}\n{\"_st"));
        QCOMPARE(read.curves.train.size(), std::size_t(2));
        QCOMPARE(read.curves.train[1].step, 2);
        QCOMPARE(read.curves.eval.at(0).loss, 4.25f);
        QCOMPARE(read.curves.badRows, 2);
        QVERIFY(read.curves.bad[0].find("line 4 of history.jsonl is no JSON object") != std::string::npos);
    }

    void anExportOfAChartHoldsSeveralRuns()
    {
        const auto file = write("chart.csv", "\"Step\",\"quiet - river - train/loss\",\"quiet - river - train/loss__MIN\",\"quiet - river - train/loss__MAX\",\"loud-sea - train/loss\"\n\"0\",\"4\",\"4\",\"4\",\"5\"\n\"1\",\"3\",\"3\",\"3\",\"\"\n");
        auto sources = findSources(file);
        QCOMPARE(sources.size(), std::size_t(2));
        QCOMPARE(sources[0]->kind(), std::string("wandb-csv"));
        QCOMPARE(sources[0]->name(), std::string("quiet - river"));
        QCOMPARE(readSource(*sources[0]).curves.train.size(), std::size_t(2));
        const auto other = readSource(*sources[1]).curves;
        QCOMPARE(other.train.size(), std::size_t(1));
        QCOMPARE(other.train[0].loss, 5.f);
    }

    void ourOwnExportOfCurvesComesBack()
    {
        const auto file = write("curves.csv", "run,set,step,tokens,flops,time_s,loss,gradient_norm,learning_rate,tokens_per_s\n/logs/l6/bam/version_00,train,0,0,,0.5,4,1,0.1,900\n/logs/l6/bam/version_00,validation,1,64,,0.75,3.5,,,\n/logs/l6/rotary/version_01,train,0,0,,1,5,1,0.1,800\n");
        auto sources = findSources(file);
        QCOMPARE(sources.size(), std::size_t(2));
        QCOMPARE(sources[1]->name(), std::string("l6-rotary-version_01"));
        const auto read = readSource(*sources[0]);
        QCOMPARE(read.curves.train.size(), std::size_t(1));
        QCOMPARE(read.curves.train[0].time, 0.5);
        QCOMPARE(read.curves.train[0].norm, 1.f);
        QCOMPARE(read.curves.train[0].tokensPerSecond, 900.0);
        QCOMPARE(read.curves.eval.at(0).loss, 3.5f);
        QCOMPARE(read.curves.eval.at(0).step, 1);
    }

    void eachFolderOfEventFilesIsARun()
    {
        for (const auto* name : {"tb/a", "tb/b"}) {
            interop::EventWriter writer(place(name));
            for (int step = 0; step < 3; ++step) {
                writer.scalar("train/loss", step, 4 - step, 1.7e9 + step);
                writer.scalar("lr", step, 0.5, 1.7e9 + step);
                writer.scalar("eval/loss", step, 5 - step, 1.7e9 + step);
            }
            interop::EventWriter resumed(place(name), 1);
            resumed.scalar("train/loss", 1, 2.5, 1.7e9 + 1000);
        }
        auto sources = findSources(place("tb"));
        QCOMPARE(sources.size(), std::size_t(2));
        QCOMPARE(sources[0]->name(), std::string("a"));
        const auto read = readSource(*sources[0]);
        QCOMPARE(read.curves.train.size(), std::size_t(2));     // the restart took step 2 away
        QCOMPARE(read.curves.train[1].loss, 2.5f);
        QCOMPARE(read.curves.train[0].lr, 0.5);
        QCOMPARE(read.curves.train[1].time, 1000.0);
        QCOMPARE(read.curves.eval.size(), std::size_t(1));
        QCOMPARE(findSources(place("tb/a"))[0]->name(), std::string("a"));
        QCOMPARE(only(test::dataFile("events/tensorboard.tfevents")).survey.badRows, 0);
    }

    void aValidationThatStartsAgainTakesOnlyItsOwnPointsAway()
    {
        const auto write = [&](const char* folder, double loss, std::optional<std::int64_t> restart) {
            interop::EventWriter writer(place(folder), restart);
            for (std::int64_t step = restart.value_or(0); step < (restart ? *restart + 1 : 4); ++step)
                writer.scalar("loss", step, loss, 1.7e9 + double(step));
        };
        write("keras/train", 4, {});
        write("keras/validation", 5, {});
        write("keras/validation", 3, 2);
        const auto curves = only(place("keras")).curves;
        QCOMPARE(curves.train.size(), std::size_t(4));
        QCOMPARE(curves.eval.size(), std::size_t(3));       // step 3 was of the session before
        QCOMPARE(curves.eval[1].loss, 5.f);
        QCOMPARE(curves.eval[2].loss, 3.f);
    }

    void linksToFilesAreReadAndEachFileOnce()
    {
        {
            interop::EventWriter writer(place("linked/kept"));
            writer.scalar("loss", 0, 4, 1.7e9);
            writer.scalar("loss", 1, 3, 1.7e9 + 1);
        }
        const auto file = std::filesystem::directory_iterator(place("linked/kept"))->path();
        std::filesystem::create_directories(place("linked/logs"));
        std::filesystem::create_symlink(file, place("linked/logs") / file.filename());
        QCOMPARE(only(place("linked/logs")).curves.train.size(), std::size_t(2));
        auto sources = findSources(place("linked"));        // both folders: the file itself counts
        QCOMPARE(sources.size(), std::size_t(1));
        QCOMPARE(sources[0]->name(), std::string("kept"));
        std::filesystem::create_directories(place("linked/dangling"));
        std::filesystem::create_symlink(place("linked/none"), place("linked/dangling") / file.filename());
        EXPECT_ERROR(only(place("linked/dangling")), ErrorCode::Usage, "holds neither");
        std::filesystem::create_directories(place("linked/runs"));
        std::filesystem::create_directory_symlink(place("linked/kept"), place("linked/runs/latest"));
        EXPECT_ERROR(only(place("linked/runs")), ErrorCode::Usage, "holds neither");
    }

    void foldersOfTrainingAndValidationAreOneRun_data()
    {
        QTest::addColumn<QString>("trained");
        QTest::addColumn<QString>("validated");
        QTest::addColumn<QString>("tag");
        QTest::addColumn<bool>("itself");       // the folder above logs as well
        QTest::newRow("Keras") << "train" << "validation" << "epoch_loss" << false;
        QTest::newRow("add_scalars") << "loss_train" << "loss_val" << "loss" << true;
        QTest::newRow("add_scalars, other words") << "Loss_training" << "Loss_test" << "Loss" << true;
        QTest::newRow("short words") << "train" << "val" << "loss" << true;
    }
    void foldersOfTrainingAndValidationAreOneRun()
    {
        QFETCH(QString, trained);
        QFETCH(QString, validated);
        QFETCH(QString, tag);
        QFETCH(bool, itself);
        const auto run = place(std::string("parts_") + QTest::currentDataTag());
        const auto log = [&](const std::filesystem::path& folder, const std::string& name, float first) {
            interop::EventWriter writer(folder);
            for (int step = 0; step < 3; ++step)
                writer.scalar(name, step, first - float(step), 1.7e9 + step);
        };
        log(run / trained.toStdString(), tag.toStdString(), 4);
        log(run / validated.toStdString(), tag.toStdString(), 5);
        if (itself)
            log(run, "lr", 9);
        auto sources = findSources(run);
        QCOMPARE(sources.size(), std::size_t(1));
        QCOMPARE(sources[0]->name(), run.filename().string());
        QCOMPARE(sources[0]->place().string(), run.string());
        QCOMPARE(findSources(run / "").size(), std::size_t(1));
        const auto read = readSource(*sources[0]);
        QCOMPARE(read.curves.train.size(), std::size_t(3));
        QCOMPARE(read.curves.eval.size(), std::size_t(3));
        for (std::size_t n = 0; n < 3; ++n) {
            QCOMPARE(read.curves.train[n].loss, 4 - float(n));
            QCOMPARE(read.curves.eval[n].loss, 5 - float(n));
            if (itself)
                QCOMPARE(read.curves.train[n].lr, 9 - double(n));
        }
    }

    void foldersOfSeveralRunsWithTheirValidationAreTheseRuns()
    {
        for (const auto* name : {"several/a/train", "several/a/validation", "several/b_train", "several/b_val", "several/c", "several/test"}) {
            interop::EventWriter writer(place(name));
            writer.scalar("loss", 0, 4, 1.7e9);
        }
        std::vector<std::string> names;
        auto sources = findSources(place("several"));
        for (const auto& source : sources)
            names.push_back(source->name());
        std::sort(names.begin(), names.end());
        QCOMPARE(names, (std::vector<std::string>{"a", "b", "c", "test"}));
        for (auto& source : sources) {
            const auto read = readSource(*source);
            QCOMPARE(read.curves.train.size(), std::size_t(1));
            QCOMPARE(read.curves.eval.size(), std::size_t(source->name() < "c"));
        }
        // Named alone, the folder still says it.
        const auto alone = only(place("several/a/validation"));
        QCOMPARE(alone.curves.eval.size(), std::size_t(1));
        QCOMPARE(alone.curves.train.size(), std::size_t(0));
        QCOMPARE(only(place("several/a/train")).curves.train.size(), std::size_t(1));
    }

    void aRunOfWandbIsReadFromItsFile()
    {
        const auto file = place("wandb/offline-run-1/run-x.wandb");
        std::filesystem::create_directories(file.parent_path());
        std::filesystem::copy_file(test::dataFile("wandb/run-quiet.wandb"), file);
        std::filesystem::create_directory_symlink("offline-run-1", place("wandb/latest-run"));      // is no second run
        auto sources = findSources(place("wandb"));
        QCOMPARE(sources.size(), std::size_t(1));
        const auto read = readSource(*sources[0]);
        QCOMPARE(sources[0]->name(), std::string("quiet-river"));
        QCOMPARE(read.curves.train.size(), std::size_t(40));
        QCOMPARE(read.curves.train[4].loss, 1.f);
        QCOMPARE(read.curves.train[4].norm, 1.4f);
        QVERIFY(std::abs(read.curves.train[4].lr - 0.0009) < 1e-12);
        QCOMPARE(read.curves.eval.size(), std::size_t(4));
        QVERIFY(read.curves.startedAt > 1.7e9 || std::isfinite(read.curves.train[4].time));
        QCOMPARE(read.curves.badRows, 0);
        const auto facts = sources[0]->facts();
        QCOMPARE(facts["config"]["model"]["encoding"].get<std::string>(), std::string("bam"));
        QCOMPARE(facts["exit_code"].get<int>(), 0);
    }

    void aRowWithoutAnEndTakesNoMemoryAndNoTime()
    {
        std::string text = "step,loss\n0,4\n1,";
        text.append(std::size_t(20) << 20, '3');
        text += "\n2,3\n3,\"";
        text.append(std::size_t(20) << 20, '3');
        const auto read = only(write("long.csv", text));
        QCOMPARE(read.curves.train.size(), std::size_t(2));
        QCOMPARE(read.curves.badRows, 2);
    }

    void readingCanBeStopped()
    {
        auto sources = findSources(write("stopped.csv", "step,loss\n0,1\n"));
        std::stop_source stop;
        stop.request_stop();
        RowSink sink;
        sink.stop = stop.get_token();
        EXPECT_ERROR(survey(*sources[0], sink), ErrorCode::Stopped, "stopped on request");
    }
};

BAMSCOPE_TEST(SourcesTest)
#include "test_sources.moc"
