// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/sweep_rules.h"

#include "core/base/text.h"
#include "core/runs/run_summary.h"

#include <ctime>

namespace bam::jobs {
namespace {

/// The training is finished and its run is there.
bool isTrained(const SweepEntry& entry)
{
    return hasBegun(entry) && runs::summarize(entry.run, std::int64_t(std::time(nullptr))).state == runs::RunState::Finished;
}

}  // namespace

bool skipIfGone(SweepEntry& entry)
{
    if (entry.state == SweepRunState::Running || !(entry.trained || entry.state == SweepRunState::Finished) || hasBegun(entry))
        return false;
    entry.trained = true;
    entry.state = SweepRunState::Skipped;
    entry.cause = entry.run.empty() ? std::string("it was trained, but its run directory is not known") : str("it was trained, but there is no run in ", entry.run);
    entry.hint = "Put the run directory back, or let --retrain-gone train it anew.";
    return true;
}

void beginCall(SweepEntry& entry, const spec::RunSpec& spec, const SweepRules& rules)
{
    if (entry.state == SweepRunState::Running)
        return;
    if (!rules.retrainGone && skipIfGone(entry))
        return;
    if (entry.state == SweepRunState::Skipped || entry.state == SweepRunState::Stopped) {
        entry.state = SweepRunState::Waiting;
        entry.failures = 0;
    }
    const bool trained = isTrained(entry);
    entry.trained = trained;
    const bool lacksTest = rules.evaluate && entry.evaluated != evaluationHash(spec.evaluation);
    if (entry.state == SweepRunState::Failed) {
        if (!trained)
            entry.stage = "train";
        return;
    }
    entry.stage = trained && rules.evaluate ? "evaluate" : "train";
    entry.state = trained && !lacksTest ? SweepRunState::Finished : SweepRunState::Waiting;
}

void settle(SweepEntry& entry, const spec::RunSpec& spec, const WorkerEnd& end, const SweepRules& rules)
{
    if (entry.run.empty() && entry.stage == "train")
        entry.run = runMadeBy(entry, spec);
    entry.process = {};
    entry.state = end.state;
    entry.cause = end.cause;
    entry.hint = end.hint;
    if (end.state == SweepRunState::Finished) {
        entry.failures = 0;
        entry.trained = true;
        if (entry.stage == "evaluate") {
            entry.evaluated = evaluationHash(spec.evaluation);
        } else if (rules.evaluate) {
            entry.stage = "evaluate";
            entry.state = SweepRunState::Waiting;
        }
    } else if (end.state == SweepRunState::Failed && ++entry.failures > int(rules.retries)) {
        entry.state = SweepRunState::Skipped;
    }
    if (entry.state == SweepRunState::Skipped && entry.stage == "evaluate")
        entry.cause = "it is trained, but its test failed: " + entry.cause;
}

SweepEntry* nextToStart(const std::vector<SweepEntry*>& entries, const std::function<bool(const SweepEntry&)>& possible)
{
    const auto rank = [](const SweepEntry& entry) { return entry.state == SweepRunState::Failed ? 2 : entry.stage == "evaluate" ? 0 : 1; };
    SweepEntry* best = nullptr;
    for (auto* entry : entries)
        if ((entry->state == SweepRunState::Waiting || entry->state == SweepRunState::Failed) && (!best || rank(*entry) < rank(*best)) && (!possible || possible(*entry)))
            best = entry;
    return best;
}

}  // namespace bam::jobs
