// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep on disk, so that it can be killed at any moment and called again.
//
//   <out>/sweep.json               every run of it with its state; replaced atomically by the one process that works on the sweep
//         runs/<id>/spec.json      what the run is started with
//                   sweep.json     state of this run alone, by a call for it alone (a task of a job array); counts over the one above
//                   train-1.jsonl, train-1.err, evaluate-2.jsonl, …   events and standard error of each worker process, never written again
//         logs/<size>/<encoding>/version_NN     run directories, unless the spec has a log_dir of its own
//
// Invariants: a state that was saved is on disk; a run is known by the hash of its training, whatever else changes in the file; a run that is not in the
// file any more is kept; a state that cannot be read is an error, never guessed at. Run directories inside the folder are written relative to it, so that
// it can be moved and copied with them.
#pragma once

#include "core/runs/process_identity.h"
#include "core/spec/sweep_file.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bam::jobs {

enum class SweepRunState {
    Waiting,
    Running,
    Finished,
    Failed,         ///< the last try failed; it will be tried again
    Skipped,        ///< failed for good, `cause` says why; a later call tries it anew
    Stopped,        ///< on request; a later call goes on with it
};

/// "waiting", "running", …
std::string stateName(SweepRunState state);

struct SweepEntry {
    std::string id;                     ///< name of its folder
    std::string hash;                   ///< of its training: equal hash, equal training
    std::string title;
    std::int64_t index = -1;            ///< in the file, from 0; −1: it is not in the file any more
    SweepRunState state = SweepRunState::Waiting;
    std::string stage = "train";        ///< or "evaluate": what it does, or did last
    int starts = 0;                     ///< worker processes so far
    int failures = 0;                   ///< of them in a row
    std::string run;                    ///< run directory, absolute; empty until the worker has told it
    bool trained = false;               ///< its training was finished once
    std::string evaluated;              ///< hash of the evaluation that was done last
    runs::ProcessIdentity process;      ///< of its worker while running
    std::string device;                 ///< of its last worker
    std::int64_t started = 0;           ///< seconds since 1970, of its last worker
    double seconds = 0;                 ///< of all workers that ended
    std::string cause, hint;            ///< of the last failure

    bool isOver() const { return state == SweepRunState::Finished || state == SweepRunState::Skipped; }
};

struct SweepState {
    std::string name;
    runs::ProcessIdentity process;      ///< of the sweep itself, while it works
    std::vector<SweepEntry> entries;    ///< in the order of the file; those that are not in it any more come last
};

struct SweepCounts {
    std::size_t runs = 0, waiting = 0, running = 0, finished = 0, failed = 0, skipped = 0, stopped = 0;
};

/// Of the runs that the file asks for now.
SweepCounts countsOf(const SweepState& state);

/// Hash of what decides the numbers of a training (spec::keepsNumbers tells what does not). Fields at their default do not count, so that a field that a
/// later version brings changes no hash.
std::string trainingHash(const spec::RunSpec& run);
/// Also of what is kept and told of a training, as states of earlier versions have it: only where logs lie, device, threads and evaluation do not count.
std::string fullHash(const spec::RunSpec& run);
/// By which the runs of a sweep are known: the hash of the training, or the full one for runs that differ in nothing else.
std::vector<std::string> runHashes(const spec::SweepSpec& sweep);
std::string evaluationHash(const spec::EvalSpec& evaluation);

/// The run as a worker in any folder understands it: with absolute paths. A data set that is only in data/ is taken from there, as the official code does.
spec::RunSpec withAbsolutePaths(spec::RunSpec run);

class SweepStore {
public:
    explicit SweepStore(std::filesystem::path folder) : m_folder(std::filesystem::absolute(folder).lexically_normal()) {}

    const std::filesystem::path& folder() const { return m_folder; }
    std::filesystem::path folderOf(const std::string& id) const { return m_folder / "runs" / id; }
    std::filesystem::path specFile(const std::string& id) const { return folderOf(id) / "spec.json"; }
    /// Of its last worker.
    std::filesystem::path outFile(const SweepEntry& entry) const { return workerFile(entry, ".jsonl"); }
    std::filesystem::path errFile(const SweepEntry& entry) const { return workerFile(entry, ".err"); }

    static bool isSweepFolder(const std::filesystem::path& folder);

    /// sweep.json with the states of single runs over it; empty when there is none. @throws Error (Failed) when one cannot be read
    SweepState load() const;
    /// @throws Error (Failed; Environment)
    void save(const SweepState& state) const;
    /// The state of one run alone.
    void saveAlone(const SweepState& state, const SweepEntry& entry) const;
    /// Removes the states of single runs, which save() has taken over.
    void forgetAlone(const SweepState& state) const;

private:
    std::filesystem::path workerFile(const SweepEntry& entry, const char* suffix) const;
    std::filesystem::path m_folder;
};

/// What the run was last started with; none where it never was. @throws Error when it cannot be read
std::optional<spec::RunSpec> storedSpec(const SweepEntry& entry, const SweepStore& store);

/// The state for what the file asks for now: runs that are known keep theirs, new ones wait, others stay at the end.
/// @param notes one sentence each for what changed
SweepState merged(const SweepState& known, const spec::SweepSpec& sweep, std::vector<std::string>& notes);

}  // namespace bam::jobs
