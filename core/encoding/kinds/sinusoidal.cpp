// SPDX-License-Identifier: GPL-3.0-or-later
// Sine and cosine of the position, added to the embeddings: pe[t, 2i] = sin(t·ω_i), pe[t, 2i+1] = cos(t·ω_i), ω_i = 10000^(−2i/D).
#include "core/encoding/encoding.h"

#include <ATen/ATen.h>

#include <cmath>

namespace bam::encoding::kinds {
namespace {

at::Tensor table(const spec::ModelSpec& model, std::int64_t start, std::int64_t length)
{
    const auto positions = at::arange(start, start + length, at::kFloat).unsqueeze(1);
    const auto frequencies = at::exp(at::arange(0, model.dim, 2, at::kFloat) * (-std::log(10000.0) / double(model.dim)));
    const auto angles = positions * frequencies;                      // [T, ceil(D/2)]
    const auto interleaved = at::stack({at::sin(angles), at::cos(angles)}, -1).flatten(1);
    return interleaved.narrow(1, 0, model.dim);                       // [T, D]
}

}  // namespace

EncodingKind sinusoidal()
{
    EncodingKind kind;
    kind.name = "sinusoidal";
    kind.title = "Sinusoidal";
    kind.source = "Vaswani et al., Attention Is All You Need, NeurIPS 2017";
    kind.rank = 1;
    kind.embeddingTable = table;
    return kind;
}

}  // namespace bam::encoding::kinds
