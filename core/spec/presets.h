// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of resources/presets/*.json that hold one run each, and of those that hold a sweep, compiled in by CMake.
#pragma once

#include <string>
#include <vector>

namespace bam::spec {

struct PresetText {
    std::string name;   ///< file name without .json
    std::string json;
};

const std::vector<PresetText>& presetTexts();
const std::vector<PresetText>& sweepPresetTexts();

}  // namespace bam::spec
