// SPDX-License-Identifier: GPL-3.0-or-later
// The output folder of an ingest: which shards it holds and how tokens become shards.
#pragma once

#include "core/data/ingest_state.h"
#include "core/data/shard.h"

#include <cstdint>
#include <filesystem>
#include <future>
#include <vector>

namespace bam::data {

/// <output>/shard_NNNNNN.safetensors
std::filesystem::path shardPath(const std::filesystem::path& output, std::int64_t index);

/// Our shards and official ones in a folder, in name order; empty when there is no such folder.
std::vector<std::filesystem::path> shardsIn(const std::filesystem::path& output);

/// The file that holds an output folder against a second ingest.
inline constexpr const char* kIngestLock = ".ingest.lock";

/// Gathers tokens into shards. Each shard is written in the background while the next one fills; a failure to write is thrown by
/// the next call that has to wait for it.
class ShardSink {
public:
    ShardSink(const std::filesystem::path& output, std::int64_t shardTokens, ShardWriterOptions options);
    ~ShardSink();

    /// Adds tokens [from, count) of a document. @param state as it is after this document; its shards and tokensUsed are kept up
    /// to date here, and it is saved after each shard.
    void append(const std::int32_t* ids, std::int64_t from, std::int64_t count, std::uint32_t document, IngestState& state);

    /// Writes the last shard and the state, marked as finished.
    void finish(IngestState& state);

private:
    void flush(IngestState& state);
    void wait();

    std::filesystem::path m_output;
    std::size_t m_shardTokens;
    ShardWriterOptions m_options;
    std::vector<std::uint32_t> m_ids;
    std::vector<std::uint32_t> m_documents;
    std::future<void> m_writing;
};

}  // namespace bam::data
