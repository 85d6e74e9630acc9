// SPDX-License-Identifier: GPL-3.0-or-later
// Starts a process that outlives this one: in a session of its own, with files for its output. As long as this process lives it is the parent and can tell
// how the other ended, which nobody else is told.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bam::jobs {

struct SpawnRequest {
    std::filesystem::path program;
    std::vector<std::string> arguments;
    std::filesystem::path workingFolder;    ///< empty: this process's own
    std::filesystem::path outFile, errFile; ///< appended to
};

struct Spawned {
    std::int64_t pid = 0;           ///< 0: it was not started
    int error = 0;                  ///< errno of what failed
    std::filesystem::path failed;   ///< the output file that cannot be opened; empty: the program itself
};

Spawned spawn(const SpawnRequest& request);

struct ExitStatus {
    int code = 0;
    int signal = 0;                 ///< 0: it ended by itself
};

/// Whether spawn() of this process started it and how it ends cannot be told yet. The first thread of a killed process is gone a moment before the last
/// one, and until then it looks dead and has no exit status.
bool isEnding(std::int64_t pid);

/// How a process ended that spawn() of this process started; none while it runs, and for others. Told once.
std::optional<ExitStatus> exitStatusOf(std::int64_t pid);

/// The oldest living worker of this user on this machine (`PROGRAM --batch train …` or `… evaluate …`) with this word on its command line; 0: there is none.
std::int64_t workerWithWord(const std::string& word);

}  // namespace bam::jobs
