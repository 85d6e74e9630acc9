// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of training and of validation in one table, told apart by a text in each.
#include "core/base/text.h"
#include "core/exchange/run_tables.h"
#include "core/runs/run_directory.h"
#include "tests/exchange/source_support.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <algorithm>
#include <cmath>

using namespace bam;
using namespace bam::exchange;

namespace {

bool holds(const std::vector<std::string>& texts, const std::string& part)
{
    return std::any_of(texts.begin(), texts.end(), [&](const auto& text) { return text.find(part) != std::string::npos; });
}

}  // namespace

class RowPartsTest : public test::Suite {
    Q_OBJECT
    QTemporaryDir m_folder;

    std::filesystem::path place(const std::string& name = {}) const { return std::filesystem::path(m_folder.path().toStdString()) / name; }
    std::filesystem::path write(const std::string& name, const std::string& content) const { return test::writeText(place(name), content); }

private Q_SLOTS:
    void ourOwnJsonLinesComeBackAsTheyWere()
    {
        write("run/train.log", "step,time,loss,norm,lr,exec_time,tok/sec\n0,0.5,4.1,1,0.1,0.2,900\n1,1,3.9,,0.1,0.2,910\n2,1.5,3.7,0.5,0.05,0.2,920\n");
        write("run/eval.log", "step,time,loss,exec_time,tok/sec\n0,0.75,4.5,0.1,5000\n2,1.75,4.25,0.1,5100\n");
        write("run/priors.csv", "step,layer,head,theta_alpha,theta_beta,theta_mu,seq_scale\n0,0,0,1,2,0,1\n2,0,0,1,2,0,1\n");
        std::vector<std::string> notes;
        writeJsonLines(place("curves.jsonl"), runTables(place("run"), notes));
        const auto read = test::readOnly(place("curves.jsonl"));
        const auto train = runs::readTrainLog(place("run/train.log"));
        const auto eval = runs::readEvalLog(place("run/eval.log"));
        const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
        QCOMPARE(read.curves.train.size(), train.size());
        for (std::size_t n = 0; n < train.size(); ++n) {
            const auto &is = read.curves.train[n], &was = train[n];
            QVERIFY(is.step == was.step && same(is.time, was.time) && same(is.loss, was.loss) && same(is.norm, was.norm) && same(is.lr, was.lr) && same(is.tokensPerSecond, was.tokensPerSecond));
        }
        QCOMPARE(read.curves.eval.size(), eval.size());
        for (std::size_t n = 0; n < eval.size(); ++n)
            QVERIFY(read.curves.eval[n].step == eval[n].step && same(read.curves.eval[n].time, eval[n].time) && same(read.curves.eval[n].loss, eval[n].loss));
        QVERIFY(read.curves.notes.empty());
        QVERIFY(holds(read.survey.notes, "curves.jsonl: rows are told apart by their \"table\" (train and eval)"));
        QVERIFY(holds(read.survey.notes, "is neither training nor validation in rows of priors"));
    }

    void aTextSaysOfWhichDataARowIs_data()
    {
        QTest::addColumn<QByteArray>("title");
        QTest::addColumn<QByteArray>("trained");
        QTest::addColumn<QByteArray>("validated");
        QTest::newRow("split") << QByteArray("split") << QByteArray("train") << QByteArray("val");
        QTest::newRow("set") << QByteArray("set") << QByteArray("Training") << QByteArray("validation");
        QTest::newRow("phase") << QByteArray("phase") << QByteArray("train") << QByteArray("Valid");
        QTest::newRow("mode") << QByteArray("mode") << QByteArray("train") << QByteArray("eval");
        QTest::newRow("table") << QByteArray("table") << QByteArray("train") << QByteArray("dev");
        QTest::newRow("named after the data") << QByteArray("split") << QByteArray("wiki_train") << QByteArray("wiki_test");
    }
    void aTextSaysOfWhichDataARowIs()
    {
        QFETCH(QByteArray, title);
        QFETCH(QByteArray, trained);
        QFETCH(QByteArray, validated);
        std::string csv = "step," + title.toStdString() + ",loss,lr\n", json;
        for (const auto& [step, part, loss] : {std::tuple{0, trained, 4}, {1, trained, 3}, {1, validated, 9}, {2, trained, 2}}) {
            csv += str(step, ',', part.toStdString(), ',', loss, ",0.5\n");
            json += str("{\"step\": ", step, ", \"", title.toStdString(), "\": \"", part.toStdString(), "\", \"loss\": ", loss, ", \"lr\": 0.5}\n");
        }
        for (const auto& file : {write("parts.csv", csv), write("parts.jsonl", json)}) {
            const auto curves = test::readOnly(file).curves;
            QCOMPARE(curves.train.size(), std::size_t(3));
            QCOMPARE(curves.train[1].loss, 3.f);
            QCOMPARE(curves.train[1].lr, 0.5);
            QCOMPARE(curves.eval.size(), std::size_t(1));
            QCOMPARE(curves.eval[0].step, 1);
            QCOMPARE(curves.eval[0].loss, 9.f);
            QVERIFY(curves.notes.empty());
        }
    }

    void validationGoesBeforeTestAndBothStayApart()
    {
        const auto read = test::readOnly(write("three.csv", "step,split,loss\n0,train,4\n0,test,6\n0,val,5\n"));
        QCOMPARE(read.curves.eval.at(0).loss, 5.f);
        QCOMPARE(read.curves.train.at(0).loss, 4.f);
        QCOMPARE(test::readOnly(place("three.csv"), {"test/loss=val_loss"}).curves.eval.at(0).loss, 6.f);
    }

    void whatIsNeitherIsTakenOnlyWhereAMapSaysSo()
    {
        const auto file = write("warm.csv", "step,phase,loss,lr\n0,warmup,9,0.1\n1,val,5,\n2,cooldown,8,0.1\n");
        const auto read = test::readOnly(file);
        QVERIFY(read.curves.train.empty());
        QCOMPARE(read.curves.eval.at(0).loss, 5.f);
        QVERIFY(holds(read.survey.notes, "neither training nor validation in rows of warmup and cooldown; of these a column is taken only with --map, such as --map \"warmup/COLUMN=loss\""));
        QCOMPARE(test::readOnly(file, {"warmup/loss=loss"}).curves.train.at(0).loss, 9.f);
    }

    void wordsOfNoMeaningTellNothingApart()
    {
        const auto read = test::readOnly(write("phases.csv", "step,phase,loss\n0,warm,4\n1,up,3\n"));
        QCOMPARE(read.curves.train.size(), std::size_t(2));
        QVERIFY(read.survey.notes.empty());
        QCOMPARE(test::readOnly(write("all.csv", "step,split,loss\n0,train,4\n1,train,3\n"), {"loss=loss"}).curves.train.size(), std::size_t(2));
    }

    void aStepThatAMapNamesIsOneInAllRows()
    {
        const auto curves = test::readOnly(write("mapped.csv", "n,split,loss\n5,train,4\n7,val,5\n"), {"train/n=step"}).curves;
        QCOMPARE(curves.train.at(0).step, 5);
        QCOMPARE(curves.eval.at(0).step, 7);
        QCOMPARE(curves.badRows, 0);
    }

    void rowsOfSeveralRunsHaveParts()
    {
        const auto sources = findSources(write("runs.csv", "run,split,step,loss\na,train,0,4\na,val,0,5\nb,train,0,3\nb,val,0,6\n"));
        QCOMPARE(sources.size(), std::size_t(2));
        const auto curves = test::readSource(*sources[1]).curves;
        QCOMPARE(curves.train.at(0).loss, 3.f);
        QCOMPARE(curves.eval.at(0).loss, 6.f);
    }

    void valuesThatMeetInOneStepAreToldWhereTheyDiffer()
    {
        const auto read = [&](const std::string& rows) { return test::readOnly(write("meet.csv", "step,loss,lr\n" + rows)).curves; };
        const auto differing = read("0,4,0.1\n1,3,0.1\n0,3.5,0.1\n1,2,0.1\n");
        QCOMPARE(differing.notes, std::vector<std::string>{"2 values were replaced by a later one of the same step (loss at step 0: 4, then 3.5)"});
        QCOMPARE(differing.train[0].loss, 3.5f);
        QVERIFY(read("0,4,0.1\n1,3,0.1\n1,3,0.1\n").notes.empty());
    }

    void numbersMissingAtTheEndAreTold_data()
    {
        QTest::addColumn<QByteArray>("rows");
        QTest::addColumn<QByteArray>("note");
        QTest::newRow("NaN at the end") << QByteArray("0,4\n1,3\n2,nan\n3,-inf\n") << QByteArray("loss is NaN, infinite or empty at 2 steps, first at step 2; left out; its curve ends at step 1, 2 such steps before the log does");
        QTest::newRow("empty at the end") << QByteArray("0,4\n1,\n") << QByteArray("loss is NaN, infinite or empty at 1 step, first at step 1; left out; its curve ends at step 0, 1 such step before the log does");
        QTest::newRow("NaN in between") << QByteArray("0,4\n1,NaN\n2,3\n") << QByteArray("loss is NaN, infinite or empty at 1 step, first at step 1; left out");
        QTest::newRow("said again") << QByteArray("0,4\n1,nan\n1,3\n") << QByteArray();
    }
    void numbersMissingAtTheEndAreTold()
    {
        QFETCH(QByteArray, rows);
        QFETCH(QByteArray, note);
        const auto expected = note.isEmpty() ? std::vector<std::string>() : std::vector<std::string>{note.toStdString()};
        QCOMPARE(test::readOnly(write("gaps.csv", "step,loss\n" + rows.toStdString())).curves.notes, expected);
        std::string json;
        for (const auto& row : rows.trimmed().split('\n'))
            json += "{\"step\": " + row.split(',')[0].toStdString() + ", \"loss\": " + QByteArray(row.split(',')[1]).replace("-inf", "-Infinity").replace("nan", "NaN").toStdString() + "}\n";
        if (!rows.endsWith(",\n"))
            QCOMPARE(test::readOnly(write("gaps.jsonl", json)).curves.notes, expected);
    }

    void aNaNDoesNotShiftNumberedRows()
    {
        const auto curves = test::readOnly(write("numbered.csv", "loss,lr\n3,0.1\nnan,\n2,0.1\n")).curves;
        QCOMPARE(curves.train.at(1).step, 2);
    }
};

BAMSCOPE_TEST(RowPartsTest)
#include "test_row_parts.moc"
