// SPDX-License-Identifier: GPL-3.0-or-later
// T5's relative bias, causal: a number of each head for each bucket of distances, b_h(δ) = w[bucket(δ), h]. With n buckets and a largest distance M, each
// δ < n/2 has a bucket of its own; from there buckets widen logarithmically, n/2 + ⌊(n/2)·ln(2δ/n) / ln(2M/n)⌋, and the last takes all distances from M on.
// The numbers start normal with deviation 1/√D, as the library Transformers does. T5 shares one table among its layers: `global_prior`.
// Scalable-Softmax scales the content term alone, as with ALiBi: see EncodingKind::ssmaxScalesBias.
#include "core/encoding/encoding.h"

#include "core/base/text.h"

#include <ATen/ATen.h>

#include <cmath>

namespace bam::encoding::kinds {
namespace {

/// Bucket of each distance. @param distance [n] float64 @returns [n] int64
at::Tensor bucketsOf(const at::Tensor& distance, std::int64_t buckets, std::int64_t maxDistance)
{
    // In double, and with room for rounding: where the logarithm is a whole number the bucket begins there and not one later.
    constexpr double kRounding = 1e-9;
    const double exact = double(buckets / 2), wide = double(buckets) - exact;
    const auto scaled = at::log(distance.clamp_min(exact) / exact) * (wide / std::log(double(maxDistance) / exact));
    const auto logarithmic = (at::floor(scaled + kRounding) + exact).clamp_max(double(buckets - 1));
    return at::where(distance < exact, distance, logarithmic).to(at::kLong);
}

class BucketBias : public BiasModule {
public:
    explicit BucketBias(const BuildContext& context)
        : m_maxDistance(context.model.prior.t5MaxDistance)
    {
        m_weight = at::empty({context.model.prior.t5Buckets, context.model.heads}, at::kFloat).normal_(0, 1 / std::sqrt(double(context.model.dim)), context.generator);
        m_weight.requires_grad_(true);
    }

    NamedParameters parameters() const override { return {{"relative_attention_bias.weight", m_weight}}; }

    at::Tensor table(std::int64_t length) const override { return curve(at::arange(length, m_weight.options().dtype(at::kDouble).requires_grad(false))); }

    at::Tensor curve(const at::Tensor& distances) const override
    {
        return m_weight.index_select(0, bucketsOf(distances.to(at::kDouble), m_weight.size(0), m_maxDistance)).t().contiguous();      // [H, n]
    }

private:
    at::Tensor m_weight;        // [buckets, H]
    std::int64_t m_maxDistance;
};

std::vector<std::string> check(const spec::ModelSpec& model)
{
    std::vector<std::string> problems;
    const auto& prior = model.prior;
    if (prior.t5Buckets % 2 != 0)
        problems.push_back(str("t5_buckets is ", prior.t5Buckets, "; expected an even number, because half of the buckets are for one distance each"));
    else if (prior.t5MaxDistance <= prior.t5Buckets / 2)
        problems.push_back(str("t5_max_distance is ", prior.t5MaxDistance, "; expected more than ", prior.t5Buckets / 2, ", the distances that have a bucket of their own"));
    return problems;
}

}  // namespace

EncodingKind t5()
{
    EncodingKind kind;
    kind.name = "t5";
    kind.title = "T5 bias";
    kind.source = "Raffel et al., Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer, JMLR 2020";
    kind.rank = 5;
    kind.describedByNumbers = false;
    kind.hasPrior = true;
    kind.makeBias = [](const BuildContext& context) { return std::make_unique<BucketBias>(context); };
    kind.check = check;
    return kind;
}

}  // namespace bam::encoding::kinds
