// SPDX-License-Identifier: GPL-3.0-or-later
// Sine and cosine of the position, added to the embeddings: pe[t, k] = sin(t·ω_k) for even k, cos(t·ω_k) for odd k, ω_k = 10000^(−k/D).
// The official code gives every dimension its own ω_k; the paper pairs them (ω of 2⌊k/2⌋). The official form is the one here, so
// that checkpoints move both ways.
#include "core/encoding/encoding.h"

#include <ATen/ATen.h>

#include <cmath>
#include <optional>

namespace bam::encoding::kinds {
namespace {

at::Tensor table(const spec::ModelSpec& model, std::int64_t start, std::int64_t length)
{
    const auto positions = at::arange(start, start + length, at::kFloat).unsqueeze(1);
    const auto frequencies = at::exp(at::arange(0, model.dim, at::kFloat) * (-std::log(10000.0) / double(model.dim)));
    auto angles = positions * frequencies;                            // [T, D]
    angles.slice(1, 0, std::nullopt, 2).sin_();
    angles.slice(1, 1, std::nullopt, 2).cos_();
    return angles;
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
