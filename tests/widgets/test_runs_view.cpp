// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/widgets/run_records.h"
#include "widgets/views/runs/notes_dialog.h"
#include "widgets/views/runs/run_tree.h"
#include "widgets/views/runs/runs_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QUndoStack>
#include <QWhatsThis>

using namespace bam;
using namespace bam::test;
using models::Grouping;
using models::RunModel;
using runs::RunState;
using views::RunsView;

namespace {

/// A view with four runs, shown.
struct Fixture {
    RunModel model;
    RunsView view{&model};
    views::RunTree* tree = view.findChild<views::RunTree*>(QStringLiteral("runTree"));
    QLineEdit* field = view.findChild<QLineEdit*>(QStringLiteral("runFilter"));
    runs::RunRecord running = makeRecord("l6", "bam", 0, RunState::Running, 100), finished = makeRecord("l6", "rotary", 0), failed = makeRecord("l12", "bam", 0, RunState::Failed, 10),
                    official = makeRecord("l12", "alibi", 1, RunState::Unknown, 500);

    explicit Fixture(bool filled = true)
    {
        official.official = true;
        if (filled)
            model.set({running, finished, failed, official});
        view.resize(1000, 500);
        view.show();
        if (!QTest::qWaitForWindowExposed(&view))
            qFatal("not shown");
    }
    QModelIndex indexOf(const runs::RunRecord& run) const
    {
        const auto* shown = tree->model();
        for (int row = 0; row < shown->rowCount(); ++row) {
            const auto index = shown->index(row, 0);
            if (index.data(RunModel::PathRole).toString() == pathOf(run))
                return index;
            for (int child = 0; child < shown->rowCount(index); ++child)
                if (shown->index(child, 0, index).data(RunModel::PathRole).toString() == pathOf(run))
                    return shown->index(child, 0, index);
        }
        return {};
    }
    void click(const runs::RunRecord& run, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, modifiers, tree->visualRect(indexOf(run)).center());
    }
    QAction* action(const char* name) const
    {
        for (auto* action : view.runActions())
            if (action->objectName() == QLatin1String(name))
                return action;
        return nullptr;
    }
};

}  // namespace

class RunsViewTest : public Suite {
    Q_OBJECT
private Q_SLOTS:
    void selectingRunsIsTold()
    {
        const Fixture f;
        QSignalSpy told(&f.view, &RunsView::selectionChanged);
        f.click(f.running);
        QTRY_COMPARE(told.size(), 1);
        QCOMPARE(told.last().first().toStringList(), QStringList{pathOf(f.running)});
        f.click(f.finished, Qt::ControlModifier);
        QTRY_COMPARE(told.size(), 2);
        QCOMPARE(told.last().first().toStringList().size(), 2);
        QTest::keySequence(f.tree, QKeySequence::SelectAll);
        QTRY_COMPARE(told.last().first().toStringList().size(), 4);
    }

    void theCurrentRunIsTheOneClickedLastOrTheNewestOfSeveral()
    {
        Fixture f;
        f.official.started = "2026-11-29T12:00:00Z";
        f.model.set({f.official});
        QSignalSpy told(&f.view, &RunsView::currentRunChanged);
        f.click(f.running);
        QTRY_COMPARE(f.view.currentRun(), pathOf(f.running));
        f.click(f.finished, Qt::ControlModifier);
        QTRY_COMPARE(f.view.currentRun(), pathOf(f.finished));
        f.click(f.failed, Qt::ShiftModifier);
        QTRY_COMPARE(f.view.currentRun(), pathOf(f.failed));
        f.click(f.failed, Qt::ControlModifier);         // no longer selected
        QTRY_VERIFY(f.view.currentRun() != pathOf(f.failed));
        f.view.selectRuns({pathOf(f.running)});
        QTRY_COMPARE(f.view.currentRun(), pathOf(f.running));
        f.view.selectRuns({pathOf(f.failed), pathOf(f.official), pathOf(f.finished)});
        QTRY_COMPARE(f.view.currentRun(), pathOf(f.official));
        // One more, as when a run was just started.
        f.view.selectRuns({pathOf(f.failed), pathOf(f.official), pathOf(f.finished), pathOf(f.running)});
        QTRY_COMPARE(f.view.currentRun(), pathOf(f.running));
        const auto before = told.size();
        f.click(f.running);
        QTRY_VERIFY(told.size() > before);      // perhaps to come back from another log
        QCOMPARE(told.last().front().toString(), pathOf(f.running));
        f.view.selectRuns({});
        QTest::qWait(20);
        QCOMPARE(f.view.currentRun(), pathOf(f.running));
    }

    void theColourOfASelectedRunIsOutlinedAndKeepsItsContrast_data()
    {
        QTest::addColumn<bool>("focused");
        QTest::newRow("with the focus") << true;
        QTest::newRow("without") << false;
    }
    void theColourOfASelectedRunIsOutlinedAndKeepsItsContrast()
    {
        QFETCH(bool, focused);
        Fixture f;
        // The colour of the selection itself is the worst case.
        f.finished.notes.color = f.tree->palette().color(QPalette::Highlight).name().toStdString();
        f.model.set({f.finished});
        f.click(f.finished);
        QApplication::setActiveWindow(f.view.window());
        focused ? f.tree->setFocus() : f.field->setFocus();
        QTRY_COMPARE(f.tree->hasFocus(), focused);
        const auto row = f.tree->visualRect(f.indexOf(f.finished));
        const auto image = f.tree->viewport()->grab(row).toImage();
        const auto base = f.tree->palette().color(QPalette::Base), highlight = f.tree->palette().color(QPalette::Highlight);
        const auto distance = [](const QColor& a, const QColor& b) { return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()); };
        // Down through the chip: its outline, the plate, the line, the plate, its outline.
        QStringList bands;
        const int column = f.tree->fontMetrics().height();
        for (int y = 2; y < image.height() - 2; ++y) {
            const auto pixel = image.pixelColor(column, y);
            const auto band = distance(pixel, base) < distance(pixel, highlight) ? QStringLiteral("plate") : QStringLiteral("other");
            if (bands.isEmpty() || bands.last() != band)
                bands.append(band);
        }
        if (!focused)       // the paler row itself is nearer to the plate
            bands = bands.mid(1, bands.size() - 2);
        QCOMPARE(bands, (QStringList{"other", "plate", "other", "plate", "other"}));
    }

    void aSelectionThatKeysDoNotActOnIsPaler()
    {
        const Fixture f;
        f.click(f.finished);
        f.tree->setFocus();
        QApplication::setActiveWindow(f.view.window());
        const auto color = [&] {
            const auto row = f.tree->visualRect(f.indexOf(f.finished).siblingAtColumn(RunModel::State));
            return f.tree->viewport()->grab().toImage().pixelColor(row.topRight() + QPoint(-4, 4));
        };
        QTRY_VERIFY(f.tree->hasFocus());
        const auto focused = color();
        f.field->setFocus();
        QTRY_VERIFY(!f.tree->hasFocus());
        const auto unfocused = color();
        const auto base = f.tree->palette().color(QPalette::Base), highlight = f.tree->palette().color(QPalette::Highlight);
        const auto distance = [](const QColor& a, const QColor& b) { return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()); };
        QVERIFY(distance(focused, highlight) < 40);
        QVERIFY(distance(unfocused, focused) > 60);
        QVERIFY(distance(unfocused, base) > 30);
    }

    void theSelectionSurvivesUpdatesSortingGroupingAndFiltering()
    {
        Fixture f;
        f.click(f.failed);
        const QStringList wanted{pathOf(f.failed)};
        f.failed.step = 20;
        f.model.set({f.failed, makeRecord("l6", "nope", 0)});
        QCOMPARE(f.view.selectedRuns(), wanted);
        QTest::mouseClick(f.tree->header()->viewport(), Qt::LeftButton, {}, QPoint(f.tree->header()->sectionViewportPosition(RunModel::TrainLoss) + 10, 5));
        QCOMPARE(f.view.selectedRuns(), wanted);
        f.view.findChild<QComboBox*>(QStringLiteral("runGrouping"))->setCurrentIndex(2);
        QCOMPARE(f.view.grouping(), Grouping::Encoding);
        QCOMPARE(f.view.selectedRuns(), wanted);
        f.failed.state = RunState::Running;
        f.view.setGrouping(Grouping::State);
        f.model.set({f.failed});
        QCOMPARE(f.view.selectedRuns(), wanted);
        QTest::keyClicks(f.field, QStringLiteral("rope"));
        QTRY_VERIFY(f.view.selectedRuns().isEmpty());
        f.field->clear();
        QTRY_COMPARE(f.view.selectedRuns(), wanted);
    }

    void neighboursAreSelectedAsOneRange()
    {
        Fixture f(false);
        f.model.set(manyRecords(2000));
        f.view.selectRuns(f.model.paths());
        QCOMPARE(f.view.selectedRuns().size(), 2000);
        QCOMPARE(f.tree->selectionModel()->selection().size(), 1);
        f.view.setGrouping(Grouping::Encoding);
        QCOMPARE(f.view.selectedRuns().size(), 2000);
        QCOMPARE(f.tree->selectionModel()->selection().size(), 5);      // one of each group
        auto some = f.view.selectedRuns();
        some.removeAt(3);
        f.view.selectRuns(some);
        QCOMPARE(f.view.selectedRuns(), some);
        QCOMPARE(f.tree->selectionModel()->selection().size(), 6);
    }

    void aNoteOnManyRunsSortsThemOnce()
    {
        Fixture f(false);
        f.model.set(manyRecords(300));
        f.view.selectRuns(f.model.paths());
        QTRY_VERIFY(f.action("pin")->isEnabled());
        QSignalSpy sorted(f.tree->model(), &QAbstractItemModel::layoutChanged), notes(&f.view, &RunsView::notesChanged);
        f.action("pin")->trigger();
        QCOMPARE(notes.size(), 300);
        QVERIFY2(sorted.size() <= 2, qPrintable(QString::number(sorted.size())));
        QVERIFY(f.model.record(f.model.paths().last())->notes.pinned);
    }

    void selectingAGroupSelectsItsRuns()
    {
        Fixture f;
        f.view.setGrouping(Grouping::Encoding);
        const auto group = f.tree->model()->index(1, 0);
        QCOMPARE(group.data().toString(), QStringLiteral("BAM (2)"));
        QVERIFY(f.tree->isExpanded(group));
        QVERIFY(f.tree->isFirstColumnSpanned(1, {}));
        f.tree->setCurrentIndex(group);
        QCOMPARE(f.view.selectedRuns(), (QStringList{pathOf(f.running), pathOf(f.failed)}));
        QTest::keyClick(f.tree, Qt::Key_Return);
        QVERIFY(!f.tree->isExpanded(group));
    }

    void anImportedRunCanBeLookedAtAndNothingElse()
    {
        Fixture f;
        auto imported = makeRecord("imported", "baseline", 0, RunState::Imported, 40);
        imported.imported = runs::Imported{"csv", "/data/baseline.csv", "2026-11-30T00:00:00Z"};
        f.model.set({f.finished, imported});
        f.click(imported);
        QTRY_VERIFY(f.action("trash")->isEnabled());
        QVERIFY(f.action("export")->isEnabled() && f.action("openFolder")->isEnabled() && f.action("editNotes")->isEnabled());
        for (const auto* name : {"resume", "evaluate", "lookInto", "duplicate"}) {
            QVERIFY2(!f.action(name)->isEnabled(), name);
            QVERIFY2(f.action(name)->toolTip().contains(QStringLiteral("imported from another program")), name);
        }
        const auto state = f.model.indexOf(pathOf(imported), models::RunModel::State);
        QCOMPARE(state.data().toString(), QStringLiteral("Imported"));
        QVERIFY(state.data(Qt::ToolTipRole).toString().contains(QStringLiteral("/data/baseline.csv")));
    }

    void actionsAreEnabledWhereTheyMakeSenseAndSayWhyNot()
    {
        const Fixture f;
        QVERIFY(!f.action("resume")->isEnabled());
        QVERIFY(f.action("resume")->toolTip().contains(QStringLiteral("Select a run")));
        f.click(f.running);
        QTRY_VERIFY(f.action("stop")->isEnabled());
        QVERIFY(!f.action("trash")->isEnabled());
        QVERIFY(f.action("trash")->toolTip().contains(QStringLiteral("Stop it first")));
        QVERIFY(!f.action("resume")->isEnabled());
        f.click(f.finished);
        QTRY_VERIFY(f.action("trash")->isEnabled());
        QVERIFY(!f.action("stop")->isEnabled());
        QVERIFY(f.action("resume")->toolTip().contains(QStringLiteral("all its steps")));
        f.click(f.failed);
        QTRY_VERIFY(f.action("resume")->isEnabled());
        f.click(f.official);
        QTRY_VERIFY(f.action("resume")->toolTip().contains(QStringLiteral("official code")));
        f.click(f.failed);
        f.click(f.running, Qt::ControlModifier);
        QTRY_VERIFY(!f.action("duplicate")->isEnabled());
        QVERIFY(f.action("duplicate")->toolTip().contains(QStringLiteral("single run")));
        // Of several runs, those it makes sense for.
        QSignalSpy stop(&f.view, &RunsView::stopRequested), trash(&f.view, &RunsView::trashRequested);
        f.action("stop")->trigger();
        QCOMPARE(stop.first().first().toStringList(), QStringList{pathOf(f.running)});
        QTest::keyClick(f.tree, Qt::Key_Delete);
        QCOMPARE(trash.first().first().toStringList(), QStringList{pathOf(f.failed)});
    }

    void keysOpenCopyAndPin()
    {
        const Fixture f;
        QSignalSpy opened(&f.view, &RunsView::openFolderRequested), notes(&f.view, &RunsView::notesChanged);
        f.click(f.finished);
        f.tree->setFocus();
        QTRY_VERIFY(f.action("pin")->isEnabled());
        QTest::keyClick(f.tree, Qt::Key_Return);
        QCOMPARE(opened.first().first().toString(), pathOf(f.finished));
        QTest::keySequence(f.tree, QKeySequence::Copy);
        QCOMPARE(QApplication::clipboard()->text(), pathOf(f.finished));
        QTest::keyClick(f.tree, Qt::Key_P, Qt::ControlModifier);
        QCOMPARE(notes.size(), 1);
        QVERIFY(f.model.record(pathOf(f.finished))->notes.pinned);
        QCOMPARE(f.tree->model()->index(0, 0).data(RunModel::PathRole).toString(), pathOf(f.finished));
        f.view.undoStack()->undo();
        QCOMPARE(notes.size(), 2);
        QVERIFY(!f.model.record(pathOf(f.finished))->notes.pinned);
        f.tree->setCurrentIndex(f.tree->model()->index(0, 0));
        QTest::keyClicks(f.tree, QStringLiteral("l12 B"));      // type-ahead
        QCOMPARE(f.view.selectedRuns(), QStringList{pathOf(f.failed)});
    }

    void tagsAndNotesAreEditedAndUndone()
    {
        Fixture f;
        f.finished.notes.tags = {"draft", "long"};
        f.failed.notes.tags = {"draft"};
        f.failed.notes.note = "diverged";
        f.model.set({f.finished, f.failed});
        f.click(f.finished);
        f.click(f.failed, Qt::ControlModifier);
        QTRY_VERIFY(f.action("editNotes")->isEnabled());
        QTest::keyClick(f.tree, Qt::Key_F2);
        auto* dialog = f.view.findChild<views::NotesDialog*>(QStringLiteral("notesDialog"));
        QVERIFY(dialog);
        auto* tags = dialog->findChild<QLineEdit*>(QStringLiteral("tags"));
        QCOMPARE(tags->text(), QStringLiteral("draft"));        // what they have in common
        tags->clear();
        QTest::keyClicks(tags, QStringLiteral("paper"));
        QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
        QCOMPARE(f.model.record(pathOf(f.finished))->notes.tags, (std::vector<std::string>{"long", "paper"}));
        QCOMPARE(f.model.record(pathOf(f.failed))->notes.tags, std::vector<std::string>{"paper"});
        QCOMPARE(f.model.record(pathOf(f.failed))->notes.note, std::string("diverged"));
        f.view.undoStack()->undo();
        QCOMPARE(f.model.record(pathOf(f.finished))->notes, f.finished.notes);
        f.view.undoStack()->redo();
        QCOMPARE(f.model.record(pathOf(f.failed))->notes.tags, std::vector<std::string>{"paper"});
    }

    void aCellOfTagsIsEditedInPlace()
    {
        const Fixture f;
        const auto cell = f.indexOf(f.finished).siblingAtColumn(RunModel::Tags);
        f.tree->scrollTo(cell);
        const auto at = f.tree->visualRect(cell).center();
        QTest::mouseClick(f.tree->viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(f.tree->viewport(), Qt::LeftButton, {}, at);
        auto* editor = f.tree->viewport()->findChild<QLineEdit*>();
        QVERIFY(editor);
        QTest::keyClicks(editor, QStringLiteral("paper"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(f.model.record(pathOf(f.finished))->notes.tags, std::vector<std::string>{"paper"});
        QCOMPARE(f.view.undoStack()->count(), 1);
    }

    void aColourIsPickedFromTheMenu()
    {
        const Fixture f;
        f.click(f.finished);
        QTRY_VERIFY(f.action("color")->isEnabled());
        const auto colors = f.action("color")->menu()->actions();
        colors.at(4)->trigger();
        QCOMPARE(f.model.style(pathOf(f.finished)).color, QColor(QStringLiteral("#009e73")));
        f.action("color")->menu()->findChild<QAction*>(QStringLiteral("ownColor"))->trigger();
        QVERIFY(f.model.record(pathOf(f.finished))->notes.color.empty());
    }

    void emptyListsSayWhatToDo()
    {
        Fixture f(false);
        auto* title = f.view.findChild<QLabel*>(QStringLiteral("emptyTitle"));
        auto* clear = f.view.findChild<QPushButton*>(QStringLiteral("clearFilter"));
        QVERIFY(title->isVisible() && !clear->isVisible());
        QCOMPARE(title->text(), QStringLiteral("No runs here yet"));
        f.view.setScanning(true);
        QCOMPARE(title->text(), QStringLiteral("Looking for runs…"));
        f.view.setScanning(false);
        f.model.set({f.running});
        QTRY_VERIFY(f.tree->isVisible());
        QTest::keyClicks(f.field, QStringLiteral("nothing like it"));
        QTRY_VERIFY(clear->isVisible());
        QCOMPARE(title->text(), QStringLiteral("No run matches the filter"));
        QTest::mouseClick(clear, Qt::LeftButton);
        QTRY_VERIFY(f.tree->isVisible());
        QCOMPARE(f.view.filterText(), QString());
        f.model.remove({pathOf(f.running)});
        QTRY_COMPARE(title->text(), QStringLiteral("No runs here yet"));
    }

    void aWrongFilterIsToldInPlace()
    {
        const Fixture f;
        auto* error = f.view.findChild<QLabel*>(QStringLiteral("runFilterError"));
        QTest::keyClicks(f.field, QStringLiteral("losss<3"));
        QTRY_VERIFY(error->isVisible());
        QVERIFY(error->text().contains(QStringLiteral("did you mean “loss”")));
        QCOMPARE(f.tree->model()->rowCount(), 4);
        f.field->clear();
        QVERIFY(!error->isVisible());
    }

    void aWholeFieldIsNotOfferedAgain()
    {
        const Fixture f;
        auto* completer = f.field->completer();
        const auto offered = [&](const QString& typed) {
            completer->setCompletionPrefix(typed);
            return completer->completionCount();
        };
        QCOMPARE(offered(QStringLiteral("siz")), 1);
        QCOMPARE(offered(QStringLiteral("size:")), 0);
        QCOMPARE(offered(QStringLiteral("bam size:")), 0);
        QVERIFY(offered(QStringLiteral("state:")) > 1);
    }

    void theFiltersHelpIsAtHand()
    {
        const Fixture f;
        auto* help = f.view.findChild<QWidget*>(QStringLiteral("filterHelp"));
        QVERIFY(help && help->isVisible());
        QTest::mouseClick(help, Qt::LeftButton);
        const auto shown = [] {
            const auto widgets = QApplication::topLevelWidgets();
            return std::any_of(widgets.begin(), widgets.end(), [](const QWidget* widget) { return widget->isVisible() && widget->inherits("QWhatsThat"); });
        };
        QTRY_VERIFY(shown());
        QWhatsThis::hideText();
    }

    void aFilterOfManyCharactersDoesNotWidenTheList()
    {
        Fixture f;
        const int before = f.view.minimumSizeHint().width();
        f.view.setFilterText(QStringLiteral("losss<") + QString(400, QLatin1Char('9')));
        auto* error = f.view.findChild<QLabel*>(QStringLiteral("runFilterError"));
        QTRY_VERIFY(error->isVisible());
        f.view.setFilterText(QStringLiteral("loss<") + QString(400, QLatin1Char('x')));
        QVERIFY(error->isVisible() && error->toolTip().size() > 400);
        QVERIFY2(f.view.minimumSizeHint().width() <= std::max(before, 450), qPrintable(QString::number(f.view.minimumSizeHint().width())));
    }

    void theContextMenuComesByMouseAndKeyboard()
    {
        const Fixture f;
        f.click(f.finished);
        QStringList titles;
        QTimer::singleShot(0, qApp, [&] {
            if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
                for (auto* action : menu->actions())
                    if (!action->isSeparator())
                        titles.append(action->text().remove('&'));
                menu->close();
            }
        });
        QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(5, 5), f.tree->mapToGlobal(QPoint(5, 5)));
        QApplication::sendEvent(f.tree->viewport(), &event);
        QVERIFY2(titles.contains(QStringLiteral("Open folder")) && titles.contains(QStringLiteral("Move to trash…")) && titles.contains(QStringLiteral("Colour")), qPrintable(titles.join(',')));
        QVERIFY(titles.contains(QStringLiteral("Look into attention")));
        QCOMPARE(titles.size(), 15);
    }

    void atItsUsualWidthTheListShowsALoss()
    {
        Fixture f;
        f.view.resize(f.view.fontMetrics().height() * 24, 400);
        const auto* header = f.tree->header();
        QTRY_VERIFY(header->sectionViewportPosition(RunModel::TrainLoss) + header->sectionSize(RunModel::TrainLoss) <= f.tree->viewport()->width());
    }

    void columnsSortingAndGroupingAreRemembered()
    {
        QByteArray settings;
        {
            const Fixture f;
            f.tree->setColumnHidden(RunModel::Note, true);
            f.tree->setColumnHidden(RunModel::Version, false);
            f.tree->header()->resizeSection(RunModel::Run, 333);
            QTest::mouseClick(f.tree->header()->viewport(), Qt::LeftButton, {}, QPoint(f.tree->header()->sectionViewportPosition(RunModel::State) + 10, 5));
            QTest::mouseClick(f.tree->header()->viewport(), Qt::LeftButton, Qt::ControlModifier, QPoint(f.tree->header()->sectionViewportPosition(RunModel::TrainLoss) + 10, 5));
            settings = f.view.saveSettings();
        }
        Fixture f;
        f.view.restoreSettings(settings);
        QVERIFY(f.tree->isColumnHidden(RunModel::Note) && !f.tree->isColumnHidden(RunModel::Version));
        QCOMPARE(f.tree->columnWidth(RunModel::Run), 333);
        QCOMPARE(f.tree->header()->sortIndicatorSection(), int(RunModel::State));
        f.view.restoreSettings("rubbish");
        QCOMPARE(f.tree->columnWidth(RunModel::Run), 333);
    }
};

BAMSCOPE_TEST(RunsViewTest)
#include "test_runs_view.moc"
