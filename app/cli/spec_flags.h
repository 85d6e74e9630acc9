// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a spec as command-line flags, from the tables of spec_fields.h, with the official code's names.
#pragma once

#include "app/cli/flags.h"
#include "core/spec/spec_io.h"

#include <string>
#include <vector>

namespace bam::cli {

/// Model, prior, data and training; official flags without meaning here are accepted but not listed.
void addRunFlags(Syntax& syntax);
/// Evaluation and pass key. @param shortNames also as --samples, --seed, --checkpoint, where a training's flags do not have these names
void addEvaluationFlags(Syntax& syntax, bool shortNames);

/// RoPE scaling of the evaluation, to the group that is open.
void addRopeScalingFlags(Syntax& syntax);

/// The spec fields that were given, as JSON for spec::overlay().
spec::Json specJson(const Syntax& syntax, const Arguments& arguments);

/// One sentence for each official flag that was given and has no meaning here.
std::vector<std::string> ignoredFlags(const Arguments& arguments);

}  // namespace bam::cli
