// SPDX-License-Identifier: GPL-3.0-or-later
// What a Transformer is made of, for the files that run it: whole (transformer.cpp) and layer by layer (layerwise.cpp). Nobody else includes this.
#pragma once

#include "core/model/linear.h"
#include "core/model/position_tables.h"
#include "core/model/transformer.h"

#include <memory>
#include <utility>
#include <vector>

namespace bam::model {

struct Layer {
    at::Tensor wq, wk, wv, wo, w1, w2, w3, attentionNorm, ffnNorm;
    at::Tensor seqScale;                                // [1, H, 1, 1]; undefined without SSMax
    std::unique_ptr<encoding::BiasModule> bias;         // null when the encoding has none, or with a global prior
};

/// What one forward pass shares between layers.
struct Pass {
    at::Tensor firstVisible;                            // [B, T] or undefined
    at::Tensor logVisible;                              // ln n_i, [B or 1, 1, T, 1]; with SSMax
    std::pair<at::Tensor, at::Tensor> rotation;         // cos, sin [T, d/2]; with rotary
    std::int64_t start = 0;                             // absolute position of the first query
};

struct Transformer::Impl {
    spec::ModelSpec spec;
    const encoding::EncodingKind* kind = nullptr;
    at::Tensor embeddings, norm, output;
    std::vector<Layer> layers;
    std::unique_ptr<encoding::BiasModule> globalBias;
    encoding::RopeScaling ropeScaling;
    mutable PositionTableCache positionTables;  // of the training length

    std::int64_t width() const { return spec.dim / spec.heads; }
    const encoding::BiasModule* biasOf(const Layer& layer) const { return layer.bias ? layer.bias.get() : globalBias.get(); }

    /// cos and sin of positions start … start + length − 1 on a device; @pre the encoding rotates
    std::pair<at::Tensor, at::Tensor> rotationOf(std::int64_t start, std::int64_t length, const at::Device& device) const;
    std::shared_ptr<const PositionTables> tablesOf(std::int64_t length, const at::Device& device) const;
    Pass beginPass(const at::Tensor& tokens, const at::Tensor& documents, std::int64_t start) const;
    at::Tensor splitHeads(const at::Tensor& x) const { return x.unflatten(-1, {-1, width()}).transpose(1, 2); }   // [B, H, T, d]
    at::Tensor project(const at::Tensor& x, const at::Tensor& weight) const { return splitHeads(model::linear(x, weight)); }
    at::Tensor attention(const Layer& layer, const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
        const at::Tensor& table, const Pass& pass) const;
    at::Tensor feedForward(const Layer& layer, const at::Tensor& x) const;
    void prepare(Cache& cache, std::int64_t length) const;
    at::Tensor hidden(const at::Tensor& tokens, const at::Tensor& documents) const;    // [B, T, D], before the last norm
    at::Tensor logits(const at::Tensor& h) const;
};

}  // namespace bam::model
