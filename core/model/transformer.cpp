// SPDX-License-Identifier: GPL-3.0-or-later
// Invariant: parameters() lists every tensor that a checkpoint holds, under its official name; nothing else has state.
#include "core/model/transformer_impl.h"

#include "core/attention/attend.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/interop/state_dict.h"
#include "core/model/fused.h"
#include "core/model/linear.h"
#include "core/model/token_loss.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/grad_mode.h>

#include <cmath>
#include <limits>
#include <set>

namespace bam::model {
namespace {

at::Tensor uniformMatrix(std::int64_t out, std::int64_t in, at::Generator generator)
{
    const auto bound = 1.0 / std::sqrt(double(in));
    return at::empty({out, in}, at::kFloat).uniform_(-bound, bound, generator).requires_grad_(true);
}

}  // namespace

std::string firstNotFinite(const NamedParameters& parameters)
{
    const at::NoGradGuard guard;
    for (const auto& [name, tensor] : parameters)
        if (!at::isfinite(tensor).all().item<bool>())
            return name;
    return {};
}

Transformer::Transformer(const spec::ModelSpec& spec, std::uint64_t seed)
    : m_impl(std::make_unique<Impl>())
{
    auto& m = *m_impl;
    m.spec = spec;
    m.kind = &encoding::kind(spec.encoding);
    auto generator = at::make_generator<at::CPUGeneratorImpl>(seed);
    const auto hidden = std::int64_t(spec.ffnMultiplier * double(spec.dim));
    const auto kvWidth = spec.kvHeads * m.width();
    const encoding::BuildContext context{m.spec, generator};
    const auto onesParameter = [](at::IntArrayRef shape) { return at::ones(shape, at::kFloat).requires_grad_(true); };

    m.embeddings = at::empty({spec.vocabulary, spec.dim}, at::kFloat).normal_(0, 1, generator).requires_grad_(true);
    for (std::int64_t n = 0; n < spec.layers; ++n) {
        Layer layer;
        layer.wq = uniformMatrix(spec.dim, spec.dim, generator);
        layer.wk = uniformMatrix(kvWidth, spec.dim, generator);
        layer.wv = uniformMatrix(kvWidth, spec.dim, generator);
        layer.wo = uniformMatrix(spec.dim, spec.dim, generator);
        layer.w1 = uniformMatrix(hidden, spec.dim, generator);
        layer.w2 = uniformMatrix(spec.dim, hidden, generator);
        layer.w3 = uniformMatrix(hidden, spec.dim, generator);
        layer.attentionNorm = onesParameter({spec.dim});
        layer.ffnNorm = onesParameter({spec.dim});
        if (spec.ssmax)
            layer.seqScale = at::full({1, spec.heads, 1, 1}, spec.seqScaleInit, at::kFloat).requires_grad_(spec.seqScaleTrainable);
        if (m.kind->makeBias && !(m.kind->hasPrior && spec.prior.global))
            layer.bias = m.kind->makeBias(context);
        m.layers.push_back(std::move(layer));
    }
    m.norm = onesParameter({spec.dim});
    m.output = uniformMatrix(spec.vocabulary, spec.dim, generator);
    if (m.kind->makeBias && m.kind->hasPrior && spec.prior.global)
        m.globalBias = m.kind->makeBias(context);
}

Transformer::~Transformer() = default;
Transformer::Transformer(Transformer&&) noexcept = default;
Transformer& Transformer::operator=(Transformer&&) noexcept = default;

const spec::ModelSpec& Transformer::spec() const { return m_impl->spec; }

NamedParameters Transformer::parameters() const
{
    const auto& m = *m_impl;
    NamedParameters all{{"tok_embeddings.weight", m.embeddings}};
    for (std::size_t n = 0; n < m.layers.size(); ++n) {
        const auto& layer = m.layers[n];
        const auto at = "layers." + std::to_string(n) + ".";
        if (layer.seqScale.defined())
            all.emplace_back(at + "attention.seq_scale", layer.seqScale);
        for (const auto& [name, tensor] : {std::pair<const char*, const at::Tensor&>{"attention.wq.weight", layer.wq},
                 {"attention.wk.weight", layer.wk}, {"attention.wv.weight", layer.wv}, {"attention.wo.weight", layer.wo}})
            all.emplace_back(at + name, tensor);
        if (layer.bias)
            for (const auto& [name, tensor] : layer.bias->parameters())
                all.emplace_back(at + "attention.prior." + name, tensor);
        for (const auto& [name, tensor] : {std::pair<const char*, const at::Tensor&>{"feed_forward.w1.weight", layer.w1},
                 {"feed_forward.w2.weight", layer.w2}, {"feed_forward.w3.weight", layer.w3},
                 {"attention_norm.weight", layer.attentionNorm}, {"ffn_norm.weight", layer.ffnNorm}})
            all.emplace_back(at + name, tensor);
    }
    all.emplace_back("norm.weight", m.norm);
    all.emplace_back("output.weight", m.output);
    if (m.globalBias)
        for (const auto& [name, tensor] : m.globalBias->parameters())
            all.emplace_back("prior." + name, tensor);
    return all;
}

std::int64_t Transformer::parameterCount() const
{
    std::int64_t count = 0;
    for (const auto& [name, tensor] : parameters())
        count += tensor.numel();
    return count;
}

void Transformer::load(const NamedParameters& values)
{
    std::map<std::string, at::Tensor> found;
    for (const auto& [name, tensor] : values)
        found.emplace(interop::officialName(name), tensor);
    std::vector<std::string> problems;
    const auto own = parameters();
    for (const auto& [name, tensor] : own) {
        const auto value = found.find(name);
        if (value == found.end())
            problems.push_back(name + " is missing");
        else if (value->second.sizes() != tensor.sizes())
            problems.push_back(bam::str(name, " has shape ", value->second.sizes(), ", this model needs ", tensor.sizes()));
        if (value != found.end() && problems.empty()) {
            at::NoGradGuard guard;
            tensor.detach().copy_(value->second);
        }
        if (value != found.end())
            found.erase(value);
    }
    for (const auto& [name, tensor] : found)
        problems.push_back(name + " is unknown to this model");
    if (problems.empty())
        return;
    const auto total = problems.size();
    if (total > 6)
        problems.resize(6);
    throw Error(ErrorCode::Failed, str("the checkpoint does not fit the model: ", joinNames(problems), total > 6 ? str(" (", total, " problems in all)") : ""),
        "Check that model size, encoding, vocabulary and global_prior are those the checkpoint was trained with (its args.json says).");
}

void Transformer::to(const at::Device& device)
{
    for (const auto& [name, tensor] : parameters())
        at::Tensor(tensor).set_data(tensor.detach().to(device));
}

at::Device Transformer::device() const { return m_impl->embeddings.device(); }

const encoding::RopeScaling& Transformer::ropeScaling() const { return m_impl->ropeScaling; }

void Transformer::setRopeScaling(const encoding::RopeScaling& scaling)
{
    auto& m = *m_impl;
    if (scaling.isOn() && !m.kind->rotationTable)
        throw Error(ErrorCode::Usage, str("RoPE scaling (", scaling.method, ") changes how queries and keys are rotated, and ", m.kind->title, " does not rotate them"),
            "Choose a model with RoPE, or leave --rope_scaling out.");
    if (scaling.isOn())
        m.kind->rotationTable(m.spec, scaling, 0, 1);       // refuses what it cannot use
    m.ropeScaling = scaling;
    m.positionTables.forget();
}

bool Transformer::hasRowBias() const
{
    const auto* bias = m_impl->layers.empty() ? nullptr : m_impl->biasOf(m_impl->layers.front());
    return bias && bias->rowBias();
}

void Transformer::constrain()
{
    for (auto& layer : m_impl->layers)
        if (layer.bias)
            layer.bias->constrain();
    if (m_impl->globalBias)
        m_impl->globalBias->constrain();
}

std::pair<at::Tensor, at::Tensor> Transformer::Impl::rotationOf(std::int64_t start, std::int64_t length, const at::Device& device) const
{
    const auto [cosine, sine] = kind->rotationTable(spec, ropeScaling, start, length);
    return {cosine.to(device), sine.to(device)};
}

std::shared_ptr<const PositionTables> Transformer::Impl::tablesOf(std::int64_t length, const at::Device& device) const
{
    return positionTables.get(*kind, spec, ropeScaling, layers.empty() ? nullptr : biasOf(layers.front()), length, device);
}

std::shared_ptr<const void> Transformer::holdPositionTables(std::int64_t length) const { return m_impl->tablesOf(length, device()); }

Pass Transformer::Impl::beginPass(const at::Tensor& tokens, const at::Tensor& documents, std::int64_t start) const
{
    Pass pass;
    pass.start = start;
    const auto length = tokens.size(1);
    if (documents.defined())
        pass.firstVisible = attention::firstVisible(documents);
    if (spec.ssmax) {
        auto visible = at::arange(start + 1, start + length + 1, tokens.options()).unsqueeze(0);    // i + 1
        if (pass.firstVisible.defined())
            visible = visible - pass.firstVisible;
        pass.logVisible = visible.to(at::kFloat).log().view({visible.size(0), 1, length, 1});
    }
    return pass;
}

at::Tensor Transformer::Impl::attention(const Layer& layer, const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
    const at::Tensor& table, const Pass& pass) const
{
    attention::AttendInputs inputs{q, k, v, table, {}, {}, pass.firstVisible, pass.start};
    if (const auto* bias = biasOf(layer))
        inputs.rowBias = bias->rowBias();
    if (layer.seqScale.defined()) {
        inputs.contentFactor = layer.seqScale * pass.logVisible;                                   // λ_i, [B or 1, H, T, 1]
        if (kind->ssmaxScalesBias)
            inputs.biasFactor = inputs.contentFactor;
    }
    const auto heads = attention::attend(inputs);
    return model::linear(heads.transpose(1, 2).reshape({q.size(0), q.size(2), spec.dim}), layer.wo);
}

at::Tensor Transformer::Impl::feedForward(const Layer& layer, const at::Tensor& x) const
{
    const auto hidden = linearMany(x, {layer.w1, layer.w3});
    return model::linear(swiglu(hidden[0], hidden[1]), layer.w2);
}

at::Tensor Transformer::Impl::logits(const at::Tensor& h) const { return model::linear(rmsNorm(h, norm, spec.normEps), output).to(at::kFloat); }

at::Tensor Transformer::Impl::hidden(const at::Tensor& tokens, const at::Tensor& documents) const
{
    const auto& m = *this;
    const auto length = tokens.size(1);
    auto pass = m.beginPass(tokens, documents, 0);
    const auto fixed = tablesOf(length, tokens.device());
    pass.rotation = fixed->rotation;
    auto shared = fixed->bias;
    if (m.globalBias && !shared.defined())
        shared = m.globalBias->table(length);
    auto h = at::embedding(embeddings, tokens);
    if (fixed->embedding.defined())
        h = h + fixed->embedding;
    for (const auto& layer : m.layers) {
        const auto x = rmsNorm(h, layer.attentionNorm, m.spec.normEps);
        const auto projected = linearMany(x, {layer.wq, layer.wk, layer.wv});
        auto q = m.splitHeads(projected[0]), k = m.splitHeads(projected[1]);
        const auto v = m.splitHeads(projected[2]);
        if (m.kind->rotationTable) {
            q = rotate(q, pass.rotation);
            k = rotate(k, pass.rotation);
        }
        const auto table = layer.bias && !shared.defined() ? layer.bias->table(length) : shared;
        const auto [sum, normed] = addRmsNorm(h, m.attention(layer, q, k, v, table, pass), layer.ffnNorm, m.spec.normEps);
        h = sum + m.feedForward(layer, normed);
    }
    return h;
}

at::Tensor Transformer::forward(const at::Tensor& tokens, const at::Tensor& documents) const
{
    return m_impl->logits(m_impl->hidden(tokens, documents));
}

at::Tensor Transformer::loss(const at::Tensor& tokens, const at::Tensor& targets, const at::Tensor& documents) const
{
    const auto& m = *m_impl;
    return tokenLoss(rmsNorm(m.hidden(tokens, documents), m.norm, m.spec.normEps), m.output, targets);
}

Cache Transformer::makeCache(std::int64_t batch, std::int64_t capacity, at::ScalarType type) const
{
    const auto& m = *m_impl;
    return {attention::KvCache({m.spec.layers, batch, m.spec.kvHeads, m.width(), type, device()}, capacity), std::vector<at::Tensor>(m.layers.size())};
}

void Transformer::Impl::prepare(Cache& cache, std::int64_t length) const
{
    cache.kv.reserve(length);
    for (std::size_t n = 0; n < layers.size(); ++n) {
        const auto* bias = biasOf(layers[n]);
        if (bias && (!cache.biasTables[n].defined() || cache.biasTables[n].size(1) < length))
            cache.biasTables[n] = bias->table(cache.kv.capacity()).to(embeddings.device());
    }
}

at::Tensor Transformer::forwardCached(const at::Tensor& tokens, Cache& cache, std::int64_t logitsFrom) const
{
    at::NoGradGuard guard;
    const auto& m = *m_impl;
    const auto count = tokens.size(1), start = cache.length(), end = start + count;
    m.prepare(cache, end);
    auto pass = m.beginPass(tokens, {}, start);
    if (m.kind->rotationTable)
        pass.rotation = m.rotationOf(start, count, tokens.device());
    auto h = at::embedding(m.embeddings, tokens);
    if (m.kind->embeddingTable)
        h = h + m.kind->embeddingTable(m.spec, start, count).to(tokens.device());
    for (std::size_t n = 0; n < m.layers.size(); ++n) {
        const auto& layer = m.layers[n];
        const auto x = rmsNorm(h, layer.attentionNorm, m.spec.normEps);
        auto k = m.project(x, layer.wk);
        if (m.kind->rotationTable)
            k = rotate(k, pass.rotation);
        cache.kv.put(std::int64_t(n), k, m.project(x, layer.wv));
        // After the last layer only the asked-for positions go on: the others exist for their keys and values.
        const auto from = n + 1 == m.layers.size() ? logitsFrom : 0;
        if (from == count)
            break;
        const auto tail = [&](const at::Tensor& t, std::int64_t dim) { return from == 0 ? t : t.narrow(dim, from, count - from); };
        Pass part = pass;
        part.start = start + from;
        if (pass.logVisible.defined())
            part.logVisible = tail(pass.logVisible, 2);
        auto q = m.project(tail(x, 1), layer.wq);
        if (m.kind->rotationTable)
            q = rotate(q, {tail(pass.rotation.first, 0), tail(pass.rotation.second, 0)});
        h = tail(h, 1) + m.attention(layer, q, cache.kv.keys(std::int64_t(n), end), cache.kv.values(std::int64_t(n), end), cache.biasTables[n], part);
        h = h + m.feedForward(layer, rmsNorm(h, layer.ffnNorm, m.spec.normEps));
    }
    cache.kv.advance(count);
    if (logitsFrom == count)
        return at::empty({tokens.size(0), 0, m.spec.vocabulary}, m.embeddings.options().requires_grad(false));
    return m.logits(h);
}

std::vector<Transformer::PriorRow> Transformer::priors() const
{
    const auto& m = *m_impl;
    at::NoGradGuard guard;
    const auto missing = std::numeric_limits<double>::quiet_NaN();
    const auto value = [&](const at::Tensor& tensor, std::int64_t head) {
        return tensor.defined() ? tensor.detach().view({-1})[head].item<double>() : missing;
    };
    std::vector<PriorRow> rows;
    for (std::size_t n = 0; n < m.layers.size(); ++n) {
        std::map<std::string, at::Tensor> prior;
        if (const auto* bias = m.biasOf(m.layers[n]))
            for (const auto& [name, tensor] : bias->parameters())
                prior[name] = tensor.cpu();
        const auto scale = m.layers[n].seqScale.defined() ? m.layers[n].seqScale.cpu() : at::Tensor();
        for (std::int64_t h = 0; h < m.spec.heads; ++h)
            rows.push_back({std::int64_t(n), h, value(prior["theta_alpha"], h), value(prior["theta_beta"], h), value(prior["theta_mu"], h), value(scale, h), value(prior["r1"], h),
                value(prior["r2"], h)});
    }
    return rows;
}

}  // namespace bam::model
