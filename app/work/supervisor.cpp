// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/supervisor.h"

#include "app/work/desktop_notification.h"
#include "app/work/job_outcome.h"
#include "core/base/error.h"
#include "core/runs/run_summary.h"
#include "widgets/common/core_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <map>
#include <utility>

namespace bam::work {
namespace {

using jobs::JobState;

constexpr int kReadMs = 100;
constexpr int kPulseMs = 250;
constexpr int kOthersMs = 2000;
constexpr int kChangedMs = 50;
constexpr std::size_t kEndedKept = 100;

qint64 now() { return QDateTime::currentSecsSinceEpoch(); }
void single(QTimer& timer, int milliseconds)
{
    timer.setSingleShot(true);
    timer.setInterval(milliseconds);
}

}  // namespace

Supervisor::Supervisor(const QString& program, const QString& stateFolder, QObject* parent)
    : QObject(parent)
    , m_program(program)
    , m_store(QFile::encodeName(stateFolder).toStdString())
    , m_desktop(new DesktopNotification(this))
{
    single(m_soon, kReadMs);
    single(m_changed, kChangedMs);
    single(m_others, kOthersMs);
    m_retry.setSingleShot(true);
    m_renew.setInterval(jobs::QueueLock::kRenewSeconds * 1000);
    m_pulse.setInterval(kPulseMs);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        for (std::size_t n = 0; n < m_jobs.size(); ++n)     // who hears of a run may start another job
            if (m_jobs[n]->events)
                readEvents(*m_jobs[n]);
        changed();
    });
    connect(&m_pulse, &QTimer::timeout, this, &Supervisor::pulse);
    connect(&m_others, &QTimer::timeout, this, &Supervisor::lookForOthers);
    connect(&m_changed, &QTimer::timeout, this, &Supervisor::jobsChanged);
    connect(&m_retry, &QTimer::timeout, this, &Supervisor::dispatch);
    connect(&m_renew, &QTimer::timeout, this, &Supervisor::renewQueue);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this] {
        if (!m_soon.isActive())
            m_soon.start();
    });
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] {
        if (!m_others.isActive())
            m_others.start(kPulseMs);
    });
    // After the caller has connected to what is told.
    QTimer::singleShot(0, this, &Supervisor::adopt);
    std::vector<jobs::JobProblem> later;
    std::error_code failure;
    std::filesystem::create_directories(m_store.folder(), failure);
    for (auto& record : m_store.load(later))
        m_jobs.push_back(std::make_unique<Job>(Job{std::move(record), nullptr, 0, false, {}}));
    QTimer::singleShot(0, this, [this, later] {
        for (const auto& problem : later)
            Q_EMIT message({ui::Severity::Warning, tr("The record of a job cannot be read: %1").arg(QString::fromStdString(problem.text)),
                tr("It was set aside as %1. A process that it started may still run; its run is in the list of runs.").arg(QString::fromStdString(problem.file.string())),
                QString::fromStdString(problem.file.string()), {}, {}, 0});
    });
}

Supervisor::~Supervisor() = default;

void Supervisor::setSettings(const Settings& settings)
{
    m_settings = settings;
    dispatch();
}

/// Takes over what was found on disk: the living are followed, of the others the end is told.
void Supervisor::adopt()
{
    lookForOthers();
    for (std::size_t n = 0; n < m_jobs.size(); ++n) {
        auto* job = m_jobs[n].get();
        auto& record = job->record;
        if (record.state == JobState::Starting && record.process.pid == 0) {
            record.state = JobState::Failed;
            record.ended = now();
            record.cause = tr("The window ended while it was starting this job.").toStdString();
            record.hint = tr("Start it again; if it was started nevertheless, it is in the list of runs.").toStdString();
            save(*job);
        } else if (record.state == JobState::Running) {
            attach(*job);
        }
    }
    forgetOld();
    pulse();
    dispatch();
    changed();
}

/// The list of what was is for people, who read no more than so much.
void Supervisor::forgetOld()
{
    std::vector<Job*> ended;
    for (const auto& job : m_jobs)
        if (hasEnded(job->record.state))
            ended.push_back(job.get());
    std::sort(ended.begin(), ended.end(), [](const auto* a, const auto* b) { return a->record.ended > b->record.ended; });
    for (std::size_t n = kEndedKept; n < ended.size(); ++n) {
        m_store.remove(ended[n]->record.id);
        std::erase_if(m_jobs, [&](const auto& job) { return job.get() == ended[n]; });
    }
}

void Supervisor::attach(Job& job)
{
    job.events = std::make_unique<jobs::JobEvents>(m_store.outFile(job.record.id));
    job.stopSince = job.record.stopAsked ? now() : 0;
    m_watcher.addPath(outFile(QString::fromStdString(job.record.id)));      // where that is not possible, the pulse reads too
    readEvents(job);
    m_pulse.start();
}

/// One window starts the queue; all see what the others made.
void Supervisor::lookForOthers()
{
    if (!m_queueLock)
        takeQueue();
    const auto folder = QString::fromStdString(m_store.folder().string());
    if (m_watcher.directories().isEmpty())
        m_watcher.addPath(folder);
    for (const auto& id : m_store.ids()) {
        auto* known = find(QString::fromStdString(id));
        if (known && (m_queueLock || known->record.state != JobState::Queued))
            continue;
        try {
            auto record = m_store.read(id);
            if (!known) {
                m_jobs.push_back(std::make_unique<Job>(Job{std::move(record), nullptr, 0, false, {}}));
                known = m_jobs.back().get();
            } else {
                known->record = std::move(record);
            }
            if (known->record.state == JobState::Running && !known->events)
                attach(*known);
        } catch (const Error&) {
            // Being written or removed by the other window; the next look will tell.
        }
    }
    if (!m_queueLock)
        m_others.start(kOthersMs);
    dispatch();
    changed();
}

Supervisor::Job* Supervisor::find(const QString& id) const
{
    const auto found = std::find_if(m_jobs.begin(), m_jobs.end(), [&](const auto& job) { return job->record.id == id.toStdString(); });
    return found == m_jobs.end() ? nullptr : found->get();
}

Supervisor::Job* Supervisor::active(const QString& id) const
{
    auto* job = find(id);
    return job && job->record.state == JobState::Running ? job : nullptr;
}

std::vector<Supervisor::Job*> Supervisor::queue() const
{
    std::vector<Job*> queued;
    for (const auto& job : m_jobs)
        if (job->record.state == JobState::Queued)
            queued.push_back(job.get());
    std::sort(queued.begin(), queued.end(), [](const auto* a, const auto* b) { return std::tie(a->record.position, a->record.id) < std::tie(b->record.position, b->record.id); });
    return queued;
}

/// A state that cannot be written is told; the job goes on.
bool Supervisor::save(const Job& job)
{
    try {
        m_store.save(job.record);
        return true;
    } catch (const Error& error) {
        Q_EMIT message({ui::Severity::Warning, tr("The state of a job cannot be kept: %1").arg(ui::coreText(error.cause())),
            tr("%1 The job itself goes on; after closing this window it may have to be looked for among the runs.").arg(ui::coreText(error.hint())), QStringLiteral("job state"), {}, {}, 0});
        return false;
    }
}

void Supervisor::pulse()
{
    bool any = false;
    for (std::size_t n = 0; n < m_jobs.size(); ++n) {
        auto& job = *m_jobs[n];
        if (!job.events)
            continue;
        std::optional<ExitStatus> exit;
        const bool over = isOver(job, exit);        // before reading: then nothing can follow what is read
        readEvents(job);
        if (over)
            finish(job, exit);
        else
            checkPatience(job);
        any = any || !over;
    }
    readAnswers();
    if (!any && m_asked.empty())
        m_pulse.stop();
}

bool Supervisor::isOver(Job& job, std::optional<ExitStatus>& exit) const
{
    const auto& process = job.record.process;
    if (isLocal(process)) {
        if (isAlive(process) || isEnding(process.pid))
            return false;
        exit = exitStatusOf(process.pid);
        return true;
    }
    // On another machine: its last word, or the state of its run.
    job.events->poll();
    if (job.events->ending())
        return true;
    const auto state = job.record.run.empty() ? runs::RunState::Running : runs::summarize(job.record.run, now()).state;
    return state != runs::RunState::Running && state != runs::RunState::Queued;
}

void Supervisor::readEvents(Job& job)
{
    if (!job.events->poll())
        return;
    if (job.events->hasMore() && !m_soon.isActive())
        m_soon.start();
    changed();
    const auto& run = job.events->progress().run;
    if (run.empty() || run == job.record.run)
        return;
    job.record.run = run;
    save(job);
    Q_EMIT runStarted(QString::fromStdString(job.record.id), QString::fromStdString(run));
}

void Supervisor::finish(Job& job, const std::optional<ExitStatus>& exit)
{
    auto& record = job.record;
    job.events->finish();
    readEvents(job);
    const auto path = outFile(QString::fromStdString(record.id));
    m_watcher.removePath(path);
    const auto outcome = outcomeOf(record, job.events->ending(), exit, errFile(QString::fromStdString(record.id)));
    record.progress = job.events->progress();
    if (outcome.step > record.progress.step && record.progress.unit == "steps")
        record.progress.step = outcome.step, record.progress.done = double(outcome.step);
    job.events.reset();
    record.state = outcome.state;
    record.cause = outcome.cause.toStdString();
    record.hint = outcome.hint.toStdString();
    record.exitCode = exit ? (exit->signal != 0 ? 128 + exit->signal : exit->code) : -1;
    // The files' last change is nearer to the truth than now, when nobody watched.
    record.ended = std::clamp<qint64>(QFileInfo(path).lastModified().toSecsSinceEpoch(), record.started, now());
    save(job);
    // What it was asked and did not answer will not be answered any more.
    readAnswers();
    std::erase_if(m_asked, [&](const Asked& asked) { return asked.request.parent_path().parent_path() == std::filesystem::path(record.run); });
    tellEnd(job);
    QTimer::singleShot(0, this, &Supervisor::dispatch);
}

void Supervisor::changed()
{
    if (!m_changed.isActive())
        m_changed.start();
}

void Supervisor::clearEnded()
{
    std::erase_if(m_jobs, [&](const auto& job) {
        if (!hasEnded(job->record.state))
            return false;
        m_store.remove(job->record.id);
        return true;
    });
    changed();
}

QString Supervisor::outFile(const QString& id) const { return QString::fromStdString(m_store.outFile(id.toStdString()).string()); }
QString Supervisor::errFile(const QString& id) const { return QString::fromStdString(m_store.errFile(id.toStdString()).string()); }

}  // namespace bam::work
