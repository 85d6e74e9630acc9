// SPDX-License-Identifier: GPL-3.0-or-later
// What people ask of jobs and runs: stop, pause, checkpoint, kill, another place in the queue.
#include "app/work/supervisor.h"

#include "core/base/error.h"
#include "widgets/common/core_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFile>
#include <QPointer>

#include <algorithm>
#include <csignal>

namespace bam::work {
namespace {

using jobs::JobState;
using runs::ControlKind;

constexpr qint64 kAnswerSeconds = 60;       // a step may take long; after that the silence is told
constexpr int kFadeMs = 8000;

qint64 now() { return QDateTime::currentSecsSinceEpoch(); }
/// A file of jobs does, once it has told a run.
bool isTraining(const jobs::WorkerSpec& spec) { return spec.kind == jobs::WorkerKind::Train || spec.kind == jobs::WorkerKind::Resume || spec.kind == jobs::WorkerKind::RunFile; }

bool isSameFolder(const std::string& a, const QString& b)
{
    std::error_code error;
    const auto other = std::filesystem::path(QFile::encodeName(b).toStdString());
    return a == other.string() || std::filesystem::equivalent(a, other, error);
}

}  // namespace

QString Supervisor::jobOfRun(const QString& run) const
{
    for (const auto& job : m_jobs)
        if (job->record.state == JobState::Running && isTraining(job->record.spec) && !job->record.run.empty() && isSameFolder(job->record.run, run))
            return QString::fromStdString(job->record.id);
    return {};
}

QString Supervisor::resumableJobOfRun(const QString& run) const
{
    for (const auto& job : m_jobs) {
        const auto state = job->record.state;
        if (job->record.spec.kind == jobs::WorkerKind::RunFile && (state == JobState::Stopped || state == JobState::Paused || state == JobState::Failed) && !job->record.run.empty()
            && isSameFolder(job->record.run, run))
            return QString::fromStdString(job->record.id);
    }
    return {};
}

/// Puts a request into the run's control folder and waits for the answer in readAnswers().
bool Supervisor::ask(const QString& run, const runs::ControlRequest& request, const QString& what)
{
    try {
        m_asked.push_back({runs::requestControl(QFile::encodeName(run).toStdString(), request), what, request.kind, now(), request.step.has_value()});
        m_pulse.start();
        return true;
    } catch (const Error& error) {
        Q_EMIT message({ui::Severity::Error, tr("“%1” cannot be asked: %2").arg(what, ui::coreText(error.cause())), ui::coreText(error.hint()), QStringLiteral("ask ") + run, {}, {}, 0});
        return false;
    }
}

void Supervisor::stopJob(const QString& id)
{
    auto* job = active(id);
    if (!job)
        return;
    if (job->record.stopAsked) {        // again: a person who wants to be sure
        job->stopSince = 0;
        job->impatient = false;
        checkPatience(*job);
        return;
    }
    // Both ways: the request works across machines, the signal also before the first step and for jobs that are no training.
    if (isTraining(job->record.spec) && !job->record.run.empty())
        ask(QString::fromStdString(job->record.run), {ControlKind::Stop, {}}, titleOf(*job));
    signalStop(*job);
}

void Supervisor::signalStop(Job& job)
{
    auto& record = job.record;
    const bool local = isLocal(record.process);
    if (!local && record.run.empty()) {
        Q_EMIT message(about(job, ui::Severity::Warning, tr("“%1” runs on %2 and cannot be stopped from here.").arg(titleOf(job), QString::fromStdString(record.process.host)),
            tr("Stop it on that machine: process %1.").arg(record.process.pid)));
        return;
    }
    job.stopSince = now();
    record.stopAsked = true;
    save(job);
    if (local && isAlive(record.process))
        ::kill(pid_t(record.process.pid), SIGTERM);
    changed();
}

void Supervisor::checkPatience(Job& job)
{
    if (!job.record.stopAsked || job.impatient || now() - job.stopSince < m_settings.patienceSeconds)
        return;
    job.impatient = true;
    const auto id = QString::fromStdString(job.record.id);
    auto slow = about(job, ui::Severity::Warning, tr("“%1” has not stopped yet.").arg(titleOf(job)),
        isLocal(job.record.process) ? tr("It finishes its step and writes a checkpoint first. Killing it loses the steps since its last checkpoint.") : tr("It runs on another machine; look for it there."));
    if (isLocal(job.record.process)) {
        slow.action = tr("&Kill it");
        slow.onAction = [self = QPointer<Supervisor>(this), id] {
            if (self)
                self->killJob(id);
        };
    }
    Q_EMIT message(slow);
}

void Supervisor::pauseJob(const QString& id, qint64 step)
{
    auto* job = active(id);
    if (!job || !isTraining(job->record.spec))
        return;
    if (job->record.run.empty()) {
        Q_EMIT message(about(*job, ui::Severity::Information, tr("“%1” has not begun to train yet.").arg(titleOf(*job)), tr("Ask for the pause again in a moment.")));
        return;
    }
    if (ask(QString::fromStdString(job->record.run), {ControlKind::Pause, step}, titleOf(*job)))
        job->pauseAt = step;
    changed();
}

void Supervisor::checkpointJob(const QString& id)
{
    auto* job = active(id);
    if (job && isTraining(job->record.spec) && !job->record.run.empty())
        ask(QString::fromStdString(job->record.run), {ControlKind::Checkpoint, {}}, titleOf(*job));
}

void Supervisor::killJob(const QString& id)
{
    auto* job = active(id);
    if (!job || !isAlive(job->record.process))
        return;
    job->record.killAsked = true;
    save(*job);
    // Its whole session: nothing that it started is left.
    const auto pid = pid_t(job->record.process.pid);
    if (::kill(-pid, SIGKILL) != 0)
        ::kill(pid, SIGKILL);
    m_pulse.start();
}

void Supervisor::cancelQueued(const QString& id)
{
    auto* job = find(id);
    if (!job || job->record.state != JobState::Queued)
        return;
    job->record.state = JobState::Cancelled;
    job->record.ended = now();
    save(*job);
    changed();
}

void Supervisor::moveQueued(const QString& id, int by)
{
    auto order = queue();
    const auto found = std::find_if(order.begin(), order.end(), [&](const auto* job) { return job->record.id == id.toStdString(); });
    if (found == order.end())
        return;
    const auto from = found - order.begin();
    const auto to = std::clamp<std::ptrdiff_t>(from + by, 0, std::ptrdiff_t(order.size()) - 1);
    if (from < to)
        std::rotate(order.begin() + from, order.begin() + from + 1, order.begin() + to + 1);
    else
        std::rotate(order.begin() + to, order.begin() + from, order.begin() + from + 1);
    for (std::size_t n = 0; n < order.size(); ++n) {
        if (order[n]->record.position == std::int64_t(n) + 1)
            continue;
        order[n]->record.position = std::int64_t(n) + 1;
        save(*order[n]);
    }
    changed();
}

void Supervisor::stopRun(const QString& run, std::optional<qint64> atStep)
{
    const auto id = jobOfRun(run);
    if (!id.isEmpty() && !atStep)
        return stopJob(id);
    ask(run, {ControlKind::Stop, atStep ? std::optional<std::int64_t>(*atStep) : std::nullopt}, run);
}

void Supervisor::pauseRun(const QString& run, qint64 step)
{
    const auto id = jobOfRun(run);
    if (!id.isEmpty())
        return pauseJob(id, step);
    ask(run, {ControlKind::Pause, step}, run);
}

void Supervisor::checkpointRun(const QString& run) { ask(run, {ControlKind::Checkpoint, {}}, run); }

void Supervisor::captureRun(const QString& run) { ask(run, {ControlKind::Capture, {}}, run); }

void Supervisor::readAnswers()
{
    std::erase_if(m_asked, [&](Asked& asked) {
        if (const auto answer = runs::controlAnswer(asked.request)) {
            tellAnswer(asked, *answer);
            return true;
        }
        std::error_code error;
        if (!std::filesystem::exists(asked.request, error))
            return true;        // taken away with its run
        if (!asked.told && now() - asked.since > kAnswerSeconds) {
            asked.told = true;
            Q_EMIT message({ui::Severity::Warning, tr("“%1” has not answered yet.").arg(asked.what), tr("It answers when its current step is done. If no process trains this run, nothing will happen."),
                QStringLiteral("ask ") + asked.what, {}, {}, 0});
        }
        return now() - asked.since > 60 * kAnswerSeconds && asked.kind != ControlKind::Pause;
    });
}

void Supervisor::tellAnswer(const Asked& asked, const runs::ControlAnswer& answer)
{
    const auto key = QStringLiteral("ask ") + asked.what;
    if (answer.result == "checkpoint")
        Q_EMIT message({ui::Severity::Success, tr("Checkpoint of “%1” at step %2 is written.").arg(asked.what).arg(answer.step), {}, key, {}, {}, kFadeMs});
    else if (answer.result == "captured")
        Q_EMIT message({ui::Severity::Success, tr("Attention of “%1” at step %2 is captured.").arg(asked.what).arg(answer.step), {}, key, {}, {}, kFadeMs});
    else if (answer.result == "refused" || answer.result == "failed")
        Q_EMIT message({ui::Severity::Error, tr("“%1” could not do what was asked: %2").arg(asked.what, ui::coreText(answer.detail)), tr("The training goes on."), key, {}, {}, 0});
    else if (answer.result == "ignored" || asked.kind == ControlKind::Checkpoint || asked.kind == ControlKind::Capture)
        Q_EMIT message({ui::Severity::Information, tr("“%1” had ended before it could be asked.").arg(asked.what), {}, key, {}, {}, kFadeMs});
}

}  // namespace bam::work
