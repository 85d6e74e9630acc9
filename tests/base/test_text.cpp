// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "tests/support/test_main.h"

#include <cstdlib>
#include <limits>

namespace {

using Names = std::vector<std::string>;

class TestText : public bam::test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void strConcatenates();
    void thousandsAreSeparated();
    void bytesHaveBinaryUnits();
    void durationsReadLikeAClock();
    void shortestReadsBackAsTheSameNumber();
    void shortestUsesPlainNotationForEverydayNumbers();
    void aTypoFindsItsName();
    void nothingIsSuggestedForAnUnrelatedName();
    void namesAreJoinedForASentence();
    void splitKeepsEmptyParts();
    void trimmedDropsOuterSpaceOnly();
    void validUtf8IsLeftAlone();
    void invalidUtf8IsReplacedByTheStandardsRule_data();
    void invalidUtf8IsReplacedByTheStandardsRule();
};

void TestText::strConcatenates()
{
    QCOMPARE(bam::str("step ", 12, " of ", 3.5, '.'), std::string("step 12 of 3.5."));
    QCOMPARE(bam::str(), std::string());
}

void TestText::thousandsAreSeparated()
{
    QCOMPARE(bam::withThousands(0), std::string("0"));
    QCOMPARE(bam::withThousands(999), std::string("999"));
    QCOMPARE(bam::withThousands(1000), std::string("1,000"));
    QCOMPARE(bam::withThousands(1234567), std::string("1,234,567"));
    QCOMPARE(bam::withThousands(-123), std::string("-123"));
    QCOMPARE(bam::withThousands(-123456), std::string("-123,456"));
    QCOMPARE(bam::withThousands(std::numeric_limits<std::int64_t>::min()), std::string("-9,223,372,036,854,775,808"));
}

void TestText::bytesHaveBinaryUnits()
{
    QCOMPARE(bam::humanBytes(0), std::string("0 B"));
    QCOMPARE(bam::humanBytes(1023), std::string("1023 B"));
    QCOMPARE(bam::humanBytes(1024), std::string("1.0 KiB"));
    QCOMPARE(bam::humanBytes(1.5 * 1024 * 1024 * 1024), std::string("1.5 GiB"));
    QCOMPARE(bam::humanBytes(1024.0 * 1024 - 1), std::string("1.0 MiB"));
}

void TestText::durationsReadLikeAClock()
{
    QCOMPARE(bam::humanDuration(0), std::string("0.0 s"));
    QCOMPARE(bam::humanDuration(4.21), std::string("4.2 s"));
    QCOMPARE(bam::humanDuration(42), std::string("42 s"));
    QCOMPARE(bam::humanDuration(59.7), std::string("1 min 00 s"));
    QCOMPARE(bam::humanDuration(185), std::string("3 min 05 s"));
    QCOMPARE(bam::humanDuration(2 * 3600 + 7 * 60 + 59), std::string("2 h 07 min"));
    QCOMPARE(bam::humanDuration(3 * 86400 + 4 * 3600), std::string("3 d 04 h"));
    QCOMPARE(bam::humanDuration(-1), std::string("unknown"));
    QCOMPARE(bam::humanDuration(std::numeric_limits<double>::infinity()), std::string("unknown"));
}

void TestText::shortestReadsBackAsTheSameNumber()
{
    for (const double value : {0.1, 1.0 / 3, 1e300, -2.5e-310, 123456789.125, 6.02214076e23, 0.0001, 0.00001}) {
        QCOMPARE(std::strtod(bam::shortest(value).c_str(), nullptr), value);
        const auto single = static_cast<float>(value);
        QCOMPARE(std::strtof(bam::shortest(single).c_str(), nullptr), single);
    }
}

void TestText::shortestUsesPlainNotationForEverydayNumbers()
{
    QCOMPARE(bam::shortest(0.1), std::string("0.1"));
    QCOMPARE(bam::shortest(0.1f), std::string("0.1"));
    QCOMPARE(bam::shortest(double(0.1f)), std::string("0.10000000149011612"));
    QCOMPARE(bam::shortest(0.0), std::string("0"));
    QCOMPARE(bam::shortest(20000.0), std::string("20000"));
    QCOMPARE(bam::shortest(0.0001), std::string("0.0001"));
    QCOMPARE(bam::shortest(1e-5), std::string("1e-05"));
    QCOMPARE(bam::shortest(1e20), std::string("1e+20"));
    QCOMPARE(bam::shortest(std::numeric_limits<double>::quiet_NaN()), std::string("nan"));
    QCOMPARE(bam::shortest(-std::numeric_limits<float>::infinity()), std::string("-inf"));
}

void TestText::aTypoFindsItsName()
{
    const Names flags = {"theta_alpha_init", "theta_beta_init", "theta_mu_init", "learning_rate", "batch_size", "lr"};
    QCOMPARE(bam::nearestName("thata_beta_init", flags), std::string("theta_beta_init"));
    QCOMPARE(bam::nearestName("Learning-Rate", flags), std::string("learning_rate"));
    QCOMPARE(bam::nearestName("bacth_size", flags), std::string("batch_size"));
    QCOMPARE(bam::nearestName("lr", flags), std::string("lr"));
}

void TestText::nothingIsSuggestedForAnUnrelatedName()
{
    QCOMPARE(bam::nearestName("lr", {"layers", "learning_rate"}), std::string("learning_rate"));
    QCOMPARE(bam::nearestName("tokenizer", {"sequence_length", "seed"}), std::string());
    QCOMPARE(bam::nearestName("x", {"y"}), std::string());
    QCOMPARE(bam::nearestName("anything", {}), std::string());
    QCOMPARE(bam::nearestName("", {"seed"}), std::string());
}

void TestText::namesAreJoinedForASentence()
{
    QCOMPARE(bam::joinNames({}), std::string());
    QCOMPARE(bam::joinNames({"a"}), std::string("a"));
    QCOMPARE(bam::joinNames({"a", "b"}), std::string("a and b"));
    QCOMPARE(bam::joinNames({"a", "b", "c"}, "or"), std::string("a, b or c"));
}

void TestText::splitKeepsEmptyParts()
{
    QVERIFY(bam::splitText("a,,b,", ',') == (Names{"a", "", "b", ""}));
    QVERIFY(bam::splitText("", ',') == Names{""});
    QVERIFY(bam::splitText("whole", ',') == Names{"whole"});
}

void TestText::trimmedDropsOuterSpaceOnly()
{
    QCOMPARE(std::string(bam::trimmed(" \t two words\r\n")), std::string("two words"));
    QCOMPARE(std::string(bam::trimmed(" \n ")), std::string());
}

void TestText::validUtf8IsLeftAlone()
{
    const std::string text = "plain, \u00e4, \u20ac, \U0001F600, \uD7FF\uE000\U0010FFFF and \u0000 too";
    std::string copy = text;
    QCOMPARE(bam::repairUtf8(copy), std::int64_t(0));
    QCOMPARE(copy, text);
}

void TestText::invalidUtf8IsReplacedByTheStandardsRule_data()
{
    QTest::addColumn<std::string>("input");
    QTest::addColumn<std::string>("output");
    QTest::addColumn<qint64>("replaced");
    const auto row = [](const char* name, std::string input, std::string output, qint64 replaced) {
        QTest::newRow(name) << std::move(input) << std::move(output) << replaced;
    };
    // Unicode 15, section 3.9, tables 3-8 to 3-11 (the practice the WHATWG decoder prescribes).
    row("non-shortest forms", "\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDA", 8);
    row("surrogates", "\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDA", 8);
    row("other ill-formed", "\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDA\uFFFD\uFFFDB", 7);
    row("truncated sequences", "\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", "\uFFFD\uFFFD\uFFFD\uFFFDA", 4);
    row("Latin-1", "caf\xE9 noir", "caf\uFFFD noir", 1);
    row("cut at the end", "x\xE2\x82", "x\uFFFD", 1);
    row("valid after invalid", "\x80\u20ac", "\uFFFD\u20ac", 1);
}

void TestText::invalidUtf8IsReplacedByTheStandardsRule()
{
    QFETCH(std::string, input);
    QFETCH(std::string, output);
    QFETCH(qint64, replaced);
    QCOMPARE(qint64(bam::repairUtf8(input)), replaced);
    QCOMPARE(input, output);
    QCOMPARE(bam::repairUtf8(input), std::int64_t(0));
}

BAMSCOPE_TEST(TestText)

}  // namespace

#include "test_text.moc"
