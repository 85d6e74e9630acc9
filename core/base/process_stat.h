// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernel tells of a process on this machine (proc(5)).
#pragma once

#include <cstdint>

namespace bam {

struct ProcessStat {
    char state = 0;                 ///< as in proc(5); 0: there is no such process
    std::uint64_t startTicks = 0;   ///< when it was started, in clock ticks since the machine was

    /// A zombie has ended and only waits for its parent.
    bool hasEnded() const { return state == 0 || state == 'Z' || state == 'X'; }
};

ProcessStat processStat(std::int64_t pid);

/// When the process was started, in seconds since 1970 by the clock as it goes now; −1 when the kernel does not tell.
std::int64_t startSeconds(const ProcessStat& process);

}  // namespace bam
