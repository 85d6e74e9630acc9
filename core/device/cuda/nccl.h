// SPDX-License-Identifier: GPL-3.0-or-later
// NCCL for several ranks: the module's table hands it to core/distributed.
#pragma once

#include "core/device/cuda_table.h"

namespace bam::device {

const char* makeNccl(const NcclRequest* request, void** backend);

}  // namespace bam::device
