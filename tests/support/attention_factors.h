// SPDX-License-Identifier: GPL-3.0-or-later
// Attention with a prior, taken apart by the definition: what the lens computes, for any formula of scores and bias.
#pragma once

#include "core/inspect/lens_types.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

namespace bam::test {

struct FactorFormula {
    std::function<double(std::int64_t query, std::int64_t key)> score;      ///< q·k/√d
    std::function<double(std::int64_t distance)> bias;
    double scale = 0;                                                       ///< s of Scalable-Softmax; 0: λ = 1
};

inline std::vector<double> softmax(const std::vector<double>& logits)
{
    const double most = *std::max_element(logits.begin(), logits.end());
    std::vector<double> result;
    double sum = 0;
    for (const double logit : logits)
        sum += result.emplace_back(std::exp(logit - most));
    for (auto& value : result)
        value /= sum;
    return result;
}

inline inspect::Decomposition decompositionOf(inspect::HeadId head, std::int64_t query, const FactorFormula& formula)
{
    inspect::Decomposition result;
    result.head = head;
    result.query = query;
    if (formula.scale > 0)
        result.scale = formula.scale;
    result.lambda = formula.scale > 0 ? formula.scale * std::log(double(query + 1)) : 1;
    std::vector<double> sum;
    for (std::int64_t key = 0; key <= query; ++key) {
        result.contentScore.push_back(formula.score(query, key));
        result.scaledContent.push_back(result.lambda * result.contentScore.back());
        result.biasTerm.push_back(formula.bias(query - key));
        sum.push_back(result.scaledContent.back() + result.biasTerm.back());
    }
    result.content = softmax(result.scaledContent);
    result.position = softmax(result.biasTerm);
    result.joint = softmax(sum);
    double product = 0;
    for (std::size_t i = 0; i < sum.size(); ++i)
        product += result.content[i] * result.position[i];
    result.logZ = -std::log(product);
    return result;
}

/// All of a matrix with parts, in tiles of `tile` positions.
inline std::shared_ptr<inspect::Region> factorRegion(const inspect::RegionRequest& asked, std::int64_t tile, const FactorFormula& formula)
{
    auto region = std::make_shared<inspect::Region>();
    region->asked = asked;
    region->asked.parts = true;
    region->queryTile = region->keyTile = tile;
    region->rows = (asked.queryEnd - asked.queryBegin + tile - 1) / tile;
    region->columns = (asked.keyEnd - asked.keyBegin + tile - 1) / tile;
    const auto cells = std::size_t(region->rows * region->columns);
    std::vector<double> counts(cells, 0);
    const auto parts = {&region->contentScore, &region->biasTerm, &region->content, &region->position, &region->joint};
    for (auto* part : parts)
        part->assign(cells, 0);
    region->max.assign(cells, 0);
    region->lambda.assign(std::size_t(region->rows), 0);
    region->logZ.assign(std::size_t(region->rows), 0);
    for (auto query = asked.queryBegin; query < asked.queryEnd; ++query) {
        const auto all = decompositionOf(asked.head, query, formula);
        const auto row = (query - asked.queryBegin) / tile;
        const auto inRow = float(std::min(asked.queryEnd, asked.queryBegin + (row + 1) * tile) - asked.queryBegin - row * tile);
        region->lambda[std::size_t(row)] += float(all.lambda) / inRow;
        region->logZ[std::size_t(row)] += float(all.logZ) / inRow;
        for (auto key = asked.keyBegin; key < std::min(asked.keyEnd, query + 1); ++key) {
            const auto at = std::size_t(row * region->columns + (key - asked.keyBegin) / tile), k = std::size_t(key);
            counts[at] += 1;
            region->contentScore[at] += float(all.contentScore[k]);
            region->biasTerm[at] += float(all.biasTerm[k]);
            region->content[at] += float(all.content[k]);
            region->position[at] += float(all.position[k]);
            region->joint[at] += float(all.joint[k]);
            region->max[at] = std::max(region->max[at], float(all.joint[k]));
        }
    }
    for (auto* part : parts)
        for (std::size_t i = 0; i < cells; ++i)
            (*part)[i] = counts[i] > 0 ? float(double((*part)[i]) / counts[i]) : std::numeric_limits<float>::quiet_NaN();
    region->mean = region->joint;
    for (auto& value : region->mean)
        value = std::isnan(value) ? 0 : value;
    return region;
}

}  // namespace bam::test
