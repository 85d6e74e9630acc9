// SPDX-License-Identifier: GPL-3.0-or-later
// Which files an ingest reads. Invariant: the list depends on names and sizes alone, in one order everywhere, each file once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bam::data {

enum class TextFormat { Text, JsonLines, Parquet };
enum class Compression { None, Gzip, Zstd };

struct InputFile {
    std::filesystem::path path;         ///< "-" = standard input
    std::int64_t bytes = 0;             ///< on disk; 0 for standard input
    TextFormat format = TextFormat::Text;
    Compression compression = Compression::None;

    bool isStandardInput() const { return path == "-"; }
    /// For messages.
    std::string name() const { return isStandardInput() ? "standard input" : path.string(); }
};

/// From the name alone.
Compression compressionOf(const std::filesystem::path& path);
/// Format and compression from the name alone; none when the ending says nothing.
std::optional<InputFile> classified(const std::filesystem::path& path);

struct InputList {
    std::vector<InputFile> files;
    std::int64_t bytes = 0;             ///< of all files
    std::vector<std::string> notes;     ///< what was left out, one sentence each
};

/// Files as they are given; folders recursively, in name order, without hidden entries and without `output`.
/// @throws Error (Usage): missing or empty file, unknown ending of a named file, no file to read at all, standard input twice.
InputList findInputs(const std::vector<std::filesystem::path>& inputs, const std::filesystem::path& output);

}  // namespace bam::data
