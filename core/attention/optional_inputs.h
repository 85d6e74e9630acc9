// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs of an autograd function that may be missing: it takes them as optional tensors, which get no edge in the graph.
#pragma once

#include <ATen/core/Tensor.h>

#include <optional>
#include <vector>

namespace bam::attention {

using Optional = std::optional<at::Tensor>;

inline Optional optional(const at::Tensor& tensor) { return tensor.defined() ? Optional(tensor) : std::nullopt; }

/// The graph's edge of the n-th input, as AutogradContext::needs_input_grad counts: missing inputs have none.
inline std::size_t edgeOf(const std::vector<at::Tensor>& inputs, std::size_t n)
{
    std::size_t edge = 0;
    for (std::size_t before = 0; before < n; ++before)
        edge += inputs[before].defined();
    return edge;
}

}  // namespace bam::attention
