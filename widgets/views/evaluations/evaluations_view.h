// SPDX-License-Identifier: GPL-3.0-or-later
// Runs × evaluations: what was measured of the selected runs, what is being measured now, and the plot of the measure that is chosen. Cells fill as results come.
//
// Invariant: shows what it is given; evaluates nothing by itself.
#pragma once

#include "widgets/views/evaluations/evaluation_types.h"

#include <QByteArray>
#include <QHash>
#include <QWidget>

class QAction;
class QLabel;
class QSortFilterProxyModel;
class QSplitter;
class QStackedWidget;
class QTableView;
class QToolBar;

namespace bam::figures {
class FigurePlot;
}
namespace bam::ui {
class BannerArea;
}

namespace bam::views {

class EvaluationModel;

class EvaluationsView : public QWidget {
    Q_OBJECT
public:
    explicit EvaluationsView(QWidget* parent = nullptr);

    /// Null: nothing is selected.
    void setData(std::shared_ptr<const EvaluationData> data);
    /// By the path of the run that they evaluate.
    void setJobs(const QHash<QString, models::JobRow>& jobs);

    /// Paths of the runs that "Evaluate" is about: the rows that are selected, or all.
    QStringList chosenRuns() const;
    /// Id of the measure that is plotted; empty: none.
    std::string measure() const { return m_measure; }
    QList<QAction*> viewActions() const { return m_actions; }

    QByteArray saveSettings() const;
    void restoreSettings(const QByteArray& settings);

Q_SIGNALS:
    void evaluateRequested(const QStringList& runs);
    void stopRequested(const QStringList& runs);
    void figureRequested(const bam::figures::Figure& figure);

private:
    QAction* addAction(const char* name, const QString& icon, const QString& text, const QString& tip, std::function<void()> run);
    void choose(const QModelIndex& index);
    void showPlot();
    void showState();

    std::string m_measure;
    EvaluationModel* m_model;
    QSortFilterProxyModel* m_order;
    QToolBar* m_bar;
    QStackedWidget *m_pages, *m_plotPages;
    QLabel *m_empty, *m_noPlot;
    QSplitter* m_split;
    QTableView* m_table;
    figures::FigurePlot* m_plot;
    ui::BannerArea* m_banners;
    QAction *m_evaluate, *m_stop, *m_depths, *m_save;
    QList<QAction*> m_actions;
    QHash<QString, models::JobRow> m_jobs;
};

}  // namespace bam::views
