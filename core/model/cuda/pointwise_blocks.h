// SPDX-License-Identifier: GPL-3.0-or-later
// Block programs (see core/attention/cuda/block.h) of a layer's pointwise parts. Each is one or two passes over memory; sums have a fixed order.
#pragma once

#include "core/attention/cuda/block.h"
#include "core/model/pointwise_args.h"

namespace bam::model::pointwise {

using attention::tiles::BFloat16;
using attention::tiles::Chunk;
using attention::tiles::fromFloat;
using attention::tiles::kThreads;
using attention::tiles::kWarp;
using attention::tiles::toFloat;

/// N elements as float32, loaded at once. They begin at a multiple of their size.
template <int N, class T>
BAM_BLOCK void load(float (&to)[N], const T* from)
{
    struct alignas(sizeof(T) * N < 16 ? sizeof(T) * N : 16) Held {
        T value[N];
    };
#ifdef __CUDA_ARCH__
    const Held held = *reinterpret_cast<const Held*>(from);
#else
    Held held;
    __builtin_memcpy(&held, from, sizeof held);
#endif
    BAM_UNROLL
    for (int n = 0; n < N; ++n)
        to[n] = toFloat(held.value[n]);
}

template <int N, class T>
BAM_BLOCK void store(T* to, const float (&from)[N])
{
    struct alignas(sizeof(T) * N < 16 ? sizeof(T) * N : 16) Held {
        T value[N];
    };
    Held held;
    BAM_UNROLL
    for (int n = 0; n < N; ++n)
        held.value[n] = fromFloat<T>(from[n]);
#ifdef __CUDA_ARCH__
    *reinterpret_cast<Held*>(to) = held;
#else
    __builtin_memcpy(to, &held, sizeof held);
#endif
}

// ---- Norm: a warp's worth of threads per row

struct NormMemory {
    float part[kNormRows][kWarp];
    float scale[kNormRows];
};

BAM_BLOCK float sumOf(const float (&parts)[kWarp])
{
    float sum = 0;
    BAM_UNROLL
    for (int n = 0; n < kWarp; ++n)
        sum += parts[n];
    return sum;
}

inline std::int64_t normBlocks(const NormArgs& args) { return (args.rows + kNormRows - 1) / kNormRows; }

template <class Block, class Added, class Y>
BAM_BLOCK void normBlock(const Block& block, NormMemory& memory, const NormArgs& args, std::int64_t index)
{
    const auto* added = static_cast<const Added*>(args.added);
    auto* y = static_cast<Y*>(args.y);
    const float* source = added != nullptr ? args.sum : args.x;
    block.forThreads([&](int thread) {
        const std::int64_t row = index * kNormRows + thread / kWarp;
        if (row >= args.rows)
            return;
        float square = 0;
        for (std::int64_t c = thread % kWarp * 4; c < args.width; c += kWarp * 4) {
            const std::int64_t at = row * args.width + c;
            float value[4];
            load(value, args.x + at);
            if (added != nullptr) {
                float more[4];
                load(more, added + at);
                BAM_UNROLL
                for (int n = 0; n < 4; ++n)
                    value[n] += more[n];
                store(args.sum + at, value);
            }
            BAM_UNROLL
            for (int n = 0; n < 4; ++n)
                square += value[n] * value[n];
        }
        memory.part[thread / kWarp][thread % kWarp] = square;
    });
    block.forThreads([&](int thread) {
        const std::int64_t row = index * kNormRows + thread / kWarp;
        if (row >= args.rows)
            return;
        const float scale = 1 / __builtin_sqrtf(sumOf(memory.part[thread / kWarp]) / float(args.width) + args.eps);
        if (thread % kWarp == 0)
            args.scales[row] = scale;
        for (std::int64_t c = thread % kWarp * 4; c < args.width; c += kWarp * 4) {  // what this very thread read or wrote
            float value[4], weight[4];
            load(value, source + row * args.width + c);
            load(weight, args.weight + c);
            BAM_UNROLL
            for (int n = 0; n < 4; ++n)
                value[n] = value[n] * scale * weight[n];
            store(y + row * args.width + c, value);
        }
    });
}

/// Columns of the weight's gradient that a thread sums: 4 at a time, kThreads · 4 apart.
struct WeightSums {
    static constexpr int kGroups = int(kMostNormWidth / (kThreads * 4));
    float value[kGroups][4];
};

template <class Block, class Added, class Y>
BAM_BLOCK void normBackwardBlock(const Block& block, NormMemory& memory, const NormBackwardArgs& args, std::int64_t index)
{
    const auto* gradient = static_cast<const Y*>(args.gradient);
    auto* addedGradient = static_cast<Added*>(args.addedGradient);
    const std::int64_t groups = (args.rows + kNormRows - 1) / kNormRows;
    typename Block::template PerThread<WeightSums> sums;
    block.forThreads([&](int thread) {
        BAM_UNROLL
        for (int n = 0; n < 4 * WeightSums::kGroups; ++n)
            sums[thread].value[n / 4][n % 4] = 0;
    });
    for (std::int64_t group = index; group < groups; group += args.parts) {
        const std::int64_t first = group * kNormRows, count = args.rows - first < kNormRows ? args.rows - first : kNormRows;
        block.forThreads([&](int thread) {
            if (thread / kWarp >= count)
                return;
            const std::int64_t row = first + thread / kWarp;
            float dot = 0;
            for (std::int64_t c = thread % kWarp * 4; c < args.width; c += kWarp * 4) {
                float x[4], dy[4], weight[4];
                load(x, args.x + row * args.width + c);
                load(dy, gradient + row * args.width + c);
                load(weight, args.weight + c);
                BAM_UNROLL
                for (int n = 0; n < 4; ++n)
                    dot += dy[n] * weight[n] * x[n];
            }
            memory.part[thread / kWarp][thread % kWarp] = dot;
            if (thread % kWarp == 0)
                memory.scale[thread / kWarp] = args.scales[row];
        });
        block.forThreads([&](int thread) {
            if (thread / kWarp >= count)
                return;
            const std::int64_t row = first + thread / kWarp;
            const float scale = memory.scale[thread / kWarp];
            const float mean = sumOf(memory.part[thread / kWarp]) * scale * scale / float(args.width);
            for (std::int64_t c = thread % kWarp * 4; c < args.width; c += kWarp * 4) {
                const std::int64_t at = row * args.width + c;
                float x[4], dy[4], weight[4], more[4] = {};
                load(x, args.x + at);
                load(dy, gradient + at);
                load(weight, args.weight + c);
                if (args.passed != nullptr)
                    load(more, args.passed + at);
                BAM_UNROLL
                for (int n = 0; n < 4; ++n)
                    x[n] = scale * (dy[n] * weight[n] - x[n] * mean) + more[n];
                store(args.xGradient + at, x);
                if (addedGradient != nullptr)
                    store(addedGradient + at, x);
            }
        });
        block.forThreads([&](int thread) {
            BAM_UNROLL
            for (int g = 0; g < WeightSums::kGroups; ++g) {
                const std::int64_t c = std::int64_t(g) * kThreads * 4 + thread * 4;
                if (c >= args.width)
                    continue;
                for (std::int64_t r = 0; r < count; ++r) {
                    float x[4], dy[4];
                    load(x, args.x + (first + r) * args.width + c);
                    load(dy, gradient + (first + r) * args.width + c);
                    BAM_UNROLL
                    for (int n = 0; n < 4; ++n)
                        sums[thread].value[g][n] += dy[n] * x[n] * memory.scale[r];
                }
            }
        });
    }
    block.forThreads([&](int thread) {
        BAM_UNROLL
        for (int g = 0; g < WeightSums::kGroups; ++g) {
            const std::int64_t c = std::int64_t(g) * kThreads * 4 + thread * 4;
            if (c < args.width)
                store(args.weightParts + index * args.width + c, sums[thread].value[g]);
        }
    });
}

// ---- Gate: four elements per thread

BAM_BLOCK float sigmoid(float x) { return 1 / (1 + attention::tiles::exponential(-x)); }

constexpr std::int64_t gateBlocks(std::int64_t count) { return (count + 4 * kThreads - 1) / (4 * kThreads); }

template <class Block, class T>
BAM_BLOCK void gateBlock(const Block& block, const GateArgs& args, std::int64_t index)
{
    block.forThreads([&](int thread) {
        const std::int64_t at = (index * kThreads + thread) * 4;
        if (at >= args.count)
            return;
        float a[4], b[4];
        load(a, static_cast<const T*>(args.a) + at);
        load(b, static_cast<const T*>(args.b) + at);
        BAM_UNROLL
        for (int n = 0; n < 4; ++n)
            a[n] = a[n] * sigmoid(a[n]) * b[n];
        store(static_cast<T*>(args.y) + at, a);
    });
}

template <class Block, class T>
BAM_BLOCK void gateBackwardBlock(const Block& block, const GateBackwardArgs& args, std::int64_t index)
{
    block.forThreads([&](int thread) {
        const std::int64_t at = (index * kThreads + thread) * 4;
        if (at >= args.count)
            return;
        float dy[4], a[4], b[4];
        load(dy, static_cast<const T*>(args.gradient) + at);
        load(a, static_cast<const T*>(args.a) + at);
        load(b, static_cast<const T*>(args.b) + at);
        BAM_UNROLL
        for (int n = 0; n < 4; ++n) {
            const float s = sigmoid(a[n]), x = a[n];
            a[n] = dy[n] * b[n] * s * (1 + x * (1 - s));
            b[n] = dy[n] * x * s;
        }
        store(static_cast<T*>(args.aGradient) + at, a);
        store(static_cast<T*>(args.bGradient) + at, b);
    });
}

// ---- Token loss: a block per row

struct LossMemory {
    static constexpr int kGroups = 16;
    attention::tiles::Softmax part[kThreads], group[kGroups];
};

template <class Block, class T>
BAM_BLOCK void tokenLossBlock(const Block& block, LossMemory& memory, const TokenLossArgs& args, std::int64_t index)
{
    using attention::tiles::exponential;
    using attention::tiles::Softmax;
    constexpr int kSize = Chunk<T>::kSize;
    auto* row = static_cast<T*>(args.logits) + index * args.pieces;
    const std::int64_t target = args.targets[index];
    const bool counts = target != -1;
    block.forThreads([&](int thread) {
        if (!counts)
            return;
        Softmax mine;
        for (std::int64_t c = std::int64_t(thread) * kSize; c < args.pieces; c += kThreads * kSize) {
            float value[kSize], max = mine.max;
            load(value, row + c);
            BAM_UNROLL
            for (int n = 0; n < kSize; ++n)
                max = attention::tiles::greatest(max, value[n]);
            float sum = mine.sum * exponential(mine.max - max);
            BAM_UNROLL
            for (int n = 0; n < kSize; ++n)
                sum += exponential(value[n] - max);
            mine = {max, sum};
        }
        memory.part[thread] = mine;
    });
    block.forThreads([&](int thread) {
        if (!counts || thread >= LossMemory::kGroups)
            return;
        Softmax joined;
        for (int n = 0; n < kThreads / LossMemory::kGroups; ++n)
            joined = merged(joined, memory.part[thread * (kThreads / LossMemory::kGroups) + n]);
        memory.group[thread] = joined;
        if (thread == 0)
            args.losses[index] = target >= 0 && target < args.pieces ? -toFloat(row[target]) : attention::tiles::notANumber();
    });
    block.forThreads([&](int thread) {
        Softmax all;
        for (int n = 0; counts && n < LossMemory::kGroups; ++n)
            all = merged(all, memory.group[n]);
        if (thread == 0)
            args.losses[index] = counts ? args.losses[index] + (all.max + attention::tiles::logarithm(all.sum)) : 0.0f;
        if (args.scale == nullptr)
            return;
        const float factor = counts ? *args.scale / all.sum : 0.0f;
        for (std::int64_t c = std::int64_t(thread) * kSize; c < args.pieces; c += kThreads * kSize) {
            float value[kSize];
            if (counts)
                load(value, row + c);
            BAM_UNROLL
            for (int n = 0; n < kSize; ++n) {
                value[n] = counts ? exponential(value[n] - all.max) * factor : 0.0f;
                if (counts && c + n == target)
                    value[n] -= *args.scale;
            }
            store(row + c, value);
        }
    });
}

// ---- Rotation: one pair per thread

inline std::int64_t rotationBlocks(const RotationArgs& args)
{
    return (args.batch * args.length * args.heads * (args.width / 2) + kThreads - 1) / kThreads;
}

template <class Block, class T>
BAM_BLOCK void rotationBlock(const Block& block, const RotationArgs& args, std::int64_t index)
{
    block.forThreads([&](int thread) {
        const std::int64_t half = args.width / 2, at = index * kThreads + thread;
        const std::int64_t pair = at % half, head = at / half % args.heads, position = at / half / args.heads % args.length;
        const std::int64_t batch = at / half / args.heads / args.length;
        if (batch >= args.batch)
            return;
        float value[2];
        load(value, static_cast<const T*>(args.x) + batch * args.ofBatch + head * args.ofHead + position * args.ofPosition + 2 * pair);
        const float cosine = args.cosine[position * half + pair], sine = args.sign * args.sine[position * half + pair];
        const float turned[2] = {value[0] * cosine - value[1] * sine, value[0] * sine + value[1] * cosine};
        store(static_cast<T*>(args.y) + 2 * at, turned);
    });
}

}  // namespace bam::model::pointwise
