// SPDX-License-Identifier: GPL-3.0-or-later
// Keys and values of earlier positions, kept so that a prompt can be read chunk by chunk and an answer token by token.
//
// Invariant: per layer one contiguous tensor each for keys and values, [B, Hkv, capacity, d]; positions 0 … length − 1 are filled in every layer.
// The cache grows one tensor at a time, so its peak is its new size and one old tensor, never twice the whole.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

namespace bam::attention {

struct KvShape {
    std::int64_t layers = 0, batch = 0, kvHeads = 0, width = 0;
    at::ScalarType type = at::kFloat;   ///< float32, or bfloat16 at half the memory; attention widens it again
    at::Device device = at::kCPU;
};

class KvCache {
public:
    /// @param capacity positions that fit before the cache must grow
    KvCache(const KvShape& shape, std::int64_t capacity);

    std::int64_t length() const { return m_length; }
    std::int64_t capacity() const { return m_capacity; }
    std::int64_t layers() const { return m_shape.layers; }
    /// Of keys and values together.
    std::int64_t bytes() const;

    /// Room for `length` positions in all; by at least a quarter when it must grow, so that one token after the other costs little.
    void reserve(std::int64_t length);
    /// Stores keys and values [B, Hkv, count, d] of `layer` after the filled positions. Counts once advance() is called, after the last layer.
    void put(std::int64_t layer, const at::Tensor& keys, const at::Tensor& values);
    void advance(std::int64_t count) { m_length += count; }
    /// The first `length` positions of a layer, as views. [B, Hkv, length, d]
    at::Tensor keys(std::int64_t layer, std::int64_t length) const;
    at::Tensor values(std::int64_t layer, std::int64_t length) const;
    /// Forgets everything from position `length` on.
    void truncate(std::int64_t length);

private:
    KvShape m_shape;
    std::int64_t m_capacity = 0, m_length = 0;
    std::vector<at::Tensor> m_keys, m_values;
};

}  // namespace bam::attention
