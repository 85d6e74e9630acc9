// SPDX-License-Identifier: GPL-3.0-or-later
// The training loop: steps, validation, logging, checkpoints, stop and resume.
// Invariant: interrupt at any step and resume gives the same numbers as an uninterrupted run, bit for bit on a CPU.
// With several ranks each calls the same function with its own place in TrainOptions; numbers are those of one process with the same tokens per step.
#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/distributed/environment.h"
#include "core/runs/run_directory.h"
#include "core/spec/spec.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace bam::train {

struct StepReport {
    runs::TrainRow row;
    std::int64_t totalSteps = 0;
    double etaSeconds = 0;
};

/// Callbacks come on rank 0 alone.
struct TrainOptions {
    distributed::RankEnvironment ranks; ///< one process unless a launcher said otherwise
    std::string device = {};            ///< of a resume: where to compute instead of where the run began; empty: there
    std::optional<int> threads = {};    ///< of a resume, in the same way
    std::string dataset = {};           ///< of a resume: where the data lie now, if not where run.json says; remembered there
    std::string tokenizer = {};         ///< of a resume, in the same way
    std::function<void(const std::filesystem::path&)> onStart;  ///< the run directory, before the first step
    std::function<void(const StepReport&)> onStep;
    std::function<void(const runs::EvalRow&)> onValidation;
    LogFn log;                          ///< also goes to log.txt
};

struct TrainResult {
    std::filesystem::path run;
    std::int64_t steps = 0;             ///< reached
    float lastLoss = 0;
    std::optional<float> validationLoss;
    double seconds = 0;
    std::int64_t skipped = 0;           ///< steps of this sitting whose update was left out
    std::optional<Error> shortage;      ///< why there were fewer steps than were asked for: the data ended
    std::optional<Error> notExported;   ///< why there is no model.pt although it was asked for; the checkpoint holds the weights
};

/// Starts a new run. @throws Error: Usage (spec), Environment (device, permission), Failed (non-finite loss, disk full), Stopped.
TrainResult trainNew(const spec::RunSpec& spec, const TrainOptions& options, std::stop_token stop = {});

/// How a run ended that is finished; nothing for one that is not, or whose status cannot be understood. @throws FileError where it cannot be read
std::optional<TrainResult> finishedRun(const std::filesystem::path& run);

/// Continues a run directory from its newest good checkpoint, with the spec stored in run.json. A finished run returns at once, whatever
/// the ranks, the device or the rights of this start. Data and tokenizer that were moved
/// and are named in the options become those of run.json once the checkpoint is loaded, so that the next resume finds them; args.json keeps where they first lay.
/// @throws Error as trainNew(); Usage for data or a tokenizer that are not those of the first start, or are not there
TrainResult resumeRun(const std::filesystem::path& run, const TrainOptions& options, std::stop_token stop = {});

}  // namespace bam::train
