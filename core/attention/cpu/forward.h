// SPDX-License-Identifier: GPL-3.0-or-later
// Forward of one query block: online softmax over tiles of keys. Scores are in units of ln 2, so that 2^x replaces e^x.
#pragma once

#include "core/attention/cpu/query_block.h"

namespace bam::attention::cpu::BAM_ISA {

struct ForwardMemory {
    float *natural, *query, *tile, *scores, *sums, *top, *total;

    static ForwardMemory in(float* scratch, std::int64_t wide)
    {
        Arena arena{scratch};
        ForwardMemory m;
        m.natural = arena.take(kLanes * wide);      // [lanes, wide]
        m.query = arena.take(wide * kLanes);        // [wide, lanes], scaled
        m.tile = arena.take(kTile * wide);          // K, then V
        m.scores = arena.take(kTile * kPitch);
        m.sums = arena.take(wide * kLanes);         // Σ_j p_ij v_j, transposed
        m.top = arena.take(kLanes);                 // running maximum
        m.total = arena.take(kLanes);               // running Σ_j p_ij
        return m;
    }
};

static std::int64_t forwardScratch(const AttendShape& shape)
{
    const auto wide = padded(shape.width);
    return 3 * kLanes * wide + kTile * wide + kTile * kPitch + 2 * kLanes + 16 * 7;
}

/// Scores → weights relative to the running maximum, for one vector of lanes. Rescales what was summed under a smaller maximum.
template <bool Masked>
static void softmaxVector(const QueryBlock& q, const Tile& tile, const float* bias, std::int64_t v, std::int64_t width, ForwardMemory& m)
{
    const auto rows = tile.rows();
    float* column = m.scores + W + v * W;
    const Vec factor = load(q.biasFactor + v * W);
    const IntVec positions = q.positions(v), first = loadInts(q.first + v * W);
    const Vec before = load(m.top + v * W);
    Vec top = before;
    const float* biasRow = bias ? bias + (q.position + v * W - tile.begin) : nullptr;
    for (std::int64_t j = 0; j < rows; ++j) {
        Vec s = load(column + j * kPitch);
        if (bias)
            s += factor * load(biasRow - j);
        if constexpr (Masked)
            s = visible(positions, first, tile.begin + j) ? s : splat(kHidden);
        if (bias || Masked)
            store(column + j * kPitch, s);
        top = larger(top, s);
    }
    const Vec keep = exp2OfNegative(before - top);
    Vec total = load(m.total + v * W) * keep;
    for (std::int64_t j = 0; j < rows; ++j) {
        Vec p = exp2OfNegative(load(column + j * kPitch) - top);
        if constexpr (Masked)
            p = visible(positions, first, tile.begin + j) ? p : Vec{};
        store(column + j * kPitch, p);
        total += p;
    }
    store(m.total + v * W, total);
    store(m.top + v * W, top);
    const IntVec grown = top > before;
    bool any = false;
    for (int lane = 0; lane < W; ++lane)
        any |= grown[lane] != 0;
    if (any)
        for (std::int64_t c = 0; c < width; ++c)
            store(m.sums + c * kLanes + v * W, load(m.sums + c * kLanes + v * W) * keep);
}

static void forward(const ForwardArgs& args, const PaddedBias& bias, std::int64_t batch, std::int64_t head, std::int64_t index, float* scratch)
{
    const auto& shape = args.shape;
    const auto wide = padded(shape.width), width = shape.width;
    auto m = ForwardMemory::in(scratch, wide);
    QueryBlock q;
    describe(args, batch, head, index, q);
    readLanes(args, args.q, shape.element, q, m.natural);
    transposeIn(m.natural, wide, m.query);
    scaleLanes(m.query, q.content, shape.scale * kLog2e, width, m.query);
    const float* biasRow = bias.data ? bias.data + head * bias.stride : nullptr;
    for (std::int64_t lane = 0; lane < kLanes; ++lane) {
        m.top[lane] = kHidden;
        m.total[lane] = 0;
    }
    __builtin_memset(m.sums, 0, std::size_t(wide * kLanes) * sizeof(float));

    for (auto tile = tileFrom(q, q.begin); tile.rows() > 0; tile = tileFrom(q, tile.end)) {
        if (tile.vectors() <= 0)
            continue;
        const auto offset = tile.firstVector * W;
        readTile(args, args.k, q, tile, m.tile);
        product<Layout::Plain>(tile.rows(), tile.vectors(), width, m.tile, wide, m.query + offset, kLanes, m.scores + W + offset, kPitch, false);
        for (auto v = tile.firstVector; v < tile.endVector; ++v)
            tile.masked ? softmaxVector<true>(q, tile, biasRow, v, width, m) : softmaxVector<false>(q, tile, biasRow, v, width, m);
        readTile(args, args.v, q, tile, m.tile);
        product<Layout::Transposed>(width, tile.vectors(), tile.rows(), m.tile, wide, m.scores + W + offset, kPitch, m.sums + offset, kLanes, true);
    }

    float inverse[kLanes];
    for (std::int64_t lane = 0; lane < kLanes; ++lane)
        inverse[lane] = lane < q.count ? 1.0f / m.total[lane] : 0;
    scaleLanes(m.sums, inverse, 1.0f, width, m.sums);
    transposeOut(m.sums, wide, m.natural);
    writeLanes(args, args.out, shape.outElement, q, m.natural);
    if (args.logSumExp) {
        float* to = args.logSumExp + (batch * shape.heads + head) * shape.queries + q.row;
        for (std::int64_t lane = 0; lane < q.count; ++lane)
            to[lane] = m.top[lane] + __builtin_logf(m.total[lane]) * kLog2e;
    }
}

}  // namespace bam::attention::cpu::BAM_ISA
