// SPDX-License-Identifier: GPL-3.0-or-later
// A checkpoint of a run directory, ours or the official code's, with everything it takes to ask it something.
#pragma once

#include "core/base/progress.h"
#include "core/distributed/environment.h"
#include "core/encoding/scaling/rope_scaling.h"
#include "core/eval/evaluation.h"

#include <filesystem>
#include <memory>
#include <string>

namespace bam::eval {

struct SubjectOptions {
    std::string checkpoint = "latest";  ///< latest, a step, or a path
    std::string tokenizer;              ///< .model file; empty: the copy in the run directory, or the paper's for official runs
    std::string device = "auto";
    int threads = 0;                    ///< CPU threads; 0 = all physical cores
    std::string cacheDtype = "float32";
    std::int64_t chunk = 512;
    encoding::RopeScaling ropeScaling;  ///< without an original length: that of the run's training
    distributed::RankEnvironment ranks; ///< its device and threads, where several share this machine
    LogFn log;
};

/// The scaling as a model of that run uses it: with the length of its training where none is given, or none counts.
encoding::RopeScaling ropeScalingOf(const std::filesystem::path& run, encoding::RopeScaling asked);

/// Owns what a Subject refers to.
class LoadedSubject {
public:
    /// @param run folder with args.json @throws Error: Usage (no run, no such checkpoint, no tokenizer, RoPE scaling of a model without RoPE), Failed (damaged, does not fit, parameters that are not finite)
    LoadedSubject(const std::filesystem::path& run, const SubjectOptions& options);

    const Subject& operator*() const { return *m_subject; }
    const Subject* operator->() const { return m_subject.get(); }

private:
    LoadedSubject(const std::filesystem::path& run, const spec::ModelSpec& model, const SubjectOptions& options);

    tokenizer::Tokenizer m_tokenizer;
    std::unique_ptr<model::Transformer> m_model;
    std::unique_ptr<Subject> m_subject;
};

}  // namespace bam::eval
