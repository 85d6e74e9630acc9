// SPDX-License-Identifier: GPL-3.0-or-later
// The one attention operator of all encodings:
//   s_ij = content_i · (q_i·k_j)/√d + factor_i · b_h(i − j)   for first_i ≤ j ≤ i, else −∞;   o_i = Σ_j softmax_j(s_ij) v_j
// Differentiable in q, k, v, bias table and both factors, and in what a row bias learns. No tensor of size [Tq, Tk] exists unless the composite is asked for.
#pragma once

#include "core/attention/row_bias.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>

namespace bam::attention {

struct AttendInputs {
    at::Tensor q;               ///< [B, H, Tq, d] in fp32, bf16 or fp16 (fused) or fp64 (composite)
    at::Tensor k;               ///< [B, Hkv, Tk, d]; H is a multiple of Hkv (grouped-query attention)
    at::Tensor v;               ///< [B, Hkv, Tk, d]
    at::Tensor biasTable;       ///< [H, ≥ Tk] or undefined: b_h(δ)
    at::Tensor contentFactor;   ///< [B or 1, H or 1, Tq, 1] or undefined (1)
    at::Tensor biasFactor;      ///< same shape rule, or undefined (1)
    at::Tensor firstVisible;    ///< [B, Tq] int64: first key position of each query's document; undefined: 0
    std::int64_t queryStart = 0;///< absolute position of the first query; key j has absolute position j; queryStart + Tq ≤ Tk
    std::shared_ptr<const RowBias> rowBias = {};    ///< b_h(i − j, i − first_i) of rows beyond the table, which must be there too; null: the table holds for every row
};

enum class Backend {
    Automatic,  ///< fused where a kernel applies (CPU; CUDA after it has proven itself), else chunked
    Fused,      ///< the fused kernel of the device; rows that a row bias is needed for are chunked
    Chunked,    ///< composed of ATen operators, a chunk of queries at a time: linear memory, any device and type
    Composite,  ///< composed, whole: the reference
};

/// @returns [B, H, Tq, d] in q's dtype; softmax and sums are fp32 (fp64 for fp64 inputs). On the CPU the result has the same bits for every number
/// of threads. BAMSCOPE_ATTENTION=fused|chunked|composite in the environment overrides Automatic.
/// @throws Error (Failed) when shapes do not fit, or Fused is asked for where no fused kernel applies
at::Tensor attend(const AttendInputs& inputs, Backend backend = Backend::Automatic);

/// What Automatic means in this process: BAMSCOPE_ATTENTION. Programs ask before they start anything. @throws Error (Usage) for an unknown word
Backend backendFromEnvironment();

/// For every position the first position of its document. @param documents [B, T] int64 @returns [B, T] int64
at::Tensor firstVisible(const at::Tensor& documents);

}  // namespace bam::attention
