// SPDX-License-Identifier: GPL-3.0-or-later
// The pointwise functions of the module's table.
#pragma once

#include "core/model/pointwise_args.h"

namespace bam::device {

/// Defined for the argument types of pointwise_args.h.
template <typename Args>
const char* pointwise(int device, const Args* args);

}  // namespace bam::device
