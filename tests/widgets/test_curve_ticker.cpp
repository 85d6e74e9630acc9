// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "widgets/plots/curve_ticker.h"

using namespace bam;

namespace {

struct Ticks {
    QVector<double> at;
    QVector<QString> labels;
};

Ticks ticksOf(plots::CurveTicker& ticker, double low, double high)
{
    Ticks ticks;
    QVector<double> sub;
    ticker.setTickCount(6);
    ticker.generate({low, high}, QLocale::c(), QLatin1Char('g'), 6, ticks.at, &sub, &ticks.labels);
    for (auto& label : ticks.labels)
        label.replace(QChar(0xA0), QLatin1Char(' '));
    return ticks;
}

QVector<QString> texts(std::initializer_list<const char*> list)
{
    QVector<QString> result;
    for (const auto* text : list)
        result.append(QString::fromUtf8(text));
    return result;
}

}  // namespace

class CurveTickerTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void linearTicksAreRoundWithAsManyDigitsAsTellThemApart()
    {
        plots::CurveTicker ticker;
        QCOMPARE(ticksOf(ticker, 2.31, 2.58).labels, texts({"2.35", "2.40", "2.45", "2.50", "2.55"}));
        QCOMPARE(ticksOf(ticker, 0, 11).labels, texts({"0", "2", "4", "6", "8", "10"}));
    }

    void largeCountsHavePrefixes()
    {
        plots::CurveTicker ticker;
        ticker.setLabels(plots::CurveTicker::Labels::Counts);
        QCOMPARE(ticksOf(ticker, 0, 200000).labels, texts({"0", "50 k", "100 k", "150 k", "200 k"}));
        QCOMPARE(ticksOf(ticker, 0, 900).labels, texts({"0", "200", "400", "600", "800"}));
        QCOMPARE(ticksOf(ticker, 123400, 123490).labels, texts({"123.40 k", "123.42 k", "123.44 k", "123.46 k", "123.48 k"}));
    }

    void smallNumbersAreWrittenWithPowers()
    {
        plots::CurveTicker ticker;
        QCOMPARE(ticksOf(ticker, 0, 1e-3).labels, texts({"0", "2 × 10⁻⁴", "4 × 10⁻⁴", "6 × 10⁻⁴", "8 × 10⁻⁴", "10⁻³"}));
    }

    void decadesAreLabelledOnLogarithmicAxes()
    {
        plots::CurveTicker ticker;
        ticker.setLogarithmic(true);
        ticker.setLabels(plots::CurveTicker::Labels::Counts);
        QCOMPARE(ticksOf(ticker, 0.9, 2.1e4).labels, texts({"1", "10", "100", "1 k", "10 k"}));
        QCOMPARE(ticksOf(ticker, 1, 60).at, (QVector<double>{1, 2, 5, 10, 20, 50}));
        QVERIFY(ticksOf(ticker, 2.4, 3.9).at.size() >= 4);  // less than a decade still has ticks
    }

    void hoursAreRoundOnAnAxisOfSeconds()
    {
        plots::CurveTicker ticker;
        ticker.setUnit(3600);
        const auto ticks = ticksOf(ticker, 0, 5.9 * 3600);
        QCOMPARE(ticks.labels, texts({"0", "1", "2", "3", "4", "5"}));
        QCOMPARE(ticks.at.at(2), 7200.0);
    }
};

BAMSCOPE_TEST(CurveTickerTest)
#include "test_curve_ticker.moc"
