// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of single queries in double precision, on the host, from the float32 queries and keys that the model computed. Whole rows: for a handful of queries.
#pragma once

#include "core/inspect/lens_types.h"
#include "core/model/layerwise.h"

#include <functional>
#include <vector>

namespace bam::inspect {

/// What decides the attention of one query of one head: s_j = contentFactor · content_j + biasFactor · bias(query − j), keys j = 0 … query.
struct ScoredRow {
    HeadId head;
    std::int64_t query = 0;
    double contentFactor = 1, biasFactor = 1;
    const double* content = nullptr;        ///< q·k/√d [query + 1]
    const float* bias = nullptr;            ///< b(δ) [query + 1]; null where the encoding has none

    std::int64_t keys() const { return query + 1; }
    double biasAt(std::int64_t key) const { return bias ? double(bias[query - key]) : 0.0; }
    double score(std::int64_t key) const { return contentFactor * content[key] + (bias ? biasFactor * biasAt(key) : 0.0); }
};

/// Calls `use` for every head and query, in parallel. @param heads of the layer; queries ascending
void forEachRow(const model::LayerwisePass& pass, const model::LayerAttention& attention, const std::vector<std::int64_t>& heads,
    const std::vector<std::int64_t>& queries, const std::function<void(const ScoredRow& row, std::size_t head, std::size_t query)>& use);

/// Turns scores into their softmax and returns ln Σ exp(score); −∞ and NaN inputs are taken as they are, so that what is not finite shows in the result.
double softmaxInPlace(std::vector<double>& scores);

/// The attention of a row. @throws Error (Failed) naming layer, head and query when it is not finite
std::vector<double> attentionOf(const ScoredRow& row);

/// The row taken apart; λ is left to whoever knows it. @throws Error (Failed) as attentionOf()
Decomposition decomposed(const ScoredRow& row);

/// What one query's weights [query + 1] say.
HeadSummary summaryOf(const std::vector<double>& weights, const Prompt& prompt);
/// The mean over the queries of a head.
HeadSummary meanOf(const std::vector<HeadSummary>& queries, HeadId id, const PriorValues& prior);

/// The error that tells where attention is not finite.
[[noreturn]] void throwNotFinite(HeadId head, std::int64_t query);

}  // namespace bam::inspect
