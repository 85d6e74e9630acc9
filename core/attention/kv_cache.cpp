// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attention/kv_cache.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>

namespace bam::attention {

KvCache::KvCache(const KvShape& shape, std::int64_t capacity)
    : m_shape(shape), m_keys(std::size_t(shape.layers)), m_values(std::size_t(shape.layers))
{
    reserve(std::max<std::int64_t>(capacity, 1));
}

std::int64_t KvCache::bytes() const
{
    return 2 * m_shape.layers * m_shape.batch * m_shape.kvHeads * m_capacity * m_shape.width * std::int64_t(c10::elementSize(m_shape.type));
}

void KvCache::reserve(std::int64_t length)
{
    if (length <= m_capacity)
        return;
    at::NoGradGuard guard;
    const auto capacity = m_capacity == 0 ? length : std::max(length, m_capacity + m_capacity / 4);
    const auto options = at::TensorOptions().dtype(m_shape.type).device(m_shape.device);
    const auto grow = [&](at::Tensor& tensor) {
        auto larger = at::empty({m_shape.batch, m_shape.kvHeads, capacity, m_shape.width}, options);
        if (m_length > 0)
            larger.narrow(2, 0, m_length).copy_(tensor.narrow(2, 0, m_length));
        tensor = std::move(larger);     // frees the old one before the next grows
    };
    for (auto& tensor : m_keys)
        grow(tensor);
    for (auto& tensor : m_values)
        grow(tensor);
    m_capacity = capacity;
}

void KvCache::put(std::int64_t layer, const at::Tensor& keys, const at::Tensor& values)
{
    at::NoGradGuard guard;
    reserve(m_length + keys.size(2));
    m_keys.at(std::size_t(layer)).narrow(2, m_length, keys.size(2)).copy_(keys);
    m_values.at(std::size_t(layer)).narrow(2, m_length, values.size(2)).copy_(values);
}

at::Tensor KvCache::keys(std::int64_t layer, std::int64_t length) const { return m_keys.at(std::size_t(layer)).narrow(2, 0, length); }
at::Tensor KvCache::values(std::int64_t layer, std::int64_t length) const { return m_values.at(std::size_t(layer)).narrow(2, 0, length); }

void KvCache::truncate(std::int64_t length)
{
    if (length < 0 || length > m_length)
        throw Error(ErrorCode::Failed, str("the key-value cache holds ", m_length, " positions and cannot be cut to ", length), "Cut to a position it holds.");
    m_length = length;
}

}  // namespace bam::attention
