// SPDX-License-Identifier: GPL-3.0-or-later
// What a prompt's queries say of a model: their attention in each layer, and what is predicted there. Shared by the lens and by the film of a training.
#pragma once

#include "core/inspect/lens_types.h"
#include "core/model/layerwise.h"
#include "core/tokenizer/tokenizer.h"

#include <vector>

namespace bam::inspect {

/// A capture of the prompt with room for the rows of its queries, all 0.
Capture emptyCapture(const Prompt& prompt, std::int64_t layers, std::int64_t heads);

/// Fills in rows and summaries of one layer's heads. @param priors in use [layers · heads] @throws Error (Failed) naming layer, head and query when attention is not finite
void captureRows(Capture& capture, const model::LayerwisePass& pass, const model::LayerAttention& attention, const std::vector<PriorValues>& priors);

/// @param logits [query rows, V] @throws Error (Failed) when they are not finite
std::vector<AnswerStep> answerOf(const Prompt& prompt, const at::Tensor& logits, const tokenizer::Tokenizer& tokenizer);

/// The priors of a model as it is now. [layers · heads]
std::vector<PriorValues> priorsOf(const model::Transformer& model);

/// 0, 1 … heads − 1.
std::vector<std::int64_t> allHeads(std::int64_t heads);

}  // namespace bam::inspect
