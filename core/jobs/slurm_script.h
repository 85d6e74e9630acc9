// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts for sbatch from the templates in packaging/slurm, which are compiled in: @NAME@ stands for a value, and an #SBATCH line whose value is empty is left out.
// Invariant: every script passes `bash -n`; what comes from people is quoted, reduced to plain characters or refused.
#pragma once

#include "core/jobs/launch_lines.h"
#include "core/spec/sweep_file.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace bam::jobs {

/// Name ("run", "sweep_array") and text of each template.
const std::vector<std::pair<std::string, std::string>>& slurmTemplates();

/// A job array whose task N does run N of the sweep in `spec`, through `bamscope --batch sweep SPEC --only N`, which keeps the sweep's state.
/// With several nodes for each run, task N trains the spec <specs>/N.json with one process per GPU instead; the sweep's state then knows nothing of it.
/// @param together tasks at a time; 0: as many as the cluster gives
std::string sweepArrayScript(const spec::SweepSpec& sweep, const std::filesystem::path& spec, const std::filesystem::path& specs, int together, const SbatchOptions& options,
    const std::string& program = "bamscope");

}  // namespace bam::jobs
