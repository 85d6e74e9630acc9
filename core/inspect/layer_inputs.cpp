// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/layer_inputs.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace bam::inspect {

void LayerInputs::setBudget(std::int64_t bytes)
{
    m_budget = bytes;
    shrinkTo(bytes);
}

void LayerInputs::keep(std::int64_t layer, const at::Tensor& hidden)
{
    const auto size = std::int64_t(hidden.nbytes());
    const bool known = std::any_of(m_kept.begin(), m_kept.end(), [&](const Kept& kept) { return kept.layer == layer; });
    if (known || layer == 0 || size > m_budget)     // embedding again is as fast as copying
        return;
    shrinkTo(m_budget - size);
    m_kept.push_front({layer, hidden.clone()});
}

std::pair<std::int64_t, at::Tensor> LayerInputs::nearest(std::int64_t layer)
{
    auto best = m_kept.end();
    for (auto kept = m_kept.begin(); kept != m_kept.end(); ++kept)
        if (kept->layer <= layer && (best == m_kept.end() || kept->layer > best->layer))
            best = kept;
    if (best == m_kept.end())
        return {0, at::Tensor()};
    m_kept.splice(m_kept.begin(), m_kept, best);
    return {best->layer, best->hidden.clone()};
}

std::int64_t LayerInputs::bytes() const
{
    std::int64_t sum = 0;
    for (const auto& kept : m_kept)
        sum += std::int64_t(kept.hidden.nbytes());
    return sum;
}

void LayerInputs::shrinkTo(std::int64_t bytes)
{
    while (!m_kept.empty() && this->bytes() > bytes)
        m_kept.pop_back();
}

}  // namespace bam::inspect
