// SPDX-License-Identifier: GPL-3.0-or-later
// The page of films in the window, and the reader behind it, over folders that grow.
#include "app/window/main_window.h"
#include "app/window/runs_part.h"
#include "app/window/translations.h"
#include "app/work/film_reader.h"
#include "app/work/gallery.h"
#include "core/inspect/film.h"
#include "core/runs/control.h"
#include "tests/support/test_main.h"
#include "tests/widgets/lens_support.h"
#include "tests/window/run_folders.h"
#include "tests/window/text_check.h"
#include "tests/window/window_home.h"
#include "widgets/common/banner.h"
#include "widgets/views/attention/film_view.h"
#include "widgets/views/attention/retrieval_strip.h"

#include <QAction>
#include <QTabWidget>
#include <QToolButton>

namespace bam::window {
namespace {

void film(const QString& run, std::initializer_list<int> steps)
{
    QDir().mkpath(run);
    const inspect::FilmWriter writer(run.toStdString(), test::somePrompt(), 2, 4);
    for (const int step : steps) {
        auto capture = *test::someCapture();
        for (auto& head : capture.summary)
            head.needleMass *= step / 1000.0;
        writer.write(capture, step, step * 0.5);
    }
}

struct Received {
    work::FilmReader reader;
    std::shared_ptr<const inspect::Film> film;
    int films = 0;
    QVector<qint64> frames;
    QStringList problems;
    Received()
    {
        QObject::connect(&reader, &work::FilmReader::read, &reader, [this](const QString&, const std::shared_ptr<const inspect::Film>& read) {
            film = read;
            ++films;
        });
        QObject::connect(&reader, &work::FilmReader::frameRead, &reader, [this](const QString&, qint64 step, const std::shared_ptr<const inspect::Capture>&) { frames.append(step); });
        QObject::connect(&reader, &work::FilmReader::frameFailed, &reader, [this](const QString&, qint64, const QString& problem) { problems.append(problem); });
    }
};

/// A window on one run, at the page of films.
struct Opened {
    Opened(const test::WindowHome& home, const QString& run)
        : window(settings, {home.path(QStringLiteral("logs"))})
    {
        window.resize(1280, 800);
        window.show();
        [&] { QTRY_COMPARE(window.runs().model().runCount(), 1); }();
        view = window.findChild<views::FilmView*>();
        window.runs().show(run);
        window.findChild<QTabWidget*>(QStringLiteral("centreTabs"))->setCurrentWidget(view);
        [&] { QTRY_COMPARE(view->run(), run); }();
    }
    Settings settings;
    MainWindow window;
    views::FilmView* view = nullptr;
};

}  // namespace

class FilmPartTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void framesThatComeAreReadAndTheOthersAreNotReadAgain()
    {
        const QTemporaryDir folder;
        const auto run = folder.filePath(QStringLiteral("a"));
        QDir().mkpath(run);
        Received received;
        received.reader.follow(run);
        QTRY_COMPARE(received.films, 1);
        QVERIFY(!received.film);
        film(run, {0, 50});
        QTRY_VERIFY(received.film && received.film->frames.size() == 2);
        const auto first = received.film->frames.front();
        film(run, {100});
        QTRY_COMPARE(received.film->frames.size(), std::size_t(3));
        QCOMPARE(received.film->frames.front(), first);
        const int films = received.films;
        QTest::qWait(1500);
        QCOMPARE(received.films, films);        // nothing new, nothing told
    }

    void ofFramesThatAreAskedForTooFastTheLastIsRead()
    {
        const QTemporaryDir folder;
        const auto run = folder.filePath(QStringLiteral("a"));
        film(run, {0, 50, 100, 150});
        Received received;
        received.reader.follow(run);
        QTRY_VERIFY(received.film);
        for (int n = 0; n < 100; ++n)
            received.reader.wantFrame(50 * (n % 4));
        QTRY_VERIFY(!received.frames.isEmpty() && received.frames.last() == 150);
        QVERIFY(received.frames.size() <= 100);
        QFile::remove(run + QStringLiteral("/captures/step_00000050.safetensors"));
        received.reader.wantFrame(50);
        QTRY_COMPARE(received.problems.size(), 1);
    }

    void thePageFollowsTheSelectedRun()
    {
        const test::WindowHome home;
        const auto run = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam_ssmax"), 0, 100);
        film(run, {0, 50, 100});
        Opened opened(home, run);
        QTRY_COMPARE(opened.view->shownStep(), 100);
        QCOMPARE(opened.view->strip().content().rows(), 8);
        film(run, {150});
        QTRY_COMPARE(opened.view->shownStep(), 150);
        QCOMPARE(opened.view->figures().size(), std::size_t(2));
    }

    void captureNowIsPutIntoTheRunsControlFolder()
    {
        const test::WindowHome home;
        const auto run = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam_ssmax"), 0, 100);
        test::writeText(run + QStringLiteral("/status.json"), test::statusText("running", 100));
        Opened opened(home, run);
        auto* button = opened.view->findChild<QToolButton*>(QStringLiteral("filmCapture"));
        QTRY_VERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        const auto requests = QDir(run + QStringLiteral("/control")).entryList({QStringLiteral("*-capture-*.json")});
        QCOMPARE(requests.size(), 1);
        runs::ControlInbox inbox{std::filesystem::path(run.toStdString())};     // of a training that starts now: what was asked before is answered as ignored
        auto* action = opened.window.findChild<QAction*>(QStringLiteral("captureNow"));
        QVERIFY(action && action->isEnabled());
        action->trigger();
        std::optional<runs::ControlInbox::Pending> due;
        QTRY_VERIFY(due || (due = inbox.due(100)));      // the macro asks more than once
        QVERIFY(due->request.kind == runs::ControlKind::Capture);
        inbox.answer(*due, {"captured", 101, {}});
        const auto told = [&] {
            for (const auto* banner : opened.window.findChildren<ui::Banner*>())
                if (banner->message().text.contains(QStringLiteral("is captured")))
                    return true;
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(told(), 15000);
    }

    void theGalleryDrawsTheFilmOfOneRun()
    {
        const test::WindowHome home;
        const auto run = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam_ssmax"), 0, 100), other = home.writeRun(QStringLiteral("logs"), QStringLiteral("rotary"), 0, 100);
        film(run, {0, 50, 100});
        const auto kind = QStringLiteral("retrieval_heads");
        const auto figure = work::galleryFigure(kind, work::galleryRuns({run.toStdString()}));
        QCOMPARE(figure.panels.front().series.size(), std::size_t(9));      // eight heads and the key
        QCOMPARE(figure.panels.front().series.front().x, (QVector<double>{0, 50, 100}));
        QCOMPARE(figure.provenance.runs.front().step, 100);
        EXPECT_ERROR(work::galleryFigure(kind, work::galleryRuns({other.toStdString()})), ErrorCode::Failed, "has no film");
        EXPECT_ERROR(work::galleryFigure(kind, work::galleryRuns({run.toStdString(), other.toStdString()})), ErrorCode::Usage, "the film of one");
    }

    void everyTextOfThePageCanBeTranslatedAndHasRoom()
    {
        const test::WindowHome home;
        const auto run = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam_ssmax"), 0, 100);
        film(run, {0, 50, 100});
        const Translations pseudo(QStringLiteral("pseudo"));
        Opened opened(home, run);
        QTRY_COMPARE(opened.view->shownStep(), 100);
        const auto found = test::untranslatedTexts(*opened.view) + test::clippedTexts(*opened.view);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
    }
};

BAMSCOPE_TEST(FilmPartTest)

}  // namespace bam::window

#include "test_film_part.moc"
