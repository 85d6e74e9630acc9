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
    void aQuoteThatIsNotClosedCostsItsLineAlone_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        QTest::newRow("no other quote") << QByteArray("step,loss,text\n0,4,a\n1,3,\"b\n2,2,c\n3,1,d\n") << 3;
        QTest::newRow("in the last line") << QByteArray("step,loss,text\n0,4,a\n2,2,c\n3,1,d\n4,1,\"e") << 5;
        QTest::newRow("quotes below") << QByteArray("step,loss,text\n0,4,\"a\"\n1,3,\"b\n2,2,\"c\"\n3,1,\"d\"\n") << 3;
        QTest::newRow("all are in quotes") << QByteArray("\"step\",\"loss\",\"text\"\n\"0\",\"4\",\"a\"\n\"1\",\"3,\"b\"\n\"2\",\"2\",\"c\"\n\"3\",\"1\",\"d\"\n") << 3;
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
};

BAMSCOPE_TEST(TablesTest)
#include "test_tables.moc"
