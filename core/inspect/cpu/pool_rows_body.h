// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of pool_rows.h. Included by one file per instruction set (see model/cpu/vectors.h).
#include "core/inspect/cpu/pool_rows.h"
#include "core/model/cpu/vectors.h"

namespace bam::inspect::cpu {
namespace {

using namespace bam::model::cpu;

constexpr Index kBlockRows = kLanes == 16 ? 8 : 4;      // whose products stay in registers
constexpr Index kBlockVectors = kLanes == 16 ? 2 : kLanes == 8 ? 2 : 2;
constexpr Index kBlockKeys = kBlockVectors * kLanes;
static_assert(kKeyPadding % kBlockKeys == 0 && kPoolRows % kBlockRows == 0);

/// Scores of `Rows` queries and one block of keys.
template <Index Rows>
void scoreBlock(const PoolRows& in, Index row, Index key)
{
    Vec sums[Rows][kBlockVectors] = {};
    const float* q = in.q + row * in.width;
    const float* keys = in.keys + key;
    for (Index n = 0; n < in.width; ++n, keys += in.keyStride) {
        Vec k[kBlockVectors];
        for (Index v = 0; v < kBlockVectors; ++v)
            k[v] = load(keys + v * kLanes);
        for (Index r = 0; r < Rows; ++r) {
            const Vec factor = all(q[r * in.width + n]);
            for (Index v = 0; v < kBlockVectors; ++v)
                sums[r][v] += factor * k[v];
        }
    }
    for (Index r = 0; r < Rows; ++r) {
        float* to = in.scores + (row + r) * in.scoreStride + key;
        const float* bias = in.bias ? in.bias + (key - (in.first + row + r)) : nullptr;
        const Vec factor = all(in.biasFactor ? in.biasFactor[row + r] : 1.0f);
        for (Index v = 0; v < kBlockVectors; ++v)
            store(to + v * kLanes, bias ? sums[r][v] + factor * load(bias + v * kLanes) : sums[r][v]);
    }
}

void scoreRows(const PoolRows& in)
{
    const Index keys = paddedKeys(in.first + in.rows);
    for (Index key = 0; key < keys; key += kBlockKeys) {
        Index row = 0;
        for (; row + kBlockRows <= in.rows; row += kBlockRows)
            scoreBlock<kBlockRows>(in, row, key);
        for (; row < in.rows; ++row)
            scoreBlock<1>(in, row, key);
    }
}

float largestScore(const float* scores, Index count)
{
    Vec largest = all(-kInfinity);
    for (Index n = 0; n < count; n += kLanes)
        largest = larger(load(scores + n, count - n, -kInfinity), largest);
    return largestOf(largest);
}

/// exp(score − reference) of one tile: their sum and the largest.
inline void sumTile(const float* scores, Index count, float reference, float& sum, float& largest)
{
    if (count < kLanes) {
        const Vec values = exponential(load(scores, count, -kInfinity) - reference);
        sum = 0;
        largest = 0;
        for (Index n = 0; n < count; ++n) {
            sum += values[n];
            largest = values[n] > largest ? values[n] : largest;
        }
        return;
    }
    Vec sums = {}, most = {};
    for (Index n = 0; n < count; n += kLanes) {
        Vec values = exponential(load(scores + n, count - n, -kInfinity) - reference);
        for (Index beyond = count - n; beyond < kLanes; ++beyond)
            values[beyond] = 0;
        sums += values;
        most = larger(values, most);
    }
    sum = sumOf(sums);
    largest = largestOf(most);
}

/// Tiles narrower than a vector: weights first, whole vectors of them, then their sums.
void sumNarrowTiles(float* scores, Index count, Index tile, float reference, float* sums, float* largest)
{
    for (Index n = 0; n < count; n += kLanes)
        store(scores + n, exponential(load(scores + n) - reference));
    for (Index begin = 0; begin < count; begin += tile, ++sums, ++largest) {
        const Index end = begin + tile < count ? begin + tile : count;
        *sums = *largest = 0;
        for (Index n = begin; n < end; ++n) {
            *sums += scores[n];
            *largest = scores[n] > *largest ? scores[n] : *largest;
        }
    }
}

bool poolRow(const PoolRows& in, Index row)
{
    const Index count = in.first + row + 1, tiles = (count + in.tile - 1) / in.tile;
    float* scores = in.scores + row * in.scoreStride;
    float *sums = in.tileSums, *largest = in.tileSums + (in.first + in.rows + in.tile - 1) / in.tile;
    const float reference = largestScore(scores, count);
    if (in.tile < kLanes)
        sumNarrowTiles(scores, count, in.tile, reference, sums, largest);
    else
        for (Index n = 0; n < tiles; ++n)
            sumTile(scores + n * in.tile, count - n * in.tile < in.tile ? count - n * in.tile : in.tile, reference, sums[n], largest[n]);
    double total = 0;
    for (Index n = 0; n < tiles; ++n)
        total += double(sums[n]);
    if (!(total > 0 && total < double(kInfinity)))
        return false;
    const float share = float(1 / total);
    for (Index n = 0; n < tiles; ++n) {
        in.sum[n] += share * sums[n];
        const float weight = share * largest[n];
        in.max[n] = weight > in.max[n] ? weight : in.max[n];
    }
    return true;
}

std::int64_t poolRowsHere(const PoolRows& in)
{
    scoreRows(in);
    for (Index row = 0; row < in.rows; ++row)
        if (!poolRow(in, row))
            return row;
    return -1;
}

}  // namespace
}  // namespace bam::inspect::cpu
