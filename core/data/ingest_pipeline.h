// SPDX-License-Identifier: GPL-3.0-or-later
// Reads documents on one thread, tokenises them on many, and hands them out in the order in which they were read.
// Invariants: the sequence of results depends on the inputs alone, not on the number of threads; documents in flight are bounded in
// number and bytes; the destructor stops and joins every thread.
#pragma once

#include "core/data/documents/reader.h"
#include "core/tokenizer/tokenizer.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace bam::data {

/// What became of one record.
struct TokenizedDocument {
    enum class Outcome {
        Kept,
        Empty,              ///< nothing but white space, or a null
        NoColumn,           ///< JSON row without text in the column
        Broken,             ///< line that is no JSON object
    };
    Outcome outcome = Outcome::Kept;
    bool jsonRow = false;               ///< and not a blank line
    std::int64_t file = 0;              ///< index in the list of inputs
    Place place;
    std::int64_t diskBytes = 0;         ///< of that file, consumed so far
    std::int64_t tokens = 0;            ///< with BOS and EOS
    std::int64_t bytes = 0;             ///< of text
    std::int64_t repaired = 0;          ///< invalid UTF-8 sequences
    std::uint64_t hash = 0;             ///< of the text, to recognise the document again
    std::string problem = {};            ///< of NoColumn and Broken
};

struct TokenizedBatch {
    std::vector<TokenizedDocument> documents;
    std::vector<std::int32_t> ids;      ///< of all documents, one after the other
};

struct PipelineOptions {
    ReaderOptions reader;
    std::int32_t bos = -1;              ///< put before each document; -1 = none
    std::int32_t eos = -1;
    int threads = 1;
    std::int64_t firstFile = 0;         ///< where to begin
    Place firstPlace;
};

class IngestPipeline {
public:
    IngestPipeline(const std::vector<InputFile>& files, const tokenizer::Tokenizer& tokenizer, const PipelineOptions& options);
    ~IngestPipeline();
    IngestPipeline(const IngestPipeline&) = delete;
    IngestPipeline& operator=(const IngestPipeline&) = delete;

    /// The next batch in order; nullopt at the end. Rethrows what a reader threw, after the documents before it.
    /// @throws Error (Stopped) when `stop` is requested.
    std::optional<TokenizedBatch> next(std::stop_token stop);

private:
    struct RawBatch {
        std::int64_t number = 0;
        std::int64_t file = 0;
        std::vector<Record> records = {};
        std::int64_t bytes = 0;
    };
    struct Done {
        TokenizedBatch batch;
        std::int64_t bytes = 0;         ///< of the raw batch
        std::exception_ptr error;
    };

    void read(std::stop_token stop);
    void readFile(std::int64_t file, std::stop_token stop);
    bool push(RawBatch batch, std::stop_token stop);
    void work(std::stop_token stop);
    Done tokenized(RawBatch raw, const std::stop_token& stop) const;
    TokenizedDocument tokenizedRecord(const RawBatch& raw, Record record, std::vector<std::int32_t>& ids, const std::stop_token& stop) const;

    const std::vector<InputFile> m_files;
    const tokenizer::Tokenizer m_tokenizer;
    const PipelineOptions m_options;

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<RawBatch> m_waiting;
    std::map<std::int64_t, Done> m_done;
    std::int64_t m_read = 0;            ///< batches handed to the workers
    std::int64_t m_handedOut = 0;
    std::int64_t m_bytesInFlight = 0;
    bool m_ended = false;               ///< the reader is through
    std::exception_ptr m_readError;

    std::vector<std::jthread> m_threads;    ///< last: they use everything above
};

}  // namespace bam::data
