// SPDX-License-Identifier: GPL-3.0-or-later
// Wires the runs: watcher → model → list → selection → curves; and what the list asks for that is about files: notes, trash with undo, export, opening.
#pragma once

#include "app/window/trash_part.h"
#include "app/work/run_export.h"
#include "app/work/run_watcher.h"
#include "core/spec/spec.h"
#include "widgets/common/banner.h"
#include "widgets/models/run_model.h"
#include "widgets/views/loss/curve_run.h"
#include "widgets/views/setup/setup_types.h"

#include <QObject>
#include <QSet>
#include <QTimer>

#include <optional>

namespace bam::views {
class LossView;
class RunsView;
}

namespace bam::window {

class RunsPart : public QObject {
    Q_OBJECT
public:
    RunsPart(views::RunsView& runs, views::LossView& curves, models::RunModel& model, QObject* parent);

    void setFolders(const QStringList& folders);
    QStringList folders() const { return m_watcher.roots(); }
    work::RunWatcher& watcher() { return m_watcher; }
    const models::RunModel& model() const { return m_model; }
    /// Shows these as soon as they are known.
    void selectWhenThere(const QStringList& runs);
    /// What was selected, of each of the last sets of folders; restored before the folders are set.
    QByteArray saveSelection();
    void restoreSelection(const QByteArray& saved);
    /// Selects this run alone.
    void show(const QString& run);
    QStringList selection() const;
    /// What earlier runs achieved, for estimates.
    QVector<views::MeasuredSpeed> speeds() const;
    /// The spec of a run, ours or official. @throws Error (Usage, Failed)
    spec::RunSpec specOf(const QString& run) const;
    /// Asks for a file and writes the curves of these runs.
    void exportRuns(const QStringList& runs);

Q_SIGNALS:
    void message(const bam::ui::Message& message);
    /// What the message with this key told is so no more.
    void messageOver(const QString& key);
    void runCountChanged(int count, bool scanning);
    void selectionChanged(const QStringList& runs);
    void speedsChanged();

private:
    void take(const QVector<runs::RunRecord>& changed, const QStringList& removed);
    void warnOfShortage(const runs::RunRecord& run);
    views::CurveRun curveRun(const QString& path, const runs::RunRecord& record) const;
    void openFolder(const QString& run);
    void showSelection();
    void tellGone(const QStringList& removed);
    void showChanges();
    void saveNotes(const QString& run, const runs::RunNotes& notes);
    void chooseFirstSelection();
    void rememberSelection();
    QWidget* window() const;

    views::RunsView& m_runs;
    views::LossView& m_curves;
    models::RunModel& m_model;
    work::RunWatcher m_watcher;
    work::RunExport m_export;
    TrashPart m_trash;
    QSet<QString> m_toldByCurves;   // path and text of problems that the view of curves shows itself
    QVector<views::CurveRun> m_shown;       // what the curves were told
    QHash<QString, qsizetype> m_shownAt;
    QHash<QString, QStringList> m_told;     // keys of messages about each path
    QStringList m_gone;             // runs whose folders went while they were shown
    QVector<std::pair<QStringList, QStringList>> m_remembered;      // folders and what was selected below them, newest first
    QStringList m_recalled;         // what was selected here last time and is looked for
    QStringList m_wanted;           // to be selected when they appear
    bool m_scanning = false, m_chosen = false;
    QSet<QString> m_changed;        // runs that showChanges() has not looked at yet
    QTimer m_later;
    QTimer m_speedTimer;
};

}  // namespace bam::window
