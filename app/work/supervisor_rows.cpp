// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown of jobs: their rows in lists, and the messages about their ends.
#include "app/work/supervisor.h"

#include "app/work/desktop_notification.h"
#include "widgets/common/core_text.h"
#include "widgets/common/format.h"
#include "widgets/models/job_model.h"
#include "widgets/views/setup/field_text.h"

#include <QCoreApplication>
#include <QPointer>

#include <algorithm>

namespace bam::work {
namespace {

using jobs::JobState;

constexpr int kFadeMs = 12'000;

/// In the form's words, except for the list of what is wrong in a file, where the keys are what people look for.
QString inWordsOfTheForm(const std::string& text) { return text.find('\n') == std::string::npos ? views::withTitles(ui::coreText(text)) : ui::coreText(text); }

}  // namespace

JobRow Supervisor::rowOf(const Job& job) const
{
    const auto& record = job.record;
    const auto& progress = job.events ? job.events->progress() : record.progress;
    JobRow row;
    row.id = QString::fromStdString(record.id);
    row.kind = record.spec.kind;
    row.state = record.state;
    row.stopping = record.stopAsked && record.state == JobState::Running;
    row.local = record.process.pid == 0 || isLocal(record.process);
    row.title = QString::fromStdString(record.spec.title);
    row.encoding = QString::fromStdString(record.spec.encoding);
    row.device = row.local ? deviceOf(record.spec.device) : tr("%1 on %2", "device on host").arg(deviceOf(record.spec.device), QString::fromStdString(record.process.host));
    row.run = QString::fromStdString(record.run.empty() ? record.spec.run.string() : record.run);
    row.task = ui::coreText(progress.task);
    row.detail = job.pauseAt && record.state == JobState::Running ? tr("pauses when %1 steps are done").arg(*job.pauseAt) : ui::coreText(progress.detail);
    row.done = progress.done;
    row.total = progress.total;
    row.unit = QString::fromStdString(progress.unit);
    row.speed = progress.speed;
    row.speedUnit = QString::fromStdString(progress.speedUnit);
    row.etaSeconds = progress.etaSeconds;
    row.loss = progress.loss;
    row.step = progress.step;
    row.totalSteps = progress.totalSteps;
    row.created = record.created;
    row.started = record.started;
    row.ended = record.ended;
    row.cause = inWordsOfTheForm(record.cause);
    row.hint = inWordsOfTheForm(record.hint);
    return row;
}

std::optional<JobRow> Supervisor::job(const QString& id) const
{
    for (const auto& row : jobs())
        if (row.id == id)
            return row;
    return std::nullopt;
}

QVector<JobRow> Supervisor::jobs() const
{
    std::vector<const Job*> running, ended;
    for (const auto& job : m_jobs)
        if (job->record.state != JobState::Queued)
            (hasEnded(job->record.state) ? ended : running).push_back(job.get());
    const auto byStart = [](const Job* a, const Job* b) { return std::tie(a->record.started, a->record.id) < std::tie(b->record.started, b->record.id); };
    std::sort(running.begin(), running.end(), byStart);
    std::sort(ended.begin(), ended.end(), [](const Job* a, const Job* b) { return std::tie(a->record.ended, a->record.id) > std::tie(b->record.ended, b->record.id); });
    QVector<JobRow> rows;
    for (const auto* job : running)
        rows << rowOf(*job);
    int place = 0;
    for (const auto* job : queue()) {
        rows << rowOf(*job);
        rows.back().place = ++place;
    }
    for (const auto* job : ended)
        rows << rowOf(*job);
    return rows;
}

QString Supervisor::titleOf(const Job& job) const { return models::titleText(rowOf(job)); }

/// Everything is put together before anything is told: who hears it may clear the list.
void Supervisor::tellEnd(const Job& job)
{
    const auto row = rowOf(job);
    const auto title = titleOf(job);
    auto told = about(job, ui::Severity::Information, tr("“%1” is stopped.").arg(title), row.cause);
    if (row.state == JobState::Failed) {
        told.severity = ui::Severity::Error;
        told.text = tr("“%1” failed: %2").arg(title, row.cause);
        told.hint = row.hint;
    } else {
        told.fadeAfterMs = kFadeMs;
    }
    if (row.state == JobState::Finished) {
        told.severity = ui::Severity::Success;
        told.text = tr("“%1” is finished.").arg(title);
    } else if (row.state == JobState::Paused) {
        told.text = tr("“%1” is paused at step %2.").arg(title, ui::count(double(row.step)));
        if (job.pauseAt && row.step > *job.pauseAt)
            told.hint = tr("Step %1 had passed when it was asked.").arg(ui::count(double(*job.pauseAt)));
    }
    changed();
    if (m_settings.desktopNotifications && row.state == JobState::Failed)
        m_desktop->show(row.id, tr("“%1” failed").arg(title), row.cause, DesktopNotification::Urgency::Critical);
    if (m_settings.desktopNotifications && row.state == JobState::Finished)
        m_desktop->show(row.id, tr("“%1” is finished").arg(title), {}, DesktopNotification::Urgency::Normal);
    Q_EMIT jobEnded(row);
    Q_EMIT message(told);
}

ui::Message Supervisor::about(const Job& job, ui::Severity severity, const QString& text, const QString& hint) const
{
    const auto id = QString::fromStdString(job.record.id);
    // A message may be read after the supervisor is gone.
    const QPointer<Supervisor> self(const_cast<Supervisor*>(this));
    const auto showLog = [self, id] {
        if (self)
            Q_EMIT self->logRequested(id);
    };
    return {severity, text, hint, QStringLiteral("job ") + id, tr("Show &log"), showLog, 0};
}

}  // namespace bam::work
