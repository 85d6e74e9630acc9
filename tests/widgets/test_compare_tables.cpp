// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the comparison as models and as text, and its figures.
#include "tests/support/test_main.h"
#include "tests/widgets/compare_support.h"
#include "widgets/views/compare/compare_figures.h"
#include "widgets/views/compare/parameter_model.h"
#include "widgets/views/compare/result_model.h"
#include "widgets/views/compare/result_texts.h"
#include "widgets/views/compare/table_text.h"

#include <QAbstractItemModelTester>
#include <QFont>
#include <QSignalSpy>

#include <algorithm>

using namespace bam;
using namespace bam::views;

namespace {

int rowOf(const QAbstractItemModel& model, const QString& title)
{
    for (int row = 0; row < model.rowCount(); ++row)
        if (model.index(row, 0).data().toString() == title)
            return row;
    return -1;
}

}  // namespace

class CompareTablesTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theBestIsBoldAndHasASignAndAnExplanation()
    {
        ResultModel model;
        const QAbstractItemModelTester tester(&model);
        model.setComparison(test::compareData(test::threeRuns(), test::threeTitles()));
        model.setShowsIntervals(false);
        const int row = rowOf(model, QStringLiteral("4,096 tokens"));
        QVERIFY(row >= 0);
        const auto best = model.index(row, 1), worse = model.index(row, 2);
        QCOMPARE(best.data().toString(), QStringLiteral("\u2605\u00A00.950"));
        QVERIFY(best.data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(best.data(Qt::AccessibleTextRole).toString().endsWith(QLatin1String("best")));
        QCOMPARE(worse.data().toString(), QStringLiteral("0.200"));
        QVERIFY(!worse.data(Qt::FontRole).isValid());
        const auto help = worse.data(Qt::ToolTipRole).toString();
        for (const auto* words : {"l6 ALiBi 01", "95 % Wilson interval 0.081", "from 20 prompts", "0.750 below l6 BAM 01", "Paired bootstrap over 20 prompts", "10,000 resamples", "exact sign test: p < 0.001",
                 "Holm's correction", "Significantly worse"})
            QVERIFY2(help.contains(QLatin1String(words)), qPrintable(help));
    }

    void aDifferenceThatMayBeChanceIsMarkedSo()
    {
        ResultModel model;
        model.setComparison(test::compareData(test::threeRuns(), test::threeTitles()));
        const auto cell = model.index(rowOf(model, QStringLiteral("512 tokens")), 2);
        QCOMPARE(cell.data(ResultModel::MarkRole).toInt(), int(compare::Mark::NotWorse));
        QVERIFY(cell.data().toString().startsWith(QStringLiteral("\u2248\u00A00.900")));
        QVERIFY(cell.data().toString().endsWith(QStringLiteral("0.699\u20130.972")));
        QVERIFY(cell.data(Qt::ToolTipRole).toString().contains(QLatin1String("may be chance")));
    }

    void lossIsBestWhereItIsLowest()
    {
        ResultModel model;
        model.setComparison(test::compareData(test::threeRuns(), test::threeTitles()));
        const int row = rowOf(model, QStringLiteral("Validation loss, last"));
        QCOMPARE(model.index(row, 2).data(ResultModel::MarkRole).toInt(), int(compare::Mark::Best));
        QVERIFY(model.index(row, 2).data(Qt::ToolTipRole).toString().contains(QLatin1String("lowest")));
        QCOMPARE(model.index(rowOf(model, QStringLiteral("Parameters")), 1).data().toString(), QStringLiteral("460\u00A0k"));
    }

    void changesOfTheIntervalsAreAnnounced()
    {
        ResultModel model;
        const QAbstractItemModelTester tester(&model);
        model.setShowsIntervals(false);     // with nothing in it
        model.setComparison(test::compareData(test::threeRuns(), test::threeTitles()));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setShowsIntervals(true);
        QCOMPARE(changed.size(), 1);
        model.setComparison(nullptr);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.columnCount(), 0);
    }

    void onlyDifferentParametersAreListedWithTheirHelp()
    {
        auto runs = test::threeRuns();
        runs[2].parameters.unknown.insert("training.seed");
        runs[1].parameters.spec.training.seed = 9;
        ParameterModel model;
        const QAbstractItemModelTester tester(&model);
        model.setComparison(test::compareData(runs, test::threeTitles()));
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("Model"));
        QCOMPARE(model.index(0, 3).data().toString(), QStringLiteral("alibi"));
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("Training"));
        QCOMPARE(model.index(1, 3).data().toString(), QStringLiteral("9"));
        QCOMPARE(model.index(1, 4).data().toString(), QStringLiteral("not told"));
        QVERIFY(model.index(1, 1).data(Qt::ToolTipRole).toString().endsWith(QLatin1String("training.seed")));
        QCOMPARE(model.headerData(2, Qt::Horizontal).toString(), QStringLiteral("l6 BAM 01"));
    }

    void tablesLeaveAsTextMarkdownAndLatex()
    {
        PlainTable table{{QStringLiteral("Result"), QStringLiteral("A_1 & b|c"), QStringLiteral("d\te")}, {{{QStringLiteral("50 %")}, {QStringLiteral("0.95"), compare::Mark::Best}, {QStringLiteral("0.90"), compare::Mark::NotWorse}}}, QStringLiteral("A note.")};
        QCOMPARE(tableText(table, TableFormat::Tsv), QStringLiteral("Result\tA_1 & b|c\td e\n50 %\t0.95\t0.90\n"));
        QCOMPARE(tableText(table, TableFormat::Markdown), QStringLiteral("| Result | A\\_1 & b\\|c | d e |\n| --- | --: | --: |\n| 50 % | **0.95** | \u2248 0.90 |\n\nA note.\n"));
        QCOMPARE(tableText(table, TableFormat::Latex),
            QStringLiteral("\\begin{tabular}{lrr}\n\\toprule\nResult & A\\_1 \\& b|c & d e \\\\\n\\midrule\n50 \\% & \\textbf{0.95} & 0.90$^{\\approx}$ \\\\\n\\bottomrule\n\\end{tabular}\n% A note.\n"));
    }

    void tablesOfResultsKeepTheOrderOfTheScreenAndPlainNumbers()
    {
        const auto data = test::compareData(test::threeRuns(), test::threeTitles());
        QVector<int> order(qsizetype(data->comparison.rows.size()));
        for (int n = 0; n < order.size(); ++n)
            order[n] = int(order.size()) - 1 - n;
        const auto table = resultTable(*data, order);
        QCOMPARE(table.rows.front()[0].text, QStringLiteral("Training time"));
        QCOMPARE(table.rows.back()[1].text, QStringLiteral("1.0000"));
        QCOMPARE(resultTable(*data).rows.front()[0].text, QStringLiteral("160 tokens"));
        QVERIFY(table.note.contains(QLatin1String("Holm")));
        QCOMPARE(parameterTable(*data).rows.front()[0].text, QStringLiteral("model.encoding"));
    }

    void figuresHoldTheCurvesOfTheColumns()
    {
        auto runs = test::threeRuns();
        test::addPerplexity(runs[0], "Bible", {20, 15, 12});
        test::addPerplexity(runs[2], "Bible", {20, 200, 4000});
        const auto data = test::compareData(runs, test::threeTitles());
        const auto accuracy = accuracyFigureOf(*data);
        QCOMPARE(accuracy.panels.at(0).series.size(), std::size_t(3));
        QCOMPARE(accuracy.panels.at(0).series.at(1).name, QStringLiteral("l6 ALiBi 01"));
        QCOMPARE(accuracy.panels.at(0).series.at(1).y, (QVector<double>{1, 0.9, 0.2}));
        QCOMPARE(accuracy.panels.at(0).marks.at(0).at, 160.0);
        const auto perplexity = perplexityFigureOf(*data);
        QCOMPARE(perplexity.panels.at(0).title, QStringLiteral("Bible"));
        QCOMPARE(perplexity.panels.at(0).series.size(), std::size_t(2));
        QCOMPARE(lossFigureOf(*data).panels.at(0).series.at(2).y, (QVector<double>{6, 3.25, 2.75}));
    }

    void attentionStandsSideBySideInOneScale()
    {
        const std::vector<AttentionColumn> runs{{QStringLiteral("a"), QStringLiteral("BAM"), test::attentionOf(64, {1, 0})}, {QStringLiteral("b"), QStringLiteral("RoPE"), test::attentionOf(64, {0, 1})}};
        const auto best = attentionFigure(runs, {});
        QCOMPARE(best.panels.size(), std::size_t(2));
        QVERIFY(best.sharedColors);
        QCOMPARE(best.panels[0].y.ticks.at(0).text, QStringLiteral("L1 H0"));
        QCOMPARE(best.panels[1].y.ticks.at(0).text, QStringLiteral("L0 H1"));
        QCOMPARE(best.panels[0].colors.high, best.panels[1].colors.high);
        QCOMPARE(best.panels[0].heatmaps[0].columns, 64);
        QCOMPARE(best.panels[0].heatmaps[0].values[32], 0.5f);
        QCOMPARE(best.panels[0].spans.at(0).from, 32.0);
        HeadChoice one;
        one.head = inspect::HeadId{0, 1};
        QVERIFY(attentionFigure(runs, one).panels[0].heatmaps[0].values[32] < 0.1f);
        one.head = inspect::HeadId{7, 0};
        QVERIFY(attentionFigure(runs, one).panels[0].heatmaps.empty());
        QCOMPARE(attentionFigure(runs, one).panels[0].notes.size(), std::size_t(1));
        HeadChoice all;
        all.all = true;
        QCOMPARE(attentionFigure(runs, all).panels[0].heatmaps[0].rows, 4);
    }

    void longPromptsArePooledByTheirLargest()
    {
        const std::vector<AttentionColumn> runs{{QStringLiteral("a"), QStringLiteral("BAM"), test::attentionOf(1001, {1, 0})}};
        const auto map = attentionFigure(runs, {}, 100).panels.at(0).heatmaps.at(0);
        QCOMPARE(map.columns, 91);
        QCOMPARE(map.x1, 1001.0);
        QCOMPARE(*std::max_element(map.values.begin(), map.values.end()), 0.5f);
        QCOMPARE(map.values[500 / 11], 0.5f);
    }

    void intervalsStandBesideTheirNumbersInEveryFormat()
    {
        PlainTable table{{QStringLiteral("Run"), QStringLiteral("512, all")}, {}, QStringLiteral("Bold & best.")};
        table.rows.append(QVector<PlainCell>{{QStringLiteral("<a>")}, {QStringLiteral("0.85"), compare::Mark::Best, QStringLiteral("0.64"), QStringLiteral("0.95"), QStringLiteral("20 prompts, \"seed 0\"")}});
        table.rows.append(QVector<PlainCell>{{QStringLiteral("b")}, {QStringLiteral("0.50"), compare::Mark::NotWorse, QStringLiteral("0.40"), QStringLiteral("0.60")}});
        table.rows.append(QVector<PlainCell>{{QStringLiteral("c")}, {}});
        QCOMPARE(tableText(table, TableFormat::Csv), QStringLiteral("Run,\"512, all\",\"512, all (low)\",\"512, all (high)\",Intervals\n<a>,0.85,0.64,0.95,95 %\nb,0.50,0.40,0.60,95 %\nc,,,,\n"));
        const auto markdown = tableText(table, TableFormat::Markdown), latex = tableText(table, TableFormat::Latex), html = tableText(table, TableFormat::Html);
        QVERIFY2(markdown.contains(QStringLiteral("| **0.85** (+0.10 \u22120.21) |")) && markdown.contains(QStringLiteral("\u2248 0.50 \u00b1 0.10")), qPrintable(markdown));
        QVERIFY2(latex.contains(QStringLiteral("\\textbf{0.85}\\,{\\scriptsize$^{+0.10}_{-0.21}$}")) && latex.contains(QStringLiteral("{\\scriptsize$\\pm$0.10}")), qPrintable(latex));
        QVERIFY2(html.contains(QStringLiteral("<th scope=\"row\">&lt;a&gt;</th><td data-value=\"0.85\" title=\"20 prompts, &quot;seed 0&quot;\"><b>0.85</b> <small>+0.10 \u22120.21</small></td>")), qPrintable(html));
        QVERIFY(html.contains(QStringLiteral("Bold &amp; best.")));
        QVERIFY(!tableText(table, TableFormat::Tsv).contains(QStringLiteral("0.64")));
    }

    void theLowestAndTheHighestOfSeveralRunsAreToldFromIntervals()
    {
        PlainTable table{{QStringLiteral("Run"), QStringLiteral("512"), QStringLiteral("1024")}, {}};
        const PlainCell interval{QStringLiteral("0.50"), compare::Mark::None, QStringLiteral("0.40"), QStringLiteral("0.60")};
        auto range = interval;
        range.runs = 3;
        table.rows.append(QVector<PlainCell>{{QStringLiteral("a")}, range, range});
        table.rows.append(QVector<PlainCell>{{QStringLiteral("b")}, range, interval});
        QCOMPARE(tableText(table, TableFormat::Csv), QStringLiteral("Run,512,512 (low),512 (high),1024,1024 (low),1024 (high),Intervals\na,0.50,0.40,0.60,0.50,0.40,0.60,lowest and highest of 3 runs\n"
                                                                    "b,0.50,0.40,0.60,0.50,0.40,0.60,lowest and highest of 3 runs: 512; 95 %: 1024\n"));
        const auto markdown = tableText(table, TableFormat::Markdown), latex = tableText(table, TableFormat::Latex), html = tableText(table, TableFormat::Html);
        QVERIFY2(markdown.contains(QStringLiteral("| b | 0.50 [0.40, 0.60] | 0.50 \u00b1 0.10 |")), qPrintable(markdown));
        QVERIFY2(latex.contains(QStringLiteral("0.50\\,{\\scriptsize[0.40, 0.60]} & 0.50\\,{\\scriptsize$\\pm$0.10}")), qPrintable(latex));
        QVERIFY2(html.contains(QStringLiteral("0.50 <small>[0.40, 0.60]</small></td>")), qPrintable(html));
    }

    void otherTokenizersAreSaid()
    {
        const AttentionColumn one{QStringLiteral("a"), QStringLiteral("BAM"), test::attentionOf(64, {1, 0})}, same{QStringLiteral("b"), QStringLiteral("RoPE"), test::attentionOf(64, {0, 1})},
            other{QStringLiteral("c"), QStringLiteral("NoPE"), test::attentionOf(64, {0, 0}, 2)};
        const auto notes = attentionNotes({one, same}, {});
        QCOMPARE(notes.size(), 2);
        QVERIFY2(notes[0].contains(QStringLiteral("BAM: found 48 \u00b7 L1 H0 puts 50")), qPrintable(notes[0]));
        QVERIFY(notes[0].contains(QLatin1String("8 times uniform")));
        QVERIFY(attentionNotes({one, other}, {}).front().contains(QLatin1String("other tokenizers")));
    }
};

BAMSCOPE_TEST(CompareTablesTest)
#include "test_compare_tables.moc"
