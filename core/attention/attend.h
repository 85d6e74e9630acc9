// SPDX-License-Identifier: GPL-3.0-or-later
// The one attention operator of all encodings:
//   s_ij = content_i · (q_i·k_j)/√d + factor_i · b_h(i − j)   for first_i ≤ j ≤ i, else −∞;   o_i = Σ_j softmax_j(s_ij) v_j
// Composite ATen, differentiable in q, k, v, bias table and factors, in fp32 or fp64.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace bam::attention {

struct AttendInputs {
    at::Tensor q;               ///< [B, H, Tq, d]
    at::Tensor k;               ///< [B, Hkv, Tk, d]; H is a multiple of Hkv (grouped-query attention)
    at::Tensor v;               ///< [B, Hkv, Tk, d]
    at::Tensor biasTable;       ///< [H, ≥ Tk] or undefined: b_h(δ)
    at::Tensor contentFactor;   ///< [B or 1, H or 1, Tq, 1] or undefined (1)
    at::Tensor biasFactor;      ///< same shape rule, or undefined (1)
    at::Tensor firstVisible;    ///< [B, Tq] int64: first key position of each query's document; undefined: 0
    std::int64_t queryStart = 0;///< absolute position of the first query; key j has absolute position j
};

/// @returns [B, H, Tq, d] in q's dtype. Softmax is computed in fp32 (fp64 for fp64 inputs).
at::Tensor attend(const AttendInputs& inputs);

/// For every position the first position of its document. @param documents [B, T] int64 @returns [B, T] int64
at::Tensor firstVisible(const at::Tensor& documents);

}  // namespace bam::attention
