// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/instruction_set.h"

namespace bam::device {

InstructionSet widestInstructionSet()
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq"))
        return InstructionSet::Avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return InstructionSet::Avx2;
#endif
    return InstructionSet::Baseline;
}

}  // namespace bam::device
