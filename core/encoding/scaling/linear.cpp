// SPDX-License-Identifier: GPL-3.0-or-later
// Position interpolation: position t of the long context is turned as t/s was in training, so every ω becomes ω/s.
#include "core/encoding/scaling/rope_scaling.h"

#include <QtGlobal>

namespace bam::encoding::scaling {

RopeScalingMethod linear()
{
    return {"linear", QT_TRANSLATE_NOOP("core", "Position interpolation"), "Chen et al., Extending Context Window of Large Language Models via Positional Interpolation, 2023",
        [](const RopeBase& base, const RopeScaling& scaling) {
            RopeFrequencies result{trainedFrequencies(base), 1};
            for (auto& frequency : result.perPosition)
                frequency /= scaling.factor;
            return result;
        }};
}

}  // namespace bam::encoding::scaling
