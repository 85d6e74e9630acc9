// SPDX-License-Identifier: GPL-3.0-or-later
// Progress as one plain callback, cancellation as std::stop_token. Whoever shows it decides how often.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace bam {

struct Progress {
    std::string task;         ///< what is being done, e.g. "tokenizing"
    double done = 0;          ///< in `unit`
    double total = 0;         ///< 0 when unknown
    std::string unit;         ///< "tokens", "MiB", "prompts"
    double seconds = 0;       ///< since the task began; with done and total this gives the ETA
    std::string detail;       ///< optional, e.g. "3 files"
};

using ProgressFn = std::function<void(const Progress&)>;
/// One line of text for people (the run log and the terminal).
using LogFn = std::function<void(const std::string&)>;

}  // namespace bam
