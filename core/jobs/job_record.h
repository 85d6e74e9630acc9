// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs on disk, so that they outlive the window: one folder per job in a state folder.
//
//   <state>/<id>/job.json   what it is to do, its process, its state; replaced atomically
//                spec.json  the spec it was started with, when there is one
//                out.jsonl  the worker's events, one JSON object per line (bamscope --batch … --json)
//                err.txt    the worker's standard error
//
// Invariants: a record that was saved is on disk; one that cannot be read is set aside, never guessed at and never deleted.
#pragma once

#include "core/jobs/job_events.h"
#include "core/jobs/worker_spec.h"
#include "core/runs/process_identity.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace bam::jobs {

enum class JobState {
    Queued,
    Starting,       ///< between the decision to start it and the process's number being known
    Running,
    Finished,
    Stopped,        ///< on request
    Paused,         ///< at a step that was asked for
    Failed,
    Cancelled,      ///< taken out of the queue before it began
};

std::string stateName(JobState state);
bool hasEnded(JobState state);

struct JobRecord {
    std::string id;
    WorkerSpec spec;
    JobState state = JobState::Queued;
    runs::ProcessIdentity process;
    std::int64_t created = 0, started = 0, ended = 0;   ///< seconds since 1970; 0: not yet
    std::int64_t position = 0;          ///< in the queue, ascending
    bool stopAsked = false;             ///< SIGTERM was sent
    bool killAsked = false;
    int exitCode = -1;                  ///< −1: not known
    std::string run;                    ///< the run directory, once the worker has told it
    std::string cause, hint;            ///< of its end
    JobProgress progress;               ///< the last one, once it has ended: its events need not be read again
};

/// What is wrong with a record on disk, for a message.
struct JobProblem {
    std::filesystem::path file;         ///< as it is called now
    std::string text;
};

class JobStore {
public:
    explicit JobStore(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    const std::filesystem::path& folder() const { return m_folder; }
    std::filesystem::path folderOf(const std::string& id) const { return m_folder / id; }
    std::filesystem::path specFile(const std::string& id) const { return folderOf(id) / "spec.json"; }
    std::filesystem::path outFile(const std::string& id) const { return folderOf(id) / "out.jsonl"; }
    std::filesystem::path errFile(const std::string& id) const { return folderOf(id) / "err.txt"; }

    /// A new job in the state Queued, on disk. @throws Error (Failed: disk full; Environment: no permission); nothing is left behind then
    JobRecord create(const WorkerSpec& spec, std::int64_t position) const;
    /// @throws Error, the old record is untouched then
    void save(const JobRecord& record) const;
    /// Removes the job's folder, not what it made.
    void remove(const std::string& id) const;

    /// Names of the folders that hold a record.
    std::vector<std::string> ids() const;
    /// @throws Error when it is not there or cannot be read
    JobRecord read(const std::string& id) const;
    /// All jobs, in the order they were made. A record that cannot be read is renamed to job.json.broken and reported.
    std::vector<JobRecord> load(std::vector<JobProblem>& problems) const;

private:
    std::filesystem::path m_folder;
};

}  // namespace bam::jobs
