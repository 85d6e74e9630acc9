// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/rank_process.h"

#include "core/base/descriptor.h"
#include "core/base/error.h"
#include "core/base/spawn_settings.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace bam::distributed {
namespace {

constexpr std::size_t kLongestLine = 4000;

/// This process's environment with some variables set anew.
std::vector<std::string> environmentWith(const std::vector<std::pair<std::string, std::string>>& variables)
{
    std::vector<std::string> all;
    for (auto** entry = environ; *entry; ++entry) {
        const std::string_view text = *entry;
        const auto name = text.substr(0, text.find('='));
        bool replaced = false;
        for (const auto& [key, value] : variables)
            replaced = replaced || name == key;
        if (!replaced)
            all.emplace_back(text);
    }
    for (const auto& [key, value] : variables)
        all.push_back(key + "=" + value);
    return all;
}

}  // namespace

RankProcess::RankProcess(const std::vector<std::string>& command, const std::vector<std::pair<std::string, std::string>>& variables, bool keepOutput)
{
    int ends[2] = {-1, -1};
    if (keepOutput && ::pipe2(ends, O_CLOEXEC) != 0)
        throw Error(ErrorCode::Environment, str("no pipe for a rank: ", std::strerror(errno)), "Close other programs: this process has too many open files.");
    Descriptor reading(ends[0]), writing(ends[1]);
    SpawnSettings settings(SpawnSettings::Family::OwnGroup);
    settings.holdStopSignals();
    if (keepOutput)
        settings.sendOutput(writing.get(), writing.get());
    const int problem = settings.start(m_pid, command, environmentWith(variables));
    if (problem != 0) {
        m_pid = 0;
        throw Error(ErrorCode::Environment, str("a rank could not be started: ", command.front(), ": ", std::strerror(problem)), "The program may have been moved since it was started.");
    }
    if (keepOutput) {
        m_output = ::fcntl(reading.get(), F_DUPFD_CLOEXEC, 0);
        ::fcntl(m_output, F_SETFL, O_NONBLOCK);
    }
}

RankProcess::~RankProcess()
{
    if (m_pid > 0) {
        ::kill(m_pid, SIGKILL);
        int status = 0;
        while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) {
        }
    }
    if (m_output >= 0)
        ::close(m_output);
}

bool RankProcess::collect()
{
    int status = 0;
    if (m_pid <= 0 || ::waitpid(m_pid, &status, WNOHANG) != m_pid)
        return false;
    m_pid = 0;
    m_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    m_signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return true;
}

std::string RankProcess::ending() const
{
    return m_signal > 0 ? str("was ended by signal ", m_signal, " (", ::strsignal(m_signal), ")") : str("ended with status ", m_code);
}

void RankProcess::send(int signal)
{
    if (m_pid <= 0)
        return;
    m_sent.push_back(signal);
    ::kill(m_pid, signal);
}

bool RankProcess::endedAsAsked() const { return m_signal > 0 && std::find(m_sent.begin(), m_sent.end(), m_signal) != m_sent.end(); }

void RankProcess::readOutput(std::size_t mostLines)
{
    std::array<char, 8192> piece{};
    while (m_output >= 0) {
        const auto got = readRetrying(m_output, piece.data(), piece.size());
        if (got < 0 && errno == EAGAIN)
            return;
        if (got <= 0) {
            ::close(std::exchange(m_output, -1));
            if (!m_rest.empty())
                m_lines.push_back(std::exchange(m_rest, {}));
            return;
        }
        for (const char c : std::string_view(piece.data(), std::size_t(got))) {
            if (c != '\n' && m_rest.size() < kLongestLine) {
                m_rest += c;
                continue;
            }
            m_lines.push_back(std::exchange(m_rest, {}));
            if (m_lines.size() > mostLines)
                m_lines.erase(m_lines.begin());
        }
    }
}

}  // namespace bam::distributed
