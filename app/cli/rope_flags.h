// SPDX-License-Identifier: GPL-3.0-or-later
// RoPE scaling of commands that run a model once: the flags of `evaluate`, for one run.
#pragma once

#include "app/cli/flags.h"
#include "core/encoding/scaling/rope_scaling.h"
#include "core/spec/spec_io.h"

#include <filesystem>

namespace bam::cli {

/// What addRopeScalingFlags() of spec_flags.h was given. @throws Error (Usage) for what the method cannot use, a factor without a method, and a run whose model does not rotate
encoding::RopeScaling ropeScalingOf(const Syntax& syntax, const Arguments& arguments, const std::filesystem::path& run);

}  // namespace bam::cli
