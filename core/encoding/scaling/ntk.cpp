// SPDX-License-Identifier: GPL-3.0-or-later
// NTK-aware scaling: a larger base θ' = θ·s^(d/(d−2)) leaves the fastest pair as it is and slows the slowest by s, as interpolation would.
#include "core/encoding/scaling/rope_scaling.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <cmath>

namespace bam::encoding::scaling {

RopeScalingMethod ntk()
{
    return {"ntk", "NTK-aware", "bloc97, NTK-Aware Scaled RoPE, 2023; in Peng et al., YaRN, ICLR 2024",
        [](const RopeBase& base, const RopeScaling& scaling) {
            if (base.width < 4)
                throw Error(ErrorCode::Usage, str("NTK-aware scaling is not defined for ", base.width, " rotated dimensions; expected at least 4"), "Use --rope_scaling linear.");
            const double exponent = double(base.width) / double(base.width - 2);
            return RopeFrequencies{trainedFrequencies({base.theta * std::pow(scaling.factor, exponent), base.width}), 1};
        }};
}

}  // namespace bam::encoding::scaling
