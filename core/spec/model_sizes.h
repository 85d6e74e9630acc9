// SPDX-License-Identifier: GPL-3.0-or-later
// The named model sizes of model.md: width, layers, heads, key-value heads and feed-forward multiplier.
#pragma once

#include "core/spec/spec.h"

#include <string>
#include <vector>

namespace bam::spec {

struct ModelSize {
    std::string name;
    std::int64_t dim, layers, heads, kvHeads;
    double ffnMultiplier;
};

/// The paper's six sizes and the two Llama sizes of the official code.
const std::vector<ModelSize>& modelSizes();
/// Null for `custom` and unknown names.
const ModelSize* findSize(const std::string& name);
/// Every size name, then `custom`.
std::vector<std::string> sizeNamesAndCustom();
/// Copies the five fields of a size into the model and names it.
void applySize(ModelSpec& model, const ModelSize& size);
/// Do the five fields say what the size says?
bool matchesSize(const ModelSpec& model, const ModelSize& size);
/// Sets model.size to the size that the five fields spell, or to `custom`.
void nameSize(ModelSpec& model);

}  // namespace bam::spec
