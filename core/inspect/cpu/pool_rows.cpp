// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/cpu/pool_rows.h"

#include "core/device/instruction_set.h"

namespace bam::inspect::cpu {
namespace {

PoolRowsFn choose()
{
    switch (device::widestInstructionSet()) {
    case device::InstructionSet::Avx512: return poolRowsAvx512();
    case device::InstructionSet::Avx2: return poolRowsAvx2();
    case device::InstructionSet::Baseline: break;
    }
    return poolRowsBaseline();
}

}  // namespace

PoolRowsFn poolRows()
{
    static const PoolRowsFn chosen = choose();
    return chosen;
}

}  // namespace bam::inspect::cpu
