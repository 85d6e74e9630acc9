// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that a spec asks of a checkpoint: pass key, perplexity, RULER, multiple choice. Results go to the run's results.json, cell by cell; single answers to its
// folder `evaluation`, so that an interrupted evaluation goes on where it was.
#pragma once

#include "core/distributed/group.h"
#include "core/eval/evaluation.h"
#include "core/eval/load_subject.h"
#include "core/eval/passkey.h"
#include "core/spec/spec.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace bam::eval {

/// Callbacks come on rank 0 alone.
struct EvaluateOptions {
    distributed::RankEnvironment ranks; ///< one process unless a launcher said otherwise
    distributed::Group* group = nullptr;    ///< the ranks, for several evaluations one after the other; null: they meet for this one
    ProgressFn progress;
    std::function<void(const Evaluation&, std::size_t cell)> onCell;    ///< finished, and in results.json
    LogFn log;
    std::string tokenizer;          ///< .model file; empty: the copy in the run directory, or the paper's for official runs
    std::string device = "auto";
    int threads = 0;                ///< CPU threads; 0 = all physical cores
    bool again = false;             ///< asks anew what is known already
};

/// The ranks of `options`, on its device. @throws Error as Group; Usage, Environment for the device
std::unique_ptr<distributed::Group> evaluationGroup(const EvaluateOptions& options, const std::stop_token& stop);

/// Does it ask for any test?
bool asksSomething(const spec::EvalSpec& spec);

/// A test whose data cannot be used, or that fails while it is asked, is told; the others are done all the same, and then the call ends with the Error. All ranks throw the same.
/// RoPE scaling that the run's own spec names, as those of a sweep over encodings do, is left out where nothing is rotated.
/// @param run folder with args.json @returns the finished cells of the pass key @throws Error as its parts do; Failed, before anything is asked, when results.json is damaged or ranks
/// loaded different weights, and after the other tests when one could not be measured
std::vector<PasskeyCell> evaluateRun(const std::filesystem::path& run, const spec::EvalSpec& spec, const EvaluateOptions& options, std::stop_token stop = {});

/// The event of a finished cell for machines: Evaluation::event() with the run, the evaluation's title and its line for people.
Json cellEvent(const Evaluation& evaluation, std::size_t cell);

}  // namespace bam::eval
