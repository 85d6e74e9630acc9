// SPDX-License-Identifier: GPL-3.0-or-later
// Runs or encodings side by side: curves of accuracy, perplexity and loss above; below, in tabs, the table of results with its best values marked and tested, the
// parameters that differ, and the attention for one prompt. Shows values that it is given; asks for others through signals.
#pragma once

#include "widgets/views/compare/attention_compare.h"
#include "widgets/views/compare/compare_types.h"
#include "widgets/views/compare/table_text.h"

#include <QWidget>

#include <array>
#include <vector>

class QAction;
class QComboBox;
class QLabel;
class QSortFilterProxyModel;
class QSplitter;
class QStackedWidget;
class QTableView;
class QTabWidget;
class QToolBar;

namespace bam::ui {
class BannerArea;
}

namespace bam::views {

class ParameterModel;
class ResultModel;

class CompareView : public QWidget {
    Q_OBJECT
public:
    explicit CompareView(QWidget* parent = nullptr);

    /// Null: nothing is selected.
    void setComparison(std::shared_ptr<const CompareData> data);
    /// What is shown is being read anew.
    void setBusy(bool busy);
    void setCapture(const QString& run, const ComparedCapture& capture);
    /// Somebody answers capturesWanted(): only then there is a tab that asks for attention.
    void offerAttention();

    CompareGrouping grouping() const;
    /// Id of the pass-key prompts that were chosen; empty: whichever has most results.
    QString protocol() const { return m_protocol; }

    QList<QAction*> viewActions() const { return m_actions; }
    /// What is on the screen now.
    std::vector<figures::Figure> figures() const;
    /// The table of the tab that is open; of attention: the results.
    QString shownTable(TableFormat format) const;
    QString shownTableName() const;

    QByteArray saveSettings() const;
    void restoreSettings(const QByteArray& settings);

Q_SIGNALS:
    /// Grouping or prompts were chosen.
    void requestChanged();
    void figureRequested(const bam::figures::Figure& figure);
    /// shownTable() is wanted in a file.
    void tableSaveRequested();
    void capturesWanted(const QStringList& runs, const bam::inspect::PromptSpec& prompt);
    void captureStopRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Plot { Accuracy, Perplexity, Loss, Plots };
    QAction* addAction(const char* name, const QString& icon, const QString& text, const QString& tip, std::function<void()> run);
    void makeBar();
    void makePlots();
    void makeTables();
    void fillProtocols();
    void showNotes();
    void showPlots();
    bool hasPlot(int plot) const;
    bool isWide() const;
    void copyTable(TableFormat format);
    void refreshActions();
    QVector<int> rowOrder() const;

    std::shared_ptr<const CompareData> m_data;
    QString m_protocol;
    QToolBar* m_bar;
    QComboBox *m_grouping, *m_protocols;
    QLabel *m_busy, *m_empty, *m_noParameters;
    ui::BannerArea* m_banners;
    QStackedWidget *m_pages, *m_parameterPages;
    QSplitter* m_split;
    QTabWidget* m_tabs;
    std::array<figures::FigurePlot*, Plots> m_plots{};
    std::array<QAction*, Plots> m_shown{};
    std::array<QAction*, Plots + 1> m_save{};
    bool m_chosenPlots = false;         // by people, not by the room there is
    QTableView *m_results, *m_parameters;
    ResultModel* m_resultModel;
    ParameterModel* m_parameterModel;
    QSortFilterProxyModel* m_order;
    AttentionCompare* m_attention;
    QAction* m_intervals = nullptr;
    QList<QAction*> m_actions, m_tableActions;
};

}  // namespace bam::views
