// SPDX-License-Identifier: GPL-3.0-or-later
// What is running, waiting and done: a table of jobs with the actions on them. It changes nothing itself; each action asks through a signal, those that lose
// work after a question.
#pragma once

#include "widgets/models/job_model.h"

#include <QList>
#include <QWidget>

class QAction;
class QLabel;
class QStackedWidget;
class QToolBar;
class QTreeView;

namespace bam::views {

class JobsView : public QWidget {
    Q_OBJECT
public:
    explicit JobsView(models::JobModel* model, QWidget* parent = nullptr);

    /// For the menu bar and the command palette, in the order of the tool bar.
    QList<QAction*> jobActions() const { return m_actions; }
    QStringList selectedJobs() const;
    void select(const QString& id);

    QByteArray saveSettings() const;
    void restoreSettings(const QByteArray& settings);

Q_SIGNALS:
    void stopRequested(const QString& id);
    void pauseRequested(const QString& id, qint64 step);
    void checkpointRequested(const QString& id);
    void killRequested(const QString& id);          ///< was confirmed
    void cancelRequested(const QString& id);
    void moveRequested(const QString& id, int by);
    void resumeRequested(const QString& run);       ///< of a stopped, paused or failed training
    void resumeJobRequested(const QString& id);     ///< of a file of jobs: what is not done yet
    void clearEndedRequested();
    void logRequested(const QString& id);
    void runRequested(const QString& run);
    void selectionChanged(const QStringList& ids);

protected:
    void changeEvent(QEvent* event) override;

private:
    void sizeColumns();
    QAction* add(const char* name, const QString& icon, const QString& text, const QString& tip, void (JobsView::*slot)(), const QKeySequence& shortcut = {});
    void makeActions();
    void makeTable();
    void refresh();
    void describe();
    QVector<models::JobRow> selection() const;

    void stop();
    void pause();
    void checkpoint();
    void kill();
    void cancel();
    void moveUp();
    void moveDown();
    void resume();
    void clearEnded();
    void showLog();
    void showRun();

    models::JobModel* m_model;
    QToolBar* m_bar;
    QStackedWidget* m_pages;
    QTreeView* m_table;
    QLabel* m_about;
    QList<QAction*> m_actions;
    QAction *m_stop = nullptr, *m_pause = nullptr, *m_checkpoint = nullptr, *m_kill = nullptr, *m_cancel = nullptr, *m_up = nullptr, *m_down = nullptr, *m_resume = nullptr,
            *m_clear = nullptr, *m_log = nullptr, *m_run = nullptr;
};

}  // namespace bam::views
