// SPDX-License-Identifier: GPL-3.0-or-later
// What entered a few layers of the last prompt, so that asking for one more head does not compute all layers again. The least recently used goes first when
// the budget is spent.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <list>
#include <utility>

namespace bam::inspect {

class LayerInputs {
public:
    void clear() { m_kept.clear(); }
    /// @param bytes 0: nothing is kept
    void setBudget(std::int64_t bytes);
    /// Keeps a copy of what enters a layer, where the budget has room for it.
    void keep(std::int64_t layer, const at::Tensor& hidden);
    /// The last layer at or before this one whose input is kept, and a copy of it; layer 0 and an undefined tensor when there is none.
    std::pair<std::int64_t, at::Tensor> nearest(std::int64_t layer);
    std::int64_t bytes() const;

private:
    struct Kept {
        std::int64_t layer;
        at::Tensor hidden;
    };
    void shrinkTo(std::int64_t bytes);

    std::int64_t m_budget = 0;
    std::list<Kept> m_kept;     // the most recently used first
};

}  // namespace bam::inspect
