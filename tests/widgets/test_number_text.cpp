// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people type and paste them: understood, or refused with a reason; never taken for another number.
#include "tests/support/test_main.h"
#include "widgets/views/setup/number_text.h"

using namespace bam;
using Problem = views::NumberText::Problem;

class NumberTextTest : public test::Suite {
    Q_OBJECT

    static void expect(const char* text, bool whole, double value, const char* locale = "en_US")
    {
        const auto read = views::readNumber(QString::fromUtf8(text), whole, QLocale(QLatin1String(locale)));
        QVERIFY2(read.value == value, qPrintable(QStringLiteral("%1: %2").arg(QString::fromUtf8(text)).arg(read.value.value_or(-12345))));
    }
    static void refuse(const char* text, bool whole, Problem problem, const char* locale = "en_US")
    {
        const auto read = views::readNumber(QString::fromUtf8(text), whole, QLocale(QLatin1String(locale)));
        QVERIFY2(!read.value, qPrintable(QStringLiteral("%1 was taken for %2").arg(QString::fromUtf8(text)).arg(read.value.value_or(0))));
        QVERIFY2(read.problem == problem, text);
    }

private Q_SLOTS:
    void wholeNumbersMayBeGroupedInEveryUsualWay()
    {
        for (const char* text : {"1000000", "1,000,000", "1 000 000", "1\u00a0000\u00a0000", "1\u202f000\u202f000", "1'000'000", "1_000_000", "1.000.000", "  1000000\t", "+1000000", "1e6", "1E+6", "10.0e5", "1,000,000.0"})
            expect(text, true, 1e6);
        expect("10 000", true, 10000);
        expect("1_000", true, 1000);
        expect("589,824", true, 589824);
        expect("589.824", true, 589824, "pt_BR");
        expect("-7", true, -7);
        expect("\u22127", true, -7);
        expect("9007199254740992", true, 9007199254740992.0);
        expect("000", true, 0);
    }

    void fractionsMayHaveAPointOrAComma()
    {
        for (const char* locale : {"en_US", "pt_BR", "zh_CN"}) {
            expect("0.001", false, 0.001, locale);
            expect("0,001", false, 0.001, locale);
            expect("1e-3", false, 0.001, locale);
            expect("0,5", false, 0.5, locale);
            expect(".5", false, 0.5, locale);
            expect("1.25", false, 1.25, locale);
            expect("1.125", false, 1.125, locale);      // as the form itself shows it
            expect("1,234.5", false, 1234.5, locale);
            expect("1.234,5", false, 1234.5, locale);
        }
        expect("1,125", false, 1.125, "pt_BR");
        expect("1,125", false, 1125, "en_US");
        expect("0e5", false, 0);
    }

    void whatCouldBeTwoNumbersIsRefused()
    {
        refuse("589.824", true, Problem::TwoMeanings);
        refuse("589,824", true, Problem::TwoMeanings, "pt_BR");
        refuse("1.000", true, Problem::TwoMeanings, "zh_CN");
        QVERIFY(views::problemText(Problem::TwoMeanings, QStringLiteral(" 1.000 ")).contains(QStringLiteral("“1.000”")));
    }

    void nothingIsDroppedToMakeANumber()
    {
        for (const char* text : {"many", "1 2", "10 00", "1,2,3", "1,00,000", "0,001,000", "1 000,000 000", "512 tokens", "50%", "0x10", "1e", "e5", "1e5.5", "--1", "1-2", "nan", "inf", "Infinity", ".", ",", "1..2", "_1", "1_", "1__0",
                 "1\n2", "１２", "٣", "1\u200b0"})
            for (const bool whole : {true, false})
                refuse(text, whole, Problem::NoNumber);
        refuse("", true, Problem::Empty);
        refuse(" \t\u00a0", false, Problem::Empty);
        refuse("1.5", true, Problem::NotWhole);
        refuse("1,5", true, Problem::NotWhole);
        refuse("1e-3", true, Problem::NotWhole);
    }

    void numbersBeyondWhatCanBeComputedAreRefused()
    {
        refuse("1e999", false, Problem::TooLarge);
        refuse("-1e999", true, Problem::TooLarge);
        refuse("1e20", true, Problem::TooLarge);
        refuse("9007199254740993000", true, Problem::TooLarge);
        refuse("1e-999", false, Problem::NoNumber);
        refuse("1e-999", true, Problem::NotWhole);
        const QByteArray endless(100'000, '9');
        refuse(endless.constData(), true, Problem::TooLarge);
        refuse(endless.constData(), false, Problem::TooLarge);
        expect("0.00000000000000000000000000000000000000000000000000000000000001", false, 1e-62);
    }
};

BAMSCOPE_TEST(NumberTextTest)
#include "test_number_text.moc"
