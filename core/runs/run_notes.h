// SPDX-License-Identifier: GPL-3.0-or-later
// What a person writes down about a run: tags, a note, a colour, whether it is pinned. Kept beside the run in notes.json, so that it travels with the folder.
// Invariants: the file is replaced whole; keys of other programs stay; a file that cannot be read is never overwritten without a copy of it beside.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bam::runs {

struct RunNotes {
    std::vector<std::string> tags;      ///< without doubles, in the order they were given
    std::string note;
    bool pinned = false;
    std::string color;                  ///< "#rrggbb"; empty: the encoding's own

    bool operator==(const RunNotes&) const = default;
};

/// Of a run folder; empty when it has no notes.json. Never throws: why the file cannot be read goes to `problem`.
RunNotes readNotes(const std::filesystem::path& run, std::string& problem);

/// Replaces notes.json. A file that is there but cannot be read is kept as notes.broken.json (or the first free notes.broken-N.json).
/// @throws Error (Environment, Failed) when the folder cannot be written; the old file is then as it was
void writeNotes(const std::filesystem::path& run, const RunNotes& notes);

/// "paper, long run" → {"paper", "long run"}: trimmed, without empty ones and doubles.
std::vector<std::string> tagsFromText(std::string_view text);
std::string tagsAsText(const std::vector<std::string>& tags);

}  // namespace bam::runs
