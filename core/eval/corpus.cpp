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
#include <memory>
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

void readShards(Corpus& corpus, const std::filesystem::path& folder, const tokenizer::Tokenizer& tokenizer, std::int64_t vocabulary, std::int64_t count, const LogFn& log)
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
    corpus.documentsAre = "documents";
    PieceBytes bytes(tokenizer);
    bool fresh = true;      // no text of this document yet
    for (std::int64_t n = 0; n < tokens.numel(); ++n) {
        if (n > 0 && owners[n] != owners[n - 1]) {
            corpus.documents.push_back(n);
            fresh = true;
        }
        const bool known = ids[n] < tokenizer.pieceCount();
        corpus.bytes.push_back(known ? bytes.of(ids[n], fresh) : std::uint16_t(0));
        corpus.unknownTokens += known && tokenizer.isUnknown(ids[n]);
        fresh = fresh && !(known && tokenizer.isText(ids[n]));
    }
    if (corpus.unknownTokens == 0)
        return;
    corpus.bytes.clear();
    if (log)
        log(str(corpus.name, ": no bits per byte, because ", withThousands(corpus.unknownTokens), corpus.unknownTokens == 1 ? " token is" : " tokens are",
            " unknown to the tokenizer, and shards do not hold the text; a text file gives them"));
}

// Problems told one by one; beyond that only their number.
constexpr int kToldProblems = 3;

constexpr const char* kRefuseHint = "Correct the text, or leave such rows out with --perplexity_bad_rows skip.";

/// A text file's documents, as far as they are wanted.
class TextReading {
public:
    TextReading(Corpus& corpus, const tokenizer::Tokenizer& tokenizer, std::int64_t count, const ProgressFn& progress, const std::stop_token& stop, const BadRows& bad)
        : m_corpus(corpus), m_tokenizer(tokenizer), m_count(count), m_wanted(count > 0 ? std::size_t(count) : std::numeric_limits<std::size_t>::max()), m_progress(progress), m_stop(stop), m_bad(bad)
    {
        corpus.documents.clear();
    }

    void read(const std::filesystem::path& file)
    {
        for (const auto& input : data::findInputs({file}, {}).files)
            if (m_corpus.tokens.size() < m_wanted)
                readFile(input);
        if (m_bad.log && m_corpus.rowsLeftOut > kToldProblems)
            m_bad.log(str(m_corpus.name, ": ", withThousands(m_corpus.rowsLeftOut), " rows are left out in all"));
        const auto found = std::int64_t(m_corpus.tokens.size());
        if (found < std::max<std::int64_t>(m_count, 2) && !m_firstProblem.empty())
            throw Error(ErrorCode::Failed, str("\"", file.string(), "\" holds ", withThousands(found), " tokens that can be read; ", withThousands(std::max<std::int64_t>(m_count, 2)), " are wanted for perplexity; ", m_firstProblem),
                "Correct the text, or ask for fewer tokens with --perplexity_tokens (a multiple of --perplexity_window) or --perplexity_total.");
        if (found < m_count)
            refuseShort(file.string(), found, m_count);
        if (m_count > 0)
            cut();
    }

private:
    void readFile(const data::InputFile& input)
    {
        m_corpus.documentsAre = input.format == data::TextFormat::Text ? "lines" : "rows";
        std::unique_ptr<data::DocumentReader> reader;
        data::Record record;
        const auto next = [&] {
            try {
                if (!reader)
                    reader = data::openReader(input, {}, m_stop);
                return reader->next(record);
            } catch (const Error& error) {
                if (error.code() != ErrorCode::Failed || m_bad.refuse)
                    throw;
                remember(error.cause());
                if (m_bad.log)
                    m_bad.log(str(m_corpus.name, ": left out: ", error.cause()));
                return false;
            }
        };
        for (std::int64_t lines = 0; m_corpus.tokens.size() < m_wanted && next(); ++lines) {
            if (m_stop.stop_requested())
                throw Error(ErrorCode::Stopped, str("stopped on request while reading ", input.name()), "Results that were finished before are kept in results.json.");
            repairUtf8(record.content);
            if (const auto problem = withoutText(record); !problem.empty())
                leaveOut(str(input.name(), record.kind == data::Record::Kind::JsonRow ? ", line " : ", row ", withThousands(record.place.number)), problem);
            else
                add(record.content);
            if (m_progress && lines % 256 == 0)
                m_progress({"reading the text", double(m_count > 0 ? std::min(m_wanted, m_corpus.tokens.size()) : std::size_t(record.diskBytes)), double(m_count > 0 ? m_count : input.bytes),
                    m_count > 0 ? "tokens" : "bytes", std::chrono::duration<double>(Clock::now() - m_start).count(), {}});
        }
    }

    /// Why a record has no text; empty: it has, and it is its content.
    static std::string withoutText(data::Record& record)
    {
        const std::string null = "its \"text\" is null";
        if (record.kind != data::Record::Kind::JsonRow)
            return record.kind == data::Record::Kind::Null ? null : std::string();
        auto row = data::parseJsonRow(record.content, "text");
        if (row.outcome != data::JsonRow::Outcome::Text)
            return row.outcome == data::JsonRow::Outcome::Null ? null : row.problem;
        record.content = std::move(row.text);
        repairUtf8(record.content);
        return {};
    }

    void leaveOut(const std::string& place, const std::string& problem)
    {
        if (m_bad.refuse)
            throw Error(ErrorCode::Failed, str(place, " has no text: ", problem), kRefuseHint);
        remember(str(place, " has no text: ", problem));
        if (++m_corpus.rowsLeftOut <= kToldProblems && m_bad.log)
            m_bad.log(str(place, " is left out: ", problem));
    }

    void remember(const std::string& problem)
    {
        if (m_firstProblem.empty())
            m_firstProblem = problem;
    }

    void add(const std::string& text)
    {
        const auto begin = m_corpus.tokens.size();
        for (const auto& placed : m_tokenizer.encodeWithPlaces(text, m_stop)) {
            m_corpus.tokens.push_back(placed.id);
            m_corpus.bytes.push_back(atMost16(placed.end - placed.begin));
        }
        if (m_corpus.tokens.size() > begin)
            m_corpus.documents.push_back(std::int64_t(begin));
    }

    void cut()
    {
        m_corpus.tokens.resize(m_wanted);
        m_corpus.bytes.resize(m_wanted);
        std::erase_if(m_corpus.documents, [&](std::int64_t begin) { return begin >= m_count; });
    }

    Corpus& m_corpus;
    const tokenizer::Tokenizer& m_tokenizer;
    const std::int64_t m_count;
    const std::size_t m_wanted;
    const ProgressFn& m_progress;
    const std::stop_token& m_stop;
    const BadRows& m_bad;
    const Clock::time_point m_start = Clock::now();
    std::string m_firstProblem;
};

}  // namespace

std::vector<std::pair<std::int64_t, std::int64_t>> Corpus::spans() const
{
    std::vector<std::pair<std::int64_t, std::int64_t>> all;
    for (std::size_t n = 0; n < documents.size(); ++n)
        all.emplace_back(documents[n], n + 1 < documents.size() ? documents[n + 1] : std::int64_t(tokens.size()));
    return all;
}

Corpus readCorpus(const std::filesystem::path& path, const tokenizer::Tokenizer& tokenizer, std::int64_t vocabulary, std::int64_t count, const ProgressFn& progress,
    const std::stop_token& stop, const BadRows& bad)
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
        readShards(corpus, path, tokenizer, vocabulary, count, bad.log);
    else
        TextReading(corpus, tokenizer, count, progress, stop, bad).read(path);
    if (corpus.tokens.size() < 2)
        refuseShort(path.string(), std::int64_t(corpus.tokens.size()), 2);
    return corpus;
}

}  // namespace bam::eval
