// SPDX-License-Identifier: GPL-3.0-or-later
// The attention lens: a checkpoint opened for looking into. Runs prompts through it and captures attention without a T × T matrix: rows of the answer's queries whole,
// everything else pooled. Use from one thread at a time; the header knows no Torch, so that any thread of the window may hold it.
#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/inspect/lens_types.h"
#include "core/spec/spec.h"

#include <filesystem>
#include <memory>
#include <stop_token>

namespace bam::inspect {

struct LensSource {
    std::filesystem::path run;              ///< folder with args.json, ours or the official code's
    std::string checkpoint = "latest";      ///< as EvalSpec::checkpoint
    std::string tokenizer = {};             ///< .model file; empty: the copy in the run, or the paper's for official runs
    std::string device = "cpu";
    int threads = 0;                        ///< 0: all physical cores

    bool operator==(const LensSource&) const = default;
};

struct LensInfo {
    LensSource source;
    spec::ModelSpec model;
    std::string encoding;                   ///< official name, "bam_ssmax"
    std::string checkpoint;                 ///< folder name
    std::int64_t step = -1;
    std::int64_t trainedLength = -1;        ///< T of the training; −1: unknown
    std::vector<PriorValues> priors;        ///< [layers · heads]
};

class Lens {
public:
    /// @throws Error: Usage (no run, no checkpoint, no tokenizer, a tokenizer of another vocabulary), Failed (unreadable), Environment (device), Stopped
    static std::unique_ptr<Lens> open(const LensSource& source, const ProgressFn& progress = {}, const std::stop_token& stop = {});
    ~Lens();

    const LensInfo& info() const;
    /// @throws Error: Usage for a text that gives no token or a tokenizer that the task cannot use, Environment for a length that memory does not hold (says how long would fit)
    Prompt prompt(const PromptSpec& spec) const;
    /// The longest prompt whose capture fits into what memory is free now, on the model's device and on the host.
    std::int64_t longestPrompt(const CaptureRequest& request) const;
    /// @throws Error: Environment (too long for the memory: says how long would fit), Usage (a head that is not there; RoPE scaling of a model without RoPE), Failed (attention is not finite: names layer, head and query), Stopped
    Capture capture(const CaptureRequest& request, const ProgressFn& progress = {}, const std::stop_token& stop = {});
    /// Of the prompt, changes and RoPE scaling of the last capture. Layers are computed again up to the head's where they are no more at hand.
    Region region(const RegionRequest& request, const ProgressFn& progress = {}, const std::stop_token& stop = {});
    Decomposition decompose(HeadId head, std::int64_t query, const ProgressFn& progress = {}, const std::stop_token& stop = {});

private:
    struct Impl;
    explicit Lens(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace bam::inspect
