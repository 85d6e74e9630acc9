// SPDX-License-Identifier: GPL-3.0-or-later
// Files that belong to the program, found relative to its executable: in the build tree and when installed. Empty when they are not there.
#pragma once

#include <filesystem>
#include <string>

namespace bam {

/// The Mistral tokenizer of the paper, from <prefix>/share/bamscope/tokenizers or the wheels in build/deps.
std::filesystem::path mistralTokenizer();

/// <name>.json of the presets, e.g. "example", a file of jobs.
std::filesystem::path presetFile(const std::string& name);

}  // namespace bam
