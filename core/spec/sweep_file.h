// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep as JSON: a spec with a section `sweep` that says which of its fields take several values, and where and how often the runs are started.
//
//   {"preset": "l12", "data": {"dataset": "shards/fineweb"}, "training": {"num_iterations": 2000},
//    "sweep": {"encodings": ["bam", "rotary"], "sizes": ["l6", "l8"], "seeds": "0-4", "fields": {"training.learning_rate": [1e-3, 5e-4]},
//              "devices": ["cuda:0", "cuda:1"], "parallel": 1, "retries": 1, "evaluate": true, "out": "sweeps/rates"}}
//
// `presets` in the section starts from several presets instead of one, each with the sections of the file over it. Every key may be left out.
// Invariant: a SweepSpec that was returned is valid as a whole, every run of it.
#pragma once

#include "core/spec/spec_io.h"
#include "core/spec/sweep.h"

#include <string>
#include <vector>

namespace bam::spec {

struct SweepRun {
    RunSpec spec;
    std::string title;                  ///< "bam_ssmax, l6, seed 3, learning_rate 0.001": what tells it from the others
};

struct SweepSpec {
    std::string name;                   ///< of the file or the preset
    std::vector<SweepRun> runs;
    std::vector<std::string> devices;   ///< "cpu", "cuda:N"; empty: those of the machine
    std::int64_t parallel = 1;          ///< runs at a time on each device
    std::int64_t retries = 1;           ///< how often a run that failed is tried again
    std::int64_t ranks = 1;             ///< processes of one run, each on a GPU of its own
    bool evaluate = false;              ///< each trained run is tested as its evaluation section says
    std::string out;                    ///< folder of the sweep's state and outputs
};

constexpr std::size_t kMostSweepRuns = 1000;

bool isSweep(const Json& json);

/// Reads the objects one over the other, the last one counts: a preset or a file, then what the command line changes. The lists of a section `sweep`
/// replace earlier ones, its `fields` each by itself. Without a section there is one run.
/// @param name of the sweep unless a layer has a key `name`; also the default of `out`: sweeps/<name>
/// @throws Error (Usage) listing all problems of all runs
SweepSpec readSweep(const std::vector<Json>& layers, const std::string& name);

/// What "data.dataset=shards" or "sweep.seeds=0-4" of a command line changes, as an object for readSweep(). A path that is none is reported by readSweep().
/// @throws Error (Usage) without an equals sign
Json layerFromText(const std::string& assignment);

/// Names of the presets that are sweeps, and their JSON. @throws Error (Usage) naming the nearest one
std::vector<std::string> sweepPresetNames();
Json sweepPreset(const std::string& name);

}  // namespace bam::spec
