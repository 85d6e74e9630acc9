// SPDX-License-Identifier: GPL-3.0-or-later
// Fused attention kernels against the composite operator in float64 on the CPU: by the tests with many problems, and by a program once before it trusts
// kernels on a device it has not used yet (see trust.h).
#pragma once

#include "core/attention/attend.h"
#include "core/attention/kernel_args.h"

#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

#include <functional>
#include <string>

namespace bam::attention {

/// The two kernels of one implementation; each returns null or a message.
struct Kernels {
    std::function<const char*(const ForwardArgs&)> forward;
    std::function<const char*(const BackwardArgs&)> backward;
};

struct KernelProblem {
    AttendInputs inputs;     ///< on the CPU; q, k, v of the element type, the rest float32
    at::Tensor outGradient;  ///< [B, H, Tq, d] of the element type
};

/// What to make a problem of. All values are small and random but the same every time.
struct ProblemShape {
    std::int64_t batch = 2, heads = 4, kvHeads = 2, queries = 67, keys = 70, width = 32, queryStart = 3;
    Element element = Element::Float32;
    bool bias = true, contentFactor = true, biasFactor = true;
    std::int64_t documentLength = 0;  ///< of the longest document; 0: no documents
    double factorScale = 1;           ///< multiplies the content factor
    double slope = 0;                 ///< the bias falls by this per key of distance, besides its random part
};

struct KernelResults {
    at::Tensor out, logSumExp, q, k, v, bias, contentFactor, biasFactor;  ///< gradients but for the first two; on the CPU
};

at::ScalarType scalarType(Element element);

/// q, k, v and the gradient lie in memory as [B, T, H, d], as in the model.
KernelProblem makeProblem(const ProblemShape& shape);

/// The kernels' arguments for tensors that the caller keeps. Undefined bias and factors become null.
ForwardArgs forwardArgs(const AttendInputs& inputs, const at::Tensor& out, const at::Tensor& logSumExp);

/// Runs both kernels on the device. Outputs are filled with NaN before. @throws Error Failed with a kernel's message
KernelResults compute(const Kernels& kernels, const KernelProblem& problem, const at::Device& device);

/// The composite operator, in float64.
KernelResults computeReference(const KernelProblem& problem);

/// Empty when every result is within tolerance · its largest value of the expected one, else a clause that names the worst.
/// Gradients that vanish by cancellation are measured against half of the largest value of all gradients.
std::string difference(const KernelResults& found, const KernelResults& expected, double tolerance);

/// 1e-4 for float32, 3e-2 for 16 bit.
double toleranceOf(Element element);

/// Runs three small problems: one of this width, one of an odd width just below with documents, and one whose scores grow towards the query.
/// @returns empty, or why the kernels cannot be trusted
std::string checkKernels(const Kernels& kernels, const at::Device& device, Element element, std::int64_t width);

}  // namespace bam::attention
