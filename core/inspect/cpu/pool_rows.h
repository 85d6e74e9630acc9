// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of a few queries of one head, pooled by keys: scores, softmax and the tiles' sums in float32, without a row being written twice. Compiled once per
// instruction set; the processor decides which is taken. Serial: the caller splits the work.
#pragma once

#include <cstdint>

namespace bam::inspect::cpu {

inline constexpr std::int64_t kPoolRows = 32;       // queries of a call, at most
inline constexpr std::int64_t kKeyPadding = 64;     // keys are counted in whole multiples of this

/// s_ij = q_i · k_j + p_i · b(i − j), weights = softmax over j ≤ i.
struct PoolRows {
    std::int64_t first = 0, rows = 0, width = 0;
    const float* q = nullptr;           ///< [rows, width] contiguous, times c_i / √d
    const float* keys = nullptr;        ///< [width, ≥ padded(first + rows)], transposed, finite beyond the last key
    std::int64_t keyStride = 0;
    const float* bias = nullptr;        ///< reversed: b(δ) at bias[−δ], readable for −δ up to kPoolRows + kKeyPadding; null: none
    const float* biasFactor = nullptr;  ///< [rows]; null: 1
    float* scores = nullptr;            ///< scratch [kPoolRows, scoreStride], scoreStride ≥ padded(first + rows)
    std::int64_t scoreStride = 0;
    float* tileSums = nullptr;          ///< scratch [2, tiles of first + rows]
    std::int64_t tile = 1;              ///< keys of a tile
    float* max = nullptr;               ///< [tiles]: raised to the largest weight
    float* sum = nullptr;               ///< [tiles]: the weights are added
};

static constexpr std::int64_t paddedKeys(std::int64_t keys) { return (keys + kKeyPadding - 1) / kKeyPadding * kKeyPadding; }

/// Adds the queries to `max` and `sum`. @returns the first row (0 … rows − 1) whose weights are not finite, or −1
using PoolRowsFn = std::int64_t (*)(const PoolRows&);

/// The widest that this processor runs.
PoolRowsFn poolRows();

// One per instruction set; null where the compiler does not target it.
PoolRowsFn poolRowsBaseline();
PoolRowsFn poolRowsAvx2();
PoolRowsFn poolRowsAvx512();

}  // namespace bam::inspect::cpu
