// SPDX-License-Identifier: GPL-3.0-or-later
// Counting the physical cores of a process on Linux. Anything unreadable falls back to the next coarser answer.
#include "core/device/device.h"

#include "core/base/text.h"

#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <thread>
#include <utility>

namespace bam::device {
namespace {

/// (package, core) of a logical CPU, or nothing when the kernel does not say.
bool coreOf(int cpu, std::pair<int, int>& core)
{
    const std::string folder = str("/sys/devices/system/cpu/cpu", cpu, "/topology/");
    std::ifstream package(folder + "physical_package_id");
    std::ifstream id(folder + "core_id");
    return bool(package >> core.first) && bool(id >> core.second);
}

/// Cores the container may use by its quota (cgroup v2 `cpu.max`: "quota period" or "max period"), or 0 when unlimited.
int quotaCores()
{
    std::ifstream file("/sys/fs/cgroup/cpu.max");
    double quota = 0;
    double period = 0;
    return file >> quota >> period && quota > 0 && period > 0 ? std::max(1, int(quota / period)) : 0;
}

}  // namespace

int defaultThreads()
{
    const char* asked = std::getenv("OMP_NUM_THREADS");
    const int count = asked ? std::atoi(asked) : 0;     // of a list for nested regions, the first
    return count > 0 ? count : physicalCores();
}

int physicalCores()
{
    int count = int(std::thread::hardware_concurrency());
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        count = CPU_COUNT(&allowed);
        std::set<std::pair<int, int>> cores;
        bool known = true;
        for (int cpu = 0; cpu < CPU_SETSIZE && known; ++cpu) {
            std::pair<int, int> core;
            if (CPU_ISSET(cpu, &allowed)) {
                known = coreOf(cpu, core);
                cores.insert(core);
            }
        }
        if (known && !cores.empty())
            count = int(cores.size());
    }
    if (const int quota = quotaCores(); quota > 0)
        count = std::min(count, quota);
    return std::max(count, 1);
}

}  // namespace bam::device
