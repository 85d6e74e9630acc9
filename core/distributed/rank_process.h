// SPDX-License-Identifier: GPL-3.0-or-later
// One rank as a child process of the launcher.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace bam::distributed {

class RankProcess {
public:
    /// @param variables over this process's environment @param keepOutput its output comes through a pipe; else it has this process's
    /// @throws Error (Environment) when it cannot be started
    RankProcess(const std::vector<std::string>& command, const std::vector<std::pair<std::string, std::string>>& variables, bool keepOutput);
    ~RankProcess();     ///< kills what still runs
    RankProcess(const RankProcess&) = delete;
    RankProcess& operator=(const RankProcess&) = delete;

    bool isRunning() const { return m_pid > 0; }
    /// Learns that it has ended. @returns true once, when it has
    bool collect();
    bool failed() const { return !isRunning() && (m_code != 0 || m_signal != 0); }
    int code() const { return m_code; }         ///< exit status; −1 after a signal
    int signal() const { return m_signal; }     ///< that ended it; 0: none
    bool endedAsAsked() const;                  ///< by a signal that was sent from here
    std::string ending() const;                 ///< "ended with status 1", "was ended by signal 9 (Killed)"
    void send(int signal);

    int output() const { return m_output; }     ///< to be polled; −1: none
    void readOutput(std::size_t mostLines);
    const std::vector<std::string>& lastLines() const { return m_lines; }

private:
    pid_t m_pid = 0;
    int m_output = -1;
    int m_code = -1, m_signal = 0;
    std::vector<int> m_sent;
    std::string m_rest;                         // of a line that is not finished
    std::vector<std::string> m_lines;
};

}  // namespace bam::distributed
