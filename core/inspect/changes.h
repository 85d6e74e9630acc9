// SPDX-License-Identifier: GPL-3.0-or-later
// Changes to heads for one capture: ablations and priors "tried in the model". They act on what decides a layer's attention; parameters are never written.
#pragma once

#include "core/inspect/lens_types.h"
#include "core/model/layerwise.h"

#include <vector>

namespace bam::inspect {

/// @throws Error (Usage): a head that is not there, or a prior where the encoding has none
void requireChanges(const std::vector<HeadChange>& changes, const spec::ModelSpec& model);

/// The priors in use: what was learned, with what the changes replace. @param learned [layers · heads]
std::vector<PriorValues> priorsInUse(const std::vector<HeadChange>& changes, std::vector<PriorValues> learned, const spec::ModelSpec& model);

/// Changes the bias table and the factors of a layer; the score formula stays. @param learned [layers · heads]
void applyChanges(const std::vector<HeadChange>& changes, const spec::ModelSpec& model, const model::LayerwisePass& pass, model::LayerAttention& attention);

}  // namespace bam::inspect
