// SPDX-License-Identifier: GPL-3.0-or-later
// `model_args` of args.json, with the official keys, both ways: enough to rebuild the model here and in the official code.
#pragma once

#include "core/spec/spec.h"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace bam::runs {

nlohmann::ordered_json modelArgs(const spec::RunSpec& spec);

/// The model of an args.json, ours or official (old key names shape_init, scale_init, loc_init and train_* accepted).
/// @param args the whole file: `args` and `model_args` @throws Error (Failed) naming what is missing
spec::ModelSpec modelFromArgs(const nlohmann::ordered_json& args, const std::filesystem::path& file);

}  // namespace bam::runs
