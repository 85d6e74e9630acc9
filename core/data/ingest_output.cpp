// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/ingest_output.h"

#include <cstdio>

namespace bam::data {

namespace fs = std::filesystem;

fs::path shardPath(const fs::path& output, std::int64_t index)
{
    char name[40];
    std::snprintf(name, sizeof name, "shard_%06lld.safetensors", static_cast<long long>(index));
    return output / name;
}

std::vector<fs::path> shardsIn(const fs::path& output)
{
    std::vector<fs::path> shards;
    std::error_code error;
    for (fs::directory_iterator entry(output, error), end; !error && entry != end; entry.increment(error)) {
        const auto name = entry->path().filename().string();
        if ((name.starts_with("shard_") && name.ends_with(".safetensors")) || (name.starts_with("sample_") && name.ends_with(".pt")))
            shards.push_back(entry->path());
    }
    std::sort(shards.begin(), shards.end());
    return shards;
}

ShardSink::ShardSink(const fs::path& output, std::int64_t shardTokens, ShardWriterOptions options)
    : m_output(output), m_shardTokens(std::size_t(shardTokens)), m_options(std::move(options))
{
}

ShardSink::~ShardSink()
{
    if (m_writing.valid())
        m_writing.wait();
}

void ShardSink::append(const std::int32_t* ids, std::int64_t from, std::int64_t count, std::uint32_t document, IngestState& state)
{
    for (auto at = from; at < count;) {
        const auto take = std::min(count - at, std::int64_t(m_shardTokens - m_ids.size()));
        m_ids.insert(m_ids.end(), ids + at, ids + at + take);
        m_documents.insert(m_documents.end(), std::size_t(take), document);
        at += take;
        state.tokensUsed = at;
        if (m_ids.size() == m_shardTokens)
            flush(state);
    }
}

void ShardSink::finish(IngestState& state)
{
    state.finished = true;
    if (!m_ids.empty())
        flush(state);
    wait();
    saveState(m_output, state);
}

void ShardSink::flush(IngestState& state)
{
    wait();
    const auto path = shardPath(m_output, state.shards++);
    m_writing = std::async(std::launch::async,
        [path, output = m_output, options = m_options, state, ids = std::move(m_ids), documents = std::move(m_documents)] {
            writeShard(path, ids, documents, options);
            saveState(output, state);
        });
    m_ids = {};
    m_documents = {};
    if (!state.finished) {
        // Address space only: what the next shard does not fill is never touched.
        m_ids.reserve(m_shardTokens);
        m_documents.reserve(m_shardTokens);
    }
}

void ShardSink::wait()
{
    if (m_writing.valid())
        m_writing.get();
}

}  // namespace bam::data
