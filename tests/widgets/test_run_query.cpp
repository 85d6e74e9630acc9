// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/widgets/run_records.h"
#include "widgets/models/run_query.h"

using namespace bam;
using namespace bam::models;
using namespace bam::test;

class RunQueryTest : public Suite {
    Q_OBJECT
private Q_SLOTS:
    void aQueryFindsRunsByTextAndField_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<bool>("found");
        const auto row = [](const char* query, bool found) { QTest::newRow(query) << QString::fromUtf8(query) << found; };
        row("", true);
        row("bam", true);
        row("BAM l12", true);
        row("rope", false);
        row("-rope", true);
        row("-bam", false);
        row("size:l12", true);
        row("size:l1", true);
        row("size=l1", false);
        row("Size:L12 state:running", true);
        row("state:finished", false);
        row("-state:finished", true);
        row("loss<3", true);
        row("loss<=2.3", true);
        row("loss>2.3", false);
        row("loss:2.3", true);
        row("step>=0.25k", true);
        row("speed>1M", false);
        row("tag:paper", true);
        row("tag=pap", false);
        row("tag:\"long run\"", true);
        row("\"two words\"", true);
        row("\"words two\"", false);
        row("\"note: with\"", true);
        row("note:words -tag:draft", true);
        row("encoding=bam", false);
        row("encoding:bam", true);
        row("pinned:yes", false);
        row("folder:/logs device:cuda", true);
        row("  ", true);
        row("bam size:l12 state:running loss<3 tag:paper -rope \"two words\"", true);
    }

    void aQueryFindsRunsByTextAndField()
    {
        QFETCH(const QString, query);
        QFETCH(const bool, found);
        auto run = makeRecord("l12", "bam_ssmax", 3, runs::RunState::Running, 250);
        run.loss = 2.3;
        run.notes.tags = {"paper", "long run"};
        run.notes.note = "a note: with two words";
        const auto parsed = RunQuery::parse(query);
        QCOMPARE(parsed.error(), QString());
        QCOMPARE(parsed.matches(run), found);
    }

    void aWrongQuerySaysWhatIsWrong_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("fragment");
        QTest::newRow("field") << "losss<3" << "did you mean “loss”";
        QTest::newRow("far field") << "xyzzyx:3" << "no field “xyzzyx”";
        QTest::newRow("number") << "loss<low" << "takes a number";
        QTest::newRow("missing") << "bam loss<" << "A value is missing after “loss<”";
        QTest::newRow("text compared") << "size<l12" << "is a text";
        QTest::newRow("quotation") << "\"two words" << "quotation mark is missing";
    }

    void aWrongQuerySaysWhatIsWrong()
    {
        QFETCH(const QString, query);
        QFETCH(const QString, fragment);
        const auto parsed = RunQuery::parse(query);
        QVERIFY2(parsed.error().contains(fragment), qPrintable(parsed.error()));
        QVERIFY(parsed.matches(makeRecord("l6", "bam", 0)));
    }

    void missingNumbersMatchNoComparison()
    {
        auto run = makeRecord("l6", "bam", 0);
        run.loss = runs::RunSummary::kNone;
        QVERIFY(!RunQuery::parse(QStringLiteral("loss<3")).matches(run));
        QVERIFY(!RunQuery::parse(QStringLiteral("loss>=3")).matches(run));
    }

    void anythingTypedIsCopedWith()
    {
        const auto run = makeRecord("l6", "bam", 0);
        for (const auto* odd : {"-", "--", ":", "<", "\"", "\"\"", "-\"\"", "a:b:c", "size:", "size::", "=3", "loss<=", "loss<<3", "\xEE\x80\x80", "size:\"\"", "- bam"}) {
            const auto parsed = RunQuery::parse(QString::fromUtf8(odd));
            parsed.matches(run);
            QVERIFY(parsed.error().isEmpty() || parsed.error().endsWith('.') || parsed.error().endsWith('?'));
        }
    }

    void numbersInNamesCompareAsNumbers()
    {
        QVERIFY(compareNaturally(QStringLiteral("l8"), QStringLiteral("l12")) < 0);
        QVERIFY(compareNaturally(QStringLiteral("version_10"), QStringLiteral("version_9")) > 0);
        QVERIFY(compareNaturally(QStringLiteral("a"), QStringLiteral("B")) < 0);
        QCOMPARE(compareNaturally(QStringLiteral("l07"), QStringLiteral("l7")), 0);
        QVERIFY(compareNaturally(QStringLiteral("l1"), QStringLiteral("l1b")) < 0);
    }
};

BAMSCOPE_TEST(RunQueryTest)
#include "test_run_query.moc"
