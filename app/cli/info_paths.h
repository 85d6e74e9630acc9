// SPDX-License-Identifier: GPL-3.0-or-later
// What a path is, as lines for people and as one JSON object: a run directory, a spec, a file of jobs, tensors, shards, a tokenizer.
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace bam::cli {

struct PathInfo {
    std::string text;
    nlohmann::ordered_json json;
};

/// @throws Error (Usage) when the path is none of these; (Failed) when it is one but damaged
PathInfo describePath(const std::filesystem::path& path);

}  // namespace bam::cli
