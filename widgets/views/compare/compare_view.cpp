// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/compare_view.h"

#include "widgets/common/banner.h"
#include "widgets/common/icons.h"
#include "widgets/common/plain_table.h"
#include "widgets/figures/figure_plot.h"
#include "widgets/views/compare/parameter_model.h"
#include "widgets/views/compare/result_model.h"
#include "widgets/views/compare/result_texts.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace bam::views {
namespace {

constexpr int kWideEms = 60;        // from here on all plots stand side by side

}  // namespace

CompareView::CompareView(QWidget* parent)
    : QWidget(parent)
    , m_bar(new QToolBar(this))
    , m_grouping(new QComboBox(this))
    , m_protocols(new QComboBox(this))
    , m_busy(new QLabel(this))
    , m_empty(ui::pageHint(this, "compareEmpty"))
    , m_noParameters(ui::pageHint(this, "noParameters"))
    , m_banners(new ui::BannerArea(this))
    , m_pages(new QStackedWidget(this))
    , m_parameterPages(new QStackedWidget(this))
    , m_split(new QSplitter(Qt::Vertical, this))
    , m_tabs(new QTabWidget(this))
    , m_resultModel(new ResultModel(this))
    , m_parameterModel(new ParameterModel(this))
    , m_order(new QSortFilterProxyModel(this))
    , m_attention(new AttentionCompare(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_banners);
    layout->addWidget(m_pages, 1);
    makePlots();
    makeTables();
    makeBar();
    m_split->setObjectName(QStringLiteral("compareSplit"));
    m_split->setChildrenCollapsible(false);
    m_split->setStretchFactor(0, 1);
    m_split->setStretchFactor(1, 1);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_split);
    m_empty->setText(tr("Select runs in the list to compare them: what they achieved, in what they differ, and where they look."));
    connect(m_attention, &AttentionCompare::capturesWanted, this, &CompareView::capturesWanted);
    connect(m_attention, &AttentionCompare::captureStopRequested, this, &CompareView::captureStopRequested);
    connect(m_attention, &AttentionCompare::figureRequested, this, &CompareView::figureRequested);
    connect(m_attention, &AttentionCompare::figureChanged, this, &CompareView::refreshActions);
    connect(m_tabs, &QTabWidget::currentChanged, this, &CompareView::refreshActions);
    refreshActions();
}

QAction* CompareView::addAction(const char* name, const QString& icon, const QString& text, const QString& tip, std::function<void()> run)
{
    auto* action = new QAction(ui::icon(icon), text, this);
    action->setObjectName(QLatin1String(name));
    action->setToolTip(tip);
    action->setStatusTip(tip);
    connect(action, &QAction::triggered, this, std::move(run));
    m_actions.append(action);
    return action;
}

void CompareView::makeBar()
{
    m_bar->setObjectName(QStringLiteral("compareBar"));
    m_bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_grouping->setObjectName(QStringLiteral("compareGrouping"));
    m_grouping->addItems({tr("A column for each run"), tr("A column for each encoding")});
    m_grouping->setToolTip(tr("Runs one by one, or runs that are equal but for their seed as one: the mean, with the lowest and the highest around it"));
    m_grouping->setAccessibleName(tr("What a column is"));
    m_bar->addWidget(m_grouping);
    connect(m_grouping, &QComboBox::currentIndexChanged, this, &CompareView::requestChanged);
    m_protocols->setObjectName(QStringLiteral("compareProtocol"));
    m_protocols->setToolTip(tr("Which pass-key prompts are compared: where the key stands, and how many digits it has"));
    m_protocols->setAccessibleName(tr("Pass-key prompts"));
    m_protocols->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_bar->addWidget(m_protocols);
    connect(m_protocols, &QComboBox::activated, this, [this](int index) {
        m_protocol = m_protocols->itemData(index).toString();
        Q_EMIT requestChanged();
    });
    m_bar->addSeparator();
    const QString titles[] = {tr("&Accuracy"), tr("&Perplexity"), tr("&Loss")};
    const QString tips[] = {tr("Show pass-key accuracy by prompt length"), tr("Show perplexity by position"), tr("Show validation loss by step")};
    const char* const names[] = {"showAccuracy", "showPerplexity", "showLoss"};
    for (int plot = 0; plot < Plots; ++plot) {
        m_shown[std::size_t(plot)] = addAction(names[plot], QStringLiteral("curve"), titles[plot], tips[plot], [this] {
            m_chosenPlots = true;
            showPlots();
        });
        m_shown[std::size_t(plot)]->setCheckable(true);
        m_bar->addAction(m_shown[std::size_t(plot)]);
    }
    m_bar->addSeparator();
    m_intervals = addAction("showIntervals", QStringLiteral("band"), tr("&Intervals"), tr("Show intervals beside the values of the table"), [this] {
        m_resultModel->setShowsIntervals(m_intervals->isChecked());
        ui::fitColumns(m_results);
    });
    m_intervals->setCheckable(true);
    m_intervals->setChecked(true);
    m_bar->addAction(m_intervals);
    const auto menuButton = [this](const char* name, const QString& icon, const QString& text, const QString& tip, const QList<QAction*>& actions) {
        auto* button = new QToolButton(this);
        button->setObjectName(QLatin1String(name));
        button->setIcon(ui::icon(icon));
        button->setText(text);
        button->setToolTip(tip);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setPopupMode(QToolButton::InstantPopup);
        auto* menu = new QMenu(button);
        menu->setToolTipsVisible(true);
        menu->addActions(actions);
        button->setMenu(menu);
        m_bar->addWidget(button);
    };
    m_tableActions = {addAction("copyTsv", QStringLiteral("copy"), tr("Copy the table as &text"), tr("Tab-separated values, for spreadsheets"), [this] { copyTable(TableFormat::Tsv); }),
        addAction("copyMarkdown", QStringLiteral("copy"), tr("Copy the table as &Markdown"), tr("For README files, issues and notes"), [this] { copyTable(TableFormat::Markdown); }),
        addAction("copyLatex", QStringLiteral("copy"), tr("Copy the table as La&TeX"), tr("A tabular with the rules of the package booktabs"), [this] { copyTable(TableFormat::Latex); }),
        addAction("saveTable", QStringLiteral("export"), tr("&Save the table…"), tr("Write the open table to a .tsv, .md or .tex file"), [this] { Q_EMIT tableSaveRequested(); })};
    menuButton("tableMenu", QStringLiteral("table"), tr("Table"), tr("Copy or save the table that is open below"), m_tableActions);
    const QString figures[] = {tr("Save the figure of &accuracy…"), tr("Save the figure of &perplexity…"), tr("Save the figure of &loss…"), tr("Save the figure of atte&ntion…")};
    const char* const saves[] = {"saveAccuracy", "savePerplexity", "saveLoss", "saveAttention"};
    for (int plot = 0; plot <= Plots; ++plot)
        m_save[std::size_t(plot)] = addAction(saves[plot], QStringLiteral("image"), figures[plot], tr("As PDF, SVG, PNG or pgfplots, as large as a column of a paper"), [this, plot] {
            Q_EMIT figureRequested(plot < Plots ? m_plots[std::size_t(plot)]->shownFigure() : m_attention->figure());
        });
    menuButton("figureMenu", QStringLiteral("image"), tr("Figure"), tr("Save what is drawn as a figure for a paper"), QList<QAction*>(m_save.begin(), m_save.end()));
    m_busy->setObjectName(QStringLiteral("compareBusy"));
    m_busy->setMargin(4);
    m_bar->addWidget(m_busy);
}

void CompareView::makePlots()
{
    auto* plots = new QWidget(m_split);
    auto* layout = new QHBoxLayout(plots);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    const QString titles[] = {tr("Pass-key accuracy by prompt length"), tr("Perplexity by position"), tr("Validation loss by step")};
    const char* const names[] = {"accuracyPlot", "perplexityPlot", "lossPlot"};
    for (int plot = 0; plot < Plots; ++plot) {
        auto* widget = new figures::FigurePlot(plots);
        widget->setObjectName(QLatin1String(names[plot]));
        widget->setAccessibleName(titles[plot]);
        connect(widget, &figures::FigurePlot::figureRequested, this, &CompareView::figureRequested);
        connect(widget, &figures::FigurePlot::hovered, this, [this, plot](const QString& series) {
            for (int other = 0; other < Plots; ++other)
                if (other != plot)
                    m_plots[std::size_t(other)]->setHighlighted(series);
        });
        layout->addWidget(widget, 1);
        m_plots[std::size_t(plot)] = widget;
    }
    m_split->addWidget(plots);
}

void CompareView::makeTables()
{
    m_order->setSourceModel(m_resultModel);
    m_order->setSortRole(ResultModel::SortRole);
    m_results = ui::plainTable(this, m_order, "resultTable", tr("Results"));
    m_results->setSortingEnabled(true);
    m_results->sortByColumn(0, Qt::AscendingOrder);
    m_results->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_parameters = ui::plainTable(this, m_parameterModel, "parameterTable", tr("Parameters that differ"));
    m_parameters->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_parameterPages->addWidget(m_parameters);
    m_parameterPages->addWidget(m_noParameters);
    m_tabs->setObjectName(QStringLiteral("compareTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_results, ui::icon(QStringLiteral("table")), tr("Results"));
    m_tabs->addTab(m_parameterPages, ui::icon(QStringLiteral("settings")), tr("Differences"));
    m_tabs->addTab(m_attention, ui::icon(QStringLiteral("eye")), tr("Attention"));
    m_tabs->setTabVisible(m_tabs->indexOf(m_attention), false);
    m_split->addWidget(m_tabs);
}

void CompareView::setComparison(std::shared_ptr<const CompareData> data)
{
    m_data = std::move(data);
    const auto sorted = m_results->horizontalHeader()->sortIndicatorSection();
    const auto order = m_results->horizontalHeader()->sortIndicatorOrder();
    m_resultModel->setComparison(m_data);
    m_parameterModel->setComparison(m_data);
    const bool stays = sorted < m_resultModel->columnCount();
    m_results->sortByColumn(stays ? sorted : 0, stays ? order : Qt::AscendingOrder);
    ui::fitColumns(m_results);
    ui::fitColumns(m_parameters);
    m_split->resize(m_pages->size());       // before it is shown: plots are never laid out in the room of a page that nobody has seen yet
    QVector<AttentionCompare::Run> runs;
    if (m_data) {
        m_plots[Accuracy]->setFigure(accuracyFigureOf(*m_data));
        m_plots[Perplexity]->setFigure(perplexityFigureOf(*m_data));
        m_plots[Loss]->setFigure(lossFigureOf(*m_data));
        for (const auto& column : m_data->columns)
            for (qsizetype n = 0; n < column.runs.size(); ++n)
                runs.append({column.runs[n], column.runs.size() == 1 ? column.title : tr("%1, run %2").arg(column.title).arg(n + 1)});
        m_attention->setProvenance(m_data->provenance);
    }
    m_attention->setRuns(runs);
    const bool differ = m_data && !m_data->comparison.parameters.empty();
    m_noParameters->setText(m_data && m_data->columns.size() < 2 ? tr("Select a second run to see in what the two differ.") : tr("Model, training and data are the same, as far as the files tell."));
    m_parameterPages->setCurrentWidget(differ ? static_cast<QWidget*>(m_parameters) : m_noParameters);
    fillProtocols();
    showNotes();
    showPlots();
    m_pages->setCurrentWidget(m_data ? static_cast<QWidget*>(m_split) : m_empty);
}

void CompareView::setBusy(bool busy) { m_busy->setText(busy ? tr("Reading…") : QString()); }

void CompareView::setCapture(const QString& run, const ComparedCapture& capture) { m_attention->setCapture(run, capture); }

void CompareView::offerAttention()
{
    m_tabs->setTabVisible(m_tabs->indexOf(m_attention), true);
    refreshActions();
}

CompareGrouping CompareView::grouping() const { return m_grouping->currentIndex() == 1 ? CompareGrouping::Encodings : CompareGrouping::Runs; }

void CompareView::fillProtocols()
{
    m_protocols->clear();
    if (m_data)
        for (const auto& protocol : m_data->comparison.protocols) {
            m_protocols->addItem(protocolTitle(protocol), QString::fromStdString(protocol.id));
            if (protocol.id == m_data->comparison.protocol)
                m_protocols->setCurrentIndex(m_protocols->count() - 1);
        }
    m_protocols->setEnabled(m_protocols->count() > 1);
    if (m_protocols->count() == 0)
        m_protocols->addItem(tr("no pass-key results"));
}

void CompareView::showNotes()
{
    m_banners->clear();
    if (!m_data || m_data->notes.isEmpty())
        return;
    ui::Message message{ui::Severity::Warning};
    constexpr qsizetype kShown = 3;
    message.text = m_data->notes.mid(0, kShown).join(QLatin1Char('\n'));
    if (const int more = int(m_data->notes.size() - kShown); more > 0)
        message.hint = tr("%n more note(s) of this kind.", nullptr, more);
    message.key = QStringLiteral("compare notes");
    m_banners->show(message);
}

bool CompareView::isWide() const { return width() >= fontMetrics().height() * kWideEms; }

bool CompareView::hasPlot(int plot) const
{
    if (!m_data)
        return false;
    const auto& panels = m_plots[std::size_t(plot)]->figure().panels;
    return std::any_of(panels.begin(), panels.end(), [](const auto& panel) { return !panel.series.empty(); });
}

/// As people chose; else all where there is room, or the first that has something to show.
void CompareView::showPlots()
{
    bool any = false;
    for (int plot = 0; plot < Plots; ++plot) {
        auto* action = m_shown[std::size_t(plot)];
        const bool has = hasPlot(plot);
        action->setEnabled(has);
        if (!m_chosenPlots)
            action->setChecked(has && (isWide() || !any));
        const bool shown = has && action->isChecked();
        m_plots[std::size_t(plot)]->setVisible(shown);
        any |= shown;
    }
    m_split->widget(0)->setVisible(any);
    m_shown[Perplexity]->setToolTip(hasPlot(Perplexity) ? tr("Show perplexity by position") : tr("None of these runs has perplexity by position. Evaluate them with a text to measure it on."));
    m_shown[Accuracy]->setToolTip(hasPlot(Accuracy) ? tr("Show pass-key accuracy by prompt length") : tr("None of these runs was tested with pass keys. Evaluate them first."));
    refreshActions();
}

void CompareView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (!m_chosenPlots)
        showPlots();
}

void CompareView::refreshActions()
{
    for (int plot = 0; plot < Plots; ++plot)
        m_save[std::size_t(plot)]->setEnabled(hasPlot(plot));
    m_save[Plots]->setEnabled(m_attention->hasFigure());
    m_save[Plots]->setVisible(m_tabs->isTabVisible(m_tabs->indexOf(m_attention)));
    for (auto* action : std::as_const(m_tableActions))
        action->setEnabled(bool(m_data));
    m_intervals->setEnabled(bool(m_data));
    for (auto* table : {m_results, m_parameters}) {
        for (auto* action : table->actions())
            table->removeAction(action);
        table->addActions(m_tableActions);
    }
}

QVector<int> CompareView::rowOrder() const
{
    QVector<int> order;
    for (int row = 0; row < m_order->rowCount(); ++row)
        order.append(m_order->mapToSource(m_order->index(row, 0)).row());
    return order;
}

QString CompareView::shownTable(TableFormat format) const
{
    if (!m_data)
        return {};
    return tableText(m_tabs->currentWidget() == m_parameterPages ? parameterTable(*m_data) : resultTable(*m_data, rowOrder()), format);
}

QString CompareView::shownTableName() const { return m_tabs->currentWidget() == m_parameterPages ? QStringLiteral("parameters") : QStringLiteral("results"); }

void CompareView::copyTable(TableFormat format) { QGuiApplication::clipboard()->setText(shownTable(format)); }

std::vector<figures::Figure> CompareView::figures() const
{
    std::vector<figures::Figure> shown;
    for (int plot = 0; plot < Plots; ++plot)
        if (hasPlot(plot) && m_shown[std::size_t(plot)]->isChecked())
            shown.push_back(m_plots[std::size_t(plot)]->shownFigure());
    if (m_attention->hasFigure() && m_tabs->currentWidget() == m_attention)
        shown.push_back(m_attention->figure());
    return shown;
}

QByteArray CompareView::saveSettings() const
{
    QJsonObject settings{{QStringLiteral("grouping"), m_grouping->currentIndex()}, {QStringLiteral("intervals"), m_intervals->isChecked()}, {QStringLiteral("tab"), m_tabs->currentIndex()},
        {QStringLiteral("protocol"), m_protocol}};
    if (m_chosenPlots) {
        int plots = 0;
        for (int plot = 0; plot < Plots; ++plot)
            plots |= m_shown[std::size_t(plot)]->isChecked() << plot;
        settings[QStringLiteral("plots")] = plots;
    }
    return QJsonDocument(settings).toJson(QJsonDocument::Compact);
}

void CompareView::restoreSettings(const QByteArray& bytes)
{
    const auto settings = QJsonDocument::fromJson(bytes).object();
    if (settings.isEmpty())
        return;
    m_protocol = settings[QStringLiteral("protocol")].toString();
    m_grouping->setCurrentIndex(std::clamp(settings[QStringLiteral("grouping")].toInt(), 0, 1));
    m_tabs->setCurrentIndex(std::clamp(settings[QStringLiteral("tab")].toInt(), 0, m_tabs->count() - 1));
    m_intervals->setChecked(settings[QStringLiteral("intervals")].toBool(true));
    m_resultModel->setShowsIntervals(m_intervals->isChecked());
    if (settings.contains(QStringLiteral("plots"))) {
        m_chosenPlots = true;
        for (int plot = 0; plot < Plots; ++plot)
            m_shown[std::size_t(plot)]->setChecked((settings[QStringLiteral("plots")].toInt() >> plot) & 1);
    }
    showPlots();
}

}  // namespace bam::views
