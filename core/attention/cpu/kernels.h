// SPDX-License-Identifier: GPL-3.0-or-later
// The fused CPU kernels as the rest of the program sees them: one table of functions per instruction set. The functions work on one piece of
// the problem and never start threads; who calls them in which order or from how many threads does not change a bit of the result.
#pragma once

#include "core/attention/kernel_args.h"

namespace bam::attention::cpu {

/// Query rows that one forward task handles.
inline constexpr std::int64_t kQueryBlock = 64;
/// Distances that are readable on both sides of a padded bias row, see PaddedBias.
inline constexpr std::int64_t kBiasPad = 128;

/// The bias table in the form the kernels read. Each head's largest value is subtracted: the softmax and every gradient are the same, and the scores
/// that count stay small, where float32 is exact. Then multiplied by log₂e and limited to ±1e30 (so that no factor makes a NaN of it). kBiasPad zeros
/// stand before distance 0 and after the last one, because vectors reach over both ends before they are masked.
struct PaddedBias {
    const float* data = nullptr;    ///< element [head·stride + δ], δ from −kBiasPad to keys − 1 + kBiasPad; nullptr: no bias
    std::int64_t stride = 0;
};

/// Where one backward task leaves what several tasks contribute to. All zeroed by the task.
struct BackwardPartial {
    float* keyGradient = nullptr;   ///< [keys, paddedWidth]
    float* valueGradient = nullptr; ///< [keys, paddedWidth]
    float* biasGradient = nullptr;  ///< [heads per key head, stride of PaddedBias], each row offset by kBiasPad like the table; or nullptr
};

struct BackwardTask {
    std::int64_t batch = 0, kvHead = 0;
    std::int64_t firstBlock = 0, endBlock = 0;  ///< query blocks
    BackwardPartial partial;
};

struct KernelTable {
    const char* name;               ///< "avx512", "avx2" or "baseline"
    std::int64_t (*paddedWidth)(std::int64_t width);
    /// Floats of 64-byte aligned working memory that one call needs.
    std::int64_t (*forwardScratch)(const AttendShape& shape);
    std::int64_t (*backwardScratch)(const AttendShape& shape);
    /// Writes out and logSumExp (in units of ln 2, of the shifted scores: for backward() alone) of one block of query rows of one head.
    void (*forward)(const ForwardArgs& args, const PaddedBias& bias, std::int64_t batch, std::int64_t head, std::int64_t block, float* scratch);
    /// Writes the query gradient and both factor gradients of the task's query blocks; leaves the rest in task.partial.
    void (*backward)(const BackwardArgs& args, const PaddedBias& bias, const BackwardTask& task, float* scratch);
    /// Adds the partial results of `count` tasks of one key head in order and writes rows [begin, end) of the key and value gradients.
    void (*finishKeys)(const BackwardArgs& args, std::int64_t batch, std::int64_t kvHead, const BackwardPartial* partials, std::int64_t count,
        std::int64_t begin, std::int64_t end);
};

const KernelTable& baselineKernels();
const KernelTable& avx2Kernels();
const KernelTable& avx512Kernels();

}  // namespace bam::attention::cpu
