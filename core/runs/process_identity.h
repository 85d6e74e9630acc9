// SPDX-License-Identifier: GPL-3.0-or-later
// Which process was started: its number alone would be mistaken for another one's after the number was used again or the machine was started anew.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace bam::runs {

struct ProcessIdentity {
    std::string host;
    std::string boot;               ///< of the machine, from the kernel: another one after each start of the machine
    std::int64_t pid = 0;           ///< 0: there is no process
    std::uint64_t startTicks = 0;   ///< when it was started, in clock ticks since the machine was
    std::string pidNamespace;       ///< within which `pid` counts, such as "pid:[4026531836]": containers have their own; empty: not known (earlier versions)

    bool operator==(const ProcessIdentity&) const = default;
};

/// Of a living process on this machine; `pid` is 0 when there is none.
ProcessIdentity identityOf(std::int64_t pid);
/// Was it started on this machine (in whatever state it is), where its number means what it meant there? Another container's was not.
bool isLocal(const ProcessIdentity& process);
/// Is that very process still running here? A zombie, which has ended and only waits for its parent, is not.
bool isAlive(const ProcessIdentity& process);

nlohmann::ordered_json toJson(const ProcessIdentity& process);
/// Of this process, for names of files in folders that machines and containers share.
std::string uniqueName();
/// @throws nlohmann::json::exception for a field that is missing or of another kind
ProcessIdentity processFromJson(const nlohmann::ordered_json& json);

}  // namespace bam::runs
