// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/position_tables.h"

#include <ATen/core/grad_mode.h>

namespace bam::model {

PositionTables makePositionTables(const encoding::EncodingKind& kind, const spec::ModelSpec& spec, const encoding::RopeScaling& scaling, const encoding::BiasModule* bias,
    std::int64_t length, const at::Device& device)
{
    at::NoGradGuard guard;
    PositionTables tables;
    tables.length = length;
    tables.device = device;
    if (kind.rotationTable) {
        const auto [cosine, sine] = kind.rotationTable(spec, scaling, 0, length);
        tables.rotation = {cosine.to(device), sine.to(device)};
    }
    if (kind.embeddingTable)
        tables.embedding = kind.embeddingTable(spec, 0, length).to(device);
    if (bias && bias->parameters().empty())
        tables.bias = bias->table(length).to(device);
    return tables;
}

std::shared_ptr<const PositionTables> PositionTableCache::get(const encoding::EncodingKind& kind, const spec::ModelSpec& spec, const encoding::RopeScaling& scaling,
    const encoding::BiasModule* bias, std::int64_t length, const at::Device& device)
{
    const std::scoped_lock lock(m_mutex);
    if (!m_last || m_last->length != length || m_last->device != device)
        m_last = std::make_shared<const PositionTables>(makePositionTables(kind, spec, scaling, bias, length, device));
    return m_last;
}

void PositionTableCache::forget()
{
    const std::scoped_lock lock(m_mutex);
    m_last.reset();
}

}  // namespace bam::model
