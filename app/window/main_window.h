// SPDX-License-Identifier: GPL-3.0-or-later
// The window: curves and priors in the middle, runs, set-up, jobs and logs in panes around it that people arrange as they like; menus, tool bar, command palette.
// Arranges and connects; what happens is in RunsPart and JobsPart.
#pragma once

#include "app/window/command_palette.h"
#include "app/window/settings.h"
#include "widgets/common/banner.h"

#include <QMainWindow>

#include <functional>
#include <memory>

class QLabel;
class QStackedWidget;
class QTabWidget;

class QDockWidget;

namespace bam::models {
class JobModel;
class RunModel;
}
namespace bam::views {
class CompareView;
class EvaluationsView;
class FilmView;
class JobsView;
class LensView;
class LogView;
class LossView;
class PriorsView;
class RunsView;
class SetupView;
class StartPage;
class TextView;
}
namespace bam::work {
class LogFeed;
}

namespace bam::window {

class ComparePart;
class EvaluationsPart;
class FiguresPart;
class FilmPart;
class JobsPart;
class PriorsPart;
class LensPart;
class RunsPart;
class TextPart;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// @param folders log folders to open; none: the start page
    MainWindow(Settings& settings, const QStringList& folders, QWidget* parent = nullptr);
    ~MainWindow() override;

    void openFolders(const QStringList& folders);
    void closeFolder(const QString& folder);
    /// All actions with their menus, for the palette and the list of shortcuts.
    std::vector<PaletteEntry> commands() const;

    RunsPart& runs() { return *m_runs; }
    JobsPart& jobs() { return *m_jobs; }
    FiguresPart& figures() { return *m_figures; }
    LensPart& lens() { return *m_lens; }

public Q_SLOTS:
    void showMessage(const bam::ui::Message& message);
    void showPalette();
    void showShortcuts();
    void showPreferences();
    void showAbout();
    void askForFolder();
    void setUpNewRun();
    void explorePriors();
    void resetLayout();

protected:
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    QDockWidget* addPane(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area, const QString& icon);
    void makePanes();
    void makeMenus();
    void makeFileMenu();
    void figureFromRuns(const QString& kind);
    void makeViewMenu();
    void makeHelpMenu();
    void makeToolBar();
    void connectParts();
    void restoreState();
    void bringOntoScreen();
    void saveState();
    bool mayClose();
    void defaultLayout();
    void sizePanes();
    void placeBanners();
    void setTextSize(int percent);
    void showCentre();
    void countRuns(int count, bool scanning);
    void fillRecentMenus();
    void lookInto(const QString& run);
    void reveal(QDockWidget* pane);
    void showLogOfJob(const QString& job);
    QAction* addAction(QMenu* menu, const QString& icon, const QString& text, const QString& tip, const QKeySequence& keys, std::function<void()> run);

    Settings& m_settings;
    const QFont m_systemFont;
    std::unique_ptr<models::RunModel> m_model;
    std::unique_ptr<models::JobModel> m_jobModel;
    ui::BannerArea* m_banners;
    QStackedWidget* m_centre;
    views::StartPage* m_start;
    QTabWidget* m_tabs;
    views::LossView* m_curves;
    views::PriorsView* m_priorsView;
    views::CompareView* m_comparison;
    views::EvaluationsView* m_evaluationsView;
    views::LensView* m_attention;
    views::FilmView* m_filmView;
    views::RunsView* m_runsView;
    views::SetupView* m_setup;
    views::JobsView* m_jobsView;
    views::LogView* m_log;
    views::TextView* m_text;
    QDockWidget *m_runsPane, *m_setupPane, *m_jobsPane, *m_logPane, *m_textPane;
    QMenu *m_recentMenu = nullptr, *m_closeMenu = nullptr;
    QLabel* m_status;
    QAction *m_newRun = nullptr, *m_build = nullptr, *m_open = nullptr;
    std::unique_ptr<RunsPart> m_runs;
    std::unique_ptr<JobsPart> m_jobs;
    std::unique_ptr<ComparePart> m_compare;
    FiguresPart* m_figures;         // a child
    std::unique_ptr<PriorsPart> m_priors;
    std::unique_ptr<LensPart> m_lens;
    std::unique_ptr<FilmPart> m_film;
    std::unique_ptr<TextPart> m_texts;
    std::unique_ptr<EvaluationsPart> m_evaluations;
    std::unique_ptr<work::LogFeed> m_logs;
    bool m_scanning = false, m_arranged = false;     // m_arranged: the arrangement is one that people made
    bool m_exploring = false;       // pages that need no run are looked at though there is none
};

}  // namespace bam::window
