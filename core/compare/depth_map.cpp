// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/depth_map.h"

#include "core/compare/passkey_lengths.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace bam::compare {

DepthMap depthMap(const PasskeyResult& result, int mostBins)
{
    DepthMap map;
    std::vector<const LengthResult*> lengths;
    std::set<double> depths;
    for (const auto& one : result.lengths)
        if (!one.depths.empty() && one.depths.size() == one.outcomes.size() && (lengths.empty() || one.shownLength() > lengths.back()->shownLength())) {
            lengths.push_back(&one);
            map.lengths.push_back(double(one.shownLength()));
            // Depths are met in whole tokens, so equal ones differ a little from length to length.
            for (const double depth : one.depths)
                depths.insert(std::round(depth * 100));
        }
    map.bins = std::clamp(int(depths.size()), 1, mostBins);
    if (lengths.empty())
        return map;
    std::vector<int> found(std::size_t(map.bins) * lengths.size()), asked(found.size());
    for (std::size_t column = 0; column < lengths.size(); ++column)
        for (std::size_t n = 0; n < lengths[column]->depths.size(); ++n) {
            const auto bin = std::min(map.bins - 1, int(lengths[column]->depths[n] * map.bins));
            const auto at = std::size_t(bin) * lengths.size() + column;
            ++asked[at];
            found[at] += lengths[column]->outcomes[n] == '1';
            ++map.prompts;
        }
    for (std::size_t n = 0; n < found.size(); ++n)
        map.accuracy.push_back(asked[n] > 0 ? float(found[n]) / float(asked[n]) : std::numeric_limits<float>::quiet_NaN());
    return map;
}

DepthMap fullestDepthMap(const std::vector<PasskeyResult>& results)
{
    DepthMap fullest;
    bool scaled = false;
    for (const auto& result : newestResults(results)) {
        auto map = depthMap(result);
        const bool isScaled = !result.scaling.empty();
        if (map.prompts > 0 && (fullest.prompts == 0 || isScaled < scaled || (isScaled == scaled && map.prompts > fullest.prompts))) {
            fullest = std::move(map);
            scaled = isScaled;
        }
    }
    return fullest;
}

}  // namespace bam::compare
