// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch import` as a user meets it, and what the other commands make of an imported run.
#include "core/interop/event_file.h"
#include "tests/app/program.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>

using namespace bam;

class ImportCommand : public test::Suite {
    Q_OBJECT
    test::Workplace m_place;

    test::Outcome imported(const QStringList& arguments) const { return m_place.run(QStringList{"--batch", "import"} + arguments); }

private Q_SLOTS:
    void initTestCase()
    {
        QByteArray table = "iteration,train_loss,val loss,lr,ppl\n";
        for (int n = 0; n < 40; ++n)
            table += QByteArray::number(n) + "," + QByteArray::number(5.0 / (n + 1)) + "," + (n % 10 == 0 ? QByteArray("4") : QByteArray()) + ",0.001,9\n";
        m_place.write("history.csv", table + "oops\n");
        QVERIFY(QFile::copy(QStringLiteral(BAMSCOPE_TEST_DATA "/wandb/run-quiet.wandb"), m_place.path("run-quiet.wandb")));
    }

    void whatIsTakenForWhatIsTold()
    {
        const auto outcome = imported({"history.csv"});
        EXPECT_EXIT(outcome, 0);
        for (const auto* text : {"history.csv: csv, 40 rows, run history", "step ← iteration (40 numbers)", "loss ← train_loss (40 numbers)", "val_loss ← val loss (4 numbers)", "lr ← lr", "not taken: ppl",
                 "logs/imported/history/version_00: 40 rows of training, 4 of validation"})
            EXPECT_TEXT(outcome.out, text);
        EXPECT_TEXT(outcome.err, "line 42 of history.csv has 1 fields, its header 5");
        EXPECT_TEXT(outcome.err, "1 row was left out");
        QVERIFY(m_place.read("logs/imported/history/version_00/train.log").contains("\n39,,0.125,,0.001,,\n"));
        EXPECT_TEXT(imported({"history.csv"}).out, "imported before from the same source");
        QVERIFY(!QFile::exists(m_place.path("logs/imported/history/version_01")));
    }

    void aDryRunWritesNothing()
    {
        const auto outcome = imported({"history.csv", "--dry_run", "--log_dir", "dry", "--map", "ppl=grad_norm", "--json"});
        EXPECT_EXIT(outcome, 0);
        const auto plan = outcome.events("plan").value(0);
        QCOMPARE(plan["taken"].toObject()["grad_norm"].toString(), QString("ppl"));
        QCOMPARE(plan["bad_rows"].toInt(), 1);
        QVERIFY(!QFile::exists(m_place.path("dry")));
    }

    void aRunOfWandbAndOneOfTensorBoardStandBesideEachOther()
    {
        interop::EventWriter writer(m_place.path("tb").toStdString());
        for (int step = 0; step < 5; ++step)
            writer.scalar("train/loss", step, 5 - step, 1000 + step);
        const auto outcome = imported({"run-quiet.wandb", "tb", "--log_dir", "mixed", "--json"});
        EXPECT_EXIT(outcome, 0);
        const auto events = outcome.events("imported");
        QCOMPARE(events.size(), 2);
        QCOMPARE(events[0]["run"].toString(), QString("mixed/imported/quiet-river/version_00"));
        QCOMPARE(events[0]["train_rows"].toInt(), 40);
        QCOMPARE(events[1]["run"].toString(), QString("mixed/imported/tb/version_00"));
        EXPECT_TEXT(m_place.run({"--batch", "status", "mixed"}).out, "imported");
        const auto info = m_place.run({"--batch", "info", "mixed/imported/quiet-river/version_00"});
        EXPECT_EXIT(info, 0);
        EXPECT_TEXT(info.out, "imported from a run file of Weights & Biases");
    }

    void whatAnExportWroteComesBack()
    {
        EXPECT_EXIT(imported({"history.csv", "--log_dir", "first"}), 0);
        const QString run = "first/imported/history/version_00";
        EXPECT_EXIT(m_place.run({"--batch", "export", run, "--jsonl", "curves.jsonl"}), 0);
        const auto outcome = imported({"curves.jsonl", "--log_dir", "second"});
        EXPECT_EXIT(outcome, 0);
        EXPECT_TEXT(outcome.out, "val_loss ← eval/loss (4 numbers)");
        EXPECT_TEXT(outcome.err, "note: curves.jsonl: rows are told apart by their \"table\" (train and eval)");
        for (const auto* name : {"train.log", "eval.log"})
            QCOMPARE(m_place.read("second/imported/curves/version_00/" + QString(name)), m_place.read(run + "/" + name));
    }

    void whatMeetsOrIsMissingIsTold()
    {
        m_place.write("meets.csv", "step,loss,loss\n0,4,1\n0,3,1\n1,nan,1\n");
        const auto outcome = imported({"meets.csv", "--log_dir", "told"});
        EXPECT_EXIT(outcome, 0);
        EXPECT_TEXT(outcome.err, "several columns are called \"loss\"; number 2 of them is read as \"loss (2)\"");
        EXPECT_TEXT(outcome.err, "1 value was replaced by a later one of the same step (loss at step 0: 4, then 3)");
        EXPECT_TEXT(outcome.err, "loss is NaN, infinite or empty at 1 step, first at step 1");
    }

    void whatNeedsAModelRefusesIt()
    {
        EXPECT_EXIT(imported({"history.csv", "--log_dir", "kept"}), 0);
        const QString run = "kept/imported/history/version_00";
        for (const auto& arguments : {QStringList{"train", "--resume", run}, {"evaluate", run}, {"control", run, "stop"}}) {
            const auto outcome = m_place.run(QStringList{"--batch"} + arguments);
            EXPECT_EXIT(outcome, 2);
            EXPECT_TEXT(outcome.err, "was imported from a table: it has curves and no model");
        }
        QCOMPARE(QDir(m_place.path(run)).entryList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot), (QStringList{"eval.log", "run.json", "train.log"}));
        EXPECT_EXIT(m_place.run({"--batch", "export", run, "--csv", "again"}), 0);
        QVERIFY(m_place.read("again/train.csv").startsWith("step,time,loss,"));
    }

    void oneSourceOfSeveralThatIsNoneCostsOnlyItself()
    {
        m_place.write("other.csv", "step,accuracy\n0,1\n");
        const auto outcome = imported({"other.csv", "history.csv", "--log_dir", "several"});
        EXPECT_EXIT(outcome, 1);
        EXPECT_TEXT(outcome.err, "no column of \"other.csv\" looks like a loss");
        EXPECT_TEXT(outcome.err, "1 of 2 sources could not be imported: other.csv");
        QVERIFY(QFile::exists(m_place.path("several/imported/history/version_00/run.json")));
    }

    void whatIsWrongIsToldBeforeAnythingIsWritten()
    {
        const auto refused = [&](const QStringList& arguments, const char* text) {
            const auto outcome = imported(arguments + QStringList{"--log_dir", "never"});
            EXPECT_EXIT(outcome, 2);
            EXPECT_TEXT(outcome.err, text);
        };
        refused({}, "no source is named");
        refused({"history.csv", "missing"}, "\"missing\" is not there");
        refused({"history.csv", "--map", "ppl"}, "expected column=field");
        refused({"history.csv", "--map", "pp=lr"}, "Did you mean \"ppl\"?");
        refused({"history.csv", "--map", "ppl=lr", "--map", "ppl=loss"}, "two fields for the column \"ppl\": lr and loss");
        refused({"history.csv", "--map", "train_loss=none", "--map", "val loss=none"}, "--map COLUMN=loss");
        QVERIFY(!QFile::exists(m_place.path("never")));
        EXPECT_TEXT(m_place.run({"--batch", "import", "--help"}).out, "--map COLUMN=FIELD");
    }
};

BAMSCOPE_TEST(ImportCommand)
#include "test_import_command.moc"
