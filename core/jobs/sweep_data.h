// SPDX-License-Identifier: GPL-3.0-or-later
// The data of a sweep's runs: there, and for all runs of one path the same, or their numbers could not be compared.
#pragma once

#include "core/jobs/sweep_state.h"
#include "core/spec/spec_io.h"

#include <functional>
#include <string>
#include <vector>

namespace bam::jobs {

using SpecOf = std::function<const spec::RunSpec&(const SweepEntry&)>;

/// What keeps runs that have not begun from beginning, one problem for each path. @param mine the runs of this call @param all those that tell by their run.json what they were trained on
std::vector<spec::Problem> dataProblems(const std::vector<SweepEntry*>& mine, const std::vector<SweepEntry>& all, const SpecOf& specOf);

/// A sentence for a training that is finished with fewer steps than its spec asks for, because the data ended; else empty.
std::string shortageOf(const SweepEntry& entry);

}  // namespace bam::jobs
