// SPDX-License-Identifier: GPL-3.0-or-later
// Text to token shards: parallel, ordered, deterministic, resumable.
#pragma once

#include "core/base/progress.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace bam::data {

struct IngestSpec {
    std::vector<std::filesystem::path> inputs = {}; ///< files or folders (searched recursively, in name order); "-" = standard input
    std::filesystem::path output = {};          ///< folder of shards; created
    std::filesystem::path tokenizer = {};       ///< sentencepiece .model
    std::string column = "text";                ///< JSONL key or Parquet column
    std::string unit = "line";                  ///< of .txt and standard input: `line`, or `file` (whole file = one document)
    bool bos = true;                            ///< begin each document with BOS
    bool eos = true;                            ///< end each document with EOS
    std::int64_t shardTokens = 100'000'000;
    int threads = 0;                            ///< 0 = all cores
    std::int64_t maxDocuments = -1;             ///< -1 = all
    bool resume = false;                        ///< continue an interrupted ingest in `output`
};

struct IngestReport {
    std::int64_t documents = 0;
    std::int64_t tokens = 0;
    std::int64_t shards = 0;
    std::int64_t bytes = 0;             ///< of text
    std::int64_t repairedBytes = 0;     ///< invalid UTF-8 sequences replaced by U+FFFD
    std::int64_t skipped = 0;           ///< empty documents, JSONL rows without the column or that do not parse
    std::vector<std::string> notes;     ///< one sentence each, for people
    double seconds = 0;
    bool resumed = false;
};

/// @throws Error (Usage): nothing to read, column missing (names those present), output holds shards and resume is off,
///         resume with other settings; (Failed): corrupt input (names file and place), disk full; (Stopped): on request — what
///         is on disk then continues with resume.
IngestReport ingest(const IngestSpec& spec, const ProgressFn& progress = {}, std::stop_token stop = {});

}  // namespace bam::data
