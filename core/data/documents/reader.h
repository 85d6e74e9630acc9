// SPDX-License-Identifier: GPL-3.0-or-later
// Documents of one input file, in order, with a place that reading can return to.
// Invariant: the records and their places depend on the file's content alone.
#pragma once

#include "core/data/documents/inputs.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>

namespace bam::data {

/// Where a record begins.
struct Place {
    std::int64_t number = 1;            ///< line, row or file, from 1
    std::int64_t offset = 0;            ///< byte of the (decompressed) content; 0 in Parquet

    bool operator==(const Place&) const = default;
};

/// One document as it is stored: its text, or the line of JSON that holds it.
struct Record {
    enum class Kind { Text, JsonRow, Null };
    std::string content;
    Kind kind = Kind::Text;             ///< Null: a Parquet row without a value
    Place place;
    std::int64_t diskBytes = 0;         ///< of the file, consumed so far
};

class DocumentReader {
public:
    virtual ~DocumentReader() = default;
    /// The next record; false at the end. @throws Error (Failed) for damaged files, naming file and place.
    virtual bool next(Record& record) = 0;
    /// Continues with the record that begins at `place`, which an earlier reading of the same file gave.
    virtual void skipTo(const Place& place) = 0;
    /// True when records are rows of JSON.
    virtual bool isJson() const = 0;
};

struct ReaderOptions {
    std::string column = "text";        ///< JSONL key or Parquet column
    bool wholeFiles = false;            ///< .txt and standard input: one document per file instead of per line
};

/// @throws Error (Usage): Parquet without the column (names those present) or with another type; (Failed): damaged, or content of
///         another kind than the name says; (Environment): compressed or Parquet, built without Arrow.
std::unique_ptr<DocumentReader> openReader(const InputFile& file, const ReaderOptions& options, std::stop_token stop);

std::unique_ptr<DocumentReader> openLineReader(const InputFile& file, const ReaderOptions& options, std::stop_token stop);
std::unique_ptr<DocumentReader> openParquetReader(const InputFile& file, const ReaderOptions& options);

/// Reads a Parquet file's footer and checks that the column can be read. No-op for other files.
void checkSchema(const InputFile& file, const ReaderOptions& options);

}  // namespace bam::data
