// SPDX-License-Identifier: GPL-3.0-or-later
// Which device and how many threads a rank takes on its machine.
#pragma once

#include "core/distributed/environment.h"

#include <c10/core/Device.h>

#include <string>
#include <vector>

namespace bam::distributed {

/// The device of one of several ranks: with `auto` and `cuda` the one of its local number (the only one where the launcher shows each rank just its own).
/// One process: as it was asked for. @throws Error: Usage (cuda:N would be everyone's), Environment (more ranks here than devices)
std::string deviceFor(const std::string& asked, const RankEnvironment& ranks);

/// "host GPU-…" of a CUDA device of this process; empty when it cannot be told (no NVML, a part of a GPU).
std::string identityOf(const at::Device& device);
/// @param identities of all ranks' devices, by rank @throws Error (Environment): two of them are one device, which NCCL does not take
void requireOwnDevices(const std::vector<std::string>& identities);

/// @param asked 0: OMP_NUM_THREADS where it is set, else this machine's physical cores divided by its ranks
int threadsFor(int asked, const RankEnvironment& ranks);

}  // namespace bam::distributed
