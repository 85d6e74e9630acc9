// SPDX-License-Identifier: GPL-3.0-or-later
// Some queries of a call of attention as a call of their own.
#pragma once

#include "core/attention/attend.h"

namespace bam::attention {

/// The inputs that `count` queries from `begin` on need: views.
inline AttendInputs chunkOf(const AttendInputs& in, std::int64_t begin, std::int64_t count)
{
    const auto rows = [&](const at::Tensor& t, std::int64_t dim) { return t.defined() && t.size(dim) > 1 ? t.narrow(dim, begin, count) : t; };
    const auto keys = in.queryStart + begin + count;
    return {in.q.narrow(2, begin, count), in.k.narrow(2, 0, keys), in.v.narrow(2, 0, keys), in.biasTable, rows(in.contentFactor, 2),
        rows(in.biasFactor, 2), rows(in.firstVisible, 1), in.queryStart + begin, in.rowBias};
}

}  // namespace bam::attention
