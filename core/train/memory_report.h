// SPDX-License-Identifier: GPL-3.0-or-later
// What to say when memory ran out: what was tried, what there is, and what would fit.
#pragma once

#include "core/base/error.h"
#include "core/spec/spec.h"

#include <c10/core/Device.h>

#include <cstdint>
#include <exception>
#include <string>

namespace bam::train {

/// Did an allocation fail, on whichever device?
bool isOutOfMemory(const std::exception& failure);

/// @param when "at step 12", "while the model was made" @param freeBytes of the device before the run's own tensors; 0: not known
Error outOfMemory(const spec::RunSpec& spec, int ranks, const at::Device& device, std::int64_t freeBytes, bool hasCheckpoint, const std::string& when);

/// The largest micro-batch of at most `batch` sequences that takes the same tokens per step and whose estimate fits into `bytes`; 0: none does.
std::int64_t fittingBatch(const spec::RunSpec& spec, int ranks, double bytes);

}  // namespace bam::train
