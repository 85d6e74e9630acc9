// SPDX-License-Identifier: GPL-3.0-or-later
// Which device and how many threads a rank takes on its machine.
#pragma once

#include "core/distributed/environment.h"

#include <string>

namespace bam::distributed {

/// The device of one of several ranks: with `auto` and `cuda` the one of its local number (the only one where the launcher shows each rank just its own).
/// One process: as it was asked for. @throws Error: Usage (cuda:N would be everyone's), Environment (more ranks here than devices)
std::string deviceFor(const std::string& asked, const RankEnvironment& ranks);

/// @param asked 0: OMP_NUM_THREADS where it is set, else this machine's physical cores divided by its ranks
int threadsFor(int asked, const RankEnvironment& ranks);

}  // namespace bam::distributed
