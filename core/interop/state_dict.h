// SPDX-License-Identifier: GPL-3.0-or-later
// The weights of a model from a file, ours or the official code's, of any age, under today's official names.
#pragma once

#include "core/interop/safetensors.h"

namespace bam::interop {

struct StateDict {
    NamedTensors tensors;                           ///< views into the file, under today's names, in the file's order
    std::map<std::string, std::string> metadata;    ///< of a safetensors file
    std::vector<std::string> notes;                 ///< what else was in the file and was not read; one sentence each
};

/// Today's official name of a parameter: without the prefixes that wrappers add (`module.`, `_orig_mod.`, `model.`, in any order and number),
/// and prior.scale, prior.shape, prior.loc as prior.theta_alpha, prior.theta_beta, prior.theta_mu.
std::string officialName(std::string name);

/// Reads a .safetensors file, or a .pt file of torch.save: a state dict, or a dictionary that holds one as "model", "state_dict" or
/// "model_state_dict" beside other things (optimizer, step, …), which are not read.
/// @throws Error (Failed) naming the file and what is wrong with it: no state dict in it, or two parameters of the same official name
StateDict readStateDict(const std::filesystem::path& file);

}  // namespace bam::interop
