// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of training and of validation in one table, told apart by a text in each.
#include "core/base/text.h"
#include "tests/exchange/source_support.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <algorithm>

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

    void rowsOfSeveralRunsHaveParts()
    {
        const auto sources = findSources(write("runs.csv", "run,split,step,loss\na,train,0,4\na,val,0,5\nb,train,0,3\nb,val,0,6\n"));
        QCOMPARE(sources.size(), std::size_t(2));
        const auto curves = test::readSource(*sources[1]).curves;
        QCOMPARE(curves.train.at(0).loss, 3.f);
        QCOMPARE(curves.eval.at(0).loss, 6.f);
    }
};

BAMSCOPE_TEST(RowPartsTest)
#include "test_row_parts.moc"
