// SPDX-License-Identifier: GPL-3.0-or-later
// The page of priors in the window, and the reader behind it, over run folders that grow.
#include "app/window/main_window.h"
#include "app/window/runs_part.h"
#include "app/window/translations.h"
#include "app/work/prior_reader.h"
#include "tests/priors/bias_run.h"
#include "tests/support/test_main.h"
#include "tests/window/run_folders.h"
#include "tests/window/text_check.h"
#include "tests/window/window_home.h"
#include "widgets/views/priors/explorer_pane.h"
#include "widgets/views/priors/heads_pane.h"
#include "widgets/views/priors/priors_view.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>

namespace bam::window {
namespace {

const QByteArray kHeader = "step,layer,head,theta_alpha,theta_beta,theta_mu,seq_scale\n";

QByteArray rows(int from, int steps, int layers = 2, int heads = 4)
{
    QByteArray text;
    for (int step = from; step < from + steps; ++step)
        for (int l = 0; l < layers; ++l)
            for (int h = 0; h < heads; ++h)
                text += QStringLiteral("%1,%2,%3,-0.5,%4,0,0.43\n").arg(step * 32).arg(l).arg(h).arg(0.1 * h - 0.01 * step).toUtf8();
    return text;
}

struct Received {
    work::PriorReader reader;
    QHash<QString, priors::PriorHistory> histories;
    QHash<QString, int> restarts;
    Received()
    {
        QObject::connect(&reader, &work::PriorReader::read, &reader, [this](const std::shared_ptr<priors::PriorPiece>& piece) {
            const auto run = QString::fromStdString(piece->run.string());
            restarts[run] += piece->restarted;
            histories[run].append(std::move(*piece));
        });
    }
};

}  // namespace

class PriorsPartTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aGrowingFileIsReadOnFromWhereItEnded()
    {
        const QTemporaryDir folder;
        const auto run = folder.filePath(QStringLiteral("a"));
        test::writeText(run + QStringLiteral("/priors.csv"), kHeader + rows(0, 3));
        Received received;
        received.reader.follow({run});
        QTRY_COMPARE(received.histories[run].steps(), std::size_t(3));
        test::appendText(run + QStringLiteral("/priors.csv"), rows(3, 2) + "160,0,0,-0.5");
        QTRY_COMPARE(received.histories[run].steps(), std::size_t(5));
        QCOMPARE(received.restarts[run], 1);
        test::appendText(run + QStringLiteral("/priors.csv"), ",0.25,0,0.43\n");
        QTRY_COMPARE(received.histories[run].steps(), std::size_t(6));
        QCOMPARE(received.histories[run].at(5, {0, 0}).thetaBeta, 0.25);
        received.reader.follow({run});      // the same again: nothing is read twice
        test::writeText(run + QStringLiteral("/priors.csv"), kHeader + rows(0, 1));
        QTRY_COMPARE(received.histories[run].steps(), std::size_t(1));
        QCOMPARE(received.restarts[run], 2);
    }

    void aFileThatComesLaterIsFoundAndOneThatGoesIsTold()
    {
        const QTemporaryDir folder;
        const auto run = folder.filePath(QStringLiteral("a"));
        QDir().mkpath(run);
        Received received;
        received.reader.follow({run});
        QTRY_VERIFY(received.histories[run].problem().find("no priors.csv") != std::string::npos);
        test::writeText(run + QStringLiteral("/priors.csv"), kHeader + rows(0, 2));
        QTRY_COMPARE(received.histories[run].steps(), std::size_t(2));
        QVERIFY(received.histories[run].problem().empty());
        QVERIFY(QDir(run).removeRecursively());
        QTRY_VERIFY(received.histories[run].problem().find("not there any more") != std::string::npos);
        QCOMPARE(received.histories[run].steps(), std::size_t(2));      // what was read stays
    }

    void checkpointsAreReadWherePriorsCsvCannotTellTheBias()
    {
        const test::BiasRun folder("t5");
        const auto run = QString::fromStdString(folder.path.string());
        Received received;
        received.reader.follow({run});
        QTRY_COMPARE(received.histories[run].steps(), std::size_t(1));
        QTRY_VERIFY(received.histories[run].complete());
        QVERIFY(received.histories[run].bias(0)->at({1, 3}) && received.histories[run].problem().empty());
        folder.addCheckpoint(80, 6);
        QTRY_COMPARE(received.histories[run].steps(), std::size_t(2));
        QCOMPARE(received.restarts[run], 1);
        // One that is damaged is told, and the next one is read all the same.
        folder.addCheckpoint(120, 7);
        test::writeText(run + QStringLiteral("/checkpoints/step_00000120/model.safetensors"), "torn");
        test::writeText(run + QStringLiteral("/checkpoints/step_00000160/model.safetensors"), "torn too");
        test::writeText(run + QStringLiteral("/checkpoints/step_00000160/state.json"), "{}");
        QTRY_VERIFY(received.histories[run].problem().find("step_00000") != std::string::npos);
        folder.addCheckpoint(200, 8);
        QTRY_VERIFY(received.histories[run].bias(received.histories[run].indexAt(200)) && received.histories[run].bias(received.histories[run].indexAt(200))->step() == 200);
    }

    void curvesOfACheckpointReachTheExplorer()
    {
        const test::BiasRun folder("fire");
        const test::WindowHome home;
        QVERIFY(QDir().mkpath(home.path(QStringLiteral("logs/custom/fire"))));
        QVERIFY(QFile::rename(QString::fromStdString(folder.path.string()), home.path(QStringLiteral("logs/custom/fire/version_00"))));
        Settings settings;
        MainWindow window(settings, {home.path(QStringLiteral("logs"))});
        window.resize(1280, 800);
        window.show();
        QTRY_COMPARE(window.runs().model().runCount(), 1);
        window.explorePriors();
        auto* view = window.findChild<views::PriorsView*>();
        auto* heads = view->findChild<views::HeadsPane*>();
        QTRY_COMPARE(heads->step(), 40.0);
        const auto prior = heads->priorOf(0, {1, 2});
        QVERIFY(prior && prior->form == priors::Form::Table);
        auto* explorer = view->findChild<views::ExplorerPane*>();
        Q_EMIT heads->headChosen({heads->shown().front()->path, heads->shown().front()->title, {1, 2}, 40}, *prior, 512, false);
        QVERIFY(explorer->state().prior.form == priors::Form::Table && explorer->state().prior.table == prior->table);
        auto* form = view->findChild<QComboBox*>(QStringLiteral("priorForm"));
        QCOMPARE(form->currentData().toInt(), int(priors::Form::Table));
        QVERIFY(!view->findChild<QWidget*>(QStringLiteral("thetaAlphaSlider"))->isVisibleTo(view) && !view->findChild<QWidget*>(QStringLiteral("r1Slider"))->isVisibleTo(view));
        const auto settingsBefore = view->saveSettings();
        // FIRE's bias is another for a query that sees more; the explorer follows its n.
        auto longer = explorer->state();
        longer.keys = 900;
        explorer->change(longer);
        explorer->drawNow();
        const auto figure = view->figures().front();
        QCOMPARE(figure.panels.front().series.back().y.last(), priors::biasAt(*prior, 899, 900));
        form->setCurrentIndex(form->findData(int(priors::Form::Power)));
        Q_EMIT form->activated(form->currentIndex());
        QCOMPARE(form->findData(int(priors::Form::Table)), -1);
        QVERIFY(view->findChild<QWidget*>(QStringLiteral("r1Slider"))->isVisibleTo(view));
        view->restoreSettings(settingsBefore);      // of a curve, which belongs to a run, nothing is left
        QVERIFY(explorer->state().prior.form != priors::Form::Table);
    }

    void thePageShowsTheSelectedRunsAndGrowsWithThem()
    {
        const test::WindowHome home;
        const auto run = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam_ssmax"), 0, 100);
        home.writeRun(QStringLiteral("logs"), QStringLiteral("rotary"), 0, 100);
        test::writeText(run + QStringLiteral("/priors.csv"), kHeader + rows(0, 3));
        Settings settings;
        MainWindow window(settings, {home.path(QStringLiteral("logs"))});
        window.resize(1280, 800);
        window.show();
        QTRY_COMPARE(window.runs().model().runCount(), 2);
        auto* view = window.findChild<views::PriorsView*>();
        auto* heads = view->findChild<views::HeadsPane*>();
        QVERIFY(!view->isVisible());
        QVERIFY(heads->runs().empty());         // nothing is read for a page that nobody sees
        window.explorePriors();
        QVERIFY(view->isVisible());
        QTRY_COMPARE(view->runs().size(), 2);
        QTRY_COMPARE(heads->step(), 64.0);
        QCOMPARE(heads->shown().front()->path, run);
        test::appendText(run + QStringLiteral("/priors.csv"), rows(3, 4));
        QTRY_COMPARE(heads->step(), 192.0);
        window.runs().show(run);
        QTRY_COMPARE(view->runs(), QStringList{run});
        QCOMPARE(heads->runs().front()->history.steps(), std::size_t(7));      // not read again
        QVERIFY(view->findChild<views::ExplorerPane*>()->isVisible());
    }

    void everyTextOfThePageCanBeTranslatedAndHasRoom()
    {
        const test::WindowHome home;
        const auto run = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam_ssmax"), 0, 100);
        test::writeText(run + QStringLiteral("/priors.csv"), kHeader + rows(0, 3));
        const Translations pseudo(QStringLiteral("pseudo"));
        Settings settings;
        MainWindow window(settings, {home.path(QStringLiteral("logs"))});
        window.resize(1280, 800);
        window.show();
        QTRY_COMPARE(window.runs().model().runCount(), 1);
        window.explorePriors();
        auto* view = window.findChild<views::PriorsView*>();
        QTRY_COMPARE(view->findChild<views::HeadsPane*>()->step(), 64.0);
        for (const auto* part : {"showExplorer", "showHeads", "showBoth"}) {
            view->findChild<QAction*>(QLatin1String(part))->trigger();
            QTest::qWait(150);
            const auto found = test::untranslatedTexts(*view) + test::clippedTexts(*view);
            QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
        }
    }

    void theExplorerIsReachedFromTheStartPageWithoutAnyRun()
    {
        const test::WindowHome home;
        Settings settings;
        {
            MainWindow window(settings, {});
            window.resize(1280, 800);
            window.show();
            auto* view = window.findChild<views::PriorsView*>();
            QVERIFY(!view->isVisible());
            auto* button = window.findChild<QPushButton*>(QStringLiteral("startExplore"));
            QVERIFY(button->isVisible());
            button->click();
            QVERIFY(view->isVisible());
            QTest::qWait(150);
            QVERIFY(view->isVisible());     // still, though there is no run
            auto* explorer = view->findChild<views::ExplorerPane*>();
            auto next = explorer->state();
            next.prior.thetaBeta = -0.7;
            explorer->change(next);
            window.close();
        }
        MainWindow window(settings, {});
        QCOMPARE(window.findChild<views::ExplorerPane*>()->state().prior.thetaBeta, -0.7);
    }
};

BAMSCOPE_TEST(PriorsPartTest)

}  // namespace bam::window

#include "test_priors_part.moc"
