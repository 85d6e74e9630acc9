// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/preview.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/documents/byte_stream.h"
#include "core/data/documents/json_row.h"
#include "core/data/documents/reader.h"
#include "core/data/shard.h"
#include "core/tokenizer/tokenizer.h"

#include <ATen/core/Tensor.h>

#include <algorithm>
#include <optional>

namespace bam::data {
namespace {

using tokenizer::Tokenizer;

constexpr std::size_t kSampledFiles = 4;
constexpr std::size_t kCountedShards = 64;      ///< beyond these the number of tokens follows from the sizes of the files
constexpr std::int64_t kShardTokens = 4096;     ///< read from the beginning of a folder of shards

std::int64_t characters(std::string_view text)
{
    return std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
}

/// At most `most` bytes, cut between characters.
std::string head(const std::string& text, std::size_t most)
{
    if (text.size() <= most)
        return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80)
        --most;
    return text.substr(0, most);
}

/// sentencepiece's mark of a space as a space.
std::string withSpaces(std::string_view piece)
{
    constexpr std::string_view mark = "\u2581";
    std::string text;
    while (!piece.empty()) {
        const bool marked = piece.starts_with(mark);
        text += marked ? ' ' : piece.front();
        piece.remove_prefix(marked ? mark.size() : 1);
    }
    return text;
}

PreviewToken token(const Tokenizer& model, std::int32_t id)
{
    PreviewToken result{{}, id, PreviewToken::Kind::Text};
    if (id < 0 || id >= model.pieceCount()) {
        result.text = str("<", id, ">");
        result.kind = PreviewToken::Kind::Unknown;
        return result;
    }
    result.text = model.piece(id);
    if (!model.isText(id)) {
        result.kind = result.text.starts_with("<0x") ? PreviewToken::Kind::Byte : result.text == "<unk>" ? PreviewToken::Kind::Unknown : PreviewToken::Kind::Control;
        return result;
    }
    result.text = withSpaces(result.text);
    return result;
}

/// Reads the first documents of one file after the other and counts tokens for the estimate.
class Sampler {
public:
    Sampler(const PreviewSpec& spec, std::stop_token stop, Preview& result)
        : m_spec(spec)
        , m_stop(std::move(stop))
        , m_result(result)
    {
        if (!spec.tokenizer.empty()) {
            m_model = Tokenizer::load(spec.tokenizer);
            m_result.tokenizer = spec.tokenizer.string();
            m_result.pieces = m_model->pieceCount();
        }
    }

    void read(const InputFile& file, std::int64_t budget)
    {
        const auto before = m_diskBytes;
        if (file.format == TextFormat::Parquet)
            readRows(file, budget);
        else
            readText(file, budget);
        m_complete = m_complete && m_diskBytes - before >= file.bytes;
    }

    void finish()
    {
        if (m_repaired > 0)
            m_result.notes.push_back(str(withThousands(m_repaired), m_repaired == 1 ? " byte sequence was" : " byte sequences were", " no UTF-8 and would be replaced by U+FFFD"));
        if (m_withoutColumn > 0)
            m_result.notes.push_back(str(withThousands(m_withoutColumn), m_withoutColumn == 1 ? " row has" : " rows have", " no text in \"", m_spec.column, "\": ", m_columnProblem));
        if (!m_model || m_diskBytes <= 0)
            return;
        m_result.exact = m_complete;
        m_result.tokens = double(m_result.sampledTokens) * (m_complete ? 1.0 : double(m_result.bytes) / double(m_diskBytes));
    }

private:
    void take(std::string text, const std::string& source, bool partial)
    {
        m_repaired += repairUtf8(text);
        if (trimmed(text).empty())
            return;
        PreviewDocument document{source, {}, head(text, std::size_t(m_spec.documentBytes)), characters(text), 0, false};
        document.cut = partial || document.text.size() < text.size();
        m_result.sampledCharacters += document.characters;
        std::vector<std::int32_t> ids;
        if (m_model) {
            ids = m_model->encode(text);
            if (m_spec.bos && m_model->bos() >= 0)
                ids.insert(ids.begin(), m_model->bos());
            if (m_spec.eos && m_model->eos() >= 0 && !partial)
                ids.push_back(m_model->eos());
            document.tokenCount = std::int64_t(ids.size());
            m_result.sampledTokens += document.tokenCount;
        }
        if (m_result.documents.size() >= std::size_t(m_spec.documents))
            return;
        std::int64_t shown = 0;
        for (const auto id : ids) {
            document.tokens.push_back(token(*m_model, id));
            shown += std::int64_t(document.tokens.back().text.size());
            if (shown > m_spec.documentBytes && document.cut)
                break;
        }
        m_result.documents.push_back(std::move(document));
    }

    void takeRow(const std::string& line, const std::string& source)
    {
        auto row = parseJsonRow(line, m_spec.column);
        if (row.outcome == JsonRow::Outcome::Text)
            return take(std::move(row.text), source, false);
        if (row.outcome == JsonRow::Outcome::Null)
            return;
        ++m_withoutColumn;
        if (m_columnProblem.empty())
            m_columnProblem = row.problem;
    }

    /// The first `budget` bytes of a text or of JSON Lines, without the line that they cut.
    void readText(const InputFile& file, std::int64_t budget)
    {
        openReader(file, {m_spec.column, false}, m_stop);      // refuses what is no text
        const auto stream = openByteStream(file, m_stop);
        std::string content(std::size_t(budget), '\0');
        std::size_t size = 0;
        for (std::size_t got = 1; got > 0 && size < content.size(); size += got)
            got = stream->read(content.data() + size, content.size() - size);
        content.resize(size);
        const bool whole = size < std::size_t(budget);
        const bool plain = file.compression == Compression::None;
        const auto disk = plain ? std::int64_t(size) : stream->diskPosition();
        if (content.starts_with("\xef\xbb\xbf"))
            content.erase(0, 3);
        if (m_spec.unit == "file" && file.format == TextFormat::Text) {
            take(head(content, content.size()), file.path.filename().string(), !whole);
            m_diskBytes += whole ? file.bytes : disk;
            return;
        }
        std::size_t begin = 0;
        for (std::int64_t number = 1; begin < content.size() && !m_stop.stop_requested(); ++number) {
            const auto found = content.find('\n', begin);
            if (found == std::string::npos && !whole && begin > 0)
                break;
            const auto end = std::min(found, content.size());
            auto line = content.substr(begin, end - begin);
            if (line.ends_with('\r'))
                line.pop_back();
            const auto source = str(file.path.filename().string(), ", line ", withThousands(number));
            if (file.format == TextFormat::JsonLines && (found != std::string::npos || whole))
                takeRow(line, source);
            else
                take(std::move(line), source, found == std::string::npos && !whole);
            begin = end + 1;
        }
        const double consumed = content.empty() ? 1 : std::min(1.0, double(begin) / double(content.size()));
        m_diskBytes += whole ? file.bytes : std::int64_t(double(disk) * consumed);
    }

    void readRows(const InputFile& file, std::int64_t budget)
    {
        const auto reader = openReader(file, {m_spec.column, false}, m_stop);
        Record record;
        std::int64_t read = 0, disk = 0;
        bool more = true;
        while (read < budget && !m_stop.stop_requested() && (more = reader->next(record))) {
            disk = record.diskBytes;
            read += std::int64_t(record.content.size());
            if (record.kind == Record::Kind::Text)
                take(record.content, str(file.path.filename().string(), ", row ", withThousands(record.place.number)), false);
        }
        m_diskBytes += more ? std::max<std::int64_t>(1, disk) : file.bytes;
    }

    const PreviewSpec& m_spec;
    std::stop_token m_stop;
    Preview& m_result;
    std::optional<Tokenizer> m_model;
    std::int64_t m_diskBytes = 0, m_repaired = 0, m_withoutColumn = 0;
    std::string m_columnProblem;
    bool m_complete = true;

public:
    void leaveOut() { m_complete = false; }
};

void previewTexts(const PreviewSpec& spec, const std::stop_token& stop, Preview& result)
{
    const auto list = findInputs(spec.inputs, {});
    result.files = std::int64_t(list.files.size());
    result.bytes = list.bytes;
    result.notes = list.notes;
    Sampler sampler(spec, stop, result);
    const auto sampled = std::min(kSampledFiles, list.files.size());
    for (std::size_t n = 0; n < sampled && !stop.stop_requested(); ++n)
        sampler.read(list.files[n * list.files.size() / sampled], spec.bytes / std::int64_t(sampled));
    if (sampled < list.files.size())
        sampler.leaveOut();
    sampler.finish();
    if (result.documents.empty() && !stop.stop_requested()) {
        result.error = "No document was found in the first part of the files.";
        result.hint = result.notes.empty() ? "Choose other files." : result.notes.back() + ".";
    }
}

/// Tokens of all shards, or what the sizes of the files let expect.
void countTokens(const std::vector<std::filesystem::path>& shards, const std::stop_token& stop, Preview& result)
{
    std::int64_t tokens = 0, bytes = 0;
    for (std::size_t n = 0; n < shards.size(); ++n) {
        std::error_code failed;
        const auto size = std::int64_t(std::filesystem::file_size(shards[n], failed));
        result.bytes += failed ? 0 : size;
        if (n >= kCountedShards || stop.stop_requested())
            continue;
        tokens += Shard::open(shards[n]).size();
        bytes += failed ? 0 : size;
    }
    result.exact = shards.size() <= kCountedShards;
    result.tokens = result.exact || bytes == 0 ? double(tokens) : double(tokens) * double(result.bytes) / double(bytes);
}

std::optional<Tokenizer> tokenizerOf(const PreviewSpec& spec, const ShardInfo& info, Preview& result)
{
    std::error_code failed;
    const std::filesystem::path path = spec.tokenizer.empty() ? std::filesystem::path(info.tokenizerPath) : spec.tokenizer;
    if (path.empty() || (spec.tokenizer.empty() && !std::filesystem::exists(path, failed))) {
        result.notes.push_back(str("the tokenizer of the shards",
            info.tokenizerName.empty() ? std::string() : str(", ", info.tokenizerName, ","), " was not found: ids are shown instead of text"));
        return std::nullopt;
    }
    auto model = Tokenizer::load(path);
    if (!info.tokenizerSha256.empty() && model.sha256() != info.tokenizerSha256)
        result.notes.push_back(str(path.filename().string(), " is not the tokenizer that the shards were made with (", info.tokenizerName, ")"));
    return model;
}

void previewShards(const PreviewSpec& spec, const std::stop_token& stop, Preview& result)
{
    const auto shards = listShards(spec.inputs.empty() ? std::filesystem::path() : spec.inputs.front());
    result.files = std::int64_t(shards.size());
    const auto first = Shard::open(shards.front());
    const auto model = tokenizerOf(spec, first.info(), result);
    result.pieces = model ? model->pieceCount() : first.info().pieces;
    result.tokenizer = model ? model->path().string() : std::string();
    countTokens(shards, stop, result);
    const auto count = std::min(kShardTokens, first.size());
    const auto ids = first.tokens(0, count), documents = first.documents(0, count);
    const auto* id = ids.const_data_ptr<std::int64_t>();
    const auto* document = documents.const_data_ptr<std::int64_t>();
    for (std::int64_t n = 0; n < count && !stop.stop_requested(); ++n) {
        if (n == 0 || document[n] != document[n - 1]) {
            if (result.documents.size() >= std::size_t(spec.documents))
                break;
            result.documents.push_back({str(shards.front().filename().string(), ", token ", withThousands(n)), {}, {}, 0, 0, false});
        }
        auto& into = result.documents.back();
        const auto piece = model ? token(*model, std::int32_t(id[n])) : PreviewToken{std::to_string(id[n]), std::int32_t(id[n]), PreviewToken::Kind::Unknown};
        ++into.tokenCount;
        ++result.sampledTokens;
        if (piece.kind == PreviewToken::Kind::Text) {
            into.characters += characters(piece.text);
            result.sampledCharacters += characters(piece.text);
            into.text += piece.text;
        }
        into.tokens.push_back(piece);
        into.cut = n + 1 == count && count < first.size();
    }
}

}  // namespace

Preview preview(const PreviewSpec& spec, std::stop_token stop)
{
    Preview result;
    try {
        if (spec.source == PreviewSource::Texts)
            previewTexts(spec, stop, result);
        else
            previewShards(spec, stop, result);
    } catch (const Error& error) {
        result.error = error.cause();
        result.hint = error.hint();
    } catch (const std::exception& error) {
        result.error = str("The preview failed: ", error.what());
        result.hint = "Check the files.";
    }
    return stop.stop_requested() ? Preview{} : result;
}

}  // namespace bam::data
