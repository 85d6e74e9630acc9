// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/window/compare_part.h"
#include "app/window/evaluations_part.h"
#include "app/window/figures_part.h"
#include "app/window/film_part.h"
#include "app/window/jobs_part.h"
#include "app/window/lens_part.h"
#include "app/window/preferences_dialog.h"
#include "app/window/priors_part.h"
#include "app/window/program_files.h"
#include "app/window/runs_part.h"
#include "app/window/shortcuts_dialog.h"
#include "app/window/text_part.h"
#include "app/work/log_feed.h"
#include "core/base/version.h"
#include "widgets/common/format.h"
#include "widgets/common/icons.h"
#include "widgets/models/job_model.h"
#include "widgets/models/run_model.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/evaluations/evaluations_view.h"
#include "widgets/views/attention/film_view.h"
#include "widgets/views/attention/lens_view.h"
#include "widgets/views/jobs/jobs_view.h"
#include "widgets/views/log/log_view.h"
#include "widgets/views/loss/loss_view.h"
#include "widgets/views/priors/priors_view.h"
#include "widgets/views/runs/runs_view.h"
#include "widgets/views/setup/setup_view.h"
#include "widgets/views/start/start_page.h"
#include "widgets/views/text/text_view.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDesktopServices>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QTimer>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace bam::window {
namespace {

constexpr int kRememberedFolders = 8;

QString cleaned(const QString& folder) { return QDir::cleanPath(QDir(folder).absolutePath()); }

}  // namespace

MainWindow::MainWindow(Settings& settings, const QStringList& folders, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_systemFont(QApplication::font())
    , m_model(std::make_unique<models::RunModel>())
    , m_jobModel(std::make_unique<models::JobModel>())
    , m_banners(new ui::BannerArea(this))
    , m_centre(new QStackedWidget(this))
    , m_start(new views::StartPage(this))
    , m_tabs(new QTabWidget(this))
    , m_curves(new views::LossView(this))
    , m_priorsView(new views::PriorsView(this))
    , m_comparison(new views::CompareView(this))
    , m_evaluationsView(new views::EvaluationsView(this))
    , m_attention(new views::LensView(this))
    , m_filmView(new views::FilmView(this))
    , m_status(new QLabel(this))
{
    setWindowTitle(tr("Bamscope"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/bamscope.svg")));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    auto* middle = new QWidget(this);
    auto* layout = new QVBoxLayout(middle);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_centre, 1);
    // Over the lower edge, so that nothing moves under the mouse when a message comes or goes.
    m_banners->setParent(middle);
    m_banners->setObjectName(QStringLiteral("messages"));
    middle->installEventFilter(this);
    m_banners->installEventFilter(this);
    m_tabs->setObjectName(QStringLiteral("centreTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->setTabBarAutoHide(true);
    m_tabs->addTab(m_curves, ui::icon(QStringLiteral("curve")), tr("Training curves"));
    m_tabs->addTab(m_priorsView, ui::icon(QStringLiteral("prior")), tr("Priors"));
    m_tabs->addTab(m_attention, ui::icon(QStringLiteral("attention")), tr("Attention"));
    m_tabs->addTab(m_filmView, ui::icon(QStringLiteral("play")), tr("Film"));
    m_tabs->setTabToolTip(m_tabs->indexOf(m_filmView), tr("Attention through a training: retrieval heads being born"));
    m_tabs->addTab(m_evaluationsView, ui::icon(QStringLiteral("evaluate")), tr("Evaluations"));
    m_tabs->setTabToolTip(m_tabs->indexOf(m_evaluationsView), tr("What was measured of the selected runs, and what is being measured"));
    m_tabs->addTab(m_comparison, ui::icon(QStringLiteral("compare")), tr("Comparison"));
    m_centre->addWidget(m_start);
    m_centre->addWidget(m_tabs);
    setCentralWidget(middle);
    statusBar()->addWidget(m_status, 1);

    m_settings.setOnFailure([this](const QString& file) {
        ui::Message told{ui::Severity::Warning};
        told.text = tr("Preferences and open folders cannot be kept in %1.").arg(ui::shortPath(file));
        told.hint = tr("They hold until this window is closed. Check the space on that disk and the permissions of the file and its folder.");
        told.key = QStringLiteral("settings");
        showMessage(told);
    });
    if (m_settings.textSize() != 100)
        applyTextSize(*qApp, m_systemFont, m_settings.textSize());
    makePanes();
    m_runs = std::make_unique<RunsPart>(*m_runsView, *m_curves, *m_model, nullptr);
    m_jobs = std::make_unique<JobsPart>(*m_setup, *m_jobsView, *m_jobModel, *m_runs, m_settings, nullptr);
    m_figures = new FiguresPart(m_settings, *this);
    m_priors = std::make_unique<PriorsPart>(*m_priorsView, *m_model);
    m_compare = std::make_unique<ComparePart>(*m_comparison, *m_model, work::lensesOfDisk(), nullptr);
    m_lens = std::make_unique<LensPart>(*m_attention, *m_model, work::lensesOfDisk(), nullptr);
    m_film = std::make_unique<FilmPart>(*m_filmView, *m_model);
    m_evaluations = std::make_unique<EvaluationsPart>(*m_evaluationsView, *m_model);
    m_texts = std::make_unique<TextPart>(*m_text, *m_model, workerProgram());
    m_logs = std::make_unique<work::LogFeed>(m_log);
    makeMenus();
    makeToolBar();
    connectParts();
    defaultLayout();
    restoreState();
    openFolders(folders);
}

MainWindow::~MainWindow()
{
    m_settings.setOnFailure({});
    // Parts hold references to views, which Qt deletes after this.
    m_tabs->disconnect(this);       // pages that go are no pages to show
    m_centre->disconnect(this);
    m_logs.reset();
    m_priors.reset();
    m_compare.reset();
    m_lens.reset();
    m_film.reset();
    m_texts.reset();
    m_evaluations.reset();
    m_jobs.reset();
    m_runs.reset();
}

void MainWindow::connectParts()
{
    connect(m_runs.get(), &RunsPart::message, this, &MainWindow::showMessage);
    connect(m_runs.get(), &RunsPart::messageOver, m_banners, &ui::BannerArea::dismiss);
    connect(m_jobs.get(), &JobsPart::message, this, &MainWindow::showMessage);
    connect(m_curves, &views::LossView::message, this, &MainWindow::showMessage);
    connect(m_compare.get(), &ComparePart::message, this, &MainWindow::showMessage);
    connect(m_compare.get(), &ComparePart::figureRequested, m_figures, &FiguresPart::showFigure);
    const auto showComparison = [this] { m_compare->setShown(m_centre->currentWidget() == m_tabs && m_tabs->currentWidget() == m_comparison); };
    connect(m_tabs, &QTabWidget::currentChanged, this, showComparison);
    connect(m_centre, &QStackedWidget::currentChanged, this, showComparison);
    // What runs are called follows from the others that are there.
    connect(m_model.get(), &models::RunModel::dataChanged, this, [this] { m_compare->setRuns(m_runs->selection()); });
    connect(m_curves, &views::LossView::figureRequested, m_figures, &FiguresPart::showFigure);
    connect(m_priorsView, &views::PriorsView::figureRequested, m_figures, &FiguresPart::showFigure);
    connect(m_attention, &views::LensView::figureRequested, m_figures, &FiguresPart::showFigure);
    connect(m_filmView, &views::FilmView::figureRequested, m_figures, &FiguresPart::showFigure);
    connect(m_filmView, &views::FilmView::captureRequested, this, [this](const QString& run) { m_jobs->capture({run}); });
    connect(m_figures, &FiguresPart::message, this, &MainWindow::showMessage);
    connect(m_figures, &FiguresPart::messageOver, m_banners, &ui::BannerArea::dismiss);
    connect(m_setup, &views::SetupView::message, this, &MainWindow::showMessage);
    connect(m_runs.get(), &RunsPart::runCountChanged, this, &MainWindow::countRuns);
    connect(m_runs.get(), &RunsPart::selectionChanged, this, [this](const QStringList& runs) {
        m_compare->setRuns(runs);
        if (!runs.isEmpty())
            m_centre->setCurrentWidget(m_tabs);
        m_lens->setRuns(runs);
        countRuns(m_model->runCount(), m_scanning);
    });
    connect(m_runs.get(), &RunsPart::selectionChanged, m_priors.get(), &PriorsPart::setSelection);
    connect(m_runs.get(), &RunsPart::selectionChanged, m_film.get(), &FilmPart::setSelection);
    connect(m_runs.get(), &RunsPart::selectionChanged, m_texts.get(), &TextPart::setSelection);
    connect(m_runs.get(), &RunsPart::selectionChanged, m_evaluations.get(), &EvaluationsPart::setSelection);
    connect(&m_jobs->supervisor(), &work::Supervisor::jobsChanged, m_evaluations.get(), [this] { m_evaluations->setJobs(m_jobs->supervisor().jobs()); });
    m_evaluations->setJobs(m_jobs->supervisor().jobs());
    connect(m_evaluationsView, &views::EvaluationsView::evaluateRequested, m_jobs.get(), &JobsPart::evaluate);
    connect(m_evaluationsView, &views::EvaluationsView::stopRequested, m_jobs.get(), &JobsPart::stopEvaluations);
    connect(m_evaluationsView, &views::EvaluationsView::figureRequested, m_figures, &FiguresPart::showFigure);
    connect(m_runsView, &views::RunsView::filterChanged, this, [this] { countRuns(m_model->runCount(), m_scanning); });
    connect(m_runsView, &views::RunsView::currentRunChanged, this, [this](const QString& run) { m_logs->showRun(run, m_model->title(run)); });
    connect(m_runsView, &views::RunsView::lookIntoRequested, this, &MainWindow::lookInto);
    connect(m_priorsView, &views::PriorsView::tryInModel, this, [this](const QString& run, qint64 layer, qint64 head, const inspect::PriorValues& values) {
        lookInto(run);
        m_lens->tryPrior(run, int(layer), int(head), values);
    });
    connect(m_runsView, &views::RunsView::duplicateRequested, m_jobs.get(), &JobsPart::setUpFrom);
    connect(m_runsView, &views::RunsView::resumeRequested, m_jobs.get(), &JobsPart::resume);
    connect(m_runsView, &views::RunsView::stopRequested, m_jobs.get(), &JobsPart::stop);
    connect(m_runsView, &views::RunsView::pauseRequested, m_jobs.get(), &JobsPart::pause);
    connect(m_runsView, &views::RunsView::checkpointRequested, m_jobs.get(), &JobsPart::checkpoint);
    connect(m_runsView, &views::RunsView::captureRequested, m_jobs.get(), &JobsPart::capture);
    connect(m_runsView, &views::RunsView::evaluateRequested, m_jobs.get(), &JobsPart::evaluate);
    connect(m_jobs.get(), &JobsPart::folderWanted, this, [this](const QString& folder) { openFolders({folder}); });
    connect(m_jobs.get(), &JobsPart::setupWanted, this, [this] { reveal(m_setupPane); });
    connect(m_jobs.get(), &JobsPart::jobsWanted, this, [this] {
        m_jobsPane->show();
        m_jobsPane->raise();
        m_centre->setCurrentWidget(m_tabs);
    });
    connect(m_jobs.get(), &JobsPart::logWanted, this, &MainWindow::showLogOfJob);
    connect(new ThemeWatch(this), &ThemeWatch::systemChanged, this, [this] {
        if (m_settings.theme() == Theme::System)
            applyTheme(*qApp, Theme::System);
    });
    connect(m_start, &views::StartPage::exampleRequested, m_jobs.get(), &JobsPart::trainExample);
    connect(m_start, &views::StartPage::openFolderRequested, this, &MainWindow::askForFolder);
    connect(m_start, &views::StartPage::buildDatasetRequested, m_jobs.get(), &JobsPart::buildDataset);
    connect(m_start, &views::StartPage::newRunRequested, this, &MainWindow::setUpNewRun);
    connect(m_start, &views::StartPage::explorePriorsRequested, this, &MainWindow::explorePriors);
    connect(m_start, &views::StartPage::recentFolderRequested, this, [this](const QString& folder) { openFolders({folder}); });
}

void MainWindow::openFolders(const QStringList& folders)
{
    auto open = m_runs->folders();
    for (const auto& folder : folders)
        if (const auto path = cleaned(folder); !open.contains(path))
            open.append(path);
    if (open != m_runs->folders() || folders.isEmpty()) {
        m_runs->setFolders(open);
        m_settings.setLogFolders(open);
        auto recent = m_settings.recentFolders();
        for (const auto& folder : open) {
            recent.removeAll(folder);
            recent.prepend(folder);
        }
        m_settings.setRecentFolders(recent.mid(0, kRememberedFolders));
    }
    fillRecentMenus();
    showCentre();
}

void MainWindow::closeFolder(const QString& folder)
{
    auto open = m_runs->folders();
    open.removeAll(folder);
    m_runs->setFolders(open);
    m_settings.setLogFolders(open);
    fillRecentMenus();
    showCentre();
}

void MainWindow::showCentre()
{
    if (m_model->runCount() == 0 && !m_scanning && m_jobModel->rowCount() == 0 && !m_exploring)
        m_centre->setCurrentWidget(m_start);
    else
        m_centre->setCurrentWidget(m_tabs);
}

void MainWindow::countRuns(int count, bool scanning)
{
    const bool changed = scanning != m_scanning || (count > 0) != (m_centre->currentWidget() == m_tabs);
    m_scanning = scanning;
    const int selected = int(m_runs->selection().size()), shown = m_runsView->shownCount();
    const auto runs = shown < count ? tr("%1 of %Ln run(s)", "1: how many the filter shows", count).arg(ui::count(shown)) : tr("%Ln run(s)", nullptr, count);
    if (scanning)
        m_status->setText(tr("%Ln run(s) found, still looking…", nullptr, count));
    else if (m_runs->folders().isEmpty())
        m_status->setText(tr("No folder is open"));
    else
        m_status->setText(selected == 0 ? runs : tr("%1, %2 selected", "1: number of runs as a phrase").arg(runs, ui::count(selected)));
    if (changed && !scanning)
        showCentre();
}

void MainWindow::reveal(QDockWidget* pane)
{
    pane->show();
    pane->raise();
    pane->widget()->setFocus(Qt::ShortcutFocusReason);
    if (auto* first = pane->widget()->focusProxy() ? pane->widget()->focusProxy() : pane->widget()->nextInFocusChain(); first && pane->isAncestorOf(first))
        first->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::showLogOfJob(const QString& job)
{
    const auto row = m_jobs->supervisor().job(job);
    if (!row)
        return;
    m_logs->showJob(m_jobs->supervisor().outFile(job), m_jobs->supervisor().errFile(job), row->title);
    reveal(m_logPane);
}

void MainWindow::lookInto(const QString& run)
{
    m_centre->setCurrentWidget(m_tabs);
    m_tabs->setCurrentWidget(m_attention);
    m_lens->lookInto(run);
    m_attention->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::setTextSize(int percent)
{
    m_settings.setTextSize(percent);
    applyTextSize(*qApp, m_systemFont, m_settings.textSize());
}

void MainWindow::setUpNewRun()
{
    const int em = fontMetrics().height();
    const bool hidden = !m_setupPane->isVisible();
    reveal(m_setupPane);
    if (hidden)
        resizeDocks({m_setupPane}, {std::min(em * 32, width() * 2 / 5)}, Qt::Horizontal);
}

/// The explorer needs no run.
void MainWindow::explorePriors()
{
    m_exploring = true;
    m_centre->setCurrentWidget(m_tabs);
    m_tabs->setCurrentWidget(m_priorsView);
    m_priorsView->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::askForFolder()
{
    const auto start = m_runs->folders().isEmpty() ? QDir::homePath() : m_runs->folders().constFirst();
    const auto folder = QFileDialog::getExistingDirectory(this, tr("Open a folder of runs"), start);
    if (!folder.isEmpty())
        openFolders({folder});
}

void MainWindow::showMessage(const ui::Message& message) { m_banners->show(message); }

std::vector<PaletteEntry> MainWindow::commands() const { return entriesOf(menuBar()->actions()); }

void MainWindow::showPalette()
{
    CommandPalette palette(commands(), this);
    palette.move(geometry().center().x() - palette.width() / 2, geometry().top() + height() / 8);
    palette.exec();
}

void MainWindow::showShortcuts()
{
    ShortcutsDialog dialog(commands(),
        {{tr("Wheel"), tr("Curves: zoom at the mouse; on an axis, that axis alone")}, {tr("Shift + drag"), tr("Curves: zoom into a rectangle")}, {tr("Drag"), tr("Curves: move; on an axis, that axis alone")},
            {tr("Double click"), tr("Curves: show everything")}, {tr("F6"), tr("Go to the next pane")}, {tr("F2"), tr("Runs: edit the note")}, {tr("Del"), tr("Runs: move to the trash")}},
        this);
    dialog.exec();
}

void MainWindow::showPreferences()
{
    PreferencesDialog dialog(m_settings, this);
    connect(&dialog, &PreferencesDialog::themeChanged, this, [](Theme theme) { applyTheme(*qApp, theme); });
    connect(&dialog, &PreferencesDialog::layoutForgotten, this, &MainWindow::resetLayout);
    connect(&dialog, &PreferencesDialog::cpuJobsChanged, m_jobs.get(), &JobsPart::applySettings);
    connect(&dialog, &PreferencesDialog::notificationsChanged, m_jobs.get(), &JobsPart::applySettings);
    dialog.exec();
}

void MainWindow::showAbout()
{
    QMessageBox box(this);
    box.setWindowTitle(tr("About Bamscope"));
    box.setIconPixmap(windowIcon().pixmap(64));
    box.setText(tr("<b>Bamscope %1</b>").arg(QString::fromStdString(programVersion()).toHtmlEscaped()));
    box.setInformativeText(tr("A workbench for positional encodings and long context: the Bayesian Attention Mechanism and its rivals, trained, watched and compared.\n\n"
                              "Free software under the GNU General Public License, version 3 or later. Built on Qt, LibTorch, QCustomPlot and sentencepiece."));
    box.exec();
}

/// What waits is started by a window: people who close the last one must know.
bool MainWindow::mayClose()
{
    const auto& rows = m_jobModel->rows();
    const auto waiting = int(std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.state == jobs::JobState::Queued; }));
    if (waiting == 0 || !m_jobs->supervisor().runsQueue())
        return true;
    QMessageBox box(QMessageBox::Question, tr("Close Bamscope"), tr("%n job(s) are waiting and will not start until Bamscope is open again.", nullptr, waiting), QMessageBox::NoButton, this);
    box.setObjectName(QStringLiteral("closeQuestion"));
    box.setInformativeText(tr("Jobs that run go on."));
    auto* close = box.addButton(tr("&Close"), QMessageBox::AcceptRole);
    auto* stay = box.addButton(tr("&Stay open"), QMessageBox::RejectRole);
    close->setObjectName(QStringLiteral("closeAnyway"));
    stay->setObjectName(QStringLiteral("stayOpen"));
    box.setDefaultButton(stay);
    box.exec();
    return box.clickedButton() == close;
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!mayClose())
        return event->ignore();
    saveState();
    QMainWindow::closeEvent(event);
}

bool MainWindow::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        placeBanners();
    return QMainWindow::eventFilter(object, event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    for (const auto& url : event->mimeData()->urls())
        if (url.isLocalFile() && QFileInfo(url.toLocalFile()).isDir())
            return event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    QStringList folders;
    for (const auto& url : event->mimeData()->urls())
        if (url.isLocalFile() && QFileInfo(url.toLocalFile()).isDir())
            folders.append(url.toLocalFile());
    if (!folders.isEmpty())
        openFolders(folders);
}

}  // namespace bam::window
