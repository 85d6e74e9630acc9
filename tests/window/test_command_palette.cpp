// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_palette.h"
#include "app/window/shortcuts_dialog.h"
#include "tests/support/test_main.h"

#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTreeWidget>

namespace bam::window {
namespace {

/// A menu bar with three actions; the last one is disabled.
struct Menus {
    Menus()
    {
        auto* file = bar.addMenu(QStringLiteral("&File"));
        open = file->addAction(QStringLiteral("&Open folder…"));
        open->setShortcut(QKeySequence::Open);
        auto* view = bar.addMenu(QStringLiteral("&View"));
        follow = view->addMenu(QStringLiteral("&Curves"))->addAction(QStringLiteral("Follow the latest step"));
        view->addSeparator();
        disabled = view->addAction(QStringLiteral("Stop"));
        disabled->setEnabled(false);
        for (auto* action : {open, follow, disabled})
            QObject::connect(action, &QAction::triggered, [this, action] { triggered.append(action); });
    }
    QMenuBar bar;
    QAction *open, *follow, *disabled;
    QList<QAction*> triggered;
};

}  // namespace

class CommandPaletteTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void beginningsOfWordsCountMoreThanLettersInside()
    {
        QVERIFY(matchScore(QStringLiteral("of"), QStringLiteral("Open folder")) > matchScore(QStringLiteral("of"), QStringLiteral("Show profile")));
        QVERIFY(matchScore(QStringLiteral("fol"), QStringLiteral("Open folder")) > matchScore(QStringLiteral("fol"), QStringLiteral("Fit over all")));
        QCOMPARE(matchScore(QStringLiteral("xyz"), QStringLiteral("Open folder")), -1);
        QVERIFY(matchScore(QStringLiteral("OPEN"), QStringLiteral("open folder")) >= 0);
    }

    void everyActionIsListedOnceUnderItsMenu()
    {
        Menus menus;
        const auto entries = entriesOf(menus.bar.actions());
        QCOMPARE(entries.size(), std::size_t(3));
        QCOMPARE(entries[0].title, QStringLiteral("File: Open folder"));
        QCOMPARE(entries[1].title, QStringLiteral("Curves: Follow the latest step"));
        QVERIFY(!entries[0].shortcut.isEmpty());
    }

    void typingAndEnterRunsTheBestMatch()
    {
        Menus menus;
        CommandPalette palette(entriesOf(menus.bar.actions()), nullptr);
        palette.show();
        auto* input = palette.findChild<QLineEdit*>(QStringLiteral("paletteInput"));
        QTest::keyClicks(input, QStringLiteral("latest"));
        QTest::keyClick(input, Qt::Key_Return);
        QCOMPARE(menus.triggered, QList<QAction*>{menus.follow});
        QVERIFY(!palette.isVisible());
    }

    void arrowsStepOverDisabledActions()
    {
        Menus menus;
        CommandPalette palette(entriesOf(menus.bar.actions()), nullptr);
        palette.show();
        auto* input = palette.findChild<QLineEdit*>(QStringLiteral("paletteInput"));
        auto* list = palette.findChild<QTreeWidget*>(QStringLiteral("paletteList"));
        QTest::keyClick(input, Qt::Key_PageDown);
        QCOMPARE(list->indexOfTopLevelItem(list->currentItem()), 1);
        QTest::keyClick(input, Qt::Key_Down);
        QCOMPARE(list->indexOfTopLevelItem(list->currentItem()), 1);
        QTest::keyClick(input, Qt::Key_Up);
        QTest::keyClick(input, Qt::Key_Up);
        QTest::keyClick(input, Qt::Key_Return);
        QCOMPARE(menus.triggered, QList<QAction*>{menus.open});
    }

    void aDisabledActionIsShownAndDoesNothing()
    {
        Menus menus;
        CommandPalette palette(entriesOf(menus.bar.actions()), nullptr);
        palette.show();
        auto* input = palette.findChild<QLineEdit*>(QStringLiteral("paletteInput"));
        input->setText(QStringLiteral("stop"));
        QCOMPARE(palette.findChild<QTreeWidget*>(QStringLiteral("paletteList"))->topLevelItem(0)->text(0), QStringLiteral("View: Stop"));
        QTest::keyClick(input, Qt::Key_Return);
        QVERIFY(menus.triggered.isEmpty());
        QVERIFY(palette.isVisible());
    }

    void aSearchWithoutResultSaysSo()
    {
        Menus menus;
        CommandPalette palette(entriesOf(menus.bar.actions()), nullptr);
        auto* input = palette.findChild<QLineEdit*>(QStringLiteral("paletteInput"));
        input->setText(QStringLiteral("qqqq"));
        auto* list = palette.findChild<QTreeWidget*>(QStringLiteral("paletteList"));
        QCOMPARE(list->topLevelItemCount(), 1);
        QTest::keyClick(input, Qt::Key_Return);
        QVERIFY(menus.triggered.isEmpty());
    }

    void shortcutsCanBeFiltered()
    {
        Menus menus;
        ShortcutsDialog dialog(entriesOf(menus.bar.actions()), {{QStringLiteral("Wheel"), QStringLiteral("zoom")}}, nullptr);
        auto* list = dialog.findChild<QTreeWidget*>(QStringLiteral("shortcutList"));
        QCOMPARE(list->topLevelItemCount(), 2);
        dialog.findChild<QLineEdit*>(QStringLiteral("shortcutFilter"))->setText(QStringLiteral("whe"));
        QVERIFY(list->topLevelItem(0)->isHidden());
        QVERIFY(!list->topLevelItem(1)->isHidden());
    }
};

BAMSCOPE_TEST(CommandPaletteTest)

}  // namespace bam::window

#include "test_command_palette.moc"
