// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the batch source that a spec asks for.
#pragma once

#include "core/base/progress.h"
#include "core/data/batch.h"
#include "core/spec/spec.h"

#include <memory>

namespace bam::data {

struct RankPlace {
    int rank = 0;
    int ranks = 1;
};

/// @throws Error (Usage): no such dataset, tokenizer of another vocabulary than the shards, fewer tokens than one step;
///         (Failed): corrupt shard, token id >= spec.model.vocabulary.
std::unique_ptr<BatchSource> openBatchSource(const spec::RunSpec& spec, RankPlace place, const LogFn& log = {});

}  // namespace bam::data
