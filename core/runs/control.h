// SPDX-License-Identifier: GPL-3.0-or-later
// Requests to a running training, through the folder `<run>/control/`: stop, pause, write a checkpoint, capture attention, log more or less often. Files only, so that it works on one machine, over
// NFS and under Slurm.
//
// One request is one small JSON file, written whole under a name of its own: {"request": "stop", "step": 500, "time": …, "from": …}; without "step" it
// counts at once. What needs a number has it as "value": {"request": "log_every", "value": 10}. The training answers by replacing `<name>.json` with `<name>.done.json`: {"result": "stopped", "step": 500, …}.
// Invariants: a request is acted on once; a pause replaces one that still waits for its step; one from before the training's start is answered as ignored; nothing that lies in the folder, however broken,
// disturbs the training.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace bam::runs {

enum class ControlKind {
    Stop,           ///< finish the step, write a checkpoint, end; the run's state is "stopped"
    Pause,          ///< the same, with the state "paused": the device is free, and the run is meant to go on
    Checkpoint,     ///< write a checkpoint and go on
    Capture,        ///< capture the attention for the film of the training and go on
    LogEvery,       ///< from now on a row of train.log every `value` steps; the spec on disk stays
};

struct ControlRequest {
    ControlKind kind = ControlKind::Stop;
    std::optional<std::int64_t> step = {};  ///< when so many steps are done; none: at the end of the current step
    std::optional<std::int64_t> value = {}; ///< of LogEvery: steps, at least 1; none for the others
};

struct ControlAnswer {
    std::string result;         ///< "stopped", "paused", "checkpoint", "captured", "log_every", "failed", "finished", "ignored", "refused", "replaced"
    std::int64_t step = -1;     ///< steps done when it was answered; −1: none was trained yet
    std::string detail;         ///< why, where it is not plain
};

/// Asks the training that writes `run`. @returns the request's file. @throws Error (Usage) not a run; (Failed, Environment) it cannot be written
std::filesystem::path requestControl(const std::filesystem::path& run, const ControlRequest& request);

/// The answer to a request, when there is one.
std::optional<ControlAnswer> controlAnswer(const std::filesystem::path& request);

/// The training's side.
class ControlInbox {
public:
    using Clock = std::chrono::steady_clock;

    struct Pending {
        std::filesystem::path file;
        ControlRequest request;
    };

    /// Answers what lies in `<run>/control/` as ignored: it was meant for an earlier start.
    explicit ControlInbox(const std::filesystem::path& run);

    /// A request that counts after `step` steps; it must be answered. Looks at the folder at most five times a second.
    std::optional<Pending> due(std::int64_t step, Clock::time_point now = Clock::now());
    void answer(const Pending& request, const ControlAnswer& answer);
    /// Answers everything that is still open, when the training ends.
    void close(const ControlAnswer& answer);

private:
    void look(std::int64_t step);
    void read(const std::filesystem::path& file, std::int64_t step);
    void replacePauses(std::int64_t step);
    void reply(const std::filesystem::path& file, const ControlAnswer& answer);

    std::filesystem::path m_folder;
    std::vector<Pending> m_pending;                 // in the order of their names, which begin with the time
    std::set<std::filesystem::path> m_seen;         // files that could not be replaced by their answer
    std::filesystem::file_time_type m_changed{};    // of the folder when it was last read
    Clock::time_point m_looked{}, m_readUntil{};
    bool m_first = true;
};

}  // namespace bam::runs
