// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch export` as a user meets it: what it writes, what it leaves alone, and what it says.
#include "core/interop/event_file.h"
#include "core/interop/safetensors.h"
#include "core/interop/state_dict.h"
#include "core/runs/run_directory.h"
#include "tests/app/program.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <QDir>
#include <QFile>

#include <cmath>
#include <csignal>

using namespace bam;

class ExportCommand : public test::Suite {
    Q_OBJECT
    test::Workplace m_place;

    static QString runFolder() { return "logs/custom/bam_ssmax/version_00"; }
    test::Outcome exported(const QStringList& more) const { return m_place.run(QStringList{"--batch", "export", runFolder()} + more); }
    std::filesystem::path path(const QString& name) const { return m_place.path(name).toStdString(); }
    QStringList eventFiles(const QString& folder) const { return QDir(m_place.path(folder)).entryList({"events.out.tfevents.*"}, QDir::Files); }

private Q_SLOTS:
    void initTestCase()
    {
        m_place.prepareData();
        EXPECT_EXIT(m_place.run(test::Workplace::tinyTraining() + QStringList{"--log_dir", "logs", "--quiet", "--checkpoint_every", "5", "--keep_last", "10"}), 0);
    }

    void weightsGoToBothFormatsUnchanged();
    void aCheckpointIsChosenByStepOrPath();
    void logsBecomeCurves();
    void whatIsThereIsReplacedOnlyWithForce();
    void whatIsWrongIsToldBeforeAnythingIsWritten();
    void aDamagedCheckpointIsRefused();
    void aFullDiskLeavesNothing();
    void theResultsAreObjectsForMachines();
    void curvesGoToTablesAndArrays();
    void tablesReplaceOthersOnlyWithForce();
    void aDetourToTheRunsOwnFolderIsSeenThrough();
    void aStopLeavesNothingHalfWritten();
    void anOfficialFolderWithItsModelIsEvaluatedDirectly();
};

void ExportCommand::weightsGoToBothFormatsUnchanged()
{
    const auto outcome = exported({"--pt", "both.pt", "--safetensors", "both.safetensors"});
    EXPECT_EXIT(outcome, 0);
    EXPECT_TEXT(outcome.out, "both.pt: 29 tensors, ");
    EXPECT_TEXT(outcome.out, "checkpoints/step_00000012/model.safetensors");
    const interop::SafetensorsFile source(path(runFolder() + "/checkpoints/step_00000012/model.safetensors"));
    for (const auto* name : {"both.pt", "both.safetensors"}) {
        const auto state = interop::readStateDict(path(name));
        QCOMPARE(state.tensors.size(), source.names().size());
        for (std::size_t n = 0; n < state.tensors.size(); ++n) {
            QCOMPARE(state.tensors[n].first, source.names()[n]);
            QVERIFY(state.tensors[n].second.equal(source.tensor(state.tensors[n].first)));
        }
    }
    QCOMPARE(interop::SafetensorsFile(path("both.safetensors")).metadata().at("encoding"), std::string("bam_ssmax"));
    EXPECT_TEXT(m_place.run({"--batch", "info", "both.pt"}).out, "both.pt: 29 tensors, ");
    EXPECT_EXIT(m_place.run(test::Workplace::tinyTraining() + QStringList{"--log_dir", "from_pt", "--quiet", "--checkpoint", "both.pt", "--reset_steps"}), 0);
}

void ExportCommand::aCheckpointIsChosenByStepOrPath()
{
    EXPECT_EXIT(exported({"--checkpoint", "5", "--pt", "five.pt"}), 0);
    EXPECT_EXIT(exported({"--checkpoint", runFolder() + "/checkpoints/step_00000005", "--pt", "five_too.pt"}), 0);
    EXPECT_EXIT(exported({"--pt", "twelve.pt"}), 0);
    QVERIFY(m_place.read("five.pt") == m_place.read("five_too.pt"));
    QVERIFY(m_place.read("five.pt") != m_place.read("twelve.pt"));
    EXPECT_EXIT(exported({"--checkpoint", "five.pt", "--safetensors", "five.safetensors"}), 0);
    const auto missing = exported({"--checkpoint", "7", "--pt", "seven.pt"});
    EXPECT_EXIT(missing, 2);
    EXPECT_TEXT(missing.err, "has no checkpoint at step 7");
    EXPECT_TEXT(missing.err, "It has steps 5, 10 and 12.");
}

void ExportCommand::logsBecomeCurves()
{
    EXPECT_EXIT(exported({"--tensorboard", "new/tensorboard"}), 0);
    QCOMPARE(eventFiles("new/tensorboard").size(), 1);
    const auto file = path("new/tensorboard/" + eventFiles("new/tensorboard").first());
    const auto rows = runs::readTrainLog(path(runFolder() + "/train.log"));
    std::vector<interop::ScalarEvent> losses;
    std::size_t evaluations = 0, priors = 0;
    for (const auto& scalar : interop::readEvents(file).scalars) {
        if (scalar.tag == "train/loss")
            losses.push_back(scalar);
        evaluations += scalar.tag == "eval/loss";
        priors += scalar.tag == "priors/layer_01/head_00/theta_beta";
    }
    QCOMPARE(losses.size(), rows.size());
    for (std::size_t n = 0; n < rows.size(); ++n) {
        QCOMPARE(losses[n].step, rows[n].step);
        QCOMPARE(float(losses[n].value), rows[n].loss);
        QVERIFY(std::abs(losses[n].wallTime - losses[0].wallTime - (rows[n].time - rows[0].time)) < 1e-3);
    }
    QCOMPARE(evaluations, runs::readEvalLog(path(runFolder() + "/eval.log")).size());
    QVERIFY(priors > 1);
    const auto info = m_place.run({"--batch", "info", QString::fromStdString(file.string())});
    EXPECT_EXIT(info, 0);
    EXPECT_TEXT(info.out, "train/loss: 12 points, the last ");
    // A run that has not begun to log has no curves, which is no error.
    QVERIFY(QDir(m_place.path()).mkpath("empty"));
    m_place.write("empty/args.json", "{}");
    EXPECT_TEXT(m_place.run({"--batch", "export", "empty", "--tensorboard", "empty/tb"}).out, ": 0 rows of logs");
}

void ExportCommand::whatIsThereIsReplacedOnlyWithForce()
{
    for (const auto* name : {"mine.pt", "mine.safetensors"}) {
        m_place.write(name, "mine");
        const QString flag = QString(name).endsWith("pt") ? "--pt" : "--safetensors";
        const auto refused = exported({flag, name});
        EXPECT_EXIT(refused, 2);
        EXPECT_TEXT(refused.err, "is there already");
        EXPECT_TEXT(refused.err, "--force");
        QCOMPARE(m_place.read(name), QByteArray("mine"));
        EXPECT_EXIT(exported({flag, name, "--force"}), 0);
        QVERIFY(m_place.read(name).size() > 1000);
    }
    EXPECT_EXIT(exported({"--tensorboard", "curves"}), 0);
    const auto refused = exported({"--tensorboard", "curves"});
    EXPECT_EXIT(refused, 2);
    EXPECT_TEXT(refused.err, "holds event files already");
    QCOMPARE(eventFiles("curves").size(), 1);
    const auto before = eventFiles("curves").first();
    EXPECT_EXIT(exported({"--tensorboard", "curves", "--force"}), 0);
    auto files = eventFiles("curves");
    QCOMPARE(files.size(), 2);
    files.removeAll(before);
    QVERIFY(interop::readEvents(path("curves/" + files.first())).restarts == std::vector<std::int64_t>{0});
}

void ExportCommand::whatIsWrongIsToldBeforeAnythingIsWritten()
{
    const auto refused = [&](const QStringList& arguments, int code, const char* text) {
        const auto outcome = m_place.run(QStringList{"--batch", "export"} + arguments);
        EXPECT_EXIT(outcome, code);
        EXPECT_TEXT(outcome.err, text);
    };
    m_place.write("file", "text");
    refused({}, 2, "no run is named");
    refused({"a", "b", "--pt", "x.pt"}, 2, "export takes one run; found a and b");
    refused({"missing", "--pt", "x.pt"}, 2, "missing is not a run directory: it has neither run.json nor args.json");
    refused({runFolder()}, 2, "nothing to export is named");
    refused({runFolder(), "--pt", ""}, 2, "--pt is empty");
    refused({runFolder(), "--pt", "x", "--safetensors", "./x"}, 2, "both name \"x\"");
    refused({runFolder(), "--pt", "shards"}, 2, "\"shards\" is a folder");
    refused({runFolder(), "--pt", "x.pt", "--tensorboard", "file"}, 2, "\"file\" is a file, a folder was expected");
    refused({runFolder(), "--onnx", "x.onnx"}, 2, "--onnx");
    refused({runFolder(), "--pt", "x.pt", "--checkpoint", "nowhere.pt"}, 2, "there is no checkpoint nowhere.pt");
    refused({runFolder(), "--pt", "no/folder/x.pt"}, 2, "there is no folder");
    refused({runFolder(), "--pt", "x.pt", "--safetensors", "no/folder/x.safetensors"}, 2, "there is no folder");
    QVERIFY(!QFile::exists(m_place.path("x.pt")) && !QFile::exists(m_place.path("x")));
    EXPECT_TEXT(m_place.run({"--batch", "export", "--help"}).out, "--tensorboard FOLDER");
}

void ExportCommand::aDamagedCheckpointIsRefused()
{
    EXPECT_EXIT(exported({"--pt", "whole.pt"}), 0);
    m_place.write("cut.pt", m_place.read("whole.pt").chopped(100));
    const auto cut = exported({"--checkpoint", "cut.pt", "--pt", "never.pt"});
    EXPECT_EXIT(cut, 1);
    EXPECT_TEXT(cut.err, "cut.pt\" cannot be read as a torch.save file");
    QVERIFY(!QFile::exists(m_place.path("never.pt")));

    // A bit of the run's own weights that turned over is not exported either.
    const auto weights = runFolder() + "/checkpoints/" + QDir(m_place.path(runFolder() + "/checkpoints")).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name).last() + "/model.safetensors";
    const auto whole = m_place.read(weights);
    auto turned = whole;
    turned[turned.size() - 5] = char(turned[turned.size() - 5] ^ 4);
    m_place.write(weights, turned);
    const auto damaged = exported({"--pt", "never.pt", "--safetensors", "never.safetensors"});
    m_place.write(weights, whole);
    EXPECT_EXIT(damaged, 1);
    EXPECT_TEXT(damaged.err, "model.safetensors");
    QVERIFY(!QFile::exists(m_place.path("never.pt")) && !QFile::exists(m_place.path("never.safetensors")));
}

void ExportCommand::aFullDiskLeavesNothing()
{
    const auto before = QDir(m_place.path()).entryList(QDir::Files | QDir::Hidden);
    const auto full = m_place.runWithFileLimit({"--batch", "export", runFolder(), "--pt", "full.pt"}, 8000);
    EXPECT_EXIT(full, 1);
    EXPECT_TEXT(full.err, "Cannot write");
    QCOMPARE(QDir(m_place.path()).entryList(QDir::Files | QDir::Hidden), before);
}

void ExportCommand::theResultsAreObjectsForMachines()
{
    const auto outcome = exported({"--pt", "json.pt", "--tensorboard", "json", "--json"});
    EXPECT_EXIT(outcome, 0);
    const auto events = outcome.events("exported");
    QCOMPARE(events.size(), 2);
    QCOMPARE(events[0]["format"].toString(), QString("pt"));
    QCOMPARE(events[0]["bytes"].toInteger(), qint64(m_place.read("json.pt").size()));
    QCOMPARE(events[1]["path"].toString(), "json/" + eventFiles("json").first());
    QVERIFY(events[1]["rows"].toInt() > 12);
}

void ExportCommand::curvesGoToTablesAndArrays()
{
    const auto outcome = exported({"--csv", "new/tables", "--jsonl", "rows.jsonl", "--npz", "arrays.npz", "--json"});
    EXPECT_EXIT(outcome, 0);
    QCOMPARE(QDir(m_place.path("new/tables")).entryList(QDir::Files), (QStringList{"eval.csv", "priors.csv", "train.csv"}));
    const auto rows = runs::readTrainLog(path(runFolder() + "/train.log"));
    const auto lines = m_place.read("new/tables/train.csv").trimmed().split('\n');
    QCOMPARE(lines.size(), qsizetype(rows.size()) + 1);
    QCOMPARE(lines[0], QByteArray("step,time,loss,norm,lr,exec_time,tokens_per_second"));
    QCOMPARE(lines.last().split(',')[2].toFloat(), rows.back().loss);
    QVERIFY(m_place.read("rows.jsonl").startsWith("{\"table\":\"train\",\"step\":0,"));
    QVERIFY(m_place.read("arrays.npz").contains("priors_theta_beta.npy"));
    const auto events = outcome.events("exported");
    QCOMPARE(events.size(), 5);
    QCOMPARE(events.last()["format"].toString(), QString("npz"));
}

void ExportCommand::tablesReplaceOthersOnlyWithForce()
{
    QVERIFY(QDir(m_place.path()).mkpath("mine"));
    m_place.write("mine/results.csv", "mine");
    m_place.write("mine.npz", "mine");
    for (const auto& arguments : {QStringList{"--csv", "mine"}, {"--npz", "mine.npz"}}) {
        const auto refused = exported(arguments);
        EXPECT_EXIT(refused, 2);
        EXPECT_TEXT(refused.err, "is there already");
    }
    QVERIFY(!QFile::exists(m_place.path("mine/train.csv")));
    EXPECT_EXIT(exported({"--csv", "mine", "--npz", "mine.npz", "--force"}), 0);
    QVERIFY(!QFile::exists(m_place.path("mine/results.csv")));      // it would be taken for this run's
    const auto own = exported({"--csv", runFolder()});
    EXPECT_EXIT(own, 2);
    EXPECT_TEXT(own.err, "the run's own folder");
    EXPECT_EXIT(exported({"--jsonl", "same", "--npz", "./same"}), 2);
}

void ExportCommand::aDetourToTheRunsOwnFolderIsSeenThrough()
{
    const auto before = QDir(m_place.path(runFolder())).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    const auto own = exported({"--csv", runFolder() + "/missing/../"});
    EXPECT_EXIT(own, 2);
    EXPECT_TEXT(own.err, "the run's own folder");
    QCOMPARE(QDir(m_place.path(runFolder())).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), before);
    QVERIFY(QDir(m_place.path()).mkpath("taken"));
    m_place.write("taken/results.csv", "mine");
    EXPECT_TEXT(exported({"--csv", "taken/missing/.."}).err, "is there already");
    EXPECT_EXIT(exported({"--tensorboard", "events"}), 0);
    EXPECT_TEXT(exported({"--tensorboard", "events/missing/.."}).err, "holds event files already");
}

void ExportCommand::aStopLeavesNothingHalfWritten()
{
    QVERIFY(QDir(m_place.path()).mkpath("endless"));
    m_place.write("endless/args.json", "{}");
    QByteArray log = "step,time,loss,norm,lr,exec_time,tok/sec\n";
    for (int step = 0; step < 400'000; ++step)
        log += QByteArray::number(step) + ",1,4,1,0.1,0.1,1000\n";
    m_place.write("endless/train.log", log);
    const auto stopped = m_place.runAndSignal({"--batch", "export", "endless", "--checkpoint", runFolder() + "/checkpoints/step_00000005", "--pt", "first.pt", "--tensorboard", "stopped", "--jsonl", "stopped.jsonl"},
        "first.pt: 29 tensors", {SIGTERM});
    EXPECT_EXIT(stopped, 3);
    EXPECT_TEXT(stopped.err, "stopped on request");
    QCOMPARE(interop::readStateDict(path("first.pt")).tensors.size(), std::size_t(29));
    QVERIFY(eventFiles("stopped").isEmpty());
    QVERIFY(!QFile::exists(m_place.path("stopped.jsonl")));
}

void ExportCommand::anOfficialFolderWithItsModelIsEvaluatedDirectly()
{
    QVERIFY(QDir(m_place.path()).mkpath("official"));
    m_place.write("official/args.json", m_place.read(runFolder() + "/args.json"));
    EXPECT_EXIT(exported({"--pt", "official/model.pt"}), 0);
    const auto evaluated = [&](const QString& run) {
        return m_place.run({"--batch", "evaluate", run, "--tokenizer", "t.model", "--passkey_lengths", "64,128", "--samples", "4", "--device", "cpu", "--threads", "1", "--json"});
    };
    const auto official = evaluated("official"), ours = evaluated(runFolder());
    EXPECT_EXIT(official, 0);
    EXPECT_EXIT(ours, 0);
    const auto cells = official.events("passkey"), same = ours.events("passkey");
    QCOMPARE(cells.size(), 2);
    for (qsizetype n = 0; n < cells.size(); ++n)
        QCOMPARE(cells[n]["correct"].toInt(-1), same[n]["correct"].toInt(-2));
    QVERIFY(QFile::exists(m_place.path("official/results.json")));
}

BAMSCOPE_TEST(ExportCommand)
#include "test_export_command.moc"
