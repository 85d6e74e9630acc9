// SPDX-License-Identifier: GPL-3.0-or-later
// Batches from a folder of shards, in the official loader's order.
//
// The shards in name order form one stream. Its first val_tokens are for validation, then val_tokens_padding tokens are left unused
// (none without validation), then the training windows of tokens_per_step tokens follow each other to the end. Within a window,
// micro-batch i of rank r of R covers the B·T tokens from (i·R + r)·B·T on, so that the union over the ranks is the same for every R.
// A row is T tokens in a row; the target of a position is the token after it, for the last one the first of what follows. (The 2026
// release re-aligns to a multiple of tokens_per_step at each new shard and so repeats or skips up to one window there; this does not.)
// Documents: position j starts a new one when its id differs from its neighbour's; stored ids may wrap, so batches carry a running
// count per row instead.
#pragma once

#include "core/base/progress.h"
#include "core/data/batch.h"
#include "core/data/loader.h"
#include "core/spec/spec.h"

#include <memory>

namespace bam::data {

/// @throws Error: see openBatchSource
std::unique_ptr<BatchSource> openShardSource(const spec::RunSpec& spec, RankPlace place, const LogFn& log = {});

}  // namespace bam::data
