// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/jobs/jobs_view.h"

#include "widgets/common/format.h"
#include "widgets/common/icons.h"
#include "widgets/views/jobs/pause_dialog.h"
#include "widgets/views/jobs/progress_delegate.h"

#include <QAction>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTimer>
#include <QToolBar>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace bam::views {
namespace {

using jobs::JobState;
using models::JobModel;
using models::JobRow;

constexpr int kLeastRows = 3;
constexpr int kBarRoom = 10;        // of the progress bar below the text

bool isQueued(const JobRow& job) { return job.state == JobState::Queued; }
/// A file of jobs goes on as a whole, with what is not done yet.
bool isSeveral(const JobRow& job) { return job.kind == jobs::WorkerKind::RunFile; }
bool mayGoOn(const JobRow& job) { return ((job.isTraining() && !job.run.isEmpty()) || isSeveral(job)) && (job.state == JobState::Stopped || job.state == JobState::Paused || job.state == JobState::Failed); }

/// Not while another job goes on with its run already, or waits to: two writers would mix their files.
bool canResume(const JobRow& job, const QVector<JobRow>& all)
{
    return mayGoOn(job) && std::none_of(all.begin(), all.end(), [&](const JobRow& other) { return !job.run.isEmpty() && other.run == job.run && (other.isActive() || isQueued(other)); });
}

}  // namespace

JobsView::JobsView(JobModel* model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_bar(new QToolBar(this))
    , m_pages(new QStackedWidget(this))
    , m_table(new QTreeView(this))
    , m_about(new QLabel(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_about);
    makeActions();
    makeTable();
    m_about->setObjectName(QStringLiteral("jobDetail"));
    m_about->setWordWrap(true);
    m_about->setMargin(4);
    m_about->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_about->setTextFormat(Qt::PlainText);
    connect(m_model, &JobModel::moveRequested, this, &JobsView::moveRequested);
    for (const auto change : {&JobModel::rowsInserted, &JobModel::rowsRemoved})
        connect(m_model, change, this, &JobsView::refresh);
    connect(m_model, &JobModel::dataChanged, this, &JobsView::refresh);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        refresh();
        Q_EMIT selectionChanged(selectedJobs());
    });
    refresh();
}

QAction* JobsView::add(const char* name, const QString& icon, const QString& text, const QString& tip, void (JobsView::*slot)(), const QKeySequence& shortcut)
{
    auto* action = new QAction(ui::icon(icon), text, this);
    action->setObjectName(QLatin1String(name));
    action->setToolTip(shortcut.isEmpty() ? tip : tr("%1 (%2)", "explanation and shortcut").arg(tip, shortcut.toString(QKeySequence::NativeText)));
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, slot);
    addAction(action);
    m_bar->addAction(action);
    m_actions << action;
    return action;
}

void JobsView::makeActions()
{
    m_bar->setObjectName(QStringLiteral("jobsBar"));
    m_bar->setIconSize(QSize(18, 18));
    m_stop = add("jobStop", QStringLiteral("stop"), tr("&Stop"), tr("Finish the current step, write a checkpoint and end. The run can be resumed."), &JobsView::stop);
    m_pause = add("jobPause", QStringLiteral("pause"), tr("&Pause…"), tr("End at a step of your choice with a checkpoint, so that the device is free; resume goes on with the same numbers."), &JobsView::pause);
    m_checkpoint = add("jobCheckpoint", QStringLiteral("checkpoint"), tr("Write a &checkpoint"), tr("Write a checkpoint after the current step and go on."), &JobsView::checkpoint);
    m_resume = add("jobResume", QStringLiteral("resume"), tr("&Resume"), tr("Go on with this training from its newest checkpoint, and with the jobs after it."), &JobsView::resume);
    m_kill = add("jobKill", QStringLiteral("kill"), tr("&Kill…"), tr("End the process at once. What was not written yet is lost; stop is gentler."), &JobsView::kill);
    m_bar->addSeparator();
    m_up = add("jobUp", QStringLiteral("up"), tr("Move &up"), tr("Start this waiting job earlier."), &JobsView::moveUp, QKeySequence(Qt::ALT | Qt::Key_Up));
    m_down = add("jobDown", QStringLiteral("down"), tr("Move &down"), tr("Start this waiting job later."), &JobsView::moveDown, QKeySequence(Qt::ALT | Qt::Key_Down));
    m_cancel = add("jobCancel", QStringLiteral("close"), tr("C&ancel"), tr("Take this job out of the queue."), &JobsView::cancel, QKeySequence(Qt::Key_Delete));
    m_bar->addSeparator();
    m_log = add("jobLog", QStringLiteral("log"), tr("Show &log"), tr("What this job printed."), &JobsView::showLog);
    m_run = add("jobRun", QStringLiteral("curve"), tr("Show r&un"), tr("Select the run of this job and show its curves."), &JobsView::showRun);
    m_bar->addSeparator();
    m_clear = add("jobClear", QStringLiteral("trash"), tr("Clear &ended jobs"), tr("Remove the jobs that ended from this list. Runs, checkpoints and datasets stay."), &JobsView::clearEnded);
}

void JobsView::makeTable()
{
    m_table->setObjectName(QStringLiteral("jobsTable"));
    m_table->setAccessibleName(tr("Jobs"));
    m_table->setModel(m_model);
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->setAllColumnsShowFocus(true);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setDragEnabled(true);
    m_table->setAcceptDrops(true);
    m_table->setDropIndicatorShown(true);
    m_table->setDragDropMode(QAbstractItemView::InternalMove);
    m_table->setDragDropOverwriteMode(false);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->setItemDelegateForColumn(JobModel::Progress, new ProgressDelegate(m_table));
    auto* header = m_table->header();
    header->setStretchLastSection(true);
    header->setSectionsMovable(true);
    sizeColumns();
    connect(m_table, &QTreeView::customContextMenuRequested, this, [this](const QPoint& at) {
        QMenu menu(this);
        for (auto* action : m_bar->actions())
            if (action->isSeparator() || action->isEnabled())
                menu.addAction(action);
        menu.exec(m_table->viewport()->mapToGlobal(at));
    });
    connect(m_table, &QTreeView::activated, this, &JobsView::showLog);
    auto* empty = new QLabel(tr("No jobs yet. Trainings, tests and datasets that you start or queue appear here; those that run go on when this window is closed, those that wait start while Bamscope is open."), m_pages);
    empty->setObjectName(QStringLiteral("noJobs"));
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    empty->setMargin(24);
    empty->setForegroundRole(QPalette::PlaceholderText);
    m_pages->addWidget(empty);
    m_pages->addWidget(m_table);
    setFocusProxy(m_table);
}

void JobsView::sizeColumns()
{
    auto* header = m_table->header();
    // Widths from the longest text a column is likely to hold, so that nothing moves when numbers change.
    const auto widthOf = [&](const QString& text) { return fontMetrics().horizontalAdvance(text) + 3 * fontMetrics().averageCharWidth(); };
    int time = 0;
    for (const double seconds : {8.8, 3588.0, 86'280.0, 8'640'000.0 - 60})
        time = std::max(time, widthOf(ui::duration(seconds)));
    header->resizeSection(JobModel::Title, widthOf(tr("Evaluate %1").arg(QStringLiteral("l12/bam_ssmax/version_00")) + QStringLiteral("     ")) + 28);
    header->resizeSection(JobModel::State, std::max(widthOf(tr("Queued, place %1").arg(88)), widthOf(tr("State"))) + 28);
    header->resizeSection(JobModel::Progress, widthOf(tr("%1 of %2 steps").arg(ui::count(188'888), ui::count(188'888))));
    header->resizeSection(JobModel::Speed, std::max(widthOf(QStringLiteral("888.8 MiB/s")), widthOf(tr("Speed"))));
    header->resizeSection(JobModel::Remaining, std::max(time, widthOf(tr("Time left"))));
    header->resizeSection(JobModel::Elapsed, std::max(time, widthOf(tr("Elapsed"))));
    header->resizeSection(JobModel::Device, std::max(widthOf(QStringLiteral("cuda:88")), widthOf(tr("Device"))));
    // A few whole rows, whatever the size of the text.
    m_table->doItemsLayout();       // else rows are still as high as before
    const int row = std::max(m_table->sizeHintForRow(0), m_table->fontMetrics().height() + kBarRoom);
    m_table->setMinimumHeight(header->sizeHint().height() + kLeastRows * row + m_table->horizontalScrollBar()->sizeHint().height() + 2 * m_table->frameWidth());
}

void JobsView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_table->model())
        QTimer::singleShot(0, this, &JobsView::sizeColumns);        // the table has its font only after this
}

QVector<JobRow> JobsView::selection() const
{
    auto indexes = m_table->selectionModel()->selectedRows();
    std::sort(indexes.begin(), indexes.end());
    QVector<JobRow> rows;
    for (const auto& index : indexes)
        rows << m_model->job(index);
    return rows;
}

QStringList JobsView::selectedJobs() const
{
    QStringList ids;
    for (const auto& job : selection())
        ids << job.id;
    return ids;
}

void JobsView::select(const QString& id)
{
    const int row = m_model->rowOf(id);
    if (row < 0)
        return;
    const auto index = m_model->index(row, 0);
    m_table->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->scrollTo(index);
}

void JobsView::refresh()
{
    m_pages->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
    const auto rows = selection();
    const auto any = [&](auto test) { return std::any_of(rows.begin(), rows.end(), test); };
    const auto queued = int(std::count_if(m_model->rows().begin(), m_model->rows().end(), isQueued));
    m_stop->setEnabled(any([](const JobRow& job) { return job.isActive() && !job.stopping; }));
    m_pause->setEnabled(rows.size() == 1 && rows[0].isActive() && rows[0].trainsNow() && !rows[0].run.isEmpty() && !rows[0].stopping);
    m_checkpoint->setEnabled(any([](const JobRow& job) { return job.isActive() && job.trainsNow() && !job.run.isEmpty() && !job.stopping; }));
    m_resume->setEnabled(any([&](const JobRow& job) { return canResume(job, m_model->rows()); }));
    m_kill->setEnabled(any([](const JobRow& job) { return job.isActive() && job.local; }));
    m_up->setEnabled(rows.size() == 1 && isQueued(rows[0]) && rows[0].place > 1);
    m_down->setEnabled(rows.size() == 1 && isQueued(rows[0]) && rows[0].place < queued);
    m_cancel->setEnabled(any(isQueued));
    m_log->setEnabled(rows.size() == 1 && !isQueued(rows[0]));
    m_run->setEnabled(rows.size() == 1 && !rows[0].run.isEmpty());
    m_clear->setEnabled(std::any_of(m_model->rows().begin(), m_model->rows().end(), [](const auto& job) { return !job.isActive() && !isQueued(job); }));
    describe();
}

/// One line about the selected job: why it ended, or what it does.
void JobsView::describe()
{
    const auto rows = selection();
    QString text;
    if (rows.size() == 1) {
        const auto& job = rows[0];
        if (!job.cause.isEmpty())
            text = job.hint.isEmpty() ? job.cause : tr("%1 %2", "cause and hint").arg(job.cause, job.hint);
        else if (job.isActive() && !job.detail.isEmpty())
            text = job.task.isEmpty() ? job.detail : tr("%1: %2", "task and detail").arg(job.task, job.detail);
        else if (job.isActive() && std::isfinite(job.loss))
            text = tr("Loss %1").arg(ui::decimals(job.loss, 4));
    }
    m_about->setText(text);
    m_about->setVisible(m_model->rowCount() > 0);       // also without a text: nothing moves when a row is clicked
}

void JobsView::stop()
{
    for (const auto& job : selection())
        if (job.isActive() && !job.stopping)
            Q_EMIT stopRequested(job.id);
}

void JobsView::pause()
{
    const auto rows = selection();
    if (rows.size() != 1)
        return;
    PauseDialog dialog(rows[0], this);
    connect(m_model, &JobModel::dataChanged, &dialog, [&](const QModelIndex& first, const QModelIndex& last) {
        if (const int row = m_model->rowOf(rows[0].id); row >= first.row() && row <= last.row())
            dialog.setProgress(m_model->rows()[row]);
    });
    if (dialog.exec() == QDialog::Accepted)
        Q_EMIT pauseRequested(rows[0].id, dialog.step());
}

void JobsView::checkpoint()
{
    for (const auto& job : selection())
        if (job.isActive() && job.trainsNow() && !job.run.isEmpty())
            Q_EMIT checkpointRequested(job.id);
}

void JobsView::resume()
{
    QStringList runs;       // a run may be that of several jobs, each of which went on with it
    for (const auto& job : selection())
        if (canResume(job, m_model->rows()) && isSeveral(job))
            Q_EMIT resumeJobRequested(job.id);
        else if (canResume(job, m_model->rows()) && !runs.contains(job.run))
            runs << job.run;
    for (const auto& run : std::as_const(runs))
        Q_EMIT resumeRequested(run);
}

void JobsView::kill()
{
    QVector<JobRow> rows;
    for (const auto& job : selection())
        if (job.isActive() && job.local)
            rows << job;
    if (rows.isEmpty())
        return;
    QMessageBox box(QMessageBox::Warning, tr("Kill a job"),
        rows.size() == 1 ? tr("End the process of “%1” at once?").arg(models::titleText(rows[0])) : tr("End the processes of %n jobs at once?", nullptr, int(rows.size())), QMessageBox::NoButton, this);
    box.setInformativeText(tr("Steps since the last checkpoint are lost. Stop finishes the step and writes a checkpoint first."));
    auto* yes = box.addButton(tr("&Kill"), QMessageBox::DestructiveRole);
    box.setDefaultButton(box.addButton(tr("&Leave it running"), QMessageBox::RejectRole));
    box.exec();
    if (box.clickedButton() != yes)
        return;
    for (const auto& job : rows)
        Q_EMIT killRequested(job.id);
}

void JobsView::cancel()
{
    for (const auto& job : selection())
        if (isQueued(job))
            Q_EMIT cancelRequested(job.id);
}

void JobsView::moveUp()
{
    const auto rows = selection();
    if (rows.size() == 1)
        Q_EMIT moveRequested(rows[0].id, -1);
}

void JobsView::moveDown()
{
    const auto rows = selection();
    if (rows.size() == 1)
        Q_EMIT moveRequested(rows[0].id, 1);
}

void JobsView::clearEnded() { Q_EMIT clearEndedRequested(); }

void JobsView::showLog()
{
    const auto rows = selection();
    if (rows.size() == 1 && !isQueued(rows[0]))
        Q_EMIT logRequested(rows[0].id);
}

void JobsView::showRun()
{
    const auto rows = selection();
    if (rows.size() == 1 && !rows[0].run.isEmpty())
        Q_EMIT runRequested(rows[0].run);
}

QByteArray JobsView::saveSettings() const { return m_table->header()->saveState(); }
void JobsView::restoreSettings(const QByteArray& settings) { m_table->header()->restoreState(settings); }

}  // namespace bam::views
