// SPDX-License-Identifier: GPL-3.0-or-later
// Pass-key results as people and scripts read them: a table for the terminal, CSV, JSON.
#pragma once

#include "core/jobs/job_runner.h"

#include <nlohmann/json.hpp>

#include <string>

namespace bam::cli {

/// One row per run with the accuracy at each length, its 95 % Wilson interval below it. Empty when nothing was evaluated.
std::string passkeyTable(const jobs::Outcomes& outcomes);
/// run,encoding,seed,sampling,length,prompt_tokens,correct,samples,accuracy,wilson_low,wilson_high
std::string passkeyCsv(const jobs::Outcomes& outcomes);
nlohmann::ordered_json outcomesJson(const jobs::Outcomes& outcomes);

}  // namespace bam::cli
