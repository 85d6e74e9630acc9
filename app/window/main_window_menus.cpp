// SPDX-License-Identifier: GPL-3.0-or-later
// Menus and tool bar of the main window.
#include "app/window/figures_part.h"
#include "app/window/jobs_part.h"
#include "app/window/main_window.h"
#include "app/window/runs_part.h"
#include "app/work/gallery.h"
#include "widgets/common/format.h"
#include "widgets/common/icons.h"
#include "widgets/models/run_model.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/evaluations/evaluations_view.h"
#include "widgets/views/attention/film_view.h"
#include "widgets/views/attention/lens_view.h"
#include "widgets/views/jobs/jobs_view.h"
#include "widgets/views/loss/loss_view.h"
#include "widgets/views/priors/priors_view.h"
#include "widgets/views/runs/runs_view.h"
#include "widgets/views/setup/setup_view.h"
#include "widgets/views/start/start_page.h"

#include <QActionGroup>
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QMenuBar>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolBar>

namespace bam::window {

QAction* MainWindow::addAction(QMenu* menu, const QString& icon, const QString& text, const QString& tip, const QKeySequence& keys, std::function<void()> run)
{
    auto* action = menu->addAction(ui::icon(icon), text);
    action->setToolTip(tip);
    action->setStatusTip(tip);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, std::move(run));
    return action;
}

void MainWindow::makeMenus()
{
    makeFileMenu();
    auto* run = menuBar()->addMenu(tr("&Run"));
    m_newRun = addAction(run, QStringLiteral("add"), tr("&New run…"), tr("Set up a training: every field with its meaning, checked as you type"), QKeySequence::New, [this] { setUpNewRun(); });
    m_build = addAction(run, QStringLiteral("data"), tr("&Build a dataset…"), tr("Turn texts into token shards, with a preview of token boundaries"), QKeySequence(tr("Ctrl+B")), [this] { m_jobs->buildDataset(); });
    addAction(run, QStringLiteral("play"), tr("Train the two-minute &example"), tr("A small BAM model that learns to find a pass key"), {}, [this] { m_jobs->trainExample(); });
    run->addSeparator();
    run->addActions(m_runsView->runActions());
    run->addSeparator();
    run->addActions(m_runsView->undoActions());
    m_curves->addActions(m_runsView->undoActions());    // their keys work there too
    auto* jobs = menuBar()->addMenu(tr("&Jobs"));
    jobs->addActions(m_jobsView->jobActions());
    auto* setup = menuBar()->addMenu(tr("&Set-up"));
    setup->addActions(m_setup->setupActions());
    auto* curves = menuBar()->addMenu(tr("&Curves"));
    curves->addActions(m_curves->viewActions());
    auto* priors = menuBar()->addMenu(tr("&Priors"));
    priors->addActions(m_priorsView->viewActions());
    auto* attention = menuBar()->addMenu(tr("&Attention"));
    attention->addActions(m_attention->viewActions());
    auto* evaluations = menuBar()->addMenu(tr("&Evaluations"));
    addAction(evaluations, QStringLiteral("table"), tr("Evaluations of the selected &runs"), tr("What was measured of the selected runs, and what is being measured"), QKeySequence(tr("Ctrl+Shift+D")), [this] {
        m_centre->setCurrentWidget(m_tabs);
        m_tabs->setCurrentWidget(m_evaluationsView);
        m_evaluationsView->setFocus();
    });
    evaluations->addSeparator();
    evaluations->addActions(m_evaluationsView->viewActions());
    auto* comparison = menuBar()->addMenu(tr("Co&mparison"));
    addAction(comparison, QStringLiteral("compare"), tr("&Compare the selected runs"), tr("What the selected runs achieved and in what they differ, side by side"), QKeySequence(tr("Ctrl+D")), [this] {
        m_centre->setCurrentWidget(m_tabs);
        m_tabs->setCurrentWidget(m_comparison);
        m_comparison->setFocus();
    });
    comparison->addSeparator();
    comparison->addActions(m_comparison->viewActions());
    makeViewMenu();
    makeHelpMenu();
}

void MainWindow::makeFileMenu()
{
    auto* file = menuBar()->addMenu(tr("&File"));
    m_open = addAction(file, QStringLiteral("open"), tr("&Open folder…"), tr("Show the runs below one more folder"), QKeySequence::Open, [this] { askForFolder(); });
    m_recentMenu = file->addMenu(tr("Open &again"));
    m_closeMenu = file->addMenu(tr("&Close folder"));
    addAction(file, QStringLiteral("refresh"), tr("&Refresh"), tr("Look at all folders again"), QKeySequence::Refresh, [this] { m_runs->watcher().rescan(); });
    file->addSeparator();
    addAction(file, QStringLiteral("export"), tr("&Export curves of selected runs…"), tr("All logged rows of the selected runs as one CSV file"), QKeySequence(tr("Ctrl+E")),
        [this] { m_runs->exportRuns(m_runs->selection()); });
    auto* figures = file->addMenu(ui::icon(QStringLiteral("image")), tr("&Figure from selected runs"));
    figures->setToolTipsVisible(true);
    for (const auto& kind : work::galleryKinds())
        addAction(figures, {}, QCoreApplication::translate("Gallery", kind.title) + QStringLiteral("…"), QCoreApplication::translate("Gallery", kind.needs), {}, [this, kind] { figureFromRuns(QString::fromLatin1(kind.id)); });
    file->addSeparator();
    addAction(file, QStringLiteral("settings"), tr("&Preferences…"), tr("Colours, language, notifications"), QKeySequence(tr("Ctrl+,")), [this] { showPreferences(); });
    file->addSeparator();
    addAction(file, {}, tr("&Quit"), tr("Close the window. Running jobs go on, and are found again at the next start."), QKeySequence::Quit, [this] { close(); });
}

void MainWindow::figureFromRuns(const QString& kind)
{
    std::vector<work::GalleryRun> runs;
    const auto selection = m_runs->selection();
    for (const auto& path : selection)
        runs.push_back({path.toStdString(), m_model->title(path), m_model->style(path), m_model->seedGroup(path), m_model->seedGroupTitle(path)});
    if (runs.empty())
        showMessage({ui::Severity::Information, tr("No run is selected, so there is nothing to draw"), tr("Select one run or several in the list."), QStringLiteral("gallery")});
    else
        m_figures->showGallery(kind, std::move(runs));
}

void MainWindow::makeViewMenu()
{
    auto* view = menuBar()->addMenu(tr("&View"));
    int number = 1;
    for (auto* pane : {m_runsPane, m_setupPane, m_jobsPane, m_logPane}) {
        auto* go = addAction(view, {}, tr("Go to %1", "pane").arg(pane->windowTitle()), tr("Show this pane and put the keyboard there"), QKeySequence(QStringLiteral("Alt+%1").arg(number++)), [this, pane] { reveal(pane); });
        go->setIcon(pane->toggleViewAction()->icon());
    }
    addAction(view, QStringLiteral("curve"), tr("Go to the curves"), tr("Put the keyboard into the plot"), QKeySequence(QStringLiteral("Alt+%1").arg(number++)), [this] {
        m_centre->setCurrentWidget(m_tabs);
        m_tabs->setCurrentWidget(m_curves);
        m_curves->setFocus();
    });
    addAction(view, QStringLiteral("prior"), tr("Go to the priors"), tr("Explore a prior, and see what the heads of the selected runs have learned"), QKeySequence(QStringLiteral("Alt+%1").arg(number++)),
        [this] { explorePriors(); });
    addAction(view, QStringLiteral("attention"), tr("Go to attention"), tr("Put the keyboard into the page that looks into checkpoints"), QKeySequence(QStringLiteral("Alt+%1").arg(number++)), [this] {
        m_centre->setCurrentWidget(m_tabs);
        m_tabs->setCurrentWidget(m_attention);
        m_attention->setFocus();
    });
    addAction(view, QStringLiteral("play"), tr("Go to the film"), tr("See the attention of the selected run through its training"), QKeySequence(QStringLiteral("Alt+%1").arg(number++)), [this] {
        m_centre->setCurrentWidget(m_tabs);
        m_tabs->setCurrentWidget(m_filmView);
        m_filmView->setFocus();
    });
    addAction(view, QStringLiteral("tokenizer"), tr("Go to the text"), tr("Let the model of a selected run write on after a prompt"), QKeySequence(QStringLiteral("Alt+%1").arg(number++)), [this] { reveal(m_textPane); });
    auto* panes = view->addMenu(tr("&Panes"));
    for (auto* pane : {m_runsPane, m_setupPane, m_jobsPane, m_logPane, m_textPane})
        panes->addAction(pane->toggleViewAction());
    view->addSeparator();
    auto* theme = view->addMenu(tr("&Colours"));
    auto* group = new QActionGroup(theme);
    for (const auto& [value, text] : {std::pair{Theme::System, tr("As the &system says")}, {Theme::Light, tr("&Light")}, {Theme::Dark, tr("&Dark")}}) {
        auto* action = theme->addAction(text);
        action->setCheckable(true);
        action->setChecked(m_settings.theme() == value);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, value] {
            m_settings.setTheme(value);
            applyTheme(*qApp, value);
        });
    }
    auto* text = view->addMenu(tr("&Text size"));
    addAction(text, QStringLiteral("add"), tr("&Larger"), tr("Larger text everywhere in the window"), QKeySequence::ZoomIn, [this] { setTextSize(m_settings.textSize() + 10); });
    addAction(text, QStringLiteral("remove"), tr("&Smaller"), tr("Smaller text everywhere in the window"), QKeySequence::ZoomOut, [this] { setTextSize(m_settings.textSize() - 10); });
    addAction(text, {}, tr("As the s&ystem says"), tr("The size that the system is set to"), QKeySequence(tr("Ctrl+0")), [this] { setTextSize(100); });
    auto* full = addAction(view, QStringLiteral("fit"), tr("&Full screen"), tr("Use the whole screen"), QKeySequence::FullScreen, [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    if (full->shortcut().isEmpty())
        full->setShortcut(QKeySequence(QStringLiteral("F11")));
    addAction(view, QStringLiteral("undo"), tr("&Reset the arrangement of panes"), tr("Put every pane where it was at the first start"), {}, [this] { resetLayout(); });
}

void MainWindow::makeHelpMenu()
{
    auto* help = menuBar()->addMenu(tr("&Help"));
    addAction(help, QStringLiteral("search"), tr("&Commands…"), tr("Find any action by typing a few of its letters"), QKeySequence(tr("Ctrl+K")), [this] { showPalette(); });
    auto* keys = addAction(help, QStringLiteral("help"), tr("&Keyboard shortcuts"), tr("All keys in one list"), QKeySequence(tr("Ctrl+/")), [this] { showShortcuts(); });
    keys->setShortcuts({keys->shortcut(), QKeySequence(Qt::Key_F1)});
    addAction(help, QStringLiteral("bell"), tr("&Start page"), tr("The page of the first start"), {}, [this] {
        m_exploring = false;
        m_centre->setCurrentWidget(m_start);
    });
    help->addSeparator();
    addAction(help, QStringLiteral("info"), tr("&About Bamscope"), tr("Version, licence, sources"), {}, [this] { showAbout(); });
}

void MainWindow::makeToolBar()
{
    auto* bar = addToolBar(tr("Main tool bar"));
    bar->setObjectName(QStringLiteral("mainToolBar"));
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    for (auto* action : {m_newRun, m_build, m_open})
        bar->addAction(action);
    bar->addSeparator();
    for (auto* action : m_runsView->runActions())
        if (action->objectName() == QLatin1String("resume") || action->objectName() == QLatin1String("stop") || action->objectName() == QLatin1String("evaluate"))
            bar->addAction(action);
}

void MainWindow::fillRecentMenus()
{
    const auto open = m_runs->folders();
    m_closeMenu->clear();
    for (const auto& folder : open)
        connect(m_closeMenu->addAction(ui::icon(QStringLiteral("folder")), ui::shortPath(folder)), &QAction::triggered, this, [this, folder] { closeFolder(folder); });
    m_closeMenu->setEnabled(!open.isEmpty());
    QStringList recent;
    for (const auto& folder : m_settings.recentFolders())
        if (!open.contains(folder) && QDir(folder).exists())
            recent.append(folder);
    m_recentMenu->clear();
    for (const auto& folder : recent)
        connect(m_recentMenu->addAction(ui::icon(QStringLiteral("folder")), ui::shortPath(folder)), &QAction::triggered, this, [this, folder] { openFolders({folder}); });
    m_recentMenu->setEnabled(!recent.isEmpty());
    m_start->setRecentFolders(recent);
}

}  // namespace bam::window
