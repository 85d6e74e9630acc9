// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/ingest_pipeline.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/documents/json_row.h"

namespace bam::data {
namespace {

/// One batch: large enough that handing it over costs nothing, small enough that all threads have work in a small file.
constexpr std::int64_t kBatchBytes = 128 * 1024;
constexpr std::size_t kBatchRecords = 4096;
/// Content in flight; one larger document alone is still let through.
constexpr std::int64_t kBytesInFlight = 256 * 1024 * 1024;

/// FNV-1a, 64 bits.
std::uint64_t textHash(std::string_view text)
{
    std::uint64_t hash = 14695981039346656037u;
    for (const unsigned char c : text)
        hash = (hash ^ c) * 1099511628211u;
    return hash;
}

}  // namespace

IngestPipeline::IngestPipeline(const std::vector<InputFile>& files, const tokenizer::Tokenizer& tokenizer, const PipelineOptions& options)
    : m_files(files), m_tokenizer(tokenizer), m_options(options)
{
    m_threads.emplace_back([this](std::stop_token stop) { read(std::move(stop)); });
    for (int n = 0; n < std::max(1, options.threads); ++n)
        m_threads.emplace_back([this](std::stop_token stop) { work(std::move(stop)); });
}

IngestPipeline::~IngestPipeline()
{
    for (auto& thread : m_threads)
        thread.request_stop();
    m_threads.clear();
}

std::optional<TokenizedBatch> IngestPipeline::next(std::stop_token stop)
{
    std::unique_lock lock(m_mutex);
    const bool ready = m_changed.wait(lock, stop, [&] { return m_done.contains(m_handedOut) || (m_ended && m_handedOut == m_read); });
    if (stop.stop_requested() || !ready)
        throw Error(ErrorCode::Stopped, "stopped on request", "Run the same command again with resume to continue.");
    const auto found = m_done.find(m_handedOut);
    if (found == m_done.end()) {
        if (m_readError)
            std::rethrow_exception(m_readError);
        return std::nullopt;
    }
    auto done = std::move(found->second);
    m_done.erase(found);
    ++m_handedOut;
    m_bytesInFlight -= done.bytes;
    m_changed.notify_all();
    if (done.error)
        std::rethrow_exception(done.error);
    return std::move(done.batch);
}

void IngestPipeline::read(std::stop_token stop)
{
    std::exception_ptr problem;
    try {
        for (auto file = m_options.firstFile; file < std::int64_t(m_files.size()) && !stop.stop_requested(); ++file)
            readFile(file, stop);
    } catch (...) {
        problem = std::current_exception();
    }
    const std::lock_guard lock(m_mutex);
    m_ended = true;
    m_readError = problem;
    m_changed.notify_all();
}

void IngestPipeline::readFile(std::int64_t file, std::stop_token stop)
{
    const auto reader = openReader(m_files[std::size_t(file)], m_options.reader, stop);
    if (file == m_options.firstFile)
        reader->skipTo(m_options.firstPlace);
    RawBatch batch{.file = file};
    // What was read before a damaged place is handed on, so that the result does not depend on where batches end.
    std::exception_ptr problem;
    try {
        for (Record record; reader->next(record);) {
            batch.bytes += std::int64_t(record.content.size());
            batch.records.push_back(std::move(record));
            record = {};
            if (batch.bytes < kBatchBytes && batch.records.size() < kBatchRecords)
                continue;
            if (!push(std::exchange(batch, RawBatch{.file = file}), stop))
                return;
        }
    } catch (...) {
        problem = std::current_exception();
    }
    if (!batch.records.empty() && !push(std::move(batch), stop))
        return;
    if (problem)
        std::rethrow_exception(problem);
}

bool IngestPipeline::push(RawBatch batch, std::stop_token stop)
{
    const auto most = 4 * std::int64_t(std::max(1, m_options.threads)) + 4;
    std::unique_lock lock(m_mutex);
    const bool room = m_changed.wait(lock, stop, [&] {
        const auto inFlight = m_read - m_handedOut;
        return inFlight == 0 || (inFlight < most && m_bytesInFlight + batch.bytes <= kBytesInFlight);
    });
    if (!room)
        return false;
    batch.number = m_read++;
    m_bytesInFlight += batch.bytes;
    m_waiting.push_back(std::move(batch));
    m_changed.notify_all();
    return true;
}

void IngestPipeline::work(std::stop_token stop)
{
    for (;;) {
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait(lock, stop, [&] { return !m_waiting.empty() || m_ended; }) || m_waiting.empty() || stop.stop_requested())
            return;
        auto raw = std::move(m_waiting.front());
        m_waiting.pop_front();
        lock.unlock();

        const auto number = raw.number;
        auto done = tokenized(std::move(raw), stop);
        lock.lock();
        m_done.emplace(number, std::move(done));
        m_changed.notify_all();
    }
}

IngestPipeline::Done IngestPipeline::tokenized(RawBatch raw, const std::stop_token& stop) const
{
    Done done{.batch = {}, .bytes = raw.bytes, .error = {}};
    try {
        done.batch.documents.reserve(raw.records.size());
        done.batch.ids.reserve(std::size_t(raw.bytes) / 3);
        for (auto& record : raw.records)
            done.batch.documents.push_back(tokenizedRecord(raw, std::move(record), done.batch.ids, stop));
    } catch (...) {
        done.error = std::current_exception();
    }
    return done;
}

TokenizedDocument IngestPipeline::tokenizedRecord(const RawBatch& raw, Record record, std::vector<std::int32_t>& ids, const std::stop_token& stop) const
{
    using Outcome = TokenizedDocument::Outcome;
    TokenizedDocument document{.file = raw.file, .place = record.place, .diskBytes = record.diskBytes};
    document.outcome = Outcome::Empty;
    if (record.kind == Record::Kind::Null || trimmed(record.content).empty())
        return document;
    document.jsonRow = record.kind == Record::Kind::JsonRow;
    document.repaired = repairUtf8(record.content);

    std::string text = std::move(record.content);
    if (document.jsonRow) {
        auto row = parseJsonRow(text, m_options.reader.column);
        text = std::move(row.text);
        if (row.outcome == JsonRow::Outcome::Broken || row.outcome == JsonRow::Outcome::NoColumn) {
            document.outcome = row.outcome == JsonRow::Outcome::Broken ? Outcome::Broken : Outcome::NoColumn;
            document.problem = std::move(row.problem);
            return document;
        }
        if (trimmed(text).empty())
            return document;
    }
    const auto pieces = m_tokenizer.encode(text, stop);
    if (pieces.empty())
        return document;

    const auto before = ids.size();
    if (m_options.bos >= 0)
        ids.push_back(m_options.bos);
    ids.insert(ids.end(), pieces.begin(), pieces.end());
    if (m_options.eos >= 0)
        ids.push_back(m_options.eos);
    document.outcome = Outcome::Kept;
    document.tokens = std::int64_t(ids.size() - before);
    document.bytes = std::int64_t(text.size());
    document.hash = textHash(text);
    return document;
}

}  // namespace bam::data
