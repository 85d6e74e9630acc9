// SPDX-License-Identifier: GPL-3.0-or-later
// Rotary embedding: the interleaved pair (x_2i, x_2i+1) of queries and keys is turned by t·ω_i, ω_i = 500000^(−2i/d) (Llama 3's θ).
#include "core/encoding/encoding.h"

#include "core/base/text.h"

#include <ATen/ATen.h>

namespace bam::encoding::kinds {
namespace {

constexpr double kTheta = 500000.0;

std::pair<at::Tensor, at::Tensor> table(const spec::ModelSpec& model, std::int64_t start, std::int64_t length)
{
    const auto width = model.dim / model.heads;
    const auto frequencies = at::reciprocal(at::pow(kTheta, at::arange(0, width, 2, at::kFloat) / double(width)));
    const auto angles = at::outer(at::arange(start, start + length, at::kFloat), frequencies);  // [T, d/2]
    return {at::cos(angles), at::sin(angles)};
}

std::vector<std::string> check(const spec::ModelSpec& model)
{
    if (model.heads > 0 && model.dim % model.heads == 0 && (model.dim / model.heads) % 2 != 0)
        return {str("rotary turns pairs of dimensions, so the head width dim / heads must be even (found ", model.dim / model.heads, ")")};
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
