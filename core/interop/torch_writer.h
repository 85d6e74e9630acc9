// SPDX-License-Identifier: GPL-3.0-or-later
// Writes what torch.save(state_dict, path) writes: a zip archive with one raw record per tensor and a pickle that names them. Python
// loads it with torch.load(path, weights_only=True).
#pragma once

#include "core/interop/safetensors.h"

namespace bam::interop {

/// Writes a flat OrderedDict of tensors, in the order given here, atomically (temporary name, fsync, rename). Element types: those of
/// safetensors files but U16, U32 and U64. Tensors on another device or not contiguous are copied one by one, never all at once.
/// @param beforeTensor may throw: nothing is left then, and a file that was there before stays
/// @throws Error (Failed) when two names are equal, a tensor cannot be stored, or the disk is full; a file that was there before stays
void writeTorchFile(const std::filesystem::path& path, const NamedTensors& tensors, const std::function<void()>& beforeTensor = [] {});

}  // namespace bam::interop
