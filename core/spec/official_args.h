// SPDX-License-Identifier: GPL-3.0-or-later
// The official code's args.json: {"args": …, "dataset_args": …, "model_args": …}. Ours are read by its tools, its own by us.
#pragma once

#include "core/spec/spec_io.h"

namespace bam::spec {

/// `args`: the official command line's arguments (2026 names) with the spec's values.
Json officialArgs(const RunSpec& spec, int ranks = 1);

/// `model_args`: the official model class's arguments; with `args.position_encoding` they are enough to rebuild the model.
Json officialModelArgs(const RunSpec& spec);

/// Reads an args.json. Python writes bare NaN and Infinity, which JSON does not know: they are read as null.
/// @throws Error (Usage) like readJsonFile
Json readOfficialArgs(const std::filesystem::path& path);

/// The model of an args.json, of the 2026 release or older. Initialisers are translated where they mean the same; a numeric
/// scale_init is left out, because stored weights decide.
/// @throws Error (Failed) naming `what` and the first entry that is missing or has another type.
ModelSpec modelFromOfficialArgs(const Json& args, const std::string& what);

/// The run of an args.json (official --checkpoint_args): model_args as above, and of `args` every key that a spec knows.
/// What cannot be taken over is appended to `notes`, one sentence each.
RunSpec runFromOfficialArgs(const Json& args, const std::string& what, std::vector<std::string>& notes);

/// What a run was trained with: our full spec from its run.json, else what the official args.json says of it.
/// @throws Error (Usage, Failed) naming the file and what is wrong with it
RunSpec specOfRun(const std::filesystem::path& run, std::vector<std::string>& notes);

}  // namespace bam::spec
