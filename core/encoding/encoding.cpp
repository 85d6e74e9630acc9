// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/encoding.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

namespace bam::encoding {

at::Tensor BiasModule::curve(const at::Tensor& distances) const
{
    const auto places = distances.to(at::kLong);
    return table(places[-1].item<std::int64_t>() + 1).index_select(1, places);
}

std::vector<std::string> encodingNames()
{
    std::vector<std::string> names;
    for (const auto& kind : registry())
        names.push_back(kind.name);
    return names;
}

const EncodingKind& kind(const std::string& name)
{
    for (const auto& kind : registry())
        if (kind.name == name)
            return kind;
    const auto nearest = nearestName(name, encodingNames());
    throw Error(ErrorCode::Usage, str("there is no positional encoding \"", name, "\""),
        str(nearest.empty() ? "" : str("Did you mean \"", nearest, "\"? "), "Known: ", joinNames(encodingNames()), "."));
}

std::vector<EncodingKind> sortedByRank(std::vector<EncodingKind> kinds)
{
    std::stable_sort(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
    return kinds;
}

std::vector<double> alibiSlopes(std::int64_t heads)
{
    const auto powerOfTwo = [](std::int64_t n) {
        std::vector<double> slopes;
        for (std::int64_t h = 0; h < n; ++h)
            slopes.push_back(std::exp2(-8.0 * double(h + 1) / double(n)));
        return slopes;
    };
    std::int64_t below = 1;
    while (below * 2 <= heads)
        below *= 2;
    auto slopes = powerOfTwo(below);
    const auto above = powerOfTwo(2 * below);
    for (std::int64_t h = 0; std::int64_t(slopes.size()) < heads; h += 2)
        slopes.push_back(above[std::size_t(h)]);
    return slopes;
}

}  // namespace bam::encoding
