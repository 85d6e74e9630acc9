// SPDX-License-Identifier: GPL-3.0-or-later
// The fused kernels for one instruction set; CMake gives this file its compiler options.
#define BAM_ISA baseline
#include "core/attention/cpu/backward.h"
#include "core/attention/cpu/forward.h"

namespace bam::attention::cpu {

const KernelTable& baselineKernels()
{
    static constexpr KernelTable table{"baseline", [](std::int64_t width) { return baseline::padded(width); }, baseline::forwardScratch, baseline::backwardScratch, baseline::forward,
        baseline::backward, baseline::finishKeys};
    return table;
}

}  // namespace bam::attention::cpu
