// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of the gallery from run folders, by the program and from the menu.
#include "app/window/figures_part.h"
#include "app/window/main_window.h"
#include "app/window/runs_part.h"
#include "app/work/figure_files.h"
#include "app/work/gallery.h"
#include "core/base/error.h"
#include "tests/app/program.h"
#include "tests/priors/bias_run.h"
#include "tests/support/test_main.h"
#include "tests/window/fake_lens.h"
#include "tests/window/window_home.h"
#include "widgets/figures/figure_dialog.h"

#include <QAction>
#include <QElapsedTimer>
#include <QMenuBar>
#include <QSignalSpy>

namespace bam::window {
namespace {

void addResults(const QString& run, bool counts)
{
    const QByteArray ours = counts ? ", \"samples\": [10, 10], \"correct\": [10, 4]" : "";
    test::WindowHome::write(run + QStringLiteral("/results.json"),
        "{\"passkey\": {\"('equidistant', 10, 5, 0)\": {\"seq_lens\": [512, 4096], \"accs\": [1.0, 0.4]" + ours + "}}, \"perplexity\": []}");
}

void addPriors(const QString& run)
{
    test::WindowHome::write(run + QStringLiteral("/priors.csv"),
        "step,layer,head,theta_alpha,theta_beta,theta_mu,seq_scale\n0,0,0,0,0,0,\n0,0,1,0,0,0,\n300,0,0,-1.5,-0.9,0,\n300,0,1,-2,0.8,0,\n");
}

/// A part that draws figures, over a model that waits to be let go on.
struct Drawing {
    const test::WindowHome home;
    const QString run = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 40);
    const std::shared_ptr<test::FakeLenses> lenses = std::make_shared<test::FakeLenses>();
    Settings settings;
    QWidget window;
    FiguresPart part{settings, window, test::fakeOpener(lenses)};
    const QSignalSpy messages{&part, &FiguresPart::message}, over{&part, &FiguresPart::messageOver};
    Drawing()
    {
        window.show();
        lenses->hold = true;
    }
};

QAction* actionOf(MainWindow& window, const QString& text)
{
    for (auto* action : window.findChildren<QAction*>())
        if (action->text().startsWith(text))
            return action;
    return nullptr;
}

}  // namespace

class GalleryTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void accuraciesOfOursAndOfficialRunsAreDrawnFromTheirResults()
    {
        const test::WindowHome home;
        const auto bam = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 40), rope = home.writeRun(QStringLiteral("logs"), QStringLiteral("rotary"), 0, 40);
        addResults(bam, true);
        addResults(rope, false);
        const auto figure = work::galleryFigure(QStringLiteral("accuracy_by_length"), work::galleryRuns({bam.toStdString(), rope.toStdString()}));
        const auto& series = figure.panels.at(0).series;
        QCOMPARE(series.size(), std::size_t(2));
        QCOMPARE(series[0].name, QStringLiteral("BAM"));
        QCOMPARE(series[0].y, (QVector<double>{1, 0.4}));
        QCOMPARE(figure.provenance.runs.at(0).id, QStringLiteral("l6/bam/version_00"));
    }

    void whatIsMissingIsToldWithTheRun()
    {
        const test::WindowHome home;
        const auto run = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 40).toStdString();
        const auto runs = work::galleryRuns({run});
        EXPECT_ERROR(work::galleryFigure(QStringLiteral("accuracy_by_length"), runs), ErrorCode::Failed, "run l6/bam/version_00 has no pass-key results");
        EXPECT_ERROR(work::galleryFigure(QStringLiteral("accuracy_by_length"), runs), ErrorCode::Failed, "Evaluate it first");
        EXPECT_ERROR(work::galleryFigure(QStringLiteral("perplexity_by_position"), runs), ErrorCode::Failed, "has no perplexities");
        EXPECT_ERROR(work::galleryFigure(QStringLiteral("prior_scatter"), runs), ErrorCode::Failed, "has no learned priors");
        EXPECT_ERROR(work::galleryFigure(QStringLiteral("prior_scater"), runs), ErrorCode::Usage, "Did you mean prior_scatter?");
        EXPECT_ERROR(work::galleryFigure(QStringLiteral("prior_scatter"), {}), ErrorCode::Usage, "no run was chosen");
        EXPECT_ERROR(work::galleryRuns({home.path().toStdString()}), ErrorCode::Usage, "is no run");
    }

    void priorsComeFromTheLastStep()
    {
        const test::WindowHome home;
        const auto run = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 40);
        addPriors(run);
        const auto figure = work::galleryFigure(QStringLiteral("prior_scatter"), work::galleryRuns({run.toStdString()}));
        QVERIFY(std::abs(figure.panels.at(0).series.at(0).x[0] + 0.9) < 1e-6);
        QCOMPARE(figure.provenance.runs.at(0).step, 300);
        QCOMPARE(work::galleryFigure(QStringLiteral("priors_by_regime"), work::galleryRuns({run.toStdString()})).panels.size(), std::size_t(2));
        const auto loss = work::galleryFigure(QStringLiteral("loss_by_encoding"), work::galleryRuns({run.toStdString()}));
        QVERIFY(std::abs(loss.panels.at(0).series.at(0).y.last() - 2.7) < 1e-6);
    }

    void theProgramWritesAFigureOfRuns()
    {
        const test::WindowHome home;
        const test::Workplace place;
        const auto run = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 40);
        addPriors(run);
        EXPECT_EXIT(place.run({QStringLiteral("--batch"), QStringLiteral("figure"), QStringLiteral("prior_scatter"), run, QStringLiteral("--out"), QStringLiteral("fig/priors"),
                        QStringLiteral("--format"), QStringLiteral("pdf,svg")}), 0);
        QVERIFY(place.read(QStringLiteral("fig/priors.pdf")).startsWith("%PDF"));
        QVERIFY(place.read(QStringLiteral("fig/priors.svg")).contains("l6/bam/version_00"));
        const auto missing = place.run({QStringLiteral("--batch"), QStringLiteral("figure"), QStringLiteral("accuracy_by_length"), run});
        EXPECT_EXIT(missing, 1);
        EXPECT_TEXT(missing.err, "has no pass-key results");
        EXPECT_EXIT(place.run({QStringLiteral("--batch"), QStringLiteral("figure"), QStringLiteral("nonsense"), run}), 2);
    }

    void theProgramShowsWhereInvertedHeadsOfARunLook()
    {
        const test::Workplace place;
        const auto run = QString::fromStdString(test::dataFile("retrieval").string());
        EXPECT_EXIT(place.run({QStringLiteral("--batch"), QStringLiteral("figure"), QStringLiteral("inverted_heads"), run, QStringLiteral("--length"), QStringLiteral("300"),
                        QStringLiteral("--threads"), QStringLiteral("1"), QStringLiteral("--out"), QStringLiteral("inverted"), QStringLiteral("--format"), QStringLiteral("svg")}), 0);
        const auto figure = work::readFigureFile(place.path(QStringLiteral("inverted.json")).toStdString()).figure;
        QCOMPARE(figure.kind, QStringLiteral("inverted_heads"));
        const auto length = figure.panels.at(0).x.high;
        QVERIFY2(length > 200 && length <= 310, qPrintable(QString::number(length)));
        QVERIFY(figure.panels[0].heatmaps.at(0).rows >= 1);
        QCOMPARE(figure.panels[0].spans.size(), std::size_t(1));
        QVERIFY(figure.provenance.runs.at(0).step > 0);
        const auto two = place.run({QStringLiteral("--batch"), QStringLiteral("figure"), QStringLiteral("inverted_heads"), run, run});
        EXPECT_EXIT(two, 2);
        EXPECT_TEXT(two.err, "found 2 runs");
    }

    void theProgramDrawsTheStudyThatItPrinted()
    {
        const test::Workplace place;
        const auto run = QString::fromStdString(test::dataFile("retrieval").string());
        const auto study = place.run({QStringLiteral("--batch"), QStringLiteral("lens"), run, QStringLiteral("--length"), QStringLiteral("200"), QStringLiteral("--study"), QStringLiteral("2"),
            QStringLiteral("--study_heads"), QStringLiteral("1"), QStringLiteral("--study_draws"), QStringLiteral("1"), QStringLiteral("--study_alone"), QStringLiteral("--threads"), QStringLiteral("1"),
            QStringLiteral("--json")});
        EXPECT_EXIT(study, 0);
        place.write(QStringLiteral("study.jsonl"), study.out);
        EXPECT_EXIT(place.run({QStringLiteral("--batch"), QStringLiteral("figure"), QStringLiteral("ablation"), QStringLiteral("study.jsonl"), QStringLiteral("--format"), QStringLiteral("pdf")}), 0);
        QVERIFY(place.read(QStringLiteral("ablation.pdf")).startsWith("%PDF"));
        const auto figure = work::readFigureFile(place.path(QStringLiteral("ablation.json")).toStdString()).figure;
        QCOMPARE(figure.panels.size(), std::size_t(2));
        QCOMPARE(figure.panels[0].series.at(0).x, (QVector<double>{0, 1}));
        QCOMPARE(figure.panels[0].series[0].y[0], double(study.events(QStringLiteral("ablated")).at(0)[QStringLiteral("correct_top")].toInt()) / 2);
        const auto pdf = place.read(QStringLiteral("ablation.pdf"));
        EXPECT_EXIT(place.run({QStringLiteral("--batch"), QStringLiteral("figure"), QStringLiteral("ablation.json")}), 0);
        QCOMPARE(place.read(QStringLiteral("ablation.pdf")), pdf);
        auto scaled = study.out;        // as a model with RoPE tells it
        scaled.replace("\"how\":\"zero\"", "\"how\":\"zero\",\"rope_scaling\":{\"method\":\"yarn\",\"factor\":4,\"original_length\":512}");
        place.write(QStringLiteral("scaled.jsonl"), scaled);
        const auto told = work::ablationFigure(place.path(QStringLiteral("scaled.jsonl")).toStdString());
        QVERIFY2(told.title.contains(QStringLiteral("(yarn × 4 of 512 tokens)")), qPrintable(told.title));
        QCOMPARE(told.provenance.runs.at(0).conditions, QStringLiteral("RoPE scaling yarn × 4 of 512 tokens"));
        const auto wrong = place.run({QStringLiteral("--batch"), QStringLiteral("figure"), QStringLiteral("ablation"), run});
        EXPECT_EXIT(wrong, 2);
        EXPECT_TEXT(wrong.err, "--study 20 --json > study.jsonl");
    }

    void theProgramTellsWhichHeadsItChanged()
    {
        const test::Workplace place;
        const auto run = QString::fromStdString(test::dataFile("retrieval").string());
        const QStringList lens{QStringLiteral("--batch"), QStringLiteral("lens"), run, QStringLiteral("--length"), QStringLiteral("200"), QStringLiteral("--threads"), QStringLiteral("1"), QStringLiteral("--top"), QStringLiteral("0")};
        const auto plain = place.run(lens), changed = place.run(lens + QStringList{QStringLiteral("--ablate"), QStringLiteral("0:1=zero")});
        EXPECT_EXIT(plain, 0);
        EXPECT_EXIT(changed, 0);
        QVERIFY(!plain.out.contains("changed"));
        EXPECT_TEXT(changed.out, "changed: 0:1=zero");
        QCOMPARE(changed.out.count("  changed\n"), 1);
        const auto events = place.run(lens + QStringList{QStringLiteral("--ablate"), QStringLiteral("0:1=zero"), QStringLiteral("--json")}).events(QStringLiteral("head"));
        QCOMPARE(std::count_if(events.begin(), events.end(), [](const auto& event) { return event[QStringLiteral("changed")].toBool(); }), 1);
    }

    void aFigureOfAModelIsMadeBesideTheWindow()
    {
        Drawing drawing;
        auto& [home, run, lenses, settings, window, part, messages, over] = drawing;
        QElapsedTimer timer;
        timer.start();
        part.showGallery(QStringLiteral("inverted_heads"), work::galleryRuns({run.toStdString()}));
        QVERIFY(timer.elapsed() < 100);
        QTRY_COMPARE(lenses->holding.load(), 1);
        QTRY_VERIFY(messages.size() >= 2);
        const auto told = messages.last().at(0).value<ui::Message>();
        QVERIFY2(told.text.contains(QStringLiteral("BAM: capturing")), qPrintable(told.text));
        QVERIFY(!part.dialog() && over.isEmpty());
        lenses->hold = false;
        QTRY_VERIFY(part.dialog());
        const auto& figure = part.dialog()->file().figure;
        QCOMPARE(figure.kind, QStringLiteral("inverted_heads"));
        QCOMPARE(figure.panels.at(0).heatmaps.at(0).rows, 4);       // half of the heads have θβ ≤ 0
        QCOMPARE(figure.provenance.runs.at(0).step, 100);
        QCOMPARE(over.size(), 1);
        QTRY_COMPARE(lenses->alive.load(), 0);                      // the checkpoint is not held for a figure
        QCOMPARE(lenses->noted(), (std::vector<std::string>{"open " + run.toStdString(), "capture 1024"}));
    }

    void aFigureOfAModelIsStoppedWithoutWaiting()
    {
        Drawing drawing;
        auto& [home, run, lenses, settings, window, part, messages, over] = drawing;
        const auto runs = work::galleryRuns({run.toStdString()});
        part.showGallery(QStringLiteral("inverted_heads"), runs);
        part.showGallery(QStringLiteral("inverted_heads"), runs);   // one at a time
        QTRY_COMPARE(lenses->holding.load(), 1);
        messages.last().at(0).value<ui::Message>().onAction();
        QCOMPARE(over.size(), 1);
        QTRY_COMPARE(lenses->holding.load(), 0);
        lenses->hold = false;
        part.showGallery(QStringLiteral("inverted_heads"), runs);
        QTRY_VERIFY(part.dialog());
        const auto noted = lenses->noted();
        QCOMPARE(std::count(noted.begin(), noted.end(), std::string("capture 1024")), 2);
    }

    void aFigureOfAModelThatCannotBeMadeIsTold()
    {
        const test::WindowHome home;
        const auto run = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 40), other = home.writeRun(QStringLiteral("vocabulary"), QStringLiteral("bam"), 0, 40);
        Settings settings;
        QWidget window;
        window.show();
        FiguresPart part(settings, window, test::fakeOpener(std::make_shared<test::FakeLenses>()));
        const QSignalSpy messages(&part, &FiguresPart::message);
        part.showGallery(QStringLiteral("inverted_heads"), work::galleryRuns({run.toStdString(), other.toStdString()}));
        QCOMPARE(messages.size(), 1);
        QVERIFY(messages.last().at(0).value<ui::Message>().text.contains(QStringLiteral("found 2 runs")));
        part.showGallery(QStringLiteral("inverted_heads"), work::galleryRuns({other.toStdString()}));
        QTRY_VERIFY(messages.last().at(0).value<ui::Message>().text.contains(QStringLiteral("300 pieces")));
        QVERIFY(!part.dialog());
    }

    void theMenuOpensTheDialogOnSelectedRuns()
    {
        const test::WindowHome home;
        const auto run = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 40);
        addPriors(run);
        Settings settings;
        const auto window = std::make_unique<MainWindow>(settings, QStringList{home.path(QStringLiteral("logs"))});
        window->show();
        QTRY_COMPARE(window->runs().selection().size(), 1);
        actionOf(*window, QStringLiteral("θβ and θα"))->trigger();
        QTRY_VERIFY(window->figures().dialog());
        QCOMPARE(window->figures().dialog()->file().figure.kind, QStringLiteral("prior_scatter"));
        window->figures().dialog()->close();
        QTRY_VERIFY(!window->figures().dialog());
        const auto messages = [&] {
            int count = 0;
            for (const auto* area : window->findChildren<ui::BannerArea*>())
                count += area->count();
            return count;
        };
        const int before = messages();
        actionOf(*window, QStringLiteral("Pass-key accuracy by length"))->trigger();
        QTRY_COMPARE(messages(), before + 1);
        QVERIFY(!window->figures().dialog());
    }

    void runsWithoutBamsParametersHaveNoFiguresOfThem()
    {
        const test::WindowHome home;
        const auto run = home.writeRun(QStringLiteral("logs"), QStringLiteral("kerple_log"), 0, 40);
        test::WindowHome::write(run + QStringLiteral("/priors.csv"), "step,layer,head,theta_alpha,theta_beta,theta_mu,seq_scale,r1,r2\n0,0,0,,,,,1,1\n40,0,0,,,,,0.5,2\n");
        for (const auto* kind : {"prior_scatter", "priors_by_regime"})
            EXPECT_ERROR(work::galleryFigure(QLatin1String(kind), work::galleryRuns({run.toStdString()})), ErrorCode::Failed, "Other biases are in the figure biases_by_distance");
    }

    void everyBiasIsDrawnFromItsCheckpoint()
    {
        std::vector<std::unique_ptr<test::BiasRun>> runs;
        std::vector<std::filesystem::path> paths;
        for (const auto* encoding : {"t5", "fire", "sandwich", "kerple_log", "bam"}) {
            runs.push_back(std::make_unique<test::BiasRun>(encoding));
            paths.push_back(runs.back()->path);
        }
        const auto figure = work::galleryFigure(QStringLiteral("biases_by_distance"), work::galleryRuns(paths));
        QCOMPARE(figure.panels.size(), paths.size());
        for (const auto& panel : figure.panels) {
            QVERIFY2(!panel.series.empty() && panel.series.size() <= 8, qPrintable(panel.title));
            QVERIFY(std::any_of(panel.series.front().y.begin(), panel.series.front().y.end(), [](double y) { return y != 0; }));
        }
        QCOMPARE(figure.panels[2].series.size(), std::size_t(4));       // Sandwich's heads are the same in both layers
        QCOMPARE(figure.provenance.runs.at(0).step, qint64(40));
        const test::BiasRun rope("rotary");
        EXPECT_ERROR(work::galleryFigure(QStringLiteral("biases_by_distance"), work::galleryRuns({rope.path})), ErrorCode::Usage, "adds no bias to the scores");
    }

    void slidingPerplexityAndMultipleChoiceAreDrawnFromResults()
    {
        const test::WindowHome home;
        const test::Workplace place;
        const auto run = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 40), without = home.writeRun(QStringLiteral("logs"), QStringLiteral("rotary"), 0, 40);
        test::WindowHome::write(run + QStringLiteral("/results.json"),
            "{\"perplexity_sliding\": [{\"context\": 64, \"stride\": 32, \"corpus\": \"Bible\", \"ntokens\": 90, \"perplexity_all\": 11, \"perplexity_all_95\": [10, 12.5]}, "
            "{\"context\": 64, \"stride\": 32, \"corpus\": \"Bible\", \"ntokens\": 90, \"perplexity_all\": 7, \"rope_scaling\": {\"method\": \"yarn\", \"factor\": 4}}], "
            "\"multiple_choice\": [{\"task\": \"arc\", \"shots\": 0, \"total\": {\"questions\": 9, \"acc\": 0.5, \"acc_norm\": 0.25}, \"subjects\": [{\"subject\": \"ARC-Easy\", \"questions\": 5, \"acc\": 0.75, "
            "\"acc_wilson_95\": [0.5, 0.9]}, {\"subject\": \"ARC-Challenge\", \"questions\": 4, \"acc\": 0.25}]}]}");
        const auto runs = work::galleryRuns({run.toStdString()}), others = work::galleryRuns({without.toStdString()});
        const auto sliding = work::galleryFigure(QStringLiteral("sliding_perplexity"), runs);
        const auto& panel = sliding.panels.at(0);
        QCOMPARE(panel.title, QStringLiteral("Bible, 64/32"));
        QCOMPARE(panel.series.at(0).x, (QVector<double>{11}));
        QCOMPARE(panel.series[0].high, (QVector<double>{12.5}));
        QCOMPARE(panel.y.ticks.at(1).text, QStringLiteral("BAM, yarn × 4"));        // a scaled RoPE has a row of its own
        const auto choices = work::galleryFigure(QStringLiteral("multiple_choice"), runs);
        QCOMPARE(choices.panels.at(0).y.ticks.at(1).text, QStringLiteral("arc: ARC-Easy"));
        QCOMPARE(choices.panels[0].series.at(0).x, (QVector<double>{0.5, 0.75, 0.25}));
        QCOMPARE(choices.panels[0].series[0].low.at(1), 0.5);
        QCOMPARE(choices.panels.at(1).series.at(0).x, (QVector<double>{0.25}));
        EXPECT_ERROR(work::galleryFigure(QStringLiteral("sliding_perplexity"), others), ErrorCode::Failed, "has no sliding perplexities");
        EXPECT_ERROR(work::galleryFigure(QStringLiteral("multiple_choice"), others), ErrorCode::Failed, "has no results of multiple choice");
        // A file of it is drawn again to the same bytes.
        EXPECT_EXIT(place.run({QStringLiteral("--batch"), QStringLiteral("figure"), QStringLiteral("multiple_choice"), run, QStringLiteral("--format"), QStringLiteral("svg,tex")}), 0);
        const auto svg = place.read(QStringLiteral("multiple_choice.svg"));
        EXPECT_EXIT(place.run({QStringLiteral("--batch"), QStringLiteral("figure"), QStringLiteral("multiple_choice.json")}), 0);
        QCOMPARE(place.read(QStringLiteral("multiple_choice.svg")), svg);
        EXPECT_TEXT(place.run({QStringLiteral("--batch"), QStringLiteral("figure"), QStringLiteral("--help")}).out, "sliding_perplexity");
    }

    void depthsAndRulerAreDrawnFromResults()
    {
        const test::WindowHome home;
        const auto run = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 40), without = home.writeRun(QStringLiteral("logs"), QStringLiteral("rotary"), 0, 40);
        test::WindowHome::write(run + QStringLiteral("/results.json"),
            "{\"passkey_details\": {\"('equidistant', 2, 5, 0)\": [{\"length\": 512, \"prompt_tokens\": 500, \"samples\": 2, \"accuracy\": 0.5, \"outcomes\": \"10\", \"depths\": [0, 1]}]}, "
            "\"ruler\": {\"vt\": [{\"length\": 512, \"samples\": 4, \"score\": 0.5, \"score_95\": [0.2, 0.8]}]}}");
        const auto depths = work::galleryFigure(QStringLiteral("depth_by_length"), work::galleryRuns({run.toStdString()}));
        QCOMPARE(depths.panels.at(0).heatmaps.at(0).values, (QVector<float>{1, 0}));
        const auto ruler = work::galleryFigure(QStringLiteral("ruler_by_length"), work::galleryRuns({run.toStdString()}));
        QCOMPARE(ruler.panels.at(0).series.at(0).high.at(0), 0.8);
        EXPECT_ERROR(work::galleryFigure(QStringLiteral("depth_by_length"), work::galleryRuns({without.toStdString()})), ErrorCode::Failed, "has no pass-key results with the depth of each key");
        EXPECT_ERROR(work::galleryFigure(QStringLiteral("ruler_by_length"), work::galleryRuns({without.toStdString()})), ErrorCode::Failed, "has no results of RULER");
    }
};

BAMSCOPE_TEST(GalleryTest)

}  // namespace bam::window

#include "test_gallery.moc"
