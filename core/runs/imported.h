// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of other programs that stand beside ours: curves alone, told apart by the section "imported" of their run.json. They are shown, compared and exported, and never written again.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace bam::runs {

struct Imported {
    std::string kind;                   ///< tensorboard, wandb, wandb-csv, csv, jsonl
    std::string source;                 ///< where it lay
    std::string date;                   ///< "2026-11-29T20:56:26Z"

    /// "TensorBoard event files", …
    std::string kindTitle() const;
};

/// What run.json says; nothing for our own runs.
std::optional<Imported> importedFrom(const nlohmann::ordered_json& runJson);
/// Of a run's folder. Never throws: what cannot be read is not imported.
std::optional<Imported> importedFrom(const std::filesystem::path& run);

/// @param what cannot be done: "be resumed" @throws Error (Usage) for an imported run
void requireNotImported(const std::filesystem::path& run, const std::string& what);

}  // namespace bam::runs
