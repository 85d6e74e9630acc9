// SPDX-License-Identifier: GPL-3.0-or-later
// One worker process of a sweep: its command line, and how it ended, from everything that may tell: its last event, the way its process ended, the status
// of its run, its standard error.
#pragma once

#include "core/jobs/job_events.h"
#include "core/jobs/spawn.h"
#include "core/jobs/sweep_state.h"

#include <optional>
#include <string>
#include <vector>

namespace bam::jobs {

/// Arguments after the program, for the entry's stage: a training that begins, one that goes on in its run directory, or the test of a trained run.
std::vector<std::string> workerArguments(const SweepEntry& entry, const SweepStore& store, std::int64_t ranks, std::int64_t threads);

/// The field `device` of the spec for a device, or for a group of them: ranks take theirs from --devices.
std::string deviceOfRanks(const std::string& device);

/// Whether a training of this entry has begun, so that it can only be resumed.
bool hasBegun(const SweepEntry& entry);

/// The run directory that the entry's last worker made but did not live to tell; empty when there is none.
std::string runMadeBy(const SweepEntry& entry, const spec::RunSpec& spec);

struct WorkerEnd {
    SweepRunState state = SweepRunState::Failed;    ///< Finished is that of the stage
    std::string cause, hint;
    bool told = true;                               ///< false: neither the worker nor the system said how it ended
};

/// @param ending what the worker said itself  @param exit how the process ended, where that is known  @param stopAsked whether it was asked to stop
WorkerEnd endOf(const SweepEntry& entry, const std::optional<JobEnding>& ending, const std::optional<ExitStatus>& exit, const std::filesystem::path& errFile, bool stopAsked);

}  // namespace bam::jobs
