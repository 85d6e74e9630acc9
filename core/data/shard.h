// SPDX-License-Identifier: GPL-3.0-or-later
// One shard of tokens: ours (`shard_NNNNNN.safetensors`: input_ids U16 or U32, document_ids U32) or official
// (`sample_NNNNNN.pt`: input_ids, seq_codes uint16, tokenizer), memory-mapped where the format allows.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace bam::data {

struct ShardInfo {
    std::filesystem::path path;
    std::string tokenizerName;
    std::string tokenizerSha256;        ///< empty in official shards
    std::string tokenizerPath;          ///< as recorded; may no longer exist
    std::int64_t pieces = 0;            ///< vocabulary of the tokenizer; 0 = unknown
    std::int64_t tokens = 0;
};

class Shard {
public:
    /// @throws Error (Failed) for anything that is not a complete shard.
    static Shard open(const std::filesystem::path& path);

    const ShardInfo& info() const { return m_info; }
    std::int64_t size() const { return m_info.tokens; }
    /// Copies tokens [begin, begin+count) as int64. [count]
    at::Tensor tokens(std::int64_t begin, std::int64_t count) const;
    /// Document ids of the same range as int64. Only equality of neighbours has a meaning.
    at::Tensor documents(std::int64_t begin, std::int64_t count) const;

private:
    ShardInfo m_info;
    at::Tensor m_tokens;
    at::Tensor m_documents;
};

/// The shards of a folder in name order. @throws Error (Usage) when there are none (says what was found instead).
std::vector<std::filesystem::path> listShards(const std::filesystem::path& folder);

struct ShardWriterOptions {
    std::string tokenizerName, tokenizerSha256, tokenizerPath, source;
    std::int64_t pieces = 0;
};
/// Writes one shard atomically; U16 up to 65,536 pieces, U32 above. @param ids [n], documents [n]
void writeShard(const std::filesystem::path& path, const std::vector<std::uint32_t>& ids,
    const std::vector<std::uint32_t>& documents, const ShardWriterOptions& options);

}  // namespace bam::data
