// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/jobs_part.h"
#include "app/window/main_window.h"
#include "app/window/program_files.h"
#include "app/window/runs_part.h"
#include "core/spec/spec_io.h"
#include "tests/support/test_main.h"
#include "tests/window/window_home.h"
#include "widgets/common/colors.h"
#include "widgets/common/core_text.h"
#include "widgets/views/log/log_view.h"
#include "widgets/views/loss/loss_view.h"
#include "widgets/views/runs/runs_view.h"
#include "widgets/views/start/start_page.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QTabWidget>
#include <QTimer>
#include <QToolBar>
#include <QTreeView>

namespace bam::window {
namespace {

std::unique_ptr<MainWindow> open(Settings& settings, const QStringList& folders)
{
    auto window = std::make_unique<MainWindow>(settings, folders);
    window->resize(1280, 800);
    window->show();
    return window;
}

QWidget* find(QWidget& window, const char* name) { return window.findChild<QWidget*>(QLatin1String(name)); }

}  // namespace

class MainWindowTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theFirstStartOffersWaysToBegin()
    {
        const test::WindowHome home;
        Settings settings;
        const auto window = open(settings, {});
        for (const auto* name : {"startExample", "startOpen", "startBuild", "startSetup"}) {
            auto* button = find(*window, name);
            QVERIFY2(button && button->isVisible() && button->isEnabled(), name);
        }
        QTest::mouseClick(find(*window, "startSetup"), Qt::LeftButton);
        QVERIFY(find(*window, "setupPane")->isVisible());
        QTest::mouseClick(find(*window, "startBuild"), Qt::LeftButton);
        QTRY_VERIFY(window->findChild<QDialog*>());
    }

    void runsOfAFolderAreListedAndTheirCurvesDrawn()
    {
        const test::WindowHome home;
        home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 400);
        home.writeRun(QStringLiteral("logs"), QStringLiteral("rotary"), 0, 400);
        Settings settings;
        const auto window = open(settings, {home.path(QStringLiteral("logs"))});
        auto* curves = window->findChild<views::LossView*>();
        QTRY_COMPARE(window->runs().model().runCount(), 2);
        QTRY_COMPARE(curves->runs().size(), 2);
        QTRY_VERIFY(test::pixelsNear(curves->grab().toImage(), plots::styleOf(QStringLiteral("bam")).color) > 150);
        QVERIFY(test::pixelsNear(curves->grab().toImage(), plots::styleOf(QStringLiteral("rotary")).color) > 150);
        QCOMPARE(settings.logFolders(), QStringList{home.path(QStringLiteral("logs"))});
    }

    void aRunWithoutADescriptionIsNotDuplicatedButSaidSo()
    {
        const test::WindowHome home;
        Settings settings;
        QStringList runs;
        for (const auto* text : {"[]", "{\"spec\": 1}", "{"}) {
            const auto run = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), int(runs.size()), 5);
            test::WindowHome::write(run + QStringLiteral("/run.json"), text);
            runs.append(run);
        }
        QVERIFY(QFile::link(QStringLiteral("run.json"), home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 9, 5) + QStringLiteral("/run.json")));
        runs.append(home.path(QStringLiteral("logs/l6/bam/version_09")));
        const auto window = open(settings, {home.path(QStringLiteral("logs"))});
        QTRY_COMPARE(window->runs().model().runCount(), 4);
        for (const auto& run : runs) {
            int told = 0;
            const auto connection = QObject::connect(&window->jobs(), &JobsPart::message, [&](const ui::Message& message) { told += message.severity == ui::Severity::Error; });
            window->jobs().setUpFrom(run);
            QObject::disconnect(connection);
            QVERIFY2(told == 1 || run.endsWith(QLatin1String("09")), qPrintable(run));      // the last one may be described by its args.json
        }
    }

    void aNewRunAppearsWithoutBeingAskedFor()
    {
        const test::WindowHome home;
        home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 50);
        Settings settings;
        const auto window = open(settings, {home.path(QStringLiteral("logs"))});
        QTRY_COMPARE(window->runs().model().runCount(), 1);
        home.writeRun(QStringLiteral("logs"), QStringLiteral("alibi"), 0, 50);
        QTRY_COMPARE(window->runs().model().runCount(), 2);
    }

    void theLogPaneShowsTheCurrentRun()
    {
        const test::WindowHome home;
        const auto first = home.writeRun(QStringLiteral("logs"), QStringLiteral("alibi"), 0, 20), second = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 20);
        Settings settings;
        const auto window = open(settings, {home.path(QStringLiteral("logs"))});
        QTRY_COMPARE(window->runs().model().runCount(), 2);
        auto* list = window->findChild<views::RunsView*>();
        auto* log = window->findChild<views::LogView*>();
        const auto& model = window->runs().model();
        window->runs().show(first);
        QTRY_COMPARE(window->findChild<views::LossView*>()->runs(), QStringList{first});
        QCOMPARE(log->title(), model.title(first));
        list->selectRuns({first, second});      // one more, as by a click with Ctrl
        QTRY_COMPARE(log->title(), model.title(second));
        list->selectRuns({second, first});
        QTest::qWait(50);
        QCOMPARE(log->title(), model.title(second));
    }

    void aRunWhoseDataJustEndedIsToldOnce()
    {
        const test::WindowHome home;
        const auto old = home.writeRun(QStringLiteral("logs"), QStringLiteral("rotary"), 0, 13), run = home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 13, QStringLiteral("stopped"));
        const QByteArray spec = R"({"spec": {"training": {"num_iterations": 3000, "batch_size": 4, "sequence_length": 100, "tokens_per_step": 400}}})";
        for (const auto& path : {old, run})
            test::WindowHome::write(path + QStringLiteral("/run.json"), spec);
        Settings settings;
        const auto window = open(settings, {home.path(QStringLiteral("logs"))});
        QVector<ui::Message> told;
        connect(&window->runs(), &RunsPart::message, window.get(), [&told](const ui::Message& message) {
            if (message.text.contains(QStringLiteral("ended at step")))     // a file may be read while it is being written here
                told.append(message);
        });
        QTRY_COMPARE(window->runs().model().runCount(), 2);
        home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 13);
        QTRY_VERIFY(window->runs().model().record(run)->dataEnded());
        QVERIFY(window->runs().model().record(old)->dataEnded());
        QCOMPARE(told.size(), 1);
        QCOMPARE(told.front().severity, ui::Severity::Warning);
        QVERIFY2(told.front().text.contains(QStringLiteral("ended at step 13 of 3,000")), qPrintable(told.front().text));
        QVERIFY2(told.front().hint.contains(QStringLiteral("5.2")) && told.front().hint.contains(QStringLiteral("1.2")), qPrintable(told.front().hint));     // 13 · 400 and 3,000 · 400 tokens
    }

    void aFolderDeletedUnderTheWindowLeavesItAlive()
    {
        const test::WindowHome home;
        home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 200);
        const auto gone = home.writeRun(QStringLiteral("logs"), QStringLiteral("rotary"), 0, 200);
        Settings settings;
        const auto window = open(settings, {home.path(QStringLiteral("logs"))});
        auto* curves = window->findChild<views::LossView*>();
        QTRY_COMPARE(curves->runs().size(), 2);
        QVERIFY(QDir(gone).removeRecursively());
        QTRY_COMPARE(window->runs().model().runCount(), 1);
        QTRY_COMPARE(curves->runs().size(), 1);
        QVERIFY(QDir(home.path(QStringLiteral("logs"))).removeRecursively());
        QTRY_COMPARE(window->runs().model().runCount(), 0);
    }

    void movingASelectedRunToTheTrashIsNoProblemAndUndoSelectsItAgain()
    {
        const test::WindowHome home;
        home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 200);
        const auto run = home.writeRun(QStringLiteral("logs"), QStringLiteral("rotary"), 0, 200);
        Settings settings;
        const auto window = open(settings, {home.path(QStringLiteral("logs"))});
        auto* curves = window->findChild<views::LossView*>();
        QTRY_COMPARE(curves->runs().size(), 2);
        QVector<ui::Message> told;
        connect(&window->runs(), &RunsPart::message, window.get(), [&told](const ui::Message& message) { told.append(message); });
        QTimer::singleShot(0, [] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QTest::mouseClick(box->defaultButton(), Qt::LeftButton);
        });
        Q_EMIT window->findChild<views::RunsView*>()->trashRequested({run});
        QTRY_COMPARE(window->runs().model().runCount(), 1);
        QTRY_COMPARE(curves->runs().size(), 1);
        QTest::qWait(300);      // time for a problem to be told, if there were one
        QCOMPARE(told.size(), 1);
        QCOMPARE(told[0].severity, ui::Severity::Information);
        for (const auto* label : curves->findChildren<QLabel*>())
            QVERIFY2(!label->isVisible() || !label->text().contains(run), qPrintable(label->text()));
        told[0].onAction();
        QTRY_COMPARE(window->runs().model().runCount(), 2);
        QTRY_COMPARE(curves->runs().size(), 2);
    }

    void settingsThatCannotBeKeptAreToldOnce()
    {
        const test::WindowHome home;
        QFile inTheWay(home.path(QStringLiteral("config")));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        inTheWay.close();
        home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 20);
        Settings settings;
        const auto window = open(settings, {home.path(QStringLiteral("logs"))});
        const auto told = [&] {
            int count = 0;
            for (const auto* banner : window->findChildren<ui::Banner*>())
                count += banner->message().key == QLatin1String("settings") ? 1 : 0;
            return count;
        };
        QTRY_COMPARE(told(), 1);
        const auto message = window->findChild<ui::Banner*>()->message();
        QVERIFY2(message.text.contains(QStringLiteral("bamscope.ini")), qPrintable(message.text));
        QVERIFY(!message.hint.isEmpty());
        for (auto* area : window->findChildren<ui::BannerArea*>())
            area->clear();
        QTRY_COMPARE(told(), 0);
        settings.setTextSize(120);
        settings.setTheme(Theme::Dark);
        QCOMPARE(settings.textSize(), 120);
        QCOMPARE(told(), 0);
    }

    void theArrangementOfPanesIsRemembered()
    {
        const test::WindowHome home;
        Settings settings;
        {
            const auto window = open(settings, {});
            find(*window, "jobsPane")->hide();
            find(*window, "setupPane")->show();
            window->close();
        }
        const auto window = open(settings, {});
        QVERIFY(!find(*window, "jobsPane")->isVisible());
        QVERIFY(find(*window, "setupPane")->isVisible());
        window->resetLayout();
        QVERIFY(find(*window, "jobsPane")->isVisibleTo(window.get()) || find(*window, "logPane")->isVisibleTo(window.get()));
        QVERIFY(!find(*window, "setupPane")->isVisible());
    }

    void closingAsksWhenJobsWaitForAWindow()
    {
        const test::WindowHome home;
        const auto worker = home.path(QStringLiteral("worker"));
        test::WindowHome::write(worker, "#!/bin/sh\nexec sleep 60\n");
        QVERIFY(QFile::setPermissions(worker, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        qputenv("BAMSCOPE_WORKER", QFile::encodeName(worker));
        Settings settings;
        const auto window = open(settings, {});
        auto& supervisor = window->jobs().supervisor();
        QTRY_VERIFY(supervisor.runsQueue());
        auto limits = supervisor.settings();
        limits.desktopNotifications = false;
        supervisor.setSettings(limits);
        const auto first = supervisor.start(jobs::tokenizerWorker({"a.txt"}));      // occupies the device
        auto spec = spec::preset("laptop");
        spec.training.device = "cpu";
        QVector<ui::Message> told;
        connect(&window->jobs(), &JobsPart::message, window.get(), [&told](const ui::Message& message) { told.append(message); });
        window->jobs().start(spec, QStringLiteral("cpu"));      // one at a time there: it waits, and that is said
        QCOMPARE(told.size(), 1);
        QVERIFY2(told[0].text.contains(QStringLiteral("waits")) && !told[0].action.isEmpty(), qPrintable(told[0].text));
        QTRY_COMPARE(window->findChild<QAbstractItemView*>(QStringLiteral("jobsTable"))->model()->rowCount(), 2);
        QString asked;
        const auto answer = [&](const char* button) {
            QTimer::singleShot(0, window.get(), [&asked, button] {
                auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                QVERIFY(box);
                asked = box->text();
                QTest::mouseClick(box->findChild<QPushButton*>(QLatin1String(button)), Qt::LeftButton);
            });
        };
        answer("stayOpen");
        QVERIFY(!window->close());
        QVERIFY(window->isVisible());
        QVERIFY2(asked.contains(QStringLiteral("1 job")), qPrintable(asked));
        answer("closeAnyway");
        QVERIFY(window->close());
        for (const auto& job : supervisor.jobs())
            supervisor.cancelQueued(job.id);
        supervisor.killJob(first);
    }

    void messagesComeAndGoWithoutMovingAnything()
    {
        const test::WindowHome home;
        home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 50);
        Settings settings;
        const auto window = open(settings, {home.path(QStringLiteral("logs"))});
        auto* curves = window->findChild<views::LossView*>();
        QTRY_COMPARE(curves->runs().size(), 1);
        QTest::qWait(50);
        const auto before = QRect(curves->mapTo(window.get(), QPoint()), curves->size());
        window->showMessage(ui::errorMessage(QStringLiteral("Something happened."), QStringLiteral("Do this.")));
        auto* area = window->findChild<ui::BannerArea*>(QStringLiteral("messages"));
        QTRY_VERIFY(area->isVisible() && area->height() > area->fontMetrics().height());
        QCOMPARE(area->height(), area->findChild<ui::Banner*>()->heightForWidth(area->width()));
        QCOMPARE(QRect(curves->mapTo(window.get(), QPoint()), curves->size()), before);
        QCOMPARE(area->geometry().bottom(), area->parentWidget()->rect().bottom());
        QCOMPARE(area->width(), area->parentWidget()->width());
    }

    void theFirstSizeOfTheWindowFitsTheScreen()
    {
        const test::WindowHome home;
        Settings settings;
        settings.setTextSize(200);
        const auto font = QApplication::font();
        MainWindow window(settings, {});
        QVERIFY(window.width() <= window.screen()->availableSize().width() && window.height() <= window.screen()->availableSize().height());
        QApplication::setFont(font);
    }

    /// Pages that are not shown count as well: the tabs are as wide as the widest of them needs.
    void theSetUpHasRoomBesideEveryPageOnASmallScreen()
    {
        const test::WindowHome home;
        home.writeRun(QStringLiteral("logs"), QStringLiteral("bam"), 0, 40);
        Settings settings;
        const auto window = open(settings, {home.path(QStringLiteral("logs"))});
        QTRY_COMPARE(window->runs().model().runCount(), 1);
        window->setUpNewRun();
        QTest::qWait(200);
        QStringList widths;
        const auto* tabs = window->findChild<QTabWidget*>(QStringLiteral("centreTabs"));
        for (int page = 0; page < tabs->count(); ++page)
            widths << QStringLiteral("%1 %2").arg(tabs->tabText(page)).arg(tabs->widget(page)->minimumSizeHint().width());
        QVERIFY2(window->size() == QSize(1280, 800), qPrintable(widths.join(QStringLiteral(", "))));
    }

    void theToolBarHoldsWhatIsDoneToRunsMostOften()
    {
        const test::WindowHome home;
        Settings settings;
        const auto window = open(settings, {});
        QStringList names;
        for (const auto* action : window->findChild<QToolBar*>(QStringLiteral("mainToolBar"))->actions())
            names.append(action->objectName());
        for (const auto* name : {"resume", "stop", "evaluate"})
            QVERIFY2(names.contains(QLatin1String(name)), name);
    }

    void everyActionHasATextATipAndNoTwoShareAShortcut()
    {
        const test::WindowHome home;
        Settings settings;
        const auto window = open(settings, {});
        QHash<QString, QString> owner;
        for (const auto& entry : window->commands()) {
            QVERIFY(!entry.title.isEmpty());
            // Keys that work only inside a view may be used by several views.
            if (entry.action->shortcut().isEmpty() || entry.action->shortcutContext() != Qt::WindowShortcut)
                continue;
            const auto keys = entry.action->shortcut().toString();
            QVERIFY2(!owner.contains(keys), qPrintable(QStringLiteral("%1 is used by \"%2\" and \"%3\"").arg(keys, owner.value(keys), entry.title)));
            owner.insert(keys, entry.title);
        }
        QVERIFY(owner.contains(QStringLiteral("Ctrl+K")));
    }

    void changingTheThemeChangesTheColoursAtOnce()
    {
        const test::WindowHome home;
        Settings settings;
        applyTheme(*qApp, Theme::Light);
        const auto window = open(settings, {});
        QVERIFY(!ui::isDark(window->palette()));
        applyTheme(*qApp, Theme::Dark);
        QTRY_VERIFY(ui::isDark(window->palette()));
        const auto picture = window->grab().toImage();
        QVERIFY(picture.pixelColor(picture.width() / 2, picture.height() - 4).lightness() < 100);
        applyTheme(*qApp, Theme::Light);
    }

    void theTextSizeFollowsTheKeysAndIsRemembered()
    {
        const test::WindowHome home;
        Settings settings;
        const auto before = QApplication::font();
        const auto window = open(settings, {});
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        QTest::keyClick(window.get(), Qt::Key_Plus, Qt::ControlModifier);
        QTest::keyClick(window.get(), Qt::Key_Plus, Qt::ControlModifier);
        QCOMPARE(settings.textSize(), 120);
        QVERIFY(QApplication::font().pointSizeF() > before.pointSizeF() * 1.15);
        QTest::keyClick(window.get(), Qt::Key_Minus, Qt::ControlModifier);
        QCOMPARE(settings.textSize(), 110);
        QTest::keyClick(window.get(), Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(QApplication::font().pointSizeF(), before.pointSizeF());
    }

    void fromAnEmptyFolderToAFinishedRunByMouseAlone()
    {
        const test::WindowHome home;
        QVERIFY2(!bibleProgram().isEmpty(), "the package bible-kjv is not installed");
        Settings settings;
        qputenv("OMP_NUM_THREADS", "2");
        const auto window = open(settings, {});
        QTest::mouseClick(find(*window, "startExample"), Qt::LeftButton);
        auto* curves = window->findChild<views::LossView*>();
        QTRY_COMPARE_WITH_TIMEOUT(curves->runs().size(), 1, 120000);
        const auto ended = [&] {
            for (const auto& job : window->jobs().supervisor().jobs())
                if (!job.isActive() && job.state != jobs::JobState::Queued)
                    return true;
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(ended(), 600000);
        qputenv("OMP_NUM_THREADS", "1");
        const auto job = window->jobs().supervisor().jobs().constFirst();
        QVERIFY2(job.state == jobs::JobState::Finished, qPrintable(job.cause));
        const auto run = curves->runs().constFirst();
        QTRY_VERIFY(window->runs().model().record(run) && window->runs().model().record(run)->state == runs::RunState::Finished);
        QCOMPARE(window->runs().model().record(run)->step, std::int64_t(1000));
        QVERIFY(QFile::exists(run + QStringLiteral("/results.json")));
        QTRY_VERIFY(test::pixelsNear(curves->grab().toImage(), plots::styleOf(QStringLiteral("bam")).color) > 300);
    }
};

BAMSCOPE_TEST(MainWindowTest)

}  // namespace bam::window

#include "test_main_window.moc"
