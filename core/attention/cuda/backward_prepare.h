// SPDX-License-Identifier: GPL-3.0-or-later
// What the backward pass needs before its two main kernels: a record of every query with D_i = Σ dO·O, the peaks that bound the bias table's gradient, and what
// each query tile sees; and, after them, that gradient as float32. Peaks are maxima and flags are ones, so no order of blocks shows in them.
#pragma once

#include "core/attention/cuda/tile_memory.h"

namespace bam::attention::tiles {

/// What both kernels need of a query, in one load.
struct alignas(16) RowRecord {
    float contentScale;  ///< c_i · scale
    float biasFactor;    ///< p_i
    float logSumExp;
    float rowDot;        ///< D_i
};

/// Device memory of one backward pass; everything from `diagonals` on begins as zeros.
struct Workspace {
    RowRecord* records;          ///< [batch, heads, queries]
    RowRange* ranges;            ///< [batch, tiles of 32 query rows]; unused without documents
    std::int64_t* diagonals;     ///< [heads, keys] fixed point; the bias table's gradient
    std::uint32_t* rowPeaks;     ///< [heads] bits of max |p_i|·|dO_i|
    std::uint32_t* valuePeaks;   ///< [kvHeads] bits of max |v_j|
    std::uint32_t* poisoned;     ///< [heads] 1: a sum was not finite
};

/// Tiles of the ranges: a multiple of no tile size is skipped, so the smallest serves all.
constexpr int kRangeRows = 32;

struct WorkspaceBytes {
    std::int64_t ranges, zeros, total;  ///< offsets of `ranges` and of the part that begins as zeros
};

inline WorkspaceBytes workspaceBytes(const BackwardArgs& args)
{
    const AttendShape& s = args.forward.shape;
    const auto aligned = [](std::int64_t bytes) { return (bytes + 255) / 256 * 256; };
    const bool bias = args.biasGradient != nullptr, documents = args.forward.firstVisible != nullptr;
    const std::int64_t records = aligned(s.batch * s.heads * s.queries * std::int64_t(sizeof(RowRecord)));
    const std::int64_t ranges = documents ? aligned(s.batch * tilesOf(s.queries, kRangeRows) * std::int64_t(sizeof(RowRange))) : 0;
    const std::int64_t sums = bias ? s.heads * s.keys * 8 + (2 * s.heads + s.kvHeads) * 4 : 0;
    return {records, records + ranges, records + ranges + aligned(sums)};
}

inline Workspace workspaceAt(char* memory, const BackwardArgs& args)
{
    const AttendShape& s = args.forward.shape;
    const WorkspaceBytes bytes = workspaceBytes(args);
    auto* diagonals = reinterpret_cast<std::int64_t*>(memory + bytes.zeros);
    auto* peaks = reinterpret_cast<std::uint32_t*>(diagonals + s.heads * s.keys);
    return {reinterpret_cast<RowRecord*>(memory), reinterpret_cast<RowRange*>(memory + bytes.ranges), diagonals, peaks, peaks + s.heads,
        peaks + s.heads + s.kvHeads};
}

constexpr int kPrepareRows = 64, kPrepareParts = kThreads / kPrepareRows;

/// Blocks of the preparation, in this order.
struct PrepareBlocks {
    std::int64_t rows, values, ranges;
};

inline PrepareBlocks prepareBlocks(const BackwardArgs& args)
{
    const AttendShape& s = args.forward.shape;
    return {s.batch * s.heads * tilesOf(s.queries, kPrepareRows), args.biasGradient != nullptr ? s.batch * s.kvHeads * tilesOf(s.keys, kPrepareRows) : 0,
        args.forward.firstVisible != nullptr ? tilesOf(s.batch * tilesOf(s.queries, kRangeRows), kThreads) : 0};
}

struct PrepareMemory {
    float dot[kPrepareRows][kPrepareParts], square[kPrepareRows][kPrepareParts];
    std::uint32_t peak[kPrepareRows];  ///< bits
};

/// Σ a·b and Σ a·a of one row, the share of one of its threads. b = nullptr: only the second.
template <class T>
BAM_BLOCK void partOfRow(const T* a, const T* b, int width, bool chunks, int part, float& dot, float& square)
{
    constexpr int kSize = Chunk<T>::kSize;
    dot = square = 0;
    if (chunks) {
        for (int c = part * kSize; c < width; c += kPrepareParts * kSize) {
            Chunk<T> left, right{};
            copyChunk(left.value, a + c);
            if (b != nullptr)
                copyChunk(right.value, b + c);
            BAM_UNROLL
            for (int e = 0; e < kSize; ++e) {
                const float x = toFloat(left.value[e]);
                square += x * x;
                dot += x * toFloat(right.value[e]);
            }
        }
        return;
    }
    for (int c = part; c < width; c += kPrepareParts) {
        const float x = toFloat(a[c]);
        square += x * x;
        if (b != nullptr)
            dot += x * toFloat(b[c]);
    }
}

BAM_BLOCK float sumOfParts(const float (&parts)[kPrepareParts])
{
    float sum = 0;
    BAM_UNROLL
    for (int p = 0; p < kPrepareParts; ++p)
        sum += parts[p];
    return sum;
}

/// Bits of |factor| · √square. NaN has more bits than infinity, so it stays the largest.
BAM_BLOCK std::uint32_t peakOf(float factor, float square) { return bitsOf(magnitude(factor * __builtin_sqrtf(square))); }

/// The largest of the block's peaks raises that of the head.
template <class Block>
BAM_BLOCK void raisePeak(const Block& block, std::uint32_t* peak, const PrepareMemory& memory, int rows, int thread)
{
    if (thread != 0)
        return;
    std::uint32_t largest = 0;
    for (int r = 0; r < rows; ++r)
        largest = greatest(largest, memory.peak[r]);
    block.raise(peak, largest);
}

template <class Block, class T>
BAM_BLOCK void prepareRows(const Block& block, PrepareMemory& memory, const BackwardArgs& args, const Workspace& work, std::int64_t index)
{
    const ForwardArgs& forward = args.forward;
    const AttendShape& shape = forward.shape;
    const QueryTile tile = queryTileOfBlock(shape, index, kPrepareRows);
    const bool chunks = hasChunks<T>(args.outGradient, shape.width) && hasChunks<T>(forward.out, shape.width);
    block.forThreads([&](int thread) {
        const int row = thread / kPrepareParts, part = thread % kPrepareParts;
        if (row < tile.rows) {
            partOfRow(rowOf<const T>(args.outGradient, tile.batch, tile.head, tile.firstRow + row),
                rowOf<const T>(forward.out, tile.batch, tile.head, tile.firstRow + row), int(shape.width), chunks, part, memory.dot[row][part],
                memory.square[row][part]);
        }
    });
    block.forThreads([&](int thread) {
        if (thread < tile.rows) {
            const std::int64_t row = tile.firstRow + thread, at = (tile.batch * shape.heads + tile.head) * shape.queries + row;
            const float biasFactor = factorOf(forward.biasFactor, tile.batch, tile.head, row);
            work.records[at] = {factorOf(forward.contentFactor, tile.batch, tile.head, row) * shape.scale, biasFactor, forward.logSumExp[at],
                sumOfParts(memory.dot[thread])};
            memory.peak[thread] = peakOf(biasFactor, sumOfParts(memory.square[thread]));
        }
    });
    if (args.biasGradient != nullptr)
        block.forThreads([&](int thread) { raisePeak(block, work.rowPeaks + tile.head, memory, tile.rows, thread); });
}

template <class Block, class T>
BAM_BLOCK void prepareValues(const Block& block, PrepareMemory& memory, const BackwardArgs& args, const Workspace& work, std::int64_t index)
{
    const AttendShape& shape = args.forward.shape;
    const std::int64_t head = index % shape.kvHeads, batch = index / shape.kvHeads % shape.batch;
    const std::int64_t firstRow = index / shape.kvHeads / shape.batch * kPrepareRows;
    const int rows = int(least<std::int64_t>(kPrepareRows, shape.keys - firstRow));
    const bool chunks = hasChunks<T>(args.forward.v, shape.width);
    block.forThreads([&](int thread) {
        const int row = thread / kPrepareParts, part = thread % kPrepareParts;
        if (row < rows) {
            partOfRow<T>(rowOf<const T>(args.forward.v, batch, head, firstRow + row), nullptr, int(shape.width), chunks, part, memory.dot[row][part],
                memory.square[row][part]);
        }
    });
    block.forThreads([&](int thread) {
        if (thread < rows)
            memory.peak[thread] = peakOf(1, sumOfParts(memory.square[thread]));
    });
    block.forThreads([&](int thread) { raisePeak(block, work.valuePeaks + head, memory, rows, thread); });
}

/// One thread per tile of kRangeRows rows.
BAM_BLOCK void prepareRange(const ForwardArgs& args, const Workspace& work, std::int64_t index)
{
    const AttendShape& shape = args.shape;
    const std::int64_t tiles = tilesOf(shape.queries, kRangeRows);
    if (index >= shape.batch * tiles)
        return;
    const QueryTile tile = queryTileAt(shape, index / tiles, 0, index % tiles, kRangeRows);
    const std::int64_t* first = args.firstVisible + tile.batch * args.firstVisibleBatch + tile.firstRow;
    RowRange range{int(first[0]), int(first[0]), tile.firstPosition, tile.firstPosition + tile.rows - 1};
    for (int r = 1; r < tile.rows; ++r) {
        range.leastFirst = least(range.leastFirst, int(first[r]));
        range.greatestFirst = greatest(range.greatestFirst, int(first[r]));
    }
    work.ranges[index] = range;
}

template <class Block, class T>
BAM_BLOCK void prepareBlock(
    const Block& block, PrepareMemory& memory, const BackwardArgs& args, const Workspace& work, const PrepareBlocks& blocks, std::int64_t index)
{
    if (index < blocks.rows)
        prepareRows<Block, T>(block, memory, args, work, index);
    else if (index < blocks.rows + blocks.values)
        prepareValues<Block, T>(block, memory, args, work, index - blocks.rows);
    else
        block.forThreads([&](int thread) { prepareRange(args.forward, work, (index - blocks.rows - blocks.values) * kThreads + thread); });
}

/// What the rows of a query tile see, from the prepared ranges.
BAM_BLOCK RowRange preparedRange(const ForwardArgs& args, const Workspace& work, const QueryTile& tile)
{
    RowRange all{0, 0, tile.firstPosition, tile.firstPosition + tile.rows - 1};
    if (args.firstVisible == nullptr)
        return all;
    const RowRange* ranges = work.ranges + tile.batch * tilesOf(args.shape.queries, kRangeRows) + tile.firstRow / kRangeRows;
    all.leastFirst = ranges[0].leastFirst;
    all.greatestFirst = ranges[0].greatestFirst;
    for (int n = 1; n * kRangeRows < tile.rows; ++n) {
        all.leastFirst = least(all.leastFirst, ranges[n].leastFirst);
        all.greatestFirst = greatest(all.greatestFirst, ranges[n].greatestFirst);
    }
    return all;
}

/// The scale of one head's diagonal sums; every block finds the same.
BAM_BLOCK float diagonalScale(const AttendShape& shape, const Workspace& work, std::int64_t head)
{
    const float values = floatOf(work.valuePeaks[head / (shape.heads / shape.kvHeads)]);
    return fixedPointScale(diagonalBound(floatOf(work.rowPeaks[head]), values, shape.batch * shape.queries));
}

/// One element of the bias table's gradient.
BAM_BLOCK void finishBias(const BackwardArgs& args, const Workspace& work, std::int64_t index)
{
    const AttendShape& shape = args.forward.shape;
    if (index >= shape.heads * shape.keys)
        return;
    const std::int64_t head = index / shape.keys;
    const float scale = diagonalScale(shape, work, head);
    args.biasGradient[index] = scale == 0 || work.poisoned[head] != 0 ? notANumber() : fromFixedPoint(work.diagonals[index], scale);
}

}  // namespace bam::attention::tiles
