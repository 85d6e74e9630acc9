// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the logs of followed runs on threads of its own: all runs in turn, a piece each, so that every curve shows early and long ones fill in.
//
// Invariants: a run is read by one thread at a time, so its pieces come in order; the first piece of a run voids what was there; the destructor waits.
#pragma once

#include "core/runs/curves.h"
#include "core/runs/log_tail.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace bam::work {

class CurveReader {
public:
    struct Named {
        std::uint64_t id = 0;           ///< tells one following of a run from a later one of the same
        std::filesystem::path run;
    };
    struct Found {
        std::uint64_t id = 0;
        std::shared_ptr<runs::CurvePiece> piece;
        std::string notice;             ///< something odd that was coped with, for people; mostly empty
    };
    using Deliver = std::function<void(Found&&)>;   ///< called on reader threads

    explicit CurveReader(Deliver deliver, int threads = 2);
    ~CurveReader();
    CurveReader(const CurveReader&) = delete;
    CurveReader& operator=(const CurveReader&) = delete;

    /// Replaces the list; runs that stay (same id) are not read again.
    void follow(const std::vector<Named>& runs);
    /// Reads what is new in a followed run. @param marks looks for checkpoints and resumes too
    void poll(const std::filesystem::path& run, bool marks = false);
    /// How long ago rows of a followed run came last; a long time for others.
    std::chrono::milliseconds sinceGrowth(const std::filesystem::path& run) const;

private:
    struct Followed;
    void work(const std::stop_token& stop);
    bool read(Followed& followed);

    Deliver m_deliver;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::map<std::filesystem::path, std::shared_ptr<Followed>> m_followed;
    std::deque<std::shared_ptr<Followed>> m_queue;
    std::vector<std::jthread> m_threads;            // last: they end before what they use
};

}  // namespace bam::work
