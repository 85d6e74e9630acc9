// SPDX-License-Identifier: GPL-3.0-or-later
// Perplexity by position (model.md, "Evaluation"): one long forward over each of the first sequences of a text, and the mean cross-entropy in windows of it. It answers how
// well far positions are predicted with everything before them in sight; sliding-window perplexity, which answers another question, is none of this.
#pragma once

#include "core/base/progress.h"
#include "core/distributed/group.h"
#include "core/model/transformer.h"
#include "core/spec/spec.h"
#include "core/tokenizer/tokenizer.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace bam::eval {

/// The first tokens of a text, in its order; nothing is drawn.
struct Corpus {
    std::string name;                   ///< for people: of the file or folder, without ending
    std::string path;                   ///< as it was given
    std::vector<std::int32_t> tokens;
};

/// @param path folder of token shards, or a text (also .jsonl, .parquet, compressed), which is tokenised with `tokenizer`: its documents follow each other without marks
///     between them. Shards keep the marks they have. @param count tokens wanted
/// @throws Error: Usage (nothing there; shards of another tokenizer; fewer tokens than wanted: says how many there are), Failed (damaged), Stopped
Corpus readCorpus(const std::filesystem::path& path, const tokenizer::Tokenizer& tokenizer, std::int64_t vocabulary, std::int64_t count, const ProgressFn& progress = {},
    const std::stop_token& stop = {});

struct PerplexityOptions {
    std::int64_t sequence = 32768;      ///< tokens of one forward; a multiple of window
    std::int64_t window = 1024;
    std::int64_t chunk = 512;           ///< queries at once: memory is weights, keys and values, and the logits of one chunk
    at::ScalarType cacheType = at::kFloat;
    ProgressFn progress = {};
    distributed::Group* group = nullptr;    ///< shares the sequences among its ranks; every rank gets the whole curve
};

struct PerplexityCurve {
    std::string corpus;
    std::int64_t window = 0, sequence = 0, sequences = 0;
    std::vector<std::int64_t> positions;    ///< where each window ends
    std::vector<double> nats;               ///< mean cross-entropy of each window, over all sequences
    double seconds = 0;

    double perplexity(std::size_t n) const;
    double meanNats() const;
};

/// Sequence k reads tokens k·(sequence + 1) … and predicts the one after each; every position sees all of its sequence before it.
/// @throws Error: Usage (sequence no multiple of window, fewer than sequence + 1 tokens), Stopped
PerplexityCurve evaluatePerplexity(const model::Transformer& model, const Corpus& corpus, const PerplexityOptions& options, const std::stop_token& stop = {});

/// What else decided the numbers.
struct PerplexityProvenance {
    std::string checkpoint, cacheDtype = "float32", tokenizer = {};
    nlohmann::ordered_json ropeScaling = {};    ///< null: none
};

/// Merges a curve into results.json: the official shape in `perplexity[]`, our details in the same entry. One of the same windows of the same text with the same RoPE scaling is replaced.
void mergePerplexity(nlohmann::ordered_json& results, const Corpus& corpus, const PerplexityCurve& curve, const PerplexityProvenance& provenance);

}  // namespace bam::eval
