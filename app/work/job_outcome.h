// SPDX-License-Identifier: GPL-3.0-or-later
// How a job ended, from everything that may tell: its last event, the way its process ended, the status of its run, its standard error.
#pragma once

#include "app/work/launch.h"
#include "core/jobs/job_record.h"

#include <optional>

namespace bam::work {

struct JobOutcome {
    jobs::JobState state = jobs::JobState::Failed;
    QString cause, hint;    ///< empty after a good end
    qint64 step = -1;       ///< where its run says it ended; −1: it does not
};

/// @param ending what the worker said itself  @param exit how the process ended, where that is known  @param errFile its standard error
JobOutcome outcomeOf(const jobs::JobRecord& job, const std::optional<jobs::JobEnding>& ending, const std::optional<ExitStatus>& exit, const QString& errFile);

}  // namespace bam::work
