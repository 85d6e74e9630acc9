// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the ranks of a training on this machine, as torchrun does, and watches over them: one that ends badly ends all, and what it said last is told.
//
// The launcher holds the store where the ranks meet, so no port is guessed. The ranks are process groups of their own: Ctrl-C in a terminal reaches the
// launcher alone, which asks each of them once. When the launcher is killed, the system asks the ranks to stop (watchOverMe).
#pragma once

#include "core/base/progress.h"

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace bam::distributed {

struct LaunchRequest {
    std::vector<std::string> command;       ///< program and arguments, the same for each rank
    int ranks = 1;
    std::string visibleDevices;             ///< CUDA_VISIBLE_DEVICES of the ranks; empty: as it is
    std::chrono::seconds grace{30};         ///< between asking the others to end and ending them, when one rank has died
};

struct LaunchOutcome {
    int code = 0;                           ///< exit status for the launcher: that of the rank to blame
    int rank = -1;                          ///< to blame; −1: all ended well, or were asked to stop
    std::string cause, hint;                ///< what it said, or which signal ended it
    std::vector<std::string> lastLines;     ///< of its output or log
    std::filesystem::path run;              ///< run directory, where rank 0 told it
};

/// Rank 0 has this process's standard output and error; of the others the last lines are kept. Returns when all have ended.
/// @throws Error (Environment) when a rank cannot be started; none is left running then
LaunchOutcome launch(const LaunchRequest& request, std::stop_token stop, const LogFn& note = {});

/// In a rank: when the launcher that started it is gone, the system sends SIGHUP. Nothing without such a launcher. Call before the first thread.
void watchOverMe();

/// Was this process started by our launcher, which speaks for all?
bool hasLauncher();

/// In a rank that ends badly: leaves the reason where the launcher (ours or torchrun) looks for it, TORCHELASTIC_ERROR_FILE. Nothing where that is not set.
void leaveReason(int code, const std::string& cause, const std::string& hint, bool contactLost);

}  // namespace bam::distributed
