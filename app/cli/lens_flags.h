// SPDX-License-Identifier: GPL-3.0-or-later
// The flags of commands that run a prompt through a model: which prompt, which weights, where to compute.
#pragma once

#include "app/cli/flags.h"
#include "core/inspect/lens.h"

#include <filesystem>
#include <string>

namespace bam::cli {

/// A group of its own. @param group its heading
void addPromptFlags(Syntax& syntax, const std::string& group);
/// --checkpoint and --tokenizer, to the group that is open.
void addCheckpointFlags(Syntax& syntax);
/// --device and --threads, a group of its own.
void addDeviceFlags(Syntax& syntax);

/// @throws Error (Usage) for values out of range, flags that exclude each other; (Failed) when a text cannot be read
inspect::PromptSpec promptOf(const Arguments& arguments);
inspect::LensSource lensSourceOf(const std::filesystem::path& run, const Arguments& arguments);

}  // namespace bam::cli
