// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/pooling.h"

#include "core/inspect/cpu/pool_rows.h"
#include "core/inspect/exact_rows.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace bam::inspect {
namespace {

constexpr std::int64_t kScoresAtOnce = 4ll << 20;       // of one head, 16 MiB in float32
constexpr double kScoresPerReport = 8e6;                // and thread: some ten milliseconds
constexpr double kHidden = -std::numeric_limits<double>::infinity();

/// Scores of queries begin … begin + count − 1 of one head, the newest query first (see attention/composite.cpp), and their two terms.
struct Scores {
    at::Tensor content;     ///< q·k/√d [count, keys]
    at::Tensor bias;        ///< p·b(δ) [count, keys] or undefined
    at::Tensor factor;      ///< c [count, 1] or undefined
    at::Tensor hidden;      ///< true where the key comes after the query [count, keys]

    at::Tensor scaled() const { return factor.defined() ? content * factor : content; }
    at::Tensor joint() const { return (bias.defined() ? scaled() + bias : scaled()).masked_fill_(hidden, kHidden); }
};

Scores scoresOf(const model::LayerwisePass& pass, const model::LayerAttention& attention, std::int64_t head, std::int64_t begin, std::int64_t count, at::ScalarType type)
{
    const auto q = pass.headQueries(attention, head, begin, count);                         // [count, d]
    const auto keys = begin + count;
    const auto newestFirst = [&](const at::Tensor& factor) { return factor[0][head].narrow(0, begin, count).flip(0).to(type); };
    Scores scores;
    scores.content = at::mm(q.flip(0).to(type) * (1.0 / std::sqrt(double(q.size(1)))), attention.keys[0][pass.keyHead(head)].narrow(0, 0, keys).to(type).t());
    if (attention.contentFactor.defined())
        scores.factor = newestFirst(attention.contentFactor);
    if (attention.biasTable.defined()) {
        if (attention.tableHolds(keys)) {
            const auto reversed = attention.biasTable[head].narrow(0, 0, keys).flip(0).to(type);
            scores.bias = at::constant_pad_nd(reversed, {0, count - 1}, 0).unfold(0, keys, 1);  // [count, keys]: window s begins at s
        } else {
            scores.bias = attention.biasOfPairs(head, begin, count).to(type);
        }
        if (attention.biasFactor.defined())
            scores.bias = scores.bias * newestFirst(attention.biasFactor);
    }
    const auto options = q.options().dtype(at::kLong);
    scores.hidden = at::arange(keys, options).unsqueeze(0) > at::arange(begin + count - 1, begin - 1, -1, options).unsqueeze(1);
    return scores;
}

/// @throws Error (Failed) where a row of weights is not finite. @param weights newest query first
void requireFinite(const at::Tensor& weights, HeadId head, std::int64_t begin)
{
    if (std::isfinite(weights.sum().item<double>()))
        return;
    const auto bad = weights.isfinite().all(1).logical_not().flip(0).nonzero();
    if (bad.size(0) > 0)
        throwNotFinite(head, begin + bad[0][0].item<std::int64_t>());
}

/// [rows, columns] in tiles of so many rows and columns, filled up with `fill`. [rows/tile, tile, columns/tile, tile]
at::Tensor tiled(const at::Tensor& values, std::int64_t rowTile, std::int64_t columnTile, double fill)
{
    const auto up = [](std::int64_t size, std::int64_t tile) { return (size + tile - 1) / tile * tile; };
    const auto rows = up(values.size(0), rowTile), columns = up(values.size(1), columnTile);
    const auto padded = rows == values.size(0) && columns == values.size(1)
        ? values.contiguous()
        : at::constant_pad_nd(values, {0, columns - values.size(1), 0, rows - values.size(0)}, fill);
    return padded.view({rows / rowTile, rowTile, columns / columnTile, columnTile});
}

/// Positions of an axis of `size` that each of its tiles covers. [tiles]
at::Tensor covered(std::int64_t size, std::int64_t tile, const at::TensorOptions& options)
{
    const auto begins = at::arange(0, size, tile, options);
    return at::minimum(begins + double(tile), at::full_like(begins, double(size))) - begins;
}

at::Tensor host(const at::Tensor& values) { return values.to(at::kCPU, at::kFloat).contiguous(); }

PyramidLevel emptyLevel(std::int64_t length, std::int64_t tile)
{
    const auto side = (length + tile - 1) / tile;
    return {tile, side, std::vector<float>(PyramidLevel::at(side, 0)), std::vector<float>(PyramidLevel::at(side, 0))};
}

std::int64_t rowsAtOnce(std::int64_t keys, std::int64_t tile) { return std::max<std::int64_t>(kScoresAtOnce / std::max<std::int64_t>(keys, 1) / tile, 1) * tile; }

}  // namespace

double scoresOfMatrix(std::int64_t length) { return 0.5 * double(length) * double(length + 1); }

namespace {

/// Composed of tensor operations, for any device.
PyramidLevel poolComposed(const model::LayerwisePass& pass, const model::LayerAttention& attention, std::int64_t head, std::int64_t tile, const Worked& worked)
{
    const auto length = pass.length();
    auto level = emptyLevel(length, tile);
    for (std::int64_t begin = 0; begin < length;) {
        const auto count = std::min(rowsAtOnce(begin + tile, tile), length - begin), keys = begin + count;
        const auto weights = at::softmax(scoresOf(pass, attention, head, begin, count, at::kFloat).joint(), -1);
        requireFinite(weights, {attention.layer, head}, begin);
        const auto tiles = tiled(weights.flip(0), tile, tile, 0);
        const auto options = weights.options();
        const auto max = host(tiles.amax({1, 3}));
        const auto mean = host(tiles.sum({1, 3}) / (covered(count, tile, options).unsqueeze(1) * covered(keys, tile, options)));
        for (std::int64_t row = 0; row < max.size(0); ++row) {
            const auto at = std::ptrdiff_t(PyramidLevel::at(begin / tile + row, 0));
            const auto *maxRow = max.const_data_ptr<float>() + row * max.size(1), *meanRow = mean.const_data_ptr<float>() + row * max.size(1);
            std::copy(maxRow, maxRow + begin / tile + row + 1, level.max.begin() + at);
            std::copy(meanRow, meanRow + begin / tile + row + 1, level.mean.begin() + at);
        }
        begin += count;
        if (worked)
            worked(scoresOfMatrix(begin) - scoresOfMatrix(begin - count));
    }
    return level;
}

/// What the loops of cpu/pool_rows.h read of one head, whole.
struct HeadOnHost {
    at::Tensor q;               // [T, d], times c / √d
    at::Tensor keys;            // [d, stride], transposed; finite beyond the last key
    at::Tensor bias;            // reversed b(δ) with room behind; undefined: none
    at::Tensor biasFactor;      // [T] or undefined

    HeadOnHost(const model::LayerwisePass& pass, const model::LayerAttention& attention, std::int64_t head)
    {
        const auto length = pass.length();
        constexpr std::int64_t kOffset = 80;    // so that rows do not all fall into the same lines of the cache
        const auto column = [&](const at::Tensor& factor) { return factor[0][head].to(at::kFloat); };     // [T, 1]
        q = pass.headQueries(attention, head, 0, length) * (1.0 / std::sqrt(double(attention.keys.size(3))));
        if (attention.contentFactor.defined())
            q = q * column(attention.contentFactor);
        q = q.contiguous();
        keys = at::zeros({q.size(1), cpu::paddedKeys(length) + kOffset}, q.options());
        keys.narrow(1, 0, length).copy_(attention.keys[0][pass.keyHead(head)].t());
        if (attention.biasTable.defined())
            bias = at::constant_pad_nd(attention.biasTable[head].narrow(0, 0, length).flip(0), {0, cpu::kPoolRows + cpu::kKeyPadding}, 0).contiguous();
        if (attention.biasFactor.defined())
            biasFactor = column(attention.biasFactor).contiguous();
    }
};

/// One row of tiles. @returns the first query whose weights are not finite, or −1
std::int64_t poolTileRow(const HeadOnHost& head, std::int64_t tileRow, std::int64_t length, PyramidLevel& level, std::vector<float>& scratch)
{
    const auto begin = tileRow * level.tile, end = std::min(begin + level.tile, length), width = head.q.size(1), stride = head.keys.size(1);
    scratch.resize(std::size_t(cpu::kPoolRows * stride + 2 * (level.side + 1)));
    auto *max = level.max.data() + PyramidLevel::at(tileRow, 0), *sum = level.mean.data() + PyramidLevel::at(tileRow, 0);
    for (auto first = begin; first < end; first += cpu::kPoolRows) {
        cpu::PoolRows in;
        in.first = first;
        in.rows = std::min(cpu::kPoolRows, end - first);
        in.width = width;
        in.q = head.q.const_data_ptr<float>() + first * width;
        in.keys = head.keys.const_data_ptr<float>();
        in.keyStride = in.scoreStride = stride;
        in.bias = head.bias.defined() ? head.bias.const_data_ptr<float>() + length - 1 : nullptr;
        in.biasFactor = head.biasFactor.defined() ? head.biasFactor.const_data_ptr<float>() + first : nullptr;
        in.scores = scratch.data();
        in.tileSums = scratch.data() + cpu::kPoolRows * stride;
        in.tile = level.tile;
        in.max = max;
        in.sum = sum;
        if (const auto bad = cpu::poolRows()(in); bad >= 0)
            return first + bad;
    }
    for (std::int64_t column = 0; column <= tileRow; ++column)
        sum[column] /= float(double(end - begin) * double(std::min((column + 1) * level.tile, length) - column * level.tile));
    return -1;
}

/// By the fused loops.
PyramidLevel poolFused(const model::LayerwisePass& pass, const model::LayerAttention& attention, std::int64_t head, std::int64_t tile, const Worked& worked)
{
    const auto length = pass.length();
    auto level = emptyLevel(length, tile);
    const HeadOnHost onHost(pass, attention, head);
    std::vector<std::vector<float>> scratch(std::size_t(at::get_num_threads()));
    std::atomic<std::int64_t> bad = std::numeric_limits<std::int64_t>::max();
    for (std::int64_t row = 0; row < level.side;) {
        const auto rowScores = double(tile) * double((row + 1) * tile);
        const auto rows = std::min(level.side - row, std::max<std::int64_t>(std::int64_t(kScoresPerReport * double(scratch.size()) / rowScores), std::int64_t(scratch.size())));
        at::parallel_for(row, row + rows, 1, [&](std::int64_t from, std::int64_t to) {
            for (auto n = from; n < to; ++n)
                if (const auto query = poolTileRow(onHost, n, length, level, scratch[std::size_t(at::get_thread_num())]); query >= 0)
                    for (auto known = bad.load(); query < known && !bad.compare_exchange_weak(known, query);) { }
        });
        if (bad.load() < length)
            throwNotFinite({attention.layer, head}, bad.load());
        const auto before = row * tile;
        row += rows;
        const auto after = std::min(row * tile, length);
        if (worked)
            worked(scoresOfMatrix(after) - scoresOfMatrix(before));
    }
    return level;
}

}  // namespace

std::vector<PyramidLevel> poolHeads(const model::LayerwisePass& pass, const model::LayerAttention& attention, const std::vector<std::int64_t>& heads,
    std::int64_t tile, const Worked& worked, PoolingLoops loops)
{
    const at::NoGradGuard guard;
    const bool fused = loops == PoolingLoops::Automatic && attention.keys.is_cpu() && attention.keys.scalar_type() == at::kFloat
        && attention.tableHolds(pass.length());
    std::vector<PyramidLevel> levels;
    for (const auto head : heads)
        levels.push_back(fused ? poolFused(pass, attention, head, tile, worked) : poolComposed(pass, attention, head, tile, worked));
    return levels;
}

namespace {

void append(std::vector<float>& to, const at::Tensor& values)
{
    const auto plain = host(values);
    to.insert(to.end(), plain.const_data_ptr<float>(), plain.const_data_ptr<float>() + plain.numel());
}

/// The parts of a block of queries. All tensors newest query first. @param joint softmax of the scores [count, keys]
void appendParts(Region& region, const Scores& scores, const at::Tensor& jointScores, const at::Tensor& joint, std::int64_t columns)
{
    const auto& asked = region.asked;
    const auto cut = [&](const at::Tensor& values) { return values.narrow(1, std::min(asked.keyBegin, values.size(1)), columns).flip(0); };
    const auto sums = [&](const at::Tensor& values) { return tiled(values, region.queryTile, region.keyTile, 0).sum({1, 3}); };
    const auto visible = sums(cut(scores.hidden).logical_not().to(joint.scalar_type()));        // pairs of each tile
    // Means over the visible pairs, NaN where there is none. @param values 0 where hidden
    const auto fill = [&](std::vector<float>& to, const at::Tensor& values) {
        const auto means = sums(cut(values)) / visible;
        // Keys beyond the newest query of the block were never computed.
        append(to, at::constant_pad_nd(means, {0, region.columns - means.size(1)}, std::numeric_limits<double>::quiet_NaN()));
    };
    const auto bias = scores.bias.defined() ? scores.bias : at::zeros_like(scores.content);
    const auto scaled = scores.scaled().masked_fill(scores.hidden, kHidden), prior = bias.masked_fill(scores.hidden, kHidden);
    fill(region.contentScore, scores.content.masked_fill(scores.hidden, 0));
    fill(region.biasTerm, bias.masked_fill(scores.hidden, 0));
    fill(region.content, at::softmax(scaled, -1));
    fill(region.position, at::softmax(prior, -1));
    fill(region.joint, joint);
    const auto rowMeans = [&](const at::Tensor& perQuery) {
        const auto tiles = tiled(perQuery.flip(0).unsqueeze(1), region.queryTile, 1, 0).sum({1, 3}).squeeze(1);
        return tiles / covered(perQuery.size(0), region.queryTile, perQuery.options());
    };
    append(region.logZ, rowMeans(at::logsumexp(scaled, {-1}) + at::logsumexp(prior, {-1}) - at::logsumexp(jointScores, {-1})));
}

}  // namespace

double scoresOfRegion(const RegionRequest& request)
{
    return scoresOfMatrix(request.queryEnd) - scoresOfMatrix(request.queryBegin);
}

Region poolRegion(const model::LayerwisePass& pass, const model::LayerAttention& attention, const RegionRequest& request, const Worked& worked)
{
    const at::NoGradGuard guard;
    Region region;
    region.asked = request;
    region.queryTile = AttentionPyramid::tileFor(request.queryEnd - request.queryBegin, request.side);
    region.keyTile = AttentionPyramid::tileFor(request.keyEnd - request.keyBegin, request.side);
    region.rows = (request.queryEnd - request.queryBegin + region.queryTile - 1) / region.queryTile;
    region.columns = (request.keyEnd - request.keyBegin + region.keyTile - 1) / region.keyTile;
    const auto width = request.keyEnd - request.keyBegin;
    for (auto begin = request.queryBegin; begin < request.queryEnd;) {
        const auto count = std::min(rowsAtOnce(begin + region.queryTile, region.queryTile), request.queryEnd - begin), keys = begin + count;
        const auto scores = scoresOf(pass, attention, request.head.head, begin, count, request.parts ? at::kDouble : at::kFloat);
        const auto jointScores = scores.joint();
        const auto joint = at::softmax(jointScores, -1);
        requireFinite(joint, request.head, begin);
        const auto columns = std::clamp<std::int64_t>(keys - request.keyBegin, 0, width);      // later keys are hidden from all of these queries
        const auto seen = columns > 0 ? joint.narrow(1, request.keyBegin, columns).flip(0) : at::zeros({count, 0}, joint.options());
        const auto whole = tiled(at::constant_pad_nd(seen, {0, width - columns}, 0), region.queryTile, region.keyTile, 0);
        append(region.max, whole.amax({1, 3}));
        append(region.mean, whole.sum({1, 3}) / (covered(count, region.queryTile, joint.options()).unsqueeze(1) * covered(width, region.keyTile, joint.options())));
        if (request.parts)
            appendParts(region, scores, jointScores, joint, columns);
        begin += count;
        if (worked)
            worked(scoresOfMatrix(begin) - scoresOfMatrix(begin - count));
    }
    return region;
}

}  // namespace bam::inspect
