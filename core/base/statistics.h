// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace bam {

struct Interval {
    double low = 0;
    double high = 0;
};

/// Wilson score interval of a proportion (Wilson 1927). @param z 1.959964 for 95 %. n = 0 gives [0, 1].
Interval wilsonInterval(std::int64_t successes, std::int64_t n, double z = 1.959963984540054);

}  // namespace bam
