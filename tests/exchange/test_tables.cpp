// SPDX-License-Identifier: GPL-3.0-or-later
// What the header of a table says, and what quotes do to its rows.
#include "core/base/text.h"
#include "core/exchange/text_rows.h"
#include "tests/exchange/source_support.h"
#include "tests/support/test_main.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

using namespace bam;
using namespace bam::exchange;

class TablesTest : public test::Suite {
    Q_OBJECT
    QTemporaryDir m_folder;

    std::filesystem::path place(const std::string& name = {}) const { return std::filesystem::path(m_folder.path().toStdString()) / name; }
    std::filesystem::path write(const std::string& name, const std::string& content) const { return test::writeText(place(name), content); }

private Q_SLOTS:
    void columnsThatAreCalledAlikeAreNumbered()
    {
        const auto file = write("twice.csv", "step,loss,loss,,loss (2),\n0,4,9,1,8,1\n1,3,9,1,8,1\n");
        const auto read = test::readOnly(file);
        QCOMPARE(read.curves.train.at(1).loss, 3.f);
        std::vector<std::string> names;
        for (const auto& column : read.survey.columns)
            names.push_back(column.name);
        QCOMPARE(names, (std::vector<std::string>{"step", "loss", "loss (3)", "column 4", "loss (2)", "column 6"}));
        QCOMPARE(read.survey.notes, std::vector<std::string>{"twice.csv: several columns are called \"loss\"; number 3 of them is read as \"loss (3)\""});
        QCOMPARE(test::readOnly(file, {"loss (3)=loss"}).curves.train.at(0).loss, 9.f);
    }

    void runsOfAChartThatAreCalledAlikeAreNumbered()
    {
        const std::string columns = ",\"a - loss\",\"a - loss__MIN\",\"a - loss__MAX\"";
        const auto sources = findSources(write("alike.csv", "\"Step\"" + columns + columns + "\n0,4,4,4,9,9,9\n1,3,3,3,8,8,8\n"));
        QCOMPARE(sources.size(), std::size_t(2));
        QCOMPARE(sources[1]->name(), std::string("a (2)"));
        QCOMPARE(test::readSource(*sources[0]).curves.train.at(1).loss, 3.f);
        QCOMPARE(test::readSource(*sources[1]).curves.train.at(1).loss, 8.f);
        QCOMPARE(sources[0]->notes(), std::vector<std::string>{"alike.csv: several columns are called \"a - loss\"; number 2 of them is read as \"a (2) - loss\""});
    }

    void aTitleWithAHyphenMakesNoChart_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::newRow("among others") << QByteArray("step,loss,time - spent");
        QTest::newRow("beside a step of another name") << QByteArray("iteration,train - loss,val - loss");
        QTest::newRow("parts of the data") << QByteArray("Step,train - loss,val - loss");
    }
    void aTitleWithAHyphenMakesNoChart()
    {
        QFETCH(QByteArray, header);
        const auto sources = findSources(write("hyphen.csv", header.toStdString() + "\n0,4,5\n1,3,5\n"));
        QCOMPARE(sources.size(), std::size_t(1));
        QCOMPARE(sources[0]->kind(), std::string("csv"));
        const auto curves = test::readSource(*sources[0]).curves;
        QCOMPARE(curves.train.at(1).loss, 3.f);
        QCOMPARE(curves.eval.size(), std::size_t(header.contains("val") ? 2 : 0));
    }

    void aQuoteThatIsNotClosedCostsItsLineAlone_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        QTest::newRow("no other quote") << QByteArray("step,loss,text\n0,4,a\n1,3,\"b\n2,2,c\n3,1,d\n") << 3;
        QTest::newRow("in the last line") << QByteArray("step,loss,text\n0,4,a\n2,2,c\n3,1,d\n4,1,\"e") << 5;
        QTest::newRow("quotes below") << QByteArray("step,loss,text\n0,4,\"a\"\n1,3,\"b\n2,2,\"c\"\n3,1,\"d\"\n") << 3;
        QTest::newRow("all are in quotes") << QByteArray("\"step\",\"loss\",\"text\"\n\"0\",\"4\",\"a\"\n\"1\",\"3,\"b\"\n\"2\",\"2\",\"c\"\n\"3\",\"1\",\"d\"\n") << 3;
        QTest::newRow("closed by one far below") << QByteArray("step,loss,text\n0,4,a\n1,\"3,b\n2,2,c\n3,1,d\"\n") << 3;
        QTest::newRow("behind a field with line breaks") << QByteArray("step,loss,text\n0,4,\"a\na\"\n\"1\n\",3,\"b\n2,2,c\n3,1,d\n") << 5;
    }
    void aQuoteThatIsNotClosedCostsItsLineAlone()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        const auto read = test::readOnly(write("open.csv", text.toStdString()));
        QCOMPARE(read.curves.badRows, 1);
        QVERIFY2(read.curves.bad[0].starts_with(str("line ", line, " of open.csv")), read.curves.bad[0].c_str());
        QCOMPARE(read.curves.train.size(), std::size_t(3));
        QCOMPARE(read.curves.train[1].step, 2);
        QCOMPARE(read.curves.train[2].step, 3);
    }

    void fieldsInQuotesHoldLineBreaks()
    {
        const auto curves = test::readOnly(write("breaks.csv", "step,loss,text\r\n0,4,\"a,\r\n\"\"b\"\"\r\n\"\r\n1,3,\"c\"\r\n")).curves;
        QCOMPARE(curves.badRows, 0);
        QCOMPARE(curves.train.size(), std::size_t(2));
    }

    void manyOpenQuotesAreReadInFairTime()
    {
        std::string text = "step,loss\n";
        for (int n = 0; n < 1'000'000; ++n)
            text += "\"x\n";
        const auto file = write("many.csv", text + std::string(std::size_t(3) << 20, 'y') + "\n1,3\n");
        TextRows rows(file);
        std::vector<std::string> fields;
        std::int64_t open = 0, whole = 0;
        QElapsedTimer timer;
        timer.start();
        for (auto row = rows.record(fields, ','); row != TextRows::Row::End; row = rows.record(fields, ','))
            ++(row == TextRows::Row::OpenQuote ? open : whole);
        QCOMPARE(open, 1'000'000);
        QCOMPARE(whole, 3);
        QCOMPARE(rows.bytesRead(), std::int64_t(std::filesystem::file_size(file)));
        QVERIFY2(timer.elapsed() < 30'000, qPrintable(QString::number(timer.elapsed())));
    }

    void quotesThatCloseEachOtherAreReadInFairTime()
    {
        // Each line closes the quote of the line before and opens one: read up to the last field, a record is of as many lines as it has fields.
        std::string text = "step,loss";
        for (int n = 0; n < 5'000; ++n)
            text += str(",c", n);
        text += '\n';
        for (int n = 0; n < 200'000; ++n)
            text += "x\",\"\n";
        const auto file = write("closing.csv", text);
        QElapsedTimer timer;
        timer.start();
        TextRows rows(file);
        std::vector<std::string> fields;
        rows.record(fields, ',');
        while (rows.record(fields, ',', 5'002) != TextRows::Row::End) { }
        QVERIFY2(timer.elapsed() < 30'000, qPrintable(QString::number(timer.elapsed())));
    }

    void whatIsNoTableIsCalledWhatItIs()
    {
        std::string wide = "step,loss";
        for (int n = 0; n < 10'000; ++n)
            wide += str(",c", n);
        EXPECT_ERROR(test::readOnly(write("wide.csv", wide + "\n")), ErrorCode::Usage, "has more than 10,000 columns");
        EXPECT_ERROR(test::readOnly(write("quote.csv", "step,\"loss\n0,4\n")), ErrorCode::Usage, "opens a quote in its header that is not closed");
        for (const auto* name : {"list.json", "list.jsonl"})
            for (const auto* text : {"[{\"step\": 0, \"loss\": 4}]\n", "\n[\n  {\"step\": 0, \"loss\": 4}\n]\n", "[1, 2]"})
                EXPECT_ERROR(test::readOnly(write(name, text)), ErrorCode::Usage, "holds a JSON list; expected JSON Lines, an object on each line");
        QCOMPARE(test::readOnly(write("brackets.txt", "[loss],step\n4,0\n")).curves.train.size(), std::size_t(1));
    }

    void controlCharactersAreNotShownAsTheyAre()
    {
        QCOMPARE(shown("a\x1b[2Jb\tc\x7f\xc2\x9b"), std::string("a\\x1b[2Jb\\x09c\\x7f\\x9b"));
        QCOMPARE(shown("caf\xc3\xa9 \xff"), std::string("caf\xc3\xa9 \xef\xbf\xbd"));
        const auto read = test::readOnly(write("control.csv", std::string("step,loss,s\x1b]0;x\x07\n0,4,1\n1,\x1b[31mred,1\n")));
        QCOMPARE(read.survey.columns.at(2).name, std::string("s\\x1b]0;x\\x07"));
        QVERIFY2(read.curves.bad.at(0).find("loss is \"\\x1b[31mred\"") != std::string::npos, read.curves.bad[0].c_str());
        const auto sources = findSources(write("chart.csv", "Step,a\x1b - loss,a\x1b - loss__MIN,a\x1b - loss__MAX\n0,4,4,4\n"));
        QCOMPARE(sources.at(0)->name(), std::string("a\\x1b"));
        QCOMPARE(test::readSource(*sources[0]).curves.train.size(), std::size_t(1));
    }
};

BAMSCOPE_TEST(TablesTest)
#include "test_tables.moc"
