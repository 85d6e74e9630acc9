// SPDX-License-Identifier: GPL-3.0-or-later
// Perplexity, by two protocols that answer different questions (model.md, "Evaluation"):
//   by position   one long forward, mean cross-entropy in windows of it: how well are far positions predicted with everything before them in sight?
//   sliding       a window of C tokens moved by s, of which the last s are scored: how well is the text predicted with at least C − s tokens of context? (With s = C there
//                 would be none for the first token of a window: each then begins with the last token of the one before.)
// Either across documents (the text is one stream) or within them (each is read alone, from its own beginning).
#pragma once

#include "core/base/statistics.h"
#include "core/eval/corpus.h"
#include "core/eval/evaluation.h"
#include "core/spec/spec.h"

#include <optional>
#include <string>
#include <vector>

namespace bam::eval {

/// Cross-entropy of scored tokens, summed.
struct Score {
    double nats = 0;
    double tokens = 0;
    double bytes = 0;                   ///< that these tokens stand for

    double mean() const { return tokens > 0 ? nats / tokens : 0; }
    double perplexity() const;
    /// Comparable between tokenizers, as perplexity per token is not. 0 where the bytes are not known.
    double bitsPerByte() const;
    Score& operator+=(const Score& other);
};

/// What one protocol measured on one text.
struct PerplexityCurve {
    std::string kind = "by_position";   ///< or sliding
    std::string corpus;
    std::string documents = "across";   ///< or within
    std::int64_t window = 0, sequence = 0;  ///< by position
    std::int64_t context = 0, stride = 0;   ///< sliding
    std::int64_t sequences = 0;         ///< read: stretches, documents or stretches of the sliding window
    std::vector<std::int64_t> positions;    ///< where each window (sliding: stretch of the text) ends
    std::vector<double> nats;               ///< mean cross-entropy of each
    std::vector<double> counts;             ///< scored tokens of each
    Score all;
    std::optional<Interval> interval;       ///< 95 % of the perplexity, over sequences (of a sliding window: stretches, which are neighbours in one text); none of a single one
    double seconds = 0;

    double perplexity(std::size_t n) const;
    /// By position: of the windows, each as heavy as another, as the official code has it.
    double meanNats() const;
};

/// One of the two protocols on a text.
class PerplexityEvaluation : public Evaluation {
public:
    /// By position. Sequence k reads tokens k·(sequence + 1) … of the stream (or of a document) and predicts the one after each.
    /// @throws Error (Usage): sequence no multiple of window, fewer tokens than the sequences need
    static std::unique_ptr<PerplexityEvaluation> byPosition(const Subject& subject, const Corpus& corpus, const spec::EvalSpec& spec);
    /// Sliding. Every token but the first of the stream (or of a document) is scored once.
    static std::unique_ptr<PerplexityEvaluation> sliding(const Subject& subject, const Corpus& corpus, const spec::EvalSpec& spec);

    const PerplexityCurve& curve() const { return m_curve; }

    std::string title() const override;
    void finish(std::size_t cell, const std::vector<Json>& answers, const CellFacts& facts) override;
    void merge(Json& results, std::size_t cell) const override;
    Json event(std::size_t cell) const override;
    std::string line(std::size_t cell) const override;

protected:
    PerplexityEvaluation(const Subject& subject, const Corpus& corpus) : Evaluation(subject), m_corpus(corpus) {}
    /// Adds up the answers: scores by point of the curve.
    virtual void collect(const std::vector<Json>& answers) = 0;
    /// Of so many tokens of the text; 0 where they are not known.
    double bytesOf(std::int64_t first, std::int64_t count) const;
    [[noreturn]] void refuseEmpty() const;
    void addInterval(const std::vector<double>& nats, const std::vector<double>& tokens);

    const Corpus& m_corpus;
    PerplexityCurve m_curve;
    CellFacts m_facts;
};

/// How many tokens of the text the evaluations of a spec need; 0: all.
std::int64_t tokensWanted(const spec::EvalSpec& spec);

/// Merges a curve into results.json: the official shape and our details in `perplexity[]`, the sliding ones in `perplexity_sliding[]`. One of the same protocol on the same
/// text is replaced. @param provenance what addProvenance() wrote
void mergePerplexity(Json& results, const Corpus& corpus, const PerplexityCurve& curve, const Json& provenance);

}  // namespace bam::eval
