// SPDX-License-Identifier: GPL-3.0-or-later
// What every process started from here has in common: no blocked signals unless asked for, default answers to those that this program handles itself, no terminal input.
#pragma once

#include <string>
#include <vector>

#include <spawn.h>

namespace bam {

/// Attributes and files for posix_spawn.
class SpawnSettings {
public:
    enum class Family { OwnGroup, OwnSession };     ///< a session of its own outlives this process's terminal

    explicit SpawnSettings(Family family);
    ~SpawnSettings();
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;

    void sendOutput(int out, int err);                  ///< descriptors for its stdout and stderr; else it has this process's
    void startIn(const std::string& folder);
    /// For this program itself: a request to stop waits until it listens, instead of ending it while it loads.
    void holdStopSignals();

    /// @param words program first @param environment "NAME=value" @returns 0, or what errno would be
    int start(pid_t& pid, const std::vector<std::string>& words, const std::vector<std::string>& environment) const;
    /// With this process's environment.
    int start(pid_t& pid, const std::vector<std::string>& words) const;

private:
    int startWith(pid_t& pid, const std::vector<std::string>& words, char** environment) const;

    posix_spawnattr_t m_attributes;
    posix_spawn_file_actions_t m_files;
};

}  // namespace bam
