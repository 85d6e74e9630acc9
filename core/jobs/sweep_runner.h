// SPDX-License-Identifier: GPL-3.0-or-later
// Works a sweep off: each run is a process of its own in a session of its own, so many at a time as the devices take. What happened is in sweep_state.h's
// files at every moment, so that a sweep that was stopped or killed goes on where it was: living workers are adopted, dead ones resumed in their run
// directory, failed ones tried again.
//
// Invariants: one call at a time works on a folder (tasks of a job array: on a run of it); nothing is started whose start is not on disk; an entry never
// gets a second run directory while its first has a run.json, nor unasked once it was trained; the runs go on when one of them fails.
#pragma once

#include "core/base/progress.h"
#include "core/jobs/job_events.h"
#include "core/jobs/sweep_state.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace bam::jobs {

struct SweepProgress {
    struct Worker {
        const SweepEntry* entry = nullptr;
        JobProgress progress;
    };
    SweepCounts counts;
    std::vector<Worker> workers;
    double fraction = 0;                ///< of the work of all runs, 0 … 1
    double etaSeconds = JobProgress::kNone;
};

struct SweepOptions {
    std::filesystem::path program;      ///< the worker: this program's own file
    std::vector<std::string> devices;   ///< at least one
    std::optional<std::size_t> only;    ///< index of the one run that is to be done
    bool retrainGone = false;           ///< a trained run whose directory is gone is trained anew instead of skipped
    int cores = 1;                      ///< shared among the runs at a time
    std::function<void(const SweepEntry&)> onChange;
    std::function<void(const SweepProgress&)> onProgress;   ///< about once a second
    LogFn note;
};

/// Until every run is finished or skipped, or a stop was asked for and all workers have ended.
/// @returns the state as it is on disk
/// @throws Error (Usage) no such index, a data set that is not there; (Environment) another call works on the folder; (Failed) its state cannot be read
SweepState runSweep(const spec::SweepSpec& sweep, const SweepOptions& options, std::stop_token stop);

}  // namespace bam::jobs
