// SPDX-License-Identifier: GPL-3.0-or-later
// Moving tiles between global and shared memory, and the values that belong to the rows of a query tile. All are phases or parts of phases.
// Rows of shared tiles are 16 bytes longer than their width: a column of 8 rows then lies in all 32 banks.
#pragma once

#include "core/attention/cuda/block.h"

namespace bam::attention::tiles {

template <class T>
BAM_HD constexpr int strideOf(int width) { return width + int(16 / sizeof(T)); }

/// Bytes of a shared tile, rounded so that the next one is aligned for every instruction.
template <class T>
BAM_HD constexpr int bytesOf(int rows, int width) { return roundUp(rows * strideOf<T>(width) * int(sizeof(T)), 128); }

template <class T>
BAM_BLOCK T* rowOf(const Rows& rows, std::int64_t batch, std::int64_t head, std::int64_t row)
{
    return static_cast<T*>(rows.data) + batch * rows.batch + head * rows.head + row * rows.row;
}

template <class T>
BAM_BLOCK void copyChunk(T* to, const T* from)
{
#ifdef __CUDA_ARCH__
    *reinterpret_cast<uint4*>(to) = *reinterpret_cast<const uint4*>(from);
#else
    __builtin_memcpy(to, from, 16);
#endif
}

/// Copies `rows` rows of the width and fills the rest of the tile, up to a multiple of 16 columns, with zeros.
/// All of a thread's loads come before its stores: they wait for memory together.
template <class T, int TileRows, int Width>
BAM_BLOCK void loadTile(T* to, const T* from, std::int64_t rowStride, int rows, int width, bool chunks, int thread)
{
    constexpr int kSize = Chunk<T>::kSize, kPerRow = Width / kSize, kSteps = TileRows * kPerRow / kThreads;
    static_assert(kSteps * kThreads == TileRows * kPerRow);
    Chunk<T> held[kSteps];
    BAM_UNROLL
    for (int step = 0; step < kSteps; ++step) {
        const int row = (step * kThreads + thread) / kPerRow, column = (step * kThreads + thread) % kPerRow * kSize;
        held[step] = Chunk<T>{};
        if (row >= rows || column >= width)
            continue;
        const T* source = from + row * rowStride + column;
        if (chunks) {
            copyChunk(held[step].value, source);
        } else {
            BAM_UNROLL
            for (int e = 0; e < kSize; ++e)
                if (column + e < width)
                    held[step].value[e] = source[e];
        }
    }
    const int columns = roundUp(width, 16);
    BAM_UNROLL
    for (int step = 0; step < kSteps; ++step) {
        const int row = (step * kThreads + thread) / kPerRow, column = (step * kThreads + thread) % kPerRow * kSize;
        if (column < columns)
            copyChunk(to + row * strideOf<T>(Width) + column, held[step].value);
    }
}

/// Writes `rows` rows of a float32 tile of shared memory, each times factor(row).
template <class T, int TileRows, int Width, class Factor>
BAM_BLOCK void storeTile(T* to, std::int64_t rowStride, const float* from, int rows, int width, bool chunks, int thread, Factor&& factor)
{
    constexpr int kSize = Chunk<T>::kSize, kPerRow = Width / kSize;
    for (int n = thread; n < TileRows * kPerRow; n += kThreads) {
        const int row = n / kPerRow, column = n % kPerRow * kSize;
        if (row >= rows || column >= width)
            continue;
        const float* source = from + row * strideOf<float>(Width) + column;
        T* target = to + row * rowStride + column;
        const float times = factor(row);
        Chunk<T> chunk;
        BAM_UNROLL
        for (int e = 0; e < kSize; ++e)
            chunk.value[e] = fromFloat<T>(source[e] * times);
        if (chunks) {
            copyChunk(target, chunk.value);
        } else {
            BAM_UNROLL
            for (int e = 0; e < kSize; ++e)
                if (column + e < width)
                    target[e] = chunk.value[e];
        }
    }
}

BAM_BLOCK float factorOf(const RowFactor& factor, std::int64_t batch, std::int64_t head, std::int64_t row)
{
    return factor.data == nullptr ? 1.0f : factor.data[batch * factor.batch + head * factor.head + row * factor.row];
}

/// Where a tile of query rows is.
struct QueryTile {
    std::int64_t batch, head, kvHead, firstRow;
    int rows;           ///< that exist
    int firstPosition;
};

BAM_BLOCK QueryTile queryTileAt(const AttendShape& shape, std::int64_t batch, std::int64_t head, std::int64_t tile, int tileRows)
{
    const std::int64_t firstRow = tile * tileRows;
    return {batch, head, head / (shape.heads / shape.kvHeads), firstRow, int(least<std::int64_t>(tileRows, shape.queries - firstRow)),
        int(shape.queryStart + firstRow)};
}

/// Blocks are numbered so that those with most keys start first: the last tile of all heads and batches, then the one before.
BAM_BLOCK QueryTile queryTileOfBlock(const AttendShape& shape, std::int64_t block, int tileRows)
{
    const std::int64_t perTile = shape.batch * shape.heads, tile = tilesOf(shape.queries, tileRows) - 1 - block / perTile;
    return queryTileAt(shape, block % perTile / shape.heads, block % shape.heads, tile, tileRows);
}

/// Some rows of a tile.
BAM_BLOCK QueryTile partOf(const QueryTile& tile, int firstRow, int rows)
{
    return {tile.batch, tile.head, tile.kvHead, tile.firstRow + firstRow, rows, tile.firstPosition + firstRow};
}

template <int TileRows>
struct RowValues {
    int first[TileRows], last[TileRows];  ///< visible keys; first = 0 and last = −1 past the last query
    float contentScale[TileRows];         ///< c_i · scale
    float biasFactor[TileRows];           ///< p_i
};

template <int TileRows>
BAM_BLOCK void loadRowValues(RowValues<TileRows>& values, const ForwardArgs& args, const QueryTile& tile, int thread)
{
    if (thread >= TileRows)
        return;
    const bool exists = thread < tile.rows;
    const std::int64_t row = tile.firstRow + thread;
    values.first[thread] = exists && args.firstVisible != nullptr ? int(args.firstVisible[tile.batch * args.firstVisibleBatch + row]) : 0;
    values.last[thread] = exists ? tile.firstPosition + thread : -1;
    values.contentScale[thread] = exists ? factorOf(args.contentFactor, tile.batch, tile.head, row) * args.shape.scale : 0.0f;
    values.biasFactor[thread] = exists ? factorOf(args.biasFactor, tile.batch, tile.head, row) : 0.0f;
}

/// For one thread: the extent of what a tile's rows see.
template <int TileRows>
BAM_BLOCK RowRange rangeOf(const RowValues<TileRows>& values, int rows)
{
    RowRange range{values.first[0], values.first[0], values.last[0], values.last[rows - 1]};
    for (int r = 1; r < rows; ++r) {
        range.leastFirst = least(range.leastFirst, values.first[r]);
        range.greatestFirst = greatest(range.greatestFirst, values.first[r]);
    }
    return range;
}

/// b_h along all diagonals of a tile; 0 for distances that do not exist.
template <int TileRows, int TileKeys>
BAM_BLOCK void loadBias(float* to, const ForwardArgs& args, std::int64_t head, int firstPosition, int firstKey, int thread)
{
    for (int d = thread; d < TileRows + TileKeys - 1; d += kThreads) {
        const int distance = distanceOf(d, firstPosition, firstKey, TileKeys);
        const bool exists = args.biasTable != nullptr && distance >= 0 && distance < args.shape.keys;
        to[d] = exists ? args.biasTable[head * args.biasStride + distance] : 0.0f;
    }
}

}  // namespace bam::attention::tiles
