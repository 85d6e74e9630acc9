// SPDX-License-Identifier: GPL-3.0-or-later
// A model with RoPE can be evaluated as it was trained and with its rotation scaled for longer contexts. Compared, each scaling is a run of its own beside the others,
// so that BAM, RoPE and RoPE with YaRN stand in one row.
#pragma once

#include "core/compare/comparison.h"

#include <string>
#include <vector>

namespace bam::compare {

/// "yarn × 8", in the order in which they were measured.
std::vector<std::string> scalingsOf(const Results& results);
/// What was measured with one scaling, under the names that it has without. @param scaling empty: of the model as trained
Results resultsOfScaling(const Results& results, const std::string& scaling);
/// The run as trained first, then one of results alone for each scaling. Runs without scaled results come back as they are.
struct ScaledRun {
    std::string scaling;                ///< empty: as trained
    int number = 0;                     ///< from 0 among the scalings of its run
    RunData data;
};
std::vector<ScaledRun> splitByScaling(RunData run);

/// A comparison's runs and columns with those of each scaling after the column that they are of.
struct SplitRuns {
    struct Column {
        std::size_t of = 0;             ///< index of the column that was asked for
        std::string scaling;            ///< empty: as trained
        int number = 0;                 ///< from 0 among the scalings of that column
    };
    std::vector<RunData> runs;
    std::vector<ColumnRequest> columns;
    std::vector<Column> told;           ///< as many as columns
};
SplitRuns splitByScaling(const std::vector<RunData>& runs, const std::vector<ColumnRequest>& columns);

}  // namespace bam::compare
