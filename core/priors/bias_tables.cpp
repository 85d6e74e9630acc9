// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/priors/bias_tables.h"

#include "core/attention/row_bias.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/encoding/encoding.h"
#include "core/interop/safetensors.h"
#include "core/runs/run_directory.h"
#include "core/spec/official_args.h"
#include "core/train/checkpoint.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>

namespace bam::priors {
namespace {

constexpr std::int64_t kEvery = 512;        // distances that are all sampled
constexpr double kPerOctave = 64;           // further on

/// Ascending whole distances from 0 to keys − 1. float32
at::Tensor sampledDistances(std::int64_t keys)
{
    std::vector<float> distances;
    for (std::int64_t d = 0; d < std::min(keys, kEvery); ++d)
        distances.push_back(float(d));
    for (int n = 1; keys > kEvery && double(distances.back()) < double(keys - 1); ++n) {
        const auto next = std::min(double(keys - 1), std::round(double(kEvery) * std::exp2(n / kPerOctave)));
        if (next > double(distances.back()))
            distances.push_back(float(next));
    }
    return at::tensor(distances, at::kFloat);
}

/// b_h at the distances for a query that sees `keys` keys. [H, distances]
at::Tensor biasAt(const encoding::BiasModule& module, const at::Tensor& distances, std::int64_t keys)
{
    const auto rows = module.rowBias();
    if (!rows || keys <= rows->tableRows())
        return module.table(keys).index_select(1, distances.to(at::kLong));
    return rows->rows(distances.unsqueeze(0), at::full({1, 1}, double(keys - 1), at::kFloat))[0].squeeze(1);
}

std::vector<float> floats(const at::Tensor& tensor)
{
    const auto plain = tensor.to(at::kFloat).contiguous();
    return {plain.const_data_ptr<float>(), plain.const_data_ptr<float>() + plain.numel()};
}

}  // namespace

BiasTables readBiasTables(const std::filesystem::path& run, std::int64_t keys)
{
    const at::NoGradGuard guard;
    const auto args = run / "args.json";
    const auto model = spec::modelFromOfficialArgs(spec::readOfficialArgs(args), args.string());
    const auto& kind = encoding::kind(model.encoding);
    if (!kind.makeBias)
        throw Error(ErrorCode::Usage, str(kind.title, " adds no bias to the scores"), "Choose a run whose encoding has one, such as BAM or T5.");
    const auto checkpoint = train::resolveCheckpoint(run, "latest");
    const interop::SafetensorsFile file(train::weightsFile(checkpoint));
    const auto distances = sampledDistances(std::clamp<std::int64_t>(keys, 1, kMostKeys));
    const auto places = floats(distances);
    BiasTables result{-1, std::clamp<std::int64_t>(keys, 1, kMostKeys), model.layers, model.heads, {}};
    result.step = runs::stepOf(checkpoint.filename().string()).value_or(-1);
    auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(0));
    const auto module = kind.makeBias({model, generator});
    for (std::int64_t layer = 0; layer < model.layers; ++layer) {
        const auto prefix = model.prior.global ? std::string("prior.") : str("layers.", layer, ".attention.prior.");
        for (const auto& [name, parameter] : module->parameters()) {
            const auto value = file.tensor(prefix + name);
            if (value.sizes() != parameter.sizes())
                throw Error(ErrorCode::Failed, bam::str(prefix, name, " of ", checkpoint.string(), " has shape ", value.sizes(), ", this model needs ", parameter.sizes()),
                    "The checkpoint belongs to another model.");
            parameter.detach().copy_(value);
        }
        const auto bias = biasAt(*module, distances, result.keys);
        for (std::int64_t head = 0; head < model.heads; ++head)
            result.tables.push_back(std::make_shared<const BiasSamples>(BiasSamples{places, floats(bias[head])}));
    }
    return result;
}

}  // namespace bam::priors
