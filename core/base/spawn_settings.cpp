// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/spawn_settings.h"

#include <csignal>

#include <fcntl.h>
#include <unistd.h>

extern char** environ;

namespace bam {
namespace {

/// posix_spawn takes them as not const, and leaves them alone.
std::vector<char*> pointers(const std::vector<std::string>& texts)
{
    std::vector<char*> all;
    for (const auto& text : texts)
        all.push_back(const_cast<char*>(text.c_str()));
    all.push_back(nullptr);
    return all;
}

}  // namespace

SpawnSettings::SpawnSettings(Family family)
{
    posix_spawnattr_init(&m_attributes);
    posix_spawn_file_actions_init(&m_files);
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGXFSZ, SIGCHLD})
        sigaddset(&defaults, signal);
    posix_spawnattr_setsigmask(&m_attributes, &none);
    posix_spawnattr_setsigdefault(&m_attributes, &defaults);
    posix_spawnattr_setpgroup(&m_attributes, 0);
    const int own = family == Family::OwnSession ? POSIX_SPAWN_SETSID : POSIX_SPAWN_SETPGROUP;
    posix_spawnattr_setflags(&m_attributes, short(own | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
    posix_spawn_file_actions_addopen(&m_files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
}

SpawnSettings::~SpawnSettings()
{
    posix_spawn_file_actions_destroy(&m_files);
    posix_spawnattr_destroy(&m_attributes);
}

void SpawnSettings::sendOutput(int out, int err)
{
    posix_spawn_file_actions_adddup2(&m_files, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&m_files, err, STDERR_FILENO);
}

void SpawnSettings::startIn(const std::string& folder) { posix_spawn_file_actions_addchdir_np(&m_files, folder.c_str()); }

void SpawnSettings::holdStopSignals()
{
    sigset_t held;
    sigemptyset(&held);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP})
        sigaddset(&held, signal);
    posix_spawnattr_setsigmask(&m_attributes, &held);
}

int SpawnSettings::start(pid_t& pid, const std::vector<std::string>& words, const std::vector<std::string>& environment) const
{
    return startWith(pid, words, pointers(environment).data());
}

int SpawnSettings::start(pid_t& pid, const std::vector<std::string>& words) const { return startWith(pid, words, environ); }

int SpawnSettings::startWith(pid_t& pid, const std::vector<std::string>& words, char** environment) const
{
    return ::posix_spawn(&pid, words.front().c_str(), &m_files, &m_attributes, pointers(words).data(), environment);
}

}  // namespace bam
