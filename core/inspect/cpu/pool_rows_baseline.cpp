// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/cpu/pool_rows_body.h"

namespace bam::inspect::cpu {

PoolRowsFn poolRowsBaseline() { return poolRowsHere; }

}  // namespace bam::inspect::cpu
