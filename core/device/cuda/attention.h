// SPDX-License-Identifier: GPL-3.0-or-later
// The fused attention functions of the module's table.
#pragma once

#include "core/attention/kernel_args.h"

namespace bam::device {

/// Null when the kernels were built and can compute the shape.
const char* attendSupported(const attention::AttendShape* shape);
const char* attendForward(int device, const attention::ForwardArgs* args);
const char* attendBackward(int device, const attention::BackwardArgs* args);

}  // namespace bam::device
