// SPDX-License-Identifier: GPL-3.0-or-later
// A file of several jobs that belong together: train a tokenizer, make shards, train these models, evaluate those, draw the figure.
//
//   {"name": "quickstart", "variables": {"text": "${out}/text.txt"},
//    "jobs": [{"tokenizer": {"texts": ["${text}"], "pieces": 512, "out": "${out}/tokenizer.model", "passkey_sentences": true}},
//             {"dataset": {"inputs": ["…"], "tokenizer": "…", "out": "…"}},
//             {"train": {"preset": "laptop", "model": {"position_encoding": "bam"}}, "as": "bam"},
//             {"evaluate": {"passkey": {"lengths": [160, 512]}}, "run": "bam"}],
//    "figures": [{"accuracy_by_length": ["bam"], "title": "…", "out": "${out}/passkey"}]}
//
// Invariant: a JobFile that was returned is valid as a whole; nothing starts while any job has a problem.
#pragma once

#include "core/data/ingest.h"
#include "core/spec/spec_io.h"
#include "core/tokenizer/tokenizer.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace bam::jobs {

struct TokenizerJob {
    tokenizer::BpeTraining training;
    std::string column = "text";    ///< of texts that are JSON Lines or Parquet
};
struct DatasetJob {
    data::IngestSpec ingest;
};
struct TrainJob {
    spec::RunSpec spec;
    std::string as;             ///< what later jobs call the run
};
struct EvaluateJob {
    std::string run;            ///< `as` of an earlier training
    spec::EvalSpec evaluation;
};

struct Job {
    std::variant<TokenizerJob, DatasetJob, TrainJob, EvaluateJob> work;
    std::string title;          ///< "train bam"
    std::string hash;           ///< of the job and of what it builds on: equal hash, equal result
};

/// Pass-key accuracy over length of several runs.
struct FigureRequest {
    std::vector<std::string> runs;
    std::string title;
    std::filesystem::path out;  ///< without suffix: .pdf and .png are written
};

struct JobFile {
    std::string name;
    std::filesystem::path out;
    std::vector<Job> jobs;
    std::vector<FigureRequest> figures;
};

struct JobFileOptions {
    std::filesystem::path out;                      ///< results; the variable ${out}
    std::map<std::string, std::string> variables;   ///< override those of the file
    std::optional<std::int64_t> seed;               ///< of every training
    std::optional<std::int64_t> threads;            ///< of every training and evaluation
    std::string device;                             ///< of every training and evaluation; empty: as each job says
};

/// A file without "jobs" is one run: it is trained, then evaluated as its evaluation section says.
/// @throws Error (Usage) listing all problems of all jobs
JobFile readJobFile(const std::filesystem::path& file, const JobFileOptions& options);

}  // namespace bam::jobs
