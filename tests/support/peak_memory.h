// SPDX-License-Identifier: GPL-3.0-or-later
// The memory that a piece of work needs at its peak beyond what was resident before, as the kernel counts it.
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <string>

namespace bam::test {

inline std::int64_t statusKib(const char* field)
{
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);)
        if (line.rfind(field, 0) == 0)
            return std::stoll(line.substr(std::string(field).size() + 1));
    return 0;
}

/// Bytes. Where the system does not let a process reset its peak, only what exceeds the earlier one.
inline std::int64_t peakBytesOf(const std::function<void()>& work)
{
    std::ofstream reset("/proc/self/clear_refs");
    reset << '5' << std::flush;
    const auto before = reset ? statusKib("VmRSS:") : statusKib("VmHWM:");
    work();
    return (statusKib("VmHWM:") - before) * 1024;
}

}  // namespace bam::test
