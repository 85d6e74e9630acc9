// SPDX-License-Identifier: GPL-3.0-or-later
// Rotary embedding: the interleaved pair (x_2i, x_2i+1) of queries and keys is turned by t·ω_i, ω_i = 500000^(−2i/r) (Llama 3's θ). The first r dimensions of
// each head are rotated: all d, or a fraction (partial rotation as in GPT-J and GPT-NeoX), where the others stay as they are and tell no position.
#include "core/encoding/encoding.h"

#include "core/base/text.h"

#include <ATen/ATen.h>

#include <cmath>

namespace bam::encoding::kinds {
namespace {

constexpr double kTheta = 500000.0;

/// Dimensions of a head that are rotated, if the fraction gives a whole number.
std::int64_t rotatedWidth(const spec::ModelSpec& model) { return std::llround(model.rotaryFraction * double(model.dim / model.heads)); }

/// Radians per position of each pair in the numbers that models are trained with. [r/2] float32
at::Tensor trained(std::int64_t rotated) { return at::reciprocal(at::pow(kTheta, at::arange(0, rotated, 2, at::kFloat) / double(rotated))); }

std::pair<at::Tensor, at::Tensor> table(const spec::ModelSpec& model, const RopeScaling& scaling, std::int64_t start, std::int64_t length)
{
    const auto rotated = rotatedWidth(model), pairs = model.dim / model.heads / 2;
    const auto scaled = scaling.isOn() ? ropeFrequencies({kTheta, rotated}, scaling) : RopeFrequencies{};
    const auto frequencies = scaling.isOn() ? at::tensor(scaled.perPosition, at::kDouble) : trained(rotated);
    const auto angles = at::outer(at::arange(start, start + length, frequencies.options()), frequencies);   // [T, r/2]
    const auto whole = [&](const at::Tensor& part, double rest) { return at::constant_pad_nd(part.to(at::kFloat), {0, pairs - rotated / 2}, rest); };
    return {whole(at::cos(angles) * scaled.magnitude, 1), whole(at::sin(angles) * scaled.magnitude, 0)};
}

std::vector<std::string> check(const spec::ModelSpec& model)
{
    if (model.heads < 1 || model.dim % model.heads != 0)
        return {};
    const auto width = model.dim / model.heads;
    if (width % 2 != 0)
        return {str("rotary turns pairs of dimensions, so the head width dim / heads must be even (found ", width, ")")};
    const auto rotated = model.rotaryFraction * double(width);
    if (rotatedWidth(model) < 2 || rotatedWidth(model) % 2 != 0 || std::abs(rotated - double(rotatedWidth(model))) > 1e-6)
        return {str("rotary turns pairs of dimensions, so rotary_fraction · ", width, " must be an even number of at least 2 (found ", shortest(rotated), "); nearest: ",
            shortest(std::max(1.0, std::round(rotated / 2)) * 2 / double(width)))};
    return {};
}

}  // namespace

EncodingKind rotary()
{
    EncodingKind kind;
    kind.name = "rotary";
    kind.title = "RoPE";
    kind.source = "Su et al., RoFormer, 2021";
    kind.rank = 2;
    kind.rotationTable = table;
    kind.check = check;
    return kind;
}

}  // namespace bam::encoding::kinds
