// SPDX-License-Identifier: GPL-3.0-or-later
// A run folder beside ours from the log of another program: <log_dir>/imported/<name>/version_NN with train.log, eval.log and a run.json that says where everything came from.
//
// Invariants: the folder is a run only when it is whole (run.json comes last); what is there is never overwritten; the same source, read the same way, is not imported twice.
#pragma once

#include "core/exchange/curve_rows.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bam::exchange {

struct ImportPlan {
    std::string name;                   ///< of the folder
    Survey survey;
    Picks picks;
};

/// Reads a source once and says what would be taken. @param name of the folder; empty: as the source is called @param maps as applyMaps() has them
/// @throws Error (Usage): no loss in it, or a wrong map; and as CurveSource::read()
ImportPlan planImport(CurveSource& source, const std::string& name, const std::vector<std::string>& maps, const RowSink& progress = {});

struct ImportedRun {
    std::filesystem::path path;
    CurveRows curves;                   ///< without its rows, which are in the files
    std::size_t trainRows = 0, evalRows = 0;
    bool wasThere = false;              ///< imported before: nothing was written
};

/// @param again imports what was imported before once more @throws Error: Usage when no row could be used; Failed, Environment when the folder cannot be written: nothing is left of it
ImportedRun importRun(CurveSource& source, const ImportPlan& plan, const std::filesystem::path& logDir, bool again, const RowSink& progress = {});

/// A name that a folder can have: letters, digits and . _ - stay, others become _.
std::string folderName(const std::string& name);

}  // namespace bam::exchange
