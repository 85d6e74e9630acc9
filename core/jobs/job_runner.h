// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the jobs of a file in order. What is finished is remembered in `<out>/jobs.json`, so that a second call skips it and a stopped
// training goes on where it was; a job whose description changed is done again, in a new run directory.
#pragma once

#include "core/base/progress.h"
#include "core/eval/passkey.h"
#include "core/jobs/job_file.h"
#include "core/train/trainer.h"

#include <functional>
#include <map>
#include <stop_token>

namespace bam::jobs {

struct JobCallbacks {
    /// A job begins, or is skipped because its result is there already. @param index from 0
    std::function<void(const Job& job, std::size_t index, std::size_t count, bool skipped)> onJob;
    std::function<void(const std::filesystem::path& run)> onStart;     ///< the run directory of a training, before its first step
    std::function<void(const train::StepReport&)> onStep;
    std::function<void(const runs::EvalRow&)> onValidation;
    std::function<void(const eval::Evaluation&, std::size_t cell)> onCell;  ///< of an evaluation, finished
    std::function<void(const Job& job, double seconds)> onDone;
    ProgressFn progress;
    LogFn log;
};

struct RunOutcome {
    std::filesystem::path path;
    spec::ModelSpec model;
    std::int64_t trainingLength = 0;
    std::int64_t seed = 0;
    double trainSeconds = 0;
    double evaluateSeconds = 0;
    std::vector<eval::PasskeyCell> cells;
};

/// Results by run name, in the order of the training jobs.
using Outcomes = std::vector<std::pair<std::string, RunOutcome>>;

/// @throws what a job throws; the jobs before it stay done
Outcomes runJobs(const JobFile& file, const JobCallbacks& callbacks, std::stop_token stop = {});

}  // namespace bam::jobs
