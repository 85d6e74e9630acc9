// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/evaluations/evaluations_view.h"

#include "widgets/common/banner.h"
#include "widgets/common/described.h"
#include "widgets/common/plain_table.h"
#include "widgets/figures/figure_plot.h"
#include "widgets/views/evaluations/evaluation_figures.h"
#include "widgets/views/evaluations/evaluation_model.h"
#include "widgets/views/jobs/progress_delegate.h"

#include <QAction>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>

namespace bam::views {

EvaluationsView::EvaluationsView(QWidget* parent)
    : QWidget(parent)
    , m_model(new EvaluationModel(this))
    , m_order(new QSortFilterProxyModel(this))
    , m_bar(new QToolBar(this))
    , m_pages(new QStackedWidget(this))
    , m_plotPages(new QStackedWidget(this))
    , m_empty(ui::pageHint(this, "evaluationsEmpty"))
    , m_noPlot(ui::pageHint(this, "evaluationsNoPlot"))
    , m_split(new QSplitter(Qt::Vertical, this))
    , m_plot(new figures::FigurePlot(this))
    , m_banners(new ui::BannerArea(this))
{
    setObjectName(QStringLiteral("evaluationsView"));
    m_order->setSourceModel(m_model);
    m_order->setSortRole(EvaluationModel::SortRole);
    m_order->setSortLocaleAware(true);
    m_table = ui::plainTable(this, m_order, "evaluationsTable", tr("Evaluations of the selected runs"));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder);      // as the list of runs has them
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setItemDelegateForColumn(EvaluationModel::State, new ProgressDelegate(m_table));
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignCenter);
    m_evaluate = addAction("evaluateRuns", QStringLiteral("evaluate"), tr("&Evaluate\u2026"), tr("Measures the rows that are selected, or all: pass key, perplexity, RULER, multiple choice"),
        [this] { Q_EMIT evaluateRequested(chosenRuns()); });
    m_stop = addAction("stopEvaluations", QStringLiteral("stop"), tr("&Stop"), tr("Ends the evaluations of the rows that are selected, or all; answers so far are kept"), [this] { Q_EMIT stopRequested(chosenRuns()); });
    m_depths = addAction("evaluationDepths", QStringLiteral("attention"), tr("&Depth map"), tr("Of a pass key: where in the prompt the key is found, by the prompt's length, in place of the curve"), [this] { showPlot(); });
    m_depths->setCheckable(true);
    m_save = addAction("saveEvaluationFigure", QStringLiteral("image"), tr("Save &figure\u2026"), tr("The plot as PDF, SVG, PNG, or TeX"), [this] { Q_EMIT figureRequested(m_plot->shownFigure()); });
    m_bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_bar->addActions(m_actions);
    m_plot->setObjectName(QStringLiteral("evaluationsPlot"));
    m_plot->setAccessibleName(tr("Plot of the chosen evaluation"));
    m_plotPages->addWidget(m_noPlot);
    m_plotPages->addWidget(m_plot);
    m_noPlot->setText(tr("Choose a column to see its curve: accuracy by length, perplexity by position."));
    m_split->setObjectName(QStringLiteral("evaluationsSplit"));
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(m_table);
    m_split->addWidget(m_plotPages);
    m_split->setStretchFactor(0, 2);
    m_split->setStretchFactor(1, 3);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_split);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_banners);
    layout->addWidget(m_pages, 1);
    m_empty->setText(tr("Select runs in the list to see what was measured of them, and to measure more."));
    setFocusProxy(m_table);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &EvaluationsView::choose);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &EvaluationsView::showState);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionClicked, this, [this](int column) { choose(m_order->index(0, column)); });
    connect(m_plot, &figures::FigurePlot::figureRequested, this, &EvaluationsView::figureRequested);
    showState();
}

QAction* EvaluationsView::addAction(const char* name, const QString& icon, const QString& text, const QString& tip, std::function<void()> run)
{
    m_actions.append(ui::makeAction(this, name, icon, text, tip, std::move(run)));
    return m_actions.last();
}

void EvaluationsView::setData(std::shared_ptr<const EvaluationData> data)
{
    const auto shape = [this] { return std::pair(m_model->rowCount(), m_model->columnCount()); };
    const auto before = shape();
    m_model->setData(std::move(data));
    if (shape() != before)
        ui::fitColumns(m_table);
    if (const auto* shown = m_model->data()) {
        ui::Message notes{ui::Severity::Warning};
        notes.text = shown->notes.mid(0, 5).join(QLatin1Char('\n'));
        notes.key = QStringLiteral("notes");
        if (shown->notes.isEmpty())
            m_banners->dismiss(notes.key);
        else
            m_banners->show(notes);
    }
    // The first thing that was measured, until somebody chooses.
    if (m_model->columnOf(m_measure) < 0)
        m_measure = m_model->measure(EvaluationModel::FirstMeasure) ? m_model->measure(EvaluationModel::FirstMeasure)->id : std::string();
    showPlot();
    showState();
}

void EvaluationsView::setJobs(const QHash<QString, models::JobRow>& jobs)
{
    m_jobs = jobs;
    m_model->setJobs(jobs);
    showState();
}

QStringList EvaluationsView::chosenRuns() const
{
    QStringList chosen;
    const auto selected = m_table->selectionModel()->selectedIndexes();
    for (int row = 0; row < m_order->rowCount(); ++row) {
        const bool isSelected = std::any_of(selected.begin(), selected.end(), [&](const auto& index) { return index.row() == row; });
        if (selected.isEmpty() || isSelected)
            chosen.append(m_order->index(row, 0).data(EvaluationModel::PathRole).toString());
    }
    return chosen;
}

void EvaluationsView::choose(const QModelIndex& index)
{
    const auto* measure = index.isValid() ? m_model->measure(index.column()) : nullptr;
    if (!measure || measure->id == m_measure)
        return;
    m_measure = measure->id;
    showPlot();
}

void EvaluationsView::showPlot()
{
    const int column = m_model->columnOf(m_measure);
    figures::Figure figure;
    bool hasDepths = false;
    if (column >= 0) {
        const auto measure = std::size_t(column - EvaluationModel::FirstMeasure);
        figure = evaluationDepthFigure(*m_model->data(), measure);
        hasDepths = !figure.panels.empty();
        if (!hasDepths || !m_depths->isChecked())
            figure = evaluationFigure(*m_model->data(), measure);
    }
    m_depths->setEnabled(hasDepths);
    const bool drawn = !figure.panels.empty();
    if (drawn)
        m_plot->setFigure(std::move(figure));
    m_plotPages->setCurrentWidget(drawn ? static_cast<QWidget*>(m_plot) : m_noPlot);
    m_save->setEnabled(drawn);
}

void EvaluationsView::showState()
{
    const bool any = m_model->rowCount() > 0;
    m_pages->setCurrentWidget(any ? static_cast<QWidget*>(m_split) : m_empty);
    m_evaluate->setEnabled(any);
    const auto chosen = chosenRuns();
    m_stop->setEnabled(std::any_of(chosen.begin(), chosen.end(), [&](const auto& run) { return m_jobs.contains(run); }));
    if (!any)
        m_save->setEnabled(false);
}

QByteArray EvaluationsView::saveSettings() const
{
    return QJsonDocument(QJsonObject{{"measure", QString::fromStdString(m_measure)}, {"depths", m_depths->isChecked()}, {"split", QString::fromLatin1(m_split->saveState().toBase64())}}).toJson(QJsonDocument::Compact);
}

void EvaluationsView::restoreSettings(const QByteArray& settings)
{
    const auto saved = QJsonDocument::fromJson(settings).object();
    m_measure = saved[QLatin1String("measure")].toString().toStdString();
    m_depths->setChecked(saved[QLatin1String("depths")].toBool());
    m_split->restoreState(QByteArray::fromBase64(saved[QLatin1String("split")].toString().toLatin1()));
}

}  // namespace bam::views
