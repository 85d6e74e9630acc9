// SPDX-License-Identifier: GPL-3.0-or-later
// The page that plays a training's attention as a film.
#include "tests/support/test_main.h"
#include "tests/widgets/lens_support.h"
#include "widgets/common/time_scrubber.h"
#include "widgets/views/attention/film_view.h"
#include "widgets/views/attention/retrieval_strip.h"
#include "widgets/views/priors/trajectory_chart.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>

using namespace bam;
using namespace bam::views;

namespace {

const QString kRun = QStringLiteral("/runs/l6/bam/version_00");

/// Heads of someCapture() whose mass on the needle grows with the frames.
std::shared_ptr<const inspect::Film> someFilm(int frames)
{
    auto film = std::make_shared<inspect::Film>();
    film->run = kRun.toStdString();
    film->prompt = test::somePrompt();
    film->layers = 2;
    film->heads = 4;
    for (int n = 0; n < frames; ++n) {
        inspect::FilmFrame frame;
        frame.step = 50 * n;
        frame.heads = test::someCapture()->summary;
        for (auto& head : frame.heads)
            head.needleMass *= double(n) / double(std::max(frames - 1, 1));
        frame.answer = test::someCapture()->answer;
        for (auto& step : frame.answer)
            step.correct = n + 1 == frames;
        film->frames.push_back(std::make_shared<const inspect::FilmFrame>(std::move(frame)));
    }
    return film;
}

/// What reading a frame gives: one query, one row per head.
std::shared_ptr<const inspect::Capture> someFrame(const inspect::Film& film, qint64 step)
{
    auto capture = std::make_shared<inspect::Capture>(*test::someCapture({.queries = 1}));
    capture->prompt = film.prompt;
    capture->prompt.queryRows = {film.prompt.queryRows.front()};
    capture->step = step;
    return capture;
}

struct Shown {
    Shown()
    {
        view.resize(1000, 700);
        view.show();
        QObject::connect(&view, &FilmView::frameWanted, &view, [this](qint64 step) { wanted.append(step); });
    }
    void withFilm(int frames, bool running = false)
    {
        view.setRuns({{kRun, QStringLiteral("BAM, seed 1"), running, 50}});
        film = someFilm(frames);
        view.setFilm(kRun, film);
    }
    void answer() { view.setFrame(wanted.last(), someFrame(*film, wanted.last())); }
    QString text(const char* name) { return view.findChild<QLabel*>(QLatin1String(name))->text(); }
    FilmView view;
    std::shared_ptr<const inspect::Film> film;
    QVector<qint64> wanted;
};

}  // namespace

class FilmViewTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void anEmptyPageTellsHowAFilmIsMade()
    {
        Shown shown;
        QVERIFY(shown.text("filmEmpty").contains(QStringLiteral("Select a run")));
        shown.view.setRuns({{kRun, QStringLiteral("BAM"), false, 0}});
        QVERIFY(shown.text("filmEmpty").contains(QStringLiteral("Reading")));       // not told to be nothing before that is known
        shown.view.setFilm(kRun, nullptr);
        QVERIFY(shown.text("filmEmpty").contains(QStringLiteral("capture_every")));
        QVERIFY(shown.view.findChild<QLabel*>(QStringLiteral("filmEmpty"))->isVisible());
        QVERIFY(!shown.view.findChild<QToolButton*>(QStringLiteral("filmCapture"))->isEnabled());
        QVERIFY(shown.view.figures().empty());
        shown.view.setRuns({{kRun, QStringLiteral("BAM"), true, 50}});
        QVERIFY(shown.text("filmEmpty").contains(QStringLiteral("not there yet")));
    }

    void aFilmOpensAtItsLastFrameAndTheStripFollowsWhenItIsRead()
    {
        Shown shown;
        shown.withFilm(5);
        QCOMPARE(shown.wanted, QVector<qint64>{200});
        QCOMPARE(shown.view.chart().cursorAt(), 200.0);
        QCOMPARE(shown.view.shownStep(), -1);
        QVERIFY(shown.text("filmAnswer").contains(QStringLiteral("Step 200")));
        QVERIFY(shown.text("filmAnswer").contains(QStringLiteral(">found<")));
        shown.answer();
        QCOMPARE(shown.view.shownStep(), 200);
        QCOMPARE(shown.view.strip().content().rows(), 8);
        QVERIFY((shown.view.strip().selected() == inspect::HeadId{1, 3}));      // it ends with the most on the needle
    }

    void theSliderAndTheChartGoToAStep()
    {
        Shown shown;
        shown.withFilm(5);
        auto* slider = shown.view.findChild<QSlider*>(QStringLiteral("stepSlider"));
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Home);
        QCOMPARE(shown.view.wantedStep(), 0);
        QVERIFY(shown.text("filmAnswer").contains(QStringLiteral(">not found<")));
        auto& chart = shown.view.chart();
        const auto at = chart.pixelOf({151, 0.9});
        QTest::mouseClick(&chart, Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(shown.view.wantedStep(), 150);
        QCOMPARE(shown.wanted.last(), 150);
    }

    void itPlaysFromTheStartToTheEnd()
    {
        Shown shown;
        shown.withFilm(5);
        QTest::mouseClick(shown.view.findChild<QToolButton*>(QStringLiteral("playPriors")), Qt::LeftButton);
        QVERIFY(shown.view.scrubber().isPlaying());
        QCOMPARE(shown.view.wantedStep(), 0);
        for (int n = 0; n < 20; ++n)
            shown.view.scrubber().advance(1);
        QVERIFY(!shown.view.scrubber().isPlaying());
        QCOMPARE(shown.view.wantedStep(), 200);
        QVERIFY(shown.wanted.contains(50) && shown.wanted.contains(100) && shown.wanted.contains(150));
    }

    void headsKeepTheirRowsAndColoursThroughTheFilm()
    {
        Shown shown;
        shown.withFilm(5);
        shown.answer();
        shown.view.findChild<QComboBox*>(QStringLiteral("filmOrder"))->setCurrentIndex(1);
        const auto order = [&] {
            std::vector<inspect::HeadId> heads;
            for (int row = 0; row < shown.view.strip().content().rows(); ++row)
                heads.push_back(shown.view.strip().content().head(row).id);
            return heads;
        };
        const auto last = order();
        QCOMPARE(last.front().layer, 1);
        QCOMPARE(last.front().head, 3);
        const double high = shown.view.strip().content().high(), limit = shown.view.strip().content().thetaBetaLimit();
        shown.view.scrubber().setStep(0);
        shown.answer();
        QCOMPARE(shown.view.shownStep(), 0);
        QVERIFY(order() == last);
        QCOMPARE(shown.view.strip().content().high(), high);
        QCOMPARE(shown.view.strip().content().thetaBetaLimit(), limit);
    }

    void aTrainingThatGoesOnIsFollowedAndCanBeAskedForAFrame()
    {
        Shown shown;
        shown.withFilm(3, true);
        QCOMPARE(shown.view.wantedStep(), 100);
        shown.film = someFilm(4);
        shown.view.setFilm(kRun, shown.film);
        QCOMPARE(shown.view.wantedStep(), 150);
        shown.view.scrubber().setStep(50);
        shown.view.setFilm(kRun, someFilm(6));
        QCOMPARE(shown.view.wantedStep(), 50);      // somebody looks at it
        QSignalSpy asked(&shown.view, &FilmView::captureRequested);
        QTest::mouseClick(shown.view.findChild<QToolButton*>(QStringLiteral("filmCapture")), Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.first().first().toString(), kRun);
    }

    void anotherRunBeginsAnew()
    {
        Shown shown;
        shown.withFilm(5);
        shown.answer();
        QSignalSpy changed(&shown.view, &FilmView::runChanged);
        shown.view.setRuns({{QStringLiteral("/runs/other"), QStringLiteral("RoPE"), false, 0}});
        QCOMPARE(changed.last().first().toString(), QStringLiteral("/runs/other"));
        QVERIFY(shown.view.strip().content().isEmpty());
        shown.view.setFilm(kRun, shown.film);       // came too late
        QVERIFY(shown.view.findChild<QLabel*>(QStringLiteral("filmEmpty"))->isVisible());
    }

    void framesThatCannotBeReadAreTold()
    {
        Shown shown;
        shown.withFilm(3);
        auto broken = std::make_shared<inspect::Film>(*shown.film);
        broken->problems = {"step_00000050.safetensors is left out: it is too short"};
        shown.view.setFilm(kRun, broken);
        const auto* banners = shown.view.findChild<ui::BannerArea*>();
        QCOMPARE(banners->count(), 1);
        shown.view.setFilm(kRun, shown.film);
        QTRY_COMPARE(banners->count(), 0);
        auto lost = std::make_shared<inspect::Film>();
        lost->problems = {"prompt.json does not hold the prompt of a film"};
        shown.view.setFilm(kRun, lost);
        QCOMPARE(banners->count(), 1);
        QVERIFY2(shown.text("filmEmpty").contains(QStringLiteral("cannot be read")), qPrintable(shown.text("filmEmpty")));
    }

    void theCurvesHaveTheColoursOfTheLegend()
    {
        Shown shown;
        shown.withFilm(5);
        const auto legend = shown.text("filmLegend");
        QVERIFY2(legend.indexOf(headLabel({1, 3})) >= 0 && legend.indexOf(headLabel({1, 3})) < legend.indexOf(headLabel({1, 2})), qPrintable(legend));
        QVERIFY(!legend.contains(headLabel({0, 0})));
        int coloured = 0;
        for (const auto& path : shown.view.chart().content().paths)
            if (path.color.isValid()) {
                ++coloured;
                QVERIFY(legend.contains(path.color.name()));
            }
        QCOMPARE(coloured, 6);
    }

    void theFigureNamesTheHeadsThatEndWithTheMost()
    {
        Shown shown;
        shown.withFilm(5);
        shown.answer();
        const auto all = shown.view.figures();
        QCOMPARE(all.size(), std::size_t(2));
        const auto figure = filmFigure(*shown.film, {kRun, QStringLiteral("BAM"), 200, QStringLiteral("pass key")});
        const auto& series = figure.panels.front().series;
        QCOMPARE(series.size(), std::size_t(9));
        QStringList names;
        for (const auto& one : series)
            if (!one.name.isEmpty())
                names << one.name;
        QCOMPARE(names.size(), 8);      // two are the others, told once
        QVERIFY2(names[1].startsWith(headLabel({1, 3})) && names[2].startsWith(headLabel({1, 2})), qPrintable(names.join(QLatin1Char(';'))));
        QCOMPARE(figure.provenance.runs.front().conditions, QStringLiteral("pass key"));
        QCOMPARE(series.back().y.size(), 5);
        QCOMPARE(figure.provenance.runs.front().step, 200);
        QSignalSpy asked(&shown.view, &FilmView::figureRequested);
        QTest::mouseClick(shown.view.findChild<QToolButton*>(QStringLiteral("filmChartFigure")), Qt::LeftButton);
        QTest::mouseClick(shown.view.findChild<QToolButton*>(QStringLiteral("filmStripFigure")), Qt::LeftButton);
        QCOMPARE(asked.count(), 2);
    }
};

BAMSCOPE_TEST(FilmViewTest)
#include "test_film_view.moc"
