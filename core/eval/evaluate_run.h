// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates a checkpoint of a run directory, ours or the official code's, and keeps what it finds in results.json.
#pragma once

#include "core/eval/passkey.h"
#include "core/eval/perplexity.h"

#include <filesystem>
#include <string>
#include <vector>

namespace bam::eval {

/// Callbacks come on rank 0 alone.
struct EvaluateOptions {
    distributed::RankEnvironment ranks; ///< one process unless a launcher said otherwise
    ProgressFn progress;
    std::function<void(const PasskeyCell&)> onCell;
    std::function<void(const PerplexityCurve&)> onPerplexity;
    LogFn log;
    std::string tokenizer;          ///< .model file; empty: the copy in the run directory, or the paper's for official runs
    std::string device = "auto";
    int threads = 0;                ///< CPU threads; 0 = all physical cores
};

/// Pass key, then perplexity by position, as far as the spec asks for them. results.json is rewritten atomically after every cell and curve. @param run folder with args.json @throws Error as its parts do
std::vector<PasskeyCell> evaluateRun(const std::filesystem::path& run, const spec::EvalSpec& spec, const EvaluateOptions& options, std::stop_token stop = {});

}  // namespace bam::eval
