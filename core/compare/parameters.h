// SPDX-License-Identifier: GPL-3.0-or-later
// With what runs were made, and in what they differ: the fields of their specs, from run.json, or for runs of the official code from as much as args.json tells.
#pragma once

#include "core/spec/spec.h"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace bam::compare {

struct RunParameters {
    spec::RunSpec spec;
    bool known = false;                 ///< the spec could be read
    std::set<std::string> unknown;      ///< paths of fields that the files do not tell (official runs)
    std::string problem;                ///< why the spec could not be read; empty otherwise
};

/// Never throws. @param run folder of the run
RunParameters readParameters(const std::filesystem::path& run);

enum class ParameterGroup { Model, Training, Data };

struct ParameterValue {
    enum class State { Told, NotTold, Meaningless } state = State::NotTold;
    std::string text;                   ///< as the command line takes it; of several runs their different values: "1, 2, 3"
};

struct ParameterRow {
    ParameterGroup group = ParameterGroup::Model;
    std::string path;                   ///< "training.learning_rate"
    std::string title, unit, help;      ///< of the field, in the core's English
    std::vector<ParameterValue> values; ///< of each column
};

/// The fields of model, training and data in which columns differ, in the order of the set-up; all of them when `all`. A column is one run, or several that are told
/// together: their values side by side. What is not told, or means nothing for a run (a prior where there is none), makes no difference.
std::vector<ParameterRow> parameterDiff(const std::vector<std::vector<const RunParameters*>>& columns, bool all = false);

}  // namespace bam::compare
