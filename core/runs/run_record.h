// SPDX-License-Identifier: GPL-3.0-or-later
// A run as lists and axes need it: its summary, what people wrote about it, and the numbers that turn steps into tokens and FLOPs. From small files and the last
// row of its logs only, so that thousands can be read in a moment.
#pragma once

#include "core/runs/run_notes.h"
#include "core/runs/run_summary.h"

#include <string>

namespace bam::runs {

struct RunRecord : RunSummary {
    std::filesystem::path root;         ///< the log folder it was found below
    RunNotes notes;
    std::string device;                 ///< of the last start, e.g. "cuda:0"; empty when unknown
    double tokensPerStep = kNone;       ///< of all ranks
    int ranks = 1;                      ///< of the newest start
    double flopsPerToken = kNone;       ///< forward and backward
    double learningRate = kNone;        ///< at its highest
    std::int64_t sequenceLength = -1;
    std::int64_t captureEvery = 0;      ///< steps between captures of attention; 0: only on request
    /// Equal for runs of the same model, training and data with different seeds. What does not change the numbers does not count: device, threads, where logs and
    /// data lie (data counts by its kind, settings and name, the tokenizer by its content where that is known), evaluation, how often checkpoints are kept.
    std::string family;
};

/// Never throws: what is wrong with a folder is in `problem`. @param now seconds since 1970
RunRecord readRecord(const std::filesystem::path& run, const std::filesystem::path& root, std::int64_t now);

/// Whether two records show the same; NaN equals NaN.
bool sameRecord(const RunRecord& a, const RunRecord& b);
/// Of numbers that may be missing: two that are count as the same.
bool sameNumber(double a, double b);

}  // namespace bam::runs
