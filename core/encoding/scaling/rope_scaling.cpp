// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/scaling/rope_scaling.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace bam::encoding {
namespace scaling {
RopeScalingMethod linear();
RopeScalingMethod ntk();
RopeScalingMethod yarn();
}  // namespace scaling

const std::vector<RopeScalingMethod>& ropeScalingMethods()
{
    static const std::vector<RopeScalingMethod> all = {scaling::linear(), scaling::ntk(), scaling::yarn()};
    return all;
}

std::vector<std::string> ropeScalingNames()
{
    std::vector<std::string> names{"none"};
    for (const auto& method : ropeScalingMethods())
        names.push_back(method.name);
    return names;
}

bool usesOriginalLength(const std::string& method)
{
    const auto& all = ropeScalingMethods();
    return std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.name == method && one.usesOriginalLength; });
}

std::string ropeScalingText(const RopeScaling& scaling)
{
    if (!scaling.isOn())
        return scaling.method;
    return str(scaling.method, " × ", shortest(scaling.factor), scaling.originalLength > 0 ? str(" of ", withThousands(scaling.originalLength), " tokens") : std::string());
}

nlohmann::ordered_json ropeScalingJson(const RopeScaling& scaling)
{
    if (!scaling.isOn())
        return nullptr;
    return {{"method", scaling.method}, {"factor", scaling.factor}, {"original_length", scaling.originalLength}};
}

std::vector<double> trainedFrequencies(const RopeBase& base)
{
    std::vector<double> frequencies;
    for (std::int64_t i = 0; i < base.width / 2; ++i)
        frequencies.push_back(std::pow(base.theta, -2.0 * double(i) / double(base.width)));
    return frequencies;
}

RopeFrequencies ropeFrequencies(const RopeBase& base, const RopeScaling& scaling)
{
    if (!scaling.isOn())
        return {trainedFrequencies(base), 1};
    if (!(scaling.factor >= 1) || !std::isfinite(scaling.factor))
        throw Error(ErrorCode::Usage, str("the RoPE scaling factor is ", shortest(scaling.factor), "; expected a number of at least 1"), "Give the wanted length divided by the trained one: --rope_factor 8.");
    for (const auto& method : ropeScalingMethods())
        if (method.name == scaling.method)
            return method.frequencies(base, scaling);
    throw Error(ErrorCode::Usage, str("there is no RoPE scaling \"", scaling.method, "\""), str("Known: ", joinNames(ropeScalingNames()), "."));
}

}  // namespace bam::encoding
