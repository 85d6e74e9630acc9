// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/attend.h"

#include <ATen/ATen.h>

#include <cmath>
#include <limits>

namespace bam::attention {
namespace {

/// table[h][queryStart + i − j] as [H, Tq, Tk]; entries of the future (i < j) are 0 and masked later.
/// Built from one row per head by views alone: row i is the reversed table shifted by i, so the gradient with respect to the
/// table is a plain sum over rows instead of a scatter.
at::Tensor toeplitz(const at::Tensor& table, std::int64_t queries, std::int64_t keys, std::int64_t queryStart)
{
    const auto heads = table.size(0);
    // reversed[p] = table[keys − 1 − p]: ascending key order for the newest possible query; queryStart + queries == keys.
    auto row = table.narrow(1, 0, keys).flip(1);                                    // [H, Tk], entry j of the last query
    row = at::constant_pad_nd(row, {0, queries - 1}, 0);                            // [H, Tk + Tq − 1], zeros for the future
    // Window s = Tq − 1 − i, (s, j) -> row[s + j]: with row length L = Tk + Tq − 1 repeated, a view of length L + 1 shifts by one.
    const auto length = keys + queries - 1;
    auto repeated = row.unsqueeze(1).expand({heads, queries, length}).reshape({heads, queries * length});
    repeated = at::constant_pad_nd(repeated, {0, queries}, 0).view({heads, queries, length + 1}).narrow(2, 0, keys);
    return repeated.flip(1);                                                        // [H, Tq, Tk], i ascending
}

/// Additive mask [B or 1, 1, Tq, Tk]: 0 where first_i ≤ j ≤ i, −∞ elsewhere; undefined when everything is visible.
at::Tensor visibilityMask(const AttendInputs& in, std::int64_t queries, std::int64_t keys)
{
    if (queries == 1 && !in.firstVisible.defined())
        return {};
    const auto options = in.q.options().dtype(at::kLong).requires_grad(false);
    const auto i = at::arange(in.queryStart, in.queryStart + queries, options).view({1, -1, 1});
    const auto j = at::arange(keys, options).view({1, 1, -1});
    auto hidden = j > i;                                                            // [1, Tq, Tk]
    if (in.firstVisible.defined())
        hidden = hidden.logical_or(j < in.firstVisible.unsqueeze(-1));              // [B, Tq, Tk]
    const auto type = in.q.scalar_type() == at::kDouble ? at::kDouble : at::kFloat;
    return at::zeros(hidden.sizes(), options.dtype(type))
        .masked_fill_(hidden, -std::numeric_limits<double>::infinity())
        .unsqueeze(1);
}

}  // namespace

at::Tensor attend(const AttendInputs& in)
{
    const auto batch = in.q.size(0), heads = in.q.size(1), queries = in.q.size(2), width = in.q.size(3);
    const auto kvHeads = in.k.size(1), keys = in.k.size(2), group = heads / kvHeads;
    const auto type = in.q.scalar_type() == at::kDouble ? at::kDouble : at::kFloat;

    auto q = in.q * (1.0 / std::sqrt(double(width)));
    if (in.contentFactor.defined())
        q = (q * in.contentFactor).to(in.q.scalar_type());
    // Grouped heads share keys: fold the group into the query axis instead of copying K and V.
    const auto folded = q.reshape({batch, kvHeads, group * queries, width});
    auto scores = at::matmul(folded, in.k.transpose(2, 3)).view({batch, heads, queries, keys}).to(type);

    if (in.biasTable.defined()) {
        auto bias = toeplitz(in.biasTable.to(type), queries, keys, in.queryStart).unsqueeze(0);
        scores = in.biasFactor.defined() ? at::addcmul(scores, bias, in.biasFactor) : scores + bias;
    }
    if (const auto mask = visibilityMask(in, queries, keys); mask.defined())
        scores = scores + mask;

    const auto weights = at::softmax(scores, -1).to(in.v.scalar_type()).view({batch, kvHeads, group * queries, keys});
    return at::matmul(weights, in.v).view({batch, heads, queries, width});
}

at::Tensor firstVisible(const at::Tensor& documents)
{
    const auto length = documents.size(1);
    const auto positions = at::arange(length, documents.options()).expand_as(documents);
    if (length == 1)
        return at::zeros_like(documents);
    const auto changes = documents.narrow(1, 1, length - 1) != documents.narrow(1, 0, length - 1);
    auto starts = positions.clone();
    starts.narrow(1, 1, length - 1).mul_(changes);      // a position that starts no document becomes 0 …
    return std::get<0>(at::cummax(starts, 1));          // … and inherits the last start before it
}

}  // namespace bam::attention
