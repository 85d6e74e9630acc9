// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/gradient_reducer.h"

#include "core/distributed/c10d.h"

#include <algorithm>

namespace bam::distributed {
namespace {

constexpr std::int64_t kFirstBucketBytes = 1 << 20;

/// Without a hook the reducer divides by the number of ranks.
class SumOfRanks : public c10d::CppCommHookInterface<c10::intrusive_ptr<c10d::ProcessGroup>> {
public:
    using CppCommHookInterface::CppCommHookInterface;
    c10::intrusive_ptr<c10::ivalue::Future> runHook(c10d::GradBucket& bucket) override
    {
        std::vector<at::Tensor> tensors{bucket.getBufferRef()};
        return state_->allreduce(tensors)->getFuture();
    }
};

}  // namespace

struct GradientReducer::Impl {
    std::unique_ptr<c10d::Reducer> reducer;
};

GradientReducer::GradientReducer(const Group& group, std::vector<at::Tensor> parameters, std::int64_t bucketBytes) : m_ranks(group.ranks())
{
    if (!group.several())
        return;
    m_impl = std::make_unique<Impl>();
    const std::vector<bool> sparse(parameters.size(), false);
    const auto first = std::min(bucketBytes, kFirstBucketBytes);
    // Gradients come in the reverse order of the forward pass, so buckets are filled in that order. Indices are into `parameters`.
    std::vector<at::Tensor> reversed(parameters.rbegin(), parameters.rend());
    std::vector<std::size_t> indices(parameters.size());
    for (std::size_t n = 0; n < indices.size(); ++n)
        indices[n] = parameters.size() - 1 - n;
    std::vector<std::int64_t> indices64(indices.begin(), indices.end());
    auto buckets = std::get<0>(c10d::compute_bucket_assignment_by_size(reversed, {std::size_t(first), std::size_t(bucketBytes)}, sparse, indices64, {}));
    std::unordered_map<std::size_t, std::string> names;
    const auto all = c10::intrusive_ptr<c10d::ProcessGroup>::reclaim_copy(group.processGroup());
    m_impl->reducer = std::make_unique<c10d::Reducer>(std::move(parameters), std::move(buckets), all, sparse, bucketBytes,
        /*find_unused_parameters=*/false, /*gradient_as_bucket_view=*/true, std::move(names), first, /*skip_all_reduce_unused_params=*/false, /*use_python_reducer=*/false, std::vector<std::int64_t>());
    m_impl->reducer->register_comm_hook(std::make_unique<SumOfRanks>(all));
}

GradientReducer::~GradientReducer() = default;

void GradientReducer::reduceNext()
{
    if (m_impl)
        m_impl->reducer->prepare_for_backward({});
}

}  // namespace bam::distributed
