// SPDX-License-Identifier: GPL-3.0-or-later
// Work cut the same way whatever the number of threads.
#pragma once

#include <ATen/Parallel.h>

#include <algorithm>
#include <cstdint>

namespace bam::model::cpu {

/// Calls f(block, begin, end) for [0, count) cut into blocks of `size`, on LibTorch's threads. The cuts do not depend on the number of threads, so
/// neither does what f computes.
template <typename F>
void forBlocks(std::int64_t count, std::int64_t size, const F& f)
{
    const auto blocks = (count + size - 1) / size;
    at::parallel_for(0, blocks, 1, [&](std::int64_t first, std::int64_t last) {
        for (auto block = first; block < last; ++block)
            f(block, block * size, std::min(count, (block + 1) * size));
    });
}

}  // namespace bam::model::cpu
