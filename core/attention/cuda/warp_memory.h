// SPDX-License-Identifier: GPL-3.0-or-later
// Moving tiles of 16-bit elements between global and shared memory for blocks of warps: asynchronously where rows consist of whole 16-byte chunks.
// What does not exist arrives as zeros. Shared tiles have a row stride of strideOf(), which no load of a fragment finds in one bank.
#pragma once

#include "core/attention/cuda/tile_memory.h"
#include "core/attention/cuda/warp.h"

namespace bam::attention::tiles {

/// Copies 4 or 16 bytes, arrived after the block's next await(); zeros when they do not exist, for which `from` is not read.
template <int Bytes>
BAM_BLOCK void copyAsync(void* to, const void* from, bool exists)
{
#ifdef __CUDA_ARCH__
    const auto address = unsigned(__cvta_generic_to_shared(to));
    const int bytes = exists ? Bytes : 0;
    if constexpr (Bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(from), "r"(bytes) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(address), "l"(from), "n"(Bytes), "r"(bytes) : "memory");
#else
    if (exists)
        __builtin_memcpy(to, from, Bytes);
    else
        __builtin_memset(to, 0, Bytes);
#endif
}

/// All columns of the tile's width; the rows from `rows` on are zeros.
template <class T, int TileRows, int Width>
BAM_BLOCK void fetchTile(T* to, const T* from, std::int64_t rowStride, int rows, int width, bool chunks, int thread)
{
    constexpr int kSize = Chunk<T>::kSize, kPerRow = Width / kSize, kChunks = TileRows * kPerRow;
    if (chunks) {
        BAM_UNROLL
        for (int step = 0; step < (kChunks + kWarpThreads - 1) / kWarpThreads; ++step) {
            const int n = step * kWarpThreads + thread, row = n / kPerRow, column = n % kPerRow * kSize;
            const bool exists = row < rows && column < width;
            if (kChunks % kWarpThreads == 0 || n < kChunks)
                copyAsync<16>(to + row * strideOf<T>(Width) + column, exists ? from + row * rowStride + column : from, exists);
        }
        return;
    }
    for (int n = thread; n < TileRows * Width; n += kWarpThreads) {
        const int row = n / Width, column = n % Width;
        T element{};
        if (row < rows && column < width)
            element = from[row * rowStride + column];
        to[row * strideOf<T>(Width) + column] = element;
    }
}

/// b_h along all diagonals of a tile; 0 for distances that do not exist.
template <int TileRows, int TileKeys>
BAM_BLOCK void fetchBias(float* to, const ForwardArgs& args, std::int64_t head, int firstPosition, int firstKey, int thread)
{
    const float* table = args.biasTable + head * args.biasStride;
    BAM_UNROLL
    for (int step = 0; step < (TileRows + TileKeys - 1 + kWarpThreads - 1) / kWarpThreads; ++step) {
        const int d = step * kWarpThreads + thread, distance = distanceOf(d, firstPosition, firstKey, TileKeys);
        const bool exists = args.biasTable != nullptr && distance >= 0 && distance < args.shape.keys;
        if (d < TileRows + TileKeys - 1)
            copyAsync<4>(to + d, exists ? table + distance : args.biasTable, exists);
    }
}

/// Writes a warp's sums, times factor(lane, block, r), as elements, through shared memory of its own.
/// @param sums sums(lane, block, tile of 8 columns) @param held room for 16·Blocks rows
template <class T, int Blocks, int Width, class Warp, class Sums, class Factor>
BAM_BLOCK void storeSums(const Warp& warp, T* held, T* to, std::int64_t rowStride, int rows, int width, bool chunks, Sums&& sums, Factor&& factor)
{
    constexpr int kSize = Chunk<T>::kSize, kPerRow = Width / kSize, kStride = strideOf<T>(Width);
    warp.sync();
    warp.forLanes([&](int lane) {
        BAM_UNROLL
        for (int b = 0; b < Blocks; ++b) {
            BAM_UNROLL
            for (int r = 0; r < 2; ++r) {
                const float times = factor(lane, b, r);
                BAM_UNROLL
                for (int n = 0; n < Width / 8; ++n) {
                    const Sum& sum = sums(lane, b, n);
                    const std::uint32_t pair = pairOf<T>(sum.value[2 * r] * times, sum.value[2 * r + 1] * times);
                    T* target = held + (16 * b + 8 * r + groupOf(lane)) * kStride + 8 * n + 2 * placeOf(lane);
#ifdef __CUDA_ARCH__
                    *reinterpret_cast<std::uint32_t*>(target) = pair;
#else
                    __builtin_memcpy(target, &pair, sizeof pair);
#endif
                }
            }
        }
    });
    warp.sync();
    warp.forLanes([&](int lane) {
        for (int n = lane; n < 16 * Blocks * kPerRow; n += kWarp) {
            const int row = n / kPerRow, column = n % kPerRow * kSize;
            if (row >= rows || column >= width)
                continue;
            const T* source = held + row * kStride + column;
            T* target = to + row * rowStride + column;
            if (chunks) {
                copyChunk(target, source);
            } else {
                for (int e = 0; e < kSize && column + e < width; ++e)
                    target[e] = source[e];
            }
        }
    });
    warp.sync();
}

/// How far back the rows of a tile see, for each 8 rows.
struct Extent {
    int least = 1 << 30, greatest = -1;  ///< first visible keys
};

BAM_BLOCK Extent joined(const Extent* extents, int count)
{
    Extent all;
    for (int n = 0; n < count; ++n) {
        all.least = least(all.least, extents[n].least);
        all.greatest = greatest(all.greatest, extents[n].greatest);
    }
    return all;
}

}  // namespace bam::attention::tiles
