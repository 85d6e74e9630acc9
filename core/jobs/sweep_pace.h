// SPDX-License-Identifier: GPL-3.0-or-later
// How far a sweep is and when it will be done, by the work that was done since this call began. Work is counted in operations where every run says its
// number of steps, else every run counts the same.
#pragma once

#include "core/jobs/sweep_runner.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace bam::jobs {

class SweepPace {
public:
    using Clock = std::chrono::steady_clock;

    struct Run {
        std::string id;
        spec::RunSpec spec;
    };

    explicit SweepPace(const std::vector<Run>& runs, Clock::time_point began = Clock::now());
    SweepProgress progress(const SweepState& state, std::vector<SweepProgress::Worker> workers, Clock::time_point now = Clock::now());

private:
    struct Work {
        double weight = 1;
        double first = JobProgress::kNone;      // share done when it was first seen in this call
        double done = 0;                        // share, 0 … 1
    };

    std::map<std::string, Work> m_work;
    Clock::time_point m_began;
};

}  // namespace bam::jobs
