// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/sweep_pace.h"

#include "core/spec/estimate.h"

#include <algorithm>
#include <cmath>

namespace bam::jobs {
namespace {

constexpr double kSettled = 2;      // seconds before a pace means anything

}  // namespace

SweepPace::SweepPace(const std::vector<Run>& runs, Clock::time_point began) : m_began(began)
{
    const bool counted = std::all_of(runs.begin(), runs.end(), [](const Run& run) { return run.spec.training.numIterations > 0; });
    for (const auto& run : runs)
        m_work[run.id].weight = counted ? spec::estimate(run.spec).flopsPerStep * double(run.spec.training.numIterations) : 1;
}

SweepProgress SweepPace::progress(const SweepState& state, std::vector<SweepProgress::Worker> workers, Clock::time_point now)
{
    SweepProgress told;
    told.counts = countsOf(state);
    for (const auto& worker : workers) {
        const auto found = m_work.find(worker.entry->id);
        if (found == m_work.end())
            continue;
        const auto& steps = worker.progress;
        if (worker.entry->stage == "evaluate")
            found->second.done = 1;
        else if (steps.totalSteps > 0 && steps.step >= 0)
            found->second.done = std::clamp(double(steps.step) / double(steps.totalSteps), 0.0, 1.0);
        else
            continue;
        if (std::isnan(found->second.first))
            found->second.first = found->second.done;
    }
    double all = 0, done = 0, here = 0, left = 0;
    for (const auto& entry : state.entries) {
        const auto found = m_work.find(entry.id);
        if (found == m_work.end())
            continue;
        auto& work = found->second;
        if (entry.state == SweepRunState::Finished)
            work.done = 1;
        all += work.weight;
        done += work.weight * (entry.isOver() ? 1 : work.done);
        left += entry.isOver() ? 0 : work.weight * (1 - work.done);
        here += std::isnan(work.first) ? 0 : work.weight * (work.done - work.first);
    }
    const double seconds = std::chrono::duration<double>(now - m_began).count();
    told.fraction = all > 0 ? done / all : 0;
    if (here > 0 && left > 0 && seconds > kSettled)
        told.etaSeconds = left / (here / seconds);
    told.workers = std::move(workers);
    return told;
}

}  // namespace bam::jobs
