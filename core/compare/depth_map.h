// SPDX-License-Identifier: GPL-3.0-or-later
// Where in a prompt a model finds the key: accuracy by depth and length, from the outcome and the depth of every prompt.
#pragma once

#include "core/compare/results.h"

#include <vector>

namespace bam::compare {

struct DepthMap {
    std::vector<double> lengths;        ///< tokens, ascending: the columns
    int bins = 0;                       ///< rows: equal stretches of the depth, from the beginning of the prompt
    std::vector<float> accuracy;        ///< bins × lengths, row by row; NaN where no prompt has its key
    std::int64_t prompts = 0;           ///< that were counted

    bool empty() const { return prompts == 0; }
};

/// @param mostBins fewer where the prompts have fewer different depths. Lengths without depths are left out
DepthMap depthMap(const PasskeyResult& result, int mostBins = 10);

/// The map with most prompts of those of a run's results, of the model as trained where there is one; empty where no prompt has a depth
DepthMap fullestDepthMap(const std::vector<PasskeyResult>& results);

}  // namespace bam::compare
