// SPDX-License-Identifier: GPL-3.0-or-later
// A document that a model reads from its beginning: chunk by chunk, so that memory is weights, keys and values, and one chunk of activations.
#pragma once

#include "core/model/transformer.h"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>

namespace bam::eval {

struct ReadingOptions {
    std::int64_t chunk = 512;                               ///< tokens at once
    at::ScalarType cacheType = at::kFloat;                  ///< of keys and values
    std::stop_token stop = {};
    std::function<void(std::int64_t length)> onChunk = {};  ///< how much has been read
};

/// Not thread-safe. Every call throws Error: Stopped on request, between two chunks; Failed when predictions are not finite, naming the positions.
class Reading {
public:
    /// @param capacity tokens that will be read; more are possible, at the cost of moving what was kept
    Reading(const model::Transformer& model, std::int64_t capacity, ReadingOptions options);

    std::int64_t length() const { return m_cache.length(); }
    /// Reads on without predicting anything.
    void read(std::span<const std::int32_t> tokens);
    /// Reads on and says after each token what may follow. @param tokens at most a few thousand: all logits are there at once @returns [n, V] fp32 on the model's device
    at::Tensor predict(std::span<const std::int32_t> tokens);
    /// Reads on and says how unexpected each target was. @param targets what follows each of the tokens @returns [n] −ln p, float64 on the CPU
    at::Tensor crossEntropies(std::span<const std::int32_t> tokens, std::span<const std::int32_t> targets);
    /// Forgets everything from position `length` on.
    void goBack(std::int64_t length) { m_cache.kv.truncate(length); }

private:
    template <class OnChunk>
    void inChunks(std::span<const std::int32_t> tokens, OnChunk&& onChunk);
    at::Tensor logits(std::span<const std::int32_t> tokens);

    const model::Transformer& m_model;
    ReadingOptions m_options;
    model::Cache m_cache;
};

}  // namespace bam::eval
