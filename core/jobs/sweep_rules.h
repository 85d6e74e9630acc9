// SPDX-License-Identifier: GPL-3.0-or-later
// What follows from what happens to a run of a sweep: which state it takes, whether it is tried again, which one is started next. No processes here.
#pragma once

#include "core/jobs/sweep_state.h"
#include "core/jobs/sweep_worker.h"

#include <functional>
#include <vector>

namespace bam::jobs {

struct SweepRules {
    std::int64_t retries = 1;       ///< how often a run that failed is tried again
    bool evaluate = false;          ///< a trained run is tested
    bool retrainGone = false;       ///< a trained run whose directory is gone is trained anew
};

/// Skips an entry that was trained and whose run is not where it was, saying where that is: nobody wants it trained anew unasked. @returns whether it is so
bool skipIfGone(SweepEntry& entry);

/// At the beginning of a call, for an entry without a living worker: what was given up or stopped waits again, what is done stays done, and a test that was asked for since is still to do.
void beginCall(SweepEntry& entry, const spec::RunSpec& spec, const SweepRules& rules);

/// After its worker ended.
void settle(SweepEntry& entry, const spec::RunSpec& spec, const WorkerEnd& end, const SweepRules& rules);

/// A trained run is tested before another one begins; what waits comes before what failed. Null: nothing is left to start.
/// @param possible leaves out those for which there is no room now
SweepEntry* nextToStart(const std::vector<SweepEntry*>& entries, const std::function<bool(const SweepEntry&)>& possible = {});

}  // namespace bam::jobs
