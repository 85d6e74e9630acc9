// SPDX-License-Identifier: GPL-3.0-or-later
#define BAM_KERNELS_NAME "baseline"
#include "core/model/cpu/kernels_body.h"

namespace bam::model::cpu {

const Kernels* baselineKernels() { return &kKernels; }

}  // namespace bam::model::cpu
