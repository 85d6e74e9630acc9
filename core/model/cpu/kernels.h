// SPDX-License-Identifier: GPL-3.0-or-later
// Fused loops over float32 arrays: what the composed tensor operations do in several passes, in one. Compiled once per instruction set; the
// processor decides which is taken. All are serial and write each output once: the caller splits the work, and the result of an element does not
// depend on how.
#pragma once

#include <cstdint>

namespace bam::model::cpu {

/// One Adam-like update; see `Kernels::adam`.
struct AdamArgs {
    float gradientScale = 1;    ///< of the clipping
    float decay = 1;            ///< parameters are multiplied by it first
    float keep1 = 0, take1 = 1; ///< β₁ and 1 − β₁, the latter not from a rounded β₁
    float keep2 = 0, take2 = 1;
    float rate = 0;             ///< with every bias correction
    float rootScale = 1;        ///< √v is multiplied by it before ε is added
    float eps = 0;
    bool adaptive = true;       ///< false: p −= rate · m, without the second moment in the denominator
};

struct Kernels {
    const char* name;

    /// y = x / √(mean(x²) + eps) ⊙ weight by rows; with `added`, x + added is taken for x and written to `sum`.
    /// @param x, added (or null), sum (null without added), y [rows, width] @param weight [width] @param scales [rows], 1/√(mean(x²) + eps)
    void (*rmsNorm)(const float* x, const float* added, float* sum, const float* weight, float* y, float* scales, std::int64_t rows, std::int64_t width,
        float eps);
    /// Gradient of rmsNorm. @param passed [rows, width] or null, is added to dx @param dWeight [width], added to
    void (*rmsNormBackward)(const float* dy, const float* x, const float* weight, const float* scales, const float* passed, float* dx, float* dWeight,
        std::int64_t rows, std::int64_t width);

    /// y = silu(a) ⊙ b
    void (*swiglu)(const float* a, const float* b, float* y, std::int64_t count);
    void (*swigluBackward)(const float* dy, const float* a, const float* b, float* da, float* db, std::int64_t count);

    /// Turns the interleaved pairs of one position's heads: y = x ⊙ cosine + swapped(x) ⊙ sine, `swapped` exchanging the two of a pair.
    /// @param x [heads, width], heads `stride` apart @param y [heads, width] contiguous @param cosine, sine [width]: each value twice, the sine's first
    /// of two negated
    void (*rotate)(const float* x, std::int64_t stride, float* y, const float* cosine, const float* sine, std::int64_t heads, std::int64_t width);

    /// −ln softmax(logits)[target] of one row.
    float (*crossEntropy)(const float* logits, std::int64_t count, std::int64_t target);
    /// The same; overwrites the logits with scale · (softmax(logits) − onehot(target)).
    float (*crossEntropyGradient)(float* logits, std::int64_t count, std::int64_t target, float scale);

    double (*sumOfSquares)(const float* values, std::int64_t count);
    /// m ← β₁m + (1 − β₁)g, v ← β₂v + (1 − β₂)g², p ← decay·p − rate · m / (rootScale·√v + ε), with g the scaled gradient.
    void (*adam)(float* parameter, const float* gradient, float* first, float* second, std::int64_t count, const AdamArgs& args);
};

/// The widest that this processor runs.
const Kernels& kernels();

// One per instruction set; null where the compiler does not target it.
const Kernels* baselineKernels();
const Kernels* avx2Kernels();
const Kernels* avx512Kernels();

}  // namespace bam::model::cpu
