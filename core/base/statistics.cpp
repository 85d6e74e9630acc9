// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/statistics.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace bam {

Interval wilsonInterval(std::int64_t successes, std::int64_t n, double z)
{
    if (n < 0 || successes < 0 || successes > n)
        throw Error(ErrorCode::Failed, str("A proportion of ", successes, " successes in ", n, " trials does not exist."));
    if (n == 0)
        return {0, 1};
    const double trials = static_cast<double>(n);
    const double p = static_cast<double>(successes) / trials;
    const double z2 = z * z;
    const double center = p + z2 / (2 * trials);
    const double spread = z * std::sqrt(p * (1 - p) / trials + z2 / (4 * trials * trials));
    const double scale = 1 + z2 / trials;
    // Exactly 0 and 1 at the ends: rounding alone would leave 1e-17 there.
    return {successes == 0 ? 0 : std::max(0.0, (center - spread) / scale),
        successes == n ? 1 : std::min(1.0, (center + spread) / scale)};
}

}  // namespace bam
