// SPDX-License-Identifier: GPL-3.0-or-later
// Rotary embeddings in contexts longer than the model was trained with, without further training: each method changes the frequencies of the rotation.
// A new method is one file here that defines a `RopeScalingMethod`, and one line in rope_scaling.cpp.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace bam::encoding {

struct RopeScaling {
    std::string method = "none";        ///< none, or the name of a method
    double factor = 1;                  ///< s: how many times longer than trained contexts shall be, ≥ 1
    std::int64_t originalLength = 0;    ///< tokens the model was trained with

    bool isOn() const { return method != "none"; }
    bool operator==(const RopeScaling&) const = default;
};

/// How fast each pair of dimensions turns.
struct RopeFrequencies {
    std::vector<double> perPosition;    ///< ω of each pair, radians per position
    double magnitude = 1;               ///< of cosine and sine: queries and keys grow by it
};

/// What a method starts from: ω_i = θ^(−2i/width), i = 0 … width/2 − 1.
struct RopeBase {
    double theta = 0;
    std::int64_t width = 0;             ///< dimensions that are rotated, even
};

struct RopeScalingMethod {
    std::string name;                   ///< of `rope_scaling`: "yarn"
    std::string title;                  ///< for people: "YaRN"
    std::string source;
    std::function<RopeFrequencies(const RopeBase&, const RopeScaling&)> frequencies;
    bool usesOriginalLength = false;
};

const std::vector<RopeScalingMethod>& ropeScalingMethods();
/// `none`, then the methods.
std::vector<std::string> ropeScalingNames();
/// Whether RopeScaling::originalLength makes a difference.
bool usesOriginalLength(const std::string& method);
/// "yarn × 8 of 512 tokens"; "none".
std::string ropeScalingText(const RopeScaling& scaling);
/// {"method": "yarn", "factor": 8, "original_length": 512}; null for none.
nlohmann::ordered_json ropeScalingJson(const RopeScaling& scaling);
/// Unscaled ones for `none`. @throws Error (Usage) for an unknown method, and for a factor, length or width that the method cannot use
RopeFrequencies ropeFrequencies(const RopeBase& base, const RopeScaling& scaling);
/// ω_i of the model as trained.
std::vector<double> trainedFrequencies(const RopeBase& base);

}  // namespace bam::encoding
