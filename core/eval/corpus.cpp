// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/corpus.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/documents/inputs.h"
#include "core/data/documents/json_row.h"
#include "core/data/documents/reader.h"
#include "core/data/token_stream.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <unordered_map>

namespace bam::eval {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void refuseShort(const std::string& path, std::int64_t found, std::int64_t wanted)
{
    throw Error(ErrorCode::Usage, str("\"", path, "\" holds ", withThousands(found), " tokens; ", withThousands(wanted), " are wanted for perplexity"),
        "Give a longer text, or ask for fewer with --perplexity_tokens (a multiple of --perplexity_window) or --perplexity_total.");
}

std::uint16_t atMost16(std::size_t bytes) { return std::uint16_t(std::min<std::size_t>(bytes, std::numeric_limits<std::uint16_t>::max())); }

/// Bytes of pieces, without the text they came from.
class PieceBytes {
public:
    explicit PieceBytes(const tokenizer::Tokenizer& tokenizer) : m_tokenizer(tokenizer) {}

    /// @param first the space that a tokenizer puts before a document is none of its bytes
    std::uint16_t of(std::int32_t id, bool first)
    {
        auto known = m_known.find(id);
        if (known == m_known.end())
            known = m_known.emplace(id, find(id)).first;
        const auto bytes = known->second;
        return atMost16(first && bytes > 0 && m_tokenizer.shown(id).starts_with(' ') ? bytes - 1 : bytes);
    }

private:
    std::size_t find(std::int32_t id) const
    {
        if (m_tokenizer.isText(id))
            return m_tokenizer.shown(id).size();
        const auto piece = m_tokenizer.piece(id);
        return piece.size() == 6 && piece.starts_with("<0x") && piece.ends_with('>') ? 1 : 0;
    }

    const tokenizer::Tokenizer& m_tokenizer;
    std::unordered_map<std::int32_t, std::size_t> m_known;
};

void readShards(Corpus& corpus, const std::filesystem::path& folder, const tokenizer::Tokenizer& tokenizer, std::int64_t vocabulary, std::int64_t count)
{
    data::TokenStream stream(folder);
    const auto& info = stream.shards().front();
    if (!info.tokenizerSha256.empty() && info.tokenizerSha256 != tokenizer.sha256())
        throw Error(ErrorCode::Usage, str("the shards of \"", folder.string(), "\" were made with another tokenizer (", info.tokenizerName, ") than the run's (", tokenizer.name(), ")"),
            "Give a text instead, which is tokenised with the run's tokenizer, or shards made with it.");
    stream.setLimit(vocabulary, "the model");
    if (stream.size() < count)
        refuseShort(folder.string(), stream.size(), count);
    const auto range = stream.read(0, count > 0 ? count : stream.size());
    const auto tokens = range.tokens.to(at::kInt).contiguous(), documents = range.documents.to(at::kLong).contiguous();
    const auto* ids = tokens.const_data_ptr<std::int32_t>();
    const auto* owners = documents.const_data_ptr<std::int64_t>();
    corpus.tokens.assign(ids, ids + tokens.numel());
    PieceBytes bytes(tokenizer);
    bool fresh = true;      // no text of this document yet
    for (std::int64_t n = 0; n < tokens.numel(); ++n) {
        if (n > 0 && owners[n] != owners[n - 1]) {
            corpus.documents.push_back(n);
            fresh = true;
        }
        corpus.bytes.push_back(ids[n] < tokenizer.pieceCount() ? bytes.of(ids[n], fresh) : std::uint16_t(0));
        fresh = fresh && !(ids[n] < tokenizer.pieceCount() && tokenizer.isText(ids[n]));
    }
}

void readText(Corpus& corpus, const std::filesystem::path& file, const tokenizer::Tokenizer& tokenizer, std::int64_t count, const ProgressFn& progress, const std::stop_token& stop)
{
    const auto start = Clock::now();
    const auto wanted = count > 0 ? std::size_t(count) : std::numeric_limits<std::size_t>::max();
    auto& tokens = corpus.tokens;
    corpus.documents.clear();
    for (const auto& input : data::findInputs({file}, {}).files) {
        const auto reader = data::openReader(input, {}, stop);
        data::Record record;
        for (std::int64_t lines = 0; tokens.size() < wanted && reader->next(record); ++lines) {
            if (stop.stop_requested())
                throw Error(ErrorCode::Stopped, str("stopped on request while reading ", input.name()), "Results that were finished before are kept in results.json.");
            if (record.kind == data::Record::Kind::JsonRow) {
                auto row = data::parseJsonRow(record.content, "text");
                if (row.outcome == data::JsonRow::Outcome::NoColumn || row.outcome == data::JsonRow::Outcome::Broken)
                    throw Error(ErrorCode::Failed, str("line ", record.place.number, " of ", input.name(), ": ", row.problem), "Give a text, or rows of JSON with a \"text\".");
                record.content = std::move(row.text);
            }
            repairUtf8(record.content);
            const auto begin = tokens.size();
            for (const auto& placed : tokenizer.encodeWithPlaces(record.content)) {
                tokens.push_back(placed.id);
                corpus.bytes.push_back(atMost16(placed.end - placed.begin));
            }
            if (tokens.size() > begin)
                corpus.documents.push_back(std::int64_t(begin));
            if (progress && lines % 256 == 0)
                progress({"reading the text", double(count > 0 ? std::min(wanted, tokens.size()) : std::size_t(record.diskBytes)), double(count > 0 ? count : input.bytes),
                    count > 0 ? "tokens" : "bytes", std::chrono::duration<double>(Clock::now() - start).count(), {}});
        }
        if (tokens.size() >= wanted)
            break;
    }
    if (count > 0 && std::int64_t(tokens.size()) < count)
        refuseShort(file.string(), std::int64_t(tokens.size()), count);
    if (count > 0) {
        tokens.resize(std::size_t(count));
        corpus.bytes.resize(std::size_t(count));
        std::erase_if(corpus.documents, [&](std::int64_t begin) { return begin >= count; });
    }
}

}  // namespace

std::vector<std::pair<std::int64_t, std::int64_t>> Corpus::spans() const
{
    std::vector<std::pair<std::int64_t, std::int64_t>> all;
    for (std::size_t n = 0; n < documents.size(); ++n)
        all.emplace_back(documents[n], n + 1 < documents.size() ? documents[n + 1] : std::int64_t(tokens.size()));
    return all;
}

Corpus readCorpus(const std::filesystem::path& path, const tokenizer::Tokenizer& tokenizer, std::int64_t vocabulary, std::int64_t count, const ProgressFn& progress,
    const std::stop_token& stop)
{
    std::error_code unreachable;
    if (!std::filesystem::exists(path, unreachable))
        throw Error(ErrorCode::Usage, str("there is no \"", path.string(), "\" to measure perplexity on"), "Give a folder of token shards or a text file with --perplexity.");
    auto plain = path;
    if (!plain.has_filename())
        plain = plain.parent_path();
    Corpus corpus;
    corpus.path = path.string();
    const bool folder = std::filesystem::is_directory(path, unreachable);
    corpus.name = (folder ? plain.filename() : plain.stem()).string();
    if (folder)
        readShards(corpus, path, tokenizer, vocabulary, count);
    else
        readText(corpus, path, tokenizer, count, progress, stop);
    if (corpus.tokens.size() < 2)
        refuseShort(path.string(), std::int64_t(corpus.tokens.size()), 2);
    return corpus;
}

}  // namespace bam::eval
