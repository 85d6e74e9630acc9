// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/process_identity.h"

#include "core/base/text.h"
#include "core/runs/folder_lock.h"

#include <fstream>
#include <sstream>

namespace bam::jobs {
namespace {

std::string bootId()
{
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(file, id);
    return id;
}

struct ProcessStat {
    char state = 0;     // as in proc(5); 0: there is no such process
    std::uint64_t startTicks = 0;
};

/// Fields 3 and 22 of /proc/<pid>/stat; the name before them is in parentheses and may hold anything.
ProcessStat statOf(std::int64_t pid)
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

bool hasEnded(const ProcessStat& stat) { return stat.state == 0 || stat.state == 'Z' || stat.state == 'X'; }

}  // namespace

ProcessIdentity identityOf(std::int64_t pid)
{
    const auto stat = pid > 0 ? statOf(pid) : ProcessStat{};
    return {runs::hostName(), bootId(), stat.state == 0 ? 0 : pid, stat.startTicks};
}

bool isLocal(const ProcessIdentity& process) { return process.host == runs::hostName(); }

bool isAlive(const ProcessIdentity& process)
{
    if (process.pid <= 0 || !isLocal(process) || process.boot != bootId())
        return false;
    const auto stat = statOf(process.pid);
    return !hasEnded(stat) && stat.startTicks == process.startTicks;
}

}  // namespace bam::jobs
