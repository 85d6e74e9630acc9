// SPDX-License-Identifier: GPL-3.0-or-later
// Attention with linear biases: b_h(δ) = −m_h·δ with fixed slopes m_h. Scalable-Softmax scales the content term alone.
#include "core/encoding/encoding.h"

#include <ATen/ATen.h>

namespace bam::encoding::kinds {
namespace {

class LinearBias : public BiasModule {
public:
    explicit LinearBias(std::int64_t heads)
        : m_slopes(at::tensor(alibiSlopes(heads), at::kDouble).to(at::kFloat))
    {
    }

    at::Tensor table(std::int64_t length) const override
    {
        return at::outer(m_slopes, -at::arange(length, at::kFloat));
    }

private:
    at::Tensor m_slopes;    // [H]
};

}  // namespace

EncodingKind alibi()
{
    EncodingKind kind;
    kind.name = "alibi";
    kind.title = "ALiBi";
    kind.source = "Press et al., Train Short, Test Long, ICLR 2022";
    kind.rank = 3;
    kind.makeBias = [](const BuildContext& context) { return std::make_unique<LinearBias>(context.model.heads); };
    return kind;
}

}  // namespace bam::encoding::kinds
