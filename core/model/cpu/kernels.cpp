// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/cpu/kernels.h"

#include "core/device/instruction_set.h"

namespace bam::model::cpu {
namespace {

const Kernels* choose()
{
    switch (device::widestInstructionSet()) {
    case device::InstructionSet::Avx512: return avx512Kernels();
    case device::InstructionSet::Avx2: return avx2Kernels();
    case device::InstructionSet::Baseline: break;
    }
    return baselineKernels();
}

}  // namespace

const Kernels& kernels()
{
    static const Kernels* const chosen = choose();
    return *chosen;
}

}  // namespace bam::model::cpu
