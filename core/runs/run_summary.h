// SPDX-License-Identifier: GPL-3.0-or-later
// One run at a glance, for lists of thousands: from the small files of its folder, never from its logs or tensors. Also for folders of the official
// code, which have args.json and logs but no run.json and status.json.
#pragma once

#include "core/runs/imported.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace bam::runs {

enum class RunState {
    Queued,
    Running,
    Finished,
    Failed,
    Stopped,
    Paused,     ///< stopped at a step that was asked for, to go on later
    Lost,       ///< says it is running, but its process is gone or its heartbeat is long past
    Unknown,    ///< the folder does not say: of the official code
    Imported,   ///< from another program's log
};

struct RunSummary {
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    std::filesystem::path path;
    std::string size;               ///< "l12", as the folder is called; of a folder that is not version_NN, as its files tell
    std::string encoding;           ///< "bam_ssmax", as its files tell; where they do not, as the folder is called
    std::int64_t version = -1;      ///< of version_NN; −1: the folder has another name
    RunState state = RunState::Unknown;
    bool official = false;          ///< written by the official code
    std::optional<Imported> imported;   ///< from another program: curves alone, never written again
    std::int64_t step = -1, totalSteps = -1;    ///< done, and asked for
    std::int64_t dataSteps = -1;    ///< that the data is enough for, when more were asked for
    double loss = kNone, validationLoss = kNone;
    double seconds = kNone;         ///< run time so far
    std::int64_t seed = -1;
    std::string started;            ///< as in run.json; empty when unknown
    double tokensPerSecond = kNone; ///< the last one known
    double secondsLeft = kNone;     ///< as the worker itself reckons, while running
    std::string host;               ///< where the worker runs or ran
    std::int64_t pid = -1;
    std::int64_t heartbeat = -1;    ///< seconds since 1970 of the worker's last sign
    std::string error, hint;        ///< of a failed run
    std::string problem;            ///< why the folder could not be read properly; empty otherwise

    /// Finished before all steps, because the data ended.
    bool dataEnded() const { return state == RunState::Finished && dataSteps >= 0; }
    /// 0 … 1, or kNone.
    double progress() const { return totalSteps > 0 && step >= 0 ? double(step) / double(totalSteps) : kNone; }
    /// Seconds to go while running, else kNone: as the worker reckons, or at the average speed so far.
    double etaSeconds() const;
};

/// The folder with all its names, however it was typed: "." and "version_00/" too.
std::filesystem::path namedFolder(const std::filesystem::path& path);

/// Never throws: what is wrong with a folder is in `problem`. @param now seconds since 1970, for the heartbeat
RunSummary summarize(const std::filesystem::path& run, std::int64_t now);
/// Also hands out run.json, null when there is none, so that a caller that needs more of it need not read it again.
RunSummary summarize(const std::filesystem::path& run, std::int64_t now, nlohmann::ordered_json& runJson);

/// Whether the worker of a run that says it is running is there: its process on this machine, its heartbeat on another.
bool isAlive(const RunSummary& run, std::int64_t now);

/// Walks the folders below `root` in order of name, at most `depth` levels down; hidden folders, checkpoints and links are not entered.
/// @param visit is told each folder and whether it is a run (runs are not entered); false ends the walk
/// @returns whether the walk went to its end
bool walkFolders(const std::filesystem::path& root, int depth, const std::function<bool(const std::filesystem::path&, bool isRun)>& visit);

/// Folders of runs below `root`, sorted, at most `depth` levels down. Hidden folders, checkpoints and links are not entered.
std::vector<std::filesystem::path> findRuns(const std::filesystem::path& root, int depth = 4);

}  // namespace bam::runs
