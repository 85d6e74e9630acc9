// SPDX-License-Identifier: GPL-3.0-or-later
// Where things stand in the window, and how that is remembered: panes, their sizes, messages over the lower edge.
#include "app/window/main_window.h"

#include "app/window/runs_part.h"
#include "widgets/common/icons.h"
#include "widgets/models/job_model.h"
#include "widgets/models/run_model.h"
#include "widgets/views/attention/lens_view.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/evaluations/evaluations_view.h"
#include "widgets/views/jobs/jobs_view.h"
#include "widgets/views/log/log_view.h"
#include "widgets/views/loss/loss_view.h"
#include "widgets/views/priors/priors_view.h"
#include "widgets/views/runs/runs_view.h"
#include "widgets/views/setup/setup_view.h"
#include "widgets/views/text/text_view.h"

#include <QDockWidget>
#include <QLayout>
#include <QScreen>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace bam::window {
namespace {

constexpr int kLayoutVersion = 2;       // raised when panes change, so that an old arrangement is not applied to them

}  // namespace

QDockWidget* MainWindow::addPane(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area, const QString& icon)
{
    auto* pane = new QDockWidget(title, this);
    pane->setObjectName(name);
    pane->setWidget(content);
    addDockWidget(area, pane);
    pane->toggleViewAction()->setIcon(ui::icon(icon));
    return pane;
}

void MainWindow::makePanes()
{
    m_runsView = new views::RunsView(m_model.get(), this);
    m_setup = new views::SetupView(this);
    m_log = new views::LogView(this);
    m_runsPane = addPane(QStringLiteral("runsPane"), tr("Runs"), m_runsView, Qt::LeftDockWidgetArea, QStringLiteral("table"));
    m_setupPane = addPane(QStringLiteral("setupPane"), tr("Set-up"), m_setup, Qt::RightDockWidgetArea, QStringLiteral("settings"));
    m_jobsView = new views::JobsView(m_jobModel.get(), this);
    m_jobsPane = addPane(QStringLiteral("jobsPane"), tr("Jobs"), m_jobsView, Qt::BottomDockWidgetArea, QStringLiteral("queue"));
    m_text = new views::TextView(this);
    m_logPane = addPane(QStringLiteral("logPane"), tr("Log"), m_log, Qt::BottomDockWidgetArea, QStringLiteral("log"));
    m_textPane = addPane(QStringLiteral("textPane"), tr("Text"), m_text, Qt::BottomDockWidgetArea, QStringLiteral("tokenizer"));
}

void MainWindow::defaultLayout()
{
    for (auto* pane : {m_runsPane, m_setupPane, m_jobsPane, m_logPane, m_textPane})
        pane->setFloating(false);
    addDockWidget(Qt::LeftDockWidgetArea, m_runsPane);
    addDockWidget(Qt::RightDockWidgetArea, m_setupPane);
    addDockWidget(Qt::BottomDockWidgetArea, m_jobsPane);
    addDockWidget(Qt::BottomDockWidgetArea, m_logPane);
    addDockWidget(Qt::BottomDockWidgetArea, m_textPane);
    tabifyDockWidget(m_jobsPane, m_logPane);
    tabifyDockWidget(m_logPane, m_textPane);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_runsPane->show();
    m_jobsPane->show();
    m_logPane->show();
    m_textPane->show();
    m_jobsPane->raise();
    m_setupPane->hide();
    sizePanes();
}

/// A quarter for the runs, so that a larger screen shows more of their columns; a few rows for the jobs.
void MainWindow::sizePanes()
{
    const int em = fontMetrics().height();
    resizeDocks({m_runsPane}, {std::clamp(width() / 4, em * 24, em * 60)}, Qt::Horizontal);
    resizeDocks({m_jobsPane}, {std::clamp(height() / 8, em * 8, em * 13)}, Qt::Vertical);
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    // Only now the window has its size.
    if (!std::exchange(m_arranged, true))
        QTimer::singleShot(0, this, &MainWindow::sizePanes);
}

void MainWindow::resetLayout()
{
    defaultLayout();
    m_settings.forgetLayout();
}

void MainWindow::restoreState()
{
    if (!restoreGeometry(m_settings.state(QStringLiteral("geometry")))) {
        const int em = fontMetrics().height();
        resize(QSize(em * 80, em * 50).boundedTo(screen()->availableSize()));
    } else {
        bringOntoScreen();
    }
    m_arranged = QMainWindow::restoreState(m_settings.state(QStringLiteral("panes")), kLayoutVersion);
    m_curves->restoreSettings(m_settings.state(QStringLiteral("curves")));
    m_priorsView->restoreSettings(m_settings.state(QStringLiteral("priors")));
    m_comparison->restoreSettings(m_settings.state(QStringLiteral("comparison")));
    m_attention->restoreSettings(m_settings.state(QStringLiteral("attention")));
    m_runsView->restoreSettings(m_settings.state(QStringLiteral("runs")));
    m_runs->restoreSelection(m_settings.state(QStringLiteral("selection")));
    m_setup->restoreSettings(m_settings.state(QStringLiteral("setup")));
    m_text->restoreSettings(m_settings.state(QStringLiteral("text")));
    m_evaluationsView->restoreSettings(m_settings.state(QStringLiteral("evaluations")));
}

/// A remembered geometry may be of a screen that is not there any more, or larger than this one.
void MainWindow::bringOntoScreen()
{
    if (isMaximized() || isFullScreen())
        return;
    const auto room = screen()->availableGeometry();
    if (width() > room.width() || height() > room.height())
        resize(size().boundedTo(room.size()));
    auto place = geometry();
    place.moveRight(std::min(place.right(), room.right()));
    place.moveBottom(std::min(place.bottom(), room.bottom()));
    place.moveTopLeft({std::max(place.left(), room.left()), std::max(place.top(), room.top())});
    setGeometry(place);
}

void MainWindow::saveState()
{
    m_settings.setState(QStringLiteral("geometry"), saveGeometry());
    m_settings.setState(QStringLiteral("panes"), QMainWindow::saveState(kLayoutVersion));
    m_settings.setState(QStringLiteral("curves"), m_curves->saveSettings());
    m_settings.setState(QStringLiteral("priors"), m_priorsView->saveSettings());
    m_settings.setState(QStringLiteral("comparison"), m_comparison->saveSettings());
    m_settings.setState(QStringLiteral("attention"), m_attention->saveSettings());
    m_settings.setState(QStringLiteral("runs"), m_runsView->saveSettings());
    m_settings.setState(QStringLiteral("selection"), m_runs->saveSelection());
    m_settings.setState(QStringLiteral("setup"), m_setup->saveSettings());
    m_settings.setState(QStringLiteral("text"), m_text->saveSettings());
    m_settings.setState(QStringLiteral("evaluations"), m_evaluationsView->saveSettings());
}

void MainWindow::placeBanners()
{
    const auto room = m_banners->parentWidget()->rect();
    auto* layout = m_banners->layout();
    const int needed = layout->hasHeightForWidth() ? layout->totalHeightForWidth(room.width()) : layout->totalSizeHint().height();
    const int height = std::min(needed, room.height());
    m_banners->setGeometry(0, room.height() - height, room.width(), height);
    m_banners->raise();
}

}  // namespace bam::window
