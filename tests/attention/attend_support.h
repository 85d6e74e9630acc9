// SPDX-License-Identifier: GPL-3.0-or-later
// Problems for the attention backends and the comparison of a backend with the composite in fp64.
#pragma once

#include "core/attention/attend.h"

#include <functional>
#include <string>

namespace bam::test {

struct Problem {
    std::int64_t batch = 2, heads = 4, kvHeads = 2, queries = 17, keys = 17, width = 16;
    double thetaAlpha = 0, thetaBeta = 0.5, mu = 0;     ///< prior of the bias table, as in model.md
    double seqScale = 1;                                ///< λ_i = seqScale · ln n_i
    bool bias = true, factors = true, documents = false;
    at::ScalarType type = at::kFloat;
};

/// The tensors of a problem in fp64, values representable in problem.type.
attention::AttendInputs makeInputs(const Problem& problem, std::uint64_t seed = 1);

using Attend = std::function<at::Tensor(const attention::AttendInputs&)>;

struct Comparison {
    double error = 0;       ///< largest over output and gradients of max|x − reference| / max(1, max|reference|)
    std::string where;      ///< which of them
    bool finite = true;
};

/// Output and all gradients of `attend` in problem.type against the composite in fp64 on the same numbers.
Comparison compareWithReference(const Problem& problem, const Attend& attend);

}  // namespace bam::test
