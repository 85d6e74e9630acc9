// SPDX-License-Identifier: GPL-3.0-or-later
// The quickstart's training rows, made on the fly from a text: half of them teach copying (a random segment, a little text, the
// segment again, two to four times in all), the other half hold pass-key documents in the official wording. Documents are packed and never attend to each other.
// Invariant: a row depends on the seed, the spec and its own number alone, so any position can be sought and ranks share nothing.
#pragma once

#include "core/base/progress.h"
#include "core/data/batch.h"
#include "core/data/loader.h"
#include "core/spec/spec.h"

#include <memory>

namespace bam::data {

/// @throws Error (Usage): no text, no tokenizer, a tokenizer that does not split digits, of more pieces than the model's vocabulary,
///         or sequences too short for one pass-key document
std::unique_ptr<BatchSource> openMixtureSource(const spec::RunSpec& spec, RankPlace place, const LogFn& log = {});

}  // namespace bam::data
