// SPDX-License-Identifier: GPL-3.0-or-later
// A spec as what people type: the command line that trains it, alone, under torchrun, or as a Slurm job; and the way back from a command line.
// Invariant: `bamscope --batch` with trainArguments(spec) trains exactly `spec`.
#pragma once

#include "core/spec/spec_io.h"

#include <string>
#include <vector>

namespace bam::jobs {

/// The arguments after --batch: "train", the nearest preset, and the flags of what differs from it.
std::vector<std::string> trainArguments(const spec::RunSpec& spec);

/// A word as a POSIX shell reads it back; words without special characters stay as they are.
std::string shellQuoted(const std::string& word);
std::string shellLine(const std::vector<std::string>& words);
/// The words of a command line: quotes, backslashes, line continuations and comments as in a POSIX shell; no variables, no globs.
/// @throws Error (Usage) for a quote that is never closed
std::vector<std::string> shellWords(const std::string& line);

/// bamscope --batch train …
std::string batchLine(const spec::RunSpec& spec, const std::string& program = "bamscope");
/// torchrun --no-python --nproc-per-node N bamscope --batch train …
std::string torchrunLine(const spec::RunSpec& spec, int processes, const std::string& program = "bamscope");

struct SbatchOptions {
    int processes = 1;                  ///< GPUs on each node, each with a process of its own
    int cpusPerProcess = 4;
    double hours = 24;                  ///< time limit, rounded up to minutes
    std::string jobName;                ///< empty: from size and encoding
    bool gpu = true;                    ///< asks for GPUs, unless the spec names the CPU
    int nodes = 1;                      ///< above 1, srun starts the processes instead of the program
    std::string partition = {}, account = {};   ///< empty: the cluster's default
};
/// A script for sbatch, from packaging/slurm/run.sbatch, that ends the training in time to write a checkpoint and goes on with it when it is submitted or
/// queued again.
std::string sbatchScript(const spec::RunSpec& spec, const SbatchOptions& options = {}, const std::string& program = "bamscope");

/// The spec that a training's command line asks for, ours or the official code's (python train.py …), over `base`.
/// @param notes what was left out, one sentence each
/// @throws Error (Usage) naming every flag that is unknown or has a value that is refused
spec::RunSpec specFromCommandLine(const std::string& line, const spec::RunSpec& base, std::vector<std::string>& notes);

}  // namespace bam::jobs
