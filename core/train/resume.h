// SPDX-License-Identifier: GPL-3.0-or-later
// What a resumed or shared training must have in common with the one it continues.
#pragma once

#include "core/data/batch.h"
#include "core/distributed/group.h"
#include "core/spec/spec.h"

#include <filesystem>
#include <string>
#include <vector>

namespace bam::train {

/// The spec in run.json, with the tokens of a step and of validation as they were at the first start, whatever the number of ranks is now: the data go on
/// exactly where they were. Where the micro-batch no longer divides a step, the largest smaller one that does is taken.
/// @param notes what was changed, one sentence each @throws Error (Usage): no run.json, an invalid spec, steps that these ranks cannot share
spec::RunSpec specToResume(const std::filesystem::path& run, int ranks, std::vector<std::string>& notes);

/// Finds the data and the tokenizer of a run that goes on, which may have been moved. In place of a tokenizer that is gone comes the run's own copy, if it is the
/// right one. What lies there is looked at by requireSameData.
/// @param dataset, tokenizer where they are said to lie now; empty: where run.json says @param notes what was found, one sentence each
/// @throws Error (Usage): they are not there, or the path is not UTF-8
void findData(spec::RunSpec& spec, const std::filesystem::path& run, const std::string& dataset, const std::string& tokenizer, std::vector<std::string>& notes);

/// The run's own copy of its tokenizer; empty where it has none, or another than the one that run.json tells of.
std::filesystem::path ownTokenizer(const std::filesystem::path& run);

/// The data and the tokenizer are those that run.json and args.json tell of, wherever they lie now: the position in the data would mean nothing otherwise.
/// Runs of earlier versions tell less. On rank 0. @throws Error (Usage) telling what differs
void requireSameData(const std::filesystem::path& run, data::BatchSource& source);

/// Every path of a new run can stand in its JSON files. @throws Error (Usage) for one that is not UTF-8
void requireTextPaths(const spec::RunSpec& spec);
void requireTextPath(const std::filesystem::path& path);

/// All ranks train the same thing on the same data. A call of all ranks. @throws Error (Usage) naming the rank that differs from rank 0
void requireSameEverywhere(distributed::Group& group, const spec::RunSpec& spec, data::BatchSource& source);

}  // namespace bam::train
