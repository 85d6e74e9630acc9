// SPDX-License-Identifier: GPL-3.0-or-later
// The list of runs: filter, grouping, tree, and everything that can be asked of a run. Decides nothing about files: it asks through signals.
//
// Invariants: what is selected here is what curves show; the selection survives updates, sorting, filtering and grouping; an action that makes no sense for the
// selection is disabled and its tooltip says why.
#pragma once

#include "core/runs/run_notes.h"
#include "widgets/models/run_model.h"
#include "widgets/views/runs/run_actions.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;
class QUndoStack;

namespace bam::models {
class RunFilter;
}

namespace bam::views {

class RunColorMenu;
class RunTree;
class WordCompleter;

class RunsView : public QWidget {
    Q_OBJECT
public:
    explicit RunsView(models::RunModel* model, QWidget* parent = nullptr);
    ~RunsView() override;

    /// In the order they are shown.
    QStringList selectedRuns() const;
    void selectRuns(const QStringList& paths);
    /// Of the selected runs the one that was clicked or moved to last; of several selected at once the one that started last. Empty: none was ever selected.
    QString currentRun() const { return m_current; }
    /// Runs that the filter lets through.
    int shownCount() const;
    QString filterText() const;
    void setFilterText(const QString& text);
    models::Grouping grouping() const;
    void setGrouping(models::Grouping grouping);

    /// For the menu bar: enabled as the selection allows.
    QList<QAction*> runActions() const;
    /// Changes of tags, notes, pins and colours, and whatever else is pushed; the command on top is never obsolete.
    QUndoStack* undoStack() const;
    /// Undo and redo, whose texts say what; for the menu bar.
    QList<QAction*> undoActions() const { return {m_undoAction, m_redoAction}; }
    /// Shown instead of "No runs here yet" while folders are being read.
    void setScanning(bool scanning);

    QByteArray saveSettings() const;
    void restoreSettings(const QByteArray& settings);

Q_SIGNALS:
    void selectionChanged(const QStringList& runPaths);
    /// Another filter than before.
    void filterChanged();
    /// Another one, or the same clicked again.
    void currentRunChanged(const QString& path);
    void openFolderRequested(const QString& path);
    void resumeRequested(const QStringList& paths);
    void pauseRequested(const QStringList& paths);
    void stopRequested(const QStringList& paths);
    void checkpointRequested(const QStringList& paths);
    void captureRequested(const QStringList& paths);
    void evaluateRequested(const QStringList& paths);
    void lookIntoRequested(const QString& path);
    void duplicateRequested(const QString& path);
    void exportRequested(const QStringList& paths);
    void trashRequested(const QStringList& paths);
    void notesChanged(const QString& path, const bam::runs::RunNotes& notes);
    void rescanRequested();

private:
    void makeUndoActions();
    QWidget* makeFilterBar();
    QWidget* makeEmptyPage();
    void applyFilter(const QString& text);
    QStringList readSelection() const;
    void noteSelection();
    void changedLater();
    void tellSelection();
    void tellCurrent(const QStringList& selected);
    QString newestOf(const QStringList& paths) const;
    void showState();
    void showMenu(const QPoint& position);
    void perform(RunActions::Kind kind, const QStringList& paths);
    void editNotes(const QStringList& paths);
    void changeNotes(const QString& what, const QStringList& paths, const QVector<runs::RunNotes>& after);
    void setColor(const QString& color);

    models::RunModel* m_model;
    models::RunFilter* m_filter;
    RunActions* m_actions;
    QUndoStack* m_undo;
    QAction *m_undoAction, *m_redoAction;
    QLineEdit* m_field;
    WordCompleter* m_completer;
    QWidget* m_fieldTrouble;
    QLabel *m_fieldIcon, *m_fieldError;
    QComboBox* m_grouping;
    RunTree* m_tree;
    QStackedWidget* m_pages;
    QLabel *m_emptyTitle, *m_emptyHint;
    QPushButton* m_clearFilter;
    RunColorMenu* m_colorMenu;
    QTimer m_later;                 // one signal for many changes of the selection
    QTimer m_typing;
    mutable std::optional<QStringList> m_selected;      // read when asked for, until rows or their selection change
    QStringList m_told;             // the selection that was told last
    QString m_current;              // the run that was told to be current last
    bool m_moved = false;           // a person went to another row since then
    QStringList m_hidden;           // selected runs that the filter hides
    bool m_applying = false;        // the selection is being put back, not changed
    bool m_scanning = false;
};

}  // namespace bam::views
