// SPDX-License-Identifier: GPL-3.0-or-later
// The sum of the gradients over all ranks, made bucket by bucket while the backward pass still goes on: LibTorch's c10d::Reducer, as in
// DistributedDataParallel. Not their mean: what the loss is divided by before the backward pass is then the same for any number of ranks, and so is every bit of a
// micro-batch's gradient; those that nearly cancel would differ by far more than the sum of the ranks. Buckets stay as they were first assigned: the order of a sum, and so its last bit, is the same after a resume.
#pragma once

#include "core/distributed/group.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace bam::distributed {

class GradientReducer {
public:
    /// @param group outlives the object @param parameters leaves that require a gradient, in the order of the forward pass; the loss reaches each of them
    /// @param bucketBytes largest bucket; the first to be reduced is at most 1 MiB, so that reducing begins early
    GradientReducer(const Group& group, std::vector<at::Tensor> parameters, std::int64_t bucketBytes);
    ~GradientReducer();
    GradientReducer(const GradientReducer&) = delete;
    GradientReducer& operator=(const GradientReducer&) = delete;

    /// Before the backward pass of a step's last micro-batch: when that pass returns, each gradient is the sum over the ranks of what was accumulated there.
    /// Backward passes without this call before them only accumulate.
    void reduceNext();
    int ranks() const { return m_ranks; }

private:
    struct Impl;
    const int m_ranks;
    std::unique_ptr<Impl> m_impl;   // null in a process alone
};

}  // namespace bam::distributed
