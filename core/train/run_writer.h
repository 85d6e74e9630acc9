// SPDX-License-Identifier: GPL-3.0-or-later
// What a training writes into its run directory: rank 0 everything, the others their own log (log_rank_01.txt …), so that a loop need not ask who it is.
//
// While a run is "running", status.json gets a fresh heartbeat every few seconds, however long a step, a validation or a checkpoint takes. Invariant: after
// the last status nothing writes it any more.
#pragma once

#include "core/base/progress.h"
#include "core/interop/event_file.h"
#include "core/runs/run_directory.h"

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace bam::train {

class RunWriter {
public:
    /// Rank 0. @param log also gets each line of say() @param heartbeat between two signs of life
    RunWriter(runs::RunDirectory directory, LogFn log, std::chrono::milliseconds heartbeat = std::chrono::seconds(10));
    /// Another rank, of a run that may lie on a disk which is not this machine's: then its log is lost, not its work.
    RunWriter(std::filesystem::path path, int rank);
    ~RunWriter();
    RunWriter(const RunWriter&) = delete;
    RunWriter& operator=(const RunWriter&) = delete;

    const std::filesystem::path& path() const { return m_path; }
    bool isFirst() const { return m_directory.has_value(); }
    /// Of rank 0 alone.
    runs::RunDirectory& directory() { return *m_directory; }

    /// From now on rows go into an event file for TensorBoard too. On rank 0, else nothing. @param resumedAt the step the run goes on from, none for a new run
    void openEvents(std::optional<std::int64_t> resumedAt);

    /// A line for people: the log of this rank, and on rank 0 whoever started the training.
    void say(const std::string& line);
    /// The log alone.
    void note(const std::string& line);

    // On rank 0, else nothing. @throws Error (Failed) when it did not reach the file
    void append(const runs::TrainRow& row);
    void append(const runs::EvalRow& row);
    void append(const std::vector<runs::PriorLogRow>& rows);
    void trimTo(std::int64_t step);
    /// @param last no signs of life after this
    void writeStatus(const runs::Json& status, bool last);

private:
    void beat(std::stop_token stop);

    std::filesystem::path m_path;
    std::string m_logFile;
    std::optional<runs::RunDirectory> m_directory;
    std::optional<interop::EventWriter> m_events;
    LogFn m_log;
    std::chrono::milliseconds m_heartbeat{};
    std::mutex m_mutex;                 // of the three below and of status.json
    std::condition_variable_any m_wake;
    runs::Json m_status;
    bool m_fresh = false;               // written since the last beat
    std::jthread m_heart;
};

}  // namespace bam::train
