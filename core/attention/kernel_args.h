// SPDX-License-Identifier: GPL-3.0-or-later
// What the fused attention kernels are called with: plain data, the same for every instruction set and for CUDA, so that a kernel needs neither ATen
// nor the standard library. The formula is attend.h's:  s_ij = c_i · (q_i·k_j) · scale + p_i · b_h(i − j)  for first_i ≤ j ≤ i.
//
// Positions: query row r has absolute position queryStart + r, key row j has position j, and queryStart + queries ≤ keys.
// Contract for every kernel: nothing is read or written outside the described extents; an output element is written exactly once per call (the
// caller does not zero it); the result does not depend on the number of threads; float32 accumulation whatever the element type.
#pragma once

#include <cstdint>

namespace bam::attention {

enum class Element : std::int32_t { Float32, BFloat16, Float16 };

/// A [batch, head, row, width] tensor whose last dimension is contiguous. Strides in elements; a stride may be 0 for inputs.
struct Rows {
    void* data = nullptr;
    std::int64_t batch = 0, head = 0, row = 0;
};

/// A float32 [batch, head, row] factor, possibly broadcast (stride 0). data = nullptr means 1 everywhere.
struct RowFactor {
    const float* data = nullptr;
    std::int64_t batch = 0, head = 0, row = 0;
};

struct AttendShape {
    std::int64_t batch = 0, heads = 0, kvHeads = 0;   ///< heads is a multiple of kvHeads: head h reads key head h / (heads / kvHeads)
    std::int64_t queries = 0, keys = 0, width = 0;
    std::int64_t queryStart = 0;                      ///< absolute position of query row 0
    float scale = 1;                                  ///< 1/√width
    Element element = Element::Float32;               ///< of q, of the output's gradient and of the gradients dq, dk, dv
    Element outElement = Element::Float32;            ///< of out: element, or float32, from which the backward pass of narrow types gains (D_i)
    Element keyElement = Element::Float32;            ///< of k and v: another than q's only for a forward pass without gradients (a bf16 cache)
};

struct ForwardArgs {
    AttendShape shape;
    Rows q, k, v;
    /// float32 [heads, ≥ keys], row stride biasStride; biasTable[h·stride + δ] is b_h(δ). nullptr: no bias.
    const float* biasTable = nullptr;
    std::int64_t biasStride = 0;
    RowFactor contentFactor;                          ///< c
    RowFactor biasFactor;                             ///< p
    /// int64 [batch, queries]: first visible key of each query row (0 ≤ first ≤ its position), nullptr: 0. Row stride 1.
    const std::int64_t* firstVisible = nullptr;
    std::int64_t firstVisibleBatch = 0;               ///< stride between batches, may be 0
    Rows out;
    /// [batch, heads, queries] contiguous: the logarithm of Σ_j exp(s_ij), up to whatever shift and unit the kernel chooses. Only the backward pass of
    /// the same kernel reads it.
    float* logSumExp = nullptr;
};

struct BackwardArgs {
    ForwardArgs forward;                              ///< out and logSumExp hold the forward's results
    Rows outGradient;
    Rows qGradient, kGradient, vGradient;
    float* biasGradient = nullptr;                    ///< [heads, keys] contiguous, summed over the batch; nullptr: not asked for
    float* contentFactorGradient = nullptr;           ///< [batch, heads, queries] contiguous: ∂L/∂c before any broadcast is summed
    float* biasFactorGradient = nullptr;              ///< [batch, heads, queries] contiguous
};

}  // namespace bam::attention
