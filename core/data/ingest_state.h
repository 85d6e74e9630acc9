// SPDX-License-Identifier: GPL-3.0-or-later
// What an interrupted ingest needs in order to go on: `ingest_state.json` beside the shards.
// Invariant: the file names only shards that are on disk; it is replaced after each finished shard, in one piece.
#pragma once

#include "core/data/documents/inputs.h"
#include "core/data/documents/reader.h"
#include "core/data/ingest.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace bam::data {

/// A kind of trouble that is counted, with the first case in words.
struct Tally {
    std::int64_t count = 0;
    std::string first;

    void add(std::int64_t more, const std::function<std::string()>& describe)
    {
        if (more > 0 && count == 0)
            first = describe();
        count += more;
    }
};

struct IngestCounts {
    std::int64_t documents = 0;
    std::int64_t tokens = 0;
    std::int64_t bytes = 0;
    std::int64_t empty = 0;
    Tally repaired, broken, noColumn;

    // Of the file being read: JSON rows seen with and without text.
    std::int64_t file = -1;
    std::int64_t fileRows = 0;
    std::int64_t fileBroken = 0;
    std::string fileFirstBroken;
};

struct IngestState {
    nlohmann::ordered_json settings;    ///< everything that the tokens depend on; compared at resume
    bool finished = false;
    std::int64_t shards = 0;
    IngestCounts counts;                ///< up to and including the last document of the last shard
    // The last document of the last shard: where it begins, and how many of its tokens are in the shards.
    std::int64_t file = 0;
    Place place;
    std::int64_t tokensUsed = 0;
    std::uint64_t textHash = 0;
};

/// Everything that decides which tokens come out.
nlohmann::ordered_json ingestSettings(const IngestSpec& spec, const InputList& inputs, const std::string& tokenizerSha256);

std::filesystem::path statePath(const std::filesystem::path& output);
void saveState(const std::filesystem::path& output, const IngestState& state);
/// nullopt when there is none. @throws Error (Failed) when it cannot be read.
std::optional<IngestState> loadState(const std::filesystem::path& output);

/// Whether an ingest into this folder was begun and has not ended, so that shards will be added. Not where its state cannot be read.
bool isUnfinished(const std::filesystem::path& output);

/// @throws Error (Usage) naming each setting that differs, with both values.
void requireSameSettings(const nlohmann::ordered_json& before, const nlohmann::ordered_json& now, const std::filesystem::path& output);

}  // namespace bam::data
