// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/process_identity.h"

#include "core/base/process_stat.h"
#include "core/base/text.h"
#include "core/runs/folder_lock.h"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

namespace bam::runs {
namespace {

std::string bootId()
{
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(file, id);
    return id;
}

/// Of this process; the number of another one that it knows counts there too.
std::string pidNamespace()
{
    std::error_code failure;
    return std::filesystem::read_symlink("/proc/self/ns/pid", failure).string();
}

}  // namespace

ProcessIdentity identityOf(std::int64_t pid)
{
    const auto stat = pid > 0 ? processStat(pid) : ProcessStat{};
    return {hostName(), bootId(), stat.state == 0 ? 0 : pid, stat.startTicks, pidNamespace()};
}

bool isLocal(const ProcessIdentity& process)
{
    if (process.host != hostName())
        return false;
    // A container gets another namespace at each start of the machine: only within one start does the difference tell anything.
    const auto own = pidNamespace();
    return process.pidNamespace.empty() || own.empty() || process.pidNamespace == own || process.boot != bootId();
}

bool isAlive(const ProcessIdentity& process)
{
    if (process.pid <= 0 || !isLocal(process) || process.boot != bootId())
        return false;
    const auto stat = processStat(process.pid);
    return !stat.hasEnded() && stat.startTicks == process.startTicks;
}

std::string uniqueName()
{
    std::string number;
    for (const char c : pidNamespace())
        if (std::isdigit(static_cast<unsigned char>(c)))
            number += c;
    return str(hostName(), '.', number.empty() ? "" : number + ".", ::getpid());
}

nlohmann::ordered_json toJson(const ProcessIdentity& process)
{
    nlohmann::ordered_json json{{"host", process.host}, {"boot", process.boot}, {"pid", process.pid}, {"start_ticks", process.startTicks}};
    if (!process.pidNamespace.empty())
        json["pid_namespace"] = process.pidNamespace;
    return json;
}

ProcessIdentity processFromJson(const nlohmann::ordered_json& json)
{
    return {json.at("host").get<std::string>(), json.at("boot").get<std::string>(), json.at("pid").get<std::int64_t>(), json.at("start_ticks").get<std::uint64_t>(),
        json.value("pid_namespace", std::string())};
}

}  // namespace bam::runs
