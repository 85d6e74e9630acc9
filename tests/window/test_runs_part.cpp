// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"
#include "app/window/runs_part.h"
#include "tests/support/test_main.h"
#include "tests/window/window_home.h"
#include "widgets/models/run_model.h"
#include "widgets/views/loss/loss_view.h"
#include "widgets/views/runs/runs_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QStatusBar>
#include <QTimer>
#include <QUndoStack>

namespace bam::window {
namespace {

/// A window over one log folder, and what it says.
struct Fixture {
    test::WindowHome home;
    Settings settings;
    QString logs = home.path(QStringLiteral("logs"));
    std::unique_ptr<MainWindow> window;

    QString addRun(const QString& encoding, int version = 0) const { return home.writeRun(QStringLiteral("logs"), encoding, version, 50); }
    void open()
    {
        window = std::make_unique<MainWindow>(settings, QStringList{logs});
        window->resize(1280, 800);
        window->show();
    }
    views::RunsView& list() const { return *window->findChild<views::RunsView*>(); }
    QStringList curves() const { return window->findChild<views::LossView*>()->runs(); }
    const models::RunModel& model() const { return window->runs().model(); }
    void trash(const QStringList& runs) const
    {
        QTimer::singleShot(0, [] { QTest::mouseClick(qobject_cast<QMessageBox*>(QApplication::activeModalWidget())->defaultButton(), Qt::LeftButton); });
        Q_EMIT list().trashRequested(runs);
    }
    /// The banner whose text or hint holds this; null: none.
    ui::Banner* banner(const QString& text) const
    {
        for (auto* banner : window->findChildren<ui::Banner*>())
            if (banner->isVisible() && (banner->message().text + banner->message().hint).contains(text))
                return banner;
        return nullptr;
    }
};

}  // namespace

class RunsPartTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void theSelectionOfTheseFoldersIsThereAtTheNextStart()
    {
        Fixture f;
        QStringList runs;
        for (int version = 0; version < 9; ++version)
            runs.append(f.addRun(QStringLiteral("bam"), version));
        f.open();
        QTRY_COMPARE(f.curves(), runs.mid(0, 6));       // of equals always the same
        f.list().selectRuns({runs[2], runs[8]});
        QTRY_COMPARE(f.curves().size(), 2);
        f.window->close();
        f.open();
        QTRY_COMPARE(f.curves(), (QStringList{runs[2], runs[8]}));
        f.list().selectRuns({});
        QTRY_VERIFY(f.curves().isEmpty());
        QVERIFY(QDir(runs[2]).removeRecursively());
        f.list().selectRuns({runs[2]});
        QTest::qWait(400);
        f.window->close();
        f.open();       // nothing of it is left: as at a first start
        QTRY_COMPARE(f.curves().size(), 6);
    }

    void aRememberedPlaceThatIsNotOnTheScreenIsBroughtBack()
    {
        Fixture f;
        f.addRun(QStringLiteral("bam"));
        f.open();
        f.window->setGeometry(5000, 4000, 5000, 3000);
        f.window->close();
        f.window = std::make_unique<MainWindow>(f.settings, QStringList{f.logs});
        f.window->show();
        const auto screen = f.window->screen()->availableGeometry();
        QVERIFY(screen.intersects(f.window->geometry()));
        QVERIFY(f.window->geometry().top() >= screen.top() && f.window->geometry().left() >= screen.left());
        QVERIFY2(f.window->width() <= std::max(screen.width(), f.window->minimumSizeHint().width()), qPrintable(QString::number(f.window->width())));
    }

    void aFolderThatCannotBeOpenedIsNamedAndItsPathCopied()
    {
        Fixture f;
        const auto run = f.addRun(QStringLiteral("bam"));
        f.open();
        QTRY_COMPARE(f.curves().size(), 1);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("openDocument")));
        Q_EMIT f.list().openFolderRequested(run);
        auto* told = f.banner(QStringLiteral("No file manager"));
        QVERIFY(told && told->message().text.contains(run));
        QTest::mouseClick(told->findChild<QPushButton*>(QStringLiteral("bannerAction")), Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), run);
    }

    void aNoteThatCannotBeWrittenIsTriedAgain()
    {
        Fixture f;
        const auto run = f.addRun(QStringLiteral("bam"));
        f.open();
        QTRY_COMPARE(f.curves().size(), 1);
        const auto away = f.home.path(QStringLiteral("away"));
        QVERIFY(QDir().rename(run, away));
        runs::RunNotes notes;
        notes.note = "the best so far";
        Q_EMIT f.list().notesChanged(run, notes);
        const auto again = [&]() -> QPushButton* {
            for (auto* button : f.window->findChildren<QPushButton*>(QStringLiteral("bannerAction")))
                if (button->isVisible() && button->text().contains(QStringLiteral("again")))
                    return button;
            return nullptr;
        };
        QTRY_VERIFY(again());
        QTRY_VERIFY(!f.model().record(run));
        QVERIFY(QDir().rename(away, run));
        QTRY_VERIFY(f.model().record(run));
        QTest::mouseClick(again(), Qt::LeftButton);
        QTRY_COMPARE(f.model().record(run)->notes.note, notes.note);
        QTRY_VERIFY(QFile::exists(run + QStringLiteral("/notes.json")));
    }

    void theStatusBarCountsWhatTheFilterShows()
    {
        Fixture f;
        f.addRun(QStringLiteral("bam"));
        f.addRun(QStringLiteral("rotary"));
        f.open();
        QTRY_COMPARE(f.curves().size(), 2);
        f.list().setFilterText(QStringLiteral("rotary"));
        const auto texts = [&] {
            QStringList texts;
            for (const auto* label : f.window->statusBar()->findChildren<QLabel*>())
                texts.append(label->text());
            return texts.join(QLatin1Char('\n'));
        };
        QTRY_VERIFY2(texts().contains(QStringLiteral("1 of 2")), qPrintable(texts()));
    }

    void theBannerBringsBackItsRunsWhateverWasDoneSince()
    {
        Fixture f;
        const auto first = f.addRun(QStringLiteral("bam")), second = f.addRun(QStringLiteral("rotary"));
        f.open();
        QTRY_COMPARE(f.curves().size(), 2);
        f.trash({second});
        QTRY_VERIFY(f.banner(QStringLiteral("moved to the")));
        QTRY_COMPARE(f.model().runCount(), 1);
        f.list().selectRuns({first});
        auto* pin = f.window->findChild<QAction*>(QStringLiteral("pin"));
        QTRY_VERIFY(pin->isEnabled());
        pin->trigger();
        QVERIFY(f.model().record(first)->notes.pinned);
        QTest::mouseClick(f.banner(QStringLiteral("moved to the"))->findChild<QPushButton*>(QStringLiteral("bannerAction")), Qt::LeftButton);
        QTRY_VERIFY(f.model().record(second));
        QVERIFY(f.model().record(first)->notes.pinned);
        auto* undo = f.window->findChild<QAction*>(QStringLiteral("undoRuns"));
        undo->trigger();
        QVERIFY(!f.model().record(first)->notes.pinned);
        QVERIFY(!undo->isEnabled());        // what the banner took back is not there to be taken back again
    }

    void undoingByTheMenuTakesTheBannerAway()
    {
        Fixture f;
        f.addRun(QStringLiteral("bam"));
        const auto run = f.addRun(QStringLiteral("rotary"));
        f.open();
        QTRY_COMPARE(f.curves().size(), 2);
        f.trash({run});
        QTRY_VERIFY(f.banner(QStringLiteral("moved to the")));
        auto* undo = f.window->findChild<QAction*>(QStringLiteral("undoRuns"));
        QVERIFY2(undo->text().contains(QStringLiteral("trash")), qPrintable(undo->text()));
        undo->trigger();
        QTRY_VERIFY(f.model().record(run));
        QTRY_VERIFY(!f.banner(QStringLiteral("moved to the")));
        QTRY_COMPARE(f.curves().size(), 2);
        QTest::qWait(300);
        QVERIFY(!f.banner(QStringLiteral("cannot be read")));
        QVERIFY(!f.banner(QStringLiteral("not there any more")));
    }

    void aWarningGoesWithItsCause()
    {
        Fixture f;
        const auto run = f.addRun(QStringLiteral("bam"));
        f.open();
        QTRY_COMPARE(f.curves().size(), 1);
        const auto log = run + QStringLiteral("/train.log"), away = run + QStringLiteral("/away");
        QTest::qWait(200);
        QVERIFY(QFile::rename(log, away));
        QTRY_VERIFY(f.banner(QStringLiteral("no train.log")));
        QVERIFY(QFile::rename(away, log));
        QTRY_VERIFY(!f.banner(QStringLiteral("no train.log")));
        QVERIFY(QFile::rename(log, away));
        QTRY_VERIFY(f.banner(QStringLiteral("no train.log")));      // again, since it is so again
        f.list().selectRuns({});
        QTRY_VERIFY(!f.banner(QStringLiteral("no train.log")));     // nobody looks at it
    }

    void aShownRunWhoseFolderGoesIsNamedUntilItIsBack()
    {
        Fixture f;
        f.addRun(QStringLiteral("bam"));
        const auto run = f.addRun(QStringLiteral("rotary")), away = f.home.path(QStringLiteral("away"));
        f.open();
        QTRY_COMPARE(f.curves().size(), 2);
        QVERIFY(QDir().rename(run, away));
        QTRY_VERIFY(f.banner(QStringLiteral("The folder of")));
        QTRY_COMPARE(f.curves().size(), 1);
        QVERIFY(!f.banner(QStringLiteral("stays")));
        QVERIFY(QDir().rename(away, run));
        QTRY_COMPARE(f.curves().size(), 2);
        QTRY_VERIFY(!f.banner(QStringLiteral("The folder of")));
    }
};

BAMSCOPE_TEST(RunsPartTest)
}  // namespace bam::window
#include "test_runs_part.moc"
