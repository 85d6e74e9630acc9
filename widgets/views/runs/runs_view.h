// SPDX-License-Identifier: GPL-3.0-or-later
// The list of runs: filter, grouping, tree, and everything that can be asked of a run. Decides nothing about files: it asks through signals.
//
// Invariants: what is selected here is what curves show; the selection survives updates, sorting, filtering and grouping; an action that makes no sense for the
// selection is disabled and its tooltip says why.
#pragma once

#include "core/runs/run_notes.h"
#include "widgets/models/run_model.h"

#include <QWidget>

class QAction;
class QUndoStack;

namespace bam::models {
class RunFilter;
}

namespace bam::views {

class RunsView : public QWidget {
public:
    explicit RunsView(models::RunModel* model, QWidget* parent = nullptr);
    ~RunsView() override;

    /// In the order they are shown.
    QStringList selectedRuns() const;
    void selectRuns(const QStringList& paths);
    QString filterText() const;
    void setFilterText(const QString& text);
    models::Grouping grouping() const;
    void setGrouping(models::Grouping grouping);

    /// For the menu bar: enabled as the selection allows.
    QList<QAction*> runActions() const;
    /// Changes of tags, notes, pins and colours.
    QUndoStack* undoStack() const;
    void focusFilter();
    /// Shown instead of "No runs here yet" while folders are being read.
    void setScanning(bool scanning);

    QByteArray saveSettings() const;
    void restoreSettings(const QByteArray& settings);

Q_SIGNALS:
    void selectionChanged(const QStringList& runPaths);
    void openFolderRequested(const QString& path);
    void resumeRequested(const QStringList& paths);
    void stopRequested(const QStringList& paths);
    void evaluateRequested(const QStringList& paths);
    void duplicateRequested(const QString& path);
    void exportRequested(const QStringList& paths);
    void trashRequested(const QStringList& paths);
    void notesChanged(const QString& path, const bam::runs::RunNotes& notes);
    void rescanRequested();

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace bam::views
