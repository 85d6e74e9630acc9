// SPDX-License-Identifier: GPL-3.0-or-later
// The tokenizer that a run was trained with: the same answer for tests of a checkpoint, for looking into it and for the command line.
#pragma once

#include "core/spec/spec.h"

#include <filesystem>
#include <string>

namespace bam::runs {

struct RunTokenizer {
    std::filesystem::path file;
    bool papers = false;        ///< the run has none of its own; its vocabulary is that of the paper's
};

/// @param asked a .model file that somebody named; it goes before all others
/// @param paper the paper's tokenizer; empty: not on this machine. Official runs come without their copy
/// @throws Error (Usage) where none can be found
RunTokenizer tokenizerOf(const std::filesystem::path& run, const spec::ModelSpec& model, const std::string& asked, const std::filesystem::path& paper);
RunTokenizer tokenizerOf(const std::filesystem::path& run, const spec::ModelSpec& model, const std::string& asked = {});

}  // namespace bam::runs
