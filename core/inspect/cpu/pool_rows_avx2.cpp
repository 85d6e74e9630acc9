// SPDX-License-Identifier: GPL-3.0-or-later
// core/CMakeLists.txt compiles this file with the instruction set's flags.
#include "core/inspect/cpu/pool_rows.h"

#if defined(__x86_64__)
#include "core/inspect/cpu/pool_rows_body.h"
#endif

namespace bam::inspect::cpu {

PoolRowsFn poolRowsAvx2()
{
#if defined(__x86_64__)
    return poolRowsHere;
#else
    return nullptr;
#endif
}

}  // namespace bam::inspect::cpu
