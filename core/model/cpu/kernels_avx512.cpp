// SPDX-License-Identifier: GPL-3.0-or-later
// core/CMakeLists.txt compiles this file with the instruction set's flags.
#include "core/model/cpu/kernels.h"

#if defined(__x86_64__)
#define BAM_KERNELS_NAME "avx512"
#include "core/model/cpu/kernels_body.h"
#endif

namespace bam::model::cpu {

const Kernels* avx512Kernels()
{
#if defined(__x86_64__)
    return &kKernels;
#else
    return nullptr;
#endif
}

}  // namespace bam::model::cpu
