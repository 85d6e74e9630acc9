// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/exact_rows.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>

namespace bam::inspect {
namespace {

/// Queries of single rows. [H, rows, d]
at::Tensor queriesOf(const model::LayerwisePass& pass, const model::LayerAttention& attention, const std::vector<std::int64_t>& rows)
{
    std::vector<at::Tensor> parts;
    for (const auto row : rows)
        parts.push_back(pass.queries(attention, row, 1)[0]);
    return at::cat(parts, 1);
}

/// Row factors of some queries on the host. [H, rows]
at::Tensor factorsOf(const at::Tensor& factor, const std::vector<std::int64_t>& rows)
{
    return factor.defined() ? factor.index_select(2, at::tensor(rows, at::kLong).to(factor.device())).squeeze(3)[0].to(at::kCPU, at::kDouble).contiguous() : at::Tensor();
}

}  // namespace

void forEachRow(const model::LayerwisePass& pass, const model::LayerAttention& attention, const std::vector<std::int64_t>& heads,
    const std::vector<std::int64_t>& queries, const std::function<void(const ScoredRow&, std::size_t, std::size_t)>& use)
{
    const at::NoGradGuard guard;
    const auto q = queriesOf(pass, attention, queries);                                     // [H, rows, d]
    const auto group = q.size(0) / attention.keys.size(1), keys = queries.back() + 1;
    const auto contentFactor = factorsOf(attention.contentFactor, queries), biasFactor = factorsOf(attention.biasFactor, queries);
    std::vector<at::Tensor> biases;         // of each row [H, keys], one tensor where the table holds
    for (const auto row : attention.biasTable.defined() ? queries : std::vector<std::int64_t>()) {
        const auto bias = attention.biasOfRow(row);
        const bool same = !biases.empty() && bias.is_same(attention.biasTable);
        biases.push_back(same ? biases.front() : bias.cpu().contiguous());
    }
    for (std::size_t n = 0; n < heads.size(); ++n) {
        const auto head = heads[n];
        const auto ofHead = q[head].to(at::kDouble) * (1.0 / std::sqrt(double(q.size(2))));
        const auto scores = at::matmul(ofHead, attention.keys[0][head / group].narrow(0, 0, keys).to(at::kDouble).t()).to(at::kCPU).contiguous();   // [rows, keys]
        std::mutex mutex;
        std::exception_ptr failure;
        at::parallel_for(0, std::int64_t(queries.size()), 1, [&](std::int64_t from, std::int64_t to) {
            for (auto row = from; row < to; ++row) {
                ScoredRow scored{{attention.layer, head}, queries[std::size_t(row)], 1, 1, scores.const_data_ptr<double>() + row * keys, nullptr};
                if (contentFactor.defined())
                    scored.contentFactor = contentFactor.const_data_ptr<double>()[head * contentFactor.size(1) + row];
                if (biasFactor.defined())
                    scored.biasFactor = biasFactor.const_data_ptr<double>()[head * biasFactor.size(1) + row];
                if (!biases.empty())
                    scored.bias = biases[std::size_t(row)].const_data_ptr<float>() + head * biases[std::size_t(row)].size(1);
                try {
                    use(scored, n, std::size_t(row));
                } catch (...) {
                    const std::scoped_lock lock(mutex);
                    failure = failure ? failure : std::current_exception();
                }
            }
        });
        if (failure)
            std::rethrow_exception(failure);
    }
}

double softmaxInPlace(std::vector<double>& scores)
{
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (const auto score : scores)
        largest = std::isnan(score) ? score : std::max(largest, score);
    for (auto& score : scores)
        sum += (score = std::exp(score - largest));
    for (auto& score : scores)
        score /= sum;
    return largest + std::log(sum);
}

std::vector<double> attentionOf(const ScoredRow& row)
{
    std::vector<double> weights(std::size_t(row.keys()));
    for (std::int64_t key = 0; key < row.keys(); ++key)
        weights[std::size_t(key)] = row.score(key);
    if (!std::isfinite(softmaxInPlace(weights)))
        throwNotFinite(row.head, row.query);
    return weights;
}

Decomposition decomposed(const ScoredRow& row)
{
    Decomposition parts;
    parts.head = row.head;
    parts.query = row.query;
    for (std::int64_t key = 0; key < row.keys(); ++key) {
        parts.contentScore.push_back(row.content[key]);
        parts.scaledContent.push_back(row.contentFactor * row.content[key]);
        parts.biasTerm.push_back(row.bias ? row.biasFactor * row.biasAt(key) : 0.0);
    }
    parts.content = parts.scaledContent;
    parts.position = parts.biasTerm;
    parts.joint = attentionOf(row);
    const auto content = softmaxInPlace(parts.content), position = softmaxInPlace(parts.position);
    std::vector<double> scores;
    for (std::int64_t key = 0; key < row.keys(); ++key)
        scores.push_back(row.score(key));
    parts.logZ = content + position - softmaxInPlace(scores);      // no product of two small numbers is ever formed
    return parts;
}

HeadSummary summaryOf(const std::vector<double>& weights, const Prompt& prompt)
{
    const auto count = std::int64_t(weights.size()), query = count - 1;
    HeadSummary summary;
    for (std::int64_t key = 0; key < count; ++key) {
        const auto weight = weights[std::size_t(key)];
        summary.entropy -= weight > 0 ? weight * std::log(weight) : 0;
        summary.meanDistance += weight * double(query - key);
        summary.largestWeight = std::max(summary.largestWeight, weight);
    }
    if (!prompt.hasNeedle())
        return summary;
    const auto end = std::min(prompt.needleEnd, count), begin = std::min(prompt.needleBegin, end);
    summary.needleMass = std::accumulate(weights.begin() + begin, weights.begin() + end, 0.0);
    summary.uniformMass = double(end - begin) / double(count);
    return summary;
}

HeadSummary meanOf(const std::vector<HeadSummary>& queries, HeadId id, const PriorValues& prior)
{
    const auto mean = [&](double HeadSummary::* field) {
        double sum = 0;
        for (const auto& query : queries)
            sum += query.*field;
        return sum / double(queries.size());
    };
    return {id, mean(&HeadSummary::needleMass), mean(&HeadSummary::uniformMass), mean(&HeadSummary::entropy), mean(&HeadSummary::meanDistance), mean(&HeadSummary::largestWeight), prior};
}

void throwNotFinite(HeadId head, std::int64_t query)
{
    throw Error(ErrorCode::Failed, str("attention is not finite in layer ", head.layer, ", head ", head.head, " for the query at position ", query, " (counted from 0)"),
        "The checkpoint holds or produces infinite numbers there: look at an earlier checkpoint, or at the prior of this head.");
}

}  // namespace bam::inspect
