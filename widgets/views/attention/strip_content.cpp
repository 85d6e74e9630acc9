// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/attention/strip_content.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace bam::views {
namespace {

/// Ascending by this, so what must come first is negated.
double keyOf(const inspect::HeadSummary& head, HeadOrder order, bool needle)
{
    switch (order) {
    case HeadOrder::NeedleMass: return needle ? -head.needleMass : -head.largestWeight;
    case HeadOrder::ThetaBeta: return head.prior.thetaBeta;
    case HeadOrder::Entropy: return head.entropy;
    case HeadOrder::MeanDistance: return -head.meanDistance;
    case HeadOrder::Layer: break;
    }
    return 0;
}

}  // namespace

double timesUniform(const inspect::HeadSummary& head) { return head.uniformMass > 0 ? head.needleMass / head.uniformMass : inspect::kNone; }

std::vector<std::size_t> orderedHeads(const inspect::Capture& capture, HeadOrder order)
{
    std::vector<std::size_t> heads(capture.summary.size());
    std::iota(heads.begin(), heads.end(), std::size_t(0));
    const bool needle = capture.prompt.hasNeedle();
    std::stable_sort(heads.begin(), heads.end(), [&](std::size_t a, std::size_t b) {
        const double first = keyOf(capture.summary[a], order, needle), second = keyOf(capture.summary[b], order, needle);
        return std::isnan(second) ? !std::isnan(first) : first < second;
    });
    return heads;
}

std::vector<float> keyWeights(const inspect::Capture& capture, std::size_t head, QueryPool pool, std::size_t query)
{
    const auto length = std::size_t(capture.prompt.length()), queries = capture.prompt.queryRows.size();
    const float* first = capture.rows.data() + head * queries * length;
    if (pool == QueryPool::One || queries == 1) {
        const float* row = first + std::min(query, queries - 1) * length;
        return {row, row + length};
    }
    std::vector<float> pooled(first, first + length);
    for (std::size_t n = 1; n < queries; ++n)
        for (std::size_t key = 0; key < length; ++key) {
            const float weight = first[n * length + key];
            pooled[key] = pool == QueryPool::Mean ? pooled[key] + weight : std::max(pooled[key], weight);
        }
    if (pool == QueryPool::Mean)
        for (auto& weight : pooled)
            weight /= float(queries);
    return pooled;
}

std::vector<float> pooledToPixels(const std::vector<float>& weights, double from, double to, int pixels)
{
    std::vector<float> pooled(std::size_t(std::max(pixels, 0)), std::numeric_limits<float>::quiet_NaN());
    const double step = (to - from) / pixels;
    const auto length = std::int64_t(weights.size());
    for (int pixel = 0; pixel < pixels; ++pixel) {
        // Every key belongs to the pixel that its left edge lies in; where keys are wider than pixels, to all that it covers.
        const auto begin = std::int64_t(std::floor(from + step * pixel)), end = std::max(std::int64_t(std::floor(from + step * (pixel + 1))), begin + 1);
        if (begin >= length || end <= 0)
            continue;
        pooled[std::size_t(pixel)] = *std::max_element(weights.begin() + std::max<std::int64_t>(begin, 0), weights.begin() + std::min(end, length));
    }
    return pooled;
}

double logShare(double weight, double low, double high)
{
    if (!(weight > 0) || !(high > low))
        return 0;
    return std::clamp(std::log(weight / low) / std::log(high / low), 0.0, 1.0);
}

StripContent::StripContent(std::shared_ptr<const inspect::Capture> capture, QueryPool pool, std::size_t query, HeadOrder order)
    : m_capture(std::move(capture))
    , m_pool(pool)
    , m_query(query)
{
    if (!m_capture)
        return;
    m_order = orderedHeads(*m_capture, order);
    m_weights.resize(m_capture->summary.size());
    double largest = 0;
    for (const auto& head : m_capture->summary) {
        largest = std::max(largest, head.largestWeight);
        if (std::isfinite(head.prior.thetaBeta))
            m_thetaBetaLimit = std::max({std::isnan(m_thetaBetaLimit) ? 0.5 : m_thetaBetaLimit, std::abs(head.prior.thetaBeta)});
    }
    setScale(largest, m_thetaBetaLimit);
}

void StripContent::setScale(double largestWeight, double thetaBetaLimit)
{
    m_low = 0.1 / double(std::max<std::int64_t>(length(), 1));
    m_high = std::max(largestWeight, 20 * m_low);
    m_thetaBetaLimit = thetaBetaLimit;
}

int StripContent::rowOf(inspect::HeadId head) const
{
    if (!m_capture)
        return -1;
    const auto found = std::find_if(m_order.begin(), m_order.end(), [&](std::size_t index) { return m_capture->summary[index].id == head; });
    return found == m_order.end() ? -1 : int(found - m_order.begin());
}

const std::vector<float>& StripContent::weights(int row) const
{
    const auto index = m_order[std::size_t(row)];
    auto& weights = m_weights[index];
    if (weights.empty())
        weights = keyWeights(*m_capture, index, m_pool, m_query);
    return weights;
}

}  // namespace bam::views
