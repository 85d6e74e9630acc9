// SPDX-License-Identifier: GPL-3.0-or-later
// The page of evaluations: runs × measures, the plot of the chosen one, what happens now.
#include "tests/support/test_main.h"
#include "widgets/figures/figure_plot.h"
#include "widgets/views/evaluations/evaluation_figures.h"
#include "widgets/views/evaluations/evaluation_model.h"
#include "widgets/views/evaluations/evaluations_view.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>

using namespace bam;
using namespace bam::views;

namespace {

compare::Results resultsOf(double first, double second)
{
    const auto text = QString::fromLatin1(R"json({"passkey": {"('equidistant', 20, 5, 0)": {"seq_lens": [120, 500], "accs": [%1, %2]}},
        "perplexity": [{"window_size": 16, "seq_len": 32, "ntokens": 33, "dataset_dir": "texts/bible.txt", "perplexity": [20, %3], "positions": [16, 32], "corpus": "bible"}]})json")
                          .arg(first)
                          .arg(second)
                          .arg(5 + 100 * first);
    return compare::parseResults(text.toStdString(), "results.json");
}

std::shared_ptr<EvaluationData> someData()
{
    auto data = std::make_shared<EvaluationData>();
    data->runs = {{QStringLiteral("/runs/bam"), QStringLiteral("bam"), {}, 128}, {QStringLiteral("/runs/rotary"), QStringLiteral("rotary"), {}, 128}, {QStringLiteral("/runs/new"), QStringLiteral("new"), {}, 128}};
    data->board = compare::scoreboardOf({resultsOf(1, 0.5), resultsOf(0.5, 0), {}});
    return data;
}

QHash<QString, models::JobRow> someJobs()
{
    models::JobRow running;
    running.run = QStringLiteral("/runs/new");
    running.kind = jobs::WorkerKind::Evaluate;
    running.state = jobs::JobState::Running;
    running.done = 45;
    running.total = 100;
    running.unit = QStringLiteral("work");
    running.etaSeconds = 90;
    running.detail = QStringLiteral("equidistant, 512 tokens: 3 of 20");
    return {{running.run, running}};
}

struct Shown {
    Shown()
    {
        view.resize(1100, 700);
        view.show();
        view.setData(someData());
        table = view.findChild<QTableView*>(QStringLiteral("evaluationsTable"));
    }
    QString text(int row, int column) const { return table->model()->index(row, column).data().toString(); }
    void click(int row, int column) const
    {
        const auto area = table->visualRect(table->model()->index(row, column));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, area.center());
    }
    EvaluationsView view;
    QTableView* table = nullptr;
};

}  // namespace

class EvaluationsViewTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aSubjectHasOnePlaceInAllRuns()
    {
        EvaluationData data;
        const auto subjects = [](const char* names) { return compare::parseResults(std::string(R"json({"multiple_choice": [{"task": "mmlu", "shots": 0, "total": {"questions": 4, "acc": 0.5}, "subjects": [)json") + names + "]}]}", "results.json"); };
        data.runs = {{QStringLiteral("/runs/a"), QStringLiteral("a"), {}, 128}, {QStringLiteral("/runs/b"), QStringLiteral("b"), {}, 128}};
        data.provenance.runs = {{QStringLiteral("a"), 90, {}, {}}, {QStringLiteral("b"), 90, {}, {}}};
        data.board = compare::scoreboardOf({subjects(R"json({"subject": "algebra", "questions": 2, "acc": 0.25, "acc_wilson_95": [0.125, 0.5], "checkpoint": "step_00000040"}, {"subject": "biology", "questions": 2, "acc": 0.75, "checkpoint": "step_00000040"})json"),
            subjects(R"json({"subject": "chemistry", "questions": 2, "acc": 1}, {"subject": "biology", "questions": 2, "acc": 0.5})json")});
        const auto figure = evaluationFigure(data, 0);
        const auto& panel = figure.panels.at(0);
        QCOMPARE(panel.y.ticks.size(), 3);
        const auto row = [&](std::size_t series, int point) { return std::lround(panel.series.at(series).y.at(point)); };
        QVERIFY(row(0, 0) == 1 && row(0, 1) == 2 && row(1, 0) == 3 && row(1, 1) == 2);
        QVERIFY(figures::hasWhiskers(panel.series[0]));
        QCOMPARE(panel.series[0].low.at(0), 0.125);
        QCOMPARE(panel.series[0].high.at(0), 0.5);
        QCOMPARE(panel.y.ticks[1].text, QStringLiteral("biology"));
        QCOMPARE(figure.provenance.runs[0].step, qint64(40));      // of the weights that were tested
        QCOMPARE(figure.provenance.runs[1].step, qint64(90));
    }

    void slidingPerplexityIsPlottedByThePlaceInTheText()
    {
        EvaluationData data;
        data.runs = {{QStringLiteral("/runs/a"), QStringLiteral("a"), {}, 128}};
        data.board = compare::scoreboardOf({compare::parseResults(R"json({"perplexity_sliding": [{"context": 32, "stride": 8, "ntokens": 9, "corpus": "a", "perplexity_all": 3, "perplexity": [4, 2],
            "positions": [10, 30]}]})json", "results.json")});
        const auto figure = evaluationFigure(data, 0);
        QCOMPARE(figure.kind, QStringLiteral("perplexity_sliding"));
        QCOMPARE(figure.panels.at(0).series.at(0).x, (QVector<double>{10, 30}));
        QVERIFY(figure.panels.at(0).x.label.contains(QStringLiteral("Place in the text")));
    }

    void aMeasureWithoutACurveHasAPlotOfItsValues()
    {
        EvaluationData data;
        data.runs = {{QStringLiteral("/runs/a"), QStringLiteral("a"), {}, 128}, {QStringLiteral("/runs/b"), QStringLiteral("b"), {}, 128}, {QStringLiteral("/runs/c"), QStringLiteral("c"), {}, 128}};
        const auto sliding = [](double perplexity) {
            return compare::parseResults(QStringLiteral(R"json({"perplexity_sliding": [{"context": 32, "stride": 8, "ntokens": 9, "corpus": "a", "perplexity_all": %1, "perplexity_all_95": [2, 9], "bits_per_byte": 1.5, "bytes": 40}]})json").arg(perplexity).toStdString(), "results.json");
        };
        data.board = compare::scoreboardOf({sliding(3), {}, sliding(5)});
        const auto perplexity = evaluationFigure(data, 0), bits = evaluationFigure(data, 1);
        QCOMPARE(perplexity.kind, QStringLiteral("sliding_perplexity"));
        const auto& panel = perplexity.panels.at(0);
        QCOMPARE(panel.series.at(1).x, (QVector<double>{5}));
        QCOMPARE(panel.series[1].high, (QVector<double>{9}));
        QCOMPARE(panel.y.ticks.at(1).text, QStringLiteral("c"));
        QCOMPARE(bits.kind, QStringLiteral("bits_per_byte"));
        QVERIFY(bits.title.contains(QStringLiteral("bits per byte")));
        QVERIFY(!figures::hasWhiskers(bits.panels.at(0).series.at(0)));
    }

    void bothAccuraciesAndBitsPerByteHaveColumns()
    {
        auto data = std::make_shared<EvaluationData>();
        data->runs = {{QStringLiteral("/runs/a"), QStringLiteral("a"), {}, 128}};
        data->board = compare::scoreboardOf({compare::parseResults(R"json({"perplexity_sliding": [{"context": 32, "stride": 8, "corpus": "bible", "perplexity_all": 3, "bits_per_byte": 1.2345}],
            "multiple_choice": [{"task": "arc", "shots": 0, "total": {"questions": 9, "acc": 0.5, "acc_norm": 0.25, "acc_norm_wilson_95": [0.13, 0.5]}}]})json", "results.json")});
        EvaluationModel model;
        model.setData(data);
        QStringList headers, texts;
        for (int column = EvaluationModel::FirstMeasure; column < model.columnCount(); ++column) {
            headers << model.headerData(column, Qt::Horizontal).toString().replace(QLatin1Char('\n'), QStringLiteral(" | "));
            texts << model.index(0, column).data().toString();
        }
        QCOMPARE(headers, (QStringList{"Sliding perplexity | bible, 32/8", "Bits per byte | bible, 32/8", "Multiple choice | arc, acc", "Multiple choice | arc, acc_norm"}));
        QCOMPARE(texts[1], QStringLiteral("1.234"));
        QCOMPARE(texts[3], QStringLiteral("0.25 [0.13, 0.50]"));
        QVERIFY(model.headerData(EvaluationModel::FirstMeasure + 3, Qt::Horizontal, Qt::ToolTipRole).toString().contains(QStringLiteral("for its length")));
    }

    void aRunThatStoppedEarlyIsNotRankedAndTheToolTipTellsWhatCompares()
    {
        auto data = std::make_shared<EvaluationData>();
        data->runs = {{QStringLiteral("/runs/a"), QStringLiteral("a"), {}, 128}, {QStringLiteral("/runs/b"), QStringLiteral("b"), {}, 128}};
        const auto passkey = [](const char* lengths, const char* accuracies) {
            return compare::parseResults(QStringLiteral("{\"passkey\": {\"('equidistant', 20, 5, 0)\": {\"seq_lens\": %1, \"accs\": %2}}}").arg(QLatin1String(lengths), QLatin1String(accuracies)).toStdString(), "results.json");
        };
        data->board = compare::scoreboardOf({passkey("[512, 1024]", "[1.0, 0.0]"), passkey("[512]", "[0.9]")});
        EvaluationModel model;
        model.setData(data);
        for (int row = 0; row < 2; ++row)
            QVERIFY(!model.index(row, EvaluationModel::FirstMeasure).data(Qt::FontRole).value<QFont>().bold());
        const auto tip = model.index(0, EvaluationModel::FirstMeasure).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("different lengths")) && tip.contains(QStringLiteral("(512): 1.00")), qPrintable(tip));
        data = std::make_shared<EvaluationData>(*data);
        data->board = compare::scoreboardOf({passkey("[512, 1024]", "[1.0, 0.0]"), passkey("[512, 1024]", "[0.9, 0.0]")});
        model.setData(data);
        QVERIFY(model.index(0, EvaluationModel::FirstMeasure).data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(!model.index(0, EvaluationModel::FirstMeasure).data(Qt::ToolTipRole).toString().contains(QStringLiteral("None is marked")));
    }

    void theDepthMapOfAPassKeyIsOneClickAway()
    {
        auto data = std::make_shared<EvaluationData>();
        data->runs = {{QStringLiteral("/runs/a"), QStringLiteral("a"), {}, 128}, {QStringLiteral("/runs/b"), QStringLiteral("b"), {}, 128}};
        data->board = compare::scoreboardOf({compare::parseResults(R"json({"passkey_details": {"('equidistant', 2, 5, 0)": [{"length": 512, "prompt_tokens": 500, "samples": 2, "accuracy": 0.5, "outcomes": "10", "depths": [0, 1]}]},
            "perplexity_sliding": [{"context": 32, "stride": 8, "corpus": "bible", "perplexity_all": 3}]})json", "results.json"), {}});
        EvaluationsView view;
        view.resize(1100, 700);
        view.show();
        view.setData(data);
        auto* plot = view.findChild<figures::FigurePlot*>();
        auto* map = view.findChild<QAction*>(QStringLiteral("evaluationDepths"));
        QVERIFY(map->isEnabled() && !map->isChecked());
        QCOMPARE(plot->figure().kind, QStringLiteral("accuracy_by_length"));
        map->trigger();
        QCOMPARE(plot->figure().kind, QStringLiteral("depth_by_length"));
        QCOMPARE(plot->figure().panels.size(), std::size_t(1));         // of the run that has depths
        QCOMPARE(plot->figure().panels[0].heatmaps.at(0).values, (QVector<float>{1, 0}));
        QVERIFY(plot->figure().title.contains(QStringLiteral("equidistant")));
        const QSignalSpy saved(&view, &EvaluationsView::figureRequested);
        view.findChild<QAction*>(QStringLiteral("saveEvaluationFigure"))->trigger();
        QCOMPARE(saved[0][0].value<figures::Figure>().kind, QStringLiteral("depth_by_length"));
        EvaluationsView other;
        other.restoreSettings(view.saveSettings());
        other.setData(data);
        QCOMPARE(other.findChild<figures::FigurePlot*>()->figure().kind, QStringLiteral("depth_by_length"));
        // A perplexity has none.
        auto* table = view.findChild<QTableView*>();
        table->setCurrentIndex(table->model()->index(0, EvaluationModel::FirstMeasure + 1));
        QVERIFY(!map->isEnabled());
        QCOMPARE(plot->figure().kind, QStringLiteral("sliding_perplexity"));
        map->trigger();
        QCOMPARE(plot->figure().kind, QStringLiteral("sliding_perplexity"));
    }

    void theModelKeepsItsPromises()
    {
        EvaluationModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setData(someData());
        model.setJobs(someJobs());
        auto more = someData();
        more->runs.removeLast();
        more->board = compare::scoreboardOf({resultsOf(1, 1), resultsOf(0, 0)});
        model.setData(more);
        model.setData(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void cellsShowValuesWithTheirIntervalsAndTheBestIsBold()
    {
        Shown shown;
        QCOMPARE(shown.table->model()->rowCount(), 3);
        QVERIFY2(shown.text(0, 2).startsWith(QStringLiteral("0.75 [0.")), qPrintable(shown.text(0, 2)));
        QVERIFY(shown.table->model()->index(0, 2).data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(!shown.table->model()->index(1, 2).data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(shown.table->model()->index(1, 3).data(Qt::FontRole).value<QFont>().bold());    // the smaller perplexity
        QCOMPARE(shown.text(2, 2), QStringLiteral("\u2013"));
        QVERIFY(shown.table->model()->index(0, 2).data(Qt::ToolTipRole).toString().contains(QStringLiteral("40 samples")));
        QVERIFY(shown.table->model()->headerData(2, Qt::Horizontal).toString().contains(QStringLiteral("equidistant")));
    }

    void choosingAColumnShowsItsCurve()
    {
        Shown shown;
        auto* plot = shown.view.findChild<figures::FigurePlot*>();
        QVERIFY(plot->isVisible());
        QCOMPARE(plot->figure().kind, QStringLiteral("accuracy_by_length"));
        QCOMPARE(plot->figure().panels.at(0).series.size(), 2u);
        shown.click(1, 3);
        QCOMPARE(plot->figure().kind, QStringLiteral("perplexity_by_position"));
        QVERIFY(plot->figure().title.contains(QStringLiteral("bible")));
        auto* header = shown.table->horizontalHeader();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(header->sectionViewportPosition(2) + 20, header->height() / 2));
        QCOMPARE(plot->figure().kind, QStringLiteral("accuracy_by_length"));
        // New results of the same runs leave the choice.
        shown.click(1, 3);
        shown.view.setData(someData());
        QCOMPARE(plot->figure().kind, QStringLiteral("perplexity_by_position"));
    }

    void whatIsBeingMeasuredIsShownWithItsProgress()
    {
        Shown shown;
        shown.view.setJobs(someJobs());
        QVERIFY2(shown.text(2, 1).contains(QStringLiteral("45 %")), qPrintable(shown.text(2, 1)));
        QVERIFY(shown.text(2, 1).contains(QStringLiteral("left")));
        QVERIFY(shown.text(0, 1).isEmpty());
        auto* stop = shown.view.findChild<QAction*>(QStringLiteral("stopEvaluations"));
        QVERIFY(stop->isEnabled());
        shown.view.setJobs({});
        QVERIFY(!stop->isEnabled());
    }

    void evaluatingIsAboutTheSelectedRowsOrAll()
    {
        Shown shown;
        QSignalSpy wanted(&shown.view, &EvaluationsView::evaluateRequested);
        auto* evaluate = shown.view.findChild<QAction*>(QStringLiteral("evaluateRuns"));
        evaluate->trigger();
        QCOMPARE(wanted[0][0].toStringList().size(), 3);
        shown.click(1, 0);
        evaluate->trigger();
        QCOMPARE(wanted[1][0].toStringList(), QStringList{QStringLiteral("/runs/rotary")});
    }

    void rowsCanBeSortedByAnyMeasure()
    {
        Shown shown;
        shown.table->sortByColumn(3, Qt::AscendingOrder);
        QCOMPARE(shown.text(0, 0), QStringLiteral("rotary"));
        shown.table->sortByColumn(2, Qt::DescendingOrder);
        QCOMPARE(shown.text(0, 0), QStringLiteral("bam"));
    }

    void withoutRunsOrMeasuresItSaysWhatToDo()
    {
        EvaluationsView view;
        view.show();
        QVERIFY(view.findChild<QLabel*>(QStringLiteral("evaluationsEmpty"))->isVisible());
        auto data = std::make_shared<EvaluationData>();
        data->runs = {{QStringLiteral("/runs/new"), QStringLiteral("new"), {}, 0}};
        data->board = compare::scoreboardOf({{}});
        view.setData(data);
        QVERIFY(view.findChild<QTableView*>()->isVisible());
        QVERIFY(view.findChild<QLabel*>(QStringLiteral("evaluationsNoPlot"))->isVisible());
        QVERIFY(!view.findChild<QAction*>(QStringLiteral("saveEvaluationFigure"))->isEnabled());
    }

    void settingsComeBack()
    {
        Shown shown;
        shown.click(1, 3);
        Shown other;
        other.view.restoreSettings(shown.view.saveSettings());
        other.view.setData(someData());
        QCOMPARE(other.view.measure(), shown.view.measure());
        other.view.restoreSettings("nothing");
    }
};

BAMSCOPE_TEST(EvaluationsViewTest)
#include "test_evaluations_view.moc"
