// SPDX-License-Identifier: GPL-3.0-or-later
// The run directory `<log_dir>/<size>/<encoding>/version_NN/`: the contract between workers, window and the official tools.
// Invariants: one writer at a time (lock); rows are appended whole; a torn last row is cut at resume; what exists is never overwritten.
#pragma once

#include "core/spec/spec.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace bam::runs {

using Json = nlohmann::ordered_json;

struct TrainRow {
    std::int64_t step = 0;
    double time = 0;        ///< seconds since the run's first start
    float loss = 0;
    float norm = 0;
    double lr = 0;
    double execTime = 0;
    double tokensPerSecond = 0;
};

struct EvalRow {
    std::int64_t step = 0;
    double time = 0;
    float loss = 0;
    double execTime = 0;
    double tokensPerSecond = 0;
};

struct PriorLogRow {
    std::int64_t step = 0, layer = 0, head = 0;
    double thetaAlpha = 0, thetaBeta = 0, thetaMu = 0, seqScale = 0;   ///< NaN is written as an empty field
    double r1 = std::numeric_limits<double>::quiet_NaN(), r2 = r1;     ///< of Kerple: columns that only its runs have
};

class RunDirectory {
public:
    /// First free version_NN below <logDir>/<size>/<encoding>, created atomically and locked. @throws Error (Environment) no permission
    static RunDirectory create(const std::filesystem::path& logDir, const spec::ModelSpec& model);
    /// Opens an existing run for writing and locks it. @throws Error (Usage) not a run; (Environment) in use by another process (pid, host)
    static RunDirectory openLocked(const std::filesystem::path& path);
    RunDirectory(RunDirectory&&) noexcept;
    RunDirectory& operator=(RunDirectory&&) noexcept;
    ~RunDirectory();

    const std::filesystem::path& path() const;

    /// Cuts a torn last row and every row with step >= `step` from train.log, eval.log and priors.csv, so that a resumed run writes
    /// them again and no curve doubles back.
    void trimTo(std::int64_t step);

    // Each throws Error (Failed) when the row did not reach the file whole (disk full); the file then ends with the previous row.
    void append(const TrainRow& row);
    void append(const EvalRow& row);
    void append(const std::vector<PriorLogRow>& rows);
    void log(const std::string& line);      ///< log.txt, with a time stamp

    void writeArgs(const Json& args);       ///< args.json
    void writeRun(const Json& run);         ///< run.json
    void writeStatus(const Json& status);   ///< status.json; pid, host and heartbeat are added
    void writeResults(const Json& results); ///< results.json
    Json readJson(const std::string& file) const;   ///< readJsonFile of a file in it

private:
    struct Impl;
    explicit RunDirectory(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// The first free version_NN of a folder, which is made if need be, created so that no other process gets the same. @throws Error (Environment) no permission
std::filesystem::path makeVersionFolder(const std::filesystem::path& parent);

/// Appends a line with a time stamp to a log for people. @throws Error (Failed)
void appendLog(const std::filesystem::path& file, const std::string& line);

/// A time as in the files of a run: "2026-11-29T20:56:26Z". @param time seconds since 1970, UTC
std::string timeStamp(std::time_t time);
/// Now.
std::string timeStamp();

/// A JSON file of a run; null when it does not exist. @throws Error (Failed) when it is not valid JSON
Json readJsonFile(const std::filesystem::path& file);

/// Is this folder a run (ours or the official code's)?
bool isRun(const std::filesystem::path& folder);
/// @throws Error (Usage) where it is none
void requireRun(const std::filesystem::path& folder);

/// Rows of a log, torn last row ignored. Unknown columns are ignored, missing ones are an Error (Failed).
std::vector<TrainRow> readTrainLog(const std::filesystem::path& file);
std::vector<EvalRow> readEvalLog(const std::filesystem::path& file);
std::vector<PriorLogRow> readPriors(const std::filesystem::path& file);

/// "step_00000500", as checkpoints and captures of a step are called.
std::string stepName(std::int64_t step);
/// The step of such a name, with any number of digits; nothing for other names.
std::optional<std::int64_t> stepOf(std::string_view name);

/// Folders by step (number of finished optimiser steps), ascending.
using Checkpoints = std::vector<std::pair<std::int64_t, std::filesystem::path>>;
struct FoundCheckpoints {
    Checkpoints complete;
    Checkpoints incomplete;     ///< without state.json: a copy that was not finished, say
};
/// Looks once through the checkpoints of a run. @param unreachable is told of each that cannot be looked at, and of a folder of checkpoints that cannot be, with the
/// system's reason; it may throw. Without it they are passed over
FoundCheckpoints findCheckpoints(const std::filesystem::path& run, const std::function<void(const std::filesystem::path& path, const std::string& reason)>& unreachable = {});
/// The complete ones that can be reached.
Checkpoints listCheckpoints(const std::filesystem::path& run);

}  // namespace bam::runs
