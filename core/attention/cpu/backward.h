// SPDX-License-Identifier: GPL-3.0-or-later
// Backward of a range of query blocks of one key head. With P_ij the weights, recomputed from the log-sum-exp, and D_i = Σ_c ∂o_ic·o_ic:
//   ∂v_j = Σ_i P_ij ∂o_i          ∂P_ij = ∂o_i·v_j          ∂s_ij = P_ij (∂P_ij − D_i)
//   ∂k_j = Σ_i ∂s_ij c_i q_i /√d  ∂q_i = c_i/√d Σ_j ∂s_ij k_j
//   ∂b(δ) = Σ_{i−j=δ} p_i ∂s_ij   ∂p_i = Σ_j ∂s_ij b(i−j)   ∂c_i = q_i·(Σ_j ∂s_ij k_j)/√d, which is exact for c_i = 0 as well
#pragma once

#include "core/attention/cpu/query_block.h"

namespace bam::attention::cpu::BAM_ISA {

struct BackwardMemory {
    float *raw, *rawTransposed, *scaled, *scaledTransposed, *outNatural, *gradNatural, *gradTransposed, *keys, *values, *weights, *slopes, *queryGradient,
        *dots, *logSumExp, *biasFactor, *biasSum, *biasMean, *slopeSum;

    static BackwardMemory in(float* scratch, std::int64_t wide)
    {
        Arena arena{scratch};
        BackwardMemory m;
        float** lanes[] = {&m.raw, &m.rawTransposed, &m.scaled, &m.scaledTransposed, &m.outNatural, &m.gradNatural, &m.gradTransposed, &m.queryGradient};
        for (auto** piece : lanes)
            *piece = arena.take(kLanes * wide);
        m.keys = arena.take(kTile * wide);
        m.values = arena.take(kTile * wide);
        m.weights = arena.take(kTile * kPitch);         // P, [keys, lanes]
        m.slopes = arena.take(kTile * kPitch);          // ∂s
        float** rows[] = {&m.dots, &m.logSumExp, &m.biasSum, &m.biasMean, &m.slopeSum};
        for (auto** piece : rows)
            *piece = arena.take(kLanes);
        m.biasFactor = arena.take(kPitch);              // p per lane with W zeros on both sides, like a row of `slopes`
        return m;
    }
};

static std::int64_t backwardScratch(const AttendShape& shape)
{
    const auto wide = padded(shape.width);
    return 8 * kLanes * wide + 2 * kTile * wide + 2 * kTile * kPitch + 5 * kLanes + kPitch + 16 * 18;
}

/// Scores and ∂P of one vector of lanes → P and ∂s in place. Adds to biasSum Σ_j ∂s_ij b(i−j), to biasMean Σ_j P_ij b(i−j) and to slopeSum Σ_j ∂s_ij.
template <bool Masked>
static void slopesOfVector(const QueryBlock& q, const Tile& tile, const float* bias, std::int64_t v, BackwardMemory& m)
{
    const auto rows = tile.rows();
    float *weights = m.weights + W + v * W, *slopes = m.slopes + W + v * W;
    const Vec factor = load(q.biasFactor + v * W), logSumExp = load(m.logSumExp + v * W), dot = load(m.dots + v * W);
    const IntVec positions = q.positions(v), first = loadInts(q.first + v * W);
    const float* biasRow = bias ? bias + (q.position + v * W - tile.begin) : nullptr;
    Vec biasSum = load(m.biasSum + v * W), biasMean = load(m.biasMean + v * W), slopeSum = load(m.slopeSum + v * W);
    for (std::int64_t j = 0; j < rows; ++j) {
        Vec s = load(weights + j * kPitch), b{};
        if (bias) {
            b = load(biasRow - j);
            s += factor * b;
        }
        Vec p = exp2OfNegative(s - logSumExp);
        if constexpr (Masked)
            p = visible(positions, first, tile.begin + j) ? p : Vec{};
        const Vec slope = p * (load(slopes + j * kPitch) - dot);
        store(weights + j * kPitch, p);
        store(slopes + j * kPitch, slope);
        if (bias) {
            biasSum += slope * b;
            biasMean += p * b;
            slopeSum += slope;
        }
    }
    store(m.biasSum + v * W, biasSum);
    store(m.biasMean + v * W, biasMean);
    store(m.slopeSum + v * W, slopeSum);
}

/// gradient[δ] += Σ p_i ∂s_ij over the tile's pairs with i − j = δ. For one key the distances of successive lanes are successive, so a vector of
/// distances is summed down the keys from loads that move by one lane per key. @param gradient points at δ = 0
static void addDiagonals(const QueryBlock& q, const Tile& tile, BackwardMemory& m, float* gradient)
{
    const auto rows = tile.rows(), low = tile.firstVector * W, high = tile.endVector * W;
    // What those loads touch beside the tile's lanes must not count.
    for (std::int64_t j = 0; j < rows; ++j) {
        store(m.slopes + j * kPitch + low, Vec{});
        store(m.slopes + j * kPitch + W + high, Vec{});
    }
    float* base = gradient + (q.position - tile.begin);
    const float *slopes = m.slopes + W, *factor = m.biasFactor + W;
    for (auto u = low - (rows - 1); u < high; u += W) {         // u: lane − key row, within the tile
        const auto begin = u + W > low ? 0 : low - W + 1 - u;   // rows in which u … u+W−1 meets the lanes
        const auto end = high - u < rows ? high - u : rows;
        Vec sum{};
        for (auto j = begin; j < end; ++j)
            sum += load(factor + u + j) * load(slopes + j * kPitch + u + j);
        store(base + u, load(base + u) + sum);
    }
}

static void loadBlock(const BackwardArgs& args, const QueryBlock& q, BackwardMemory& m)
{
    const auto& shape = args.forward.shape;
    const auto wide = padded(shape.width);
    readLanes(args.forward, args.forward.q, shape.element, q, m.raw);
    transposeIn(m.raw, wide, m.rawTransposed);
    scaleLanes(m.rawTransposed, q.content, shape.scale * kLog2e, wide, m.scaledTransposed);
    readLanes(args.forward, args.forward.out, shape.outElement, q, m.outNatural);
    readLanes(args.forward, args.outGradient, shape.element, q, m.gradNatural);
    transposeIn(m.gradNatural, wide, m.gradTransposed);
    const float* logSumExp = args.forward.logSumExp + (q.batch * shape.heads + q.head) * shape.queries + q.row;
    for (std::int64_t lane = 0; lane < kLanes; ++lane) {
        const Vec by = splat(q.content[lane] * shape.scale);
        for (std::int64_t c = 0; c < wide; c += W)
            store(m.scaled + lane * wide + c, load(m.raw + lane * wide + c) * by);
        m.logSumExp[lane] = lane < q.count ? logSumExp[lane] : 0;
        m.biasSum[lane] = m.biasMean[lane] = m.slopeSum[lane] = 0;
        m.biasFactor[W + lane] = q.biasFactor[lane];
    }
    // Summed in the order in which product() sums ∂P: where one key has all the weight, o_i = v_j and ∂P − D is exactly 0, as it should be. A bias may
    // multiply what is left by 1e10.
    transposeIn(m.outNatural, wide, m.queryGradient);
    for (std::int64_t lane = 0; lane < kLanes; lane += W) {
        Vec dot{};
        for (std::int64_t c = 0; c < shape.width; ++c)
            dot += load(m.queryGradient + c * kLanes + lane) * load(m.gradTransposed + c * kLanes + lane);
        store(m.dots + lane, dot);
    }
    __builtin_memset(m.queryGradient, 0, std::size_t(wide * kLanes) * sizeof(float));
}

static void writeBlock(const BackwardArgs& args, const QueryBlock& q, BackwardMemory& m)
{
    const auto& shape = args.forward.shape;
    const auto wide = padded(shape.width), at = (q.batch * shape.heads + q.head) * shape.queries + q.row;
    if (args.contentFactorGradient) {
        float sums[kLanes];
        for (std::int64_t lane = 0; lane < kLanes; lane += W) {
            Vec sum{};
            for (std::int64_t c = 0; c < shape.width; ++c)
                sum += load(m.rawTransposed + c * kLanes + lane) * load(m.queryGradient + c * kLanes + lane);
            store(sums + lane, sum * shape.scale);
        }
        __builtin_memcpy(args.contentFactorGradient + at, sums, std::size_t(q.count) * sizeof(float));
    }
    // Σ_j ∂s_ij is 0 but for the rounding of D_i, whose share in the sum is known: P_ij of it went to key j.
    if (args.biasFactorGradient)
        for (std::int64_t lane = 0; lane < q.count; ++lane)
            args.biasFactorGradient[at + lane] = (m.biasSum[lane] - m.slopeSum[lane] * m.biasMean[lane]) * kLn2;
    scaleLanes(m.queryGradient, q.content, shape.scale, wide, m.queryGradient);
    transposeOut(m.queryGradient, wide, m.raw);
    writeLanes(args.forward, args.qGradient, shape.element, q, m.raw);
}

static void backward(const BackwardArgs& args, const PaddedBias& bias, const BackwardTask& task, float* scratch)
{
    const auto& shape = args.forward.shape;
    const auto wide = padded(shape.width), width = shape.width, group = shape.heads / shape.kvHeads;
    auto m = BackwardMemory::in(scratch, wide);
    const auto& to = task.partial;
    __builtin_memset(to.keyGradient, 0, std::size_t(shape.keys * wide) * sizeof(float));
    __builtin_memset(to.valueGradient, 0, std::size_t(shape.keys * wide) * sizeof(float));
    if (to.biasGradient)
        __builtin_memset(to.biasGradient, 0, std::size_t(group * bias.stride) * sizeof(float));
    __builtin_memset(m.biasFactor, 0, std::size_t(kPitch) * sizeof(float));

    QueryBlock q;
    for (std::int64_t member = 0; member < group; ++member)
        for (auto index = task.firstBlock; index < task.endBlock; ++index) {
            const auto head = task.kvHead * group + member;
            describe(args.forward, task.batch, head, index, q);
            loadBlock(args, q, m);
            const float* biasRow = bias.data ? bias.data + head * bias.stride : nullptr;
            for (auto tile = tileFrom(q, q.begin); tile.rows() > 0; tile = tileFrom(q, tile.end)) {
                if (tile.vectors() <= 0)
                    continue;
                const auto rows = tile.rows(), lanes = tile.firstVector * W, at = tile.begin * wide;
                readTile(args.forward, args.forward.k, q, tile, m.keys);
                readTile(args.forward, args.forward.v, q, tile, m.values);
                product<Layout::Plain>(rows, tile.vectors(), width, m.keys, wide, m.scaledTransposed + lanes, kLanes, m.weights + W + lanes, kPitch, false);
                product<Layout::Plain>(rows, tile.vectors(), width, m.values, wide, m.gradTransposed + lanes, kLanes, m.slopes + W + lanes, kPitch, false);
                for (auto v = tile.firstVector; v < tile.endVector; ++v)
                    tile.masked ? slopesOfVector<true>(q, tile, biasRow, v, m) : slopesOfVector<false>(q, tile, biasRow, v, m);
                product<Layout::Plain>(rows, wide / W, tile.vectors() * W, m.weights + W + lanes, kPitch, m.gradNatural + lanes * wide, wide, to.valueGradient + at, wide, true);
                product<Layout::Plain>(rows, wide / W, tile.vectors() * W, m.slopes + W + lanes, kPitch, m.scaled + lanes * wide, wide, to.keyGradient + at, wide, true);
                product<Layout::Transposed>(width, tile.vectors(), rows, m.keys, wide, m.slopes + W + lanes, kPitch, m.queryGradient + lanes, kLanes, true);
                if (to.biasGradient)
                    addDiagonals(q, tile, m, to.biasGradient + member * bias.stride + kBiasPad);
            }
            writeBlock(args, q, m);
        }
}

static void finishKeys(const BackwardArgs& args, std::int64_t batch, std::int64_t kvHead, const BackwardPartial* partials, std::int64_t count,
    std::int64_t begin, std::int64_t end)
{
    const auto& shape = args.forward.shape;
    const auto wide = padded(shape.width);
    const auto add = [&](float* sum, const float* row) {
        for (std::int64_t c = 0; c < wide; c += W)
            store(sum + c, load(sum + c) + load(row + c));
    };
    for (auto j = begin; j < end; ++j) {
        for (std::int64_t n = 1; n < count; ++n) {
            add(partials[0].keyGradient + j * wide, partials[n].keyGradient + j * wide);
            add(partials[0].valueGradient + j * wide, partials[n].valueGradient + j * wide);
        }
        writeRow(shape.element, args.kGradient.data, offsetOf(args.kGradient, batch, kvHead, j), shape.width, partials[0].keyGradient + j * wide);
        writeRow(shape.element, args.vGradient.data, offsetOf(args.vGradient, batch, kvHead, j), shape.width, partials[0].valueGradient + j * wide);
    }
}

}  // namespace bam::attention::cpu::BAM_ISA
