// SPDX-License-Identifier: GPL-3.0-or-later
// The text that perplexity is measured on.
#pragma once

#include "core/base/progress.h"
#include "core/tokenizer/tokenizer.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace bam::eval {

/// The first tokens of a text, in its order; nothing is drawn.
struct Corpus {
    std::string name;                   ///< for people: of the file or folder, without ending
    std::string path;                   ///< as it was given
    std::vector<std::int32_t> tokens;
    std::vector<std::int64_t> documents = {0};  ///< where each document begins, ascending
    /// Bytes of UTF-8 that each token stands for: of the text itself, or, of shards, of its pieces. 0 for marks and for pieces that continue a character.
    /// Empty: not known, as of shards with unknown pieces.
    std::vector<std::uint16_t> bytes = {};
    std::string documentsAre = {};      ///< lines, rows, or documents (of shards)
    std::int64_t rowsLeftOut = 0;       ///< that had no text
    std::int64_t unknownTokens = 0;     ///< of shards: what they stood for is not known, so there are no bytes

    /// [begin, end) of each document
    std::vector<std::pair<std::int64_t, std::int64_t>> spans() const;
};

/// What happens to rows without a text (a missing or null "text", no JSON) and to files that are damaged: by themselves they are left out, a file from there on.
struct BadRows {
    bool refuse = false;
    LogFn log = {};                     ///< hears of what is left out: the first few with their reason, then how many
};

/// @param path folder of token shards, or a text (also .jsonl, .parquet, compressed), which is tokenised with `tokenizer`: its documents (lines of .txt, rows of the others)
///     follow each other without marks between them, and line breaks of .txt are no tokens. Shards keep the marks they have.
/// @param count tokens wanted; 0: all
/// @throws Error: Usage (nothing there; shards of another tokenizer; fewer tokens than wanted: says how many there are), Failed (damaged shards; a bad row, where they are refused; fewer
///     tokens than wanted because of bad rows), Stopped
Corpus readCorpus(const std::filesystem::path& path, const tokenizer::Tokenizer& tokenizer, std::int64_t vocabulary, std::int64_t count, const ProgressFn& progress = {},
    const std::stop_token& stop = {}, const BadRows& bad = {});

}  // namespace bam::eval
