// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences of a text that somebody gave to hide needles in.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bam::eval {

/// Sentences in their order, without line breaks and surrounding space: each ends with . ! or ? (and closing quotes or brackets) before a space, or with a paragraph.
std::vector<std::string> splitSentences(std::string_view text);

/// @param path a text, or a folder of texts (.txt, .md), which are taken by name @param what for messages: "RULER's essays"
/// @throws Error (Usage): nothing there, or no sentence in it; (Failed, Environment): it, or a text in it, cannot be read
std::vector<std::string> sentencesOfFile(const std::filesystem::path& path, const std::string& what);

/// SHA-256 of what sentencesOfFile() reads: that of the text, or of a folder's texts in their order, whatever their names. @throws Error (Failed, Environment) when it cannot be read
std::string sha256OfTexts(const std::filesystem::path& path);
/// "essay.txt", also of a folder that is named "essays/" or ".".
std::string nameOfTexts(const std::filesystem::path& path);

}  // namespace bam::eval
