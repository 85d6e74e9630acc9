// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/token_stream.h"

#include "core/base/checksum.h"
#include "core/base/error.h"
#include "core/base/text.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace bam::data {
namespace {

std::string describeTokenizer(const ShardInfo& info)
{
    if (!info.tokenizerSha256.empty())
        return str(info.tokenizerName, " (", withThousands(info.pieces), " pieces, SHA-256 ", info.tokenizerSha256.substr(0, 12), "…)");
    return info.tokenizerName.empty() ? "an unnamed tokenizer" : info.tokenizerName;
}

/// The hash decides where both have one; a file may have been renamed in between.
bool sameTokenizer(const ShardInfo& a, const ShardInfo& b)
{
    if (!a.tokenizerSha256.empty() || !b.tokenizerSha256.empty())
        return a.tokenizerSha256 == b.tokenizerSha256 && a.pieces == b.pieces;
    return a.tokenizerName == b.tokenizerName;
}

}  // namespace

TokenStream::TokenStream(const std::filesystem::path& folder)
{
    for (const auto& path : listShards(folder)) {
        const Shard shard = Shard::open(path);
        m_begins.push_back(m_size);
        m_size += shard.size();
        m_shards.push_back(shard.info());
        if (!sameTokenizer(m_shards.front(), shard.info()))
            throw Error(ErrorCode::Usage, str("The shards in \"", folder.string(), "\" were made with different tokenizers: ",
                m_shards.front().path.filename().string(), " with ", describeTokenizer(m_shards.front()), ", ", path.filename().string(), " with ",
                describeTokenizer(shard.info()), "."), "Put the shards of each tokenizer into a folder of their own.");
    }
}

void TokenStream::setLimit(std::int64_t limit, std::string owner)
{
    m_limit = limit;
    m_limitOwner = std::move(owner);
}

TokenStream::Range TokenStream::read(std::int64_t begin, std::int64_t count)
{
    if (begin < 0 || count < 0 || begin > m_size - count)
        throw Error(ErrorCode::Failed, str(count, " tokens from ", begin, " on do not exist: the shards hold ", m_size, "."));
    auto index = static_cast<std::size_t>(std::upper_bound(m_begins.begin(), m_begins.end(), begin) - m_begins.begin()) - 1;
    std::vector<at::Tensor> tokens, documents;
    while (count > 0) {
        const std::int64_t offset = begin - m_begins[index];
        const std::int64_t part = std::min(count, m_shards[index].tokens - offset);
        if (part > 0) {
            const Shard& source = shard(index);
            tokens.push_back(source.tokens(offset, part));
            documents.push_back(source.documents(offset, part));
            requireLimit(tokens.back(), source.info(), offset);
        }
        begin += part;
        count -= part;
        ++index;
    }
    if (tokens.empty())
        return {at::empty({0}, at::kLong), at::empty({0}, at::kLong)};
    if (tokens.size() == 1)
        return {tokens.front(), documents.front()};
    return {at::cat(tokens), at::cat(documents)};
}

std::string TokenStream::fingerprint()
{
    if (m_fingerprint.empty())
        m_fingerprint = digitsOf(isLarge() ? kSampledShards : m_shards.size());
    return m_fingerprint;
}

bool TokenStream::hasFingerprint(const std::string& digits) { return digits == fingerprint() || (isLarge() && digits == digitsOf(m_shards.size())); }

bool TokenStream::isLarge() const
{
    std::int64_t whole = 0;
    for (const auto& info : m_shards)
        whole += info.tokens <= kSmall ? info.tokens : 0;
    return m_shards.size() > kMostShards || whole > std::int64_t(kSampledShards) * kSmall;
}

std::string TokenStream::digitsOf(std::size_t count)
{
    constexpr std::int64_t kPieces = 16, kTokens = 256;
    Checksum sum;
    std::size_t looked = 0;
    for (std::size_t index = 0; index < m_shards.size(); ++index) {
        sum.add(str(m_shards[index].tokens, ' '));
        // Evenly spread, from the first to the last.
        if (count < m_shards.size() && index != looked * (m_shards.size() - 1) / (count - 1))
            continue;
        ++looked;
        const auto& source = shard(index);
        const auto add = [&](std::int64_t begin, std::int64_t length) {
            const auto tokens = source.tokens(begin, length);
            sum.add({static_cast<const char*>(tokens.const_data_ptr()), tokens.nbytes()});
        };
        if (source.size() <= kSmall)
            add(0, source.size());
        else
            for (std::int64_t piece = 0; piece < kPieces; ++piece)
                add((source.size() - kTokens) * piece / (kPieces - 1), kTokens);
    }
    return sum.digits();
}

const Shard& TokenStream::shard(std::size_t index)
{
    const auto open = std::find_if(m_open.begin(), m_open.end(), [&](const auto& entry) { return entry.first == index; });
    if (open != m_open.end()) {
        std::rotate(m_open.begin(), open, open + 1);
        return m_open.front().second;
    }
    Shard opened = Shard::open(m_shards[index].path);
    if (opened.size() != m_shards[index].tokens)
        throw Error(ErrorCode::Failed, str("\"", m_shards[index].path.string(), "\" held ", withThousands(m_shards[index].tokens),
            " tokens when the run started and holds ", withThousands(opened.size()), " now."), "Do not change shards while they are in use.");
    if (m_open.size() >= kOpenShards)
        m_open.pop_back();
    m_open.emplace_front(index, std::move(opened));
    return m_open.front().second;
}

void TokenStream::requireLimit(const at::Tensor& tokens, const ShardInfo& info, std::int64_t begin) const
{
    if (m_limit == 0)
        return;
    const auto* const first = tokens.const_data_ptr<std::int64_t>();
    const auto* const last = first + tokens.numel();
    const auto* const bad = std::find_if(first, last, [&](std::int64_t id) { return id < 0 || id >= m_limit; });
    if (bad != last)
        throw Error(ErrorCode::Failed, str("token ", withThousands(begin + (bad - first)), " of \"", info.path.string(), "\" has the id ", *bad,
            ", but ", m_limitOwner, " has ", withThousands(m_limit), " pieces, ids 0 to ", m_limit - 1, "."),
            "Use shards, tokenizer and model of one vocabulary (model.vocab_size, data.tokenizer).");
}

}  // namespace bam::data
