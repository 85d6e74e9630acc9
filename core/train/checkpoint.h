// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints `checkpoints/step_NNNNNNNN/` of a run: model.safetensors, optimizer.safetensors, state.json.
// state.json names the other files with size and checksum; they are verified before they are loaded.
// With several ranks rank 0 alone reads and writes; what it loads it sends to the others, so no shared disk is needed for that.
// Invariant: a folder under its final name is complete. It is filled under a temporary name, synced, renamed, and only then older
// ones are removed; `latest` follows. A failure at any point leaves the last good checkpoint as it was.
#pragma once

#include "core/base/progress.h"
#include "core/distributed/group.h"
#include "core/model/transformer.h"
#include "core/runs/run_directory.h"
#include "core/spec/spec.h"
#include "core/train/optimizer.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>

namespace bam::train {

struct CheckpointState {
    std::int64_t step = 0;                  ///< optimiser steps done
    double seconds = 0;                     ///< of run time, resumed time included
    nlohmann::ordered_json dataPosition;    ///< of the batch source
    nlohmann::ordered_json gradientNorms;   ///< what StepWatch remembers; null in checkpoints of earlier versions
};

nlohmann::ordered_json toJson(const CheckpointState& state);
/// @throws nlohmann::json::exception for what is missing or of another kind
CheckpointState checkpointStateFrom(const nlohmann::ordered_json& json);
/// Of a checkpoint folder. @throws Error (Failed)
CheckpointState readCheckpointState(const std::filesystem::path& checkpoint);

/// All of a run, with none passed over because it cannot be reached. @throws Error (Environment)
runs::FoundCheckpoints reachableCheckpoints(const std::filesystem::path& run);
/// @throws Error (Environment)
[[noreturn]] void failUnreadableCheckpoint(const std::filesystem::path& path, const std::string& reason);

// What goes before the name of a checkpoint that is being written, replaced or removed.
inline constexpr const char* kWritingCheckpoint = ".writing_";
inline constexpr const char* kReplacedCheckpoint = ".before_";
inline constexpr const char* kRemovingCheckpoint = ".removing_";
/// The file beside the checkpoints that names the newest.
inline constexpr const char* kLatestCheckpoint = "latest";

/// A call of all ranks, which all learn how it went. @throws Error (Failed), on every rank, when it could not be written whole
void saveCheckpoint(const std::filesystem::path& run, const CheckpointState& state, const model::Transformer& model, const Optimizer& optimizer, distributed::Group& group);

/// After step `step` was saved: removes all up to it but the newest `keepLast` checkpoints and those whose step is a multiple of `keepEvery` (0: none).
void pruneCheckpoints(const std::filesystem::path& run, std::int64_t step, std::int64_t keepLast, std::int64_t keepEvery);

/// Loads the newest checkpoint that is intact into all ranks, telling `log` about each one that cannot be used. Those get names that nobody takes for checkpoints
/// (unusable_step_NNNNNNNN), so that the newest is the one that training goes on from. What a killed training left half written is removed. Nothing when the run
/// has no checkpoint at all. A call of all ranks, while rank 0 holds the run's lock.
/// @param savedStep what the run's status says of its newest checkpoint; negative: nothing
/// @throws Error: Failed (there are checkpoints but none is intact), Environment (one cannot be read now, or all are gone; nothing was changed)
std::optional<CheckpointState> loadNewest(const std::filesystem::path& run, std::int64_t savedStep, model::Transformer& model, Optimizer& optimizer, distributed::Group& group, const LogFn& log);

/// Starts a new run from the weights of another: a run directory (its newest checkpoint), a checkpoint folder, a .safetensors or .pt
/// file. @returns the state to go on from (moments are loaded too), or nothing where only weights were taken: `weightsOnly`, or a file
/// @param log is told what else a file holds and is not read
std::optional<CheckpointState> loadAsStart(const std::filesystem::path& from, bool weightsOnly, model::Transformer& model, Optimizer& optimizer, distributed::Group& group, const LogFn& log = {});

/// Rank 0's weights to all ranks.
void shareWeights(const model::Transformer& model, distributed::Group& group);

/// Are the files of a checkpoint folder the ones that were written? Folders without checksums (of earlier versions) pass. @param only one of them; empty: all
/// @throws Error (Failed) naming the first that is not
void verifyCheckpoint(const std::filesystem::path& checkpoint, const std::string& only = {});

/// Model weights alone, for evaluation. @param which `latest`, a step, or a path to a checkpoint folder, `.safetensors` or `.pt` file
std::filesystem::path resolveCheckpoint(const std::filesystem::path& run, const std::string& which);
/// The file with the weights of what resolveCheckpoint() found.
std::filesystem::path weightsFile(const std::filesystem::path& checkpoint);
void loadWeights(const std::filesystem::path& checkpoint, model::Transformer& model, const LogFn& log = {});

}  // namespace bam::train
