// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/process_identity.h"

#include "core/base/process_stat.h"
#include "core/runs/folder_lock.h"

#include <fstream>
#include <string>

namespace bam::runs {
namespace {

std::string bootId()
{
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(file, id);
    return id;
}

}  // namespace

ProcessIdentity identityOf(std::int64_t pid)
{
    const auto stat = pid > 0 ? processStat(pid) : ProcessStat{};
    return {hostName(), bootId(), stat.state == 0 ? 0 : pid, stat.startTicks};
}

bool isLocal(const ProcessIdentity& process) { return process.host == hostName(); }

bool isAlive(const ProcessIdentity& process)
{
    if (process.pid <= 0 || !isLocal(process) || process.boot != bootId())
        return false;
    const auto stat = processStat(process.pid);
    return !stat.hasEnded() && stat.startTicks == process.startTicks;
}

nlohmann::ordered_json toJson(const ProcessIdentity& process)
{
    return {{"host", process.host}, {"boot", process.boot}, {"pid", process.pid}, {"start_ticks", process.startTicks}};
}

ProcessIdentity processFromJson(const nlohmann::ordered_json& json)
{
    return {json.at("host").get<std::string>(), json.at("boot").get<std::string>(), json.at("pid").get<std::int64_t>(), json.at("start_ticks").get<std::uint64_t>()};
}

}  // namespace bam::runs
