// SPDX-License-Identifier: GPL-3.0-or-later
// `bamscope --batch run SPEC.json`: the jobs of a file, their table of results and their figures.
#pragma once

#include "core/jobs/job_file.h"

#include <filesystem>
#include <chrono>
#include <stop_token>

namespace bam::cli {

struct RunRequest {
    std::filesystem::path spec;
    jobs::JobFileOptions options;
    bool quiet = false;     ///< only errors, the table and where the results are
    bool json = false;      ///< one JSON object per line on standard output, nothing else
    std::chrono::milliseconds jsonInterval{0};  ///< between two training steps that are told so
};

/// Runs all jobs, prints the table, writes passkey.csv and results.json beside the figures. @throws Error as the jobs do
void runJobFile(const RunRequest& request, std::stop_token stop);

}  // namespace bam::cli
