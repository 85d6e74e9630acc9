// SPDX-License-Identifier: GPL-3.0-or-later
// What the retrieval strip shows of a capture: heads in their order, and the weights that the answer's queries give to the keys, pooled to pixels. No widget.
//
// Invariant: pooling to pixels takes the largest weight, so that a single hot key is seen at any zoom.
#pragma once

#include "core/inspect/lens_types.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace bam::views {

/// Which of the answer's queries a row of the strip shows.
enum class QueryPool { Mean, Largest, One };
enum class HeadOrder { NeedleMass, Layer, ThetaBeta, Entropy, MeanDistance };

/// Mass on the needle as a multiple of what equal weights would give; NaN without a needle.
double timesUniform(const inspect::HeadSummary& head);

/// Indexes into Capture::summary. Heads without the value come last; equals by layer and head. Without a needle the order by mass is that by largest weight.
std::vector<std::size_t> orderedHeads(const inspect::Capture& capture, HeadOrder order);

/// Weights over the keys. [length] @param query of QueryPool::One, an index into Prompt::queryRows
std::vector<float> keyWeights(const inspect::Capture& capture, std::size_t head, QueryPool pool, std::size_t query);

/// The largest weight of the keys below each pixel, positions [from, to) over the width; NaN where the keys end. A pixel narrower than a key shows the key it is on.
std::vector<float> pooledToPixels(const std::vector<float>& weights, double from, double to, int pixels);

/// Where a weight stands between `low` and `high` on a logarithmic scale, 0 … 1; 0 for what is not positive.
double logShare(double weight, double low, double high);

class StripContent {
public:
    StripContent() = default;
    StripContent(std::shared_ptr<const inspect::Capture> capture, QueryPool pool, std::size_t query, HeadOrder order);

    /// Rows as they stand here, indexes into Capture::summary: of a film, whose heads keep their rows.
    void setOrder(std::vector<std::size_t> order) { m_order = std::move(order); }
    /// Ends of the scales that hold for several captures.
    void setScale(double largestWeight, double thetaBetaLimit);

    bool isEmpty() const { return !m_capture; }
    const inspect::Capture& capture() const { return *m_capture; }
    std::int64_t length() const { return m_capture ? m_capture->prompt.length() : 0; }
    int rows() const { return int(m_order.size()); }
    const inspect::HeadSummary& head(int row) const { return m_capture->summary[m_order[std::size_t(row)]]; }
    /// −1 for a head that is not there.
    int rowOf(inspect::HeadId head) const;
    /// Made when asked for first. [length]
    const std::vector<float>& weights(int row) const;
    /// Ends of the colour scale: from a tenth of equal weights to the largest weight of any head.
    double low() const { return m_low; }
    double high() const { return m_high; }
    /// Largest |θβ| of all heads, at least 0.5, so that one colour scale holds for them; NaN when no head has one.
    double thetaBetaLimit() const { return m_thetaBetaLimit; }
    QueryPool pool() const { return m_pool; }
    std::size_t query() const { return m_query; }

private:
    std::shared_ptr<const inspect::Capture> m_capture;
    QueryPool m_pool = QueryPool::Mean;
    std::size_t m_query = 0;
    std::vector<std::size_t> m_order;
    mutable std::vector<std::vector<float>> m_weights;      // by index into summary; empty until asked for
    double m_low = 0, m_high = 1, m_thetaBetaLimit = inspect::kNone;
};

}  // namespace bam::views
