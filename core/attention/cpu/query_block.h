// SPDX-License-Identifier: GPL-3.0-or-later
// One block of query rows and the tiles of keys that it sees. Scores are kept transposed, one row per key and one lane per query: the maximum
// and sum of the softmax then run down the rows, the bias of a row is a plain load from the table, and K and V are used as they lie.
#pragma once

#include "core/attention/cpu/kernels.h"
#include "core/attention/cpu/products.h"

namespace bam::attention::cpu::BAM_ISA {

constexpr std::int64_t kLanes = kQueryBlock;            // query rows of a block
constexpr std::int64_t kTile = 48;                      // keys of a tile: a multiple of every block height in products.h
constexpr std::int64_t kPitch = kLanes + 2 * W;         // row of a score tile: W floats, the lanes, W floats
constexpr float kLog2e = 1.44269504088896341f;
constexpr float kLn2 = 0.693147180559945309f;
constexpr float kHidden = -1e38f;

BAM_INLINE std::int64_t padded(std::int64_t width) { return (width + W - 1) / W * W; }

/// Hands out pieces of the working memory.
struct Arena {
    float* next;
    float* take(std::int64_t floats)
    {
        float* piece = next;
        next += (floats + 15) / 16 * 16;
        return piece;
    }
};

// ---- rows of any element type ---------------------------------------------------------------------------------------------------------

BAM_INLINE float bits(std::uint32_t value)
{
    float result;
    __builtin_memcpy(&result, &value, 4);
    return result;
}

BAM_INLINE std::uint32_t bitsOf(float value)
{
    std::uint32_t result;
    __builtin_memcpy(&result, &value, 4);
    return result;
}

/// IEEE half to float: shifts the fields and lets a multiplication normalise subnormals.
BAM_INLINE float fromHalf(std::uint16_t half)
{
    const std::uint32_t sign = std::uint32_t(half & 0x8000) << 16, rest = half & 0x7fff;
    if (rest >= 0x7c00)
        return bits(sign | 0x7f800000 | (rest & 0x3ff) << 13);
    return bits(sign | bitsOf(bits(rest << 13) * bits(0x77800000)));   // 2¹¹²
}

/// Float to IEEE half, to nearest even.
BAM_INLINE std::uint16_t toHalf(float value)
{
    const std::uint32_t sign = bitsOf(value) >> 16 & 0x8000;
    const float size = bits(bitsOf(value) & 0x7fffffff);
    if (!(size < 65520.0f))
        return std::uint16_t(sign | (size != size ? 0x7e00 : 0x7c00));
    if (size < 6.103515625e-05f)
        return std::uint16_t(sign | (bitsOf(size + 0.5f) - bitsOf(0.5f)));     // subnormal: the addition rounds at 2⁻²⁴
    const std::uint32_t at = bitsOf(size);
    return std::uint16_t(sign | (at - 0x38000000 + 0xfff + (at >> 13 & 1)) >> 13);
}

BAM_INLINE float fromBFloat16(std::uint16_t value) { return bits(std::uint32_t(value) << 16); }

/// To nearest even.
BAM_INLINE std::uint16_t toBFloat16(float value)
{
    const std::uint32_t at = bitsOf(value);
    return std::uint16_t(value != value ? 0x7fc0 : (at + 0x7fff + (at >> 16 & 1)) >> 16);
}

/// Reads one row into `to`, zeros up to `paddedWidth`.
static void readRow(Element element, const void* base, std::int64_t offset, std::int64_t width, std::int64_t paddedWidth, float* to)
{
    std::int64_t n = 0;
    if (element == Element::Float32) {
        const auto* from = static_cast<const float*>(base) + offset;
        for (; n + W <= width; n += W)
            store(to + n, load(from + n));
        for (; n < width; ++n)
            to[n] = from[n];
    } else {
        const auto* from = static_cast<const std::uint16_t*>(base) + offset;
        if (element == Element::BFloat16)
            for (; n < width; ++n)
                to[n] = fromBFloat16(from[n]);
        else
            for (; n < width; ++n)
                to[n] = fromHalf(from[n]);
    }
    for (; n < paddedWidth; ++n)
        to[n] = 0;
}

static void writeRow(Element element, void* base, std::int64_t offset, std::int64_t width, const float* from)
{
    std::int64_t n = 0;
    if (element == Element::Float32) {
        auto* to = static_cast<float*>(base) + offset;
        for (; n + W <= width; n += W)
            store(to + n, load(from + n));
        for (; n < width; ++n)
            to[n] = from[n];
    } else {
        auto* to = static_cast<std::uint16_t*>(base) + offset;
        if (element == Element::BFloat16)
            for (; n < width; ++n)
                to[n] = toBFloat16(from[n]);
        else
            for (; n < width; ++n)
                to[n] = toHalf(from[n]);
    }
}

BAM_INLINE std::int64_t offsetOf(const Rows& rows, std::int64_t batch, std::int64_t head, std::int64_t row)
{
    return batch * rows.batch + head * rows.head + row * rows.row;
}

/// [lanes, paddedWidth] → [paddedWidth, kLanes]
static void transposeIn(const float* from, std::int64_t paddedWidth, float* to)
{
    for (std::int64_t lane = 0; lane < kLanes; lane += W)
        for (std::int64_t c = 0; c < paddedWidth; c += W)
            transpose(from + lane * paddedWidth + c, paddedWidth, to + c * kLanes + lane, kLanes);
}

/// [paddedWidth, kLanes] → [lanes, paddedWidth]
static void transposeOut(const float* from, std::int64_t paddedWidth, float* to)
{
    for (std::int64_t c = 0; c < paddedWidth; c += W)
        for (std::int64_t lane = 0; lane < kLanes; lane += W)
            transpose(from + c * kLanes + lane, kLanes, to + lane * paddedWidth + c, paddedWidth);
}

// ---- the block ------------------------------------------------------------------------------------------------------------------------

/// Keys [begin, end) against the vectors [firstVector, endVector) of query lanes; `masked` when some pair in it is hidden.
struct Tile {
    std::int64_t begin, end, firstVector, endVector;
    bool masked;
    std::int64_t rows() const { return end - begin; }
    std::int64_t vectors() const { return endVector - firstVector; }
};

struct QueryBlock {
    std::int64_t batch, head, row;              // row: of lane 0
    std::int64_t count, vectors;                // lanes in use, vectors that hold them
    std::int64_t position;                      // absolute position of lane 0
    std::int32_t first[kLanes];                 // first visible key per lane; 0 in unused lanes
    float content[kLanes], biasFactor[kLanes];  // c and p per lane; 1 where there is none
    std::int64_t lowest[kLanes / W], highest[kLanes / W];   // smallest and largest `first` per vector
    std::int64_t begin;                         // first key that any lane sees

    IntVec positions(std::int64_t vector) const
    {
        IntVec lanes{};
        for (int lane = 0; lane < W; ++lane)
            lanes[lane] = std::int32_t(position + vector * W + lane);
        return lanes;
    }
};

BAM_INLINE float factorAt(const RowFactor& factor, std::int64_t batch, std::int64_t head, std::int64_t row)
{
    return factor.data ? factor.data[batch * factor.batch + head * factor.head + row * factor.row] : 1.0f;
}

static void describe(const ForwardArgs& args, std::int64_t batch, std::int64_t head, std::int64_t index, QueryBlock& q)
{
    const auto& shape = args.shape;
    q.batch = batch;
    q.head = head;
    q.row = index * kLanes;
    q.count = shape.queries - q.row < kLanes ? shape.queries - q.row : kLanes;
    q.vectors = (q.count + W - 1) / W;
    q.position = shape.queryStart + q.row;
    q.begin = q.position;
    for (std::int64_t lane = 0; lane < kLanes; ++lane) {
        const bool used = lane < q.count;
        const auto row = q.row + lane;
        q.first[lane] = used && args.firstVisible ? std::int32_t(args.firstVisible[batch * args.firstVisibleBatch + row]) : 0;
        q.content[lane] = used ? factorAt(args.contentFactor, batch, head, row) : 0;
        q.biasFactor[lane] = used ? factorAt(args.biasFactor, batch, head, row) : 0;
    }
    for (std::int64_t v = 0; v < q.vectors; ++v) {
        q.lowest[v] = q.highest[v] = q.first[v * W];
        for (std::int64_t lane = v * W; lane < (v + 1) * W && lane < q.count; ++lane) {
            q.lowest[v] = q.first[lane] < q.lowest[v] ? q.first[lane] : q.lowest[v];
            q.highest[v] = q.first[lane] > q.highest[v] ? q.first[lane] : q.highest[v];
        }
        q.begin = q.lowest[v] < q.begin ? q.lowest[v] : q.begin;
    }
}

/// The next tile from key `at` on; an empty one (begin = end) past the last. Before the block's own positions tiles are wide, along the diagonal they
/// are one vector long and begin at that vector, so that little of the hidden triangle is computed.
static Tile tileFrom(const QueryBlock& q, std::int64_t at)
{
    Tile tile{at, at, 0, q.vectors, false};
    const auto last = q.position + q.count;
    if (at >= last)
        return tile;
    if (at < q.position) {
        tile.end = at + kTile < q.position ? at + kTile : q.position;
    } else {
        tile.firstVector = (at - q.position) / W;
        tile.end = q.position + (tile.firstVector + 1) * W;
        tile.end = tile.end < last ? tile.end : last;
        tile.masked = true;
    }
    // Vectors whose documents begin after the tile need none of it.
    while (tile.firstVector < tile.endVector && q.lowest[tile.firstVector] >= tile.end)
        ++tile.firstVector;
    while (tile.endVector > tile.firstVector && q.lowest[tile.endVector - 1] >= tile.end)
        --tile.endVector;
    for (auto v = tile.firstVector; v < tile.endVector; ++v)
        tile.masked = tile.masked || q.highest[v] > tile.begin;
    return tile;
}

/// Reads the rows of K or V of a tile. [tile rows, paddedWidth]
static void readTile(const ForwardArgs& args, const Rows& from, const QueryBlock& q, const Tile& tile, float* to)
{
    const auto& shape = args.shape;
    const auto kvHead = q.head / (shape.heads / shape.kvHeads), wide = padded(shape.width);
    for (std::int64_t j = tile.begin; j < tile.end; ++j)
        readRow(shape.keyElement, from.data, offsetOf(from, q.batch, kvHead, j), shape.width, wide, to + (j - tile.begin) * wide);
}

/// Reads the block's rows of a query-shaped tensor; unused lanes become 0. [kLanes, paddedWidth]
static void readLanes(const ForwardArgs& args, const Rows& from, Element element, const QueryBlock& q, float* to)
{
    const auto wide = padded(args.shape.width);
    for (std::int64_t lane = 0; lane < q.count; ++lane)
        readRow(element, from.data, offsetOf(from, q.batch, q.head, q.row + lane), args.shape.width, wide, to + lane * wide);
    __builtin_memset(to + q.count * wide, 0, std::size_t((kLanes - q.count) * wide) * sizeof(float));
}

static void writeLanes(const ForwardArgs& args, const Rows& to, Element element, const QueryBlock& q, const float* from)
{
    const auto wide = padded(args.shape.width);
    for (std::int64_t lane = 0; lane < q.count; ++lane)
        writeRow(element, to.data, offsetOf(to, q.batch, q.head, q.row + lane), args.shape.width, from + lane * wide);
}

/// Multiplies each column of [paddedWidth, kLanes] by its lane's factor · scale.
static void scaleLanes(const float* from, const float* factor, float scale, std::int64_t rows, float* to)
{
    for (std::int64_t lane = 0; lane < kLanes; lane += W) {
        const Vec by = load(factor + lane) * scale;
        for (std::int64_t c = 0; c < rows; ++c)
            store(to + c * kLanes + lane, load(from + c * kLanes + lane) * by);
    }
}

/// Lanes in which key j is visible.
BAM_INLINE IntVec visible(IntVec positions, IntVec first, std::int64_t j)
{
    const IntVec key = splatInt(std::int32_t(j));
    return (key <= positions) & (key >= first);
}

}  // namespace bam::attention::cpu::BAM_ISA
