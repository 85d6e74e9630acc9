// SPDX-License-Identifier: GPL-3.0-or-later
// The first documents of a data set and where a tokenizer cuts them, from the first few hundred kilobytes alone: for people who want to see what a
// training will read before it reads it. Plain values, free of Torch.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace bam::data {

enum class PreviewSource {
    Texts,      ///< files or folders of .txt, .jsonl and .parquet, as an ingest would read them
    Shards,     ///< a folder of token shards, ours or official
};

struct PreviewSpec {
    PreviewSource source = PreviewSource::Texts;
    std::vector<std::filesystem::path> inputs;      ///< of Shards: the folder
    std::filesystem::path tokenizer;                ///< .model; empty with Shards: the one they were made with, else no boundaries
    std::string column = "text";
    std::string unit = "line";                      ///< of .txt: `line` or `file`
    bool bos = true, eos = true;                    ///< shown as tokens of their own
    int documents = 8;                              ///< at most so many are shown
    std::int64_t bytes = 256 * 1024;                ///< at most so much text is read of one file
    std::int64_t documentBytes = 4000;              ///< a longer document is shown up to here

    bool operator==(const PreviewSpec&) const = default;
};

struct PreviewToken {
    enum class Kind { Text, Control, Byte, Unknown };
    std::string text;           ///< as it stands in the document; of control pieces their name ("<s>"), of bytes "<0x0A>"
    std::int32_t id = -1;
    Kind kind = Kind::Text;
};

struct PreviewDocument {
    std::string source;                     ///< "documents.jsonl, line 3"
    std::vector<PreviewToken> tokens;       ///< empty without a tokenizer
    std::string text;                       ///< the document as read, cut to documentBytes
    std::int64_t characters = 0;            ///< of the whole document
    std::int64_t tokenCount = 0;            ///< of the whole document, with BOS and EOS; 0 without a tokenizer
    bool cut = false;                       ///< the document is longer than what is shown
};

struct Preview {
    std::vector<PreviewDocument> documents;
    std::vector<std::string> notes;         ///< what was left out or repaired, one sentence each
    std::string tokenizer;                  ///< path of the model that cut the text; empty: none
    std::int64_t pieces = 0;                ///< of the tokenizer
    std::int64_t files = 0;
    std::int64_t bytes = 0;                 ///< of all files, on disk
    std::int64_t sampledCharacters = 0, sampledTokens = 0;  ///< of all documents read for the estimate, shown or not
    double tokens = -1;                     ///< of the whole data set: exact for shards, an estimate from the sample for texts; −1: unknown
    bool exact = false;
    std::string error, hint;                ///< why there is nothing to show; empty otherwise

    double charactersPerToken() const { return sampledTokens > 0 ? double(sampledCharacters) / double(sampledTokens) : 0; }
};

/// Never throws: what is wrong is in `error` and `hint`. A stop request ends it early with an empty preview.
Preview preview(const PreviewSpec& spec, std::stop_token stop = {});

}  // namespace bam::data
