// SPDX-License-Identifier: GPL-3.0-or-later
// Text and JSON Lines: one record per line, or one per file.
// Invariant: memory is bounded by the longest record and one chunk.
#include "core/data/documents/json_row.h"
#include "core/data/documents/reader.h"
#include "core/data/documents/byte_stream.h"

#include "core/base/error.h"
#include "core/base/text.h"

namespace bam::data {
namespace {

constexpr std::size_t kChunk = 256 * 1024;
/// sentencepiece counts in int; and a text of this length is no document.
constexpr std::size_t kLongestRecord = std::size_t(1) << 30;

/// Content that a text file never begins with, by what it betrays.
void checkBeginning(std::string_view begin, const InputFile& file)
{
    const auto refuse = [&](const char* found, const char* hint) {
        throw Error(ErrorCode::Failed, str(file.name(), " holds ", found, ", not text"), hint);
    };
    if (begin.starts_with("\x1f\x8b"))
        refuse("gzip data", file.isStandardInput() ? "Pipe it through zcat." : "Rename it so that it ends in .gz (.jsonl.gz, .txt.gz).");
    if (begin.starts_with("\x28\xb5\x2f\xfd"))
        refuse("zstd data", file.isStandardInput() ? "Pipe it through zstdcat." : "Rename it so that it ends in .zst (.jsonl.zst, .txt.zst).");
    if (begin.starts_with("PAR1"))
        refuse("Parquet data", file.isStandardInput() ? "Give the file's name instead of piping it." : "Rename it so that it ends in .parquet.");
    if (begin.starts_with("\xff\xfe") || begin.starts_with("\xfe\xff"))
        refuse("UTF-16", "Convert it: iconv -f UTF-16 -t UTF-8.");
}

class LineReader : public DocumentReader {
public:
    LineReader(const InputFile& file, const ReaderOptions& options, std::stop_token stop)
        : m_file(file), m_stream(openByteStream(file, std::move(stop))), m_wholeFile(options.wholeFiles && file.format == TextFormat::Text),
          m_json(file.format == TextFormat::JsonLines)
    {
        while (m_buffer.size() < 4 && fill()) {
        }
        checkBeginning(m_buffer, m_file);
        if (m_buffer.starts_with("\xef\xbb\xbf"))
            m_begin = 3;
        if (file.isStandardInput() && !m_wholeFile)
            m_json = firstLineIsRow(options.column);
    }

    bool next(Record& record) override
    {
        if (m_begin == m_buffer.size() && !fill())
            return false;
        const auto end = m_wholeFile ? endOfFile() : endOfLine();
        record.content.assign(m_buffer, m_begin, end - m_begin);
        if (!m_wholeFile && record.content.ends_with('\r'))
            record.content.pop_back();
        record.kind = m_json ? Record::Kind::JsonRow : Record::Kind::Text;
        record.place = {m_number, m_bufferOffset + std::int64_t(m_begin)};
        m_begin = std::min(end + 1, m_buffer.size());
        ++m_number;
        record.diskBytes = m_stream->diskPosition() - std::int64_t(m_file.compression == Compression::None ? m_buffer.size() - m_begin : 0);
        return true;
    }

    void skipTo(const Place& place) override
    {
        if (place.offset == m_bufferOffset + std::int64_t(m_begin))
            return;
        if (m_stream->seek(place.offset)) {
            m_buffer.clear();
            m_begin = 0;
            m_bufferOffset = place.offset;
            m_number = place.number;
            return;
        }
        Record record;
        while (m_number < place.number && next(record)) {
        }
        if (m_number < place.number || m_bufferOffset + std::int64_t(m_begin) != place.offset)
            throw Error(ErrorCode::Failed, str(m_file.name(), " has changed since the ingest was interrupted: line ", withThousands(place.number),
                            " is not where it was"), "Start over in an empty folder.");
    }

    bool isJson() const override { return m_json; }

private:
    /// Appends one chunk; false at the end of the stream. Drops what was consumed first.
    bool fill()
    {
        if (m_begin > 0 && m_begin >= m_buffer.size() / 2) {
            m_buffer.erase(0, m_begin);
            m_bufferOffset += std::int64_t(m_begin);
            m_begin = 0;
        }
        if (m_buffer.size() - m_begin > kLongestRecord)
            throw Error(ErrorCode::Failed, str(m_file.name(), ": ", m_wholeFile ? "the file" : str("line ", withThousands(m_number)),
                            " is longer than ", humanBytes(double(kLongestRecord)), ", too long for one document"),
                m_wholeFile ? "Read it by lines instead (unit line)." : "Break it into lines, one document each.");
        const auto before = m_buffer.size();
        m_buffer.resize(before + kChunk);
        const auto got = m_stream->read(m_buffer.data() + before, kChunk);
        m_buffer.resize(before + got);
        return got > 0;
    }

    std::size_t endOfLine()
    {
        for (auto searched = m_begin;;) {
            const auto end = m_buffer.find('\n', searched);
            if (end != std::string::npos)
                return end;
            const auto pending = m_buffer.size() - m_begin;
            if (!fill())
                return m_buffer.size();
            searched = m_begin + pending;
        }
    }

    std::size_t endOfFile()
    {
        while (fill()) {
        }
        return m_buffer.size();
    }

    bool firstLineIsRow(const std::string& column)
    {
        const auto end = endOfLine();
        const auto row = parseJsonRow(std::string_view(m_buffer).substr(m_begin, end - m_begin), column);
        return row.outcome == JsonRow::Outcome::Text;
    }

    InputFile m_file;
    std::unique_ptr<ByteStream> m_stream;
    bool m_wholeFile;
    bool m_json;
    std::string m_buffer;
    std::size_t m_begin = 0;            ///< of what is not consumed, in m_buffer
    std::int64_t m_bufferOffset = 0;    ///< of m_buffer, in the content
    std::int64_t m_number = 1;
};

}  // namespace

std::unique_ptr<DocumentReader> openLineReader(const InputFile& file, const ReaderOptions& options, std::stop_token stop)
{
    return std::make_unique<LineReader>(file, options, std::move(stop));
}

std::unique_ptr<DocumentReader> openReader(const InputFile& file, const ReaderOptions& options, std::stop_token stop)
{
    return file.format == TextFormat::Parquet ? openParquetReader(file, options) : openLineReader(file, options, std::move(stop));
}

}  // namespace bam::data
