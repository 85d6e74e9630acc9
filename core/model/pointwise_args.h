// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernels for a layer's pointwise parts are called with: plain data, the same on a device and where tests run them. Tensors are contiguous and
// begin at multiples of 16 bytes unless strides are given. Everything is computed in float32, whatever the types.
#pragma once

#include "core/attention/kernel_args.h"

#include <cstdint>

namespace bam::model {

using attention::Element;

/// y = s / √(mean(s²) + eps) ⊙ weight with s = x + added. @pre width is a multiple of 4
struct NormArgs {
    std::int64_t rows = 0, width = 0;
    float eps = 0;
    const float* x = nullptr;           ///< [rows, width]
    const void* added = nullptr;        ///< null: s = x, and `sum` is not written
    Element addedType = Element::Float32;
    const float* weight = nullptr;      ///< [width]
    float* sum = nullptr;               ///< s
    void* y = nullptr;
    Element type = Element::Float32;    ///< of y
    float* scales = nullptr;            ///< [rows] 1/√(mean(s²) + eps)
};

constexpr std::int64_t kMostNormWidth = 4096;
constexpr std::int64_t kNormRows = 8;   ///< of a block at a time
/// Blocks of the backward pass: by shape alone, so that equal runs sum in equal order.
constexpr std::int64_t normParts(std::int64_t rows)
{
    const std::int64_t groups = (rows + kNormRows - 1) / kNormRows;
    return groups < 512 ? groups : 512;
}

/// @pre width is a multiple of 4, at most kMostNormWidth
struct NormBackwardArgs {
    std::int64_t rows = 0, width = 0;
    const void* gradient = nullptr;     ///< of y
    Element type = Element::Float32;    ///< of y and its gradient
    const float* x = nullptr;           ///< what was normalised: s
    const float* weight = nullptr;
    const float* scales = nullptr;
    const float* passed = nullptr;      ///< a gradient of s to add; may be null
    float* xGradient = nullptr;
    void* addedGradient = nullptr;      ///< the same once more, in the other type; may be null
    Element addedType = Element::Float32;
    std::int64_t parts = 0;             ///< normParts(rows)
    float* weightParts = nullptr;       ///< [parts, width]: their sum is the gradient of the weight
};

/// y = silu(a) ⊙ b. @pre count is a multiple of 4
struct GateArgs {
    std::int64_t count = 0;
    Element type = Element::Float32;
    const void *a = nullptr, *b = nullptr;
    void* y = nullptr;
};
struct GateBackwardArgs {
    std::int64_t count = 0;
    Element type = Element::Float32;
    const void *gradient = nullptr, *a = nullptr, *b = nullptr;
    void *aGradient = nullptr, *bGradient = nullptr;
};

/// Cross-entropy of each row, and in place of the logits its gradient times *scale. @pre pieces is a multiple of 8
struct TokenLossArgs {
    std::int64_t rows = 0, pieces = 0;
    Element type = Element::Float32;
    void* logits = nullptr;                 ///< [rows, pieces]
    const std::int64_t* targets = nullptr;  ///< [rows]; −1: no target, loss and gradient are 0. What else is no piece makes the loss NaN
    const float* scale = nullptr;           ///< one number; null: no gradient is wanted, and the logits stay
    float* losses = nullptr;                ///< [rows]
};

/// Turns interleaved pairs, y = x·(cosine + i·sign·sine). @pre width is even
struct RotationArgs {
    std::int64_t batch = 0, heads = 0, length = 0, width = 0;
    Element type = Element::Float32;
    const void* x = nullptr;                                    ///< [batch, heads, length, width], strides in elements, that of width 1
    std::int64_t ofBatch = 0, ofHead = 0, ofPosition = 0;
    const float *cosine = nullptr, *sine = nullptr;             ///< [length, width/2]
    float sign = 1;
    void* y = nullptr;                                          ///< [batch, length, heads, width]
};

}  // namespace bam::model
