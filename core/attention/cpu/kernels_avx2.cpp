// SPDX-License-Identifier: GPL-3.0-or-later
// The fused kernels for one instruction set; CMake gives this file its compiler options.
#define BAM_ISA avx2
#include "core/attention/cpu/backward.h"
#include "core/attention/cpu/forward.h"

namespace bam::attention::cpu {

const KernelTable& avx2Kernels()
{
    static constexpr KernelTable table{"avx2", [](std::int64_t width) { return avx2::padded(width); }, avx2::forwardScratch, avx2::backwardScratch, avx2::forward,
        avx2::backward, avx2::finishKeys};
    return table;
}

}  // namespace bam::attention::cpu
