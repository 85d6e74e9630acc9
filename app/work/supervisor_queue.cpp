// SPDX-License-Identifier: GPL-3.0-or-later
// How jobs get into the queue and out of it: which window starts them, when, and what happens when one cannot be started.
#include "app/work/supervisor.h"

#include "core/base/error.h"
#include "widgets/common/core_text.h"

#include <QDateTime>

#include <algorithm>
#include <utility>

namespace bam::work {
namespace {

using jobs::JobState;

constexpr int kFadeMs = 12'000;
constexpr const char* kStepInterval = "100";        // milliseconds between two steps that a worker tells: a fast one would fill the disk with them

qint64 now() { return QDateTime::currentSecsSinceEpoch(); }

}  // namespace

void Supervisor::takeQueue()
{
    std::string why;
    try {
        m_queueLock = jobs::QueueLock::take(m_store.folder(), why);
    } catch (const Error&) {
        // The folder cannot be written, which the first job to be made will tell.
    }
    if (m_queueLock && m_queueLock->byFile())
        m_renew.start();
    if (why.empty() || std::exchange(m_toldOfLocks, true))
        return;
    const auto folder = QString::fromStdString(m_store.folder().string());
    Q_EMIT message({ui::Severity::Information, tr("File locks do not work in %1 (%2).").arg(folder, QString::fromLocal8Bit(why.c_str())),
        tr("The queue is worked off all the same, by the window that a file there names. After a sudden end of another machine that had it, this takes about two minutes."),
        QStringLiteral("queue lock"), {}, {}, 0});
}

/// A window that slept for minutes may have lost the queue to another.
void Supervisor::renewQueue()
{
    if (!m_queueLock || m_queueLock->renew())
        return;
    m_queueLock.reset();
    m_renew.stop();
    lookForOthers();
}

QString Supervisor::start(const jobs::WorkerSpec& spec)
{
    const auto id = enqueue(spec);
    if (auto* job = find(id); job && job->record.state == JobState::Queued)
        launchJob(*job);
    return id;
}

QString Supervisor::enqueue(const jobs::WorkerSpec& spec)
{
    const auto queued = queue();
    try {
        auto record = m_store.create(spec, queued.empty() ? 1 : queued.back()->record.position + 1);
        m_jobs.push_back(std::make_unique<Job>(Job{std::move(record), nullptr, 0, false, {}}));
    } catch (const Error& error) {
        Q_EMIT message({ui::Severity::Error, tr("“%1” cannot be started: %2").arg(QString::fromStdString(spec.title), ui::coreText(error.cause())), ui::coreText(error.hint()),
            QStringLiteral("job state"), {}, {}, 0});
        return {};
    }
    const auto id = QString::fromStdString(m_jobs.back()->record.id);
    // From the event loop, so that start() and a person's next click come first.
    QTimer::singleShot(0, this, &Supervisor::dispatch);
    changed();
    return id;
}

/// Nothing is started whose start is not on disk: the next window would not know of it. The record keeps what it was when that cannot be written.
bool Supervisor::writeDown(Job& job)
{
    auto starting = job.record;
    starting.state = JobState::Starting;
    starting.started = now();
    starting.cause.clear();
    starting.hint.clear();
    try {
        m_store.save(starting);
    } catch (const Error& error) {
        waitForRoom(job, ui::coreText(error.cause()), ui::coreText(error.hint()));
        return false;
    }
    job.record = std::move(starting);
    return true;
}

/// @returns false when it stays in the queue for want of room
bool Supervisor::launchJob(Job& job)
{
    auto& record = job.record;
    const auto id = QString::fromStdString(record.id);
    Launch what{m_program, {QStringLiteral("--batch")}, QString::fromStdString(record.spec.workingFolder.string()), outFile(id), errFile(id)};
    for (const auto& argument : record.spec.arguments)
        what.arguments << QString::fromStdString(argument == jobs::WorkerSpec::kSpecFile ? m_store.specFile(record.id).string() : argument);
    what.arguments << QStringLiteral("--json");
    if (record.spec.kind == jobs::WorkerKind::Train || record.spec.kind == jobs::WorkerKind::Resume || record.spec.kind == jobs::WorkerKind::RunFile)
        what.arguments << QStringLiteral("--json-interval") << QLatin1String(kStepInterval);
    const auto queued = record;
    if (!writeDown(job))
        return false;
    const auto launched = launch(what);
    if (launched.pid == 0 && launched.noRoom) {
        record = queued;
        save(job);      // smaller than what is there, and in its place
        waitForRoom(job, launched.cause, launched.hint);
        return false;
    }
    if (std::exchange(m_waitsForRoom, false))
        Q_EMIT message({ui::Severity::Success, tr("There is room for jobs again; the queue goes on."), {}, QStringLiteral("job room"), {}, {}, kFadeMs});
    if (launched.pid == 0) {
        fail(job, launched.cause, launched.hint);
        return true;
    }
    record.process = runs::identityOf(launched.pid);
    record.state = JobState::Running;
    save(job);
    attach(job);
    changed();
    return true;
}

void Supervisor::waitForRoom(Job& job, const QString& cause, const QString& hint)
{
    job.record.cause = cause.toStdString();
    job.record.hint = hint.toStdString();
    m_retry.start(m_settings.retryMs);
    changed();
    if (std::exchange(m_waitsForRoom, true))
        return;
    Q_EMIT message({ui::Severity::Warning, tr("“%1” cannot be started yet: %2").arg(titleOf(job), cause),
        tr("%1 It stays in the queue and is tried again every few seconds.").arg(hint), QStringLiteral("job room"), {}, {}, 0});
}

void Supervisor::fail(Job& job, const QString& cause, const QString& hint)
{
    auto& record = job.record;
    record.state = JobState::Failed;
    record.ended = now();
    record.cause = cause.toStdString();
    record.hint = hint.toStdString();
    save(job);
    tellEnd(job);
}

QString Supervisor::deviceOf(const std::string& asked) const
{
    const auto device = QString::fromStdString(asked);
    if (device.isEmpty() || device == QLatin1String("auto"))
        return m_settings.autoDevice;
    return device == QLatin1String("cuda") ? QStringLiteral("cuda:0") : device;
}

int Supervisor::jobsOn(const QString& device) const
{
    return int(std::count_if(m_jobs.begin(), m_jobs.end(), [&](const auto& job) {
        const auto& record = job->record;
        return (record.state == JobState::Running || record.state == JobState::Starting) && isLocal(record.process) && deviceOf(record.spec.device) == device;
    }));
}

bool Supervisor::isBusy(const QString& asked) const
{
    const auto device = deviceOf(asked.toStdString());
    return jobsOn(device) >= mostOn(device);
}

void Supervisor::startQueued(const QString& id)
{
    if (auto* job = find(id); job && job->record.state == JobState::Queued)
        launchJob(*job);
}

void Supervisor::resumeJob(const QString& id)
{
    auto* job = find(id);
    if (!job || job->record.spec.kind != jobs::WorkerKind::RunFile || !hasEnded(job->record.state))
        return;
    const auto before = job->record;
    const auto queued = queue();
    auto& record = job->record;
    record.state = JobState::Queued;
    record.position = queued.empty() ? 1 : queued.back()->record.position + 1;
    record.process = {};
    record.started = record.ended = 0;
    record.stopAsked = record.killAsked = false;
    record.exitCode = -1;
    record.cause.clear();
    record.hint.clear();
    if (!save(*job)) {
        record = before;
        return;
    }
    job->stopSince = 0;
    job->impatient = false;
    job->pauseAt.reset();
    // What the earlier process said of its end is not this one's.
    for (const auto& file : {m_store.outFile(record.id), m_store.errFile(record.id)}) {
        std::error_code absent;
        std::filesystem::remove(file, absent);
    }
    QTimer::singleShot(0, this, &Supervisor::dispatch);
    changed();
}

void Supervisor::dispatch()
{
    if (!m_queueLock)
        return;
    for (auto* job : queue()) {
        const auto device = deviceOf(job->record.spec.device);
        if (jobsOn(device) >= mostOn(device))
            continue;
        try {
            // Another window may have taken it out of the queue.
            job->record = m_store.read(job->record.id);
        } catch (const Error&) {
            // As it is in memory, then.
        }
        if (job->record.state != JobState::Queued)
            continue;
        if (!launchJob(*job))
            return;     // nor would there be room for the next one
    }
}

}  // namespace bam::work
