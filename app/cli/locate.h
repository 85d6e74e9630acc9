// SPDX-License-Identifier: GPL-3.0-or-later
// Files that belong to the program, found relative to its executable: in the build tree and when installed.
#pragma once

#include <filesystem>

namespace bam::cli {

/// The Mistral tokenizer of the paper, from <prefix>/share/bamscope/tokenizers or the wheels in build/deps; empty when it is not there.
std::filesystem::path mistralTokenizer();

}  // namespace bam::cli
