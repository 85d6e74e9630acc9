// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/signals.h"

#include <csignal>
#include <pthread.h>
#include <unistd.h>

namespace bam::cli {
namespace {

constexpr int kEndedBySignal = 130;     // as shells report Ctrl-C

/// Those that whoever started this process did not have ignored: nohup means that a closed terminal stops nothing, and a script's work in the background takes no Ctrl-C. A signal
/// that is blocked is not dropped, even where it is ignored.
sigset_t stopSignals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    for (const int signal : {SIGINT, SIGHUP}) {
        struct sigaction now{};
        if (sigaction(signal, nullptr, &now) != 0 || now.sa_handler != SIG_IGN)
            sigaddset(&set, signal);
    }
    return set;
}

}  // namespace

void prepareSignals()
{
    const auto set = stopSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

StopOnSignal::StopOnSignal(std::function<void()> onFirst)
    : m_onFirst(std::move(onFirst)), m_thread([this] { wait(); })
{
}

StopOnSignal::~StopOnSignal()
{
    m_over = true;
    pthread_kill(m_thread.native_handle(), SIGTERM);    // wakes the thread, which is the only one to take it
    m_thread.join();
}

void StopOnSignal::wait()
{
    const auto set = stopSignals();
    int interrupts = 0;
    for (;;) {
        int signal = 0;
        if (sigwait(&set, &signal) != 0 || m_over)
            return;
        interrupts += signal == SIGINT;
        // The same wish may come several times: a cluster or a system that shuts down signals every process, and a launcher or a sweep asks its own once more. Only who
        // presses Ctrl-C again is in a hurry.
        if (!m_onFirst || interrupts > 1)
            _exit(kEndedBySignal);
        if (!m_stop.stop_requested()) {
            m_stop.request_stop();
            m_onFirst();
        }
    }
}

}  // namespace bam::cli
