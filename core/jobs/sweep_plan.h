// SPDX-License-Identifier: GPL-3.0-or-later
// What a sweep will cost, before anything is started: parameters, tokens, operations and memory of each run by closed formulas, time from the measured speed
// of finished runs that compare. What is not known is NaN and said so; nothing is guessed.
#pragma once

#include "core/jobs/sweep_state.h"

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace bam::jobs {

/// A finished run as a measure of speed.
struct MeasuredRun {
    bool cuda = false;
    double flopsPerToken = 0;
    double tokensPerSecond = 0;         ///< over the whole run, validation and checkpoints included
    int ranks = 1;
};

/// Finished runs below these folders, each folder once.
std::vector<MeasuredRun> measuredRuns(const std::vector<std::filesystem::path>& folders);

struct SweepPlanRow {
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    std::int64_t index = 0;
    std::string title;
    SweepRunState state = SweepRunState::Waiting;
    std::int64_t parameters = 0;
    double tokens = kNone;              ///< of the whole training
    double flops = kNone;               ///< of the whole training
    double seconds = kNone;             ///< of the training, alone on a device
    double bytes = 0;                   ///< largest need of memory on a device: of one process on a GPU, of all of them on the CPU
};

struct SweepPlan {
    std::vector<SweepPlanRow> rows;
    std::vector<std::string> devices;
    std::int64_t parallel = 1;
    double deviceBytes = SweepPlanRow::kNone;   ///< memory of the smallest of the devices
    double tokens = 0, flops = 0;               ///< of all runs; NaN when one is not known
    double seconds = 0;                         ///< of all runs that are not finished, on all devices; NaN when one is not known
    double checkpointBytes = 0;                 ///< of all runs on disk, with as many checkpoints as each keeps

    /// Whether so many runs at a time find room on one device.
    bool fits(const SweepPlanRow& row) const { return !(row.bytes * double(parallel) > deviceBytes); }
};

/// What `auto` means on this machine: its GPUs when the program can use them, else the CPU.
std::vector<std::string> usableDevices();

/// Where the runs of a sweep go when each has so many processes: GPUs in groups ("cuda:0,cuda:1"), those that make up no whole group left out; the CPU as it is.
/// @throws Error (Usage) when there are fewer GPUs than processes, or the devices are of both kinds
std::vector<std::string> deviceGroups(const std::vector<std::string>& devices, std::int64_t ranks);

/// @param known the state on disk, for runs that are done  @param devices at least one, in groups  @param retrainGone as in SweepRules
SweepPlan planSweep(const spec::SweepSpec& sweep, const SweepState& known, const std::vector<std::string>& devices, const std::vector<MeasuredRun>& measured, bool retrainGone = false);

}  // namespace bam::jobs
