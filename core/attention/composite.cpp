// SPDX-License-Identifier: GPL-3.0-or-later
// Queries are handled newest first. In that order the score of (query s, key j) needs the bias of distance T − 1 − (s + j), so the whole
// [Tq, Tk] bias is a strided view of one reversed row per head: nothing of that size is built, and its gradient is a sum of windows.
#include "core/attention/composite.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <cmath>
#include <limits>

namespace bam::attention {
namespace {

constexpr double kHidden = -std::numeric_limits<double>::infinity();

/// b_h(position of query s − j) as a view [1, H, Tq, Tk], newest query first; entries of the future are 0 and masked later.
at::Tensor biasWindows(const at::Tensor& table, std::int64_t queries, std::int64_t keys)
{
    const auto reversed = table.narrow(1, 0, keys).flip(1);             // [H, Tk]: key order of the newest query
    return at::constant_pad_nd(reversed, {0, queries - 1}, 0)           // [H, Tk + Tq − 1]
        .unfold(1, keys, 1)                                             // [H, Tq, Tk]: window s begins at s
        .unsqueeze(0);
}

/// b_h(i − j, i − first_i) by the row bias [B or 1, H, Tq, Tk], newest query first; of the future that of distance 0, masked later.
at::Tensor biasOfRows(const AttendInputs& in, std::int64_t queries, std::int64_t keys)
{
    const auto options = in.q.options().dtype(at::kFloat).requires_grad(false);
    const auto i = at::arange(in.queryStart + queries - 1, in.queryStart - 1, -1, options).unsqueeze(0);                  // [1, Tq]
    const auto distances = (i.transpose(0, 1) - at::arange(keys, options).unsqueeze(0)).clamp_min_(0);
    return in.rowBias->rows(distances, in.firstVisible.defined() ? i - in.firstVisible.flip(1) : i);
}

/// True where key j is hidden from query s (newest first), for the keys from `firstKey` on. [B or 1, 1, Tq, Tk − firstKey]
at::Tensor hiddenKeys(const AttendInputs& in, std::int64_t queries, std::int64_t keys, std::int64_t firstKey)
{
    const auto options = in.q.options().dtype(at::kLong).requires_grad(false);
    const auto i = at::arange(in.queryStart + queries - 1, in.queryStart - 1, -1, options).view({1, -1, 1});
    const auto j = at::arange(firstKey, keys, options).view({1, 1, -1});
    auto hidden = j > i;                                                // [1, Tq, K]
    if (in.firstVisible.defined())
        hidden = hidden.logical_or(j < in.firstVisible.flip(1).unsqueeze(-1));
    return hidden.unsqueeze(1);
}

at::Tensor newestFirst(const at::Tensor& factor) { return factor.defined() ? factor.flip(2) : factor; }

}  // namespace

at::Tensor attendComposite(const AttendInputs& all)
{
    auto in = all;
    if (const auto seen = in.queryStart + in.q.size(2); seen < in.k.size(2)) {     // the windows below end at the newest query
        in.k = in.k.narrow(2, 0, seen);
        in.v = in.v.narrow(2, 0, seen);
    }
    const auto batch = in.q.size(0), heads = in.q.size(1), queries = in.q.size(2), width = in.q.size(3);
    const auto kvHeads = in.k.size(1), keys = in.k.size(2), group = heads / kvHeads;
    const auto type = in.q.scalar_type() == at::kDouble ? at::kDouble : at::kFloat;
    const bool trains = at::GradMode::is_enabled();
    const auto contentFactor = newestFirst(in.contentFactor), biasFactor = newestFirst(in.biasFactor);

    auto q = in.q.flip(2) * (1.0 / std::sqrt(double(width)));
    if (contentFactor.defined())
        q = (q * contentFactor).to(in.q.scalar_type());
    // Grouped heads share keys: fold the group into the query axis instead of copying K and V.
    const auto folded = q.reshape({batch, kvHeads, group * queries, width});
    auto scores = at::matmul(folded, in.k.to(in.q.scalar_type()).transpose(2, 3)).view({batch, heads, queries, keys}).to(type);

    if (in.biasTable.defined() || in.rowBias) {
        const auto bias = in.rowBias ? biasOfRows(in, queries, keys).to(type) : biasWindows(in.biasTable.to(type), queries, keys);
        if (trains)
            scores = biasFactor.defined() ? at::addcmul(scores, bias, biasFactor) : scores + bias;
        else if (biasFactor.defined())
            scores.addcmul_(bias, biasFactor);
        else
            scores.add_(bias);
    }
    // Without documents every key before the first query is visible to all of them.
    const auto masked = in.firstVisible.defined() ? 0 : in.queryStart;
    if (trains)
        scores = at::masked_fill(scores, hiddenKeys(in, queries, keys, 0), kHidden);
    else if (masked + 1 < keys)
        scores.narrow(3, masked, keys - masked).masked_fill_(hiddenKeys(in, queries, keys, masked), kHidden);

    const auto weights = at::softmax(scores, -1).to(in.q.scalar_type()).view({batch, kvHeads, group * queries, keys});
    return at::matmul(weights, in.v.to(in.q.scalar_type())).view({batch, heads, queries, width}).flip(2);
}

}  // namespace bam::attention
