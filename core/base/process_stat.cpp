// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process_stat.h"

#include "core/base/text.h"

#include <fstream>
#include <sstream>
#include <string>

#include <unistd.h>

namespace bam {

/// Fields 3 and 22 of /proc/<pid>/stat; the name before them is in parentheses and may hold anything.
ProcessStat processStat(std::int64_t pid)
{
    std::ifstream file(str("/proc/", pid, "/stat"));
    std::string text;
    std::getline(file, text, '\0');
    const auto end = text.rfind(')');
    if (end == std::string::npos)
        return {};
    std::istringstream rest(text.substr(end + 1));
    ProcessStat stat;
    rest >> stat.state;
    std::string skipped;
    for (int field = 4; field < 22; ++field)
        rest >> skipped;
    rest >> stat.startTicks;
    return rest ? stat : ProcessStat{};
}

std::int64_t startSeconds(const ProcessStat& process)
{
    std::ifstream file("/proc/stat");
    const auto ticks = ::sysconf(_SC_CLK_TCK);
    for (std::string line; std::getline(file, line);) {
        std::int64_t booted = 0;
        if (line.starts_with("btime ") && (std::istringstream(line.substr(6)) >> booted) && ticks > 0)
            return booted + std::int64_t(process.startTicks / std::uint64_t(ticks));
    }
    return -1;
}

}  // namespace bam
