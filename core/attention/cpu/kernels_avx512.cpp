// SPDX-License-Identifier: GPL-3.0-or-later
// The fused kernels for one instruction set; CMake gives this file its compiler options.
#define BAM_ISA avx512
#include "core/attention/cpu/backward.h"
#include "core/attention/cpu/forward.h"

namespace bam::attention::cpu {

const KernelTable& avx512Kernels()
{
    static constexpr KernelTable table{"avx512", [](std::int64_t width) { return avx512::padded(width); }, avx512::forwardScratch, avx512::backwardScratch, avx512::forward,
        avx512::backward, avx512::finishKeys};
    return table;
}

}  // namespace bam::attention::cpu
