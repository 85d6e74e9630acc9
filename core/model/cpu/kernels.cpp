// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/cpu/kernels.h"

namespace bam::model::cpu {
namespace {

const Kernels* choose()
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
        return avx512Kernels();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return avx2Kernels();
#endif
    return baselineKernels();
}

}  // namespace

const Kernels& kernels()
{
    static const Kernels* const chosen = choose();
    return *chosen;
}

}  // namespace bam::model::cpu
