// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of kernels.h. Included by one file per instruction set (see vectors.h).
#include "core/model/cpu/kernels.h"
#include "core/model/cpu/vectors.h"

namespace bam::model::cpu {
namespace {

/// The loop becomes one instruction.
inline Vec root(Vec x)
{
    for (Index n = 0; n < kLanes; ++n)
        x[n] = __builtin_sqrtf(x[n]);
    return x;
}

inline Vec sigmoid(Vec x) { return 1.0f / (1.0f + exponential(-x)); }

void rmsNorm(const float* x, const float* added, float* sum, const float* weight, float* y, float* scales, Index rows, Index width, float eps)
{
    for (Index row = 0; row < rows; ++row, x += width, y += width) {
        Vec squares = {};
        const float* values = x;
        if (added) {
            for (Index n = 0; n < width; n += kLanes) {
                const Vec value = load(x + n, width - n) + load(added + n, width - n);
                store(sum + n, value, width - n);
                squares += value * value;
            }
            values = sum;
            added += width;
            sum += width;
        } else {
            for (Index n = 0; n < width; n += kLanes) {
                const Vec value = load(x + n, width - n);
                squares += value * value;
            }
        }
        const float scale = 1.0f / __builtin_sqrtf(sumOf(squares) / float(width) + eps);
        scales[row] = scale;
        for (Index n = 0; n < width; n += kLanes)
            store(y + n, load(values + n, width - n) * scale * load(weight + n, width - n), width - n);
    }
}

void rmsNormBackward(const float* dy, const float* x, const float* weight, const float* scales, const float* passed, float* dx, float* dWeight, Index rows,
    Index width)
{
    for (Index row = 0; row < rows; ++row, dy += width, x += width, dx += width) {
        const float scale = scales[row];
        Vec products = {};
        for (Index n = 0; n < width; n += kLanes) {
            const Index left = width - n;
            const Vec gradient = load(dy + n, left), scaled = load(x + n, left) * scale;
            products += gradient * load(weight + n, left) * scaled;
            store(dWeight + n, load(dWeight + n, left) + gradient * scaled, left);
        }
        const float mean = sumOf(products) / float(width);
        for (Index n = 0; n < width; n += kLanes) {
            const Index left = width - n;
            Vec result = (load(dy + n, left) * load(weight + n, left) - load(x + n, left) * scale * mean) * scale;
            if (passed)
                result += load(passed + n, left);
            store(dx + n, result, left);
        }
        if (passed)
            passed += width;
    }
}

void swiglu(const float* a, const float* b, float* y, Index count)
{
    for (Index n = 0; n < count; n += kLanes) {
        const Vec value = load(a + n, count - n);
        store(y + n, value * sigmoid(value) * load(b + n, count - n), count - n);
    }
}

void swigluBackward(const float* dy, const float* a, const float* b, float* da, float* db, Index count)
{
    for (Index n = 0; n < count; n += kLanes) {
        const Index left = count - n;
        const Vec value = load(a + n, left), gradient = load(dy + n, left);
        // 1 − gate as a product: the difference would lose its digits where the gate is nearly 1.
        const Vec power = exponential(-value), gate = 1.0f / (1.0f + power), rest = power * gate;
        store(da + n, gradient * load(b + n, left) * gate * (1.0f + value * rest), left);
        store(db + n, gradient * value * gate, left);
    }
}

void rotate(const float* x, Index stride, float* y, const float* cosine, const float* sine, Index heads, Index width)
{
    Ints order;
    for (Index n = 0; n < kLanes; ++n)
        order[n] = std::int32_t(n ^ 1);
    for (Index head = 0; head < heads; ++head, x += stride, y += width)
        for (Index n = 0; n < width; n += kLanes) {
            const Index left = width - n;
            const Vec value = load(x + n, left);
#if defined(__clang__)
            Vec swapped;
            for (Index k = 0; k < kLanes; ++k)
                swapped[k] = value[k ^ 1];
#else
            const Vec swapped = __builtin_shuffle(value, order);
#endif
            store(y + n, value * load(cosine + n, left) + swapped * load(sine + n, left), left);
        }
}

float largestLogit(const float* logits, Index count)
{
    Vec largest = all(-kInfinity);
    for (Index n = 0; n < count; n += kLanes)
        largest = larger(load(logits + n, count - n, -kInfinity), largest);
    return largestOf(largest);
}

float crossEntropy(const float* logits, Index count, Index target)
{
    const float largest = largestLogit(logits, count);
    Vec sum = {};
    for (Index n = 0; n < count; n += kLanes) {
        const Vec value = exponential(load(logits + n, count - n, -kInfinity) - largest);
        sum += value;
    }
    return __builtin_logf(sumOf(sum)) - (logits[target] - largest);
}

float crossEntropyGradient(float* logits, Index count, Index target, float scale)
{
    const float largest = largestLogit(logits, count), ofTarget = logits[target] - largest;
    Vec sum = {};
    for (Index n = 0; n < count; n += kLanes) {
        const Vec value = exponential(load(logits + n, count - n, -kInfinity) - largest);
        sum += value;
        store(logits + n, value, count - n);
    }
    const float total = sumOf(sum), factor = scale / total;
    for (Index n = 0; n < count; n += kLanes)
        store(logits + n, load(logits + n, count - n) * factor, count - n);
    logits[target] -= scale;
    return __builtin_logf(total) - ofTarget;
}

double sumOfSquares(const float* values, Index count)
{
    constexpr Index kBlock = 4096;      // short enough for float32 sums, long enough that the double additions cost nothing
    double total = 0;
    for (Index begin = 0; begin < count; begin += kBlock) {
        const Index end = begin + kBlock < count ? begin + kBlock : count;
        Vec sum = {}, other = {};
        for (Index n = begin; n < end; n += 2 * kLanes) {
            const Vec value = load(values + n, end - n);
            sum += value * value;
            if (n + kLanes < end) {
                const Vec next = load(values + n + kLanes, end - n - kLanes);
                other += next * next;
            }
        }
        total += double(sumOf(sum + other));
    }
    return total;
}

void adam(float* __restrict parameter, const float* __restrict gradient, float* __restrict first, float* __restrict second, Index count,
    const AdamArgs& args)
{
    for (Index n = 0; n < count; n += kLanes) {
        const Index left = count - n;
        const Vec g = load(gradient + n, left) * args.gradientScale;
        const Vec m = load(first + n, left) * args.keep1 + g * args.take1;
        const Vec v = load(second + n, left) * args.keep2 + g * g * args.take2;
        store(first + n, m, left);
        store(second + n, v, left);
        Vec step = m * args.rate;
        if (args.adaptive)
            step /= root(v) * args.rootScale + args.eps;
        store(parameter + n, load(parameter + n, left) * args.decay - step, left);
    }
}

constexpr Kernels kKernels{BAM_KERNELS_NAME, rmsNorm, rmsNormBackward, swiglu, swigluBackward, rotate, crossEntropy, crossEntropyGradient, sumOfSquares, adam};

}  // namespace
}  // namespace bam::model::cpu
