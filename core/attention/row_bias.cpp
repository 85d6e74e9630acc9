// SPDX-License-Identifier: GPL-3.0-or-later
// Attention with a row bias: queries whose position is within the table go through the fused kernel, the others are chunked.
#include "core/attention/chunk_of_rows.h"
#include "core/attention/composite.h"
#include "core/attention/fused.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace bam::attention {
namespace {

/// Neighbouring queries of one kind.
struct Run {
    std::int64_t begin, count;
    bool byTable;
};

std::vector<Run> runsOf(const AttendInputs& in)
{
    const auto queries = in.q.size(2), rows = in.rowBias->tableRows();
    // Without documents, and as long as the longest document that there can be is within the table.
    const auto within = std::clamp<std::int64_t>(rows - in.queryStart, 0, queries);
    if (within == queries)
        return {{0, queries, true}};
    if (!in.firstVisible.defined())
        return within == 0 ? std::vector<Run>{{0, queries, false}} : std::vector<Run>{{0, within, true}, {within, queries - within, false}};
    const auto absolute = at::arange(in.queryStart, in.queryStart + queries, in.firstVisible.options());
    const auto beyond = std::get<0>((absolute - in.firstVisible).max(0)).ge(rows).cpu();       // [Tq]: in any sequence of the batch
    const auto* isBeyond = beyond.const_data_ptr<bool>();
    std::vector<Run> runs;
    for (std::int64_t query = 0; query < queries; ++query) {
        if (runs.empty() || runs.back().byTable == isBeyond[query])
            runs.push_back({query, 0, !isBeyond[query]});
        ++runs.back().count;
    }
    return runs;
}

}  // namespace

at::Tensor attendByRows(const AttendInputs& in)
{
    std::vector<at::Tensor> parts;      // [B, count, H, d], as projections write heads
    for (const auto& run : runsOf(in)) {
        auto part = chunkOf(in, run.begin, run.count);
        if (run.byTable)
            part.rowBias = nullptr;
        parts.push_back((run.byTable ? attendFused(part) : attendChunked(part)).transpose(1, 2));
    }
    return (parts.size() == 1 ? parts.front() : at::cat(parts, 1)).transpose(1, 2);
}

}  // namespace bam::attention
