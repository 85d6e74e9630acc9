// SPDX-License-Identifier: GPL-3.0-or-later
// The shards of a folder, in name order, as one endless-looking row of tokens: a range may begin in one shard and end in another.
// Invariants: no token is dropped or repeated at a shard boundary; at most kOpenShards files are mapped at a time; every id that
// leaves is smaller than the limit.
#pragma once

#include "core/data/shard.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <deque>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace bam::data {

class TokenStream {
public:
    static constexpr std::size_t kOpenShards = 3;

    /// Opens each shard once to check it and learn its size.
    /// @throws Error (Usage): no shards, or shards of several tokenizers; (Failed): damaged shard
    explicit TokenStream(const std::filesystem::path& folder);

    std::int64_t size() const { return m_size; }
    const std::vector<ShardInfo>& shards() const { return m_shards; }
    /// Ids from `limit` on are an error from now on. @param owner what has so many pieces, for the message
    void setLimit(std::int64_t limit, std::string owner);

    struct Range {
        at::Tensor tokens;      ///< [count] int64
        at::Tensor documents;   ///< [count] int64; only equality of neighbours has a meaning
    };
    /// @throws Error (Failed): id >= limit (names shard, position, id and limit); a shard changed since it was checked
    Range read(std::int64_t begin, std::int64_t count);

    /// Checksum of the sizes of the shards, of the tokens of those up to a million (kSmall), and of 16 pieces of larger ones. Not of their names or format.
    /// Where there are very many shards (kMostShards), or very many tokens in small ones, of all sizes and of the tokens of kSampledShards among them.
    std::string fingerprint();
    /// Whether these are the data of a fingerprint: that of earlier versions too, for which every shard is read.
    bool hasFingerprint(const std::string& digits);

private:
    static constexpr std::int64_t kSmall = 1 << 20;
    static constexpr std::size_t kSampledShards = 64, kMostShards = 1024;

    bool isLarge() const;
    std::string digitsOf(std::size_t count);    ///< with the tokens of so many shards
    const Shard& shard(std::size_t index);
    void requireLimit(const at::Tensor& tokens, const ShardInfo& info, std::int64_t begin) const;

    std::vector<ShardInfo> m_shards;
    std::vector<std::int64_t> m_begins;     ///< of each shard in the stream
    std::int64_t m_size = 0;
    std::int64_t m_limit = 0;               ///< 0 = none
    std::string m_limitOwner;
    std::string m_fingerprint;              ///< once it was asked for
    std::deque<std::pair<std::size_t, Shard>> m_open;   ///< most recently used first
};

}  // namespace bam::data
