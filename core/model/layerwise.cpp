// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/layerwise.h"

#include "core/attention/attend.h"
#include "core/model/fused.h"
#include "core/model/transformer_impl.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>

namespace bam::model {
namespace {

constexpr std::int64_t kBlockRows = 1024;       // whose feed-forward exists at a time
constexpr std::int64_t kKeyRows = 4096;
constexpr std::int64_t kQueryTile = 64;         // of the fused kernels
constexpr double kWorkAtOnce = 1.5e9;           // per thread between two calls of the watch: some ten milliseconds
constexpr double kDeviceWorkAtOnce = 1e12;
constexpr std::int64_t kPairNumbers = 16 << 20; // of a row bias at a time

void say(const PassWatch& watch, double work)
{
    if (watch.worked)
        watch.worked(work);
}

}  // namespace

bool LayerAttention::tableHolds(std::int64_t end) const { return !rowBias || end <= rowBias->tableRows(); }

at::Tensor LayerAttention::biasOfRow(std::int64_t row) const
{
    if (tableHolds(row + 1))
        return biasTable;
    const at::NoGradGuard guard;
    const auto distances = at::arange(row + 1, biasTable.options());
    return rowBias->rows(distances.unsqueeze(0), at::full({1, 1}, double(row), biasTable.options()))[0].squeeze(1);
}

at::Tensor LayerAttention::biasOfPairs(std::int64_t head, std::int64_t begin, std::int64_t count) const
{
    const at::NoGradGuard guard;
    const auto keys = begin + count, atOnce = std::max<std::int64_t>(kPairNumbers / (keys * rowBias->numbersPerPair()), 1);
    const auto all = at::empty({count, keys}, biasTable.options());
    const auto j = at::arange(keys, biasTable.options()).unsqueeze(0);
    for (std::int64_t done = 0; done < count; done += atOnce) {
        const auto rows = std::min(atOnce, count - done);
        const auto i = at::arange(keys - 1 - done, keys - 1 - done - rows, -1, biasTable.options());
        all.narrow(0, done, rows).copy_(rowBias->rowsOfHead((i.unsqueeze(1) - j).clamp_min_(0), i.unsqueeze(0), head)[0][0]);
    }
    return all;
}

LayerwisePass::LayerwisePass(const Transformer& model, at::Tensor tokens)
    : m_model(*model.m_impl), m_tokens(tokens.unsqueeze(0)), m_tables(m_model.tablesOf(tokens.size(0), tokens.device()))
{
}

std::int64_t LayerwisePass::length() const { return m_tokens.size(1); }
std::int64_t LayerwisePass::keyHead(std::int64_t head) const { return head / (m_model.spec.heads / m_model.spec.kvHeads); }

at::Tensor LayerwisePass::embed() const
{
    const at::NoGradGuard guard;
    auto hidden = at::embedding(m_model.embeddings, m_tokens);
    if (m_tables->embedding.defined())
        hidden.add_(m_tables->embedding);
    return hidden;
}

at::Tensor LayerwisePass::keysOrValues(const at::Tensor& hidden, std::int64_t number, bool keys, const PassWatch& watch) const
{
    const auto& layer = m_model.layers[std::size_t(number)];
    const auto result = at::empty({1, length(), m_model.spec.kvHeads, m_model.width()}, hidden.options()).transpose(1, 2);  // as projections write heads
    for (std::int64_t begin = 0; begin < length(); begin += kKeyRows) {
        const auto count = std::min(kKeyRows, length() - begin);
        auto part = m_model.project(rmsNorm(hidden.narrow(1, begin, count), layer.attentionNorm, m_model.spec.normEps), keys ? layer.wk : layer.wv);
        if (keys && m_model.kind->rotationTable)
            part = rotate(part, {m_tables->rotation.first.narrow(0, begin, count), m_tables->rotation.second.narrow(0, begin, count)});
        result.narrow(2, begin, count).copy_(part);
        say(watch, workOfKeys(count));
    }
    return result;
}

LayerAttention LayerwisePass::layer(std::int64_t number, const at::Tensor& hidden, const PassWatch& watch) const
{
    const at::NoGradGuard guard;
    const auto& layer = m_model.layers[std::size_t(number)];
    LayerAttention attention{number, hidden, keysOrValues(hidden, number, true, watch), {}, {}, {}, {}, {}};
    if (m_tables->bias.defined())
        attention.biasTable = m_tables->bias;
    else if (const auto* bias = m_model.biasOf(layer)) {
        attention.biasTable = bias->table(length()).detach().to(hidden.device(), at::kFloat);
        attention.rowBias = bias->rowBias();
    }
    if (layer.seqScale.defined()) {
        attention.contentFactor = layer.seqScale.detach() * m_model.beginPass(m_tokens, {}, 0).logVisible;     // [1, H, T, 1]
        if (m_model.kind->ssmaxScalesBias)
            attention.biasFactor = attention.contentFactor;
    }
    return attention;
}

/// Queries by some rows of wq. [1, heads, count, d]
at::Tensor LayerwisePass::project(const LayerAttention& attention, const at::Tensor& weight, std::int64_t begin, std::int64_t count) const
{
    const at::NoGradGuard guard;
    const auto& layer = m_model.layers[std::size_t(attention.layer)];
    const auto q = m_model.project(rmsNorm(attention.hidden.narrow(1, begin, count), layer.attentionNorm, m_model.spec.normEps), weight);
    if (!m_model.kind->rotationTable)
        return q;
    return rotate(q, {m_tables->rotation.first.narrow(0, begin, count), m_tables->rotation.second.narrow(0, begin, count)});
}

at::Tensor LayerwisePass::queries(const LayerAttention& attention, std::int64_t begin, std::int64_t count) const
{
    return project(attention, m_model.layers[std::size_t(attention.layer)].wq, begin, count);
}

at::Tensor LayerwisePass::headQueries(const LayerAttention& attention, std::int64_t head, std::int64_t begin, std::int64_t count) const
{
    const auto weight = m_model.layers[std::size_t(attention.layer)].wq.detach().narrow(0, head * m_model.width(), m_model.width());
    return project(attention, weight, begin, count)[0][0];
}

/// So many that the watch is called often, in whole tiles of the kernels and enough for all threads.
std::int64_t LayerwisePass::rowsAtOnce(std::int64_t begin) const
{
    const auto threads = std::int64_t(at::get_num_threads());
    const auto limit = m_tokens.is_cpu() ? kWorkAtOnce * double(threads) : kDeviceWorkAtOnce;
    const auto row = 4.0 * double(m_model.spec.dim) * double(begin + kQueryTile);
    const auto tiles = std::max<std::int64_t>(std::int64_t(limit / row) / kQueryTile, (threads + m_model.spec.heads - 1) / m_model.spec.heads);
    return std::max<std::int64_t>(tiles, 1) * kQueryTile;
}

/// [1, count, H, d]
at::Tensor LayerwisePass::attend(const LayerAttention& attention, const at::Tensor& values, std::int64_t begin, std::int64_t count, const PassWatch& watch) const
{
    const auto result = at::empty({1, count, m_model.spec.heads, m_model.width()}, attention.hidden.options());
    const auto q = queries(attention, begin, count);
    for (std::int64_t done = 0; done < count;) {
        const auto rows = std::min(rowsAtOnce(begin + done), count - done), end = begin + done + rows;
        const auto part = [&](const at::Tensor& factor) { return factor.defined() ? factor.narrow(2, begin + done, rows) : factor; };
        const auto heads = attention::attend({q.narrow(2, done, rows), attention.keys.narrow(2, 0, end), values.narrow(2, 0, end), attention.biasTable,
            part(attention.contentFactor), part(attention.biasFactor), {}, begin + done, attention.rowBias});
        if (watch.attended)
            watch.attended(attention, heads, begin + done);
        result.narrow(1, done, rows).copy_(heads.transpose(1, 2));
        say(watch, workOfRows(begin + done, rows));
        done += rows;
    }
    for (const auto head : attention.silenced)
        result.select(2, head).zero_();
    return result;
}

/// What leaves the layer at some rows. [1, count, D]
at::Tensor LayerwisePass::leave(const LayerAttention& attention, const at::Tensor& values, std::int64_t begin, std::int64_t count, const PassWatch& watch) const
{
    const auto& layer = m_model.layers[std::size_t(attention.layer)];
    const auto heads = attend(attention, values, begin, count, watch).view({1, count, m_model.spec.dim});
    const auto [sum, normed] = addRmsNorm(attention.hidden.narrow(1, begin, count), model::linear(heads, layer.wo), layer.ffnNorm, m_model.spec.normEps);
    return sum + m_model.feedForward(layer, normed);
}

void LayerwisePass::advance(const LayerAttention& attention, const PassWatch& watch) const
{
    const at::NoGradGuard guard;
    const auto values = keysOrValues(attention.hidden, attention.layer, false, watch);
    for (std::int64_t begin = 0; begin < length(); begin += kBlockRows) {       // keys and values are there: from here on rows do not meet
        const auto count = std::min(kBlockRows, length() - begin);
        attention.hidden.narrow(1, begin, count).copy_(leave(attention, values, begin, count, watch));
    }
}

at::Tensor LayerwisePass::advanceRows(const LayerAttention& attention, const std::vector<std::int64_t>& rows, const PassWatch& watch) const
{
    const at::NoGradGuard guard;
    const auto values = keysOrValues(attention.hidden, attention.layer, false, watch);
    std::vector<at::Tensor> parts;
    for (std::size_t first = 0; first < rows.size();) {
        auto last = first + 1;
        while (last < rows.size() && rows[last] == rows[last - 1] + 1 && std::int64_t(last - first) < kBlockRows)
            ++last;
        parts.push_back(leave(attention, values, rows[first], std::int64_t(last - first), watch));
        first = last;
    }
    return at::cat(parts, 1);
}

at::Tensor LayerwisePass::logits(const at::Tensor& hidden) const
{
    const at::NoGradGuard guard;
    return m_model.logits(hidden)[0];
}

at::Tensor LayerwisePass::biasRow(std::int64_t layer, std::int64_t head, const std::map<std::string, double>& values) const
{
    const at::NoGradGuard guard;
    const auto* learned = m_model.biasOf(m_model.layers[std::size_t(layer)]);
    auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(0));
    const auto changed = m_model.kind->makeBias({m_model.spec, generator});
    auto from = learned->parameters();
    for (const auto& [name, parameter] : changed->parameters()) {
        const auto source = std::find_if(from.begin(), from.end(), [&](const auto& other) { return other.first == name; });
        parameter.detach().copy_(source->second);
        if (const auto value = values.find(name); value != values.end())
            parameter.detach().view({-1})[head].fill_(value->second);
    }
    return changed->table(length())[head].detach().to(m_tokens.device(), at::kFloat);
}

double LayerwisePass::workOfKeys(std::int64_t count) const
{
    return 2.0 * double(m_model.spec.dim) * double(m_model.spec.kvHeads * m_model.width()) * double(count);
}

double LayerwisePass::workOfRows(std::int64_t begin, std::int64_t count) const
{
    const auto dim = double(m_model.spec.dim), feedForward = double(std::int64_t(m_model.spec.ffnMultiplier * dim));
    const auto keys = double(begin) + double(count + 1) / 2;        // that a row sees, on average
    return double(count) * (4 * dim * keys + 4 * dim * dim + 6 * dim * feedForward);
}

}  // namespace bam::model
