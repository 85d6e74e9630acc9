// SPDX-License-Identifier: GPL-3.0-or-later
// Sandwich: what the product of two sinusoidal embeddings says of their distance, b_h(δ) = (Σ_i cos(δ·ω_i) − w/2) / c_h with ω_i = 10000^(−2i/w),
// i = 0 … w/2 − 1, width w = 128 and ALiBi's exponents as compression ratios c_h = 8(h+1)/H. Nothing is learned. The published bias does not subtract w/2,
// the value at δ = 0; softmax does not see the difference, and like this every encoding's bias counts from 0 at the query.
// Scalable-Softmax scales the content term alone, as with ALiBi: see EncodingKind::ssmaxScalesBias.
#include "core/encoding/encoding.h"
#include "core/encoding/sandwich_sum.h"

#include "core/base/text.h"

#include <ATen/ATen.h>

namespace bam::encoding::kinds {
namespace {

class SandwichBias : public BiasModule {
public:
    explicit SandwichBias(const spec::ModelSpec& model)
        : m_heads(model.heads), m_width(model.prior.sandwichWidth)
    {
    }

    at::Tensor table(std::int64_t length) const override { return curve(at::arange(length, at::kDouble)); }

    at::Tensor curve(const at::Tensor& distances) const override
    {
        // In double: the cosine of a large angle keeps few digits of a float.
        const at::Tensor sum = sandwichSum(distances.to(at::kDouble), sandwichFrequencies(m_width));
        std::vector<double> ratios;
        for (std::int64_t head = 0; head < m_heads; ++head)
            ratios.push_back(sandwichRatio(head, m_heads));
        return at::outer(at::tensor(ratios, at::kDouble).reciprocal(), sum).to(at::kFloat);
    }

private:
    std::int64_t m_heads, m_width;
};

std::vector<std::string> check(const spec::ModelSpec& model)
{
    if (model.prior.sandwichWidth % 2 == 0)
        return {};
    return {str("sandwich_width is ", model.prior.sandwichWidth, "; expected an even number, because a sine and a cosine share each frequency")};
}

}  // namespace

EncodingKind sandwich()
{
    EncodingKind kind;
    kind.name = "sandwich";
    kind.title = "Sandwich";
    kind.source = "Chi et al., Dissecting Transformer Length Extrapolation via the Lens of Receptive Field Analysis, ACL 2023";
    kind.rank = 9;
    kind.describedByNumbers = false;
    kind.makeBias = [](const BuildContext& context) { return std::make_unique<SandwichBias>(context.model); };
    kind.check = check;
    return kind;
}

}  // namespace bam::encoding::kinds
