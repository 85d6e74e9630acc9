// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/priors/learned_bias.h"

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
#include <map>
#include <mutex>

namespace bam::priors {
namespace {

constexpr std::int64_t kEvery = 16384;      // distances that are all sampled: Sandwich's ripple is shorter than any step beyond
constexpr std::int64_t kEverySmooth = 2048; // of a bias that is computed anew for each query
constexpr double kPerOctave = 64;           // further on
constexpr std::size_t kMostKept = 4;        // curves of a layer

/// Ascending whole distances from 0 to keys − 1. float32
at::Tensor sampledDistances(std::int64_t keys, std::int64_t every)
{
    std::vector<float> distances;
    for (std::int64_t d = 0; d < std::min(keys, every); ++d)
        distances.push_back(float(d));
    for (int n = 1; keys > every && double(distances.back()) < double(keys - 1); ++n) {
        const auto next = std::min(double(keys - 1), std::round(double(every) * std::exp2(n / kPerOctave)));
        if (next > double(distances.back()))
            distances.push_back(float(next));
    }
    return at::tensor(distances, at::kFloat);
}

std::vector<float> floats(const at::Tensor& tensor)
{
    const auto plain = tensor.to(at::kFloat).contiguous();
    return {plain.const_data_ptr<float>(), plain.const_data_ptr<float>() + plain.numel()};
}

/// One layer's; a shared bias is one layer for all.
class LayerBias {
public:
    explicit LayerBias(std::unique_ptr<encoding::BiasModule> module) : m_module(std::move(module))
    {
        const auto rows = m_module->rowBias();
        m_tableRows = rows ? rows->tableRows() : kMostKeys;
    }

    std::shared_ptr<const BiasSamples> samples(std::int64_t head, std::int64_t keys) const
    {
        const at::NoGradGuard guard;
        keys = std::clamp<std::int64_t>(keys, 1, kMostKeys);
        // Queries that share a table share its curves.
        const auto asked = keys <= m_tableRows ? std::min(m_tableRows, kMostKeys) : keys;
        const std::scoped_lock lock(m_mutex);
        const auto known = m_kept.find(asked);
        if (known != m_kept.end())
            return known->second.at(std::size_t(head));
        const auto distances = sampledDistances(asked, m_module->rowBias() ? kEverySmooth : kEvery);
        const auto bias = asked <= m_tableRows ? m_module->curve(distances)
                                               : m_module->rowBias()->rows(distances.unsqueeze(0), at::full({1, 1}, double(asked - 1), at::kFloat))[0].squeeze(1);
        std::vector<std::shared_ptr<const BiasSamples>> made;
        const auto places = floats(distances);
        for (std::int64_t h = 0; h < bias.size(0); ++h)
            made.push_back(std::make_shared<const BiasSamples>(BiasSamples{places, floats(bias[h])}));
        if (m_kept.size() >= kMostKept)
            m_kept.clear();
        return m_kept.emplace(asked, std::move(made)).first->second.at(std::size_t(head));
    }

private:
    std::unique_ptr<encoding::BiasModule> m_module;
    std::int64_t m_tableRows;
    mutable std::mutex m_mutex;
    mutable std::map<std::int64_t, std::vector<std::shared_ptr<const BiasSamples>>> m_kept;     // by keys, of each head
};

class HeadBias : public BiasSource {
public:
    HeadBias(std::shared_ptr<const LayerBias> layer, std::int64_t head) : m_layer(std::move(layer)), m_head(head) {}
    std::shared_ptr<const BiasSamples> samples(std::int64_t keys) const override { return m_layer->samples(m_head, keys); }

private:
    std::shared_ptr<const LayerBias> m_layer;
    std::int64_t m_head;
};

spec::ModelSpec modelOf(const std::filesystem::path& run)
{
    const auto args = run / "args.json";
    return spec::modelFromOfficialArgs(spec::readOfficialArgs(args), args.string());
}

}  // namespace

std::shared_ptr<const LearnedBias> LearnedBias::read(const std::filesystem::path& run, const std::string& name)
{
    const at::NoGradGuard guard;
    const auto model = modelOf(run);
    const auto& kind = encoding::kind(model.encoding);
    if (!kind.makeBias)
        throw Error(ErrorCode::Usage, str(kind.title, " adds no bias to the scores"), "Choose a run whose encoding has one, such as BAM or T5.");
    const auto checkpoint = train::resolveCheckpoint(run, name);
    const interop::SafetensorsFile file(train::weightsFile(checkpoint));
    const std::shared_ptr<LearnedBias> result(new LearnedBias);
    result->m_step = runs::stepOf(checkpoint.filename().string()).value_or(-1);
    result->m_layers = model.layers;
    result->m_heads = model.heads;
    std::shared_ptr<const LayerBias> shared;
    for (std::int64_t layer = 0; layer < model.layers; ++layer) {
        if (!shared || (kind.hasPrior && !model.prior.global)) {
            const auto prefix = model.prior.global ? std::string("prior.") : str("layers.", layer, ".attention.prior.");
            auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(0));
            auto module = kind.makeBias({model, generator});
            for (const auto& [parameterName, parameter] : module->parameters()) {
                const auto value = file.tensor(prefix + parameterName);
                if (value.sizes() != parameter.sizes())
                    throw Error(ErrorCode::Failed, bam::str(prefix, parameterName, " of ", checkpoint.string(), " has shape ", value.sizes(), ", this model needs ", parameter.sizes()),
                        "The checkpoint belongs to another model.");
                parameter.detach().copy_(value);
            }
            shared = std::make_shared<const LayerBias>(std::move(module));
        }
        for (std::int64_t head = 0; head < model.heads; ++head)
            result->m_sources.push_back(std::make_shared<const HeadBias>(shared, head));
    }
    return result;
}

std::shared_ptr<const BiasSource> LearnedBias::at(inspect::HeadId head) const
{
    return head.layer < 0 || head.head < 0 || head.layer >= m_layers || head.head >= m_heads ? nullptr : m_sources[std::size_t(head.layer * m_heads + head.head)];
}

bool needsCheckpoints(const std::filesystem::path& run)
{
    try {
        return !isInHistory(modelOf(run).encoding);
    } catch (const std::exception&) {
        return false;
    }
}

}  // namespace bam::priors
