// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of the gallery from run folders, by the program and from the menu.
#include "app/window/figures_part.h"
#include "app/window/main_window.h"
#include "app/window/runs_part.h"
#include "app/work/figure_files.h"
#include "app/work/gallery.h"
#include "core/base/error.h"
#include "tests/app/program.h"
#include "tests/support/test_main.h"
#include "tests/window/window_home.h"
#include "widgets/figures/figure_dialog.h"

#include <QAction>
#include <QMenuBar>

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
};

BAMSCOPE_TEST(GalleryTest)

}  // namespace bam::window

#include "test_gallery.moc"
