// SPDX-License-Identifier: GPL-3.0-or-later
// Starts workers (`bamscope --batch …`), keeps them apart from the window, queues them over devices, and tells how they do.
//
// Workers are processes in sessions of their own; what they print goes to files in the state folder (core/jobs/job_record.h). Closing the window leaves them
// alone; the next Supervisor on the same folder finds the living again and does the bookkeeping of those that ended meanwhile.
// Invariants: what jobs() shows is on disk, as far as the disk takes it; of several windows on one state folder exactly one starts what is queued; a process
// is signalled only after its identity was checked; SIGTERM is sent once per job.
#pragma once

#include "app/work/launch.h"
#include "core/jobs/job_events.h"
#include "core/jobs/job_record.h"
#include "core/jobs/queue_lock.h"
#include "core/runs/control.h"
#include "widgets/common/banner.h"
#include "widgets/models/job_row.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>
#include <QVector>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace bam::work {

class DesktopNotification;
using models::JobRow;

class Supervisor : public QObject {
    Q_OBJECT
public:
    struct Settings {
        int cpuJobs = 1;                    ///< jobs of the queue at a time on the CPU; a CUDA device always has one
        QString autoDevice = QStringLiteral("cpu");     ///< which device "auto" means on this machine
        int patienceSeconds = 60;           ///< after so long a stop that was not obeyed is told
        int retryMs = 5000;                 ///< a job whose start could not be written down is tried again after so long
        bool desktopNotifications = true;
    };

    /// @param program the executable that takes --batch  @param stateFolder is made when it is not there
    Supervisor(const QString& program, const QString& stateFolder, QObject* parent = nullptr);
    ~Supervisor() override;     ///< leaves all workers running

    void setSettings(const Settings& settings);
    const Settings& settings() const { return m_settings; }

    /// Starts now, whatever runs; stays in the queue while the state folder has no room to write that down. @returns the job's id; empty when it could not be
    /// made, which message() tells
    QString start(const jobs::WorkerSpec& spec);
    /// Starts when its device is free and all before it in the queue for that device have started.
    QString enqueue(const jobs::WorkerSpec& spec);

    /// Asks to finish the step, write a checkpoint and end.
    void stopJob(const QString& id);
    void pauseJob(const QString& id, qint64 step);
    void checkpointJob(const QString& id);
    /// Ends the process at once. The caller has asked the person.
    void killJob(const QString& id);
    /// Goes on with a file of jobs that ended early, as the same job: its program does what is not done yet, a stopped training from its checkpoint.
    void resumeJob(const QString& id);
    /// Starts a waiting job whatever runs on its device.
    void startQueued(const QString& id);
    void cancelQueued(const QString& id);
    /// @param by places down the queue; negative: up
    void moveQueued(const QString& id, int by);
    /// Forgets the jobs that ended; what they made stays.
    void clearEnded();

    /// The same for runs, whoever started them. @param atStep none: now
    void stopRun(const QString& run, std::optional<qint64> atStep = {});
    void pauseRun(const QString& run, qint64 step);
    void checkpointRun(const QString& run);
    /// Asks for a frame of the film of its training.
    void captureRun(const QString& run);

    /// Running ones first, then the queue in its order, then those that ended, the newest first.
    QVector<JobRow> jobs() const;
    std::optional<JobRow> job(const QString& id) const;
    /// The active job that writes this run; empty when there is none.
    QString jobOfRun(const QString& run) const;
    /// The file of jobs that ended early while it worked on this run; empty when there is none.
    QString resumableJobOfRun(const QString& run) const;
    /// Whether no more job may run on this device now, by the settings.
    bool isBusy(const QString& device) const;
    QString outFile(const QString& id) const;
    QString errFile(const QString& id) const;
    /// Whether this window is the one that starts queued jobs.
    bool runsQueue() const { return m_queueLock != nullptr; }

Q_SIGNALS:
    void jobsChanged();                                         ///< at most 20 times a second
    void runStarted(const QString& id, const QString& run);     ///< a training has told its run directory
    void jobEnded(const bam::models::JobRow& job);
    void message(const bam::ui::Message& message);
    void logRequested(const QString& id);                       ///< by the button of a message

private:
    struct Job {
        jobs::JobRecord record;
        std::unique_ptr<jobs::JobEvents> events;    // of active jobs
        qint64 stopSince = 0;                       // seconds since 1970; 0: was not asked
        bool impatient = false;                     // that it does not obey was told
        std::optional<qint64> pauseAt;
    };
    struct Asked {
        std::filesystem::path request;
        QString what;               // title of the job or path of the run
        runs::ControlKind kind;
        qint64 since;
        bool told;
    };

    // Bookkeeping (supervisor.cpp)
    void adopt();
    void forgetOld();
    void attach(Job& job);
    void lookForOthers();
    Job* find(const QString& id) const;
    Job* active(const QString& id) const;
    std::vector<Job*> queue() const;
    bool save(const Job& job);
    void pulse();
    void readEvents(Job& job);
    bool isOver(Job& job, std::optional<ExitStatus>& exit) const;
    void finish(Job& job, const std::optional<ExitStatus>& exit);
    void tellEnd(const Job& job);
    void changed();
    JobRow rowOf(const Job& job) const;
    QString titleOf(const Job& job) const;
    ui::Message about(const Job& job, ui::Severity severity, const QString& text, const QString& hint) const;

    // The queue (supervisor_queue.cpp)
    void takeQueue();
    void renewQueue();
    bool launchJob(Job& job);
    bool writeDown(Job& job);
    void waitForRoom(Job& job, const QString& cause, const QString& hint);
    void fail(Job& job, const QString& cause, const QString& hint);
    void dispatch();
    QString deviceOf(const std::string& device) const;
    int jobsOn(const QString& device) const;
    int mostOn(const QString& device) const { return device == QLatin1String("cpu") ? std::max(1, m_settings.cpuJobs) : 1; }

    // Requests (supervisor_requests.cpp)
    bool ask(const QString& run, const runs::ControlRequest& request, const QString& what);
    void signalStop(Job& job);
    void checkPatience(Job& job);
    void readAnswers();
    void tellAnswer(const Asked& asked, const runs::ControlAnswer& answer);

    const QString m_program;
    jobs::JobStore m_store;
    Settings m_settings;
    std::vector<std::unique_ptr<Job>> m_jobs;
    std::unique_ptr<jobs::QueueLock> m_queueLock;
    std::vector<Asked> m_asked;
    DesktopNotification* m_desktop;
    QFileSystemWatcher m_watcher;
    QTimer m_soon;          // events were written: read them, at most ten times a second
    QTimer m_pulse;         // are the processes alive? only while there are any
    QTimer m_others;        // other windows on the same folder
    QTimer m_changed;
    QTimer m_retry;         // queued jobs whose start could not be written down
    QTimer m_renew;         // the hold on the queue, where it is by a file
    bool m_waitsForRoom = false, m_toldOfLocks = false;     // these were told
};

}  // namespace bam::work
