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
/// Evaluation and pass key, also under the short names --samples, --sampling, --seed.
void addEvaluationFlags(Syntax& syntax);

/// The spec fields that were given, as JSON for spec::overlay().
spec::Json specJson(const Syntax& syntax, const Arguments& arguments);

/// One sentence for each official flag that was given and has no meaning here.
std::vector<std::string> ignoredFlags(const Arguments& arguments);

}  // namespace bam::cli
