// SPDX-License-Identifier: GPL-3.0-or-later
// The Llama-3-shaped decoder of model.md with official parameter names. Plain tensors, no module system: parameters() is the truth.
#pragma once

#include "core/attention/kv_cache.h"
#include "core/encoding/encoding.h"
#include "core/spec/spec.h"

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bam::model {

using NamedParameters = std::vector<std::pair<std::string, at::Tensor>>;

/// What forwardCached() carries from chunk to chunk.
struct Cache {
    attention::KvCache kv;
    std::vector<at::Tensor> biasTables; ///< per layer [H, ≥ capacity] or undefined: computed once, not once per chunk
    std::int64_t length() const { return kv.length(); }
};

/// The first parameter that holds a number that is not finite, by name; empty: none.
std::string firstNotFinite(const NamedParameters& parameters);

class Transformer {
public:
    /// Fresh weights: embeddings N(0, 1), matrices U(−1/√in, 1/√in), norms 1, seq_scale and prior by the spec; from `seed` alone.
    Transformer(const spec::ModelSpec& spec, std::uint64_t seed);
    ~Transformer();
    Transformer(Transformer&&) noexcept;
    Transformer& operator=(Transformer&&) noexcept;

    const spec::ModelSpec& spec() const;
    /// All parameters in official order and naming, frozen ones included (requires_grad tells).
    NamedParameters parameters() const;
    std::int64_t parameterCount() const;

    /// Copies values in. @throws Error (Failed) listing missing, unexpected and wrongly shaped names; accepts the older official
    /// names and the wrappers' prefixes (interop::officialName).
    void load(const NamedParameters& values);
    /// Moves all parameters to a device (before training).
    void to(const at::Device& device);
    at::Device device() const;
    /// Rotates queries and keys for longer contexts than the model was trained with, from the next pass on; a cache begun before is of no use then.
    /// @throws Error (Usage) for a model without rotation, and as encoding::ropeFrequencies() does
    void setRopeScaling(const encoding::RopeScaling& scaling);
    const encoding::RopeScaling& ropeScaling() const;
    /// Whether the bias depends on the query's position besides the distance, as FIRE's does.
    bool hasRowBias() const;
    /// After an optimiser's step: parameters of the bias that left its formula's range go back to the edge.
    void constrain();
    /// Keeps what positions 0 … length − 1 add and do not learn, on the model's device and at its address, for as long as the result lives: a recorded
    /// graph of a forward pass reads it there.
    std::shared_ptr<const void> holdPositionTables(std::int64_t length) const;

    /// Packed training forward. @param tokens [B, T] int64 @param documents [B, T] int64 or undefined (one document per row)
    /// @returns logits [B, T, V] fp32
    at::Tensor forward(const at::Tensor& tokens, const at::Tensor& documents = {}) const;
    /// Mean cross-entropy over targets that are not −1, fp32 scalar. @param targets [B, T] int64
    at::Tensor loss(const at::Tensor& tokens, const at::Tensor& targets, const at::Tensor& documents = {}) const;

    /// Incremental forward of one document: appends `tokens` [B, C] at cache.length(). @param logitsFrom logits are computed for the
    /// chunk's positions ≥ this index only (C: none). @returns [B, C − logitsFrom, V] fp32
    at::Tensor forwardCached(const at::Tensor& tokens, Cache& cache, std::int64_t logitsFrom) const;
    /// An empty cache with room for `capacity` positions; it grows when more come. @param type float32, or bfloat16 at half the memory
    Cache makeCache(std::int64_t batch, std::int64_t capacity, at::ScalarType type = at::kFloat) const;

    /// BAM's θα, θβ, θμ, s of Scalable-Softmax and Kerple's r1, r2 per layer and head as plain numbers (NaN where the encoding has none).
    struct PriorRow {
        std::int64_t layer, head;
        double thetaAlpha, thetaBeta, thetaMu, seqScale, r1, r2;
    };
    std::vector<PriorRow> priors() const;

private:
    friend class LayerwisePass;
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace bam::model
