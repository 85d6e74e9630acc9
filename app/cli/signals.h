// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C, SIGTERM and SIGHUP as a stop token, without signal handlers and global state: the signals are blocked in every thread and one thread
// waits for them. The first asks the work to stop, a second Ctrl-C ends the process at once with status 130; SIGTERM and SIGHUP may come as often as they like.
#pragma once

#include <atomic>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>

namespace bam::cli {

/// Blocks SIGINT, SIGTERM and SIGHUP and ignores SIGPIPE and SIGXFSZ (so that a closed pipe and a file-size limit are errors of the write
/// that met them). SIGINT and SIGHUP stay ignored where they are (nohup). Call before the first thread is started.
void prepareSignals();

class StopOnSignal {
public:
    /// @param onFirst called on the waiting thread at the first signal; empty: the first signal ends the process already
    explicit StopOnSignal(std::function<void()> onFirst);
    ~StopOnSignal();
    StopOnSignal(const StopOnSignal&) = delete;
    StopOnSignal& operator=(const StopOnSignal&) = delete;

    std::stop_token token() const { return m_stop.get_token(); }

private:
    void wait();

    std::function<void()> m_onFirst;
    std::stop_source m_stop;
    std::atomic<bool> m_over = false;
    std::thread m_thread;
};

}  // namespace bam::cli
