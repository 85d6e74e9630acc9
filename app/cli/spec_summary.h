// SPDX-License-Identifier: GPL-3.0-or-later
// What a run is and will cost, before it starts.
#pragma once

#include "core/spec/spec_io.h"

#include <string>

namespace bam::cli {

/// A few lines: model, parameters, data per step, memory, operations.
std::string summary(const spec::RunSpec& spec, int ranks = 1);
/// {"event":"estimate", …, "spec": …}
spec::Json summaryJson(const spec::RunSpec& spec, int ranks = 1);

}  // namespace bam::cli
